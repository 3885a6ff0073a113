"""Conversion of records of the model to rows of tables and back.

It follows the names of their fields.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_origin, get_type_hints

from codegraph.memory.memory_model import (
    Anchor,
    AnchorKind,
    Body,
    Link,
    Memory,
    MemoryStatus,
    Origin,
    Premise,
    PremiseKind,
    Session,
    ToolUse,
    Vocabulary,
)

Row = Sequence[Any]
T = TypeVar("T")
Item = TypeVar("Item")

_BATCH: Final = 900
"""Values that one statement names at most."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def mark(values: Collection[object]) -> str:
    """Return a placeholder in a statement for each value."""
    return ",".join("?" * len(values))


def split_batches(values: Iterable[Item], size: int = _BATCH) -> list[list[Item]]:
    """Yield the values in batches that fit into one statement."""
    every = list(values)
    return [every[at : at + size] for at in range(0, len(every), size)]


def write_value(value: object) -> object:
    """Return a field's value in the form of a column.

    Tuples and objects are JSON.
    """
    if isinstance(value, tuple):
        return json.dumps(value)
    return _encode(dict(value)) if isinstance(value, Mapping) else value


def _get_reader(hint: Any) -> Callable[[Any], object] | None:
    if hint is bool or (isinstance(hint, type) and issubclass(hint, Enum)):
        return hint
    if get_origin(hint) is tuple:
        return lambda text: tuple(json.loads(text))
    return json.loads if get_origin(hint) is not None else None


class Table(Generic[T]):
    """A table whose columns are the fields of a record, after its `keys`."""

    def __init__(self, name: str, kind: type[T], *keys: str) -> None:
        self.name, self.kind, self.keys = name, kind, keys

    @cached_property
    def names(self) -> tuple[str, ...]:
        named = getattr(self.kind, "_fields", None)
        return named or tuple(f.name for f in fields(self.kind))  # type: ignore[arg-type] - a dataclass

    @cached_property
    def columns(self) -> str:
        return ", ".join(self.names)

    @cached_property
    def _readers(self) -> list[tuple[int, Callable[[Any], object]]]:
        hints = get_type_hints(self.kind)
        found = ((place, _get_reader(hints[name])) for place, name in enumerate(self.names))
        return [(place, reader) for place, reader in found if reader is not None]

    def decode(self, row: Row) -> T:
        """Return the record of a row."""
        values = list(row)
        for place, reader in self._readers:
            values[place] = reader(values[place])
        return self.kind(*values)

    def encode(self, record: T) -> tuple[object, ...]:
        """Return the row of a record, without keys."""
        return tuple(write_value(getattr(record, name)) for name in self.names)

    def select(self, db: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[T]:
        """Return the records of rows; `where` may end in an order and a limit."""
        return [self.decode(row) for row in db.execute(f"SELECT {self.columns} FROM {self.name} WHERE {where}", values)]

    def find(self, db: sqlite3.Connection, where: str, values: Sequence[object]) -> T | None:
        """Return the first matching record, or None."""
        return next(iter(self.select(db, where, values)), None)

    def put(self, db: sqlite3.Connection, record: T, *keys: object) -> None:
        """Write the row of a record, replacing one of the same key."""
        columns = ", ".join((*self.keys, *self.names))
        values = (*keys, *self.encode(record))
        db.execute(f"INSERT OR REPLACE INTO {self.name}({columns}) VALUES({mark(values)})", values)


class LogRow(NamedTuple):
    """One event as it is stored."""

    seq: int
    at: int
    kind: str
    subject: str
    operation: str
    actor: str
    payload: str


LOG: Final = Table("events", LogRow)
LINKS: Final = Table("links", Link)
SESSIONS: Final = Table("sessions", Session)
TOOL_USES: Final = Table("tool_uses", ToolUse, "seq")

MEMORY_COLUMNS: Final = (
    "row, id, seq, kind, content, importance, confidence, metadata, status, namespace, origin, vocabulary, revision, "
    "content_hash, created_at, updated_at, accessed_at, verified_at, decayed_at, access_count, served_count, "
    "protected, session, successor, valid_from, valid_to"
)
_PLAIN: Final = MEMORY_COLUMNS.split(", ")[8:]
"""Columns that are fields of a memory, in their order; those before them are of its body."""

ANCHOR_COLUMNS: Final = 'kind, repository, target, syntax_hash, "commit", path, line, offered'


def build_memory(row: Row, tags: tuple[str, ...]) -> Memory:
    place, id, seq, kind, content, importance, confidence, metadata, status, namespace, origin, vocabulary, *rest = row
    body = Body(content, kind, importance, confidence, tags, {} if metadata == "{}" else json.loads(metadata))
    rest[9] = bool(rest[9])  # protected
    return Memory(id, place, seq, body, MemoryStatus(status), namespace, Origin(origin), Vocabulary(vocabulary), *rest)


def build_memory_row(memory: Memory) -> tuple[object, ...]:
    body = memory.body
    of_body = (body.kind, body.content, body.importance, body.confidence, write_value(body.metadata))
    return (memory.row, memory.id, memory.seq, *of_body, *(getattr(memory, name) for name in _PLAIN))


def build_anchor(row: Row, stamp: str | None, premises: str | None) -> Anchor:
    """Return an anchor.

    `stamp` and `premises` are of `build_premises_row`, None where there is no such row."""
    kept = None if premises is None else _read_premises(premises)
    return Anchor(AnchorKind(row[0]), *row[1:7], offered=bool(row[7]), premises=kept, stamp=stamp or "")


def _read_premises(text: str) -> tuple[Premise, ...]:
    return tuple(Premise(PremiseKind(kind), *rest) for kind, *rest in json.loads(text))


def build_premises_row(anchor: Anchor) -> tuple[str, str | None]:
    if anchor.premises is None:
        return anchor.stamp, None
    rows = [(each.kind.value, each.target, each.digest, each.text, each.stamp) for each in anchor.premises]
    return anchor.stamp, _encode(rows)


def build_anchor_row(anchor: Anchor) -> tuple[object, ...]:
    of = anchor
    return (of.kind, of.repository, of.target, of.syntax_hash, of.commit, of.path, of.line, of.offered)


def encode_body(body: Body) -> str:
    return _encode({f.name: getattr(body, f.name) for f in fields(body)})


def decode_body(text: str) -> Body:
    raw = json.loads(text)
    return Body(**{**raw, "tags": tuple(raw["tags"])})
