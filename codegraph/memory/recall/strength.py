"""Centrality of memories in their graph: the signal graph_strength.

The graph of a namespace has its memories, the things they are linked to and the things they are anchored to. PageRank
counts 40 %, betweenness 30 %, degree 20 % and the size of the community 10 %, each as a percentile among the nodes that
have any edge. A memory gets the mean of its own strength and that of the best thing it is anchored to. A memory without
edges has no strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.memory.recall.corpus import hash_term
from codegraph.store.memory import derived
from codegraph.store.memory.reader import Reader

PAGERANK: Final = 0.4
BETWEENNESS: Final = 0.3
DEGREE: Final = 0.2
COMMUNITY: Final = 0.1

SOURCES: Final = 32  # sampled for betweenness
SEED: Final = 0
MOST_EDGES: Final = 400_000
EXACT_EDGES: Final = 5_000
"""Smaller graphs are ranked again after every change, larger ones when a hundredth of their edges came or went."""


class Node(NamedTuple):
    """Percentiles, 0 … 1, of one memory or one piece of code."""

    pagerank: float
    betweenness: float
    degree: float
    community: float

    @property
    def strength(self) -> float:
        return (
            PAGERANK * self.pagerank
            + BETWEENNESS * self.betweenness
            + DEGREE * self.degree
            + COMMUNITY * self.community
        )


_ROW: Final = np.dtype([("id", "<u8"), *((name, "<f4") for name in (*Node._fields, "strength"))])
"""A node: the hash of its id, its percentiles, and what `graph_strength` is where it is a memory. By ascending id."""


class _RankTable(NamedTuple):
    version: int  # sequence number up to which the log was read
    edges: int
    rows: NDArray

    def find_row(self, id: str) -> NDArray | None:
        hashed = np.uint64(hash_term(id))
        at = int(np.searchsorted(self.rows["id"], hashed))
        return self.rows[at] if at < len(self.rows) and self.rows["id"][at] == hashed else None


class Strengths:
    """Strengths by namespace.

    They are kept in this process until the graph changes and, with a home, on disk for the next process.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._home = home
        self._kept: dict[str, _RankTable] = {}

    def find_node(self, reader: Reader, namespace: str, id: str) -> Node | None:
        """Return the percentiles of one memory, symbol or file.

        The result is None for a node without edges.
        """
        row = self._get_ranks(reader, namespace, reader.read_last_seq(), reader.read_last_seq()).find_row(id)
        return None if row is None else Node(*(float(row[name]) for name in Node._fields))

    def compute_strength(self, reader: Reader, namespace: str, changed: int, last: int, memory: str) -> float:
        """Return the strength of a memory, 0 without edges.

        `changed` is the last event that may have changed the graph of the namespace; `last` is the last event of the
        log.
        """
        row = self._get_ranks(reader, namespace, changed, last).find_row(memory)
        return 0.0 if row is None else float(row["strength"])

    def _get_ranks(self, reader: Reader, namespace: str, changed: int, last: int) -> _RankTable:
        kept = self._kept.get(namespace) or self._load_ranks(reader, namespace, last)
        if kept is None or kept.version < changed:
            kept = self._rebuild_ranks(reader, namespace, kept, last)
        self._kept[namespace] = kept
        return kept

    def _load_ranks(self, reader: Reader, namespace: str, last: int) -> _RankTable | None:
        if self._home is None:
            return None
        found = derived.load_ranks(
            self._home, namespace, lambda seq: reader.build_event_mark(seq) if seq <= last else ""
        )
        if found is None or found.rows.dtype != _ROW:
            return None
        return _RankTable(found.last, found.edges, found.rows)

    def _rebuild_ranks(self, reader: Reader, namespace: str, kept: _RankTable | None, last: int) -> _RankTable:
        links = reader.list_links_within(namespace)
        anchors = reader.list_anchor_targets(namespace)
        edges = len(links) + len(anchors)
        if kept is not None and edges > EXACT_EDGES and abs(edges - kept.edges) * 100 < edges:
            return kept._replace(version=last)
        every = [*links, *((memory, target, 1.0) for memory, target in anchors)]
        rows = _build_rows(_rank(every[:MOST_EDGES]), anchors if edges <= MOST_EDGES else [])
        if self._home is not None:
            derived.save_ranks(self._home, namespace, derived.Ranks(last, reader.build_event_mark(last), edges, rows))
        return _RankTable(last, edges, rows)


def _build_rows(nodes: dict[str, Node], anchors: Sequence[tuple[str, str]]) -> NDArray:
    """Return the rows of nodes as they are stored.

    `anchors` are pairs (memory, thing it is anchored to).
    """
    best: dict[str, float] = {}
    for memory, target in anchors:
        best[memory] = max(best.get(memory, 0.0), nodes[target].strength)
    rows = np.zeros(len(nodes), dtype=_ROW)
    for at, (id, node) in enumerate(nodes.items()):
        own = node.strength
        rows[at] = (hash_term(id), *node, (own + best[id]) / 2 if id in best else own)
    return rows[np.argsort(rows["id"], kind="stable")]


def _rank(edges: list[tuple[str, str, float]]) -> dict[str, Node]:
    numbers: dict[str, int] = {}
    source = [numbers.setdefault(a, len(numbers)) for a, _, _ in edges]
    target = [numbers.setdefault(b, len(numbers)) for _, b, _ in edges]
    if not edges:
        return {}
    weights = np.maximum(np.array([w for _, _, w in edges], dtype=np.float64), 0.0)
    from codegraph.analysis.centrality import estimate_betweenness, sample_sources  # few questions rank a graph anew
    from codegraph.analysis.communities import detect_communities
    from codegraph.analysis.csr import Csr
    from codegraph.analysis.pagerank import compute_pagerank

    graph = Csr.from_edges(source, target, len(numbers), weights, merge_parallel=True)
    both = Csr.from_edges([*source, *target], [*target, *source], len(numbers))
    labels = detect_communities(graph, seed=SEED).labels
    columns = (
        _compute_percentiles(compute_pagerank(graph)),
        _compute_percentiles(estimate_betweenness(both, sample_sources(len(numbers), SOURCES, SEED))),
        _compute_percentiles(both.compute_degrees().astype(np.float64)),
        _compute_percentiles(np.bincount(labels)[labels].astype(np.float64)),
    )
    return {id: Node(*(float(column[number]) for column in columns)) for id, number in numbers.items()}


def _compute_percentiles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each value the share of smaller values plus half of the equal ones."""
    values = np.round(values, 12)
    order = np.sort(values)
    below = np.searchsorted(order, values, "left")
    upto = np.searchsorted(order, values, "right")
    return (below + upto) / (2 * len(values))
