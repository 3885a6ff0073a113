from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists

from codegraph.analysis.shortest_paths import find_shortest_paths


@examples(30)
@given(edge_lists(), st.data())
def test_paths_are_all_the_shortest_ones_in_node_order(drawn: EdgeList, data: st.DataObject) -> None:
    source, target = (data.draw(st.integers(0, drawn.nodes - 1)) for _ in range(2))
    graph = drawn.networkx()
    known = nx.has_path(graph, source, target)
    theirs = sorted(map(tuple, nx.all_shortest_paths(graph, source, target))) if known else []
    limit = data.draw(st.integers(0, 6))
    assert [p.nodes for p in find_shortest_paths(drawn.csr(), source, target, limit=limit)] == theirs[:limit]


@examples(30)
@given(edge_lists())
def test_each_edge_of_a_path_joins_its_nodes(drawn: EdgeList) -> None:
    for path in find_shortest_paths(drawn.csr(), 0, drawn.nodes - 1):
        assert [drawn.edges[e] for e in path.edges] == list(zip(path.nodes, path.nodes[1:]))


def test_of_parallel_edges_the_first_is_the_evidence() -> None:
    graph = EdgeList(2, [(1, 0), (0, 1), (0, 1)]).csr()
    assert [p.edges for p in find_shortest_paths(graph, 0, 1)] == [(1,)]


def test_search_over_some_of_the_edges_takes_the_way_round() -> None:
    graph = EdgeList(3, [(0, 2), (0, 1), (1, 2)]).csr()
    assert find_shortest_paths(graph, 0, 2)[0].nodes == (0, 2)
    allowed = np.array([False, True, True])
    (path,) = find_shortest_paths(graph.keep(allowed[graph.positions]), 0, 2)
    assert (path.nodes, path.edges) == ((0, 1, 2), (1, 2))


def test_a_bound_on_the_length_hides_longer_paths() -> None:
    chain = EdgeList(5, [(i, i + 1) for i in range(4)]).csr()
    assert find_shortest_paths(chain, 0, 4, max_length=3) == []
    assert len(find_shortest_paths(chain, 0, 4, max_length=4)) == 1
    assert len(find_shortest_paths(chain, 0, 4, reverse=chain.reverse())) == 1


def test_a_long_chain_needs_no_recursion() -> None:
    chain = EdgeList(3000, [(i, i + 1) for i in range(2999)]).csr()
    assert len(find_shortest_paths(chain, 0, 2999)[0].edges) == 2999


def test_exponentially_many_paths_stop_at_the_limit() -> None:
    edges = [(3 * i + a, 3 * i + b) for i in range(60) for a, b in ((0, 1), (0, 2), (1, 3), (2, 3))]
    assert len(find_shortest_paths(EdgeList(181, edges).csr(), 0, 180, limit=7)) == 7
