"""Memory under many processes, sudden death and disks that fail: nothing lost, nothing torn, nothing half written."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from support.memory import TestEngine, projections

from codegraph.errors import IncompatibleStoreError, StorageError
from codegraph.memory import capture, notes, sessions
from codegraph.memory.erasure import erase
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter, Relationship, ToolUse
from codegraph.memory.notes import Edit
from codegraph.store.memory.backup import list_backups, make_backup, restore_backup
from codegraph.store.memory.connection import connect_to_write, get_database_path

WRITER = """
import sys
from pathlib import Path
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory import notes
from codegraph.memory.notes import Draft
engine = MemoryEngine(Path(sys.argv[1]), actor=sys.argv[2])
for i in range(int(sys.argv[3])):
    with engine.write() as recording:
        notes.store(recording, Draft(f"{sys.argv[2]} wrote {i}"))
    print(i, flush=True)
"""


def writer(home: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(home), name, str(count)], stdout=subprocess.PIPE, text=True
    )


def contents(home: Path) -> list[str]:
    engine = MemoryEngine(home)
    with engine.read() as state:
        found = [memory.body.content for memory in state.select(Filter())]
    engine.close()
    return found


def test_processes_that_start_on_an_empty_home_lose_no_write(tmp_path):
    running = [writer(tmp_path, name, 25) for name in ("cli", "server", "watcher", "hook")]
    assert [process.wait(timeout=120) for process in running] == [0, 0, 0, 0]
    for process in running:
        assert process.stdout is not None
        process.stdout.close()
    assert sorted(contents(tmp_path)) == sorted(
        f"{name} wrote {i}" for name in ("cli", "server", "watcher", "hook") for i in range(25)
    )
    assert MemoryEngine(tmp_path).database.check() == []


def test_a_server_that_opens_the_database_twice_and_a_command_beside_it_keep_what_the_other_wrote(tmp_path):
    server = TestEngine(tmp_path)
    server.store("the server wrote first")
    for i in range(3):
        with MemoryEngine(tmp_path).read() as state:  # as each request of a server does, in the same process
            assert len(list(state.select(Filter()))) == 1 + 2 * i
        process = writer(tmp_path, f"command {i}", 1)
        process.communicate(timeout=60)
        assert process.returncode == 0
        server.store(f"the server wrote {i}")
    assert set(contents(tmp_path)) == {
        "the server wrote first", *(said for i in range(3) for said in (f"the server wrote {i}", f"command {i} wrote 0")),
    }  # fmt: skip
    assert MemoryEngine(tmp_path).database.check() == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("after", [1, 2, 7])
def test_what_a_killed_process_reported_is_there_and_the_log_agrees_with_the_projections(tmp_path, after):
    process = writer(tmp_path, "victim", 10_000)
    assert process.stdout is not None
    for _ in range(after):
        reported = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    reported = max([reported, *(int(line) for line in process.stdout.read().split())])
    process.wait(timeout=60)
    process.stdout.close()
    held = contents(tmp_path)
    assert held[: reported + 1] == [f"victim wrote {i}" for i in range(reported + 1)]
    assert len(held) <= reported + 2  # one more may have been committed and not yet reported
    live = projections(get_database_path(tmp_path))
    engine = MemoryEngine(tmp_path)
    engine.rebuild()
    assert projections(get_database_path(tmp_path)) == live
    assert engine.database.check() == []
    engine.close()


def test_a_write_that_fails_in_the_middle_changes_nothing(tmp_path):
    engine = TestEngine(tmp_path)
    engine.store("before")
    live = projections(engine.database.path)
    with pytest.raises(KeyboardInterrupt), engine.write() as recording:
        recording.state.append(0, "MemoryErased", "", "", "", "{}")
        raise KeyboardInterrupt
    assert projections(engine.database.path) == live
    with engine.read() as state:
        assert state.read_last_seq() == 1
    engine.close()


def test_the_log_refuses_to_be_changed(tmp_path):
    engine = TestEngine(tmp_path)
    engine.store("first")
    connection = sqlite3.connect(engine.database.path)
    for statement in ("UPDATE events SET payload = ''", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()
    engine.close()


def test_a_store_from_a_newer_version_is_refused_and_left_alone(tmp_path):
    engine = TestEngine(tmp_path)
    engine.store("first")
    engine.close()
    path = get_database_path(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    before = path.read_bytes()
    for use in (engine.read, engine.write):
        with pytest.raises(IncompatibleStoreError, match="newer"), use():
            pass
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["header", "pages", "foreign"])
def test_a_damaged_store_is_refused_and_the_backup_is_named(tmp_path, damage):
    engine = TestEngine(tmp_path)
    engine.store("first")
    backup = make_backup(tmp_path, "monday").path
    engine.store("second")
    engine.close()
    path = get_database_path(tmp_path)
    size = path.stat().st_size
    if damage == "header":
        path.write_bytes(b"garbage" * 1000)
    elif damage == "foreign":
        path.unlink()
        sqlite3.connect(path).execute("CREATE TABLE t(a)").connection.close()
    else:
        with open(path, "r+b") as handle:
            handle.seek(4096)
            handle.write(b"\xff" * (size - 4096))
    damaged = path.read_bytes()
    with pytest.raises(StorageError, match="damaged") as failure:
        contents(tmp_path)
    assert str(backup) in failure.value.hint
    assert path.read_bytes() == damaged
    restored, kept = restore_backup(tmp_path, backup, "before-restore")
    assert (contents(tmp_path), restored.memories) == (["first"], 1)
    assert kept is not None and kept.read_bytes() == damaged


def test_a_backup_is_restored_under_a_process_that_has_the_store_open(tmp_path):
    engine = TestEngine(tmp_path)
    engine.store("first")
    with engine.read() as state:
        epoch = state.read_epoch()
    backup = make_backup(tmp_path, "monday").path
    engine.store("second")
    restore_backup(tmp_path, backup, "replaced")
    with engine.read() as state:
        assert [m.body.content for m in state.select(Filter())] == ["first"]
        assert state.read_epoch() != epoch
    engine.store("third")
    engine.close()
    assert [path.stem for path in list_backups(tmp_path)] == ["monday", "replaced"]


def test_a_read_only_disk_answers_and_refuses_to_store(tmp_path):
    engine = TestEngine(tmp_path)
    engine.store("first")
    engine.close()
    folder = get_database_path(tmp_path).parent
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")
    try:
        assert contents(tmp_path) == ["first"]
        with pytest.raises(StorageError, match="nothing was changed"):
            TestEngine(tmp_path).store("second")
    finally:
        folder.chmod(0o755)


def test_a_full_disk_is_an_error_and_what_was_there_stays(tmp_path):
    engine = TestEngine(tmp_path)
    engine.store("first")
    connection = connect_to_write(engine.database.path)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages}")
    engine.database.close()
    engine.database._writing = connection  # as full as a disk can be for SQLite
    with pytest.raises(StorageError, match="full") as failure:
        for i in range(500):
            engine.store(f"{i} " + "x" * 5_000)
    assert "free some space" in failure.value.hint
    engine.close()
    engine = MemoryEngine(tmp_path)
    live = projections(engine.database.path)
    engine.rebuild()
    assert projections(engine.database.path) == live
    assert "first" in contents(tmp_path)
    engine.close()


def test_erasing_leaves_no_byte_of_the_text_in_any_file(tmp_path):
    engine = TestEngine(tmp_path)
    secret, word = "the plum orchard meets on Thursdays", "plum"
    kept = engine.store("another note about orchards")
    stored = engine.store(secret, tags=("zanzibar",), metadata={"who": "quetzalcoatl"}, namespace="/home/xylophone")
    make_backup(tmp_path, "monday")
    with engine.write() as recording:
        notes.revise(recording, stored.id, Edit(content="the plum orchard moved to Fridays"), reason="kumquat")
        notes.link(recording, kept.id, stored.id, Relationship.EXPLAINS, metadata={"note": "persimmon"})
    make_backup(tmp_path, "tuesday")
    assert any(word.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    done = erase(engine, stored.id)
    assert done.backups == 2
    texts = (word, "zanzibar", "quetzalcoatl", "xylophone", "kumquat", "persimmon", "Thursdays", "thursdays", "Fridays")
    for path in tmp_path.rglob("*"):
        if path.is_file():
            held = path.read_bytes()
            assert [text for text in texts if text.encode() in held] == [], path
    assert contents(tmp_path) == ["another note about orchards"]
    live = projections(engine.database.path)
    engine.rebuild()
    assert projections(engine.database.path) == live
    assert erase(engine, stored.id).events == 0  # again finds nothing left to do
    engine.close()


def test_erasing_what_a_hook_remembered_takes_the_words_of_its_session_too(tmp_path):
    engine = TestEngine(tmp_path)
    with engine.write() as recording:
        session = capture.ensure_session(recording, "s1", tmp_path, str)
        capture.record_prompt(recording, session, "paint the pergola")
        sessions.record_tool_use(recording, ToolUse("s1", session.namespace, "Edit", path="src/wisteria.py"))
        memory = capture.save_checkpoint(recording, session, ended=True)
    assert memory is not None
    erase(engine, memory.id)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert b"pergola" not in path.read_bytes() and b"wisteria" not in path.read_bytes()
    live = projections(engine.database.path)
    engine.rebuild()
    assert projections(engine.database.path) == live
    engine.close()


FULL = """
import os, subprocess, sys
from pathlib import Path
from codegraph.memory import notes
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.errors import StorageError

place = Path(sys.argv[1])
told = []
for room in range(300_000, 700_000, 20_000):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", place], check=True)
    fill = place / "fill"
    fill.write_bytes(bytes(os.statvfs(place).f_bavail * 4096 - room))
    for attempt in range(2):
        engine = MemoryEngine(place / "home")
        try:
            with engine.write() as recording:
                notes.store(recording, notes.Draft(f"note {attempt}"))
            told.append("stored")
        except StorageError as error:
            told.append(error.message)
        engine.close()
        fill.unlink(missing_ok=True)
    subprocess.run(["umount", place], check=True)
print("\\n".join(told))
"""


def test_memory_that_was_begun_on_a_full_disk_is_whole_or_not_there(tmp_path: Path) -> None:
    alone = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "mount", "-t", "tmpfs", "x", tmp_path]).returncode:
        pytest.skip("no file system of a test's own can be mounted here")
    run = subprocess.run([*alone, sys.executable, "-c", FULL, tmp_path], capture_output=True, text=True, check=True)
    first, second = run.stdout.splitlines()[::2], run.stdout.splitlines()[1::2]
    assert set(second) == {"stored"}
    assert not any("damaged" in told for told in first) and len(set(first)) > 1
