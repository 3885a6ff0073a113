"""Verbs of items, and the end of an agent's session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.memory import TestEngine

from codegraph.cli.app import main
from codegraph.cli.hook_session import handle
from codegraph.memory.memory_model import Filter, Origin, Role
from codegraph.memory.provenance import working


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "home"


@pytest.fixture
def ask(home: Path, capsys: pytest.CaptureFixture[str]):
    def run(*words: str) -> Any:
        assert main(["memory", *words, "--json"]) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)["results"]

    return run


def test_an_item_is_stored_tagged_attached_deprecated_and_shown_from_the_command_line(ask, home, capsys):
    made = ask("provenance", "store", "Uploads are retried twice", "--space-hint", "Skills", "--metadata", "ticket=T-1")
    kref = "kref://CognitiveMemory/Skills/uploads-are-retried-twice.conversation"
    assert (made["item_kref"], made["stacked"]) == (kref, False)
    twice = ("provenance", "store", "Uploads are retried twice", "--space-hint", "skills")
    assert ask(*twice)["kref"] == f"{kref}?r=2"
    assert ask(*twice, "--no-stack-revisions")["stacked"] is False
    assert ask("show", kref)["memory"]["id"] == made["id"]  # every verb of memory takes a kref
    assert ask("provenance", "tag", f"{kref}?r=1", "approved")["tag"] == "approved"
    assert ask("provenance", "revision", kref, "--tag", "approved")["revision"] == 1
    Path("notes.txt").write_text("mine")
    attached = ask("provenance", "attach", kref, "notes.txt")
    assert ask("provenance", "resolve", attached["artifact"]["kref"])["location"] == str(Path("notes.txt").absolute())
    assert ask("provenance", "deprecate", kref)["changed"] is True
    assert ask("provenance", "fulltext", "upload retried", "--limit", "5")["count"] == 1
    assert ask("provenance", "deprecate", kref, "--no-deprecated")["changed"] is True
    assert {row["space"] for row in ask("provenance", "spaces")["spaces"]} == {"CognitiveMemory/Skills"}
    assert ask("undo", made["undo"])["restored"] >= 2


def test_a_conversation_is_held_and_consolidated_from_the_command_line(ask, home, capsys):
    session = ask("provenance", "ingest", "ann", "How do we retry uploads?", "--context", "work")["session_id"]
    assert ask("provenance", "respond", session, "Twice, with a pause.")["exchanges"] == 1
    capture = '{"type": "decision", "title": "Retry twice", "content": "Uploads are retried twice, then they fail"}'
    reflected = ask("provenance", "reflect", session, "So it is.", "--capture", capture)
    assert reflected["capture_results"][0]["status"] == "stored"
    done = ask("provenance", "consolidate", session)
    assert done["kref"].startswith("kref://CognitiveMemory/work/") and done["messages"] == 3
    assert ask("provenance", "engage", "retry uploads")["count"] == 2
    assert ask("provenance", "dream", "--dry-run")["assessed"] == 2
    for wrong in ("{", '{"type": "opinion", "title": "t", "content": "c"}', '{"title": "t"}'):
        assert main(["memory", "provenance", "reflect", session, "x", "--capture", wrong]) == 2
        assert "'--capture'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("store", "Uploads are retried twice", "--space-hint", "Skills"),
        ("engage", "uploads"),
        ("retrieve", "uplaods"),
        ("fulltext", "uploads"),
        ("search",),
        ("item", "kref://CognitiveMemory/Skills/uploads-first"),
        ("identify", "kref://CognitiveMemory/Skills/uploads-first"),
        ("edges", "kref://CognitiveMemory/Skills/skills.bundle"),
        ("revision", "kref://CognitiveMemory/Skills/uploads-first"),
        ("resolve", "kref://CognitiveMemory/Skills/uploads-first"),
        ("discover-edges", "kref://CognitiveMemory/Skills/uploads-first", "uploads"),
        ("execution", "make test", "--status", "failed", "--exit-code", "2"),
        ("ingest", "ann", "uploads?"),
        ("reflect", "s", "done"),
        ("graph",),
        ("spaces",),
        ("dream",),
        ("deprecate", "kref://CognitiveMemory/Skills/uploads-first"),
    ],
    ids=lambda words: words[0],
)
def test_every_verb_says_its_answer_in_lines_of_text(words: tuple[str, ...], ask, capsys):
    ask("provenance", "store", "Uploads first", "--space-hint", "Skills")
    assert main(["memory", "provenance", *words]) == 0
    told = capsys.readouterr().out
    assert told.endswith("\n") and "{" not in told and len(told.splitlines()) >= 1


def buffer(home: Path, *texts: str) -> None:
    engine = TestEngine(home)
    with engine.write() as recording:
        working.open_conversation(recording, "s1", "n")
        for text in texts:
            working.buffer(recording, "s1", Role.ASSISTANT, text, "response")
    engine.close()


def ended(home: Path) -> None:
    handle("session-end", {"session_id": "s1", "cwd": "."}, str(home))


def test_a_session_that_ends_consolidates_what_it_left(home):
    buffer(home, "Uploads are retried twice.")
    ended(home)
    ended(home)  # there is nothing left to do
    engine = TestEngine(home)
    with engine.read() as state:
        (memory,) = state.select(Filter())
        assert "retried twice" in memory.body.content and memory.origin is Origin.HOOK
        assert not state.has_buffer("s1")
    engine.close()


def test_a_model_that_does_not_answer_leaves_the_session_for_the_next_time(home, monkeypatch):
    from codegraph.errors import LanguageError

    monkeypatch.setenv("CODEGRAPH_LLM_PROVIDER", "openai")
    monkeypatch.setenv("CODEGRAPH_LLM_MODEL", "m")
    monkeypatch.setenv("CODEGRAPH_LLM_URL", "http://127.0.0.1:9/v1")
    buffer(home, "Uploads are retried twice.")
    with pytest.raises(LanguageError):  # the outermost edge of the hook says nothing of it
        ended(home)
    engine = TestEngine(home)
    with engine.read() as state:
        assert state.has_buffer("s1") and state.count(Filter()) == 0
    engine.close()


def test_metadata_of_an_entry_are_pairs_on_the_command_line(ask, home, capsys):
    pairs = ("--metadata", "ticket=T-1", "--metadata", "source=a=b")
    made = ask("provenance", "store", "Uploads are retried twice", "--space-hint", "Skills", *pairs)
    told = ask("provenance", "revision", made["item_kref"], "--tag", "latest")["metadata"]
    assert (told["ticket"], told["source"]) == ("T-1", "a=b")
    assert main(["memory", "provenance", "store", "x", "--metadata", "ticket"]) == 2
    assert "is not KEY=TEXT" in capsys.readouterr().err
