"""LanceDB table of memories.

Importing this module imports numpy, using it LanceDB.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.store.lance import LanceTable, build_vector_column
from codegraph.store.lance_errors import FAILURES, describe_error
from codegraph.store.memory.vectors import REBUILD, MemoryFilter, MemoryRows

if TYPE_CHECKING:
    import lancedb
    import pyarrow as pa

_TEXTS: Final = {"namespace": "namespaces", "kind": "kinds", "status": "statuses", "origin": "origins"}
_NUMBERS: Final = ("created", "valid_from", "valid_to")
_AT_ONCE: Final = 2_000
"""Rows deleted by one condition."""


class Reconciliation(NamedTuple):
    """Changes of a table.

    `rebuilt` is the reason why it was built anew, "" when it was not.
    """

    written: int
    deleted: int
    rows: int
    rebuilt: str = ""


class MemoryVectorTable(LanceTable):
    """The table of one memory database."""

    rebuild = REBUILD

    def reconcile(self, memories: MemoryRows, identity: str) -> Reconciliation:
        """Make the table hold exactly these memories.

        A table that cannot be read, or has vectors of another encoder, is built anew. Raises StorageError.
        """
        self._connect()
        stamps = _compute_stamps(memories)
        every = np.arange(len(memories))
        try:
            table, why = self._open_usable(_build_schema(memories, identity))
            known = None if table is None else table.search().select(["row", "stamp"]).limit(None).to_arrow()
        except FAILURES as error:
            table, known, why = None, None, f"it could not be read: {describe_error(error)}"
        if table is None or known is None:
            return self._rebuild(memories, every, identity, stamps, why)
        there, stamped = known["row"].to_numpy(), known["stamp"].to_numpy()
        changed = _find_changed(memories, stamps, there, stamped) if len(there) else every
        gone = there[~np.isin(there, memories.rows)]
        if len(changed) * 2 > len(memories):
            return self._rebuild(memories, every, identity, stamps, "")
        try:
            self._update(table, _build_table(memories, changed, identity, stamps), gone, len(memories))
        except FAILURES as error:
            return self._rebuild(memories, every, identity, stamps, f"it could not be changed: {describe_error(error)}")
        return Reconciliation(len(changed), len(gone), len(memories))

    def find_nearest(
        self, query: NDArray[np.float32], limit: int, only: MemoryFilter
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the rows of the memories with the largest cosines, and the cosines.

        The best come first. Raises StorageError.
        """
        found = self._find_nearest(query, limit, only.build_condition(), ["row"])
        rows, cosines = found["row"].to_numpy(), 1 - found["_distance"].to_numpy()
        order = np.lexsort((rows, -cosines))
        return rows[order], cosines[order]

    def _rebuild(
        self, memories: MemoryRows, every: NDArray[np.int64], identity: str, stamps: NDArray[np.int64], why: str
    ) -> Reconciliation:
        self._replace(_build_table(memories, every, identity, stamps), why)
        return Reconciliation(len(memories), 0, len(memories), why)

    def _update(self, table: lancedb.Table, fresh: pa.Table, gone: NDArray[np.int64], rows: int) -> None:
        for at in range(0, len(gone), _AT_ONCE):
            table.delete(f"row IN ({', '.join(map(str, gone[at : at + _AT_ONCE].tolist()))})")
        if fresh.num_rows:
            merge = table.merge_insert("row").when_matched_update_all().when_not_matched_insert_all()
            merge.execute(fresh)
        if fresh.num_rows or len(gone):
            self._index(table, rows)
            self._compact(table)


def _find_changed(
    memories: MemoryRows, stamps: NDArray[np.int64], there: NDArray[np.int64], stamped: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the places of the memories whose table rows have to be written.

    Their row is missing, is there twice or has another stamp.
    """
    order = np.argsort(there, kind="stable")
    there, stamped = there[order], stamped[order]
    at = np.minimum(np.searchsorted(there, memories.rows), len(there) - 1)
    same = (there[at] == memories.rows) & (stamped[at] == stamps)
    twice = np.zeros(len(there) + 1, dtype=np.bool_)
    twice[1:-1] = there[1:] == there[:-1]
    return np.flatnonzero(~same | twice[at + 1])


def _compute_stamps(memories: MemoryRows) -> NDArray[np.int64]:
    """Return a checksum of everything in each row.

    Each part is multiplied by an odd number of its own, so every single change alters the sum.
    """
    width = -memories.values.shape[1] % 8
    bytes_ = np.pad(memories.values, ((0, 0), (0, width)))
    words = np.ascontiguousarray(bytes_).view(np.uint64).reshape(len(memories), bytes_.shape[1] // 8)
    parts = [words[:, i] for i in range(words.shape[1])]
    parts += [getattr(memories, name).astype(np.uint64) for name in _NUMBERS]
    parts += [_compute_crcs(getattr(memories, names))[getattr(memories, name)] for name, names in _TEXTS.items()]
    parts.append(memories.scales.view(np.uint32).astype(np.uint64))
    odd = np.random.default_rng(0).integers(0, 2**63, len(parts), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    total = np.zeros(len(memories), dtype=np.uint64)
    for part, factor in zip(parts, odd):
        total += part * factor
    return total.view(np.int64)


def _compute_crcs(texts: tuple[str, ...]) -> NDArray[np.uint64]:
    return np.array([zlib.crc32(text.encode("utf-8", "surrogatepass")) + 1 for text in texts], dtype=np.uint64)


def _build_schema(memories: MemoryRows, identity: str) -> pa.Schema:
    import pyarrow as pa

    fields = [pa.field(name, pa.int64()) for name in ("row", "stamp", *_NUMBERS)]
    fields += [pa.field(name, pa.string()) for name in _TEXTS]
    fields.append(pa.field("vector", pa.list_(pa.float16(), memories.values.shape[1])))
    return pa.schema(fields, metadata={"identity": identity})


def _build_table(memories: MemoryRows, places: NDArray[np.int64], identity: str, stamps: NDArray[np.int64]) -> pa.Table:
    import pyarrow as pa

    columns: dict[str, pa.Array] = {"row": pa.array(memories.rows[places]), "stamp": pa.array(stamps[places])}
    columns |= {name: pa.array(getattr(memories, name)[places]) for name in _NUMBERS}
    for name, names in _TEXTS.items():
        codes = pa.array(getattr(memories, name)[places].astype(np.int32))
        columns[name] = pa.DictionaryArray.from_arrays(codes, pa.array(getattr(memories, names))).cast(pa.string())
    columns["vector"] = build_vector_column(memories.values[places].astype(np.float32) * memories.scales[places, None])
    schema = _build_schema(memories, identity)
    return pa.Table.from_arrays([columns[field.name] for field in schema], schema=schema)
