"""Structural languages that a repository adds by tables in `.codegraph/languages`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.gitrepo import GitRepo
from support.serving import talk, text

from codegraph.query.index import Index
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load

CommandLine = Callable[..., tuple[int, Any, str]]

OURS = """
title = "Ours"
grammar = "pack:lua"
definitions = '''
(function_declaration name: (identifier) @name parameters: (_) @signature) @function
'''
[files]
suffixes = [".ours"]
"""
IMPORTS = OURS.replace(
    "[files]",
    """
imports = '''
((function_call name: (identifier) @_load arguments: (arguments (string) @path)) (#eq? @_load "load"))
'''
[files]""",
)
IMPORTS += """
[modules]
suffixes = [".ours"]
relative = "always"
"""
SOURCES: dict[str, str | bytes] = {
    "a.ours": 'load("b")\nfunction first()\n  return second()\nend\n',
    "b.ours": "function second()\n  return 1\nend\nvalue = 3\n",
    "lib.lua": "function third()\n  return 3\nend\n",
    "main.py": "def run():\n    return 1\n",
}


@pytest.fixture
def project(folder: Path, cg: CommandLine) -> Path:
    GitRepo.make(folder, SOURCES)
    assert index(cg)[0] == 0
    return folder


def index(cg: CommandLine, *words: str) -> tuple[int, Any, str]:
    return cg("index", "--no-vectors", *words)


def add(folder: Path, name: str, table: str) -> None:
    place = folder / ".codegraph/languages"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.toml").write_text(table)


def graph(folder: Path) -> tuple[list[Any], list[Any], list[Any]]:
    """Files, symbols and edges of an index, without the numbers that a run chooses."""
    with Index.open(folder, load(folder)) as opened:
        files = [
            (row.path, row.language, row.status, row.reason, row.symbols) for row in opened.list_files(limit=None).items
        ]
        symbols = [(row.id, row.kind, row.line) for row in opened.iterate_all_symbols()]
        edges = [
            (e.source.id, e.kind, e.resolution, getattr(e.target, "id", ""), e.lines) for e in opened.iterate_edges()
        ]
        return files, symbols, sorted(map(str, edges))


def test_a_table_gives_its_files_symbols_and_imports(project: Path, cg: CommandLine) -> None:
    add(project, "ours", IMPORTS)
    _, _, err = index(cg)
    assert "ours" not in err
    _, told, _ = cg("symbol", "second", text=True)
    assert "second  function · b.ours:1" in told
    assert "Ours: names only; 1 place mentions it" in told
    _, impact, _ = cg("impact", "b.ours")
    assert [row["symbol"]["file"] for row in impact["dependents"]] == ["a.ours"]
    _, listed, _ = cg("languages", "--here")
    assert ("Ours", "structural", 2) in [(r["language"], r["tier"], r["files"]) for r in listed["languages"]]


@pytest.mark.parametrize("change", ["added", "changed", "removed", "replaced"])
def test_a_refresh_after_a_change_of_tables_equals_a_rebuild(project: Path, cg: CommandLine, change: str) -> None:
    if change in ("changed", "removed"):
        add(project, "ours", IMPORTS)
        index(cg)
    if change == "added":
        add(project, "ours", IMPORTS)
    elif change == "changed":
        add(
            project,
            "ours",
            OURS.replace(
                "@function\n", "@function\n(assignment_statement (variable_list name: (identifier) @name)) @variable\n"
            ),
        )
    elif change == "removed":
        (project / ".codegraph/languages/ours.toml").unlink()
    else:
        add(project, "lua", OURS.replace('"Ours"', '"Lua"').replace("@function", "@class").replace(".ours", ".lua"))
    before = graph(project)
    _, results, _ = index(cg)
    assert not results["summary"]["unchanged"]
    refreshed = graph(project)
    assert refreshed != before
    index(cg, "--full")
    assert graph(project) == refreshed


def test_a_changed_table_parses_its_own_files_again_and_no_others(project: Path, cg: CommandLine) -> None:
    add(project, "ours", OURS)
    index(cg)
    add(project, "ours", OURS.replace("@function", "@class"))
    _, results, _ = index(cg)
    assert (results["summary"]["parsed"], results["summary"]["reused"]) == (2, 2)


def test_an_edit_after_a_table_was_added_is_incremental_and_equals_a_rebuild(project: Path, cg: CommandLine) -> None:
    add(project, "ours", IMPORTS)
    index(cg)
    (project / "a.ours").write_text('load("b")\nfunction renamed()\nend\n')
    assert cg("symbol", "renamed")[0] == 0
    refreshed = graph(project)
    index(cg, "--full")
    assert graph(project) == refreshed


@pytest.mark.parametrize(
    ("name", "table", "said"),
    [
        ("ours", "title = 3", "ours.toml: `title` must be a text"),
        ("ours", "= nonsense", "ours.toml: no TOML"),
        ("ours", OURS + "\nmagic = true\n", "ours.toml: unknown key `files.magic`"),
        ("python", OURS, "python.toml: `python` has a resolver"),
        ("ours", OURS.replace(".ours", ".py"), "ours.toml: `files`: '.py' belongs to `python`"),
        ("ours", OURS.replace("pack:lua", "os:system"), "ours.toml: `grammar` must be"),
        ("ours", OURS.replace("pack:lua", "tree_sitter_mine:language"), "ours.toml: `grammar`: no package"),
        (
            "ours",
            OURS.replace("pack:lua", "pack:nothing_such"),
            "ours.toml: `grammar`: the installed language pack has no",
        ),
        ("ours", OURS.replace("@function", "@wizard"), "@wizard is no kind"),
        (
            "ours",
            OURS.replace("function_declaration", "no_such_node"),
            "ours.toml: table ours: `definitions` does not fit",
        ),
    ],
)
def test_a_wrong_table_costs_itself_and_is_told_with_its_file(
    project: Path, cg: CommandLine, name: str, table: str, said: str
) -> None:
    add(project, name, table)
    code, _, err = cg("index", "--no-vectors", text=True)
    assert code == 0
    assert said in err
    _, checked, _ = cg("doctor")
    assert any((said.partition(": ")[2] or said) in check["detail"] for check in checked["checks"])
    assert cg("symbol", "third")[0] == 0
    assert cg("callers", "run")[0] == 0


def test_a_module_of_the_repository_is_never_imported_as_a_grammar(project: Path, cg: CommandLine) -> None:
    (project / "tree_sitter_mine.py").write_text("raise SystemExit('imported')\n")
    add(project, "ours", OURS.replace("pack:lua", "tree_sitter_mine:language"))
    code, _, err = cg("index", "--no-vectors", text=True)
    assert code == 0
    assert "no package tree-sitter-mine is installed" in err


def test_tables_over_the_bound_are_told_and_left_out(project: Path, cg: CommandLine) -> None:
    for number in range(34):
        add(project, f"own{number:02}", OURS.replace(".ours", f".own{number:02}"))
    _, _, err = cg("index", "--no-vectors", text=True)
    assert err.count("a repository may have 32 tables, and this has 34") == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_ordinary_file_is_no_table(project: Path, cg: CommandLine) -> None:
    add(project, "ours", OURS)
    os.mkfifo(project / ".codegraph/languages/pipe.toml")
    (project / ".codegraph/languages/link.toml").symlink_to("ours.toml")
    _, _, err = cg("index", "--no-vectors", text=True)
    assert "pipe.toml: is no ordinary file" in err
    assert "link.toml: cannot be read" in err


def test_a_table_of_one_repository_says_nothing_of_another(tmp_path: Path, cg: CommandLine, project: Path) -> None:
    add(project, "ours", OURS)
    other = tmp_path / "other"
    GitRepo.make(other, SOURCES)

    async def run(client: Client) -> None:
        for folder, known in ((project, True), (other, False), (project, True)):
            told = text(await client.call_tool("code_symbol", {"symbol": "second", "repo": str(folder)}))
            assert ("second  function  b.ours:1" in told) is known

    index(cg)
    assert cg("index", "--no-vectors", str(other))[0] == 0
    talk(Repositories(project, allowed=(other,)), run)


def test_a_note_on_a_symbol_of_an_own_language_goes_stale(project: Path, cg: CommandLine) -> None:
    add(project, "ours", OURS)
    index(cg)
    assert cg("memory", "add", "keep it short", "--about", "second")[0] == 0
    path = project / "b.ours"
    text = path.read_text()
    path.write_text(f"-- layout alone\n\n{text}")
    assert cg("memory", "stale")[1]["stale"] == []
    path.write_text(text.replace("function second()", "function second(more)"))
    (row,) = cg("memory", "stale")[1]["stale"]
    assert [anchor["state"] for anchor in row["anchors"]] == ["changed"]
