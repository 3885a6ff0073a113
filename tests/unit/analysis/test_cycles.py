from __future__ import annotations

import networkx as nx
from hypothesis import given
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists, random_digraph

from codegraph.analysis.cycles import find_cycles, find_strong_components


def shortest_length(graph: nx.DiGraph) -> int:
    """Of the cycles through two or more nodes."""
    return min(nx.shortest_path_length(graph, b, a) + 1 for a, b in graph.edges if a != b)


@examples(30)
@given(edge_lists(most_edges=25))
def test_components_equal_networkx_and_are_numbered_by_lowest_member(drawn: EdgeList) -> None:
    labels = find_strong_components(drawn.csr()).tolist()
    theirs = sorted(map(sorted, nx.strongly_connected_components(drawn.networkx())))
    assert [[v for v, c in enumerate(labels) if c == i] for i in range(len(theirs))] == theirs


def test_components_of_a_larger_graph_equal_networkx() -> None:
    drawn = random_digraph(1000, 1500, seed=1)
    labels = find_strong_components(drawn.csr())
    for members in nx.strongly_connected_components(drawn.networkx()):
        assert len(set(labels[list(members)].tolist())) == 1
    assert int(labels.max()) + 1 == nx.number_strongly_connected_components(drawn.networkx())


@examples(30)
@given(edge_lists(most_edges=25))
def test_every_cyclic_component_comes_with_a_shortest_cycle(drawn: EdgeList) -> None:
    graph = drawn.networkx()
    found = find_cycles(drawn.csr())
    cyclic = [c for c in nx.strongly_connected_components(graph) if len(c) > 1 or graph.has_edge(*list(c) * 2)]
    assert [c.members.tolist() for c in found] == sorted(map(sorted, cyclic), key=lambda c: (-len(c), c[0]))
    for cycle in found:
        length = shortest_length(graph.subgraph(cycle.members.tolist())) if cycle.members.size > 1 else 1
        assert cycle.shortest and len(set(cycle.nodes)) == len(cycle.nodes) == length
        assert cycle.nodes[0] == min(cycle.nodes)
        steps = list(zip(cycle.nodes, cycle.nodes[1:] + cycle.nodes[:1]))
        assert [drawn.edges[e] for e in cycle.edges] == steps


def test_the_shortest_cycle_is_found_behind_longer_ones() -> None:
    ring = [(i, (i + 1) % 9) for i in range(9)]
    (cycle,) = find_cycles(EdgeList(9, [*ring, (3, 0), (8, 5)]).csr())
    assert cycle.nodes == (0, 1, 2, 3)
    (cycle,) = find_cycles(EdgeList(9, [*ring, (5, 0), (8, 5)]).csr())
    assert cycle.nodes == (5, 6, 7, 8)


def test_a_search_cut_short_says_so_and_still_shows_a_cycle() -> None:
    ring = [(i, (i + 1) % 9) for i in range(9)]
    (cycle,) = find_cycles(EdgeList(9, [*ring, (5, 0), (8, 5)]).csr(), effort=1)
    assert not cycle.shortest
    assert cycle.nodes == (0, 1, 2, 3, 4, 5)


def test_large_rings_need_neither_recursion_nor_quadratic_time() -> None:
    nodes = 20_000
    (cycle,) = find_cycles(EdgeList(nodes, [(i, (i + 1) % nodes) for i in range(nodes)]).csr(), effort=10 * nodes)
    assert cycle.shortest and len(cycle.nodes) == nodes


def test_graphs_without_cycles_have_none() -> None:
    assert find_cycles(EdgeList(0, []).csr()) == []
    assert find_cycles(EdgeList(3, [(0, 1), (1, 2), (0, 2)]).csr()) == []
