"""Databases of coverage.py, as its versions 5 to 7 write them.

They record which lines each context ran.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from codegraph.coverage.recorded_runs import Covered, Recording
from codegraph.errors import InvalidError

SCHEMAS: Final = range(1, 10)


def read_database(path: Path) -> Recording:
    """Open a recording of coverage.py.

    Raises InvalidError, now or while the recording is read, for a database that is damaged or of another program.
    """
    with _open_database(path) as connection:
        files = tuple(row[0] for row in connection.execute("SELECT path FROM file ORDER BY path"))
        tests = tuple(row[0] for row in connection.execute("SELECT context FROM context ORDER BY context"))
    return Recording("coverage.py database", files, tests, _iterate_covered(path))


def _iterate_covered(path: Path) -> Iterator[Covered]:
    joined = "JOIN file f ON f.id = t.file_id JOIN context c ON c.id = t.context_id ORDER BY f.path, c.context"
    with _open_database(path) as connection:
        known: dict[bytes, frozenset[int]] = {}
        for file, test, bits in connection.execute(f"SELECT f.path, c.context, t.numbits FROM line_bits t {joined}"):
            if bits not in known:
                known[bits] = _decode_lines(bits)
            yield Covered(file, test, known[bits])
        arcs = f"SELECT f.path, c.context, t.fromno, t.tono FROM arc t {joined}"
        yield from _iterate_arcs(connection.execute(arcs))


@contextmanager
def _open_database(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            (version,) = connection.execute("SELECT version FROM coverage_schema").fetchone() or (0,)
            if version not in SCHEMAS:
                raise InvalidError(
                    f"{path} is of a coverage.py that is not known here (schema {version})",
                    hint="export it with `coverage json --show-contexts` and import that",
                )
            yield connection
    except (sqlite3.Error, TypeError, ValueError) as error:
        raise InvalidError(
            f"{path} is no database of coverage.py, or it is damaged: {error}", hint="record the run again"
        ) from error


def _decode_lines(numbits: bytes) -> frozenset[int]:
    """Decode a set of lines: line `8 * i + j` is bit j of byte i."""
    return frozenset(8 * i + j for i, byte in enumerate(numbits) if byte for j in range(8) if byte >> j & 1)


def _iterate_arcs(rows: Iterator[tuple[str, str, int, int]]) -> Iterator[Covered]:
    """Yield the lines of jumps, as branch coverage records them.

    Negative numbers enter and leave a code object.
    """
    at: tuple[str, str] | None = None
    lines: set[int] = set()
    for file, test, start, end in rows:
        if at != (file, test):
            if at is not None:
                yield Covered(*at, frozenset(lines))
            at, lines = (file, test), set()
        lines.update(line for line in (start, end) if line > 0)
    if at is not None:
        yield Covered(*at, frozenset(lines))
