"""A damaged memory database is made again: every event that is not on a damaged page is there afterwards."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from codegraph.memory import notes
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.notes import Draft
from codegraph.store.memory.backup import make_backup
from codegraph.store.memory.connection import database_path
from tests.support.memory import projections

PAGE = 4096
EVENTS = 300
ROW = "SELECT seq, at, kind, subject, operation, actor, payload FROM events ORDER BY seq"


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a few hundred events, all of them in the file and none in its write-ahead log."""
    home = tmp_path_factory.mktemp("intact")
    write(home, range(EVENTS))
    return home


def write(home: Path, numbers: range) -> None:
    engine = MemoryEngine(home, actor="test")
    for number in numbers:
        with engine.write() as recording:
            text = f"note {number}: " + f"carts of kind {number} are totalled in cents; " * (1 + number % 9)
            notes.store(recording, Draft(text, tags=(f"t{number}",)))
    engine.database.scrub()
    engine.close()


def rows(path: Path) -> dict[int, tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return {row[0]: row for row in connection.execute(ROW)}
    finally:
        connection.close()


def copy_of(home: Path, to: Path) -> Path:
    import shutil

    shutil.copytree(home, to)
    return to


def zeroed(content: bytearray, at: int) -> range:
    page = at // PAGE
    content[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    return range(page, page + 1)


def flipped(content: bytearray, at: int) -> range:
    for i in range(at, min(at + 24, len(content))):
        content[i] ^= 0xFF
    return range(at // PAGE, (at + 24) // PAGE + 1)


def cut(content: bytearray, at: int) -> range:
    del content[at:]
    return range(at // PAGE, 10**6)


def scrambled(content: bytearray, at: int) -> range:
    page = at // PAGE
    content[page * PAGE : (page + 1) * PAGE] = bytes((7 * i + 31) % 251 for i in range(PAGE))
    return range(page, page + 1)


Damage = Callable[[bytearray, int], range]
KINDS: dict[str, Damage] = {
    "zeroed page": zeroed,
    "flipped bytes": flipped,
    "truncation": cut,
    "other bytes": scrambled,
}
PLACES = (0.0, 0.02, 0.25, 0.5, 0.75, 0.97)


def damage(home: Path, kind: str, place: float) -> set[int]:
    """Damage the file; returns the numbers of the events that stood on the damaged pages."""
    path = database_path(home)
    there = rows(path)
    before = path.read_bytes()
    content = bytearray(before)
    pages = KINDS[kind](content, int(place * len(content)))
    path.write_bytes(content)
    hurt = b"".join(before[page * PAGE : (page + 1) * PAGE] for page in pages if page * PAGE < len(before))
    return {seq for seq, row in there.items() if str(row[4]).encode() in hurt}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_event_off_the_damaged_pages_survives(cg, intact, tmp_path, monkeypatch, kind, place):
    home = copy_of(intact, tmp_path / "damaged")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    before = rows(database_path(home))
    hurt = damage(home, kind, place)
    broken = database_path(home).read_bytes()
    code, done, err = cg("memory", "rebuild")
    if code == 2:
        assert len(hurt) == len(before) and "damaged" in err and database_path(home).read_bytes() == broken
        return
    assert code == 0, err
    after = rows(database_path(home))
    assert {seq for seq in before if seq not in after} <= hurt
    assert all(after[seq] == before[seq] for seq in after), "an event is whole or gone, never another one"
    if not done["salvaged"]:
        assert after == before and projections(database_path(home)) == projections(database_path(intact))
        return
    assert Path(done["kept_as"]).read_bytes() == broken
    assert done["events"] == len(after)
    if max(before) in after:
        assert done["lost"] == len(before) - len(after)
    code, listed, _ = cg("memory", "list", "--every")
    assert code == 0 and listed["total"] == len(after)


@pytest.mark.parametrize("kind", KINDS)
def test_with_a_backup_only_what_was_written_since_can_be_lost(cg, intact, tmp_path, monkeypatch, kind):
    home = copy_of(intact, tmp_path / "damaged")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    make_backup(home, "kept")
    write(home, range(EVENTS, EVENTS + 20))
    before = rows(database_path(home))
    damage(home, kind, 0.4)
    code, done, err = cg("memory", "rebuild")
    assert code == 0 and done["salvaged"], err
    after = rows(database_path(home))
    assert set(range(1, EVENTS + 1)) <= set(after)
    assert all(after[seq] == before[seq] for seq in after)


def test_a_backup_of_another_history_is_left_out(cg, intact, tmp_path, monkeypatch):
    home, other = copy_of(intact, tmp_path / "damaged"), tmp_path / "other"
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    write(other, range(1_000, 1_000 + EVENTS + 50))
    foreign = make_backup(other, "foreign").path
    (home / "memory" / "backups").mkdir()
    foreign.rename(home / "memory" / "backups" / "foreign.db")
    before = rows(database_path(home))
    damage(home, "zeroed page", 0.5)
    assert cg("memory", "rebuild")[0] == 0
    after = rows(database_path(home))
    assert set(after) <= set(before) and all(after[seq] == before[seq] for seq in after)


def test_what_was_committed_to_the_write_ahead_log_is_salvaged(cg, intact, tmp_path, monkeypatch):
    """The state of a power failure: a log that was never folded in, and a file that is damaged beside it."""
    home, copy = copy_of(intact, tmp_path / "live"), tmp_path / "copy"
    engine = MemoryEngine(home, actor="test")
    for number in range(5):
        with engine.write() as recording:
            notes.store(recording, Draft(f"acknowledged {number}"))
    expected = rows(database_path(home))
    copy_of(home, copy)
    engine.close()
    assert os.path.getsize(f"{database_path(copy)}-wal") > 0
    monkeypatch.setenv("CODEGRAPH_HOME", str(copy))
    path = database_path(copy)
    path.write_bytes(b"\0" * PAGE + path.read_bytes()[PAGE:])
    assert cg("memory", "rebuild")[0] == 0
    after = rows(path)
    assert [row[6] for row in after.values() if "acknowledged" in str(row[6])] == [
        row[6] for row in expected.values() if "acknowledged" in str(row[6])
    ]


def test_a_cut_file_is_told_when_it_is_opened(cg, intact, tmp_path, monkeypatch):
    home = copy_of(intact, tmp_path / "damaged")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    damage(home, "truncation", 0.9)
    code, _, err = cg("memory", "recall", "carts of kind 3")
    assert code == 2 and "damaged" in err and "codegraph memory rebuild" in err


def test_where_nothing_can_be_read_nothing_is_replaced(cg, tmp_path, monkeypatch):
    home = tmp_path / "home"
    path = database_path(home)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database at all" * 1_000)
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    code, _, err = cg("memory", "rebuild")
    assert code == 2 and "damaged" in err
    assert path.read_bytes() == b"no database at all" * 1_000
    assert [p.name for p in path.parent.iterdir() if p.suffix != ".lock"] == ["memory.db"]
