from __future__ import annotations

from functools import cache

import community as python_louvain
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists, undirected

from codegraph.analysis import local_moving
from codegraph.analysis.communities import Communities, compute_modularity, detect_communities
from codegraph.analysis.csr import Csr


def groups(labels: np.ndarray) -> list[set[int]]:
    return [set(np.flatnonzero(labels == c).tolist()) for c in range(int(labels.max()) + 1)]


@cache
def benchmark(name: str) -> nx.Graph:
    match name:
        case "karate":
            graph = nx.karate_club_graph()
        case "les-miserables":
            graph = nx.les_miserables_graph()
        case "planted":
            graph = nx.planted_partition_graph(12, 40, 0.4, 0.005, seed=1)
        case "faint":
            graph = nx.planted_partition_graph(12, 60, 0.15, 0.02, seed=2)
        case "power-law":
            graph = nx.LFR_benchmark_graph(500, 3, 1.5, 0.3, average_degree=8, min_community=20, seed=3)
        case "batched":
            graph = nx.planted_partition_graph(50, 60, 0.2, 0.002, seed=4)
        case other:
            raise ValueError(other)
    return nx.convert_node_labels_to_integers(graph)


@cache
def divided(name: str) -> Communities:
    return detect_communities(undirected(benchmark(name), "weight"), seed=0)


@pytest.mark.parametrize("name", ["karate", "les-miserables", "planted", "faint", "power-law", "batched"])
def test_modularity_is_at_least_that_of_python_louvain(name: str) -> None:
    graph = benchmark(name)
    partition = python_louvain.best_partition(graph, random_state=0)
    theirs = python_louvain.modularity(partition, graph)
    assert divided(name).modularity >= theirs - 1e-9


def test_the_best_known_partition_of_the_karate_club_is_found() -> None:
    found = detect_communities(undirected(benchmark("karate")))
    assert found.modularity == pytest.approx(0.4197896)
    assert found.count == 4


def test_planted_modules_are_recovered() -> None:
    for name, size in (("planted", 40), ("batched", 60)):
        labels = divided(name).labels
        assert {frozenset(g) for g in groups(labels)} == {
            frozenset(range(i, i + size)) for i in range(0, labels.size, size)
        }


@examples(30)
@given(edge_lists(), st.floats(0.3, 3.0))
def test_modularity_equals_networkx(drawn: EdgeList, resolution: float) -> None:
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(drawn.nodes))
    graph.add_edges_from(drawn.edges)
    found = detect_communities(drawn.csr(), resolution=resolution)
    if drawn.edges:
        theirs = nx.community.modularity(graph, groups(found.labels), resolution=resolution)
        assert found.modularity == pytest.approx(theirs, abs=1e-9)
    assert compute_modularity(drawn.csr(), found.labels, resolution) == pytest.approx(found.modularity)


@examples(30)
@given(edge_lists(), st.integers(0, 5))
def test_communities_are_connected_and_numbered_by_size(drawn: EdgeList, seed: int) -> None:
    found = detect_communities(drawn.csr(), seed=seed)
    graph = drawn.networkx().to_undirected()
    members = [m.tolist() for m in found.list_members()]
    assert sorted(v for m in members for v in m) == list(range(drawn.nodes))
    assert all(nx.is_connected(graph.subgraph(m)) for m in members)
    assert members == sorted(members, key=lambda m: (-len(m), m[0]))


@examples(30)
@given(edge_lists())
def test_no_single_move_of_a_node_would_help(drawn: EdgeList) -> None:
    graph = drawn.csr()
    found = detect_communities(graph)
    for node in range(drawn.nodes):
        for label in range(found.count):
            other = found.labels.copy()
            other[node] = label
            assert compute_modularity(graph, other) <= found.modularity + 1e-9


def test_same_seed_same_communities_whatever_the_order_of_the_edges() -> None:
    edges = list(benchmark("batched").edges)
    backwards = detect_communities(EdgeList(3000, [(b, a) for a, b in reversed(edges)]).csr(), seed=0)
    assert divided("batched").labels.tolist() == backwards.labels.tolist()


def test_higher_resolution_gives_more_communities() -> None:
    graph = undirected(benchmark("planted"))
    counts = [detect_communities(graph, resolution=r).count for r in (0.05, 1.0, 20.0)]
    assert counts == sorted(set(counts))


def test_weights_decide() -> None:
    square = [0, 1, 2, 3], [1, 2, 3, 0]
    assert groups(detect_communities(Csr.from_edges(*square, 4, [9.0, 1.0, 9.0, 1.0])).labels) == [{0, 1}, {2, 3}]
    assert groups(detect_communities(Csr.from_edges(*square, 4, [1.0, 9.0, 1.0, 9.0])).labels) == [{0, 3}, {1, 2}]


def test_nodes_without_edges_or_only_with_themselves_are_alone() -> None:
    found = detect_communities(Csr.from_edges([0, 3], [1, 3], 5))
    assert groups(found.labels) == [{0, 1}, {2}, {3}, {4}]


def test_a_graph_without_weight_is_all_singletons() -> None:
    assert detect_communities(Csr.from_edges([], [], 0)).count == 0
    assert detect_communities(Csr.from_edges([], [], 0)).list_members() == []
    found = detect_communities(Csr.from_edges([0], [1], 3, [0.0]))
    assert (found.count, found.modularity) == (3, 0.0)


def test_keys_too_long_to_pack_are_sorted_all_the_same() -> None:
    key = np.random.default_rng(0).integers(0, 2**61, size=100) // 2**58
    packed, order = local_moving._sort_keys(key, 8)
    plain, plain_order = local_moving._sort_keys(key, 2**61)
    assert packed.tolist() == plain.tolist() == sorted(key.tolist())
    assert order.tolist() == plain_order.tolist()


def test_resolution_must_be_positive() -> None:
    with pytest.raises(ValueError, match="resolution"):
        detect_communities(Csr.from_edges([0], [1], 2), resolution=0.0)
