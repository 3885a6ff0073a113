"""Erasing by session and by text: nothing is left in any byte of the home, also while a server lives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.cli.hook import redact
from codegraph.cli.hook_session import handle
from codegraph.memory import notes
from codegraph.memory.learning import context_selection, runs
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.notes import Draft
from codegraph.store.memory.spool import enqueue_tool_call

WORD = "Larkspurproject"


@pytest.fixture
def filled(cg, folder, tmp_path, monkeypatch) -> Path:
    """A home in which the word stands wherever a text may: hooks, questions, runs, citations, memories, a backup."""
    import os

    home = Path(os.environ["CODEGRAPH_HOME"])
    payload = {"session_id": "s1", "cwd": str(folder)}
    handle("prompt", payload | {"prompt": f"please rename {WORD} to something else"}, str(home))
    enqueue_tool_call(str(home), payload | {"tool_name": "Edit", "tool_input": {"file_path": f"src/{WORD}.py"}}, redact)
    handle("stop", payload, str(home))
    engine = MemoryEngine(home)
    with engine.write() as recording:
        memory = notes.store(recording, Draft("carts are totalled in cents", namespace="shop")).memory
        other = notes.store(recording, Draft(f"the code name is {WORD}", namespace="shop", tags=(WORD,))).memory
        run = runs.start(recording, namespace="shop", id="r1", session="s1", task=f"ship {WORD}")
        context_selection.deliver(
            recording, context_selection.Delivery(f"what is {WORD}?", run.id, "shop", (memory.id,), 10, 0.5)
        )
        runs.cite(recording, run, memory.id, f"it says what {WORD} does")
    with engine.write() as recording:
        notes.revise(recording, other.id, notes.Edit(content="the code name is secret"), reason=f"{WORD} was leaked")
        context_selection.deliver(
            recording, context_selection.Delivery(f"again: what is {WORD}?", "r2", "shop", (memory.id,), 10, 0.5)
        )
    engine.close()
    cg("memory", "backup")
    enqueue_tool_call(str(home), payload | {"tool_name": "Grep", "tool_input": {"pattern": WORD}}, redact)
    assert WORD.encode() in every_byte(home)
    return home


def every_byte(home: Path) -> bytes:
    return b"\0".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_what_would_be_erased_is_listed_first(cg, filled):
    before = {p: p.read_bytes() for p in filled.rglob("*.db")}
    code, listed, _ = cg("memory", "erase", "--matching", WORD)
    assert code == 0 and listed["erased"] is False and listed["spooled"] == 1
    assert {row["kind"] for row in listed["captured"]} >= {"ToolUsed", "ContextServed", "RunStarted", "CitationNoted"}
    assert len(listed["memories"]) >= 2, "the memory with the word, and the summary of the session"
    assert {p: p.read_bytes() for p in filled.rglob("*.db")} == before
    assert "nothing was changed" in cg("memory", "erase", "--matching", WORD, text=True)[1]


def test_a_text_is_erased_from_every_byte_and_stays_away_after_a_rebuild(cg, filled):
    server = MemoryEngine(filled)
    with server.read() as state:
        assert state.count
    code, done, _ = cg("memory", "erase", "--matching", WORD.lower(), "--confirm")
    assert code == 0 and done["erased"] and done["backups"] == 1
    assert WORD.encode() not in every_byte(filled) and WORD.lower().encode() not in every_byte(filled)
    with server.read() as state:
        assert [m.body.content for m in state.read_by_ids([row["id"] for row in done["memories"]]).values()] == []
    server.close()
    cg("memory", "rebuild")
    assert WORD.encode() not in every_byte(filled)
    code, listed, _ = cg("memory", "erase", "--matching", WORD)
    assert (listed["memories"], listed["captured"], listed["spooled"]) == ([], [], 0)
    assert cg("memory", "list", "--every")[1]["total"] == 1, "what does not hold the text is still there"


def test_the_command_that_erases_leaves_its_own_words_nowhere(filled):
    command = [sys.executable, "-P", "-m", "codegraph", "memory", "erase", "--matching", WORD, "--confirm"]
    subprocess.run(command, check=True, capture_output=True)
    assert WORD.encode() not in every_byte(filled)


def test_a_session_is_erased_with_its_questions_and_calls_and_nothing_else(cg, filled):
    code, done, _ = cg("memory", "erase", "--session", "s1", "--confirm")
    assert code == 0 and done["spooled"] == 1
    left = every_byte(filled)
    for text in (f"please rename {WORD}", f"src/{WORD}", f"ship {WORD}", f"what {WORD} does", f'"what is {WORD}?"'):
        assert text.encode() not in left, text
    assert f"again: what is {WORD}?".encode() in left, "a question of another run"
    assert f"the code name is {WORD}".encode() in left, "a memory that somebody stored"
    assert not list((filled / "memory" / "spool").glob("*.json"))


def test_after_an_erasure_the_projections_are_those_of_the_log(cg, filled):
    from tests.support.memory import projections

    cg("memory", "erase", "--session", "s1", "--confirm")
    path = filled / "memory" / "memory.db"
    before = projections(path)
    cg("memory", "rebuild")
    assert projections(path) == before


@pytest.mark.parametrize(
    "arguments", [(), ("x", "--session", "s1"), ("--session", "s1", "--matching", "abc"), ("--matching", "ab")]
)
def test_a_scope_that_is_unclear_or_too_wide_is_refused(cg, filled, arguments):
    code, _, err = cg("memory", "erase", *arguments, "--confirm")
    assert code == 2 and "erase" in err
    assert WORD.encode() in every_byte(filled)
