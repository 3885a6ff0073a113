"""Paths and impact on the fixed graph."""

from __future__ import annotations

from support.asking import ask

from codegraph.graph_model import EdgeKind
from codegraph.operations.requests import CallersRequest, ImpactRequest, PathRequest
from codegraph.render.text.lookup import format_callers
from codegraph.render.text.structure import format_path
from codegraph_parsers.file_facts import SymbolKind


def steps(answer) -> list[tuple[str, str]]:
    return [(e.source.qualname, e.target.qualname) for e in answer.edges]


def test_a_path_follows_calls_where_there_is_one():
    answer = ask("path", PathRequest("main", "Store.load")).results
    assert answer.kinds[0] is EdgeKind.CALLS
    assert steps(answer) == [("main", "add_note"), ("add_note", "Store.save"), ("Store.save", "Store.load")]


def test_a_path_to_a_class_ends_at_its_constructor():
    assert steps(ask("path", PathRequest("main", "Store")).results)[-1] == ("add_note", "Store.__init__")


def test_a_path_from_a_class_starts_in_one_of_its_members():
    assert steps(ask("path", PathRequest("Store", "Store.load")).results) == []
    assert steps(ask("path", PathRequest("MemoryStore", "Store.load")).results) == [
        ("MemoryStore.save", "Store.save"),
        ("Store.save", "Store.load"),
    ]


def test_a_path_leads_from_a_method_to_what_may_run_instead():
    edges = ask("path", PathRequest("main", "MemoryStore.save", resolution=("exact", "inferred"))).results.edges
    assert [(e.kind, e.source.qualname, e.target.qualname) for e in edges][1:] == [
        (EdgeKind.CALLS, "add_note", "Store.save"),
        (EdgeKind.OVERRIDES, "MemoryStore.save", "Store.save"),
    ]


def test_without_a_chain_of_calls_other_edges_are_tried():
    answer = ask("path", PathRequest("MemoryStore", "Store")).results
    assert EdgeKind.INHERITS in answer.kinds
    assert steps(answer) == [("MemoryStore", "Store")]


def test_no_path_is_an_answer_that_knows_whether_there_is_one_the_other_way_round():
    answer = ask("path", PathRequest("Store.load", "main")).results
    assert (answer.edges, answer.backwards) == ((), True)
    assert steps(ask("path", PathRequest("main", "Store.load")).results)


def test_where_no_way_connects_two_symbols_none_is_named():
    answer = ask("path", PathRequest("Store.load", "main", kind=("inherits",))).results
    assert (answer.edges, answer.backwards) == ((), False)
    assert len(format_path(answer)) == 1


def test_impact_is_nearest_first_and_keeps_tests_apart():
    answer = ask("impact", ImpactRequest("Store.load")).results
    assert [(d.symbol.qualname, d.depth) for d in answer.dependents] == [
        ("Store.save", 1),
        ("MemoryStore.save", 2),
        ("add_note", 2),
        ("main", 3),
    ]
    assert [(d.symbol.qualname, d.via.target.qualname) for d in answer.tests] == [("test_save", "Store.save")]


def test_impact_stops_at_the_depth_asked_for():
    assert {d.depth for d in ask("impact", ImpactRequest("Store.load", depth=1)).results.dependents} == {1}


def test_impact_of_a_class_is_that_of_everything_in_it():
    names = [d.symbol.qualname for d in ask("impact", ImpactRequest("Store")).results.dependents]
    assert "add_note" in names
    assert "MemoryStore" in names
    assert "Store.save" not in names


def test_what_cannot_be_called_is_not_said_to_be_called_by_whom_it_is_given_to():
    found = ask("callers", CallersRequest("main")).results._replace(steps=(), total=0, mentions=3)
    assert "code that receives it may call it" in "\n".join(format_callers(found))
    named = found._replace(symbol=found.symbol._replace(kind=SymbolKind.TYPE))
    told = "\n".join(format_callers(named))
    assert "mentioned 3 times without a call:" in told
    assert f"codegraph refs '{found.symbol.id}'" in told  # a short name may be that of several
