"""A structural language is a table and a sample: what is missing is said."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from codegraph_parsers.structural_table import FOLDER, list_tables, parse_table

check_languages = import_module("check_languages")  # of `scripts/`

TABLE = """
title = "Own"
grammar = "pack:lua"
definitions = "(function_declaration name: (identifier) @name) @function"

[files]
suffixes = [".own"]
"""


@pytest.mark.parametrize("key", list_tables())
def test_a_structural_language_has_all_that_it_needs(key: str) -> None:
    assert check_languages.check_language(key) == []


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (None, "no table"),
        ("title = 3", "own.toml: `title` must be a text"),
        (TABLE.replace("function_declaration", "no_such_node"), "`definitions` does not fit the grammar"),
        (TABLE.replace("[files]", "[tests]").replace("suffixes", "paths"), "`files.suffixes` is empty"),
        (TABLE, "no sample in"),
    ],
)
def test_what_a_language_lacks_is_said(tmp_path: Path, table: str | None, said: str) -> None:
    if table is not None:
        (tmp_path / "own.toml").write_text(table)
    lacks = check_languages.check_language("own", tmp_path, tmp_path)
    assert any(said in sentence for sentence in lacks)


def test_a_sample_without_assertions_is_none(tmp_path: Path) -> None:
    (tmp_path / "lua").mkdir()
    sample = tmp_path / "lua" / "a.lua"
    sample.write_text("function f()\nend\n")
    (lack,) = check_languages.check_language("lua", FOLDER, tmp_path)
    assert "no assertion in" in lack
    sample.write_text("function f() --> def function f\nend\n")
    assert check_languages.check_language("lua", FOLDER, tmp_path) == []


def test_patterns_that_no_sample_has_are_listed(tmp_path: Path) -> None:
    (tmp_path / "lua").mkdir()
    (tmp_path / "lua" / "a.lua").write_text("function f()\nend\nlocal t = {}\n")
    table = parse_table("lua", (FOLDER / "lua.toml").read_text())
    unused = check_languages.list_unused_patterns(table, tmp_path)
    assert any("method_index_expression" in pattern for pattern in unused)
    assert not any(pattern.startswith("(function_declaration name: (identifier)") for pattern in unused)
