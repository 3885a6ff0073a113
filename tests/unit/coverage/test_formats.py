"""Recorded test runs are read in every format as the same lines; what is none of them is an error, never half a run."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from codegraph.coverage.formats import read_text
from codegraph.coverage.recorded_runs import Covered
from codegraph.errors import InvalidError
from codegraph.store.coverage_py import read_database


def rows(text: str) -> list[Covered]:
    return list(read_text(text.encode(), "record").covered)


def database(
    path: Path, lines: dict[tuple[str, str], set[int]], arcs: dict[tuple[str, str], list[tuple[int, int]]]
) -> Path:
    """A database as coverage.py writes it."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE coverage_schema(version INTEGER); INSERT INTO coverage_schema VALUES(7);"
        "CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT); CREATE TABLE context(id INTEGER PRIMARY KEY, context TEXT);"
        "CREATE TABLE line_bits(file_id INTEGER, context_id INTEGER, numbits BLOB);"
        "CREATE TABLE arc(file_id INTEGER, context_id INTEGER, fromno INTEGER, tono INTEGER);"
    )
    names = sorted({*lines, *arcs})
    files, contexts = sorted({f for f, _ in names}), sorted({c for _, c in names})
    connection.executemany("INSERT INTO file VALUES(?,?)", enumerate(files))
    connection.executemany("INSERT INTO context VALUES(?,?)", enumerate(contexts))
    for (file, context), numbers in lines.items():
        bits = bytearray(max(numbers) // 8 + 1)
        for number in numbers:
            bits[number // 8] |= 1 << number % 8
        row = (files.index(file), contexts.index(context), bytes(bits))
        connection.execute("INSERT INTO line_bits VALUES(?,?,?)", row)
    for (file, context), pairs in arcs.items():
        place = files.index(file), contexts.index(context)
        connection.executemany("INSERT INTO arc VALUES(?,?,?,?)", [(*place, *pair) for pair in pairs])
    connection.commit()
    connection.close()
    return path


def test_a_database_of_coverage_py_gives_the_lines_of_each_context(tmp_path: Path) -> None:
    path = database(tmp_path / ".coverage", {("/x/a.py", "t1"): {1, 8, 17}, ("/x/a.py", ""): {2}}, {})
    found = read_database(path)
    assert found.files == ("/x/a.py",) and found.tests == ("", "t1")
    assert list(found.covered) == [
        Covered("/x/a.py", "", frozenset({2})), Covered("/x/a.py", "t1", frozenset({1, 8, 17})),
    ]  # fmt: skip


def test_branch_coverage_gives_the_lines_its_jumps_touch(tmp_path: Path) -> None:
    path = database(tmp_path / ".coverage", {}, {("a.py", "t1"): [(-1, 3), (3, 5), (5, -1)], ("a.py", "t2"): [(-1, 3)]})
    assert [(c.test, sorted(c.lines)) for c in read_database(path).covered] == [("t1", [3, 5]), ("t2", [3])]


@pytest.mark.parametrize("size", [100, 5000])
def test_a_damaged_database_is_an_error(tmp_path: Path, size: int) -> None:
    path = database(tmp_path / ".coverage", {("a.py", f"t{i}"): {i, i + 9} for i in range(200)}, {})
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(InvalidError, match=r"no database of coverage\.py"):
        list(read_database(path).covered)


def test_a_database_of_something_else_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes(text)")
    with pytest.raises(InvalidError, match=r"no database of coverage\.py"):
        read_database(path)


def test_json_with_contexts_gives_the_lines_of_each_context() -> None:
    entry = {"executed_lines": [1, 2], "contexts": {"1": [""], "2": ["", "tests/t.py::test_a|run"]}}
    document = {"meta": {"version": "7.0"}, "files": {"src\\a.py": entry}}
    assert rows(json.dumps(document)) == [
        Covered("src\\a.py", "", frozenset({1, 2})), Covered("src\\a.py", "tests/t.py::test_a|run", frozenset({2})),
    ]  # fmt: skip


def test_json_without_contexts_is_a_run_without_names() -> None:
    document = {"meta": {"version": "7.0"}, "files": {"a.py": {"executed_lines": [4]}}}
    assert rows(json.dumps(document)) == [Covered("a.py", "", frozenset({4}))]


def test_lcov_lines_that_ran_belong_to_the_test_named_last() -> None:
    text = "TN:first\nSF:/x/a.js\nFN:1,f\nDA:1,1\nDA:2,0\nend_of_record\nTN:second\nSF:/x/a.js\nDA:2,3,hash\nend_of_record\n"
    assert rows(text) == [Covered("/x/a.js", "first", frozenset({1})), Covered("/x/a.js", "second", frozenset({2}))]


def test_go_blocks_that_ran_give_all_their_lines() -> None:
    text = "mode: set\nexample.org/m/a.go:3.20,5.2 2 1\nexample.org/m/a.go:7.2,7.9 1 0\n"
    assert rows(text) == [Covered("example.org/m/a.go", "", frozenset({3, 4, 5}))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "no record of a test run"),
        ('{"a": 1}', "not of coverage.py"),
        ('{"meta": {"version": "7"}, "files": {"a.py": {}}}', "not of coverage.py"),
        ('{"meta": {"version": "7"}, "files": [', "not of coverage.py"),
        ("TN:\nSF:a.js\nDA:x,1\nend_of_record\n", "line 3"),
        ("SF:a.js\nDA:1,1\n", "ends within the record of a.js"),
        ("mode: set\na.go:3.20,5.2\n", "line 2"),
        ("mode: set\na.go:9.1,5.2 1 1\n", "line 2"),
    ],
)
def test_a_text_that_does_not_fit_is_an_error_that_says_where(text: str, told: str) -> None:
    with pytest.raises(InvalidError, match=told):
        rows(text)


def test_bytes_that_are_no_text_are_an_error() -> None:
    with pytest.raises(InvalidError, match="no record"):
        read_text(b"\xff\xfe\x00", "record")
