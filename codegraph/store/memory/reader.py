"""Queries to the memory database.

A reader lives inside one short transaction and sees one state.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import product, tee
from typing import Any, Final, Literal, NamedTuple

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.memory.memory_ids import parse_fact_id
from codegraph.memory.memory_model import (
    Anchor,
    Filter,
    Link,
    Memory,
    Relationship,
    Revision,
    Session,
    ToolUse,
    Weights,
)
from codegraph.store.identifier_words import split_query
from codegraph.store.memory import row_conversion
from codegraph.store.memory.facts import FactReader
from codegraph.store.memory.kref import is_kref, parse_kref
from codegraph.store.memory.learning import LearningTables
from codegraph.store.memory.provenance import ProvenanceReader
from codegraph.store.memory.replica import ReplicaReader, build_keys
from codegraph.store.memory.review import ALIAS, ReviewReader
from codegraph.store.memory.row_conversion import LogRow, mark, split_batches

_LAST_ROW: Final = 2**63 - 1
_OF_SEVERAL: Final = ("MemoriesAccessed", "MemoryLinked", "MemoryUnlinked")
"""Kinds of events that change memories which are not their subject."""

_PREFIX: Final = 8  # characters of an id that may stand for it


class CycleRow(NamedTuple):
    cycle: str
    namespace: str
    at: int
    affected: int


class ErasedMemory(NamedTuple):
    id: str
    row: int
    seq: int


class Totals(NamedTuple):
    links: int
    anchors: int
    sessions: int
    events: int


class Operation(NamedTuple):
    """The events of one call; `id` is its undo token."""

    id: str
    seq: int
    at: int
    actor: str
    undone: bool


_CYCLES: Final = row_conversion.Table("cycles", CycleRow)
_OPERATIONS: Final = row_conversion.Table("operations", Operation)


class Reader(ReviewReader, FactReader, ProvenanceReader, ReplicaReader):
    """Reader of one state of memory.

    Ids are canonical here; `resolve` turns a person's spelling into a memory.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    @property
    def learning(self) -> LearningTables:
        return LearningTables(self._db)

    # memories

    def find_memory(self, id: str) -> Memory | None:
        return self._find_one(f"SELECT {row_conversion.MEMORY_COLUMNS} FROM memories WHERE id = ?", (id,))

    def get_memory(self, id: str) -> Memory:
        """Return a memory that is known to exist."""
        memory = self.find_memory(id)
        assert memory is not None
        return memory

    def find_memory_at(self, row: int) -> Memory | None:
        return self._find_one(f"SELECT {row_conversion.MEMORY_COLUMNS} FROM memories WHERE row = ?", (row,))

    def _find_one(self, sql: str, values: Sequence[object]) -> Memory | None:
        found = self._select_memories(sql, values)
        return found[0] if found else None

    def resolve(self, text: str) -> Memory:
        """Return the memory to which an id, an alias or the beginning of an id refers.

        Raises NotFoundError, AmbiguousError.
        """
        wanted = text.strip()
        if is_kref(wanted):
            return self._resolve_kref(wanted)
        found = self.find_memory(parse_fact_id(wanted) or wanted.lower())
        if found is None:
            alias = self._db.execute("SELECT memory FROM aliases WHERE alias = ?", (wanted,)).fetchone()
            found = self.find_memory(alias[0]) if alias else None
        if found is not None:
            return found
        if len(wanted) >= _PREFIX:
            near = self._db.execute(
                "SELECT id FROM memories WHERE id >= ? AND id < ? ORDER BY id LIMIT 6",
                (wanted.lower(), wanted.lower() + "~"),
            ).fetchall()
            if len(near) == 1:
                return self.resolve(near[0][0])
            if near:
                raise AmbiguousError(
                    f"several memories begin with {wanted!r}", hint="one of:\n" + "\n".join(row[0] for row in near)
                )
        hint = "`codegraph memory queue` lists what waits" if wanted.startswith(ALIAS) else ""
        raise NotFoundError(
            f"no memory {wanted!r}", hint=hint or "find its id with `codegraph memory list` or `recall`"
        )

    def _resolve_kref(self, text: str) -> Memory:
        kref = parse_kref(text, "id")
        found = self.find_kref_rows(kref)
        if len(found) > 1:
            kinds = (f"{kref.item}.{place.kind}" for place in self.read_places(found).values())
            raise AmbiguousError(f"several items are called {kref.item}", hint="one of:\n" + "\n".join(kinds))
        if not found:
            raise NotFoundError(f"no item {kref.item}", hint="`codegraph memory provenance spaces` lists spaces")
        memory = self.find_memory_at(found[0])
        assert memory is not None
        return memory

    def read_by_rows(self, wanted: Iterable[int]) -> dict[int, Memory]:
        """Return memories by row.

        Rows that do not exist are left out.
        """
        sql = f"SELECT {row_conversion.MEMORY_COLUMNS} FROM memories WHERE row IN ({{}})"
        return {memory.row: memory for memory in self._read_with_tags(self._select_in(sql, wanted))}

    def read_by_ids(self, wanted: Iterable[str]) -> dict[str, Memory]:
        sql = f"SELECT {row_conversion.MEMORY_COLUMNS} FROM memories WHERE id IN ({{}})"
        return {memory.id: memory for memory in self._read_with_tags(self._select_in(sql, wanted))}

    def find_by_hash(self, content_hash: str, namespace: str) -> list[Memory]:
        """Return the memories of exactly this content in a namespace, the oldest first.

        They may have any status.
        """
        where = "WHERE content_hash = ? AND namespace = ? ORDER BY row"
        sql = f"SELECT {row_conversion.MEMORY_COLUMNS} FROM memories {where}"
        return self._select_memories(sql, (content_hash, namespace))

    def select(self, wanted: Filter, *, newest: bool = False, limit: int = -1, offset: int = 0) -> list[Memory]:
        """Select memories in the order in which they were stored, or the newest first."""
        where, values = build_where_clause(wanted)
        order = "created_at DESC, row DESC" if newest else "row"
        sql = f"SELECT {row_conversion.MEMORY_COLUMNS} FROM memories WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
        return self._select_memories(sql, (*values, limit, offset))

    def select_rows(self, wanted: Filter) -> list[int]:
        """Return the rows of the memories that pass a filter, ascending."""
        where, values = build_where_clause(wanted)
        return [r[0] for r in self._db.execute(f"SELECT row FROM memories WHERE {where} ORDER BY row", values)]

    def list_newest(self, namespace: str, statuses: Sequence[str], kinds: Sequence[str], limit: int) -> list[int]:
        """Return the rows of the newest memories of a namespace, ascending.

        They have one of these kinds and statuses."""
        each = "SELECT row FROM memories WHERE namespace = ? AND status = ? AND kind = ? ORDER BY row DESC LIMIT ?"
        found: list[int] = []
        for status, kind in product(statuses, kinds):  # each of these is one run of an index
            found += [r[0] for r in self._db.execute(each, (namespace, str(status), str(kind), limit))]
        return sorted(found)[-limit:]

    def keep_recallable(self, wanted: Iterable[int], namespace: str) -> list[int]:
        """Return those of a few rows that may be recalled, ascending.

        Their memories are in a namespace.
        """
        todo = list(wanted)
        sql = (
            f"SELECT row FROM memories WHERE row IN ({mark(todo)}) AND +namespace = ? "
            "AND +status IN ('active', 'stale') ORDER BY row"
        )  # by row: an index would visit the whole namespace
        return [r[0] for r in self._db.execute(sql, (*todo, namespace))] if todo else []

    def read_contents(self, wanted: Iterable[int]) -> list[tuple[int, str, str]]:
        """Return (row, content, hash of the content) of memories, by row."""
        sql = "SELECT row, content, content_hash FROM memories WHERE row IN ({}) ORDER BY row"
        return self._select_in(sql, sorted(wanted))

    def count(self, wanted: Filter) -> int:
        where, values = build_where_clause(wanted)
        return self._db.execute(f"SELECT count(*) FROM memories WHERE {where}", values).fetchone()[0]

    def list_namespaces(self) -> list[tuple[str, int]]:
        """Return namespaces with the number of their recallable memories, by name."""
        sql = (
            "SELECT namespace, count(*) FROM memories WHERE status IN ('active', 'stale') GROUP BY namespace ORDER BY 1"
        )
        return [(r[0], r[1]) for r in self._db.execute(sql)]

    def count_by_column(self, column: Literal["status", "kind"], *, recallable: bool = False) -> list[tuple[str, int]]:
        """Return the values of a column with the number of memories that have each.

        They are ordered by value.
        """
        where = "status IN ('active', 'stale')" if recallable else "1"
        return self._db.execute(
            f"SELECT {column}, count(*) FROM memories WHERE {where} GROUP BY 1 ORDER BY 1"
        ).fetchall()

    def count_relationships(self) -> list[tuple[str, int]]:
        return self._db.execute("SELECT relationship, count(*) FROM links GROUP BY 1 ORDER BY 1").fetchall()

    def count_totals(self) -> Totals:
        tables = ("links", "anchors", "sessions", "events")
        return Totals(*(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables))

    def _select_memories(self, sql: str, values: Sequence[object]) -> list[Memory]:
        return self._read_with_tags(self._db.execute(sql, values).fetchall())

    def _read_with_tags(self, found: Sequence[Any]) -> list[Memory]:
        tags = self._read_tags([row[0] for row in found])
        return [row_conversion.build_memory(row, tags.get(row[0], ())) for row in found]

    def _select_in(self, sql: str, wanted: Iterable[object]) -> list[Any]:
        """Return what a query finds for some values, whose list stands for `{}` in it."""
        every = list(wanted)
        found: list[Any] = []
        for part in split_batches(every) if every else ():
            found += self._db.execute(sql.format(mark(part)), part)
        return found

    def _read_tags(self, wanted: Sequence[int]) -> dict[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        sql = "SELECT memory, tag FROM tags WHERE memory IN ({}) ORDER BY memory, position"
        for row, tag in self._select_in(sql, wanted):
            found.setdefault(row, []).append(tag)
        return {row: tuple(tags) for row, tags in found.items()}

    # what hangs on a memory

    def list_revisions(self, memory: Memory) -> list[Revision]:
        """Return all revisions, the oldest first."""
        names: dict[int, list[str]] = {}
        sql = "SELECT number, tag FROM revision_tags WHERE memory = ? ORDER BY tag"
        for number, tag in self._db.execute(sql, (memory.row,)):
            names.setdefault(number, []).append(tag)
        sql = "SELECT number, at, reason, body FROM revisions WHERE memory = ? ORDER BY number"
        return [
            Revision(memory.id, number, row_conversion.decode_body(body), at, reason, tuple(names.get(number, ())))
            for number, at, reason, body in self._db.execute(sql, (memory.row,))
        ]

    def read_anchors(self, wanted: Iterable[int]) -> dict[int, tuple[Anchor, ...]]:
        """Return anchors by memory row.

        A memory without any is left out.
        """
        found: dict[int, list[Anchor]] = {}
        sql = (
            f"SELECT memory, stamp, premises, {row_conversion.ANCHOR_COLUMNS} FROM anchors LEFT JOIN premises "
            "USING(memory, position) WHERE memory IN ({}) ORDER BY memory, position"
        )
        for row in self._select_in(sql, wanted):
            found.setdefault(row[0], []).append(row_conversion.build_anchor(row[3:], row[1], row[2]))
        return {row: tuple(anchors) for row, anchors in found.items()}

    def find_anchored_to(self, targets: Iterable[str]) -> list[tuple[int, str]]:
        """Return (memory row, target) of the memories anchored to any of these targets.

        Targets are symbols, files or commits.
        """
        sql = "SELECT memory, target FROM anchors WHERE target IN ({}) ORDER BY memory, position"
        return self._select_in(sql, targets)

    def list_anchored_in(self, paths: Iterable[str]) -> list[tuple[int, str]]:
        """Return (memory row, target) of the anchors to targets in one of these files."""
        todo = list(paths)
        sql = f"SELECT memory, target FROM anchors WHERE path IN ({mark(todo)}) ORDER BY memory, position"
        return self._db.execute(sql, todo).fetchall()

    def list_targets(self, wanted: Iterable[int]) -> list[tuple[int, str]]:
        """Return (memory row, target) of the anchors of memories."""
        todo = list(wanted)
        sql = f"SELECT memory, target FROM anchors WHERE memory IN ({mark(todo)}) ORDER BY memory, position"
        return self._db.execute(sql, todo).fetchall()

    def find_anchored_near(self, name: str, limit: int = 200) -> list[int]:
        """Return the rows of memories anchored to a symbol, file or folder.

        Its name is given in full, or by its last parts.
        """
        words = " ".join(split_query(name))
        if not words:
            return []
        sql = (
            "SELECT a.memory, a.target, a.path FROM lexical JOIN anchors a ON a.memory = lexical.rowid "
            "WHERE lexical MATCH ? ORDER BY a.memory LIMIT ?"
        )
        wanted = _split_name(name)
        found = self._db.execute(sql, (f'names : "{words}"', limit * 4)).fetchall()
        rows = [
            row
            for row, target, path in found
            if _has_part(_split_name(target), wanted) or _has_part(_split_name(path), wanted)
        ]
        return list(dict.fromkeys(rows))[:limit]

    def list_anchor_targets(self, namespace: str) -> list[tuple[str, str]]:
        """Return (memory id, target) of every anchor to a symbol or file in a namespace.

        The memories are recallable.
        """
        sql = (
            "SELECT m.id, a.target FROM memories m JOIN anchors a ON a.memory = m.row WHERE m.namespace = ? "
            "AND m.status IN ('active', 'stale') AND a.kind <> 'commit' ORDER BY a.memory, a.position"
        )
        return self._db.execute(sql, (namespace,)).fetchall()

    def list_links_within(self, namespace: str) -> list[tuple[str, str, float]]:
        """Return (source, target, weight) of the links from memories of a namespace.

        They lead from recallable memories to code or to one another.
        """
        sql = (
            "SELECT l.source, l.target, l.weight FROM memories m JOIN links l ON l.source = m.id "
            "LEFT JOIN memories t ON t.id = l.target WHERE m.namespace = ? AND m.status IN ('active', 'stale') "
            "AND (t.id IS NULL OR (t.namespace = m.namespace AND t.status IN ('active', 'stale'))) ORDER BY 1, 2"
        )
        return self._db.execute(sql, (namespace,)).fetchall()

    def list_links_of(self, ends: Iterable[str]) -> list[Link]:
        """Return the links that start or end at any of these ids, each once."""
        found: dict[tuple[str, str, str, str], Link] = {}
        for part in split_batches(ends):
            for column in ("source", "target"):
                for link in row_conversion.LINKS.select(
                    self._db, f"{column} IN ({mark(part)}) ORDER BY 1, 2, 3, 5", part
                ):
                    found[link.source, link.target, link.relationship, link.label] = link
        return list(found.values())

    def find_link(self, source: str, target: str, relationship: Relationship, label: str = "") -> Link | None:
        where = "source = ? AND target = ? AND relationship = ? AND label = ?"
        return row_conversion.LINKS.find(self._db, where, (source, target, relationship, label))

    def iterate_links(self) -> Iterator[Link]:
        """Yield every link, by source, target and relationship."""
        yield from row_conversion.LINKS.select(self._db, "1 ORDER BY 1, 2, 3, 5")

    def list_aliases(self, id: str) -> list[str]:
        sql = "SELECT alias FROM aliases WHERE memory = ? ORDER BY alias"
        return [row[0] for row in self._db.execute(sql, (id,))]

    def resolve_alias(self, alias: str) -> str | None:
        """Return the id of the memory with an alias."""
        row = self._db.execute("SELECT memory FROM aliases WHERE alias = ?", (alias,)).fetchone()
        return row[0] if row else None

    def is_erased(self, id: str) -> bool:
        return self._db.execute("SELECT 1 FROM erased WHERE id = ?", (id,)).fetchone() is not None

    # sessions, tools, upkeep

    def find_session(self, id: str) -> Session | None:
        return row_conversion.SESSIONS.find(self._db, "id = ?", (id,))

    def list_sessions(self, namespace: str | None = None, limit: int = -1) -> list[Session]:
        """Return sessions, the newest first."""
        where = "1" if namespace is None else "namespace = ?"
        values = [] if namespace is None else [namespace]
        where += " ORDER BY started_at DESC, id DESC LIMIT ?"
        return row_conversion.SESSIONS.select(self._db, where, (*values, limit))

    def iterate_tool_uses(self, namespace: str | None = None, session: str | None = None) -> Iterator[ToolUse]:
        """Yield tool calls in the order in which they were recorded."""
        parts, values = ["1"], []
        for column, value in (("namespace", namespace), ("session", session)):
            if value is not None:
                parts.append(f"{column} = ?")
                values.append(value)
        yield from row_conversion.TOOL_USES.select(self._db, f"{' AND '.join(parts)} ORDER BY seq", values)

    def has_tool_use(self, session: str, at: int, tool: str) -> bool:
        sql = "SELECT 1 FROM tool_uses WHERE session = ? AND at = ? AND tool = ?"
        return self._db.execute(sql, (session, at, tool)).fetchone() is not None

    def read_weights(self) -> Weights:
        row = self._db.execute("SELECT value FROM settings WHERE name = 'weights'").fetchone()
        known = asdict(Weights())
        return Weights(**{k: v for k, v in json.loads(row[0]).items() if k in known}) if row else Weights()

    def list_cycles(self) -> list[CycleRow]:
        return _CYCLES.select(self._db, "1 ORDER BY cycle, namespace")

    def list_operations(self, limit: int = 20) -> list[Operation]:
        """Return the last operations, the newest first."""
        return _OPERATIONS.select(self._db, "1 ORDER BY seq DESC LIMIT ?", (limit,))

    def find_operation(self, id: str) -> Operation | None:
        return _OPERATIONS.find(self._db, "id = ?", (id,))

    # the log, and what derived stores follow

    def read_last_seq(self) -> int:
        return self._db.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]

    def iterate_events(
        self, *, after: int = 0, operation: str | None = None, subject: str | None = None
    ) -> Iterator[LogRow]:
        """Yield events in order."""
        parts: list[str] = ["seq > ?"]
        values: list[object] = [after]
        for column, value in (("operation", operation), ("subject", subject)):
            if value is not None:
                parts.append(f"{column} = ?")
                values.append(value)
        sql = f"SELECT {row_conversion.LOG.columns} FROM events WHERE {' AND '.join(parts)} ORDER BY seq"
        for row in self._db.execute(sql, values):
            yield LogRow(*row)

    def list_events_to_apply(self, memories: Collection[str] | None = None) -> list[LogRow]:
        """Return all events in the order in which they are applied.

        With `memories` they are those that may change the rows of these. The order is that of the log, unless other
        writers of a shared namespace wrote at the same time.
        """
        positions = self.read_positions()
        rows, again = tee(self.iterate_events())
        keyed = zip(build_keys((row.seq for row in again), positions), rows)
        wanted = [(key, row) for key, row in keyed if memories is None or _is_about(row, memories)]
        return [row for _, row in (sorted(wanted) if positions else wanted)]

    def find_first_store(self, id: str) -> int:
        """Return the number of the first event that stored a memory, 0 without one."""
        sql = "SELECT seq FROM events WHERE subject = ? AND kind = 'MemoryStored' ORDER BY seq LIMIT 1"
        row = self._db.execute(sql, (id,)).fetchone()
        return row[0] if row else 0

    def iterate_events_about(self, id: str) -> Iterator[LogRow]:
        """Yield the events that mention a memory anywhere, in order."""
        yield from row_conversion.LOG.select(self._db, "subject = ? OR instr(payload, ?) ORDER BY seq", (id, id))

    def find_containing(self, text: str) -> list[str]:
        """Return the ids of the memories whose content contains a text.

        They are in the order in which they were stored.
        """
        return [
            row[0] for row in self._db.execute("SELECT id FROM memories WHERE instr(content, ?) ORDER BY row", (text,))
        ]

    def read_epoch(self) -> str:
        """Return a value that changes when a backup replaces the database.

        Sequence numbers seen before are invalid then.
        """
        row = self._db.execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone()
        return row[0] if row else ""

    def build_event_mark(self, seq: int) -> str:
        """Return a text that identifies one event, "" where there is none.

        With it a log is noticed that has a different history.
        """
        found = self._db.execute("SELECT seq, at, operation FROM events WHERE seq = ?", (seq,)).fetchone()
        return "/".join(map(str, found)) if found else ""

    def list_changed_since(self, seq: int, limit: int = -1) -> list[tuple[int, int]]:
        """Return (row, seq) of memories that changed after `seq`.

        They are in the order of their changes.
        """
        sql = "SELECT row, seq FROM memories WHERE seq > ? ORDER BY seq, row LIMIT ?"
        return self._db.execute(sql, (seq, limit)).fetchall()

    def list_erased_since(self, seq: int) -> list[ErasedMemory]:
        sql = "SELECT id, row, seq FROM erased WHERE seq > ? ORDER BY seq"
        return [ErasedMemory(*row) for row in self._db.execute(sql, (seq,))]

    # words

    def search_lexical(self, match: str, wanted: Filter, limit: int) -> list[tuple[int, float]]:
        """Return (row, score) of the best full-text matches among filtered memories.

        A larger score is better. `match` is an FTS5 expression over `schema.LEXICAL_COLUMNS`. The score is FTS5's BM25,
        whose statistics are of the whole table: good for choosing candidates, not for comparing namespaces.
        """
        where, values = build_where_clause(wanted, "m.")
        sql = (
            "SELECT m.row, -bm25(lexical, 0, 4, 2, 2) AS score FROM lexical JOIN memories m ON m.row = lexical.rowid "
            f"WHERE lexical MATCH ? AND {where} ORDER BY score DESC, m.row LIMIT ?"
        )
        return self._db.execute(sql, (match, *values, limit)).fetchall()

    def find_newest(self, match: str, limit: int, before: int = _LAST_ROW) -> list[int]:
        """Return the rows of the newest full-text matches, of those before a row.

        Finding the best of all takes far longer."""
        sql = "SELECT rowid FROM lexical WHERE lexical MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?"
        return [r[0] for r in self._db.execute(sql, (match, before, limit))]

    def read_texts(self, wanted: Iterable[int]) -> dict[int, tuple[str, str, str]]:
        """Return (content, tags, names) by row, split into words as they are indexed."""
        sql = "SELECT row, content, tags, names FROM texts WHERE row IN ({})"
        return {row: (content, tags, names) for row, content, tags, names in self._select_in(sql, wanted)}


