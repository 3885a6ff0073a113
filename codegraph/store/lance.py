"""LanceDB tables: opening, reading, compaction and deletion.

Importing LanceDB takes seconds. Only the functions here and their callers do it, and only when a table is really read
or written.
"""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import numpy as np
from numpy.typing import NDArray

from codegraph.errors import StorageError
from codegraph.runtime.optional_packages import require_package
from codegraph.store.lance_errors import FAILURES, build_hint, describe_error

if TYPE_CHECKING:
    import lancedb
    import pyarrow as pa
    from lancedb.query import LanceVectorQueryBuilder

INDEX_FROM_ROWS: Final = 10_000
"""From here on IVF_FLAT answers in a fifth of the time of a scan, with the same hits; below it a scan takes few
milliseconds. (The default index, IVF_PQ, lost three of four hits.)"""

PROBES: Final = 32
"""Partitions searched, of about the square root of the rows."""

WITHOUT_TABLE: Final = "search and recall read none"
"""Advice to those who lack LanceDB."""

TIDY_AFTER_FRAGMENTS: Final = 32
"""Every commit leaves a fragment and a version; at a thousand of them a commit takes ten times as long."""

KEPT_MINUTES: Final = 10
"""Old versions are kept this long for readers that are still at them."""


class LanceTable:
    """One table at one place.

    Nothing is opened before the first use. `rebuild` tells what to run when the table cannot be read.
    """

    rebuild: str = ""

    def __init__(self, uri: str, name: str, *, indexed: bool = True) -> None:
        """Name the table.

        `indexed` tells whether it gets an index once it is large.
        """
        self.uri = uri
        self.name = name
        self._indexed = indexed
        self._database: lancedb.DBConnection | None = None

    def count_rows(self) -> int:
        """Return the number of rows.

        Raises StorageError.
        """
        try:
            return self._open().count_rows()
        except FAILURES as error:
            raise self._build_read_error(error) from error

    def is_indexed(self) -> bool:
        return any(index.index_type.upper().replace("_", "") == "IVFFLAT" for index in self._open().list_indices())

    def count_fragments(self) -> int:
        """Return the number of fragments that commits left behind."""
        return self._open().stats()["fragment_stats"]["num_fragments"]  # type: ignore[index]

    def drop(self) -> None:
        """Drop the table with all of its versions.

        Raises StorageError when its place cannot be reached.
        """
        place = self._find_local_folder()
        try:
            self._discard(None if place is not None else self._connect())
        except FAILURES as error:
            raise StorageError(
                f"the vectors at {self.uri} cannot be deleted: {describe_error(error)}",
                hint="make the place reachable and run this again",
            ) from error

    def _find_nearest(self, query: NDArray[np.float32], limit: int, where: str, columns: list[str]) -> pa.Table:
        """Return the rows with the largest dot products among those that pass `where`.

        They have the column `_distance`, which is 1 less the product. Raises StorageError when there is no readable
        table.
        """
        try:
            search = self._search(np.asarray(query, dtype=np.float32))
            search = search.where(where, prefilter=True) if where else search
            return search.limit(limit).select([*columns, "_distance"]).to_arrow()
        except FAILURES as error:
            raise self._build_read_error(error) from error

    def _search(self, query: NDArray[np.float32]) -> LanceVectorQueryBuilder:
        builder = self._open().search(query, vector_column_name="vector")
        return cast("LanceVectorQueryBuilder", builder).distance_type("dot").nprobes(PROBES)

    def _build_read_error(self, error: Exception) -> StorageError:
        return StorageError(f"the vectors at {self.uri} cannot be read: {describe_error(error)}", hint=self.rebuild)

    # ---- opening

    def _connect(self) -> lancedb.DBConnection:
        if self._database is None:
            os.environ.setdefault("LANCEDB_LOG", "error")  # it would note every new table on stderr
            require_package("lancedb", "a LanceDB table", WITHOUT_TABLE)
            import lancedb  # takes seconds

            try:
                self._database = lancedb.connect(self.uri)
            except FAILURES as error:
                raise StorageError(
                    f"{self.uri} cannot be opened: {describe_error(error)}", hint=build_hint(self.uri)
                ) from error
        return self._database

    def _open(self) -> lancedb.Table:
        return self._connect().open_table(self.name)

    def _open_usable(self, schema: pa.Schema) -> tuple[lancedb.Table | None, str]:
        """Return the table if it has the columns and the encoder of `schema`, and "".

        Else return None and the reason, which is "" where there is no table.
        """
        if self.name not in self._connect().list_tables().tables:
            place = self._find_local_folder()
            return None, "it was no table" if place is not None and place.exists() else ""
        table = self._open()
        if (table.schema.metadata or {}).get(b"identity") != (schema.metadata or {}).get(b"identity"):
            return None, "it was made by another encoder"
        if table.schema.remove_metadata() != schema.remove_metadata():
            return None, "it has other columns"
        return table, ""

    def _find_local_folder(self) -> Path | None:
        """Return the table's folder, or None when it is not on this machine's disk."""
        return None if "://" in self.uri else Path(self.uri) / f"{self.name}.lance"

    # ---- writing

    def _replace(self, data: pa.Table, why: str) -> None:
        """Replace the table by these rows.

        `why` is the reason to discard an existing table first, "" for none. Raises StorageError.
        """
        database = self._connect()
        try:
            if why:
                self._discard(database)
            table = database.create_table(self.name, data, mode="overwrite")
            self._index(table, data.num_rows)
            table.optimize(cleanup_older_than=timedelta(minutes=KEPT_MINUTES))
        except FAILURES as error:
            raise StorageError(
                f"the vectors at {self.uri} cannot be written: {describe_error(error)}",
                hint="nothing else was changed; check the place and its free space",
            ) from error

    def _index(self, table: lancedb.Table, rows: int) -> None:
        if not self._indexed or rows < INDEX_FROM_ROWS or table.list_indices():
            return
        from lancedb.index import IvfFlat

        table.create_index("vector", config=IvfFlat(distance_type="dot", num_partitions=round(sqrt(rows))))

    def _compact(self, table: lancedb.Table) -> None:
        if self.count_fragments() > TIDY_AFTER_FRAGMENTS:
            table.optimize(cleanup_older_than=timedelta(minutes=KEPT_MINUTES))

    def _discard(self, database: lancedb.DBConnection | None) -> None:
        """Discard a table that may be too damaged to be dropped in the ordinary way.

        `database` is given where the table is not on this machine's disk.
        """
        place = self._find_local_folder()
        if place is not None and place.is_dir():
            shutil.rmtree(place, ignore_errors=database is not None)
        elif place is not None:
            place.unlink(missing_ok=True)
        elif database is not None and self.name in database.list_tables().tables:
            database.drop_table(self.name)


def build_vector_column(vectors: NDArray[np.float32]) -> pa.FixedSizeListArray:
    """Return a column of vectors in half precision.

    Vectors come from eight bits per component, and half the bytes are read from storage.
    """
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype(np.float16).ravel()), vectors.shape[1])


def quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
