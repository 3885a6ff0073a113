"""Cycles, clusters, ranks and dead code on the fixed graph."""

from __future__ import annotations

import pytest
from support.asking import ask, fixed_context
from support.fixed_index import FixedIndex

from codegraph.errors import ConfigError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.requests import (
    ClustersRequest,
    CyclesRequest,
    DeadCodeRequest,
    GraphRequest,
    RankRequest,
)
from codegraph.query_results import EdgeRow


def add_edge(index: FixedIndex, source: int, target: int, kind: EdgeKind, resolution: Resolution) -> None:
    index._edges.append(EdgeRow(index.read_node(source), index.read_node(target), kind, resolution, (9,)))


def test_a_circle_closed_by_a_guess_is_no_cycle():
    assert ask("cycles", CyclesRequest(kind=("calls",))).results.total == 0


def test_a_proven_circle_of_calls_is_told_edge_by_edge():
    context = fixed_context()
    add_edge(context.index(), 8, 7, EdgeKind.CALLS, Resolution.EXACT)
    (cycle,) = ask("cycles", CyclesRequest(kind=("calls",)), context).results.cycles
    assert [(e.source.qualname, e.target.qualname) for e in cycle.edges] == [
        ("Store.save", "Store.load"),
        ("Store.load", "Store.save"),
    ]


def test_an_import_inside_a_function_makes_a_cycle_of_files():
    (cycle,) = ask("cycles", CyclesRequest()).results.cycles
    assert [s.path for s in cycle.members] == ["notes/cli.py", "notes/store.py"]


def test_the_most_used_symbol_ranks_first_and_tests_are_left_out():
    answer = ask("rank", RankRequest()).results
    assert {r.symbol.qualname for r in answer.ranked[:2]} == {"Store.save", "Store.load"}
    assert not any(r.symbol.is_test for r in answer.ranked)
    assert any(r.symbol.is_test for r in ask("rank", RankRequest(tests=True)).results.ranked)


def test_ranks_can_be_of_one_kind_and_path():
    answer = ask("rank", RankRequest(kind=("function",), path="notes")).results
    assert [r.symbol.qualname for r in answer.ranked] == ["add_note", "main", "unused"]


@pytest.mark.parametrize("measure", ["pagerank", "betweenness", "degree"])
def test_a_measure_is_computed_once_a_generation(measure: str):
    context = fixed_context()
    first = ask("rank", RankRequest(by=measure), context).results
    assert context.index().load_analysis(f"rank:{measure}") is not None
    assert ask("rank", RankRequest(by=measure), context).results == first


def test_every_symbol_is_in_one_cluster_or_alone():
    answer = ask("clusters", ClustersRequest()).results
    assert sum(c.size for c in answer.clusters) + answer.singles == 13
    assert all(c.leaders for c in answer.clusters)


def test_granularity_must_be_positive():
    with pytest.raises(ConfigError):
        ask("clusters", ClustersRequest(granularity=0.0))


def test_what_nothing_reaches_is_dead_and_what_is_public_is_spared():
    assert [d.symbol.qualname for d in ask("dead-code", DeadCodeRequest()).results.symbols] == ["unused"]


def test_a_public_symbol_is_a_candidate_on_request():
    context = fixed_context()
    index = context.index()
    index._edges = [e for e in index._edges if (e.source.qualname, e.target.qualname) != ("main", "add_note")]
    names = [d.symbol.qualname for d in ask("dead-code", DeadCodeRequest(exported=True), context).results.symbols]
    assert names == ["add_note", "unused"]


def test_a_drawing_is_of_one_thing_at_a_time():
    from codegraph.errors import CodegraphError

    with pytest.raises(CodegraphError, match="only one of them"):
        ask("graph", GraphRequest(symbol="Store", clusters=True))


def test_a_drawing_around_a_symbol_says_what_it_left_out():
    whole = ask("graph", GraphRequest("Store.save")).results
    part = ask("graph", GraphRequest("Store.save", limit=2)).results
    assert part.left_out == len(whole.boxes) - 2
    assert [b.key for b in part.boxes if b.focus] == ["python:notes/store.py::Store.save"]


@pytest.mark.parametrize("measure", ["pagerank", "betweenness", "degree"])
def test_networkx_ranks_as_codegraph_does(measure: str):
    ours = ask("rank", RankRequest(by=measure)).results
    theirs = ask("rank", RankRequest(by=measure, engine="networkx")).results
    assert theirs.engine == "networkx"
    scores = {r.symbol.id: r.score for r in theirs.ranked}
    assert scores == pytest.approx({r.symbol.id: r.score for r in ours.ranked}, abs=1e-6)


def test_python_louvain_divides_no_better_than_codegraph():
    ours = ask("clusters", ClustersRequest()).results
    theirs = ask("clusters", ClustersRequest(engine="louvain")).results
    assert theirs.engine == "louvain" and theirs.clusters
    assert ours.modularity >= theirs.modularity - 1e-9


def test_python_louvain_knows_one_granularity():
    with pytest.raises(ConfigError, match="granularity 2"):
        ask("clusters", ClustersRequest(granularity=2, engine="louvain"))
