"""Questions to the memory database. A reader lives inside one short transaction and sees one state."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any, Final, Literal, NamedTuple

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.memory.identity import uuid_of_fact
from codegraph.memory.model import Anchor, Filter, Link, Memory, Relationship, Revision, Session, ToolUse, Weights
from codegraph.store.memory import rows
from codegraph.store.memory.facts import FactReads
from codegraph.store.memory.kref import is_kref, parse_kref
from codegraph.store.memory.learning import LearningTables
from codegraph.store.memory.provenance import ProvenanceReader
from codegraph.store.memory.review import ALIAS, ReviewReader
from codegraph.store.memory.rows import mark, split_batches
from codegraph.store.tokens import query_words

_LAST_ROW: Final = 2**63 - 1
_PREFIX: Final = 8  # characters of an id that may stand for it


class LogRow(NamedTuple):
    """One event as it is written."""

    seq: int
    at: int
    kind: str
    subject: str
    operation: str
    actor: str
    payload: str


class CycleRow(NamedTuple):
    cycle: str
    namespace: str
    at: int
    affected: int


class Erased(NamedTuple):
    id: str
    row: int
    seq: int


class Totals(NamedTuple):
    links: int
    anchors: int
    sessions: int
    events: int


class Operation(NamedTuple):
    """What one call did, as a whole; `id` is its undo token."""

    id: str
    seq: int
    at: int
    actor: str
    undone: bool


_EVENTS: Final = rows.Table("events", LogRow)
_CYCLES: Final = rows.Table("cycles", CycleRow)
_OPERATIONS: Final = rows.Table("operations", Operation)


class Reader(ReviewReader, FactReads, ProvenanceReader):
    """Reads one state of memory. Ids are canonical here; `resolve` turns whatever a person wrote into a memory."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    @property
    def learning(self) -> LearningTables:
        return LearningTables(self._db)

    # memories

    def memory(self, id: str) -> Memory | None:
        return self._one(f"SELECT {rows.MEMORY_COLUMNS} FROM memories WHERE id = ?", (id,))

    def at_row(self, row: int) -> Memory | None:
        return self._one(f"SELECT {rows.MEMORY_COLUMNS} FROM memories WHERE row = ?", (row,))

    def _one(self, sql: str, values: Sequence[object]) -> Memory | None:
        found = self._memories(sql, values)
        return found[0] if found else None

    def resolve(self, text: str) -> Memory:
        """The memory an id, an alias or the beginning of an id means. Raises NotFoundError, AmbiguousError."""
        wanted = text.strip()
        if is_kref(wanted):
            return self._resolve_kref(wanted)
        found = self.memory(uuid_of_fact(wanted) or wanted.lower())
        if found is None:
            alias = self._db.execute("SELECT memory FROM aliases WHERE alias = ?", (wanted,)).fetchone()
            found = self.memory(alias[0]) if alias else None
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
        found = self.kref_row(kref)
        if len(found) > 1:
            kinds = (f"{kref.item}.{place.kind}" for place in self.places(found).values())
            raise AmbiguousError(f"several items are called {kref.item}", hint="one of:\n" + "\n".join(kinds))
        if not found:
            raise NotFoundError(f"no item {kref.item}", hint="`codegraph memory provenance spaces` lists spaces")
        memory = self.at_row(found[0])
        assert memory is not None
        return memory

    def by_rows(self, wanted: Iterable[int]) -> dict[int, Memory]:
        """Memories by row; rows that are not there are left out."""
        sql = f"SELECT {rows.MEMORY_COLUMNS} FROM memories WHERE row IN ({{}})"
        return {memory.row: memory for memory in self._with_tags(self._select_in(sql, wanted))}

    def by_ids(self, wanted: Iterable[str]) -> dict[str, Memory]:
        sql = f"SELECT {rows.MEMORY_COLUMNS} FROM memories WHERE id IN ({{}})"
        return {memory.id: memory for memory in self._with_tags(self._select_in(sql, wanted))}

    def by_hash(self, content_hash: str, namespace: str) -> list[Memory]:
        """Memories of exactly this content in a namespace, oldest first, whatever their status."""
        sql = f"SELECT {rows.MEMORY_COLUMNS} FROM memories WHERE content_hash = ? AND namespace = ? ORDER BY row"
        return self._memories(sql, (content_hash, namespace))

    def select(self, wanted: Filter, *, newest: bool = False, limit: int = -1, offset: int = 0) -> list[Memory]:
        """Memories in the order they were stored, or the newest first."""
        where, values = where_clause(wanted)
        order = "created_at DESC, row DESC" if newest else "row"
        sql = f"SELECT {rows.MEMORY_COLUMNS} FROM memories WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
        return self._memories(sql, (*values, limit, offset))

    def rows_of(self, wanted: Filter) -> list[int]:
        """Rows of the memories that pass a filter, ascending."""
        where, values = where_clause(wanted)
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

        Their memories are of a namespace."""
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
        where, values = where_clause(wanted)
        return self._db.execute(f"SELECT count(*) FROM memories WHERE {where}", values).fetchone()[0]

    def namespaces(self) -> list[tuple[str, int]]:
        """Namespaces with the number of their recallable memories, by name."""
        sql = (
            "SELECT namespace, count(*) FROM memories WHERE status IN ('active', 'stale') GROUP BY namespace ORDER BY 1"
        )
        return [(r[0], r[1]) for r in self._db.execute(sql)]

    def histogram(self, column: Literal["status", "kind"], *, recallable: bool = False) -> list[tuple[str, int]]:
        """Values of a column with the number of memories that have it, by value."""
        where = "status IN ('active', 'stale')" if recallable else "1"
        return self._db.execute(
            f"SELECT {column}, count(*) FROM memories WHERE {where} GROUP BY 1 ORDER BY 1"
        ).fetchall()

    def relationships(self) -> list[tuple[str, int]]:
        return self._db.execute("SELECT relationship, count(*) FROM links GROUP BY 1 ORDER BY 1").fetchall()

    def totals(self) -> Totals:
        tables = ("links", "anchors", "sessions", "events")
        return Totals(*(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables))

    def _memories(self, sql: str, values: Sequence[object]) -> list[Memory]:
        return self._with_tags(self._db.execute(sql, values).fetchall())

    def _with_tags(self, found: Sequence[Any]) -> list[Memory]:
        tags = self._tags([row[0] for row in found])
        return [rows.memory_of(row, tags.get(row[0], ())) for row in found]

    def _select_in(self, sql: str, wanted: Iterable[object]) -> list[Any]:
        """Return what a query finds for some values, whose list stands for `{}` in it."""
        every = list(wanted)
        found: list[Any] = []
        for part in split_batches(every) if every else ():
            found += self._db.execute(sql.format(mark(part)), part)
        return found

    def _tags(self, wanted: Sequence[int]) -> dict[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        sql = "SELECT memory, tag FROM tags WHERE memory IN ({}) ORDER BY memory, position"
        for row, tag in self._select_in(sql, wanted):
            found.setdefault(row, []).append(tag)
        return {row: tuple(tags) for row, tags in found.items()}

    # what hangs on a memory

    def revisions(self, memory: Memory) -> list[Revision]:
        """All revisions, the oldest first."""
        names: dict[int, list[str]] = {}
        sql = "SELECT number, tag FROM revision_tags WHERE memory = ? ORDER BY tag"
        for number, tag in self._db.execute(sql, (memory.row,)):
            names.setdefault(number, []).append(tag)
        sql = "SELECT number, at, reason, body FROM revisions WHERE memory = ? ORDER BY number"
        return [
            Revision(memory.id, number, rows.body_of(body), at, reason, tuple(names.get(number, ())))
            for number, at, reason, body in self._db.execute(sql, (memory.row,))
        ]

    def anchors(self, wanted: Iterable[int]) -> dict[int, tuple[Anchor, ...]]:
        """Anchors by memory row; a memory without any is left out."""
        found: dict[int, list[Anchor]] = {}
        sql = (
            f"SELECT memory, stamp, premises, {rows.ANCHOR_COLUMNS} FROM anchors LEFT JOIN premises "
            "USING(memory, position) WHERE memory IN ({}) ORDER BY memory, position"
        )
        for row in self._select_in(sql, wanted):
            found.setdefault(row[0], []).append(rows.anchor_of(row[3:], row[1], row[2]))
        return {row: tuple(anchors) for row, anchors in found.items()}

    def anchored_to(self, targets: Iterable[str]) -> list[tuple[int, str]]:
        """(memory row, target) of the memories anchored to any of these symbols, files or commits."""
        sql = "SELECT memory, target FROM anchors WHERE target IN ({}) ORDER BY memory, position"
        return self._select_in(sql, targets)

    def list_anchored_in(self, paths: Iterable[str]) -> list[tuple[int, str]]:
        """Return (memory row, target) of the anchors to something in one of these files."""
        todo = list(paths)
        sql = f"SELECT memory, target FROM anchors WHERE path IN ({mark(todo)}) ORDER BY memory, position"
        return self._db.execute(sql, todo).fetchall()

    def list_targets(self, wanted: Iterable[int]) -> list[tuple[int, str]]:
        """Return (memory row, target) of the anchors of memories."""
        todo = list(wanted)
        sql = f"SELECT memory, target FROM anchors WHERE memory IN ({mark(todo)}) ORDER BY memory, position"
        return self._db.execute(sql, todo).fetchall()

    def anchored_near(self, name: str, limit: int = 200) -> list[int]:
        """Rows of memories anchored to a symbol, file or folder given in full, or by the last parts of its name."""
        words = " ".join(query_words(name))
        if not words:
            return []
        sql = (
            "SELECT a.memory, a.target, a.path FROM lexical JOIN anchors a ON a.memory = lexical.rowid "
            "WHERE lexical MATCH ? ORDER BY a.memory LIMIT ?"
        )
        wanted = _parts(name)
        found = self._db.execute(sql, (f'names : "{words}"', limit * 4)).fetchall()
        rows = [row for row, target, path in found if _names(_parts(target), wanted) or _names(_parts(path), wanted)]
        return list(dict.fromkeys(rows))[:limit]

    def anchor_targets(self, namespace: str) -> list[tuple[str, str]]:
        """(memory id, target) of every anchor to a symbol or file of the recallable memories of a namespace."""
        sql = (
            "SELECT m.id, a.target FROM memories m JOIN anchors a ON a.memory = m.row WHERE m.namespace = ? "
            "AND m.status IN ('active', 'stale') AND a.kind <> 'commit' ORDER BY a.memory, a.position"
        )
        return self._db.execute(sql, (namespace,)).fetchall()

    def links_within(self, namespace: str) -> list[tuple[str, str, float]]:
        """(source, target, weight) of the links from recallable memories of a namespace to code or to one another."""
        sql = (
            "SELECT l.source, l.target, l.weight FROM memories m JOIN links l ON l.source = m.id "
            "LEFT JOIN memories t ON t.id = l.target WHERE m.namespace = ? AND m.status IN ('active', 'stale') "
            "AND (t.id IS NULL OR (t.namespace = m.namespace AND t.status IN ('active', 'stale'))) ORDER BY 1, 2"
        )
        return self._db.execute(sql, (namespace,)).fetchall()

    def links_of(self, ends: Iterable[str]) -> list[Link]:
        """Links that start or end at any of these ids, each once."""
        found: dict[tuple[str, str, str, str], Link] = {}
        for part in split_batches(ends):
            for column in ("source", "target"):
                for link in rows.LINKS.select(self._db, f"{column} IN ({mark(part)}) ORDER BY 1, 2, 3, 5", part):
                    found[link.source, link.target, link.relationship, link.label] = link
        return list(found.values())

    def link(self, source: str, target: str, relationship: Relationship, label: str = "") -> Link | None:
        where = "source = ? AND target = ? AND relationship = ? AND label = ?"
        return rows.LINKS.find(self._db, where, (source, target, relationship, label))

    def links(self) -> Iterator[Link]:
        """Every link, by source, target and relationship."""
        yield from rows.LINKS.select(self._db, "1 ORDER BY 1, 2, 3, 5")

    def aliases(self, id: str) -> list[str]:
        sql = "SELECT alias FROM aliases WHERE memory = ? ORDER BY alias"
        return [row[0] for row in self._db.execute(sql, (id,))]

    def alias_of(self, alias: str) -> str | None:
        """The id of the memory that answers to an alias."""
        row = self._db.execute("SELECT memory FROM aliases WHERE alias = ?", (alias,)).fetchone()
        return row[0] if row else None

    def was_erased(self, id: str) -> bool:
        return self._db.execute("SELECT 1 FROM erased WHERE id = ?", (id,)).fetchone() is not None

    # sessions, tools, upkeep

    def session(self, id: str) -> Session | None:
        return rows.SESSIONS.find(self._db, "id = ?", (id,))

    def sessions(self, namespace: str | None = None, limit: int = -1) -> list[Session]:
        """Sessions, the newest first."""
        where = "1" if namespace is None else "namespace = ?"
        values = [] if namespace is None else [namespace]
        where += " ORDER BY started_at DESC, id DESC LIMIT ?"
        return rows.SESSIONS.select(self._db, where, (*values, limit))

    def tool_uses(self, namespace: str | None = None, session: str | None = None) -> Iterator[ToolUse]:
        """Tool calls in the order they were recorded."""
        parts, values = ["1"], []
        for column, value in (("namespace", namespace), ("session", session)):
            if value is not None:
                parts.append(f"{column} = ?")
                values.append(value)
        yield from rows.TOOL_USES.select(self._db, f"{' AND '.join(parts)} ORDER BY seq", values)

    def has_tool_use(self, session: str, at: int, tool: str) -> bool:
        sql = "SELECT 1 FROM tool_uses WHERE session = ? AND at = ? AND tool = ?"
        return self._db.execute(sql, (session, at, tool)).fetchone() is not None

    def weights(self) -> Weights:
        row = self._db.execute("SELECT value FROM settings WHERE name = 'weights'").fetchone()
        known = asdict(Weights())
        return Weights(**{k: v for k, v in json.loads(row[0]).items() if k in known}) if row else Weights()

    def cycles(self) -> list[CycleRow]:
        return _CYCLES.select(self._db, "1 ORDER BY cycle, namespace")

    def operations(self, limit: int = 20) -> list[Operation]:
        """The last operations, the newest first."""
        return _OPERATIONS.select(self._db, "1 ORDER BY seq DESC LIMIT ?", (limit,))

    def operation(self, id: str) -> Operation | None:
        return _OPERATIONS.find(self._db, "id = ?", (id,))

    # the log, and what derived stores follow

    def last_seq(self) -> int:
        return self._db.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]

    def log(self, *, after: int = 0, operation: str | None = None, subject: str | None = None) -> Iterator[LogRow]:
        """Events in order."""
        parts: list[str] = ["seq > ?"]
        values: list[object] = [after]
        for column, value in (("operation", operation), ("subject", subject)):
            if value is not None:
                parts.append(f"{column} = ?")
                values.append(value)
        sql = f"SELECT {_EVENTS.columns} FROM events WHERE {' AND '.join(parts)} ORDER BY seq"
        for row in self._db.execute(sql, values):
            yield LogRow(*row)

    def log_about(self, id: str) -> Iterator[LogRow]:
        """Events that mention a memory anywhere, in order."""
        yield from _EVENTS.select(self._db, "subject = ? OR instr(payload, ?) ORDER BY seq", (id, id))

    def containing(self, text: str) -> list[str]:
        """Ids of the memories whose content contains a text, in the order they were stored."""
        return [
            row[0] for row in self._db.execute("SELECT id FROM memories WHERE instr(content, ?) ORDER BY row", (text,))
        ]

    def epoch(self) -> str:
        """Changes when a backup takes the database's place: sequence numbers seen before mean nothing then."""
        row = self._db.execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone()
        return row[0] if row else ""

    def mark(self, seq: int) -> str:
        """Names one event, so that a log that went another way is noticed; "" where there is none."""
        found = self._db.execute("SELECT seq, at, operation FROM events WHERE seq = ?", (seq,)).fetchone()
        return "/".join(map(str, found)) if found else ""

    def changed_since(self, seq: int, limit: int = -1) -> list[tuple[int, int]]:
        """(row, seq) of memories that changed after `seq`, in the order of their changes."""
        sql = "SELECT row, seq FROM memories WHERE seq > ? ORDER BY seq, row LIMIT ?"
        return self._db.execute(sql, (seq, limit)).fetchall()

    def erased_since(self, seq: int) -> list[Erased]:
        sql = "SELECT id, row, seq FROM erased WHERE seq > ? ORDER BY seq"
        return [Erased(*row) for row in self._db.execute(sql, (seq,))]

    # words

    def lexical(self, match: str, wanted: Filter, limit: int) -> list[tuple[int, float]]:
        """(row, score) of the best full-text matches among the memories that pass the filter, larger is better.

        `match` is an FTS5 expression over `schema.LEXICAL_COLUMNS`. The score is FTS5's BM25, whose statistics are of
        the whole table: good for choosing candidates, not for comparing namespaces."""
        where, values = where_clause(wanted, "m.")
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

    def texts(self, wanted: Iterable[int]) -> dict[int, tuple[str, str, str]]:
        """(content, tags, names) as they are indexed, by row: split into words."""
        sql = "SELECT row, content, tags, names FROM texts WHERE row IN ({})"
        return {row: (content, tags, names) for row, content, tags, names in self._select_in(sql, wanted)}


def _parts(name: str) -> list[str]:
    return [part for part in re.split(r"::|->|[./#:]", name) if part]


def is_named(name: str, place: str) -> bool:
    """Return whether `name` is that of a symbol, file or folder.

    It is the name in full, or the last parts of it."""
    return _names(_parts(place), _parts(name))


def _names(whole: list[str], part: list[str]) -> bool:
    """Whether `part` stands in `whole` as a run of whole names."""
    size = len(part)
    return size > 0 and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


def where_clause(wanted: Filter, prefix: str = "") -> tuple[str, list[object]]:
    """A condition on the table `memories`, which has the given prefix, and its values."""
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
