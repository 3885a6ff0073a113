"""Opening of the memory database.

It is created whole or not at all, and refused when it is newer, foreign or damaged.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from codegraph.errors import CodegraphError, DamagedStoreError, IncompatibleStoreError, LockedError, StorageError
from codegraph.store.memory import schema

BUSY_S: Final = 30.0
"""How long a write waits for the writes of other processes, in seconds."""


def get_memory_folder(home: Path) -> Path:
    return home / "memory"


def get_database_path(home: Path) -> Path:
    return get_memory_folder(home) / "memory.db"


def get_backup_folder(home: Path) -> Path:
    return get_memory_folder(home) / "backups"


def find_latest_backup(path: Path) -> Path | None:
    """Return the newest backup of the database at `path`."""
    try:
        found = sorted((path.parent / "backups").glob("*.db"), key=lambda p: (p.stat().st_mtime_ns, p.name))
    except OSError:
        return None
    return found[-1] if found else None


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Open a connection that may write.

    The database is created when there is none. Raises StorageError.
    """
    with translate_errors(path):
        if not path.exists():
            _create(path)
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            _check_version(connection, path)
            connection.execute("PRAGMA synchronous=FULL")  # a stored memory survives a power cut, not only a crash
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("PRAGMA cache_size=-16000")
            add_missing_tables(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def add_missing_tables(connection: sqlite3.Connection) -> None:
    """Add the tables that an older database lacks."""
    if not is_old(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _make_tables(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def is_old(connection: sqlite3.Connection) -> bool:
    return connection.execute("PRAGMA user_version").fetchone()[0] < schema.SCHEMA_VERSION


def connect_to_read(path: Path, *, as_it_is: bool = False) -> sqlite3.Connection:
    """Open a connection that only reads.

    Without a file it is an empty database in memory. `as_it_is` takes the file without its write-ahead log, and never
    sees what is written later. Raises StorageError.
    """
    with translate_errors(path):
        if not path.exists():
            connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            _make_tables(connection)
            return connection
        connection = _open_read_only(path, as_it_is=as_it_is)
        try:
            _check_version(connection, path)
            if is_old(connection):
                _add_temporary_tables(connection)
            connection.execute("PRAGMA query_only=ON")
        except BaseException:
            connection.close()
            raise
    return connection


def is_log_empty(path: Path) -> bool:
    """Return whether the file itself has everything that was committed."""
    try:
        return path.with_name(path.name + "-wal").stat().st_size == 0
    except OSError:
        return True


def _open_read_only(path: Path, *, as_it_is: bool) -> sqlite3.Connection:
    # A reader of a log-mode database needs the shared index beside it. Where the folder cannot be written and no
    # writer has left one, nobody can be writing either, and the file may be taken as it is.
    writable = os.access(path.parent, os.W_OK)
    shared = not as_it_is and (writable or path.with_name(path.name + "-shm").exists())
    mode = "mode=ro" if shared else "immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA cache_size=-16000")
    return connection


def _add_temporary_tables(connection: sqlite3.Connection) -> None:
    """Add empty temporary tables for those that an older database lacks.

    They belong to this connection alone, and the database is read as it is.
    """
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    opening = "CREATE TABLE IF NOT EXISTS "
    for statement in map(str.strip, split_statements(schema.TABLES)):
        if statement.startswith(opening) and statement.removeprefix(opening).partition("(")[0] not in there:
            connection.execute(statement.replace(opening, "CREATE TEMP TABLE ", 1))


def _create(path: Path) -> None:
    """Create a complete empty database at `path` in one step.

    Another process may do so first.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        connection = sqlite3.connect(fresh, isolation_level=None)
        try:
            os.chmod(fresh, 0o600)
            connection.execute("PRAGMA page_size=4096")
            connection.execute("BEGIN")
            _make_tables(connection)
            connection.execute("INSERT INTO meta VALUES('epoch', ?)", (os.urandom(8).hex(),))
            connection.execute("COMMIT")
            # Not before there is something: what is in a log moves to the file when it is closed, where a full disk
            # is nobody's error, and the file without its log would be half of one.
            connection.execute("PRAGMA journal_mode=WAL")
        finally:
            connection.close()
        with open(fresh, "rb+") as handle:
            os.fsync(handle.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            if not path.exists():
                fresh.rename(path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)


def _make_tables(connection: sqlite3.Connection) -> None:
    for script in (schema.LOG, schema.GUARDS, schema.TABLES, schema.LEXICAL):
        for statement in split_statements(script):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION}")
    connection.execute(f"PRAGMA application_id={schema.APPLICATION_ID}")


def split_statements(script: str) -> Iterator[str]:
    """Yield the statements of a script.

    They can run inside a transaction that is already open.
    """
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    # SQLite tells what is no database. Nothing here may open the file itself: closing it again would drop every lock
    # that this process holds on it, and another one would take the log away from under its connections.
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != schema.APPLICATION_ID:
        raise build_damage_error(path, "it is not a memory database")
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    if not os.path.exists(f"{path}-wal") and path.stat().st_size < pages * size:
        raise build_damage_error(path, f"it is cut off after {path.stat().st_size:,} of {pages * size:,} bytes")
    if version > schema.SCHEMA_VERSION:
        raise IncompatibleStoreError(
            f"{path} was written by a newer codegraph (format {version}, this one knows {schema.SCHEMA_VERSION})",
            hint="update codegraph, or set CODEGRAPH_HOME to another folder; nothing was changed",
        )


def build_damage_error(path: Path, why: str) -> DamagedStoreError:
    """Return the error for a damaged database, with a hint at the remedy."""
    backup = find_latest_backup(path)
    hint = "run `codegraph memory rebuild`, which salvages what can be read and keeps the damaged file; "
    if backup is None:
        hint += f"there is no backup in {path.parent / 'backups'}"
    else:
        hint += f"the newest backup is {backup}: `codegraph memory backup-restore {backup}` puts it back as it is"
    return DamagedStoreError(f"{path} is damaged: {why}; nothing was changed", hint=hint)


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate failures of the database and the file system to errors with hints."""
    try:
        yield
    except CodegraphError:
        raise
    except sqlite3.Error as error:
        raise _explain_error(error, path) from error
    except OSError as error:
        raise StorageError(
            f"{error.filename or path} cannot be used: {error.strerror or error}; nothing was changed",
            hint="make the folder writable or free some space, or set CODEGRAPH_HOME to another place",
        ) from error


def _explain_error(error: sqlite3.Error, path: Path) -> CodegraphError:
    text = str(error)
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return LockedError(f"{path} has been busy for {BUSY_S:.0f} seconds", hint="another process holds it; try again")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StorageError(
            f"{path} cannot be written ({text}); nothing was changed",
            hint="make the file and its folder writable, or set CODEGRAPH_HOME to another place",
        )
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return StorageError(
            f"{path} could not be written ({text}); nothing was changed", hint="free some space and try again"
        )
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "decode to UTF-8" in text:
        return build_damage_error(path, text)
    return StorageError(f"{path}: {text}; nothing was changed", hint="run `codegraph memory rebuild`")
