"""Shared events in the memory database.

They have a number by the home that wrote them, and a position in the database of the team. An event without a position
is queued: the team's database has not acknowledged it yet.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.store.memory.row_conversion import LOG, LogRow, Table, mark, split_batches

TABLES: Final = """
CREATE TABLE IF NOT EXISTS shared_namespaces(
    namespace TEXT PRIMARY KEY, position INTEGER NOT NULL, mark TEXT NOT NULL, scanned INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shared_events(
    seq INTEGER PRIMARY KEY, namespace TEXT NOT NULL, home TEXT NOT NULL, number INTEGER NOT NULL,
    position INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS shared_events_identity ON shared_events(home, number);
CREATE INDEX IF NOT EXISTS shared_events_position ON shared_events(namespace, position);
"""
"""They are no projections: what they say of the events is nowhere else but in the team's database."""

LAST: Final = 1 << 62
"""In place of the position of a queued event: it comes after all that have one."""

NUMBERS: Final = 1_000_000


class SharedNamespace(NamedTuple):
    """Namespace that is shared, and how far both logs were read for it."""

    namespace: str
    position: int  # of the last event that was read from the team's database
    mark: str  # identifies that event
    scanned: int  # last local event that was looked at


class SharedEvent(NamedTuple):
    """Identity of a local event that every reader of its namespace knows it by."""

    seq: int
    namespace: str
    home: str
    number: int
    position: int  # 0 while it is queued


_NAMESPACES: Final = Table("shared_namespaces", SharedNamespace)
_EVENTS: Final = Table("shared_events", SharedEvent)


class ReplicaReader:
    """Queries for shared namespaces and events, a part of `Reader`."""

    _db: sqlite3.Connection

    def list_shared_namespaces(self) -> list[SharedNamespace]:
        return _NAMESPACES.select(self._db, "1 ORDER BY namespace")

    def find_shared_event(self, home: str, number: int) -> SharedEvent | None:
        return _EVENTS.find(self._db, "home = ? AND number = ?", (home, number))

    def list_queued(self, home: str, namespaces: Sequence[str], limit: int = -1) -> list[SharedEvent]:
        """Return the events of a home that have no position yet, in their order."""
        where = f"position = 0 AND home = ? AND namespace IN ({mark(namespaces)}) ORDER BY number LIMIT ?"
        return _EVENTS.select(self._db, where, (home, *namespaces, limit))

    def list_queued_seqs(self, namespace: str) -> list[int]:
        """Return the events of a namespace without a position, of all homes."""
        sql = "SELECT seq FROM shared_events WHERE namespace = ? AND position = 0 ORDER BY seq"
        return [row[0] for row in self._db.execute(sql, (namespace,))]

    def find_queued_twin(self, namespace: str, event: LogRow) -> SharedEvent | None:
        """Return the queued event that is the same as one of the team's database.

        A log that was salvaged does not know which of its events are there.
        """
        sql = (
            f"SELECT {_EVENTS.columns.replace('seq', 's.seq')} FROM events e JOIN shared_events s ON s.seq = e.seq "
            "WHERE e.operation = ? AND s.position = 0 AND s.namespace = ? AND e.kind = ? AND e.at = ? "
            "AND e.payload = ? ORDER BY s.number LIMIT 1"
        )
        wanted = (event.operation, namespace, event.kind, event.at, event.payload)
        row = self._db.execute(sql, wanted).fetchone()
        return SharedEvent(*row) if row else None

    def count_queued(self, namespace: str) -> int:
        sql = "SELECT count(*) FROM shared_events WHERE namespace = ? AND position = 0"
        return self._db.execute(sql, (namespace,)).fetchone()[0]

    def read_log_rows(self, seqs: Sequence[int]) -> dict[int, LogRow]:
        """Return events of the log by sequence number."""
        found: dict[int, LogRow] = {}
        for part in split_batches(seqs):
            found |= {row.seq: row for row in LOG.select(self._db, f"seq IN ({mark(part)})", part)}
        return found

    def count_shared(self, namespace: str) -> int:
        sql = "SELECT count(*) FROM shared_events WHERE namespace = ?"
        return self._db.execute(sql, (namespace,)).fetchone()[0]

    def find_namespace_of_subject(self, subject: str) -> str:
        """Return the shared namespace with events about a memory, "" without any."""
        sql = (
            "SELECT s.namespace FROM events e JOIN shared_events s ON s.seq = e.seq WHERE e.subject = ? "
            "ORDER BY e.seq LIMIT 1"
        )
        row = self._db.execute(sql, (subject,)).fetchone()
        return row[0] if row else ""

    def list_namespaces_of_operation(self, operation: str) -> list[str]:
        """Return the shared namespaces in which an operation did something, by name."""
        sql = (
            "SELECT DISTINCT s.namespace FROM events e JOIN shared_events s ON s.seq = e.seq WHERE e.operation = ? "
            "ORDER BY 1"
        )
        return [row[0] for row in self._db.execute(sql, (operation,))]

    def get_last_number(self, home: str) -> int:
        """Return the largest number of an event of a home, 0 without any."""
        return self._db.execute(
            "SELECT coalesce(max(number), 0) FROM shared_events WHERE home = ?", (home,)
        ).fetchone()[0]

    def list_unshared_events(self, after: int, kinds: Sequence[str]) -> list[LogRow]:
        """Return later events of some kinds that no namespace shares yet, in order."""
        where = (
            f"seq > ? AND kind IN ({mark(kinds)}) "
            "AND NOT EXISTS (SELECT 1 FROM shared_events s WHERE s.seq = events.seq) ORDER BY seq"
        )
        return LOG.select(self._db, where, (after, *kinds))

    def has_events_since(self, seq: int, kinds: Sequence[str]) -> bool:
        """Return whether events of some kinds were recorded here after `seq`."""
        sql = (
            f"SELECT 1 FROM events WHERE seq > ? AND kind IN ({mark(kinds)}) "
            "AND NOT EXISTS (SELECT 1 FROM shared_events s WHERE s.seq = events.seq) LIMIT 1"
        )
        return self._db.execute(sql, (seq, *kinds)).fetchone() is not None

    def read_positions(self) -> dict[int, int]:
        """Return the positions of the shared events by sequence number.

        A queued event has the position `LAST`.
        """
        return dict(
            self._db.execute("SELECT seq, CASE position WHEN 0 THEN ? ELSE position END FROM shared_events", (LAST,))
        )

    def get_number_range(self) -> tuple[int, int]:
        """Return the bounds of the numbers that this home gives to staged memories.

        Homes that share a namespace have a million each, so no two give the same one.
        """
        ordinal = int(self.read_team_value("ordinal") or 0)
        return (ordinal * NUMBERS, (ordinal + 1) * NUMBERS) if ordinal else (0, 10**12)

    def read_team_value(self, key: str) -> str:
        """Return a value about the team's database, "" for an unknown one."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (f"team.{key}",)).fetchone()
        return str(row[0]) if row else ""


class ReplicaWriter:
    """Changes of shared namespaces and events, a part of `Writer`."""

    _db: sqlite3.Connection

    def put_shared_namespace(self, shared: SharedNamespace) -> None:
        _NAMESPACES.put(self._db, shared)

    def drop_shared_namespace(self, namespace: str) -> None:
        """Share a namespace no longer.

        What is known of its events stays, because it says in which order they are applied. Queued ones are as any
        local event.
        """
        self._db.execute("DELETE FROM shared_namespaces WHERE namespace = ?", (namespace,))
        self._db.execute("DELETE FROM shared_events WHERE namespace = ? AND position = 0", (namespace,))

    def add_shared_event(self, event: SharedEvent) -> None:
        _EVENTS.put(self._db, event)

    def set_position(self, seq: int, position: int) -> None:
        self._db.execute("UPDATE shared_events SET position = ? WHERE seq = ?", (position, seq))

    def forget_positions(self, namespace: str) -> None:
        """Queue all events of a namespace again.

        The team's database has another history.
        """
        self._db.execute("UPDATE shared_events SET position = 0 WHERE namespace = ?", (namespace,))

    def forget_all_positions(self) -> None:
        """Queue all events again, because the team has another database."""
        self._db.execute("UPDATE shared_events SET position = 0")

    def set_home_of_queued(self, old: str, new: str) -> None:
        """Give the queued events of a home to another home, with numbers of its own."""
        found = self._db.execute(
            "SELECT seq FROM shared_events WHERE home = ? AND position = 0 ORDER BY number", (old,)
        ).fetchall()
        self._db.executemany(
            "UPDATE shared_events SET home = ?, number = ? WHERE seq = ?",
            [(new, number, seq) for number, (seq,) in enumerate(found, 1)],
        )

    def identify(self, seq: int, home: str, number: int, position: int) -> None:
        """Give an event the identity that the team's database knows it by."""
        self._db.execute(
            "UPDATE shared_events SET home = ?, number = ?, position = ? WHERE seq = ?", (home, number, position, seq)
        )

    def drop_queued(self, seqs: Iterable[int]) -> None:
        """Take events out of the queue: what they were about is erased."""
        self._db.executemany("DELETE FROM shared_events WHERE seq = ? AND position = 0", [(s,) for s in seqs])

    def put_team_value(self, key: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (f"team.{key}", value))


class EventPlace(NamedTuple):
    """Place of an event in the order in which events are applied."""

    position: int
    is_local: bool
    seq: int


def build_keys(seqs: Iterable[int], positions: dict[int, int]) -> Iterator[EventPlace]:
    """Yield the place of each event, given in the order of the local log.

    Shared events have the order of the team's database, with the queued ones last. A local event comes after the shared
    ones that were there when it was recorded: it may rest on them. No shared event rests on a local one.
    """
    seen = 0
    for seq in seqs:
        position = positions.get(seq)
        if position is not None:
            seen = max(seen, position)
        yield EventPlace(seen if position is None else position, position is None, seq)
