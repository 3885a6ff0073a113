"""Vectors in LanceDB: the table beside the index, or at the place that `vectors_uri` names.

The table is derived from a generation's snapshot, file by file: every row carries the *stamp* of its file (encoder,
lines, kinds and digests of all its chunks), so a comparison of stamps says what a table lacks, whoever wrote it and
wherever its writer was killed. One `merge_insert` replaces the rows of all changed files, so no reader sees a gap.

Importing LanceDB takes seconds. Only the functions here do it, and only when a table is really read or written.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from codegraph.errors import StorageError
from codegraph.store.snapshot import VectorSnapshot

if TYPE_CHECKING:
    import lancedb
    import pyarrow as pa
    from lancedb.query import LanceVectorQueryBuilder

TABLE: Final = "vectors"
INDEX_FROM_ROWS: Final = 10_000
"""From here on IVF_FLAT answers in a fifth of the time of a scan, with the same hits; below it a scan takes few
milliseconds. (The default index, IVF_PQ, lost three of four hits.)"""

PROBES: Final = 32
"""Partitions searched, of about the square root of the rows."""

TIDY_AFTER_FRAGMENTS: Final = 32
"""Every commit leaves a fragment and a version; at a thousand of them a commit takes ten times as long."""

KEPT_MINUTES: Final = 10
"""Old versions are kept this long for readers that are still at them."""

FAILURES: Final = (OSError, RuntimeError, ValueError, KeyError, TypeError)
"""What LanceDB raises for a place it cannot reach and for a table it cannot make sense of."""

_REBUILD: Final = "run `codegraph vectors --sync`, which builds the table anew"


class VectorRow(NamedTuple):
    """What the table knows of a chunk besides its vector. `ordinal` counts the chunks of a file from 0."""

    path: str
    ordinal: int
    language: str
    kind: str  # SymbolKind value, "" outside definitions
    test: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VectorFilter:
    """What rows may be found; empty is everything. Applied before the nearest are chosen."""

    prefix: str = ""
    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tests: bool = True

    def where(self) -> str:
        """As an SQL condition, "" for everything."""
        parts = [f"starts_with(path, {_quoted(self.prefix)})"] if self.prefix else []
        for column, values in (("language", self.languages), ("kind", self.kinds)):
            if values:
                parts.append(f"{column} IN ({', '.join(map(_quoted, values))})")
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
    """What a table was changed by. `rebuilt` says why it was built anew, "" when it was not."""

    written: int
    rows: int
    rebuilt: str = ""


class VectorTable:
    """One table at one place. Nothing is opened before the first use."""

    def __init__(self, uri: str, name: str = TABLE) -> None:
        self.uri = uri
        self.name = name
        self._database: lancedb.DBConnection | None = None

    def reconcile(self, rows: Sequence[VectorRow], vectors: VectorSnapshot) -> Reconciled:
        """Make the table hold exactly `rows`; row i has vector i of the snapshot. Raises StorageError.

        A table that cannot be read, or has vectors of another encoder, is built anew."""
        stamps = _stamps(rows, vectors)
        try:
            table, why = self._usable(vectors)
            if table is None:
                return self._create(rows, vectors, stamps, why)
            known = _known_stamps(table)
        except FAILURES as error:
            return self._create(rows, vectors, stamps, f"it could not be read: {_first_line(error)}")
        changed = {path for path, stamp in stamps.items() if known.get(path) != stamp}
        gone = known.keys() - stamps.keys()
        if len(changed) * 2 > len(stamps):
            return self._create(rows, vectors, stamps, "")
        try:
            return self._update(table, rows, vectors, stamps, changed, gone)
        except FAILURES as error:
            return self._create(rows, vectors, stamps, f"it could not be changed: {_first_line(error)}")

    def nearest(self, query: NDArray[np.float32], limit: int, only: VectorFilter | None = None) -> list[Near]:
        """Rows with the largest cosines, best first. Raises StorageError when there is no readable table."""
        where = only.where() if only else ""
        try:
            search = self._search(np.asarray(query, dtype=np.float32))
            search = search.where(where, prefilter=True) if where else search
            found = search.limit(limit).select(["path", "ordinal", "start", "end", "_distance"]).to_arrow().to_pylist()
        except FAILURES as error:
            raise StorageError(
                f"the vectors at {self.uri} cannot be read: {_first_line(error)}", hint=_REBUILD
            ) from error
        near = [Near(r["path"], r["ordinal"], r["start"], r["end"], 1 - r["_distance"]) for r in found]
        return sorted(near, key=lambda row: (-row.score, row.path, row.ordinal))

    def _search(self, query: NDArray[np.float32]) -> LanceVectorQueryBuilder:
        builder = self._open().search(query, vector_column_name="vector")
        return cast("LanceVectorQueryBuilder", builder).distance_type("dot").nprobes(PROBES)

    def rows(self) -> int:
        """How many rows there are. Raises StorageError."""
        try:
            return self._open().count_rows()
        except FAILURES as error:
            raise StorageError(
                f"the vectors at {self.uri} cannot be read: {_first_line(error)}", hint=_REBUILD
            ) from error

    def indexed(self) -> bool:
        return any(index.index_type.upper().replace("_", "") == "IVFFLAT" for index in self._open().list_indices())

    def fragments(self) -> int:
        """Pieces that commits left behind."""
        return self._open().stats()["fragment_stats"]["num_fragments"]  # type: ignore[index]

    # ---- opening

    def _connect(self) -> lancedb.DBConnection:
        if self._database is None:
            os.environ.setdefault("LANCEDB_LOG", "error")  # it would note every new table on stderr
            import lancedb  # takes seconds

            try:
                self._database = lancedb.connect(self.uri)
            except FAILURES as error:
                hint = "check `vectors_uri` and the credentials that its scheme needs"
                raise StorageError(f"{self.uri} cannot be opened: {_first_line(error)}", hint=hint) from error
        return self._database

    def _open(self) -> lancedb.Table:
        return self._connect().open_table(self.name)

    def _usable(self, vectors: VectorSnapshot) -> tuple[lancedb.Table | None, str]:
        if self.name not in self._connect().list_tables().tables:
            place = self._local()
            return None, "it was no table" if place is not None and place.exists() else ""
        table = self._open()
        if (table.schema.metadata or {}).get(b"identity") != vectors.identity.encode():
            return None, "it was made by another encoder"
        if table.schema.remove_metadata() != _schema(vectors).remove_metadata():
            return None, "it has other columns"
        return table, ""

    def _local(self) -> Path | None:
        """The table's folder, None when it is not on this machine's disk."""
        return None if "://" in self.uri else Path(self.uri) / f"{self.name}.lance"

    # ---- writing

    def _create(
        self, rows: Sequence[VectorRow], vectors: VectorSnapshot, stamps: dict[str, str], why: str
    ) -> Reconciled:
        database = self._connect()
        data = _arrow(rows, np.arange(len(rows)), vectors, stamps)
        try:
            if why:
                self._discard(database)
            table = database.create_table(self.name, data, mode="overwrite")
            _index(table, len(rows))
            table.optimize(cleanup_older_than=timedelta(minutes=KEPT_MINUTES))
        except FAILURES as error:
            raise StorageError(
                f"the vectors at {self.uri} cannot be written: {_first_line(error)}",
                hint="the index is unchanged; check the place and its free space",
            ) from error
        return Reconciled(len(rows), len(rows), why)

    def _discard(self, database: lancedb.DBConnection) -> None:
        """Drop a table that may be too damaged to be dropped in the ordinary way."""
        place = self._local()
        if place is not None and place.is_dir():
            shutil.rmtree(place, ignore_errors=True)
        elif place is not None:
            place.unlink(missing_ok=True)
        elif self.name in database.list_tables().tables:
            database.drop_table(self.name)

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
        owned = f"path IN ({', '.join(map(_quoted, sorted(changed | gone)))})"
        if len(numbers):
            fresh = _arrow(rows, numbers, vectors, stamps)
            merge = table.merge_insert("key").when_matched_update_all().when_not_matched_insert_all()
            merge.when_not_matched_by_source_delete(owned).execute(fresh)
        else:
            table.delete(owned)
        _index(table, len(rows))
        if self.fragments() > TIDY_AFTER_FRAGMENTS:
            table.optimize(cleanup_older_than=timedelta(minutes=KEPT_MINUTES))
        return Reconciled(len(numbers), len(rows))


def _index(table: lancedb.Table, rows: int) -> None:
    if rows < INDEX_FROM_ROWS or table.list_indices():
        return
    from lancedb.index import IvfFlat

    table.create_index("vector", config=IvfFlat(distance_type="dot", num_partitions=round(sqrt(rows))))


def _known_stamps(table: lancedb.Table) -> dict[str, str]:
    """Stamp of every file; "" where its rows disagree or are not all there."""
    found = table.search().select(["path", "stamp", "ordinal"]).limit(None).to_arrow()
    stamps: dict[str, str] = {}
    counts: dict[str, int] = {}
    for path, stamp in zip(found["path"].to_pylist(), found["stamp"].to_pylist()):
        stamps[path] = stamp if stamps.get(path, stamp) == stamp else ""
        counts[path] = counts.get(path, 0) + 1
    return {path: stamp if stamp.endswith(f"-{counts[path]}") else "" for path, stamp in stamps.items()}


def _stamps(rows: Sequence[VectorRow], vectors: VectorSnapshot) -> dict[str, str]:
    """Digest of everything the table holds of a file, and the number of its rows."""
    stamps: dict[str, str] = {}
    at = 0
    for path, group in groupby(rows, key=lambda row: row.path):
        part = list(group)
        digest = hashlib.blake2b(repr(part).encode(), digest_size=12, key=vectors.identity.encode()[:64])
        digest.update(np.ascontiguousarray(vectors.digests[at : at + len(part)]).tobytes())
        stamps[path] = f"{digest.hexdigest()}-{len(part)}"
        at += len(part)
    return stamps


def _schema(vectors: VectorSnapshot) -> pa.Schema:
    import pyarrow as pa

    text = ("key", "path", "language", "kind", "stamp")
    number = ("ordinal", "start", "end")
    fields = [pa.field(name, pa.string()) for name in text] + [pa.field(name, pa.int32()) for name in number]
    # Half precision: vectors come from eight bits a component, and half the bytes are read from wherever they lie.
    fields += [pa.field("test", pa.bool_()), pa.field("vector", pa.list_(pa.float16(), vectors.dimension))]
    return pa.schema(fields, metadata={"identity": vectors.identity})


def _arrow(
    rows: Sequence[VectorRow], numbers: NDArray[np.int64], vectors: VectorSnapshot, stamps: dict[str, str]
) -> pa.Table:
    import pyarrow as pa

    part = [rows[i] for i in numbers.tolist()]
    columns: dict[str, list] = {name: [getattr(row, name) for row in part] for name in VectorRow._fields}
    columns["key"] = [f"{row.path}#{row.ordinal}" for row in part]
    columns["stamp"] = [stamps[row.path] for row in part]
    schema = _schema(vectors)
    flat = pa.array(vectors.rows(numbers).astype(np.float16).ravel())
    arrays = [
        pa.FixedSizeListArray.from_arrays(flat, vectors.dimension)
        if field.name == "vector"
        else pa.array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:120]
