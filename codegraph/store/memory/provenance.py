"""Tables of provenance.

They hold the places of items, the files of their revisions, bundles, and recent messages of sessions.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from codegraph.memory.memory_model import Artifact, BufferedMessage, Bundle, Conversation, Dream, Message, Place, Role
from codegraph.store.memory.kref import PROJECT, Kref
from codegraph.store.memory.row_conversion import Table

PROJECTIONS: Final = (
    "items",
    "artifacts",
    "bundles",
    "bundle_revisions",
    "conversations",
    "buffer",
    "dreams",
)

TABLES: Final = """
CREATE TABLE IF NOT EXISTS items(
    memory INTEGER PRIMARY KEY, space TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS items_place ON items(space, name, kind);
CREATE TABLE IF NOT EXISTS artifacts(
    memory INTEGER NOT NULL, revision INTEGER NOT NULL, name TEXT NOT NULL, location TEXT NOT NULL,
    size INTEGER NOT NULL, digest TEXT NOT NULL, PRIMARY KEY(memory, revision, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bundles(
    space TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, created_at INTEGER NOT NULL,
    deprecated INTEGER NOT NULL, PRIMARY KEY(space, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bundle_revisions(
    space TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, members TEXT NOT NULL,
    PRIMARY KEY(space, name, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS conversations(
    session TEXT PRIMARY KEY, user TEXT NOT NULL, context TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS buffer(
    seq INTEGER PRIMARY KEY, session TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
    cleared INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS buffer_session ON buffer(session, cleared);
CREATE TABLE IF NOT EXISTS dreams(project TEXT PRIMARY KEY, cursor INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
"""

_ITEMS: Final = Table("items", Place, "memory")
_ARTIFACTS: Final = Table("artifacts", Artifact, "memory")
_CONVERSATIONS: Final = Table("conversations", Conversation)
_MESSAGES: Final = Table("buffer", BufferedMessage, "session", "cleared")
_DREAMS: Final = Table("dreams", Dream, "project")


class ProvenanceReader:
    """Queries for items, a part of `Reader`."""

    _db: sqlite3.Connection

    def find_place(self, row: int) -> Place | None:
        return self.read_places([row]).get(row)

    def read_places(self, rows: Iterable[int]) -> dict[int, Place]:
        """Return places by memory row.

        Memories that were stored by another vocabulary have none.
        """
        sql = "SELECT memory, space, name, kind FROM items WHERE memory IN (SELECT value FROM json_each(?))"
        return {row[0]: Place(*row[1:]) for row in self._db.execute(sql, (json.dumps(list(rows)),))}

    def find_items(self, space: str, name: str, kind: str = "") -> list[int]:
        """Return the rows of the items of this name in a space.

        They are of one kind or of any.
        """
        sql = "SELECT memory FROM items WHERE space = ? AND name = ? AND (? = '' OR kind = ?) ORDER BY memory"
        return [row[0] for row in self._db.execute(sql, (space, name, kind, kind))]

    def list_spaces(self) -> list[tuple[str, int]]:
        """Return the spaces that hold an item or a bundle, with the number of both."""
        sql = "SELECT space, count(*) FROM (SELECT space FROM items UNION ALL SELECT space FROM bundles) GROUP BY 1"
        return self._db.execute(sql + " ORDER BY 1").fetchall()

    def list_rows_below(self, spaces: Sequence[str], namespaces: Sequence[str], kinds: Sequence[str] = ()) -> list[int]:
        """Return the rows of the items in these spaces and below them, in every namespace.

        A space is asked for by its name. Without spaces, the items are those of the namespaces; without namespaces,
        all. An item without a place is at the root of the default project, for the namespaces only.
        """
        sql = "SELECT m.row, m.namespace, i.space, i.kind FROM memories m LEFT JOIN items i ON i.memory = m.row"
        found = []
        here = frozenset(namespaces)
        for row, namespace, space, kind in self._db.execute(sql + " ORDER BY m.row"):
            if kinds and (kind or "conversation") not in kinds:
                continue
            inside = any(_is_below(space or PROJECT, wanted) for wanted in spaces)
            if (inside and (space is not None or not here or namespace in here)) or (
                not spaces and (not here or namespace in here)
            ):
                found.append(row)
        return found

    def list_artifacts(self, row: int, revision: int = 0) -> list[Artifact]:
        """Return the artifacts of a memory, or of one of its revisions."""
        where = "memory = ? AND (? = 0 OR revision = ?) ORDER BY revision, name"
        return _ARTIFACTS.select(self._db, where, (row, revision, revision))

    def list_other_locations(self, row: int) -> set[str]:
        """Return the locations of the artifacts of all other memories."""
        return {found[0] for found in self._db.execute("SELECT location FROM artifacts WHERE memory <> ?", (row,))}

    def find_bundle(self, space: str, name: str) -> Bundle | None:
        return next(iter(self._select_bundles("b.space = ? AND b.name = ?", (space, name))), None)

    def list_bundles(self) -> list[Bundle]:
        return self._select_bundles("1", ())

    def list_bundles_of(self, id: str) -> list[Bundle]:
        """Return the bundles that hold an item now."""
        return self._select_bundles("EXISTS (SELECT 1 FROM json_each(r.members) WHERE value = ?)", (id,))

    def _select_bundles(self, where: str, values: Sequence[object]) -> list[Bundle]:
        sql = (
            "SELECT b.space, b.name, b.number, r.members, b.created_at, b.deprecated FROM bundles b "
            "JOIN bundle_revisions r ON r.space = b.space AND r.name = b.name AND r.number = b.number "
            f"WHERE {where} ORDER BY b.space, b.name"
        )
        return [
            Bundle(row[0], row[1], row[2], tuple(json.loads(row[3])), row[4], bool(row[5]))
            for row in self._db.execute(sql, values)
        ]

    def read_bundle_members(self, space: str, name: str, number: int) -> tuple[str, ...] | None:
        """Return the members of a bundle at a revision."""
        sql = "SELECT members FROM bundle_revisions WHERE space = ? AND name = ? AND number = ?"
        row = self._db.execute(sql, (space, name, number)).fetchone()
        return tuple(json.loads(row[0])) if row else None

    def find_conversation(self, session: str) -> Conversation | None:
        return _CONVERSATIONS.find(self._db, "session = ?", (session,))

    def list_contexts(self) -> set[str]:
        """Return the contexts of conversations."""
        return {row[0] for row in self._db.execute("SELECT DISTINCT context FROM conversations WHERE context <> ''")}

    def list_buffered(self, session: str, limit: int = -1) -> list[BufferedMessage]:
        """Return the messages that are not consolidated yet, in order.

        With a limit, return the last ones.
        """
        where = "session = ? AND cleared = 0 ORDER BY seq DESC LIMIT ?"
        return _MESSAGES.select(self._db, where, (session, limit))[::-1]

    def count_exchanges(self, session: str) -> int:
        """Return the number of answers in the working memory of a session."""
        sql = "SELECT count(*) FROM buffer WHERE session = ? AND cleared = 0 AND role = ?"
        return self._db.execute(sql, (session, Role.ASSISTANT.value)).fetchone()[0]

    def has_buffer(self, session: str) -> bool:
        sql = "SELECT 1 FROM buffer WHERE session = ? AND cleared = 0 LIMIT 1"
        return self._db.execute(sql, (session,)).fetchone() is not None

    def read_dream(self, project: str) -> Dream:
        return _DREAMS.find(self._db, "project = ?", (project,)) or Dream(0, 0)

    def find_kref_rows(self, kref: Kref) -> list[int]:
        """Return the rows to which a kref may refer.

        Memories without a place are named by their ids.
        """
        found = self.find_items(kref.space, kref.name, kref.kind)
        if not found and kref.kind:
            found = self.find_items(kref.space, f"{kref.name}.{kref.kind}")
        if not found and kref.space == PROJECT:
            found = [r[0] for r in self._db.execute("SELECT row FROM memories WHERE id = ?", (kref.name.lower(),))]
        return found


def _is_below(space: str, wanted: str) -> bool:
    ours, theirs = space.casefold(), wanted.casefold()
    return ours == theirs or ours.startswith(theirs + "/")


class ProvenanceWriter:
    """Changes of items, a part of `Writer`."""

    _db: sqlite3.Connection

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Open a part of the transaction that may fail without the rest.

        After a failure nothing of it happened.
        """
        self._db.execute("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK TO attempt")
            raise
        finally:
            self._db.execute("RELEASE attempt")

    def put_place(self, row: int, place: Place | None) -> None:
        """Set or remove the place of a memory.

        A place that another memory has stays with that one.
        """
        if place is None:
            self._db.execute("DELETE FROM items WHERE memory = ?", (row,))
            return
        sql = "SELECT 1 FROM items WHERE space = ? AND name = ? AND kind = ? AND memory <> ?"
        if self._db.execute(sql, (place.space, place.name, place.kind, row)).fetchone() is None:
            _ITEMS.put(self._db, place, row)

    def put_artifact(self, row: int, artifact: Artifact) -> None:
        _ARTIFACTS.put(self._db, artifact, row)

    def drop_artifact(self, row: int, artifact: Artifact) -> None:
        self._db.execute(
            "DELETE FROM artifacts WHERE memory = ? AND revision = ? AND name = ?",
            (row, artifact.revision, artifact.name),
        )

    def put_bundle(self, bundle: Bundle, at: int) -> None:
        self._db.execute(
            "INSERT INTO bundles VALUES(?, ?, ?, ?, ?) ON CONFLICT(space, name) DO UPDATE "
            "SET number = excluded.number, deprecated = excluded.deprecated",
            (bundle.space, bundle.name, bundle.number, at, int(bundle.deprecated)),
        )
        self._db.execute(
            "INSERT OR IGNORE INTO bundle_revisions VALUES(?, ?, ?, ?, ?)",
            (bundle.space, bundle.name, bundle.number, at, json.dumps(bundle.members)),
        )

    def put_conversation(self, conversation: Conversation) -> None:
        _CONVERSATIONS.put(self._db, conversation)

    def put_message(self, seq: int, message: Message, at: int) -> None:
        _MESSAGES.put(self._db, BufferedMessage(seq, message.role, message.text, at), message.session, False)

    def clear_buffer(self, session: str, first: int, last: int, cleared: bool) -> None:
        self._db.execute(
            "UPDATE buffer SET cleared = ? WHERE session = ? AND seq BETWEEN ? AND ?",
            (int(cleared), session, first, last),
        )

    def put_dream(self, project: str, dream: Dream) -> None:
        _DREAMS.put(self._db, dream, project)

    def erase_item(self, row: int, id: str) -> None:
        """Erase the item of an erased memory.

        Its memberships are removed, and the numbers of the bundles' revisions stay.
        """
        self._db.execute("DELETE FROM items WHERE memory = ?", (row,))
        self._db.execute("DELETE FROM artifacts WHERE memory = ?", (row,))
        sql = "SELECT space, name, number, members FROM bundle_revisions WHERE instr(members, ?)"
        for space, name, number, members in self._db.execute(sql, (id,)).fetchall():
            left = json.dumps([member for member in json.loads(members) if member != id])
            self._db.execute(
                "UPDATE bundle_revisions SET members = ? WHERE space = ? AND name = ? AND number = ?",
                (left, space, name, number),
            )

    def forget_messages(self, session: str) -> None:
        if session:
            self._db.execute("DELETE FROM buffer WHERE session = ?", (session,))
