"""Vectors in LanceDB, next to the index or at the place `vectors_uri`.

The table is derived from a generation's snapshot, file by file. Every row carries the *stamp* of its file (encoder,
lines, kinds and digests of all its chunks). So a comparison of stamps tells what a table lacks, whoever wrote it and
wherever its writer was killed. One `merge_insert` replaces the rows of all changed files, so no reader sees a gap.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.store.lance import LanceTable, build_vector_column, quote
from codegraph.store.lance_errors import FAILURES, describe_error
from codegraph.store.vector_properties import TABLE
from codegraph.store.vector_snapshot import VectorSnapshot

if TYPE_CHECKING:
    import lancedb
    import pyarrow as pa


class VectorRow(NamedTuple):
    """Properties of a chunk besides its vector.

    `ordinal` counts the chunks of a file from 0."""

    path: str
    ordinal: int
    language: str
    kind: str  # SymbolKind value, "" outside definitions
    test: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VectorFilter:
    """Filter of rows; an empty filter passes everything.

    It is applied before the nearest rows are chosen.
    """

    prefix: str = ""
    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tests: bool = True

    def build_condition(self) -> str:
        """Return the filter as an SQL condition, "" for everything."""
        parts = [f"starts_with(path, {quote(self.prefix)})"] if self.prefix else []
        for column, values in (("language", self.languages), ("kind", self.kinds)):
            if values:
                parts.append(f"{column} IN ({', '.join(map(quote, values))})")
        if not self.tests:
            parts.append("test = false")
        return " AND ".join(parts)


class Near(NamedTuple):
    path: str
    ordinal: int
    start: int
    end: int
    score: float  # cosine


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Changes of a table.

    `rebuilt` is the reason why it was built anew, "" when it was not.
    """

    written: int
    rows: int
    rebuilt: str = ""


class VectorTable(LanceTable):
    """The table of one index."""

    rebuild = "run `codegraph vectors --sync`, which builds the table anew"

    def __init__(self, uri: str, name: str = TABLE, *, indexed: bool = True) -> None:
        """Name the table.

        `indexed` tells whether it gets an index once it is large, which takes longer than making the vectors.
        """
        super().__init__(uri, name, indexed=indexed)

    def reconcile(self, rows: Sequence[VectorRow], vectors: VectorSnapshot) -> Reconciled:
        """Make the table hold exactly `rows`; row i has vector i of the snapshot.

        A table that cannot be read, or has vectors of another encoder, is built anew. Raises StorageError.
        """
        self._connect()
        stamps = _compute_stamps(rows, vectors)
        try:
            table, why = self._open_usable(_build_schema(vectors))
            if table is None:
                return self._create(rows, vectors, stamps, why)
            known = _read_known_stamps(table)
        except FAILURES as error:
            return self._create(rows, vectors, stamps, f"it could not be read: {describe_error(error)}")
        changed = {path for path, stamp in stamps.items() if known.get(path) != stamp}
        gone = known.keys() - stamps.keys()
        if len(changed) * 2 > len(stamps):
            return self._create(rows, vectors, stamps, "")
        try:
            return self._update(table, rows, vectors, stamps, changed, gone)
        except FAILURES as error:
            return self._create(rows, vectors, stamps, f"it could not be changed: {describe_error(error)}")

    def find_nearest(self, query: NDArray[np.float32], limit: int, only: VectorFilter | None = None) -> list[Near]:
        """Return the rows with the largest cosines, best first.

        Raises StorageError when there is no readable table.
        """
        columns = ["path", "ordinal", "start", "end"]
        found = self._find_nearest(query, limit, only.build_condition() if only else "", columns).to_pylist()
        near = [Near(r["path"], r["ordinal"], r["start"], r["end"], 1 - r["_distance"]) for r in found]
        return sorted(near, key=lambda row: (-row.score, row.path, row.ordinal))

    # ---- writing

    def _create(
        self, rows: Sequence[VectorRow], vectors: VectorSnapshot, stamps: dict[str, str], why: str
    ) -> Reconciled:
        self._replace(_build_table(rows, np.arange(len(rows)), vectors, stamps), why)
        return Reconciled(len(rows), len(rows), why)

    def _update(
        self,
        table: lancedb.Table,
        rows: Sequence[VectorRow],
        vectors: VectorSnapshot,
        stamps: dict[str, str],
        changed: set[str],
        gone: set[str],
    ) -> Reconciled:
        if not changed and not gone:
            return Reconciled(0, len(rows))
        numbers = np.array([i for i, row in enumerate(rows) if row.path in changed], dtype=np.int64)
        owned = f"path IN ({', '.join(map(quote, sorted(changed | gone)))})"
        if len(numbers):
            fresh = _build_table(rows, numbers, vectors, stamps)
            merge = table.merge_insert("key").when_matched_update_all().when_not_matched_insert_all()
            merge.when_not_matched_by_source_delete(owned).execute(fresh)
        else:
            table.delete(owned)
        self._index(table, len(rows))
        self._compact(table)
        return Reconciled(len(numbers), len(rows))


def _read_known_stamps(table: lancedb.Table) -> dict[str, str]:
    """Return the stamp of every file, or "" where its rows disagree or are incomplete."""
    found = table.search().select(["path", "stamp", "ordinal"]).limit(None).to_arrow()
    stamps: dict[str, str] = {}
    counts: dict[str, int] = {}
    for path, stamp in zip(found["path"].to_pylist(), found["stamp"].to_pylist()):
        stamps[path] = stamp if stamps.get(path, stamp) == stamp else ""
        counts[path] = counts.get(path, 0) + 1
    return {path: stamp if stamp.endswith(f"-{counts[path]}") else "" for path, stamp in stamps.items()}


def _compute_stamps(rows: Sequence[VectorRow], vectors: VectorSnapshot) -> dict[str, str]:
    """Return a digest of the table's content for each file, with its number of rows."""
    stamps: dict[str, str] = {}
    at = 0
    for path, group in groupby(rows, key=lambda row: row.path):
        part = list(group)
        digest = hashlib.blake2b(repr(part).encode(), digest_size=12, key=vectors.identity.encode()[:64])
        digest.update(np.ascontiguousarray(vectors.digests[at : at + len(part)]).tobytes())
        stamps[path] = f"{digest.hexdigest()}-{len(part)}"
        at += len(part)
    return stamps


def _build_schema(vectors: VectorSnapshot) -> pa.Schema:
    import pyarrow as pa

    text = ("key", "path", "language", "kind", "stamp")
    number = ("ordinal", "start", "end")
    fields = [pa.field(name, pa.string()) for name in text] + [pa.field(name, pa.int32()) for name in number]
    fields += [pa.field("test", pa.bool_()), pa.field("vector", pa.list_(pa.float16(), vectors.dimension))]
    return pa.schema(fields, metadata={"identity": vectors.identity})


def _build_table(
    rows: Sequence[VectorRow], numbers: NDArray[np.int64], vectors: VectorSnapshot, stamps: dict[str, str]
) -> pa.Table:
    import pyarrow as pa

    part = [rows[i] for i in numbers.tolist()]
    columns: dict[str, list] = {name: [getattr(row, name) for row in part] for name in VectorRow._fields}
    columns["key"] = [f"{row.path}#{row.ordinal}" for row in part]
    columns["stamp"] = [stamps[row.path] for row in part]
    schema = _build_schema(vectors)
    arrays = [
        build_vector_column(vectors.read_rows(numbers))
        if field.name == "vector"
        else pa.array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)
