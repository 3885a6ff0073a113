"""Absence of the known defects of such systems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegraph.cli.app import main
from codegraph.memory import notes
from codegraph.memory.learning import runs
from codegraph.memory.learning.context_selection import Ask
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import MemoryStatus, RunOutcome
from codegraph.memory.notes import Draft, Edit
from codegraph.operations.context import Context
from codegraph.operations.learning.context_delivery import serve
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.settings.config import load


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    context = Context(folder, load(folder))
    yield context
    context.close()


def store(place: Context, text: str, **more: object):
    with place.open_memory().write() as recording:
        return notes.store(recording, Draft(text, namespace=find_folder_namespace(place.repo), **more)).memory  # type: ignore[arg-type]


def told(place: Context, question: str) -> list[str]:
    served = serve(place, Ask(question, max_capsules=20), tuple)
    return [capsule.memory.body.content for capsule in served.shown]


@pytest.mark.parametrize("status", [s for s in MemoryStatus if s not in (MemoryStatus.ACTIVE, MemoryStatus.STALE)])
def test_what_is_rejected_superseded_or_waiting_is_never_in_a_payload(place, status):
    store(place, "The release train leaves on Monday")
    hidden = store(place, "The release train leaves on Friday")
    with place.open_memory().write() as recording:
        notes.set_status(recording, hidden, status)
    assert told(place, "when does the release train leave?") == ["The release train leaves on Monday"]


def test_what_is_true_only_later_or_no_longer_is_not_told(place):
    now = place.open_memory().clock()
    store(place, "The release train leaves on Monday", valid_from=now + 10**12)
    store(place, "The release train leaves on Tuesday", valid_to=now - 10**12)
    store(place, "The release train leaves on Friday")
    assert told(place, "when does the release train leave?") == ["The release train leaves on Friday"]


def test_an_edit_survives_a_rebuild_and_another_process_sees_it(place):
    memory = store(place, "The release train leaves on Monday")
    assert told(place, "when does the release train leave?") == ["The release train leaves on Monday"]
    other = MemoryEngine(place.config.home, actor="other")
    with other.write() as recording:
        notes.revise(recording, memory.id, Edit(content="The release train leaves on Friday"))
    other.rebuild()
    other.close()
    assert told(place, "when does the release train leave?") == ["The release train leaves on Friday"]


def test_a_citation_verifies_nothing(place):
    memory = store(place, "The release train leaves on Monday")
    served = serve(place, Ask("when does the release train leave?"), tuple)
    with place.open_memory().write() as recording:
        run = runs.find(recording.state, served.run, "")
        runs.cite(recording, run, memory.id)
        runs.end(recording, run, RunOutcome.FINISHED)
    with place.open_memory().read() as state:
        assert state.resolve(memory.id).verified_at == 0


def test_an_unrelated_question_is_told_nothing_at_no_cost(place):
    for i in range(5):
        store(place, f"The release train number {i} leaves on Monday")
    served = serve(place, Ask("colour of the login button"), tuple)
    assert served.shown == () and served.tokens == 0


def test_what_another_project_learned_is_neither_told_nor_counted(place, tmp_path, monkeypatch, capsys):
    store(place, "The release train leaves on Monday")
    assert told(place, "when does the release train leave?")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert main(["memory", "learn", "insights", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["results"]["figures"]
    assert figures["retrieval"]["served"] == 0 and figures["corpus"]["active"] == 0
    other = Context(elsewhere, place.config)
    assert told(other, "when does the release train leave?") == []
    other.close()


def test_an_encoder_that_fails_costs_the_comparison_and_not_the_lesson(monkeypatch, place, capsys):
    monkeypatch.setenv("CODEGRAPH_ENCODER", "endpoint")
    monkeypatch.setenv("CODEGRAPH_ENCODER_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("CODEGRAPH_ENCODER_MODEL", "none")
    for expected in ("added", "duplicate"):
        assert main(["memory", "learn", "record", "The release train leaves on Monday", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["results"]["result"] == expected
        assert "were not looked for" in answer["warnings"][0]
