"""Records name files and tests in the ways of many tools; what could be several things is nobody's."""

from __future__ import annotations

import pytest

from codegraph.coverage.line_mapping import find_line_owners, find_run_symbols
from codegraph.coverage.path_mapping import Files, Nameable, NamedTests, read_name
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile

FILES = Files(["src/app.py", "app.py", "lib/b/util.go", "lib/c/util.go", "web/pages/[id].ts"], "/home/me/repo")


@pytest.mark.parametrize(
    ("recorded", "path"),
    [
        ("app.py", "app.py"),
        ("src/app.py", "src/app.py"),
        ("./src/app.py", "src/app.py"),
        ("/home/me/repo/app.py", "app.py"),
        ("/builds/77/src/app.py", "src/app.py"),
        ("C:\\work\\src\\app.py", "src/app.py"),
        ("example.org/m/lib/c/util.go", "lib/c/util.go"),
        ("pages/[id].ts", "web/pages/[id].ts"),
        ("util.go", ""),
        ("/usr/lib/python3/json.py", ""),
    ],
)
def test_a_recorded_path_is_the_file_it_can_only_mean(recorded: str, path: str) -> None:
    assert FILES.find(recorded) == path


ENTRIES = [
    Nameable("m", "tests/test_a.py", ""),
    Nameable("X", "tests/test_a.py", "TestX"),
    Nameable("y", "tests/test_a.py", "TestX.test_y"),
    Nameable("f", "tests/test_a.py", "test_f"),
    Nameable("g", "tests/test_b.py", "test_f"),
    Nameable("go", "pkg/run_test.go", "TestRun"),
]
TESTS = NamedTests(ENTRIES, Files(["tests/test_a.py", "tests/test_b.py", "pkg/run_test.go"], "/r"))


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("tests/test_a.py::TestX::test_y|run", "y"),
        ("tests/test_a.py::TestX::test_y[a::b[c]]", "y"),
        ("/elsewhere/tests/test_a.py::test_f", "f"),
        ("tests/test_a.py::TestX::test_inherited", "X"),
        ("tests/test_a.py::gone", "m"),
        ("tests.test_a.TestX.test_y", "y"),
        ("test_a.TestX.test_inherited", "X"),
        ("tests.test_b.test_f", "g"),
        ("test_f", ""),
        ("TestRun", "go"),
        ("tests_test_b_test_f", "g"),
        ("other/test_z.py::test_f", ""),
        ("", ""),
    ],
)
def test_a_recorded_name_is_the_test_it_can_only_mean(name: str, id: str) -> None:
    assert TESTS.find(read_name(name)) == id


SOURCE = b"""import os

def outer(a):
    def inner():
        return a
    return inner

def short(): return 1

class K:
    size = 3
    def m(self):
        return [lambda: self]
"""


def names(lines: set[int]) -> set[str]:
    facts = parse(SourceFile("a.py", SOURCE, "python", ""))
    return {facts.symbols[at].qualname for at in find_run_symbols(find_line_owners(facts.symbols, facts.lines), lines)}


def test_what_runs_when_a_file_is_imported_runs_no_function() -> None:
    assert names({1, 3, 10, 11, 12}) == set()


def test_lines_run_the_innermost_function_around_them() -> None:
    assert names({4}) == {"outer"}
    assert names({5}) == {"outer.inner"}
    assert names({8, 13}) == {"short", "K.m"}


def test_lines_beyond_the_file_are_of_another_state() -> None:
    assert names({0, 99}) == set()
