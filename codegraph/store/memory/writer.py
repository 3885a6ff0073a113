"""The only writer of memory.

It lives inside one transaction: the log and its projections change together, or not at all.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from typing import Final

from codegraph.memory.memory_ids import build_scope_word
from codegraph.memory.memory_model import Anchor, Link, Memory, Revision, Session, ToolUse, Weights
from codegraph.store.identifier_words import Splitter
from codegraph.store.memory import row_conversion, schema
from codegraph.store.memory.backup import Mark
from codegraph.store.memory.connection import split_statements
from codegraph.store.memory.facts import FactWriter
from codegraph.store.memory.provenance import ProvenanceWriter
from codegraph.store.memory.reader import LogRow, Reader
from codegraph.store.memory.replica import ReplicaWriter
from codegraph.store.memory.review import ReviewWriter

_COLUMNS: Final = row_conversion.MEMORY_COLUMNS.split(", ")
_INSERT: Final = f"INSERT INTO memories({row_conversion.MEMORY_COLUMNS}) VALUES({','.join('?' * len(_COLUMNS))})"
_UPDATE: Final = f"UPDATE memories SET {', '.join(f'{c} = ?' for c in _COLUMNS[1:])} WHERE row = ?"


class Writer(Reader, ReviewWriter, FactWriter, ProvenanceWriter, ReplicaWriter):
    """Writer of events and projections, which applies the changes of `memory.apply`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._splitter = Splitter()

    # the log

    def append(self, at: int, kind: str, subject: str, operation: str, actor: str, payload: str) -> int:
        """Write one event and return its sequence number."""
        sql = "INSERT INTO events(at, kind, subject, operation, actor, payload) VALUES(?, ?, ?, ?, ?, ?)"
        cursor = self._db.execute(sql, (at, kind, subject, operation, actor, payload))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def get_last_event(self) -> int:
        """Return the number of the newest event, 0 without any."""
        return self._db.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]

    def read_backup_mark(self) -> Mark | None:
        row = self._db.execute("SELECT value FROM meta WHERE key = 'backup'").fetchone()
        seq, _, at = str(row[0]).partition(" ") if row else ("", "", "")
        try:
            return Mark(int(seq), float(at))
        except ValueError:
            return None

    def note_backup(self, mark: Mark) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES('backup', ?)", (f"{mark.seq} {mark.at}",))

    def append_row(self, row: LogRow) -> None:
        """Write one event under its former number."""
        self._db.execute(
            "INSERT INTO events(seq, at, kind, subject, operation, actor, payload) VALUES(?,?,?,?,?,?,?)", row
        )

    def clear_projections(self) -> None:
        for table in schema.PROJECTIONS:
            self._db.execute(f"DELETE FROM {table}")
        self._db.execute("INSERT INTO lexical(lexical) VALUES('rebuild')")

    # projections

    def put_memory(self, memory: Memory) -> None:
        before = self.find_memory_at(memory.row)
        values = row_conversion.build_memory_row(memory)
        if before is None:
            self._db.execute(_INSERT, values)
        else:
            self._db.execute(_UPDATE, (*values[1:], values[0]))
        if before is None or before.body.tags != memory.body.tags:
            self._db.execute("DELETE FROM tags WHERE memory = ?", (memory.row,))
            self._db.executemany(
                "INSERT INTO tags VALUES(?, ?, ?)", [(memory.row, i, tag) for i, tag in enumerate(memory.body.tags)]
            )
        if before is None or _list_indexed(before) != _list_indexed(memory):
            self._index(memory)

    def _index(self, memory: Memory) -> None:
        names = self._db.execute("SELECT names FROM texts WHERE row = ?", (memory.row,)).fetchone()
        content, tags = map(self._splitter.split, (memory.body.content, " ".join(memory.body.tags)))
        self._put_text(memory.row, build_scope_word(memory.namespace), content, tags, names[0] if names else "")

    def _put_text(self, row: int, scope: str, content: str, tags: str, names: str) -> None:
        self._drop_text(row)
        self._db.execute("INSERT INTO texts VALUES(?, ?, ?, ?, ?)", (row, scope, content, tags, names))
        self._db.execute(
            "INSERT INTO lexical(rowid, scope, content, tags, names) VALUES(?, ?, ?, ?, ?)",
            (row, scope, content, tags, names),
        )

    def _drop_text(self, row: int) -> None:
        old = self._db.execute("SELECT scope, content, tags, names FROM texts WHERE row = ?", (row,)).fetchone()
        if old is not None:
            self._db.execute(
                "INSERT INTO lexical(lexical, rowid, scope, content, tags, names) VALUES('delete', ?, ?, ?, ?, ?)",
                (row, *old),
            )
            self._db.execute("DELETE FROM texts WHERE row = ?", (row,))

    def put_revision(self, row: int, revision: Revision) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO revisions VALUES(?, ?, ?, ?, ?)",
            (row, revision.number, revision.at, revision.reason, row_conversion.encode_body(revision.body)),
        )

    def put_revision_tag(self, row: int, tag: str, number: int) -> None:
        if number:
            self._db.execute("INSERT OR REPLACE INTO revision_tags VALUES(?, ?, ?)", (row, tag, number))
        else:
            self._db.execute("DELETE FROM revision_tags WHERE memory = ? AND tag = ?", (row, tag))

    def put_anchors(self, row: int, anchors: tuple[Anchor, ...]) -> None:
        self._db.execute("DELETE FROM anchors WHERE memory = ?", (row,))
        self._db.executemany(
            f"INSERT INTO anchors(memory, position, {row_conversion.ANCHOR_COLUMNS}) VALUES(?,?,?,?,?,?,?,?,?,?)",
            [(row, i, *row_conversion.build_anchor_row(anchor)) for i, anchor in enumerate(anchors)],
        )
        self._db.execute("DELETE FROM premises WHERE memory = ?", (row,))
        self._db.executemany(
            "INSERT INTO premises VALUES(?,?,?,?)",
            [
                (row, i, *row_conversion.build_premises_row(a))
                for i, a in enumerate(anchors)
                if a.stamp or a.premises is not None
            ],
        )
        text = self._db.execute("SELECT scope, content, tags FROM texts WHERE row = ?", (row,)).fetchone()
        if text is not None:
            names = self._splitter.split(" ".join(anchor.target for anchor in anchors))
            scope, content, tags = text
            self._put_text(row, scope, content, tags, names)

    def put_link(self, link: Link) -> None:
        row_conversion.LINKS.put(self._db, link)

    def drop_link(self, link: Link) -> None:
        self._db.execute(
            "DELETE FROM links WHERE source = ? AND target = ? AND relationship = ? AND label = ?",
            (link.source, link.target, link.relationship.value, link.label),
        )

    def put_alias(self, alias: str, memory: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO aliases VALUES(?, ?)", (alias, memory))

    def put_session(self, session: Session) -> None:
        row_conversion.SESSIONS.put(self._db, session)

    def add_tool_use(self, seq: int, use: ToolUse) -> None:
        row_conversion.TOOL_USES.put(self._db, use, seq)

    def put_weights(self, weights: Weights) -> None:
        self._db.execute("INSERT OR REPLACE INTO settings VALUES('weights', ?)", (json.dumps(asdict(weights)),))

    def put_cycle(self, cycle: str, namespace: str, at: int, affected: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO cycles VALUES(?, ?, ?, ?)", (cycle, namespace, at, affected))

    def put_operation(self, id: str, seq: int, at: int, actor: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO operations VALUES(?, ?, ?, ?, 0)", (id, seq, at, actor))

    def mark_undone(self, operation: str, undone: bool) -> None:
        self._db.execute("UPDATE operations SET undone = ? WHERE id = ?", (int(undone), operation))

    def drop_memory(self, memory: Memory) -> None:
        """Delete the row of a memory, and the rows that describe it."""
        self._drop_text(memory.row)
        for table in ("tags", "revisions", "revision_tags", "anchors", "premises", "facts", "embeddings"):
            self._db.execute(f"DELETE FROM {table} WHERE memory = ?", (memory.row,))
        self._db.execute("DELETE FROM memories WHERE row = ?", (memory.row,))

    def erase(self, memory: Memory, seq: int) -> None:
        """Erase a memory from the projections; its id is remembered as erased."""
        self.drop_memory(memory)
        self.erase_item(memory.row, memory.id)
        self._db.execute("DELETE FROM links WHERE source = ? OR target = ?", (memory.id, memory.id))
        self._db.execute("DELETE FROM aliases WHERE memory = ?", (memory.id,))
        self.learning.erase(memory.id)
        self._db.execute("INSERT OR REPLACE INTO erased VALUES(?, ?, ?)", (memory.id, memory.row, seq))

    def mark_erased(self, id: str, seq: int) -> None:
        """Note that a memory was erased elsewhere, before anything of it came here."""
        self._db.execute("INSERT OR IGNORE INTO erased VALUES(?, ?, ?)", (id, seq, seq))

    def forget_erasure(self, id: str) -> None:
        """Note that somebody else has the memory that was erased here, and shares it."""
        self._db.execute("DELETE FROM erased WHERE id = ?", (id,))

    # erasing from the log

    def forget_session_text(self, session: str) -> None:
        """Erase a session's words from the projections.

        They are its summary, and the subjects of its tool calls.
        """
        self.forget_messages(session)
        if session:
            self._db.execute("UPDATE sessions SET summary = '' WHERE id = ?", (session,))
            self._db.execute("UPDATE tool_uses SET path = '', pattern = '' WHERE session = ?", (session,))

    def rewrite_lexical(self) -> None:
        """Build the full-text index anew.

        Deleting from it only marks words as deleted.
        """
        self._db.execute("INSERT INTO lexical(lexical) VALUES('rebuild')")

    def redact(self, changed: list[tuple[int, str]]) -> None:
        """Replace the payloads of these events, given as (seq, payload).

        This is the one exception to an append-only log.
        """
        for name in ("events_are_final", "events_are_kept"):
            self._db.execute(f"DROP TRIGGER IF EXISTS {name}")
        self._db.executemany("UPDATE events SET payload = ? WHERE seq = ?", [(text, seq) for seq, text in changed])
        for statement in split_statements(schema.GUARDS):
            self._db.execute(statement)


def _list_indexed(memory: Memory) -> tuple[object, ...]:
    """Return the indexed texts of a memory."""
    return memory.body.content, memory.body.tags, memory.namespace
