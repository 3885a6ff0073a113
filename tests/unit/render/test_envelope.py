"""One JSON envelope for every answer."""

from __future__ import annotations

import json

import pytest
from support.asking import ask, fixed_context

from codegraph.operations.answers import Answer
from codegraph.operations.requests import CallersRequest, ListRequest, StatusRequest, SymbolRequest
from codegraph.render.envelope import format_envelope, to_json


@pytest.mark.parametrize(
    ("name", "request_"),
    [("callers", CallersRequest("Store.save")), ("symbol", SymbolRequest("Store")), ("status", StatusRequest())],
)
def test_every_answer_has_the_same_four_keys(name: str, request_: object):
    body = json.loads(format_envelope(name, ask(name, request_)))
    assert list(body) == ["schema", "freshness", "warnings", "results"]
    assert body["schema"] == f"codegraph/{name}/1"
    assert body["freshness"]["fresh"] is True


def test_warnings_are_inside_the_object():
    answer = ask("callers", CallersRequest("Store.save"), fixed_context("notes/cli.py"))
    body = json.loads(format_envelope("callers", answer))
    assert body["freshness"]["behind"] == 1
    (warning,) = body["warnings"]
    assert warning.endswith(" is 1 file behind: notes/cli.py; run `codegraph index`")
    assert body["freshness"]["changed"] == ["notes/cli.py"]


def test_an_edge_names_both_ends_and_how_it_is_known():
    body = json.loads(format_envelope("callers", ask("callers", CallersRequest("Store.save"))))
    edge = body["results"]["steps"][0]["edge"]
    assert edge["source"]["id"] == "python:notes/cli.py::add_note"
    assert edge["target"]["qualname"] == "Store.save"
    assert (edge["kind"], edge["resolution"], edge["file"], edge["lines"]) == (
        "calls",
        "inferred",
        "notes/cli.py",
        [19, 21],
    )


def test_an_answer_that_rests_on_no_index_has_no_freshness():
    assert json.loads(format_envelope("list", Answer(ListRequest())))["freshness"] is None


def test_a_value_without_a_json_form_is_refused():
    with pytest.raises(TypeError):
        to_json(object())
