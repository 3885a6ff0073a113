"""The access log of a server, and what `savings` makes of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp.client.client import Client
from support.serving import talk, text

from codegraph.server.access import AccessRecorder, list_named_files
from codegraph.server.repositories import Repositories
from codegraph.settings.config import Config, load
from codegraph.store import access_log
from codegraph.store.access_log import DEFINITIONS, AccessEntry, append_entry, get_access_log, iterate_entries
from codegraph.text.token_counts import bound_tokens

SCHEMA = Path(__file__).resolve().parents[2] / "docs/schemas/savings.json"
SOURCE = 'PATHS = ["notes.md"]\n\n\ndef count(words):\n    """Count words."""\n    return len(words)\n'


@pytest.fixture
def project(folder: Path, cg) -> Path:
    (folder / "counting.py").write_text(SOURCE)
    (folder / "notes.md").write_text("# Notes\n" * 50)
    assert cg("index", "--no-vectors")[0] == 0
    return folder


def ask(project: Path, *calls: tuple[str, dict]) -> list[str]:
    """The texts that a server answers in one session."""
    told: list[str] = []

    async def session(client: Client) -> None:
        await client.list_tools()
        await client.list_tools()
        for name, arguments in calls:
            told.append(text(await client.call_tool(name, arguments)))

    talk(Repositories(project), session)
    return told


def test_a_server_logs_names_and_numbers_and_no_contents(project: Path) -> None:
    said, again = ask(project, ("code_symbol", {"symbol": "count"}), ("code_search", {"query": "count words"}))
    home = load(project).home
    definitions, *entries = iterate_entries(home)
    assert definitions.tool == DEFINITIONS and definitions.tokens > 100
    assert [entry.tool for entry in entries] == ["code_symbol", "code_search"]
    assert [entry.tokens for entry in entries] == [bound_tokens(said), bound_tokens(again)]
    assert {entry.session for entry in entries} == {definitions.session}
    assert entries[0].files == ("counting.py",)  # `notes.md` stands in the source, and is not where anything is
    kept = get_access_log(home).read_text()
    assert "Count words" not in kept and "count words" not in kept
    assert get_access_log(home).stat().st_mode & 0o077 == 0


def test_savings_count_a_file_once_a_session(project: Path, cg) -> None:
    calls = [("code_symbol", {"symbol": "count"})] * 2
    said = [*ask(project, *calls), *ask(project, calls[0])]
    code, found, _ = cg("savings")
    assert code == 0
    assert (found["sessions"], found["answers"], found["files"]) == (2, 3, 2)
    assert found["answer_tokens"] == sum(map(bound_tokens, said))
    assert found["file_tokens"] == 2 * bound_tokens(SOURCE)
    assert found["definition_tokens"] > 200  # of two sessions
    assert found["difference"] == found["file_tokens"] - found["answer_tokens"] - found["definition_tokens"]
    assert found["difference"] < 0  # nothing was saved here, and that is what is said
    assert found["tools"] == [
        {
            "tool": "code_symbol",
            "answers": 3,
            "answer_tokens": found["answer_tokens"],
            "files": 2,
            "file_tokens": found["file_tokens"],
        }
    ]
    _, shown, _ = cg("savings", text=True)
    flat = " ".join(shown.split())
    assert f"{found['difference']:+,}" in shown and found["method"] in flat
    assert all(limit in flat for limit in found["limits"]) and "cost" in flat
    (project / "counting.py").unlink()
    later = cg("savings")[1]
    assert (later["file_tokens"], later["unread_files"]) == (0, 2)
    assert cg("savings", "--since", "2199-01-01")[1]["answers"] == 0
    assert cg("savings", "--since", "yesterday-ish")[0] == 2


def test_the_answer_has_the_shape_of_its_schema(project: Path, capsys, cg) -> None:
    from codegraph.cli.app import main

    schema = json.loads(SCHEMA.read_text())
    ask(project, ("code_symbol", {"symbol": "count"}))
    assert main(["savings", "--json"]) == 0
    envelope = json.loads(capsys.readouterr().out)
    assert envelope["schema"] == schema["properties"]["schema"]["const"]
    answer, tool = (schema["$defs"][name] for name in ("SavingsAnswer", "ToolSavings"))
    assert sorted(envelope["results"]) == sorted(answer["required"]) == sorted(answer["properties"])
    assert sorted(envelope["results"]["tools"][0]) == sorted(tool["required"])


def test_the_log_can_be_turned_off(project: Path, cg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_ACCESS_LOG", "false")
    ask(project, ("code_symbol", {"symbol": "count"}))
    assert not get_access_log(load(project).home).exists()
    assert "access_log is off" in cg("savings", text=True)[1]


def test_a_repository_cannot_turn_the_log_on(project: Path, cg) -> None:
    (project / "codegraph.toml").write_text("access_log = true\n")
    assert cg("savings")[0] == 2


def test_memory_and_errors_are_not_compared_with_files(project: Path) -> None:
    ask(project, ("memory_recall", {"query": "count"}))
    assert [entry.tool for entry in iterate_entries(load(project).home)] == [DEFINITIONS]


def test_the_log_is_bounded_and_survives_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_log, "MOST_BYTES", 1_000)
    names = tuple(f"file{number}.py" for number in range(access_log.MOST_FILES + 50))
    for number in range(40):
        append_entry(tmp_path, AccessEntry(float(number), "s", "tool", "/r", number, ()))
    sizes = [path.stat().st_size for path in (tmp_path / "access").iterdir()]
    assert len(sizes) == 2 and sum(sizes) < 2_400
    kept = [entry.tokens for entry in iterate_entries(tmp_path)]
    assert kept == list(range(kept[0], 40)) and len(kept) > 5
    with open(get_access_log(tmp_path), "ab") as log:
        log.write(b'\xff\xfe{"at": 1\n[]\n{"at": "x"}\n' + b"[" * 50_000 + b'\n{"at":NaN,"tokens":1e999}\n')
    assert [entry.tokens for entry in iterate_entries(tmp_path)] == kept
    append_entry(tmp_path, AccessEntry(1.0, "s", "tool", "/r", 1, names))
    assert len(list(iterate_entries(tmp_path))[-1].files) == access_log.MOST_FILES


def test_a_log_that_cannot_be_written_costs_no_answer(project: Path) -> None:
    (load(project).home / "access").write_text("a file in the way")
    [said] = ask(project, ("code_symbol", {"symbol": "count"}))
    assert "count  function" in said


def test_named_files_are_places_and_ids_inside_of_the_root(tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    root = tmp_path / "repo"
    for path in (outside, root / "a/b.py", root / "c.py", root / "d.py"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    said = f'a/b.py:3  f\n"python:c.py::f", see d.py and ../outside.py:1 or {outside}:1, gone.py:2, c.py:1-3'
    assert list_named_files(root, said) == ("a/b.py", "c.py")


def test_a_log_that_names_files_elsewhere_reads_none_of_them(folder: Path, cg) -> None:
    home = load(folder).home
    (folder.parent / "secret.py").write_text("x = 1\n")
    for path in ("../secret.py", "/etc/passwd", "%2e%2e/secret.py", "a\0b"):
        append_entry(home, AccessEntry(1.0, "s", "tool", str(folder), 1, (path,)))
    found = cg("savings")[1]
    assert (found["file_tokens"], found["unread_files"]) == (0, 4)


def test_a_recorder_writes_nothing_without_an_index(tmp_path: Path) -> None:
    recorder = AccessRecorder()
    recorder.record_answer("tool", "a.py:1", ())
    recorder.record_definitions(Config(tmp_path), "tools")
    recorder.record_definitions(Config(tmp_path), "tools")
    assert len(list(iterate_entries(tmp_path))) == 1