def _is_about(row: LogRow, memories: Collection[str]) -> bool:
    """Return whether an event may change the rows of some memories."""
    return row.subject in memories or (row.kind in _OF_SEVERAL and any(id in row.payload for id in memories))


def _split_name(name: str) -> list[str]:
    return [part for part in re.split(r"::|->|[./#:]", name) if part]


def is_named(name: str, place: str) -> bool:
    """Return whether `name` is that of a symbol, file or folder.

    It is the name in full, or its last parts.
    """
    return _has_part(_split_name(place), _split_name(name))


def _has_part(whole: list[str], part: list[str]) -> bool:
    """Return whether `part` occurs in `whole` as a run of whole names."""
    size = len(part)
    return size > 0 and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


def build_where_clause(wanted: Filter, prefix: str = "") -> tuple[str, list[object]]:
    """Return a condition on the table `memories`, and its values.

    The table has the given prefix.
    """
    parts: list[str] = []
    values: list[object] = []
    for column, allowed in (
        ("namespace", wanted.namespaces),
        ("kind", wanted.kinds),
        ("status", wanted.statuses),
        ("origin", wanted.origins),
    ):
        if allowed:
            parts.append(f"{prefix}{column} IN ({mark(allowed)})")
            values += [str(value) for value in allowed]
    for tag in wanted.tags:
        parts.append(f"EXISTS (SELECT 1 FROM tags t WHERE t.tag = ? AND t.memory = {prefix or 'memories.'}row)")
        values.append(tag)
    if wanted.session:
        parts.append(f"{prefix}session = ?")
        values.append(wanted.session)
    if wanted.since:
        parts.append(f"{prefix}created_at >= ?")
        values.append(wanted.since)
    if wanted.rows is not None:
        parts.append(f"{prefix}row IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(wanted.rows))
    if wanted.until:
        parts.append(f"{prefix}created_at < ?")
        values.append(wanted.until)
    return " AND ".join(parts) or "1", values
