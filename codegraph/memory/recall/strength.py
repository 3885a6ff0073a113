"""How central a memory is among the memories and the code of its namespace: the signal graph_strength.

The graph of a namespace is its memories, what they are linked to and what they are anchored to. PageRank counts 40 %,
betweenness 30 %, degree 20 % and the size of the community 10 %, each as a percentile among the nodes that have any
edge; a memory gets the mean of its own strength and that of the best thing it is anchored to. Who has no edge has no
strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.memory.recall.corpus import term_hash
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


class _Ranked(NamedTuple):
    version: int  # sequence number up to which the log was read
    edges: int
    rows: NDArray

    def row(self, id: str) -> NDArray | None:
        hashed = np.uint64(term_hash(id))
        at = int(np.searchsorted(self.rows["id"], hashed))
        return self.rows[at] if at < len(self.rows) and self.rows["id"][at] == hashed else None


class Strengths:
    """Strengths by namespace, kept until what ties its memories together changes: in this process, and where there is
    a home, on disk for the next."""

    def __init__(self, home: Path | None = None) -> None:
        self._home = home
        self._kept: dict[str, _Ranked] = {}

    def node(self, reader: Reader, namespace: str, id: str) -> Node | None:
        """The percentiles of one memory, symbol or file; None for one without an edge."""
        row = self._ranked(reader, namespace, reader.last_seq(), reader.last_seq()).row(id)
        return None if row is None else Node(*(float(row[name]) for name in Node._fields))

    def strength(self, reader: Reader, namespace: str, changed: int, last: int, memory: str) -> float:
        """`changed`: the last event after which the ties of the namespace may be others. `last`: that of the log."""
        row = self._ranked(reader, namespace, changed, last).row(memory)
        return 0.0 if row is None else float(row["strength"])

    def _ranked(self, reader: Reader, namespace: str, changed: int, last: int) -> _Ranked:
        kept = self._kept.get(namespace) or self._loaded(reader, namespace, last)
        if kept is None or kept.version < changed:
            kept = self._renewed(reader, namespace, kept, last)
        self._kept[namespace] = kept
        return kept

    def _loaded(self, reader: Reader, namespace: str, last: int) -> _Ranked | None:
        if self._home is None:
            return None
        found = derived.load_ranks(self._home, namespace, lambda seq: reader.mark(seq) if seq <= last else "")
        if found is None or found.rows.dtype != _ROW:
            return None
        return _Ranked(found.last, found.edges, found.rows)

    def _renewed(self, reader: Reader, namespace: str, kept: _Ranked | None, last: int) -> _Ranked:
        links = reader.links_within(namespace)
        anchors = reader.anchor_targets(namespace)
        edges = len(links) + len(anchors)
        if kept is not None and edges > EXACT_EDGES and abs(edges - kept.edges) * 100 < edges:
            return kept._replace(version=last)
        every = [*links, *((memory, target, 1.0) for memory, target in anchors)]
        rows = _rows(_rank(every[:MOST_EDGES]), anchors if edges <= MOST_EDGES else [])
        if self._home is not None:
            derived.save_ranks(self._home, namespace, derived.Ranks(last, reader.mark(last), edges, rows))
        return _Ranked(last, edges, rows)


def _rows(nodes: dict[str, Node], anchors: Sequence[tuple[str, str]]) -> NDArray:
    """As they are kept. `anchors`: (memory, what it is anchored to)."""
    best: dict[str, float] = {}
    for memory, target in anchors:
        best[memory] = max(best.get(memory, 0.0), nodes[target].strength)
    rows = np.zeros(len(nodes), dtype=_ROW)
    for at, (id, node) in enumerate(nodes.items()):
        own = node.strength
        rows[at] = (term_hash(id), *node, (own + best[id]) / 2 if id in best else own)
    return rows[np.argsort(rows["id"], kind="stable")]


def _rank(edges: list[tuple[str, str, float]]) -> dict[str, Node]:
    numbers: dict[str, int] = {}
    source = [numbers.setdefault(a, len(numbers)) for a, _, _ in edges]
    target = [numbers.setdefault(b, len(numbers)) for _, b, _ in edges]
    if not edges:
        return {}
    weights = np.maximum(np.array([w for _, _, w in edges], dtype=np.float64), 0.0)
    from codegraph.analysis.centrality import betweenness, sample_sources  # few questions rank a graph anew
    from codegraph.analysis.communities import louvain
    from codegraph.analysis.csr import Csr
    from codegraph.analysis.rank import pagerank

    graph = Csr.from_edges(source, target, len(numbers), weights, merge_parallel=True)
    both = Csr.from_edges([*source, *target], [*target, *source], len(numbers))
    labels = louvain(graph, seed=SEED).labels
    columns = (
        _percentiles(pagerank(graph)),
        _percentiles(betweenness(both, sample_sources(len(numbers), SOURCES, SEED))),
        _percentiles(both.degrees().astype(np.float64)),
        _percentiles(np.bincount(labels)[labels].astype(np.float64)),
    )
    return {id: Node(*(float(column[number]) for column in columns)) for id, number in numbers.items()}


def _percentiles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of values that are smaller, plus half of those that are equal."""
    values = np.round(values, 12)
    order = np.sort(values)
    below = np.searchsorted(order, values, "left")
    upto = np.searchsorted(order, values, "right")
    return (below + upto) / (2 * len(values))
