"""Tools that are rows of a table: the arguments they take, the operation they run and the fields they send."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from codegraph.operations.answers import Answer
from codegraph.operations.parameter import Request, argument, option
from codegraph.operations.tools.tool_spec import Argument, Column, Tool, Toolset, accept, require
from codegraph.server.adapter import get_input_type, get_output_type, run_tool
from codegraph.server.json_schema import build_input_schema, build_output_schema
from codegraph.server.tool_arguments import ArgumentError, read


class CountRequest(Request):
    word: str = argument("a word to count")
    limit: int = option("at most this many", default=10, low=1, high=100)
    kind: str = option("only of this kind", default="any")


class Row(NamedTuple):
    name: str
    count: int


class CountAnswer(NamedTuple):
    best: Row
    total: int
    rows: tuple[Row, ...] = (Row("x", 1), Row("y", 2))
    note: str | None = None


ROWS = [{"name": "x", "count": 1}, {"name": "y", "count": 2}]


class Place:
    def open_without_index(self) -> str:
        return "here"


def count(context: str, request: CountRequest) -> Answer[CountAnswer]:
    best = Row(f"{context}:{request.word}:{request.kind}", request.limit)
    return Answer(CountAnswer(best, 7, (Row("x", 1), Row("y", 2))), warnings=("counted twice",))


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch):
    """A package of operations with one operation."""
    name = "codegraph.operations.counting"
    modules = {name: {}, f"{name}.requests": {"CountRequest": CountRequest}, f"{name}.answers": {}}
    modules[f"{name}.answers"] = {"CountAnswer": CountAnswer}
    modules[f"{name}.words"] = {"count": count}
    for path, members in modules.items():
        module = ModuleType(path)
        module.__dict__.update(members)
        monkeypatch.setitem(sys.modules, path, module)


def make_tool(**more) -> Tool:
    return Tool(
        "count_words", Toolset.KUMIHO, "Count", "Count words.", "counting:CountRequest", "counting:CountAnswer",
        operation="counting.words:count", **more,
    )  # fmt: skip


def run(tool: Tool, **arguments: object) -> Any:
    return run_tool(tool, Place(), read(get_input_type(tool), arguments))  # type: ignore[arg-type]


def test_a_row_takes_the_fields_of_the_request_and_sends_those_of_the_answer():
    tool = make_tool()
    assert get_input_type(tool) is CountRequest and get_output_type(tool) is CountAnswer
    reply = run(tool, word="a")
    assert reply.value == {"best": {"name": "here:a:any", "count": 10}, "total": 7, "rows": ROWS}
    assert reply.note == "counted twice"


def test_an_argument_has_a_name_bounds_help_and_a_default_of_its_own():
    tool = make_tool(arguments=(Argument("k", "limit", help="results", default=5, high=20), Argument("term", "word")))
    schema = build_input_schema(get_input_type(tool))
    assert list(schema["properties"]) == ["term", "k", "kind"] and schema["required"] == ["term"]
    assert schema["properties"]["k"] == {
        "type": "integer", "minimum": 1, "maximum": 20, "description": "results", "default": 5,
    }  # fmt: skip
    assert run(tool, term="a").value["best"] == {"name": "here:a:any", "count": 5}
    assert run(tool, term="a", k=9).value["best"]["count"] == 9


def test_an_argument_can_be_required_where_the_field_has_a_default():
    tool = make_tool(arguments=(Argument("kind", required=True),))
    assert build_input_schema(get_input_type(tool))["required"] == ["word", "kind"]


def test_a_fixed_field_is_no_argument():
    tool = make_tool(fixed=(("kind", "noun"),))
    assert "kind" not in build_input_schema(get_input_type(tool))["properties"]
    assert run(tool, word="a").value["best"]["name"] == "here:a:noun"


def test_a_projection_names_fields_by_their_paths():
    tool = make_tool(projection=(Column("name", "best.name"), "total", "note"))
    assert run(tool, word="a").value == {"name": "here:a:any", "total": 7}
    schema = build_output_schema(get_output_type(tool))
    assert list(schema["properties"]) == ["name", "total", "note"] and schema["required"] == ["name", "total"]


def test_a_projection_reaches_into_records_and_lists_of_them():
    tool = make_tool(
        projection=(Column("hits", "rows", (Column("word", "name"),)), Column("first", "best", ("count", "name")))
    )
    reply = run(tool, word="a").value
    assert reply == {"hits": [{"word": "x"}, {"word": "y"}], "first": {"count": 10, "name": "here:a:any"}}
    properties = build_output_schema(get_output_type(tool))["properties"]
    assert properties["hits"]["items"]["properties"] == {"word": {"type": "string"}}
    assert list(properties["first"]["properties"]) == ["count", "name"]


def test_a_function_fills_fields_that_the_answer_lacks(monkeypatch: pytest.MonkeyPatch):
    module = ModuleType("codegraph.server.tools.kumiho.sizes")
    module.__dict__["measure"] = lambda call, answer, project: project(answer, size=answer.total * 2)
    module.__dict__["double"] = lambda context, request: CountRequest(request.word * 2)
    monkeypatch.setitem(sys.modules, "codegraph.server.tools.kumiho.sizes", module)
    tool = make_tool(projection=("best", Column("size", kind=int)), shape="sizes:measure", prepare="sizes:double")
    assert run(tool, word="a").value == {"best": {"name": "here:aa:any", "count": 10}, "size": 14}
    assert build_output_schema(get_output_type(tool))["properties"]["size"] == {"type": "integer"}


def test_a_row_takes_only_its_arguments_in_their_order_where_it_says_so():
    tool = make_tool(only=True, arguments=("kind", Argument("term", "word")))
    schema = build_input_schema(get_input_type(tool))
    assert list(schema["properties"]) == ["kind", "term"]
    assert run(tool, term="a").value["best"] == {"name": "here:a:any", "count": 10}


def test_columns_are_constants_arguments_or_what_a_function_makes(functions):
    tool = make_tool(
        projection=(
            Column("ok", value=True),
            Column("term", argument="word"),
            Column("loud", argument="word", by="words:shout"),
            Column("size", "rows", by="words:count_rows"),
            Column("first", "rows.0", ("name",)),
            Column("whole", ".", ("total",)),
            Column("rare", "rows", by="words:find_rare", optional=True),
            Column("missing", kind=int | None),
        )
    )
    reply = run(tool, word="a").value
    assert reply == {
        "ok": True, "term": "a", "loud": "A", "size": 2, "first": {"name": "x"}, "whole": {"total": 7}, "missing": None,
    }  # fmt: skip
    schema = build_output_schema(get_output_type(tool))
    kinds = {name: value.get("type") for name, value in schema["properties"].items()}
    assert kinds == {
        "ok": "boolean", "term": "string", "loud": "string", "size": "integer", "first": "object", "whole": "object",
        "rare": ["string", "null"], "missing": ["integer", "null"],
    }  # fmt: skip
    assert "rare" not in schema["required"] and "missing" in schema["required"]


def test_a_row_without_an_operation_has_a_function_that_takes_its_arguments(functions):
    tool = Tool(
        "list_words", Toolset.KUMIHO, "List", "List words.", "", "", "words:list_words",
        arguments=(require("prefix", "how they begin"), accept("most", "", int, 2, low=1, high=9)),
        projection=(Column("word", "name"),),
    )  # fmt: skip
    assert run(tool, prefix="w").value == [{"word": "w1"}, {"word": "w2"}]
    properties = build_input_schema(get_input_type(tool))["properties"]
    assert properties["most"] == {"type": "integer", "minimum": 1, "maximum": 9, "default": 2}
    result = build_output_schema(get_output_type(tool))["properties"]["result"]
    assert result["items"]["properties"] == {"word": {"type": "string"}}


def test_an_argument_is_a_list_of_records_and_its_bounds_can_stand_elsewhere(functions):
    parts = Argument(
        "parts", help="words", required=True, several=True, most=2,
        items=(require("word", longest="server.tools.kumiho.words:LONGEST"), accept("times", "", int, 1)),
    )  # fmt: skip
    tool = Tool("join", Toolset.KUMIHO, "Join", "Join words.", "", "", "words:join", arguments=(parts,))
    assert run(tool, parts=[{"word": "a"}, {"word": "b", "times": 2}]).value == "a bb"
    item = build_input_schema(get_input_type(tool))["properties"]["parts"]["items"]
    assert item["properties"]["word"]["maxLength"] == 3 and item["required"] == ["word"]
    with pytest.raises(ArgumentError, match="at most 3 are taken"):
        run(tool, parts=[{"word": "long"}])
    with pytest.raises(ArgumentError, match="at most 2 are taken"):
        run(tool, parts=[{"word": "a"}] * 3)


def test_a_note_is_filled_from_the_answer_and_left_out_where_a_part_is_empty():
    for note, told in (
        ("{total} words", "7 words; counted twice"),
        ("{best.count?}undo {total}", "undo 7; counted twice"),
        ("{note?}undo {total}", "counted twice"),
    ):
        assert run(make_tool(note=note), word="a").note == told


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch):
    """A module of functions of the toolset."""
    module = ModuleType("codegraph.server.tools.kumiho.words")
    module.__dict__.update({made.__name__: made for made in (shout, count_rows, find_rare, list_words, join)})
    module.__dict__["LONGEST"] = 3
    monkeypatch.setitem(sys.modules, module.__name__, module)


def shout(text: str) -> str:
    return text.upper()


def count_rows(rows: tuple[Row, ...]) -> int:
    return len(rows)


def find_rare(rows: tuple[Row, ...]) -> str | None:
    return next((row.name for row in rows if row.count > 2), None)


def list_words(call: Place, request: Any) -> Answer[tuple[Row, ...]]:
    return Answer(tuple(Row(f"{request.prefix}{n}", n) for n in range(1, request.most + 1)))


def join(call: Place, request: Any) -> Answer[str]:
    return Answer(" ".join(part.word * part.times for part in request.parts))
