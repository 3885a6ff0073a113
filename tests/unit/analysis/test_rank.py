from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists, random_digraph

from codegraph.analysis.csr import Csr
from codegraph.analysis.pagerank import compute_pagerank
from codegraph.errors import CodegraphError


def as_array(scores: dict[int, float]) -> np.ndarray:
    return np.array([scores[v] for v in range(len(scores))])


@examples(30)
@given(edge_lists())
def test_pagerank_equals_networkx(drawn: EdgeList) -> None:
    assert compute_pagerank(drawn.csr(merge_parallel=True)) == pytest.approx(
        as_array(nx.pagerank(drawn.networkx())), abs=1e-9
    )


@pytest.mark.parametrize("tolerance", [1e-6, 1e-12])
def test_pagerank_equals_networkx_on_a_larger_graph(tolerance: float) -> None:
    drawn = random_digraph(800, 3000, seed=4)
    ours = compute_pagerank(drawn.csr(), tolerance=tolerance, max_iterations=500)
    theirs = as_array(nx.pagerank(drawn.networkx(), tol=tolerance, max_iter=500))
    assert np.abs(ours - theirs).max() < 1e-9


def test_weights_and_personalisation_equal_networkx() -> None:
    drawn = random_digraph(60, 200, seed=5)
    random = np.random.default_rng(6)
    weights = random.uniform(0.1, 5.0, size=len(drawn.edges))
    jump = random.uniform(0.0, 1.0, size=drawn.nodes) * (random.random(drawn.nodes) < 0.3)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(drawn.nodes))
    graph.add_weighted_edges_from((a, b, w) for (a, b), w in zip(drawn.edges, weights))
    theirs = nx.pagerank(graph, alpha=0.7, personalization=dict(enumerate(jump)))
    ours = compute_pagerank(drawn.csr(weights.tolist()), damping=0.7, personalisation=jump)
    assert np.abs(ours - as_array(theirs)).max() < 1e-9


@examples(30)
@given(edge_lists())
def test_ranks_are_shares_of_one(drawn: EdgeList) -> None:
    ranks = compute_pagerank(drawn.csr())
    assert ranks.sum() == pytest.approx(1.0)
    assert (ranks > 0).all()


def test_rank_of_nothing_is_nothing() -> None:
    assert compute_pagerank(Csr.from_edges([], [], 0)).size == 0


def test_no_convergence_is_an_error_not_a_rank() -> None:
    with pytest.raises(CodegraphError, match="3 iterations"):
        compute_pagerank(Csr.from_edges([0, 1], [1, 2], 3), tolerance=1e-12, max_iterations=3)


@pytest.mark.parametrize("jump", [[0.0, 0.0], [1.0], [-1.0, 2.0]])
def test_impossible_personalisation_is_refused(jump: list[float]) -> None:
    with pytest.raises(ValueError, match="personalisation"):
        compute_pagerank(Csr.from_edges([0], [1], 2), personalisation=np.array(jump))
