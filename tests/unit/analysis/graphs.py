"""Small random graphs for the analysis tests, in CSR and networkx form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from codegraph.analysis.csr import Csr


class EdgeList(NamedTuple):
    nodes: int
    edges: list[tuple[int, int]]

    def csr(self, weights: Sequence[float] | None = None, *, merge_parallel: bool = False) -> Csr:
        source, target = [a for a, _ in self.edges], [b for _, b in self.edges]
        return Csr.from_edges(source, target, self.nodes, weights, merge_parallel=merge_parallel)

    def networkx(self) -> nx.DiGraph:
        graph = nx.DiGraph()
        graph.add_nodes_from(range(self.nodes))
        graph.add_edges_from(self.edges)
        return graph


@st.composite
def edge_lists(draw: st.DrawFn, *, most_nodes: int = 12, most_edges: int = 40) -> EdgeList:
    """Draw a directed graph with self loops, parallel edges and isolated nodes."""
    nodes = draw(st.integers(1, most_nodes))
    ends = st.integers(0, nodes - 1)
    return EdgeList(nodes, draw(st.lists(st.tuples(ends, ends), max_size=most_edges)))


def undirected(graph: nx.Graph, weight: str | None = None) -> Csr:
    """Convert a networkx graph with nodes 0..n-1, one entry for each edge."""
    edges = list(graph.edges(data=weight, default=1.0)) if weight else [(a, b, 1.0) for a, b in graph.edges]
    return Csr.from_edges([a for a, _, _ in edges], [b for _, b, _ in edges], len(graph), [float(w) for *_, w in edges])


def random_digraph(nodes: int, edges: int, seed: int) -> EdgeList:
    """Return a random graph of distinct edges, self loops among them."""
    pairs = np.unique(np.random.default_rng(seed).integers(0, nodes, size=(edges, 2)), axis=0)
    return EdgeList(nodes, [(a, b) for a, b in pairs.tolist()])
