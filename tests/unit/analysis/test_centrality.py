from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists, random_digraph

from codegraph.analysis.centrality import compute_degrees, estimate_betweenness, sample_sources
from codegraph.analysis.csr import Csr


class ChosenSample(random.Random):
    """A random state by which networkx samples the sources that we sampled."""

    def __init__(self, sources: list[int]) -> None:
        super().__init__()
        self.sources = sources

    def sample(self, population: list[int], k: int) -> list[int]:
        return self.sources[:k]


@examples(30)
@given(edge_lists())
def test_betweenness_from_all_sources_equals_networkx(drawn: EdgeList) -> None:
    ours = estimate_betweenness(drawn.csr(), np.arange(drawn.nodes))
    theirs = nx.betweenness_centrality(drawn.networkx())
    assert ours.tolist() == pytest.approx([theirs[v] for v in range(drawn.nodes)])


@pytest.mark.parametrize("normalised", [True, False])
def test_sampled_betweenness_is_scaled_as_networkx_scales_it(normalised: bool) -> None:
    drawn = random_digraph(80, 300, seed=2)
    sources = sample_sources(drawn.nodes, 20, seed=7)
    chosen = ChosenSample(sources.tolist())
    theirs = nx.betweenness_centrality(drawn.networkx(), k=20, normalized=normalised, seed=chosen)
    ours = estimate_betweenness(drawn.csr(), sources, normalised=normalised)
    assert ours.tolist() == pytest.approx([theirs[v] for v in range(drawn.nodes)])


def test_sampled_betweenness_approaches_the_exact_one() -> None:
    graph = random_digraph(400, 1600, seed=3).csr()
    exact = estimate_betweenness(graph, np.arange(400))
    sampled = estimate_betweenness(graph, sample_sources(400, 200, seed=1))
    assert np.corrcoef(exact, sampled)[0, 1] > 0.95


def test_sources_are_distinct_and_the_same_for_a_seed() -> None:
    sources = sample_sources(100, 30, seed=9)
    assert len(set(sources.tolist())) == 30
    assert sources.tolist() == sample_sources(100, 30, seed=9).tolist()
    assert sources.tolist() != sample_sources(100, 30, seed=10).tolist()
    assert sample_sources(5, 256, seed=0).tolist() == [0, 1, 2, 3, 4]


def test_astronomically_many_shortest_paths_are_shared_out_evenly() -> None:
    layers = 600  # of two nodes each, every one joined to both of the next layer: 2**599 shortest paths from end to end
    edges = [(2 * i + a, 2 * i + 2 + b) for i in range(layers - 1) for a in (0, 1) for b in (0, 1)]
    scores = estimate_betweenness(EdgeList(2 * layers, edges).csr(), np.array([0, 1]), normalised=False)
    beyond = 2 * (
        layers - 1 - np.arange(1, layers - 1)
    )  # nodes in the later layers, half of whose paths a node carries
    assert scores[2:-2:2].tolist() == pytest.approx((beyond * (2 * layers - 1) / 2).tolist())
    assert scores[::2].tolist() == pytest.approx(scores[1::2].tolist())


def test_graphs_too_small_for_a_middle_have_none() -> None:
    assert estimate_betweenness(Csr.from_edges([0], [1], 2), np.arange(2)).tolist() == [0.0, 0.0]
    assert estimate_betweenness(Csr.from_edges([], [], 0), np.arange(0)).size == 0


@examples(30)
@given(edge_lists())
def test_degrees_count_edges_in_and_out(drawn: EdgeList) -> None:
    counted = compute_degrees(drawn.csr())
    assert counted.outgoing.tolist() == [sum(a == v for a, _ in drawn.edges) for v in range(drawn.nodes)]
    assert counted.incoming.tolist() == [sum(b == v for _, b in drawn.edges) for v in range(drawn.nodes)]
