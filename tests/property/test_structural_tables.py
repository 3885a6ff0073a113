"""Tables of structural languages: whatever they hold, they are used or refused, and nothing else happens."""

from __future__ import annotations

import pickle
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileStatus, SourceFile
from codegraph_parsers.structural_table import LanguageTables, StructuralTable, TableError, load_table, parse_table

KEYS = ("title", "grammar", "definitions", "imports", "comments", "purpose", "clauses", "files", "modules", "tests")
SCALARS = st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=20).map(repr), st.just("'pack:lua'"))
VALUES = st.one_of(
    SCALARS.map(str),
    st.lists(SCALARS.map(str), max_size=3).map(lambda each: f"[{', '.join(each)}]"),
    st.just("{suffixes = ['.x']}"),
    st.just("{roots = [''], relative = 'never'}"),
)
LINES = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8).map(
    lambda found: "\n".join(f"{key} = {value}" for key, value in found.items())
)
WORDS = st.sampled_from(
    ["(", ")", "[", "]", "_", "@function", "@name", "@scope", "@_x", "identifier", "function_declaration", "name:", ".",
     "*", "+", "?", "!", "#eq?", "#match?", "#not-eq?", '"(("', '"a"', "ERROR", "MISSING", ";", "/", "chunk", "\n"]
)  # fmt: skip
QUERIES = st.one_of(st.lists(WORDS, max_size=24).map(" ".join), st.text(max_size=60))
SOURCE = b"-- about\nlocal M = {}\nfunction M.area(w)\n  return w\nend\nfunction broken(\n"


def read(key: str, text: str) -> StructuralTable | None:
    try:
        return parse_table(key, text)
    except TableError as error:
        assert str(error)
        return None


@given(st.text(max_size=12), st.one_of(st.text(max_size=200), LINES))
def test_text_is_a_table_or_a_table_error(key: str, text: str) -> None:
    found = read(key, text)
    assert found is None or found.key == key


def with_queries(definitions: str, imports: str) -> StructuralTable:
    values: dict[str, Any] = {"definitions": definitions, "imports": imports, "key": "own"}
    known = load_table("lua")
    return StructuralTable(**{**{name: getattr(known, name) for name in known.__slots__}, **values})


@given(QUERIES, QUERIES)
def test_any_query_gives_facts_or_a_reason(definitions: str, imports: str) -> None:
    table = with_queries(definitions, imports)
    facts = parse(SourceFile("a.own", SOURCE, "own", "", table))
    assert facts.symbols[0].kind == "module"
    assert all(0 <= each.parent < at for at, each in enumerate(facts.symbols) if at)
    if facts.status is FileStatus.FAILED:
        assert {problem.kind for problem in facts.problems} == {"grammar"}


@given(QUERIES)
def test_tables_reach_workers_as_they_are(query: str) -> None:
    tables = LanguageTables((with_queries(query, ""),), (), ("1",))
    copied = pickle.loads(pickle.dumps(tables))
    assert copied == tables
    assert hash(copied) == hash(tables)
    assert copied.compute_fingerprint() == tables.compute_fingerprint()


@pytest.mark.parametrize(
    "query",
    [
        "(table_constructor (field) @name (field) @class)",
        "(chunk (function_declaration name: (_) @name) @function (_)* (function_declaration) (_)* (function_declaration))",
    ],
)
def test_a_query_that_matches_too_much_is_bounded_and_told(query: str) -> None:
    source = b"local t = {" + b"1, " * 500 + b"}\n" + b"function f(x) return x end\n" * 700
    started = time.process_time()
    facts = parse(SourceFile("a.own", source, "own", "", with_queries(query, "")))
    assert time.process_time() - started < 20  # without a limit the time grows with the cube
    assert any("match too much" in problem.message for problem in facts.problems)
    assert facts.status is FileStatus.PARTIAL


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a|b)*c", "(a){2,}"])
def test_an_expression_that_repeats_a_group_is_refused(pattern: str) -> None:
    query = f'((identifier) @name @function (#match? @name "{pattern}"))'
    facts = parse(SourceFile("a.own", SOURCE, "own", "", with_queries(query, "")))
    assert [problem.kind for problem in facts.problems] == ["grammar"]
    assert "repeats a group" in facts.problems[0].message


def test_an_expression_of_alternatives_is_used() -> None:
    query = '((identifier) @name @function (#match? @name "^(M|broken|[a-z]+)$"))'
    facts = parse(SourceFile("a.own", SOURCE, "own", "", with_queries(query, "")))
    assert "area" in {symbol.name for symbol in facts.symbols}


def test_a_query_with_many_expressions_compiles() -> None:
    words = " ".join(f'((identifier) @name @function (#any-of? @name "a{at}" "area"))' for at in range(20))
    facts = parse(SourceFile("a.own", SOURCE, "own", "", with_queries(f'{words} ((chunk) @_c (#match? @_c "^x"))', "")))
    assert "area" in {symbol.name for symbol in facts.symbols}


def test_an_escaped_bracket_is_no_group() -> None:
    query = r'((function_declaration name: (_) @name parameters: (_) @_p) @function (#match? @_p "\\)*$"))'
    facts = parse(SourceFile("a.own", SOURCE, "own", "", with_queries(query, "")))
    assert "area" in {symbol.name.rpartition(".")[2] for symbol in facts.symbols}
