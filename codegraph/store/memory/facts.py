"""Facts in the memory database.

They are their versions, idempotency keys, and vectors that writers supplied.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from codegraph.memory.facts.fact_model import (
    Fact,
    FactQuery,
    Scalar,
    encode_object,
    normalize_entity,
    normalize_predicate,
)
from codegraph.store.memory.row_conversion import mark, split_batches

_COLUMNS: Final = (
    "m.id, f.memory, f.number, f.subject, f.predicate, f.object, f.valid_from, f.valid_to, f.recorded_at, "
    "f.expired_at, f.confidence, f.source, f.episode, COALESCE(json_extract(m.metadata, '$.dated'), '')"
)
# CROSS keeps the order: left to itself SQLite goes through every memory of a namespace and looks for its facts.
_FROM: Final = "facts f CROSS JOIN memories m ON m.row = f.memory"
TABLES: Final = """
CREATE TABLE IF NOT EXISTS facts(
    memory INTEGER NOT NULL, number INTEGER NOT NULL, subject_key TEXT NOT NULL, predicate_key TEXT NOT NULL,
    subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, valid_from INTEGER NOT NULL,
    valid_to INTEGER NOT NULL, recorded_at INTEGER NOT NULL, expired_at INTEGER NOT NULL, confidence REAL NOT NULL,
    source TEXT NOT NULL, episode TEXT NOT NULL, PRIMARY KEY(memory, number)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS facts_subject ON facts(subject_key, predicate_key);
CREATE TABLE IF NOT EXISTS fact_keys(
    scope TEXT NOT NULL, key TEXT NOT NULL, memories TEXT NOT NULL, PRIMARY KEY(scope, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS embeddings(memory INTEGER PRIMARY KEY, vector BLOB NOT NULL);
"""

PROJECTIONS: Final = ("facts", "fact_keys", "embeddings")


class FactReader:
    """Queries for facts, a part of `Reader`."""

    _db: sqlite3.Connection

    def list_fact_versions(self, row: int) -> list[Fact]:
        """Return every version of the fact of a memory, the oldest first."""
        sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE f.memory = ? ORDER BY f.number"
        return [_build_fact(r) for r in self._db.execute(sql, (row,))]

    def list_facts(self, wanted: FactQuery) -> list[Fact]:
        """Return versions of facts in the order in which their memories were stored."""
        where, values = _build_where_clause(wanted)
        sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE {where} ORDER BY f.memory, f.number"
        return [_build_fact(r) for r in self._db.execute(sql, values)]

    def read_facts(self, rows: Iterable[int], known_at: int = 0) -> dict[int, Fact]:
        """Return the facts of these memories as they were believed at a time, 0 for now.

        Memories without such a fact are left out.
        """
        found: dict[int, Fact] = {}
        where, values = _build_where_clause(FactQuery(known_at=known_at))
        for part in split_batches(rows):
            sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE f.memory IN ({mark(part)}) AND {where}"
            found.update((r[1], _build_fact(r)) for r in self._db.execute(sql, (*part, *values)))
        return found

    def find_facts_with_object(self, wanted: FactQuery, keys: Iterable[str]) -> list[Fact]:
        """Return facts as `list_facts` does, if their object has one of these entity keys."""
        where, values = _build_where_clause(wanted)
        forms, marks = _list_object_forms(keys)
        having = f"lower(f.object) IN ({marks}) AND {where}"
        sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE {having} ORDER BY f.memory, f.number"
        return [_build_fact(r) for r in self._db.execute(sql, (*forms, *values))]

    def find_facts_with_predicates(self, namespaces: Sequence[str], predicates: Iterable[str]) -> list[Fact]:
        """Return the current facts with any of these predicates, in the order of storing."""
        where, values = _build_where_clause(FactQuery(tuple(namespaces)))
        keys = tuple(predicates)
        sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE f.predicate_key IN ({mark(keys)}) AND {where} ORDER BY f.memory"
        return [_build_fact(r) for r in self._db.execute(sql, (*keys, *values))]

    def find_spellings(self, namespaces: Sequence[str], keys: Iterable[str]) -> dict[str, set[str]]:
        """Return how these entities were spelt as subjects and objects, by key.

        Unknown entities are left out.
        """
        found: dict[str, set[str]] = {}
        wanted = tuple(keys)
        where, values = _build_where_clause(FactQuery(tuple(namespaces), every_version=True))
        by_subject = f"SELECT DISTINCT f.subject FROM {_FROM} WHERE f.subject_key IN ({mark(wanted)})"
        spelt = [str(r[0]) for r in self._db.execute(f"{by_subject} AND {where}", (*wanted, *values))]
        forms, marks = _list_object_forms(wanted)
        by_object = f"SELECT DISTINCT f.object FROM {_FROM} WHERE lower(f.object) IN ({marks}) AND {where}"
        spelt += [str(json.loads(r[0])) for r in self._db.execute(by_object, (*forms, *values))]
        for name in spelt:
            found.setdefault(normalize_entity(name), set()).add(name)
        return found

    def find_memories_by_key(self, scope: str, key: str) -> tuple[str, ...]:
        """Return the ids of the memories that a call with this key wrote.

        The result is () when there was no such call.
        """
        row = self._db.execute("SELECT memories FROM fact_keys WHERE scope = ? AND key = ?", (scope, key)).fetchone()
        return tuple(json.loads(row[0])) if row else ()

    def read_embeddings(self, rows: Iterable[int]) -> dict[int, array[float]]:
        """Return the vectors that writers supplied, by row."""
        found: dict[int, array[float]] = {}
        for part in split_batches(rows):
            sql = f"SELECT memory, vector FROM embeddings WHERE memory IN ({mark(part)})"
            found.update((row, array("f", blob)) for row, blob in self._db.execute(sql, part))
        return found


class FactWriter:
    """Changes of the projections of facts, a part of `Writer`."""

    _db: sqlite3.Connection

    def put_fact(self, fact: Fact) -> None:
        keys = (normalize_entity(fact.subject), normalize_predicate(fact.predicate))
        times = (fact.valid_from, fact.valid_to, fact.recorded_at, fact.expired_at)
        said = (fact.subject, fact.predicate, encode_object(fact.object), *times)
        values = (fact.row, fact.number, *keys, *said, fact.confidence, fact.source, fact.episode)
        self._db.execute(f"INSERT OR REPLACE INTO facts VALUES({mark(values)})", values)

    def drop_fact(self, fact: Fact) -> None:
        self._db.execute("DELETE FROM facts WHERE memory = ? AND number = ?", (fact.row, fact.number))

    def put_facts_key(self, scope: str, key: str, memories: tuple[str, ...]) -> None:
        self._db.execute("INSERT OR REPLACE INTO fact_keys VALUES(?, ?, ?)", (scope, key, json.dumps(memories)))

    def put_embedding(self, row: int, vector: tuple[float, ...]) -> None:
        if vector:
            self._db.execute("INSERT OR REPLACE INTO embeddings VALUES(?, ?)", (row, array("f", vector).tobytes()))


def _list_object_forms(keys: Iterable[str]) -> tuple[list[str], str]:
    """Return the objects with these keys in the form of SQL's `lower`.

    That function knows no other letters than those of ASCII.
    """
    spelt = (form for key in keys for form in (key, key.title(), key.upper()))
    lowered = ("".join(c.lower() if c.isascii() else c for c in form) for form in spelt)
    forms = sorted({encode_object(form) for form in lowered})
    return forms, mark(forms)


def _build_fact(row: Sequence[object]) -> Fact:
    value: Scalar = json.loads(str(row[5]))
    return Fact(*row[:5], value, *row[6:])  # type: ignore[arg-type] - the columns are in the order of the fields


def _build_where_clause(wanted: FactQuery) -> tuple[str, list[object]]:
    parts: list[str] = []
    values: list[object] = []
    if wanted.namespaces:
        parts.append(f"m.namespace IN ({mark(wanted.namespaces)})")
        values += wanted.namespaces
    if wanted.subjects:
        parts.append(f"f.subject_key IN ({mark(wanted.subjects)})")
        values += wanted.subjects
    if wanted.predicate:
        parts.append("f.predicate_key = ?")
        values.append(wanted.predicate)
    if wanted.known_at:
        parts.append("f.recorded_at <= ? AND (f.expired_at = 0 OR f.expired_at > ?)")
        values += (wanted.known_at, wanted.known_at)
    elif not wanted.every_version:
        parts.append("f.expired_at = 0")
    if wanted.valid_at:
        then = "max(?, f.recorded_at)" if wanted.present else "?"
        parts.append(f"f.valid_from <= {then} AND (f.valid_to = 0 OR f.valid_to > {then})")
        values += (wanted.valid_at, wanted.valid_at)
    return " AND ".join(parts) or "1", values
