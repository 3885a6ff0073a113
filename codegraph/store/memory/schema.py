"""Tables of the memory database.

One log of events is the truth, and projections can be made from it again.

    <home>/memory/memory.db         this database
    <home>/memory/backups/*.db      copies made by `codegraph memory backup`
    <home>/memory/derived/          vectors and snapshots; may be deleted

Every write is one transaction over both the log and its projections. A memory's `row` is the sequence number of the
event that stored it, so replaying the log gives the same keys. Derived stores outside this file keep the sequence
number up to which they have read, and ask for rows whose `seq` is larger. Erased memories are listed in `erased`.
"""

from __future__ import annotations

from typing import Final

from codegraph.store.memory import facts, learning, provenance, replica, review

SCHEMA_VERSION: Final = 4
"""Kept in `user_version`. A larger one is refused (IncompatibleStoreError); a smaller one lacks tables, which it gets
when it is first written to. Nothing else has changed since version 1."""

APPLICATION_ID: Final = 0x63676D31  # "cgm1": tells this file from any other SQLite database

LOG: Final = """
CREATE TABLE IF NOT EXISTS events(
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
    operation TEXT NOT NULL, actor TEXT NOT NULL, payload TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS events_subject ON events(subject, seq);
CREATE INDEX IF NOT EXISTS events_operation ON events(operation, seq);
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
"""

# Nothing but an erasure may touch what is written: it drops these inside its own transaction and puts them back.
GUARDS: Final = """
CREATE TRIGGER IF NOT EXISTS events_are_kept BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER IF NOT EXISTS events_are_final BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
"""

PROJECTIONS: Final = (
    "memories",
    "revisions",
    "revision_tags",
    "tags",
    "links",
    "anchors",
    "premises",
    "aliases",
    "sessions",
    "tool_uses",
    "operations",
    "cycles",
    "settings",
    "erased",
    "texts",
    *facts.PROJECTIONS,
    *review.PROJECTIONS,
    *learning.PROJECTIONS,
    *provenance.PROJECTIONS,
)
"""Tables that a rebuild empties and fills from the log. The lexical index follows `texts`."""

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS memories(
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
    importance REAL NOT NULL, confidence REAL NOT NULL, metadata TEXT NOT NULL, status TEXT NOT NULL,
    namespace TEXT NOT NULL, origin TEXT NOT NULL, vocabulary TEXT NOT NULL, revision INTEGER NOT NULL,
    content_hash TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, accessed_at INTEGER NOT NULL,
    verified_at INTEGER NOT NULL, decayed_at INTEGER NOT NULL, access_count INTEGER NOT NULL,
    served_count INTEGER NOT NULL, protected INTEGER NOT NULL, session TEXT NOT NULL, successor TEXT NOT NULL,
    valid_from INTEGER NOT NULL, valid_to INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS memories_namespace ON memories(namespace, status, kind);
CREATE INDEX IF NOT EXISTS memories_hash ON memories(content_hash);
CREATE INDEX IF NOT EXISTS memories_seq ON memories(seq);
CREATE INDEX IF NOT EXISTS memories_session ON memories(session) WHERE session <> '';
CREATE TABLE IF NOT EXISTS revisions(
    memory INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY(memory, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS revision_tags(
    memory INTEGER NOT NULL, tag TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY(memory, tag)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tags(
    memory INTEGER NOT NULL, position INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY(memory, position)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tags_tag ON tags(tag, memory);
CREATE TABLE IF NOT EXISTS links(
    source TEXT NOT NULL, target TEXT NOT NULL, relationship TEXT NOT NULL, weight REAL NOT NULL, label TEXT NOT NULL,
    at INTEGER NOT NULL, metadata TEXT NOT NULL, PRIMARY KEY(source, target, relationship, label)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS links_target ON links(target, source);
CREATE TABLE IF NOT EXISTS anchors(
    memory INTEGER NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL, repository TEXT NOT NULL,
    target TEXT NOT NULL, syntax_hash TEXT NOT NULL, "commit" TEXT NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL,
    offered INTEGER NOT NULL, PRIMARY KEY(memory, position)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS anchors_target ON anchors(target, memory);
CREATE INDEX IF NOT EXISTS anchors_path ON anchors(path, memory);
CREATE TABLE IF NOT EXISTS premises(
    memory INTEGER NOT NULL, position INTEGER NOT NULL, stamp TEXT NOT NULL, premises TEXT,
    PRIMARY KEY(memory, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS aliases(alias TEXT PRIMARY KEY, memory TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS aliases_memory ON aliases(memory);
CREATE TABLE IF NOT EXISTS sessions(
    id TEXT PRIMARY KEY, namespace TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER NOT NULL,
    agent TEXT NOT NULL, summary TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tool_uses(
    seq INTEGER PRIMARY KEY, session TEXT NOT NULL, namespace TEXT NOT NULL, tool TEXT NOT NULL, at INTEGER NOT NULL,
    path TEXT NOT NULL, pattern TEXT NOT NULL, failed INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS tool_uses_session ON tool_uses(session);
CREATE TABLE IF NOT EXISTS operations(
    id TEXT PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, undone INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cycles(
    cycle TEXT NOT NULL, namespace TEXT NOT NULL, at INTEGER NOT NULL, affected INTEGER NOT NULL,
    PRIMARY KEY(cycle, namespace)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS erased(id TEXT PRIMARY KEY, row INTEGER NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS texts(
    row INTEGER PRIMARY KEY, scope TEXT NOT NULL, content TEXT NOT NULL, tags TEXT NOT NULL, names TEXT NOT NULL);
"""

TABLES: Final = "".join((_TABLES, facts.TABLES, review.TABLES, learning.TABLES, provenance.TABLES, replica.TABLES))

# `scope` is one word made from the namespace, so that a full-text query can be confined to a namespace before its cut.
# `names` are the anchors' names. Words are split as the code index splits identifiers.
LEXICAL_COLUMNS: Final = ("scope", "content", "tags", "names")

LEXICAL: Final = f"""
CREATE VIRTUAL TABLE IF NOT EXISTS lexical USING fts5(
    {", ".join(LEXICAL_COLUMNS)}, content='texts', content_rowid='row',
    tokenize="unicode61 remove_diacritics 2");
"""
