from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists

from codegraph.analysis.csr import Csr


@examples(30)
@given(edge_lists())
def test_every_edge_is_one_entry_that_knows_its_position(drawn: EdgeList) -> None:
    graph = drawn.csr()
    entries = zip(graph.compute_rows().tolist(), graph.indices.tolist(), graph.positions.tolist())
    assert sorted((at, (a, b)) for a, b, at in entries) == list(enumerate(drawn.edges))


@examples(30)
@given(edge_lists())
def test_reversed_graph_has_the_same_edges_with_ends_exchanged(drawn: EdgeList) -> None:
    exchanged = EdgeList(drawn.nodes, [(b, a) for a, b in drawn.edges]).csr()
    backwards = drawn.csr().reverse()
    assert backwards.indptr.tolist() == exchanged.indptr.tolist()
    assert backwards.indices.tolist() == exchanged.indices.tolist()
    assert {drawn.edges[at] for at in backwards.positions} == set(drawn.edges)


@examples(30)
@given(edge_lists())
def test_rows_are_sorted_by_target_then_position(drawn: EdgeList) -> None:
    for graph in (drawn.csr(), drawn.csr().reverse()):
        for node in range(drawn.nodes):
            row = graph.slice_row(node)
            pairs = list(zip(graph.indices[row].tolist(), graph.positions[row].tolist()))
            assert pairs == sorted(pairs)


def test_merging_parallel_edges_sums_weights_and_keeps_the_first_position() -> None:
    graph = Csr.from_edges([1, 0, 1, 1], [0, 1, 0, 1], 2, [2.0, 1.0, 3.0, 7.0], merge_parallel=True)
    assert graph.weights is not None
    assert list(zip(graph.compute_rows(), graph.indices, graph.positions, graph.weights)) == [
        (0, 1, 1, 1.0),
        (1, 0, 0, 5.0),
        (1, 1, 3, 7.0),
    ]


@examples(30)
@given(edge_lists())
def test_keeping_some_edges_equals_building_from_them(drawn: EdgeList) -> None:
    wanted = np.array([a <= b for a, b in drawn.edges], dtype=np.bool_)
    graph = drawn.csr()
    kept = graph.keep(wanted[graph.positions])
    rebuilt = EdgeList(drawn.nodes, [(a, b) for a, b in drawn.edges if a <= b]).csr()
    assert kept.indptr.tolist() == rebuilt.indptr.tolist()
    assert kept.indices.tolist() == rebuilt.indices.tolist()
    assert all(drawn.edges[at][0] <= drawn.edges[at][1] for at in kept.positions)


@examples(30)
@given(edge_lists())
def test_expanding_a_frontier_lists_its_rows_in_order(drawn: EdgeList) -> None:
    graph = drawn.csr()
    frontier = np.arange(drawn.nodes)[::-2]
    owner, entries = graph.expand(frontier)
    walked = [(v, e) for v in frontier.tolist() for e in range(*graph.slice_row(v).indices(graph.edge_count))]
    assert list(zip(frontier[owner].tolist(), entries.tolist())) == walked


def test_rows_given_unsorted_come_out_sorted_with_their_places() -> None:
    graph = Csr.from_rows(np.array([0, 2, 3]), np.array([1, 0, 0], dtype=np.int32), np.array([5.0, 6.0, 7.0]))
    assert graph.indices.tolist() == [0, 1, 0]
    assert graph.positions.tolist() == [1, 0, 2]
    assert graph.weights is not None and graph.weights.tolist() == [6.0, 5.0, 7.0]


def test_empty_graphs_are_graphs() -> None:
    for nodes in (0, 3):
        graph = Csr.from_edges([], [], nodes, [], merge_parallel=True)
        assert (graph.node_count, graph.edge_count) == (nodes, 0)
        assert graph.reverse().node_count == nodes


@pytest.mark.parametrize(
    ("source", "target", "weights"),
    [([0], [2], None), ([-1], [0], None), ([0, 1], [1], None), ([0], [1], [-1.0]), ([0], [1], [float("nan")])],
)
def test_impossible_edges_are_refused(source: list[int], target: list[int], weights: list[float] | None) -> None:
    with pytest.raises(ValueError):
        Csr.from_edges(source, target, 2, weights)
