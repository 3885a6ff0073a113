"""The graph as two Parquet tables.

It needs pyarrow, which comes with the `parquet` extra.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.operations.answers import name_of
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.render.graph_records import EDGE_NAMES, GraphRow
from codegraph.runtime.optional_packages import require_package

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 50_000
"""Rows kept before a row group is written."""


def get_table_paths(path: Path) -> tuple[Path, Path]:
    """Return the paths of both tables, because a Parquet file has one schema.

    `graph.parquet` becomes `graph.symbols.parquet` and `graph.edges.parquet`.
    """
    stem = path.name.removesuffix(".parquet")
    return path.with_name(f"{stem}.symbols.parquet"), path.with_name(f"{stem}.edges.parquet")


def require_pyarrow() -> None:
    """Import pyarrow.

    Raises InstallationError naming the extra.
    """
    require_package("pyarrow", "writing Parquet", "or use --format jsonl")


def write_parquet(rows: Iterable[GraphRow], path: Path) -> tuple[Path, Path]:
    """Write both tables and return their paths.

    Raises InstallationError without pyarrow, OSError when it cannot write.
    """
    require_pyarrow()
    symbols_path, edges_path = get_table_paths(path)
    with _Table(symbols_path, SYMBOL_COLUMNS) as symbols, _Table(edges_path, EDGE_COLUMNS) as edges:
        for row in rows:
            if isinstance(row, SymbolRow):
                symbols.add(_list_values(row))
            elif isinstance(row, EdgeRow) and isinstance(row.target, SymbolRow):
                edges.add((row.source.id, row.target.id, EDGE_NAMES[row.kind], str(row.resolution), list(row.lines)))
    return symbols_path, edges_path


SYMBOL_COLUMNS = {
    "id": "string",
    "kind": "string",
    "name": "string",
    "qualname": "string",
    "file": "string",
    "line": "int32",
    "start_line": "int32",
    "end_line": "int32",
    "language": "string",
    "test": "bool",
}
EDGE_COLUMNS = {"source": "string", "target": "string", "kind": "string", "resolution": "string", "lines": "list"}


def _list_values(s: SymbolRow) -> tuple[object, ...]:
    return (s.id, str(s.kind), s.name, name_of(s), s.path, s.line, s.start_line, s.end_line, s.language, s.is_test)


class _Table:
    """One Parquet file, written a row group at a time."""

    def __init__(self, path: Path, columns: dict[str, str]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = {"string": pa.string(), "int32": pa.int32(), "bool": pa.bool_(), "list": pa.list_(pa.int32())}
        self._schema: pa.Schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[tuple[object, ...]] = []

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._writer.close()

    def add(self, row: tuple[object, ...]) -> None:
        self._rows.append(row)
        if len(self._rows) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            arrays = [pa.array(column, type=f.type) for column, f in zip(zip(*self._rows), self._schema)]
            self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
            self._rows.clear()
