"""Tests of references on a graph that one can check by eye (`support.fixed_index`)."""

from __future__ import annotations

from support.asking import ask

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import ResolutionCount
from codegraph.operations.requests import CalleesRequest, CallersRequest, RefsRequest, UnresolvedRequest


def test_callers_come_with_the_way_each_is_known():
    answer = ask("callers", CallersRequest("Store.save")).results
    assert [(s.edge.source.qualname, s.edge.resolution) for s in answer.steps] == [
        ("add_note", Resolution.INFERRED),
        ("Store.load", Resolution.HEURISTIC),
        ("test_save", Resolution.TYPED),
    ]
    assert answer.mix == (
        ResolutionCount(Resolution.TYPED, 1),
        ResolutionCount(Resolution.INFERRED, 1),
        ResolutionCount(Resolution.HEURISTIC, 1),
    )


def test_callers_count_the_calls_that_could_mean_the_symbol():
    assert ask("callers", CallersRequest("Store.save")).results.possible == 1
    assert ask("callers", CallersRequest("Store.load")).results.possible == 0


def test_callers_of_a_class_are_those_of_its_constructor():
    answer = ask("callers", CallersRequest("Store")).results
    assert [s.edge.source.qualname for s in answer.steps] == ["add_note", "test_save"]
    assert [s.qualname for s in answer.symbols] == ["Store", "Store.__init__"]


def test_a_cycle_ends_the_walk_and_depth_is_the_smallest():
    answer = ask("callers", CallersRequest("Store.load", depth=9)).results
    depths = {s.edge.source.qualname: s.depth for s in answer.steps}
    assert depths == {"Store.save": 1, "add_note": 2, "Store.load": 2, "test_save": 2, "main": 3}


def test_a_resolution_filter_holds_at_every_depth():
    answer = ask("callers", CallersRequest("Store.load", depth=9, resolution=("exact",))).results
    assert [s.edge.source.qualname for s in answer.steps] == ["Store.save"]


def test_a_limit_shortens_the_rows_and_keeps_the_total():
    answer = ask("callers", CallersRequest("Store.save", limit=1)).results
    assert (len(answer.steps), answer.total) == (1, 3)


def test_callees_tell_the_repository_from_the_outside_and_from_the_unknown():
    answer = ask("callees", CalleesRequest("Store.save")).results
    assert [s.edge.target.qualname for s in answer.steps] == ["Store.load"]
    assert [e.qualname for e in answer.externals] == ["json.dump"]
    assert [r.name for r in ask("callees", CalleesRequest("main")).results.unresolved] == ["save"]


def test_references_are_in_the_order_of_files_and_lines():
    answer = ask("refs", RefsRequest("Store.save")).results
    places = [(e.source.path, e.lines[0]) for e in answer.edges]
    assert places == sorted(places)
    assert {e.kind for e in answer.edges} == {EdgeKind.CALLS}


def test_references_can_be_of_one_kind():
    answer = ask("refs", RefsRequest("Store.save", kind=("overrides",))).results
    assert [e.source.qualname for e in answer.edges] == ["MemoryStore.save"]


def test_unresolved_references_can_be_narrowed_by_name_and_path():
    assert ask("unresolved", UnresolvedRequest()).results.total == 2
    assert [r.name for r in ask("unresolved", UnresolvedRequest("parse")).results.rows] == ["parse"]
    narrowed = ask("unresolved", UnresolvedRequest(path="notes/store.py")).results
    assert narrowed.names == (("parse", 2),)
