"""Tables by number of which most rows lie encoded in mapped memory.

A table is opened from two layers: an immutable base, three arrays that are mapped, and the rows that differ from it. A
row is decoded when it is first asked for, and may then be changed in place like a value of a dictionary. `list_changes`
returns the rows that differ from those of the base.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

V = TypeVar("V")

Encode = Callable[[Any], object]
"""A row as numbers, texts, None and tuples, lists, dictionaries and sets of these."""

Decode = Callable[[Any], Any]

Measure = Callable[[Any], int]
"""A number that differs whenever a row was changed in place."""

Changes = dict[int, bytes | None]
"""Encoded rows that differ from the base; None for a row that is gone."""


class Columns(NamedTuple):
    """Encoded rows of a table.

    `keys` are sorted (n), `starts` the offsets of the rows in `data` and where the last one ends (n + 1)."""

    keys: NDArray[np.int64]
    starts: NDArray[np.int64]
    data: NDArray[np.uint8]


def pack_rows(rows: Mapping[int, bytes]) -> Columns:
    """Return rows as columns."""
    import numpy as np

    keys = np.array(sorted(rows), dtype=np.int64)
    parts = [rows[key] for key in keys.tolist()]
    starts = np.zeros(len(parts) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in parts], out=starts[1:])
    return Columns(keys, starts, np.frombuffer(b"".join(parts), dtype=np.uint8))


class MappedTable(MutableMapping[int, V], Generic[V]):
    """Rows by number: a dictionary, for its readers."""

    def __init__(
        self, columns: Columns, changes: Changes, encode: Encode, decode: Decode, measure: Measure | None = None
    ) -> None:
        self._columns = columns
        self._changes = changes
        self._encode = encode
        self._decode = decode
        self._measure = measure
        self._measures: dict[int, int] = {}  # of decoded rows
        self._rows: dict[int, V] = {}  # decoded, some of them changed
        self._removed: set[int] = set()

    def _find(self, key: int) -> bytes | None:
        """Return an encoded row as it was when the table was opened."""
        if key in self._changes:
            return self._changes[key]
        return self._find_in_base(key)

    def _find_in_base(self, key: int) -> bytes | None:
        keys, starts, data = self._columns
        at = int(keys.searchsorted(key))
        if at == len(keys) or keys[at] != key:
            return None
        return data[int(starts[at]) : int(starts[at + 1])].tobytes()

    def __getitem__(self, key: int) -> V:
        row = self._rows.get(key)
        if row is None:
            encoded = None if key in self._removed else self._find(key)
            if encoded is None:
                raise KeyError(key)
            row = self._rows[key] = self._decode(marshal.loads(encoded))
            if self._measure is not None:
                self._measures[key] = self._measure(row)
        return row

    def __setitem__(self, key: int, row: V) -> None:
        self._rows[key] = row
        self._removed.discard(key)
        self._measures.pop(key, None)

    def __delitem__(self, key: int) -> None:
        if key not in self:
            raise KeyError(key)
        self._rows.pop(key, None)
        self._removed.add(key)

    def __contains__(self, key: object) -> bool:
        if key in self._rows:
            return True
        return isinstance(key, int) and key not in self._removed and self._find(key) is not None

    def __iter__(self) -> Iterator[int]:
        known = {*self._columns.keys.tolist(), *self._changes, *self._rows} - self._removed
        return iter(sorted(key for key in known if key in self))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def get(self, key: int, default: Any = None) -> Any:
        """Return a row, or `default`."""
        row = self._rows.get(key)
        if row is not None:
            return row
        try:
            return self[key]
        except KeyError:
            return default

    def __bool__(self) -> bool:
        return bool(self._rows) or any(True for _ in self)

    def load_encoded(self) -> dict[int, Any]:
        """Return all encoded rows, as they were when the table was opened."""
        keys, starts, data = self._columns
        text, ends = data.tobytes(), starts.tolist()
        rows = {key: text[ends[at] : ends[at + 1]] for at, key in enumerate(keys.tolist())} | self._changes
        return {key: marshal.loads(row) for key, row in rows.items() if row is not None}

    def list_changes(self) -> Changes:
        """Return the rows that differ from those of the base."""
        changes = dict(self._changes)
        rows, known = self._rows, self._measures
        if self._measure is not None:
            rows = {key: row for key, row in rows.items() if known.get(key) != self._measure(row)}
        changes.update((key, dump_row(self._encode(row))) for key, row in rows.items())
        changes.update(dict.fromkeys(self._removed))
        return {key: row for key, row in changes.items() if row != self._find_in_base(key)}


def dump_row(row: Any) -> bytes:
    """Return an encoded row."""
    return marshal.dumps(row, 2)
