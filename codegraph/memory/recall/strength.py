"""How central a memory is among the memories and the code of its namespace: the signal graph_strength.

The graph of a namespace is its memories, what they are linked to and what they are anchored to. PageRank counts 40 %,
betweenness 30 %, degree 20 % and the size of the community 10 %, each as a percentile among the nodes that have any
edge; a memory gets the mean of its own strength and that of the best thing it is anchored to. Who has no edge has no
strength.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.centrality import betweenness, sample_sources
from codegraph.analysis.communities import louvain
from codegraph.analysis.csr import Csr
from codegraph.analysis.rank import pagerank
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


class _Ranked(NamedTuple):
    version: int
    edges: int
    nodes: dict[str, Node]
    anchored: dict[str, list[str]]  # memory id -> symbols and files


class Strengths:
    """Strengths by namespace, kept until memories change."""

    def __init__(self) -> None:
        self._kept: dict[str, _Ranked] = {}

    def node(self, reader: Reader, namespace: str, version: int, id: str) -> Node | None:
        """The percentiles of one memory, symbol or file; None for one without an edge."""
        return self._ranked(reader, namespace, version).nodes.get(id)

    def strength(self, reader: Reader, namespace: str, version: int, memory: str) -> float:
        ranked = self._ranked(reader, namespace, version)
        own = ranked.nodes.get(memory)
        if own is None:
            return 0.0
        code = [ranked.nodes[target].strength for target in ranked.anchored.get(memory, ())]
        return (own.strength + max(code)) / 2 if code else own.strength

    def _ranked(self, reader: Reader, namespace: str, version: int) -> _Ranked:
        kept = self._kept.get(namespace)
        if kept is not None and kept.version == version:
            return kept
        links = reader.links_within(namespace)
        anchors = reader.anchor_targets(namespace)
        edges = len(links) + len(anchors)
        if kept is not None and edges > EXACT_EDGES and abs(edges - kept.edges) * 100 < edges:
            kept = kept._replace(version=version)
        else:
            anchored: dict[str, list[str]] = {}
            for memory, target in anchors:
                anchored.setdefault(memory, []).append(target)
            every = [*links, *((memory, target, 1.0) for memory, target in anchors)]
            kept = _Ranked(version, edges, _rank(every[:MOST_EDGES]), anchored if edges <= MOST_EDGES else {})
        self._kept[namespace] = kept
        return kept


def _rank(edges: list[tuple[str, str, float]]) -> dict[str, Node]:
    numbers: dict[str, int] = {}
    source = [numbers.setdefault(a, len(numbers)) for a, _, _ in edges]
    target = [numbers.setdefault(b, len(numbers)) for _, b, _ in edges]
    if not edges:
        return {}
    weights = np.maximum(np.array([w for _, _, w in edges], dtype=np.float64), 0.0)
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
