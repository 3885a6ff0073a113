"""A damaged memory database is made again: every event that is not on a damaged page is there afterwards."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.notes import Draft
from codegraph.store.memory.backup import make_backup
from codegraph.store.memory.connection import get_database_path
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
    engine.database.wipe_deleted()
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
    path = get_database_path(home)
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
    before = rows(get_database_path(home))
    hurt = damage(home, kind, place)
    broken = get_database_path(home).read_bytes()
    code, done, err = cg("memory", "rebuild")
    if code == 2:
        assert len(hurt) == len(before) and "damaged" in err and get_database_path(home).read_bytes() == broken
        return
    assert code == 0, err
    after = rows(get_database_path(home))
    assert {seq for seq in before if seq not in after} <= hurt
    assert all(after[seq] == before[seq] for seq in after), "an event is whole or gone, never another one"
    if not done["salvaged"]:
        assert after == before and projections(get_database_path(home)) == projections(get_database_path(intact))
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
    before = rows(get_database_path(home))
    damage(home, kind, 0.4)
    code, done, err = cg("memory", "rebuild")
    assert code == 0 and done["salvaged"], err
    after = rows(get_database_path(home))
    assert set(range(1, EVENTS + 1)) <= set(after)
    assert all(after[seq] == before[seq] for seq in after)


def test_a_backup_of_another_history_is_left_out(cg, intact, tmp_path, monkeypatch):
    home, other = copy_of(intact, tmp_path / "damaged"), tmp_path / "other"
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    write(other, range(1_000, 1_000 + EVENTS + 50))
    foreign = make_backup(other, "foreign").path
    (home / "memory" / "backups").mkdir()
    foreign.rename(home / "memory" / "backups" / "foreign.db")
    before = rows(get_database_path(home))
    damage(home, "zeroed page", 0.5)
    assert cg("memory", "rebuild")[0] == 0
    after = rows(get_database_path(home))
    assert set(after) <= set(before) and all(after[seq] == before[seq] for seq in after)


def test_what_was_committed_to_the_write_ahead_log_is_salvaged(cg, intact, tmp_path, monkeypatch):
    """The state of a power failure: a log that was never folded in, and a file that is damaged beside it."""
    home, copy = copy_of(intact, tmp_path / "live"), tmp_path / "copy"
    engine = MemoryEngine(home, actor="test")
    for number in range(5):
        with engine.write() as recording:
            notes.store(recording, Draft(f"acknowledged {number}"))
    expected = rows(get_database_path(home))
    copy_of(home, copy)
    engine.close()
    assert os.path.getsize(f"{get_database_path(copy)}-wal") > 0
    monkeypatch.setenv("CODEGRAPH_HOME", str(copy))
    path = get_database_path(copy)
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
    path = get_database_path(home)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database at all" * 1_000)
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    code, _, err = cg("memory", "rebuild")
    assert code == 2 and "damaged" in err
    assert path.read_bytes() == b"no database at all" * 1_000
    assert [p.name for p in path.parent.iterdir() if p.suffix != ".lock"] == ["memory.db"]


WRITER = """
import sys
from pathlib import Path
from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.notes import Draft
engine = MemoryEngine(Path(sys.argv[1]), actor="server")
for line in sys.stdin:
    with engine.write() as recording:
        notes.store(recording, Draft(line.strip()))
    print(line, end="", flush=True)
"""


class OpenWriter:
    """Another process that has the database open, and writes what it is told to."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", WRITER, str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def write(self, text: str) -> None:
        """Have it write a note; returns when it has acknowledged that."""
        self.ask(text)
        assert self.process.stdout is not None and self.process.stdout.readline() == f"{text}\n"

    def ask(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def end(self) -> list[str]:
        """Let it finish; returns what it has acknowledged since the last write."""
        acknowledged, _ = self.process.communicate(timeout=120)
        return acknowledged.splitlines()


def damage_in_place(home: Path) -> None:
    """Zero a page of the middle without replacing the file, under the processes that have it open."""
    with get_database_path(home).open("r+b") as file:
        file.seek(os.path.getsize(get_database_path(home)) // PAGE // 2 * PAGE)
        file.write(bytes(PAGE))


def noted(home: Path) -> set[str]:
    return {str(row[6]) for row in rows(get_database_path(home)).values()}


def test_a_server_that_has_the_damaged_file_open_goes_on_with_the_rebuilt_one(cg, intact, tmp_path, monkeypatch):
    home = copy_of(intact, tmp_path / "damaged")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    server = OpenWriter(home)
    server.write("acknowledged before the rebuild")
    damage_in_place(home)
    code, done, err = cg("memory", "rebuild")
    assert code == 0 and done["salvaged"], err
    server.write("acknowledged after the rebuild")
    server.end()
    for when in ("before", "after"):
        assert any(f"acknowledged {when} the rebuild" in payload for payload in noted(home)), when


def test_nothing_that_is_acknowledged_during_a_rebuild_is_lost(cg, intact, tmp_path, monkeypatch):
    home = copy_of(intact, tmp_path / "damaged")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    server = OpenWriter(home)
    server.write("first")
    damage_in_place(home)
    for i in range(200):
        server.ask(f"during {i:03}")
    code, done, err = cg("memory", "rebuild")
    assert code == 0 and done["salvaged"], err
    acknowledged = server.end()
    there = "\n".join(noted(home))
    assert len(acknowledged) == 200
    assert [text for text in acknowledged if text not in there] == []


def test_a_reader_that_has_the_damaged_file_open_sees_the_rebuilt_one(cg, intact, tmp_path, monkeypatch):
    home = copy_of(intact, tmp_path / "damaged")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    reader = MemoryEngine(home, actor="test")
    with reader.read() as state:
        before = len(list(state.iterate_events()))
    server = OpenWriter(home)
    damage_in_place(home)
    subprocess.run([sys.executable, "-P", "-m", "codegraph", "memory", "rebuild"], check=True, capture_output=True)
    server.write("written to the rebuilt file")
    server.end()
    with reader.read() as state:
        found = list(state.iterate_events())
    reader.close()
    assert len(found) <= before + 1 and "written to the rebuilt file" in found[-1].payload
