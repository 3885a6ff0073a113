"""Arguments of a tool: what is wrong is said of each, with what it may be."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from codegraph.operations.parameter import Request, argument, option
from codegraph.server.json_schema import build_input_schema, build_output_schema
from codegraph.server.tool_arguments import ArgumentError, read


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    weight: float = 1.0


class Search(Request):
    query: str = argument("what to look for", longest=20)
    kind: tuple[str, ...] = option("", default=(), choices=("class", "method"))
    limit: int = option("", default=10, low=1, high=50)
    share: float | None = option("", default=None, low=0)
    deep: bool = option("", default=False)
    parts: tuple[Part, ...] = option("", default=())
    extra: dict[str, object] | None = option("", default=None)


def problem(**arguments: object) -> str:
    with pytest.raises(ArgumentError) as wrong:
        read(Search, arguments)
    return wrong.value.message


def test_what_is_left_out_has_its_default():
    assert read(Search, {"query": "x"}) == Search("x")
    assert read(Search, {"query": "x", "share": None}) == Search("x")


def test_values_become_what_the_request_declares():
    given = {"query": "x", "kind": ["class"], "limit": 5.0, "share": 1, "parts": [{"name": "a"}], "extra": {"k": [1]}}
    found = read(Search, given)
    assert found == Search("x", ("class",), 5, 1.0, False, (Part("a"),), {"k": [1]})
    assert isinstance(found.limit, int) and isinstance(found.share, float)


def test_every_fault_is_named_at_once():
    message = problem(limit=0, kind=["klass"], deep="yes")
    for part in ("`query` is missing", "`limit` is 0, it must be from 1 to 50", "`kind[0]` is 'klass'", "did you mean"):
        assert part in message
    assert "`deep` is 'yes', it must be true or false" in message


def test_a_misspelt_argument_is_recognised():
    assert "did you mean `query`" in problem(querry="x")


@pytest.mark.parametrize("value", [True, "5", [5], {}, 5.5, 10**400, float("nan"), float("inf")])
def test_what_is_no_whole_number_is_refused(value: object):
    assert "`limit`" in problem(query="x", limit=value)


def test_a_rejected_value_is_repeated_no_further_than_it_helps():
    assert len(problem(query="y" * 1_000_000)) < 200
    assert len(problem(query=["y" * 1_000_000])) < 200
    assert "\x1b" not in problem(query="x", kind=["\x1b[31m"])


def test_nested_faults_name_their_place():
    assert "`parts[1].name` is missing" in problem(query="x", parts=[{"name": "a"}, {}])
    assert "unknown argument 'parts[0].nome'" in problem(query="x", parts=[{"nome": "a", "name": "b"}])


def test_halves_of_surrogate_pairs_do_not_get_through():
    read(Search, {"query": "a\ud800b"}).query.encode()


def test_the_schema_says_what_reading_enforces():
    schema = build_input_schema(Search)
    assert schema["required"] == ["query"] and schema["additionalProperties"] is False
    properties = schema["properties"]
    assert properties["query"] == {"type": "string", "maxLength": 20, "description": "what to look for"}
    assert properties["limit"] == {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}
    assert properties["kind"] == {"type": "array", "items": {"type": "string", "enum": ["class", "method"]}}
    assert properties["share"] == {"type": "number", "minimum": 0}
    assert properties["parts"]["items"]["required"] == ["name"]


def test_an_answers_field_with_a_default_may_be_left_out():
    schema = build_output_schema(Part)
    assert schema["required"] == ["name"] and schema["properties"]["weight"] == {"type": "number"}
