"""Backups that nobody asks for: when they are made, how many are kept, and what they never do."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from support.memory import TestEngine

from codegraph.memory.erasure import Scope, erase_scope
from codegraph.store.lock import hold_writer_lock
from codegraph.store.memory import backup, database
from codegraph.store.memory.backup import (
    Mark,
    describe,
    get_backup_lock,
    is_backup_due,
    list_rolling_backups,
    roll_backup,
)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "ROLLING_EVENTS", 5)


def write(home: Path, count: int, text: str = "note") -> None:
    engine = TestEngine(home, seed=sum(map(ord, text)) * 1_000 + count)
    for number in range(count):
        engine.store(f"{text} {number}")
        if engine.database._backing_up is not None:
            engine.database._backing_up.join()
    engine.close()


def test_one_is_due_after_many_events_or_a_day_with_any():
    mark = Mark(100, 1_000.0)
    assert not is_backup_due(mark, 100, 1_000.0 + 10 * backup.ROLLING_S)
    assert not is_backup_due(mark, 101, 1_001.0)
    assert is_backup_due(mark, 101, 1_000.0 + backup.ROLLING_S)
    assert is_backup_due(mark, 100 + backup.ROLLING_EVENTS, 1_001.0)
    assert is_backup_due(mark, 101, 0.0), "a clock that was set back"
    assert not is_backup_due(None, 1_000, 1_000.0), "the first write notes where counting begins"


def test_they_are_made_by_writing_and_the_oldest_go(tmp_path, often):
    write(tmp_path, 60)
    found = list_rolling_backups(tmp_path)
    assert len(found) == backup.ROLLING_KEPT
    told = [describe(path) for path in found]
    assert [t.events for t in told] == sorted({t.events for t in told}) and told[-1].memories > 50
    assert all(os.stat(path).st_mode & 0o77 == 0 for path in found), "nobody else may read them"


def test_backups_that_were_asked_for_are_never_dropped(tmp_path, often):
    write(tmp_path, 3)
    backup.make_backup(tmp_path, "asked")
    write(tmp_path, 60)
    assert "asked" in {path.stem for path in backup.list_backups(tmp_path)}


def test_they_take_no_more_than_their_share_of_the_disk(tmp_path, often, monkeypatch):
    monkeypatch.setattr(backup, "ROLLING_BYTES", 1)
    write(tmp_path, 60)
    assert len(list_rolling_backups(tmp_path)) == 1, "the newest one stays"


def test_of_two_processes_one_makes_it(tmp_path, often, monkeypatch):
    begun: list[int] = []
    monkeypatch.setattr(database, "roll_backup", lambda home, seq: begun.append(seq))
    one, two = TestEngine(tmp_path, 1), TestEngine(tmp_path, 2)
    for number in range(12):
        one.store(f"from one {number}")
        two.store(f"from two {number}")
    one.close()
    two.close()
    assert begun and begun == sorted(set(begun))
    assert all(later - earlier >= 5 for earlier, later in pairwise(begun))


def test_a_failing_backup_fails_no_write_and_replaces_no_good_one(tmp_path, often, monkeypatch):
    write(tmp_path, 30)
    before = {path: path.read_bytes() for path in list_rolling_backups(tmp_path)}

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_copy", refuse)
    write(tmp_path, 30, "more")
    assert {path: path.read_bytes() for path in list_rolling_backups(tmp_path)} == before
    assert not list((tmp_path / "memory" / "backups").glob(".*"))


def test_what_a_killed_backup_left_is_removed(tmp_path, often):
    write(tmp_path, 3)
    folder = tmp_path / "memory" / "backups"
    folder.mkdir()
    (folder / ".rolling-000000000001.db.4711").write_bytes(b"half a copy")
    assert roll_backup(tmp_path, 9) is not None
    assert not list(folder.glob(".*"))


def test_none_is_made_while_something_is_being_erased(tmp_path, often):
    write(tmp_path, 3)
    with hold_writer_lock(get_backup_lock(tmp_path)):
        assert roll_backup(tmp_path, 9) is None
    assert list_rolling_backups(tmp_path) == []


def test_an_erasure_reaches_them(tmp_path, often):
    write(tmp_path, 40, "Larkspurproject")
    assert len(list_rolling_backups(tmp_path)) == backup.ROLLING_KEPT
    (tmp_path / "memory" / "backups" / ".rolling-1.db.99").write_bytes(b"Larkspurproject")
    (tmp_path / "memory" / "before.damaged").write_bytes(b"Larkspurproject")
    engine = TestEngine(tmp_path, seed=7)
    done = erase_scope(engine, Scope(matching="larkspurproject"))
    engine.close()
    assert len(done.traces.memories) == 40 and done.backups == backup.ROLLING_KEPT
    left = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Larkspurproject" not in left and b"larkspurproject" not in left
