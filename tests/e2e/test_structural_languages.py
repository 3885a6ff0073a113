"""Languages that have symbols and no resolver: no answer claims to know who uses what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.gitrepo import GitRepo

CommandLine = Callable[..., tuple[int, Any, str]]

LUA: dict[str, str | bytes] = {
    "src/shapes.lua": (
        "local M = {}\n\n-- Return the area of a rectangle.\nfunction M.area(width, height)\n"
        "  return width * height\nend\n\nlocal function spare(x)\n  return x\nend\n\nreturn M\n"
    ),
    "src/main.lua": (
        'local shapes = require("shapes")\n\n-- area of a room\nlocal function report(room)\n'
        '  print("area")\n  return shapes.area(room.width, room.height)\nend\n\nprint(shapes.area(1, 2))\n'
    ),
}
PYTHON: dict[str, str | bytes] = {"rates.py": "def vat():\n    return 19\n\n\ndef _old():\n    return vat()\n"}
NEVER = (
    "nothing depends on it", "no dead code found\n", "no callers found\n", "no references found\n",
    "no callees found", "no cycles along imports, calls\n", "nothing to rank\n", "no edges between symbols\n",
)  # fmt: skip


@pytest.fixture
def mixed(folder: Path, cg: CommandLine) -> Path:
    GitRepo.make(folder, {**LUA, **PYTHON})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    return folder


@pytest.mark.parametrize("verb", ["index", "status"])
def test_the_table_of_languages_tells_tiers(mixed: Path, cg: CommandLine, verb: str) -> None:
    _, told, _ = cg(verb, *(["--full", "--no-vectors"] if verb == "index" else []), text=True)
    table = told.partition("how edges are known")[0]
    rows = {line.split()[0]: line.split() for line in table.splitlines() if line.startswith("  ")}
    assert rows["lua"][1:3] == ["structural", "2"]
    assert rows["python"][1:3] == ["resolved", "1"]
    assert "Lua: names only, not analysed (2 files)" in told


def test_how_edges_are_known_is_told_of_resolved_languages_alone(mixed: Path, cg: CommandLine) -> None:
    _, results, _ = cg("status")
    assert [row["language"] for row in results["mix"]] == ["python"]
    (row,) = results["stats"]["not_analysed"]
    assert (row["language"], row["files"], row["tier"]) == ("Lua", 2, "structural")


@pytest.mark.parametrize("verb", ["dead-code", "unresolved", "cross-repo", "cycles", "rank", "clusters"])
def test_questions_about_the_whole_say_what_they_leave_out(mixed: Path, cg: CommandLine, verb: str) -> None:
    _, told, _ = cg(verb, text=True)
    assert "Lua: names only, not analysed (2 files)" in told
    assert not any(claim in told for claim in NEVER)


def test_no_symbol_of_one_is_dead_or_ranked(mixed: Path, cg: CommandLine) -> None:
    _, dead, _ = cg("dead-code", "--exported")
    assert [row["symbol"]["name"] for row in dead["symbols"]] == ["vat", "_old"]
    _, ranked, _ = cg("rank")
    assert {row["symbol"]["language"] for row in ranked["ranked"]} == {"python"}


def test_symbols_of_one_are_none_without_connections(mixed: Path, cg: CommandLine) -> None:
    _, found, _ = cg("clusters")
    assert found["singles"] == 1  # the module of rates.py


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("callers", "area"), "its callers are unknown"),
        (("callees", "report"), "what it calls is unknown"),
        (("refs", "area"), "what refers to it is unknown"),
        (("impact", "area"), "what depends on it is unknown"),
        (("path", "report", "area"), "its edges are unknown"),
        (("symbol", "area"), "callers and callees are unknown"),
    ],
)
def test_of_its_symbols_nothing_is_claimed(mixed: Path, cg: CommandLine, words: tuple[str, ...], said: str) -> None:
    code, told, _ = cg(*words, text=True)
    assert code == 0
    assert "Lua: names only; " in told
    assert said in told
    assert not any(claim in told for claim in NEVER)


def test_a_change_of_it_counts_as_not_analysed_for_gates(mixed: Path, cg: CommandLine) -> None:
    (mixed / "src/shapes.lua").write_text("local M = {}\nfunction M.area(w)\n  return w\nend\nreturn M\n")
    code, told, _ = cg("impact", "--base", "HEAD", "--fail-on", "not-analysed>0", text=True)
    assert code != 0
    assert "src/shapes.lua" in told
    _, results, _ = cg("impact", "--base", "HEAD")
    assert [(row["path"], row["language"]) for row in results["not_analysed"]] == [("src/shapes.lua", "Lua")]
    assert [(r["language"], r["tier"]) for r in results["not_analysed_languages"]] == [("Lua", "structural")]


def test_doctor_names_it_apart(mixed: Path, cg: CommandLine) -> None:
    _, results, _ = cg("doctor")
    (check,) = [c for c in results["checks"] if c["name"] == "languages"]
    assert check["detail"] == "analysed: Python (1); names only: Lua (2)"
