"""Answers about all overloads of a name, and about one by its place or id."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.errors import AmbiguousError
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import (
    CalleesRequest,
    CallersRequest,
    ImpactRequest,
    PathRequest,
    RefsRequest,
    SymbolRequest,
)
from codegraph.operations.tools.tool_table import ServedTool, find_tool
from codegraph.render.text import render_text
from codegraph.server.call import Call, run
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load as config_of

SOURCES = {
    "Box.java": """class Box {
    void put(int a) { log(); }
    void put(String s) { put(1); }
    void log() {}
}
class Lid {
    void put(long a) {}
    void first(Box b) { b.put(1); }
    void second(Box b) { b.put("s"); }
}
""",
    "far.ts": """export declare function far(a: string): string;
export declare function far(a: number): number;
export function go() { far("s"); far(1); }
""",
    "area.h": "namespace n { int area(int a); int area(double a); }\n",
    "area.cpp": '#include "area.h"\nnamespace n {\nint area(int a) { return a; }\nint area(double a) { return area(1); }\n'
    "void run() { area(2.5); }\n}\n",
}
INT, STRING = "java:Box.java::Box.put(int)", "java:Box.java::Box.put(String)"


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("boxes")
    for name, text in SOURCES.items():
        (root / name).write_text(text)
    index_repository(root, config_of(root))
    return root


def ask(root: Path, verb: str, request: object):
    context = Context(root, config_of(root))
    try:
        return load_handler(BY_NAME[verb])(context, request)
    finally:
        context.close()


@pytest.mark.parametrize(
    ("name", "callers"),
    [
        ("Box.put", {"Box.put", "Lid.first", "Lid.second"}),
        (INT, {"Box.put", "Lid.first"}),
        ("Box.java:3", {"Lid.second"}),
        ("far", {"go"}),
        ("n::area", {"n.area", "n.run"}),
    ],
)
def test_callers_are_those_of_every_overload_or_of_the_one_that_is_named(boxes: Path, name: str, callers: set[str]):
    answer = ask(boxes, "callers", CallersRequest(name))
    assert {s.edge.source.qualname for s in answer.results.steps} == callers


def test_every_answer_says_that_it_is_about_several(boxes: Path):
    requests = {
        "callers": CallersRequest("Box.put"),
        "callees": CalleesRequest("Box.put"),
        "refs": RefsRequest("Box.put"),
        "impact": ImpactRequest("Box.put"),
        "symbol": SymbolRequest("Box.put"),
    }
    for verb, request in requests.items():
        text = render_text(ask(boxes, verb, request).results)
        assert "2 overloads" in text and INT in text and STRING in text, verb
    assert {s.edge.target.qualname for s in ask(boxes, "callees", requests["callees"]).results.steps} == {
        "Box.log",
        "Box.put",
    }
    reached = {d.symbol.qualname for d in ask(boxes, "impact", requests["impact"]).results.dependents}
    assert reached == {"Lid.first", "Lid.second"}


def test_a_path_says_which_overload_it_leads_to(boxes: Path):
    answer = ask(boxes, "path", PathRequest("Lid.second", "Box.put"))
    assert answer.results.target.id == STRING and STRING in answer.warnings[0]


def test_different_symbols_of_a_short_name_are_still_an_error(boxes: Path):
    with pytest.raises(AmbiguousError, match="names 3 symbols"):
        ask(boxes, "callers", CallersRequest("put"))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("code_symbol", {"symbol": "Box.put", "max_tokens": 500}),
        ("code_impact", {"symbol": "Box.put"}),
        ("get_dependencies", {"qualified_name": "Box.put", "direction": "incoming"}),
        ("get_impact", {"qualified_name": "Box.put"}),
        ("get_symbol_info", {"qualified_name": "sym:Box.put"}),
    ],
)
def test_tools_answer_about_all_overloads_and_say_so(boxes: Path, tool: str, arguments: dict):
    outcome = run(ServedTool(tool, find_tool(tool)), arguments, Call(Repositories(boxes)))
    assert not outcome.is_error, outcome.text
    assert "2 overloads" in outcome.text


NAMED_ALIKE = {
    "space.rs": """pub struct Space { members: Vec<u32>, hook: fn() }
impl Space {
    pub fn members(&self) -> &[u32] { &self.members }
    pub fn hook(&self) { (self.hook)() }
    fn count(&self) -> usize { self.members().len() }
    fn drop_all(&mut self) { self.members.clear() }
}
""",
    "Size.java": "class Size { private int of; int of() { return of; } int twice() { return of() + of(); } }\n",
    "box.ts": """class Box {
  private held = 1;
  get value(): number { return this.held; }
  set value(n: number) { this.held = n; }
  use() { this.value = this.value + 1; }
}
""",
    "shelf.py": """class Shelf:
    @property
    def width(self):
        return 1

    def area(self):
        return self.width * 2
""",
    "near.rs": "pub struct Near;\nmod inner { pub struct Near; pub fn far() {} }\npub fn far() {}\n",
}


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("alike")
    for name, text in NAMED_ALIKE.items():
        (root / name).write_text(text)
    index_repository(root, config_of(root))
    return root


@pytest.mark.parametrize(
    ("name", "callers"),
    [
        ("Space::members", {"Space.count"}),
        ("members", {"Space.count"}),
        ("rust:space.rs::Space.members", {"Space.members", "Space.drop_all"}),
        ("Size.of", {"Size.twice"}),
        ("Box.value", {"Box.use"}),
        ("Shelf.width", {"Shelf.area"}),
    ],
)
def test_callers_of_a_name_that_a_method_shares_with_a_field_are_those_of_the_method(
    alike: Path, name: str, callers: set[str]
):
    answer = ask(alike, "callers", CallersRequest(name))
    assert {s.edge.source.qualname for s in answer.results.steps} == callers


def test_answers_about_a_method_and_the_field_of_its_name_show_both(alike: Path):
    text = render_text(ask(alike, "symbol", SymbolRequest("Space.members")).results)
    assert "2 definitions" in text and "method" in text and "field" in text
    assert text.index("pub fn members") < text.index("members: Vec<u32>")
    users = {e.source.qualname for e in ask(alike, "refs", RefsRequest("Space.members")).results.edges}
    assert users == {"Space.members", "Space.count", "Space.drop_all"}


def test_readers_of_a_property_are_its_callers(alike: Path):
    (caller,) = ask(alike, "symbol", SymbolRequest("Shelf.width")).results.callers
    assert caller.source.qualname == "Shelf.area"


def test_types_of_one_name_in_two_modules_are_still_an_error(alike: Path):
    for name in ("Near", "far"):
        with pytest.raises(AmbiguousError, match="names 2 symbols"):
            ask(alike, "callers", CallersRequest(name))
