"""Copies of the memory database.

They are taken from a consistent state, and checked before they replace the database.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, StorageError, UnreadableError
from codegraph.store.lock import hold_writer_lock
from codegraph.store.memory.connection import (
    add_missing_tables,
    build_damage_error,
    connect_to_read,
    connect_to_write,
    get_backup_folder,
    get_database_path,
    get_memory_folder,
    translate_errors,
)
from codegraph.store.memory.replacement import lock_against_replacement, lock_replacement

_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


WAIT_S: Final = 60.0
"""Seconds a requested backup waits for another one or for an erasure."""

ROLLING: Final = "rolling-"
"""Prefix of the names of automatic backups."""

ROLLING_EVENTS: Final = 500
ROLLING_S: Final = 86_400.0
"""A backup is made after so many events, or when something is written so many seconds after the last one."""

ROLLING_KEPT: Final = 3
ROLLING_BYTES: Final = 512 << 20
"""Number of automatic backups that are kept, and their bytes together."""


class Backup(NamedTuple):
    path: Path
    memories: int
    events: int
    size: int  # bytes


def list_backups(home: Path) -> list[Path]:
    """Return the backups in the home folder, the oldest first."""
    try:
        return sorted(get_backup_folder(home).glob("*.db"), key=lambda p: (p.stat().st_mtime_ns, p.name))
    except OSError:
        return []


def make_backup(home: Path, name: str) -> Backup:
    """Copy the database to `backups/<name>.db`.

    A copy that fails leaves nothing behind. Raises StorageError.
    """
    with (
        hold_writer_lock(get_backup_lock(home), wait_s=WAIT_S),
        lock_against_replacement(get_database_path(home), create=False),
    ):
        return _make_backup(home, name)


def _make_backup(home: Path, name: str) -> Backup:
    if not _NAME.fullmatch(name):
        raise UnreadableError(f"{name!r} is no name for a backup", hint="use letters, digits, dots and dashes")
    target = get_backup_folder(home) / f"{name}.db"
    source = get_database_path(home)
    with translate_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if target.exists():
            raise StorageError(f"{target} exists", hint="give the backup another name")
        fresh = target.with_name(f".{target.name}.{os.getpid()}")
        connection = connect_to_read(source)
        try:
            _copy(connection, fresh)
            describe(fresh)  # a damaged database must not become the newest backup
            fresh.replace(target)
        finally:
            connection.close()
            fresh.unlink(missing_ok=True)
    return describe(target)


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        os.chmod(target, 0o600)
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, complete by itself
    finally:
        copy.close()


def check_database(home: Path) -> Backup | None:
    """Check every page of the database and describe its content.

    The result is None without a database. Raises StorageError.
    """
    path = get_database_path(home)
    with translate_errors(path):
        if not path.exists():
            return None
    return _describe(path, build_damage_error)


def describe(path: Path) -> Backup:
    """Describe the content of a backup.

    Raises StorageError when it is damaged, foreign or newer.
    """
    return _describe(path, lambda path, why: StorageError(f"{path} is damaged: {why}", hint="choose another backup"))


def _describe(path: Path, refusal: Callable[[Path, str], StorageError]) -> Backup:
    connection = connect_to_read(path)
    try:
        with translate_errors(path):
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise refusal(path, verdict)
            (memories,) = connection.execute("SELECT count(*) FROM memories").fetchone()
            (events,) = connection.execute("SELECT count(*) FROM events").fetchone()
    finally:
        connection.close()
    return Backup(path, memories, events, path.stat().st_size)


def restore_backup(home: Path, path: Path, kept_as: str) -> tuple[Backup, Path | None]:
    """Put a backup in the place of the database.

    Return it and the place where the replaced database was kept. A readable database is replaced through its own
    transactions, so processes that have it open go on with the restored state. One that cannot be read is moved aside.
    Raises StorageError and UnreadableError, and then nothing was changed.
    """
    if not path.is_file():
        raise UnreadableError(f"{path} does not exist", hint="list them with `codegraph memory backup --list`")
    found = describe(path)
    current = get_database_path(home)
    with hold_writer_lock(get_backup_lock(home), WAIT_S), lock_replacement(current):
        kept: Path | None = None
        if current.exists():
            kept = _keep(home, current, kept_as)
        with translate_errors(current):
            source = sqlite3.connect(path)
            try:
                target = connect_to_write(current)
                try:
                    source.backup(target)
                    target.execute("PRAGMA journal_mode=WAL")
                    add_missing_tables(target)
                    target.execute("INSERT OR REPLACE INTO meta VALUES('epoch', ?)", (os.urandom(8).hex(),))
                finally:
                    target.close()
            finally:
                source.close()
    return found, kept


def _keep(home: Path, current: Path, name: str) -> Path:
    """Keep the current database as a backup, or move it aside if it is unreadable."""
    try:
        return _make_backup(home, name).path
    except StorageError:
        aside = current.with_name(f"{name}.damaged")
        with translate_errors(current):
            for suffix in ("", "-wal", "-shm"):
                part = current.with_name(current.name + suffix)
                if part.exists():
                    part.replace(aside.with_name(aside.name + suffix))
        return aside


# backups that nobody asks for


class Mark(NamedTuple):
    """Event and time of the start of the last rolling backup.

    `at` is in seconds since 1970.
    """

    seq: int
    at: float


def is_backup_due(mark: Mark | None, seq: int, now: float) -> bool:
    """Return whether another backup is due since the last one.

    It is due after a number of events, or after some time.
    """
    if mark is None or seq < mark.seq:
        return False
    return seq - mark.seq >= ROLLING_EVENTS or (seq > mark.seq and not 0 <= now - mark.at < ROLLING_S)


def roll_backup(home: Path, seq: int) -> Path | None:
    """Make a backup `rolling-<seq>` and drop the oldest beyond the bounds.

    Return None where that is not possible. The write itself has succeeded, and the next attempt follows after as many
    events again.
    """
    try:
        with hold_writer_lock(get_backup_lock(home)), lock_against_replacement(get_database_path(home), create=False):
            drop_unfinished(home)
            made = _make_backup(home, f"{ROLLING}{seq:012d}").path
            for old in _find_beyond_bounds(list_rolling_backups(home)):
                old.unlink(missing_ok=True)
            return made
    except (CodegraphError, OSError):
        return None


def list_rolling_backups(home: Path) -> list[Path]:
    """Return the automatic backups, the oldest first."""
    return [path for path in list_backups(home) if path.name.startswith(ROLLING)]


def get_backup_lock(home: Path) -> Path:
    """Return the lock for making backups and erasing from them.

    With it no backup is made of text that is being erased.
    """
    return get_memory_folder(home) / "backup.lock"


def _find_beyond_bounds(found: list[Path]) -> list[Path]:
    """Return the oldest backups beyond the bounds.

    The bounds are in number and in size. The newest is always kept.
    """
    kept = size = 0
    for path in reversed(found):
        size += path.stat().st_size
        if kept and (kept == ROLLING_KEPT or size > ROLLING_BYTES):
            break
        kept += 1
    return found[: len(found) - kept]


def drop_unfinished(home: Path) -> None:
    """Remove the remains of a backup whose process was killed.

    Under the lock, no other backup is being made.
    """
    for path in get_backup_folder(home).glob(".*.db.*"):
        path.unlink(missing_ok=True)


def replace_damaged(home: Path, fresh: Path, name: str) -> Path:
    """Put a complete database in the place of a damaged one.

    The damaged one is kept, and its path is returned. Raises OSError.

    An old log next to the new file would be replayed into it, so the log is removed before the file is replaced.
    """
    current = get_database_path(home)
    aside = current.with_name(f"{name}.damaged")
    for suffix in ("", "-wal"):
        part = current.with_name(current.name + suffix)
        if part.exists():
            import shutil  # imports five archive formats

            shutil.copy2(part, aside.with_name(aside.name + suffix))
    for suffix in ("-wal", "-shm"):
        current.with_name(current.name + suffix).unlink(missing_ok=True)
    fresh.replace(current)
    return aside


def list_damaged_copies(home: Path) -> list[Path]:
    """Return the files of damaged databases that were kept.

    Other databases took their place.
    """
    return sorted(get_memory_folder(home).glob("*.damaged*"))
