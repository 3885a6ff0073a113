"""Access to the memory database of a home folder, as every process opens it."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from codegraph.errors import LockedError, StorageError
from codegraph.store.memory.backup import Mark, is_backup_due, roll_backup
from codegraph.store.memory.connection import (
    connect_to_read,
    connect_to_write,
    get_database_path,
    is_log_empty,
    is_old,
    translate_errors,
)
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.replacement import get_file_identity, lock_against_replacement
from codegraph.store.memory.writer import Writer


class MemoryDatabase:
    """The memory database, read and written in short transactions.

    Any number of processes may use it; a thread uses an object of its own. Nothing is opened before it is needed: a
    process that only reads never creates a file, and works on a read-only disk. Every method raises StorageError,
    IncompatibleStoreError or LockedError, and then nothing was changed.
    """

    def __init__(self, home: Path) -> None:
        self._set(get_database_path(home))

    @classmethod
    def open_at(cls, path: Path) -> MemoryDatabase:
        """Return a memory database in another place, such as a backup."""
        database = cls.__new__(cls)
        database._set(path)
        database._kept_as_it_is = True
        return database

    def _set(self, path: Path) -> None:
        self.path = path
        self._reading: sqlite3.Connection | None = None
        self._writing: sqlite3.Connection | None = None
        self._empty = False
        self._for_once = False  # the connection is good for one read
        self._kept_as_it_is = False
        self._identity = get_file_identity(self.path)  # of the file that is open
        self._backing_up: threading.Thread | None = None

    @contextmanager
    def read(self) -> Iterator[Reader]:
        """Open a read transaction on one consistent state.

        Keep it short: a long read keeps the write-ahead log from being folded in.
        """
        connection = self._open_reader()
        with translate_errors(self.path):
            connection.execute("BEGIN")
            try:
                yield Reader(connection)
            finally:
                if connection.in_transaction:  # else what ended it is told, not that it has ended
                    connection.execute("COMMIT")

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """Open a write transaction.

        Everything that happens inside is durable when this ends, or nothing happened. Waits for other writers, and
        while the file is replaced.
        """
        with translate_errors(self.path), self._keep_in_place():
            connection = self._open_writer()
            connection.execute("BEGIN IMMEDIATE")
            due = 0
            try:
                writer = Writer(connection)
                yield writer
                due = 0 if self._kept_as_it_is else self._mark_due_backup(writer)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        if due:
            self._back_up(due)

    def _mark_due_backup(self, writer: Writer) -> int:
        """Return the number of the last event when a backup is due, else 0.

        The backup is noted within the transaction, so only one of several processes makes it.
        """
        seq, now = writer.get_last_event(), time.time()
        mark = writer.read_backup_mark()
        due = is_backup_due(mark, seq, now)
        if due or mark is None or seq < mark.seq:
            writer.note_backup(Mark(seq, now))
        return seq if due else 0

    def _back_up(self, seq: int) -> None:
        """Copy the committed state while writes go on.

        The process does not end before that.
        """
        if self._backing_up is None or not self._backing_up.is_alive():
            self._backing_up = threading.Thread(target=roll_backup, args=(self.path.parent.parent, seq), name="backup")
            self._backing_up.start()

    def wipe_deleted(self) -> None:
        """Rewrite the file so that nothing deleted is left in it or its write-ahead log.

        Raises LockedError while another process is reading: call it again then.
        """
        with translate_errors(self.path), self._keep_in_place():
            connection = self._open_writer()
            connection.execute("VACUUM")
            (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise LockedError(
                f"{self.path} is being read, so its write-ahead log could not be emptied",
                hint="the text is out of the database; run the same command again to empty the log too",
            )

    def measure_size(self) -> int:
        """Return the bytes of the file and of its write-ahead log."""
        paths = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(path.stat().st_size for path in paths if path.exists())

    def check(self) -> list[str]:
        """Return SQLite's report on damage of the file, empty when it is whole.

        Reads all of it.
        """
        with translate_errors(self.path):
            found = [row[0] for row in self._open_reader().execute("PRAGMA integrity_check(10)")]
        return [] if found == ["ok"] else found

    def _keep_in_place(self, *, create: bool = True) -> AbstractContextManager[None]:
        """Keep other processes from replacing the file.

        A file at another place is never replaced.
        """
        return nullcontext() if self._kept_as_it_is else lock_against_replacement(self.path, create=create)

    def _open_writer(self) -> sqlite3.Connection:
        self._drop_replaced()
        if self._writing is None:
            self._writing = connect_to_write(self.path)
            self._identity = get_file_identity(self.path)
        return self._writing

    def _drop_replaced(self) -> None:
        """Drop the connections when another file is at the path.

        Writes to the old file would be lost.
        """
        found = get_file_identity(self.path)
        if found == self._identity or (self._writing is not None and self._writing.in_transaction):
            return
        if self._reading is not None and self._reading.in_transaction:
            self._reading = None  # what is being read is read to its end
        self._close_connections()
        self._identity = found

    def _open_reader(self) -> sqlite3.Connection:
        self._drop_replaced()
        if self._writing is not None and not self._writing.in_transaction:
            return self._writing
        if self._reading is not None and (self._for_once or (self._empty and self.path.exists())):
            self._reading.close()
            self._reading = None
        if self._reading is None:
            self._empty = not self.path.exists()
            self._reading = self._connect_to_read()
            if is_old(self._reading) and not self._kept_as_it_is and os.access(self.path, os.W_OK):
                # Another process may bring it up to date while this one has it open: better now.
                self._reading.close()
                connect_to_write(self.path).close()
                self._reading = connect_to_read(self.path)
        return self._reading

    def _connect_to_read(self) -> sqlite3.Connection:
        """Open the database to read it.

        This also works where the disk has no room for the index of an empty log.
        """
        self._for_once = False
        try:
            with self._keep_in_place(create=False):
                return connect_to_read(self.path)
        except StorageError as error:
            if type(error) is not StorageError or not is_log_empty(self.path):
                raise
            self._for_once = True  # what others write later would not be seen
            return connect_to_read(self.path, as_it_is=True)

    def close(self) -> None:
        if self._backing_up is not None:
            self._backing_up.join()
            self._backing_up = None
        self._close_connections()

    def _close_connections(self) -> None:
        for connection in (self._reading, self._writing):
            if connection is not None:
                connection.close()
        self._reading = self._writing = None
