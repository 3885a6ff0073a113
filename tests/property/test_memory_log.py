"""The projections are a function of the log: replaying it gives the state that live writes left, after any history."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.memory import TestEngine, projections

from codegraph.errors import CodegraphError
from codegraph.memory import notes, sessions, undo
from codegraph.memory.erasure import erase
from codegraph.memory.events import Access, MemoriesAccessed, MemoryAnchored, MemoryVerified, RevisionTagged, WeightsSet
from codegraph.memory.memory_model import Anchor, AnchorKind, MemoryStatus, Relationship, ToolUse, Weights
from codegraph.memory.notes import Edit

WORDS = ("parse", "getHTTPResponse", "retry_loop", "cache", "日本語", "naïve", "lock-file")


def do_something(engine: TestEngine, rng: random.Random) -> None:
    """One random operation, or one that is refused."""
    text = " ".join(rng.choices(WORDS, k=rng.randint(1, 4)))
    with engine.read() as state:
        known = [row[0] for row in state._db.execute("SELECT id FROM memories ORDER BY row")]
        operations = [o.id for o in state.list_operations(50)]
    pick = rng.choice(known) if known else "missing"
    engine.time.pass_days(rng.random())
    match rng.randint(0, 14):
        case 0 | 1 | 2 | 3:
            engine.store(
                text, tags=tuple(rng.choices(WORDS, k=2)), namespace=rng.choice(("", "a")), id=rng.choice(("", "n1"))
            )
        case 13:
            erase(engine, pick)
        case action:
            with engine.write() as recording:
                memory = notes.find(recording.state, pick, archived=True)
                match action:
                    case 4 | 5:
                        notes.revise(recording, pick, Edit(content=text, importance=rng.random()))
                    case 6:
                        notes.link(recording, pick, rng.choice(known), rng.choice(list(Relationship)), rng.random())
                    case 7:
                        notes.set_status(recording, memory, rng.choice(list(MemoryStatus)))
                    case 8:
                        anchors = (Anchor(AnchorKind.SYMBOL, "r", f"python:a.py::{text}", "h", "", "a.py", 3),)
                        recording.record(
                            MemoryAnchored(
                                pick, recording.state.read_anchors([memory.row]).get(memory.row, ()), anchors
                            )
                        )
                    case 9:
                        recording.record(MemoriesAccessed((pick, "gone"), rng.choice(list(Access))))
                    case 10:
                        session = sessions.start(recording, id=rng.choice(("s1", "s2")))
                        sessions.record_tool_use(recording, ToolUse(session.id, "a", "Grep", pattern=text))
                        sessions.end(recording, session.id, summary=text)
                    case 11:
                        recording.record(MemoryVerified(pick, memory.verified_at, recording.at))
                        recording.record(RevisionTagged(pick, "published", 0, memory.revision))
                        recording.record(WeightsSet(recording.state.read_weights(), Weights(temporal=rng.random())))
                    case _:
                        undo.undo(recording, rng.choice(operations))


@examples(25)
@given(st.integers(0, 2**32), st.integers(1, 40))
def test_a_rebuild_gives_the_state_that_live_writes_left(seed, length):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        for _ in range(length):
            try:
                do_something(engine, rng)
            except CodegraphError:
                continue
        engine.store("at least one")
        live = projections(engine.database.path)
        engine.rebuild()
        assert projections(engine.database.path) == live
        engine.close()


@examples(20)
@given(st.integers(0, 2**32))
def test_an_operation_and_its_undo_leave_what_recall_can_see_as_it_was(seed):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        engine = TestEngine(Path(folder), seed)
        for _ in range(10):
            try:
                do_something(engine, rng)
            except CodegraphError:
                continue
        stored = engine.store("the one that changes", tags=("t",))
        before = visible(engine)
        with engine.write() as recording:
            notes.revise(recording, stored.id, Edit(content=rng.choice(WORDS), tags=("u",), importance=0.9))
            notes.set_status(recording, notes.find(recording.state, stored.id), MemoryStatus.DEPRECATED)
            token = recording.operation
        with engine.write() as recording:
            done = undo.undo(recording, token)
        assert visible(engine) == before
        assert done.kept == ()
        with engine.write() as recording:
            undo.undo(recording, done.token)
        assert engine.get(stored.id).status is MemoryStatus.DEPRECATED
        engine.close()


def visible(engine: TestEngine) -> list[tuple[object, ...]]:
    with engine.read() as state:
        rows = [row[0] for row in state._db.execute("SELECT row FROM memories ORDER BY row")]
        return [(m.id, m.body, m.status, m.namespace, m.protected) for m in state.read_by_rows(rows).values()]


def test_undo_says_which_memories_changed_again_since(tmp_path):
    engine = TestEngine(tmp_path)
    stored = engine.store("one")
    with engine.write() as recording:
        notes.revise(recording, stored.id, Edit(content="two"))
        token = recording.operation
    with engine.write() as recording:
        notes.revise(recording, stored.id, Edit(content="three"))
    with engine.write() as recording:
        done = undo.undo(recording, token)
    assert (done.restored, done.kept) == (0, (stored.id,))
    assert engine.get(stored.id).body.content == "three"
    with engine.write() as recording, pytest.raises(CodegraphError, match="undone already"):
        undo.undo(recording, token)
    engine.close()
