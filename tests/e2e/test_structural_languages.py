"""Languages that have symbols and no resolver: no answer claims to know who uses what."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo
from support.serving import talk, text

from codegraph.indexing.incremental import update_index
from codegraph.indexing.pipeline import index_repository
from codegraph.server.repositories import Repositories
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.lexical import load_links
from codegraph_parsers import grammar

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
        (("callers", "area"), "Lua: names only; 2 places mention it"),
        (("refs", "area"), "Lua: names only; 2 places mention it"),
        (("impact", "area"), "Lua: names only; 2 places mention it"),
        (("symbol", "area"), "Lua: names only; 2 places mention it"),
        (("explore", "area"), "M.area  Lua: names only; 2 places mention it"),
        (("path", "report", "area"), "no path from report to M.area is known\nLua: names only; 2 places mention it"),
        (("callers", "spare"), "Lua: names only; no place was found that mentions it"),
        (("callees", "report"), "Lua: names only; what it calls is unknown"),
        (("refs", "src/main.lua"), "Lua: names only; what refers to it is unknown"),
    ],
)
def test_of_its_symbols_mentions_are_told_and_nothing_is_claimed(
    mixed: Path, cg: CommandLine, words: tuple[str, ...], said: str
) -> None:
    code, told, _ = cg(*words, text=True)
    assert code == 0
    assert said in told
    assert not any(claim in told for claim in NEVER)


def test_what_imports_a_file_of_one_is_known_by_its_path(mixed: Path, cg: CommandLine) -> None:
    _, told, _ = cg("impact", "src/shapes.lua", text=True)
    assert "src/main.lua:1  <module>  imports" in told
    assert "Lua: names only; what depends on it is unknown" in told


def test_mentions_are_listed_apart_from_edges(mixed: Path, cg: CommandLine) -> None:
    _, results, _ = cg("callers", "area")
    assert results["steps"] == []
    found = results["name_mentions"]
    assert [(row["path"], row["line"], row["around"], row["text"]) for row in found["places"]] == [
        ("src/main.lua", 6, "report", "return shapes.area(room.width, room.height)"),
        ("src/main.lua", 9, "", "print(shapes.area(1, 2))"),
    ]
    assert (found["language"], found["total"], found["files"], found["cut"]) == ("Lua", 2, 1, "")
    _, impact, _ = cg("impact", "area")
    assert (impact["dependents"], impact["name_mentions"]["total"]) == ([], 2)


def test_a_limit_bounds_what_is_listed_and_not_the_total(mixed: Path, cg: CommandLine) -> None:
    _, told, _ = cg("callers", "area", "--limit", "1", text=True)
    assert "2 places mention it" in told
    assert "… 1 more" in told


def test_of_a_resolved_symbol_no_names_are_searched(mixed: Path, cg: CommandLine) -> None:
    _, results, _ = cg("callers", "vat")
    assert results["name_mentions"] is None
    assert results["total"] == 1


@pytest.mark.parametrize("words", [("search", "area"), ("search", "M.area"), ("explore", "area"), ("refs", "M.area")])
def test_a_question_about_a_name_tells_who_mentions_it(mixed: Path, cg: CommandLine, words: tuple[str, ...]) -> None:
    _, told, _ = cg(*words, text=True)
    assert "Lua: names only; 2 places mention it" in told
    assert "src/main.lua:6" in told
    assert "src/main.lua:9" in told


@pytest.mark.parametrize("query", ["area of a rectangle", "vat"])
def test_a_search_in_other_words_or_of_a_resolved_name_lists_no_mentions(
    mixed: Path, cg: CommandLine, query: str
) -> None:
    _, told, _ = cg("search", query, text=True)
    assert ".lua" in told or "rates.py" in told
    assert "names only" not in told


def test_agents_see_mentions_where_they_explore_and_search(mixed: Path) -> None:
    async def run(client: Client) -> None:
        told = text(await client.call_tool("code_explore", {"query": "area"}))
        assert "M.area  Lua: names only; 2 places mention it" in told
        assert "src/main.lua:6  report" in told
        told = text(await client.call_tool("code_search", {"query": "area"}))
        assert "Lua: names only; 2 places mention it; code_symbol lists them" in told

    talk(Repositories(mixed), run)


def test_a_bound_that_is_met_is_told(mixed: Path, cg: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codegraph.operations.mentions.MOST_FILES", 1)
    _, results, _ = cg("callers", "area")
    assert results["name_mentions"]["cut"] == "looked into 1 of 2 files that may have more; grep for the rest"


def test_agents_see_mentions_after_edges_and_between_fences(mixed: Path) -> None:
    async def run(client: Client) -> None:
        for tool in ("code_symbol", "code_impact"):
            told = text(await client.call_tool(tool, {"symbol": "area"}))
            head, _, rest = told.partition("Lua: names only; 2 places mention it\n```mentions\n")
            assert "M.area" in head
            assert rest.startswith("src/main.lua:6  report")

    talk(Repositories(mixed), run)


def test_a_change_of_it_counts_as_not_analysed_for_gates(mixed: Path, cg: CommandLine) -> None:
    (mixed / "src/shapes.lua").write_text("local M = {}\nfunction M.area(w)\n  return w\nend\nreturn M\n")
    code, told, _ = cg("impact", "--base", "HEAD", "--fail-on", "not-analysed>0", text=True)
    assert code != 0
    assert "src/shapes.lua" in told
    _, results, _ = cg("impact", "--base", "HEAD")
    assert [(row["path"], row["language"]) for row in results["not_analysed"]] == [("src/shapes.lua", "Lua")]
    assert [(r["language"], r["tier"]) for r in results["not_analysed_languages"]] == [("Lua", "structural")]


def test_a_report_claims_nothing_of_who_uses_or_tests_it(mixed: Path, cg: CommandLine) -> None:
    (mixed / "src/shapes.lua").write_text("local M = {}\nfunction M.area(w, h)\n  return 2 * w * h\nend\nreturn M\n")
    _, told, _ = cg("impact", "--base", "HEAD", text=True)
    assert "; uses of 2 symbols unknown" in told.partition("\n")[0]  # and `spare`, which is gone
    assert "Lua: names only; what uses or tests it is unknown" in told
    assert "no known test" not in told
    _, page, _ = cg("impact", "--base", "HEAD", "--format", "markdown", text=True)
    assert "Not analysed: 1, Lua (1 file) names only" in page
    assert "no known test" not in page
    code, _, _ = cg("impact", "--base", "HEAD", "--fail-on", "untested-public>0", text=True)
    assert code == 0
    (mixed / "rates.py").write_text(PYTHON["rates.py"].replace("19", "20"))  # type: ignore[arg-type]
    _, told, _ = cg("impact", "--base", "HEAD", text=True)
    assert "no known test" in told


def test_doctor_names_it_apart(mixed: Path, cg: CommandLine) -> None:
    _, results, _ = cg("doctor")
    (check,) = [c for c in results["checks"] if c["name"] == "languages"]
    assert check["detail"] == "analysed: Python (1); names only: Lua (2)"


def test_definitions_are_found_outlined_and_located(mixed: Path, cg: CommandLine) -> None:
    _, found, _ = cg("symbols", "rectangle")
    assert [hit["symbol"]["qualname"] for hit in found["hits"]] == ["M.area"]
    _, file, _ = cg("symbol", "src/shapes.lua")
    assert [(row["qualname"], row["line"]) for row in file["members"]] == [("M", 1), ("M.area", 4), ("spare", 8)]
    _, told, _ = cg("locate", "lua: src/main.lua:6: attempt to index a nil value (local 'room')", text=True)
    assert "report  src/main.lua:4" in told


def test_hits_of_a_search_are_definitions(folder: Path, cg: CommandLine) -> None:
    steps = "\n".join(f"  total = total + step_{at}(total)" for at in range(30))
    names = ("paint", "mow", "bake")
    body = "\n".join(f"-- To {name} it.\nfunction M.{name}(total)\n{steps}\n  return total\nend\n" for name in names)
    GitRepo.make(folder, {"work.lua": f"local M = {{}}\n\n{body}\nreturn M\n"})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    for at, name in enumerate(names):
        _, hits, _ = cg("search", f"how to {name}", "--limit", "1")
        start = 3 + at * 35
        assert hits[0]["symbol"] == f"lua:work.lua::M.{name}"
        assert (hits[0]["start"], hits[0]["end"]) == (start, start + 33)


def test_a_note_goes_stale_with_the_code_and_not_with_its_layout(mixed: Path, cg: CommandLine) -> None:
    assert cg("memory", "add", "areas are square metres", "--about", "M.area")[0] == 0
    shapes = str(LUA["src/shapes.lua"])

    def list_states(text: str, path: str = "src/shapes.lua") -> list[str]:
        (mixed / "src/shapes.lua").unlink(missing_ok=True)
        (mixed / path).write_text(text)
        _, found, _ = cg("memory", "stale")
        return [anchor["state"] for row in found["stale"] for anchor in row["anchors"]]

    assert list_states(shapes) == []
    assert list_states(shapes.replace("Return the area", "Area")) == []
    assert list_states(shapes.replace("width * height", "width\n  *height -- m²")) == []
    assert list_states("-- new\n\n" + shapes) == []
    assert list_states(shapes.replace("width * height", "width + height")) == ["changed"]
    assert list_states(shapes.replace("function M.area", "function M.other")) == ["gone"]
    assert list_states(shapes, "src/forms.lua") == []  # it has moved
    _, told, _ = cg("memory", "recall", "square metres", text=True)
    assert "src/forms.lua" in told


def test_languages_are_listed_with_tiers_and_files(mixed: Path, cg: CommandLine) -> None:
    _, results, _ = cg("languages")
    rows = {row["language"]: row for row in results["languages"]}
    assert [row["tier"] for row in results["tiers"]] == ["resolved", "structural", "text"]
    assert (rows["Lua"]["tier"], rows["Lua"]["files"], rows["Lua"]["grammar"]) == ("structural", 2, "pack:lua")
    assert (rows["Python"]["tier"], rows["Python"]["files"]) == ("resolved", 1)
    assert (rows["COBOL"]["tier"], rows["COBOL"]["files"], rows["COBOL"]["grammar"]) == ("text", 0, "")
    assert ".lua" in rows["Lua"]["patterns"]
    _, told, _ = cg("languages", "--here", text=True)
    assert "names are search hits and never edges" in told
    assert "COBOL" not in told


def test_a_grammar_that_is_missing_is_said(mixed: Path, cg: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    _, results, _ = cg("languages")
    assert [row["problem"] for row in results["languages"] if row["key"] in ("lua", "python")] == ["", ""]

    def refuse(name: str) -> object:
        raise grammar.GrammarError(f"no grammar {name}")

    monkeypatch.setattr("codegraph.settings.language_tables._is_packed", lambda name: name != "lua")
    _, told, _ = cg("languages", "--here", text=True)
    assert "Lua: the installed language pack has no 'lua'; its files have no symbols" in told
    monkeypatch.setattr(grammar, "load", refuse)
    _, results, _ = cg("doctor")
    assert "lua" in [
        check["name"].removeprefix("grammar ") for check in results["checks"] if check["status"] == "failed"
    ]


def test_languages_are_listed_without_an_index(folder: Path, cg: CommandLine) -> None:
    _, results, _ = cg("languages", "--tier", "structural")
    assert {row["tier"] for row in results["languages"]} == {"structural"}
    assert all(row["files"] is None for row in results["languages"])


def test_the_statistics_for_agents_tell_tiers(mixed: Path) -> None:
    async def run(client: Client) -> None:
        found = json.loads(text(await client.call_tool("codemem_stats", {})))
        assert found["languages"]["Lua"] == {"tier": "structural", "files": 2}
        assert found["languages"]["Python"] == {"tier": "resolved", "files": 1}

    talk(Repositories(mixed), run, toolsets=("codemem",))


def test_uses_by_names_rank_files_also_after_an_edit(tmp_path: Path):
    repo = GitRepo.make(tmp_path / "repo", {
        "lamp.lua": "local M = {}\nfunction M.light_lamp() end\nreturn M\n",
        "house.lua": "local M = {}\nfunction M.open_house() end\nreturn M\n",
    })  # fmt: skip
    config = Config(tmp_path / "home", vectors=False, workers=1)
    index_repository(repo.root, config)
    folder = get_index_folder(config.home, repo.root)
    assert load_links(folder.get_generation(folder.get_current())).names.user.tolist() == []

    repo.write({"house.lua": "local M = {}\nfunction M.open_house() light_lamp() end\nreturn M\n"})
    update_index(repo.root, config)

    assert len(load_links(folder.get_generation(folder.get_current())).names.user) == 1
    assert_as_rebuilt(repo.root, config, tmp_path / "scratch")
