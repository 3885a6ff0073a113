"""Code in a language without a resolver: every answer says that it knows nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.gitrepo import GitRepo
from support.serving import talk, text

from codegraph.server.repositories import Repositories

CommandLine = Callable[..., tuple[int, Any, str]]

FOREIGN: dict[str, str | bytes] = {
    "src/Basket.apex": "namespace Shop;\n\npublic class Basket\n{\n    public int Total() { return 3; }\n}\n",
    "src/Program.apex": "class Program { static void Main() { new Basket().Total(); } }\n",
    "app/user.cr": "class User\n  def name\n    'x'\n  end\nend\n",
    "bin/console": "#!/usr/bin/env crystal\nputs User.new.name\n",
    "README.md": "# Shop\n",
    "settings.json": "{}\n",
}
PYTHON: dict[str, str | bytes] = {"shop/rates.py": "def vat():\n    return 19\n\n\ndef _old():\n    return 16\n"}
NEVER = (
    "nothing depends on it", "no dead code found\n", "no unresolved references\n", "no callers found\n",
    "no cycles along imports, calls\n", "nothing to rank\n", "no edges between symbols\n",
)  # fmt: skip


@pytest.fixture
def foreign(folder: Path, cg: CommandLine) -> Path:
    GitRepo.make(folder, FOREIGN)
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    return folder


@pytest.fixture
def mixed(folder: Path, cg: CommandLine) -> Path:
    files = {path: text for path, text in FOREIGN.items() if path.endswith(".apex")}
    GitRepo.make(folder, {**files, **PYTHON})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    return folder


def languages(results: Any) -> list[tuple[str, int]]:
    return [(row["language"], row["files"]) for row in results["not_analysed"]]


@pytest.mark.parametrize("verb", ["index", "status"])
def test_the_table_of_languages_names_them(foreign: Path, cg: CommandLine, verb: str) -> None:
    _, told, _ = cg(verb, *(["--full", "--no-vectors"] if verb == "index" else []), text=True)
    assert "Apex: searchable, not analysed (2 files)" in told
    assert "Crystal: searchable, not analysed (2 files)" in told  # the script has no suffix
    rows = {line.split("  ")[1].strip(): line.split() for line in told.splitlines() if line.startswith("  ")}
    assert rows["Apex"][1:3] == ["text", "2"]
    assert rows["(documents, data)"][2] == "2"
    _, results, _ = cg("status")
    assert languages(results["stats"]) == [("Apex", 2), ("Crystal", 2)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("symbol", "src/Basket.apex"), "its symbols, callers and callees are unknown"),
        (("callers", "src/Basket.apex"), "its callers are unknown"),
        (("callees", "src/Basket.apex"), "what it calls is unknown"),
        (("refs", "src/Basket.apex"), "what refers to it is unknown"),
        (("impact", "src/Basket.apex"), "what depends on it is unknown"),
        (("path", "src/Program.apex", "src/Basket.apex"), "its edges are unknown"),
    ],
)
def test_of_a_file_that_is_not_analysed_nothing_is_claimed(
    foreign: Path, cg: CommandLine, words: tuple[str, ...], said: str
) -> None:
    code, told, _ = cg(*words, text=True)
    assert code == 0
    assert f"Apex is searchable, not analysed: {said}" in told
    assert not any(claim in told for claim in NEVER)
    assert ("Apex", 2) in languages(cg(*words)[1])


@pytest.mark.parametrize("verb", ["dead-code", "unresolved", "cross-repo", "cycles", "rank", "clusters"])
def test_questions_about_the_whole_say_what_they_leave_out(foreign: Path, cg: CommandLine, verb: str) -> None:
    _, told, _ = cg(verb, text=True)
    assert "Apex: searchable, not analysed (2 files)" in told
    assert not any(claim in told for claim in NEVER)
    assert ("Apex", 2) in languages(cg(verb)[1])


def test_a_name_that_such_a_file_defines_is_said_to_stand_there(foreign: Path, cg: CommandLine) -> None:
    code, _, err = cg("callers", "Basket", text=True)
    assert code != 0
    assert "Apex is searchable, not analysed, so its callers and callees are unknown; read src/Basket.apex:" in err


def test_an_exploration_of_it_says_so(foreign: Path, cg: CommandLine) -> None:
    _, told, _ = cg("explore", "basket total", text=True)
    assert "src/Basket.apex" in told
    assert "Apex: searchable, not analysed (2 files)" in told


def test_doctor_warns_where_no_code_is_analysed(foreign: Path, cg: CommandLine) -> None:
    _, results, _ = cg("doctor")
    (check,) = [c for c in results["checks"] if c["name"] == "languages"]
    assert check["status"] == "warning"
    assert check["detail"] == "searchable, not analysed: Apex (2), Crystal (2)"


def test_the_report_lists_changed_files_and_the_gate_counts_them(foreign: Path, cg: CommandLine) -> None:
    GitRepo(foreign).write(
        {"src/Basket.apex": "class Basket { }\n", "app/user.cr": None, "lib/new.cr": "X = 1\n", "README.md": "# New\n"}
    )
    asked = ("impact", "--base", "HEAD", "--fail-on", "not-analysed>0")
    code, told, err = cg(*asked, text=True)
    assert code == 1
    assert "it is 3" in err
    assert "no analysed symbol changed" in told
    assert "Apex: searchable, not analysed (1 file)" in told
    assert "app/user.cr" in told
    assert "README.md" not in told
    _, results, _ = cg(*asked)
    assert [(n["path"], n["language"]) for n in results["not_analysed"]] == [
        ("app/user.cr", "Crystal"), ("lib/new.cr", "Crystal"), ("src/Basket.apex", "Apex")
    ]  # fmt: skip
    assert [(r["language"], r["files"]) for r in results["not_analysed_languages"]] == [("Crystal", 2), ("Apex", 1)]
    _, page, _ = cg(*asked, "-f", "markdown", text=True)
    assert "Not analysed: 3, Crystal (2 files), Apex (1 file) searchable only" in page
    assert "`src/Basket.apex`: Apex is searchable, not analysed" in page


def test_a_list_of_tests_warns_of_changed_code_that_is_not_analysed(foreign: Path, cg: CommandLine) -> None:
    GitRepo(foreign).write({"src/Basket.apex": "class Basket { }\n", "app/user.cr": None})
    code, _, err = cg("impact", "--base", "HEAD", "--tests", "pytest", text=True)
    assert code == 0, err
    assert "warning: 2 changed files are not analysed (Apex, Crystal): tests that reach them are not listed" in err


def test_without_analysed_code_a_runner_of_tests_must_be_named(foreign: Path, cg: CommandLine) -> None:
    code, _, err = cg("impact", "--base", "HEAD", "--tests", text=True)
    assert code == 2
    assert "error: no runner is known of a repository without analysed code\nhint: name a runner: pytest" in err


def test_documents_and_data_are_no_code_that_a_gate_counts(foreign: Path, cg: CommandLine) -> None:
    GitRepo(foreign).write({"README.md": "# New\n", "settings.json": '{"a": 1}\n'})
    code, told, _ = cg("impact", "--base", "HEAD", "--fail-on", "not-analysed>0", text=True)
    assert code == 0
    assert "not analysed" not in told


def test_beside_analysed_code_absence_is_claimed_of_that_alone(mixed: Path, cg: CommandLine) -> None:
    for words, said in (
        (("impact", "vat"), "no analysed code depends on it within 3 steps"),
        (("callers", "vat"), "no callers found in the analysed code"),
        (("refs", "vat"), "no references found in the analysed code"),
        (("path", "vat", "_old"), "in the analysed code"),
        (("unresolved",), "no unresolved references in the analysed code"),
        (("dead-code",), "without a known use in the analysed code"),
        (("dead-code", "--path", "nowhere"), "no dead code found in the analysed code"),
    ):
        _, told, _ = cg(*words, text=True)
        assert said in told, words
        assert "Apex: searchable, not analysed (2 files)" in told, words
    _, told, _ = cg("symbol", "vat", text=True)
    assert "unknown" not in told
    _, results, _ = cg("doctor")
    (check,) = [c for c in results["checks"] if c["name"] == "languages"]
    assert (check["status"], check["detail"]) == ("ok", "analysed: Python (1); searchable, not analysed: Apex (2)")


def test_where_all_code_is_analysed_nothing_is_said(folder: Path, cg: CommandLine) -> None:
    GitRepo.make(folder, {**PYTHON, "README.md": "# Rates\n"})
    assert cg("index", "--no-vectors", "-q", text=True)[0] == 0
    assert "nothing depends on it within 3 steps" in cg("impact", "vat", text=True)[1]
    assert cg("unresolved", text=True)[1] == "no unresolved references\n"


def test_agents_are_told_in_text_and_in_data(foreign: Path) -> None:
    async def session(client: Client) -> None:
        for tool, said in (
            ("code_impact", "what depends on it is"),
            ("code_symbol", "its symbols, callers and callees are"),
        ):
            answer = await client.call_tool(tool, {"symbol": "src/Basket.apex"})
            assert f"Apex is searchable, not analysed: {said} unknown" in text(answer)
            assert answer.structured_content is not None
            assert answer.structured_content["not_analysed"] == {"Apex": 2, "Crystal": 2}

    talk(Repositories(foreign), session, structured=True)
