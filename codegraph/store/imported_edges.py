"""Edges that other indexers found, in one small database next to an index.

    index/<name>-<hash>/imported.db    outlives every generation; written whole and renamed

Symbols are kept by their ids, and each document with the digest of the file that was indexed. An edge counts as long as
the file it was found in is as it was then.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store.layout import IMPORTED, IndexFolder

_VERSION: Final = 1
_BATCH: Final = 900
_TABLES: Final = """
CREATE TABLE sources(id INTEGER PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, imported_at REAL NOT NULL);
CREATE TABLE documents(id INTEGER PRIMARY KEY, source INTEGER NOT NULL, path TEXT NOT NULL, digest TEXT NOT NULL);
CREATE TABLE edges(document INTEGER NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, kind TEXT NOT NULL,
    lines TEXT NOT NULL);
CREATE INDEX edges_source ON edges(source);
CREATE INDEX edges_target ON edges(target);
"""
_AGAIN: Final = "delete it, and import the file again"


class Source(NamedTuple):
    """An indexer whose edges were imported, and when, in seconds since the epoch."""

    name: str
    version: str
    imported_at: float


class FoundEdge(NamedTuple):
    """An edge between two symbols by their ids, with its 1-based lines."""

    source: str
    target: str
    kind: str
    lines: tuple[int, ...]


class Document(NamedTuple):
    """Edges found in one file, whose content had that digest."""

    path: str
    digest: str
    edges: Sequence[FoundEdge]


class ImportedEdge(NamedTuple):
    """An edge with the indexer that found it, and the file as it was then."""

    edge: FoundEdge
    source: Source
    path: str
    digest: str


class SourceCount(NamedTuple):
    source: Source
    documents: tuple[tuple[str, str], ...]  # path and digest
    edges: int


class Imported:
    """Edges of other indexers.

    Raises StorageError when its file is damaged.
    """

    def __init__(self, folder: IndexFolder) -> None:
        self.path = folder.path / IMPORTED

    def find_edges(self, ids: Iterable[str], *, incoming: bool) -> list[ImportedEdge]:
        """Return the edges to these symbols, or from them."""
        wanted = list(dict.fromkeys(ids))
        if not wanted or not self.path.is_file():
            return []
        column, found = "target" if incoming else "source", []
        with self._open() as connection:
            for at in range(0, len(wanted), _BATCH):
                part = wanted[at : at + _BATCH]
                found += connection.execute(
                    "SELECT e.source, e.target, e.kind, e.lines, s.name, s.version, s.imported_at, d.path, d.digest "
                    "FROM edges e JOIN documents d ON d.id = e.document JOIN sources s ON s.id = d.source "
                    f"WHERE e.{column} IN ({','.join('?' * len(part))}) ORDER BY s.id, d.path, e.rowid",
                    part,
                )
        return [
            ImportedEdge(FoundEdge(row[0], row[1], row[2], _read_lines(row[3])), Source(*row[4:7]), row[7], row[8])
            for row in found
        ]

    def list_sources(self) -> list[SourceCount]:
        """Return every indexer with its documents, in the order of their imports."""
        if not self.path.is_file():
            return []
        with self._open() as connection:
            rows = connection.execute("SELECT id, name, version, imported_at FROM sources ORDER BY id").fetchall()
            counts = dict(
                connection.execute(
                    "SELECT d.source, COUNT(*) FROM edges e JOIN documents d ON d.id = e.document GROUP BY d.source"
                ).fetchall()
            )
            return [
                SourceCount(
                    Source(*row[1:]),
                    tuple(connection.execute("SELECT path, digest FROM documents WHERE source = ?", (row[0],))),
                    counts.get(row[0], 0),
                )
                for row in rows
            ]

    def replace(self, source: Source, documents: Sequence[Document]) -> None:
        """Put these documents in the place of all that the indexer found before.

        The caller holds the index's lock.
        """
        self._write([*self._read_others(source.name), (source, documents)])

    def remove(self, name: str) -> bool:
        """Forget what an indexer found, and return False when there is nothing of it."""
        others = self._read_others(name)
        if len(others) == len(self.list_sources()):
            return False
        if others:
            self._write(others)
            return True
        try:
            self.path.unlink()
        except OSError as error:
            raise StorageError(f"{self.path} cannot be removed: {error.strerror}") from error
        return True

    def _read_others(self, name: str) -> list[tuple[Source, Sequence[Document]]]:
        if not self.path.is_file():
            return []
        found: list[tuple[Source, Sequence[Document]]] = []
        with self._open() as connection:
            for number, *about in connection.execute(
                "SELECT id, name, version, imported_at FROM sources WHERE name <> ? ORDER BY id", (name,)
            ).fetchall():
                documents = connection.execute(
                    "SELECT id, path, digest FROM documents WHERE source = ? ORDER BY id", (number,)
                ).fetchall()
                found.append(
                    (
                        Source(*about),
                        [Document(path, digest, _read_edges(connection, id)) for id, path, digest in documents],
                    )
                )
        return found

    def _write(self, held: Sequence[tuple[Source, Sequence[Document]]]) -> None:
        unfinished = self.path.with_name(f"{IMPORTED}.{os.getpid()}.tmp")
        try:
            unfinished.unlink(missing_ok=True)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode=OFF")
                connection.executescript(_TABLES + f"PRAGMA user_version={_VERSION};")
                connection.execute("BEGIN")
                place = 0
                for number, (source, documents) in enumerate(held):
                    connection.execute("INSERT INTO sources VALUES(?,?,?,?)", (number, *source))
                    for document in documents:
                        row = (place, number, document.path, document.digest)
                        connection.execute("INSERT INTO documents VALUES(?,?,?,?)", row)
                        edges = ((place, e.source, e.target, e.kind, _format_lines(e.lines)) for e in document.edges)
                        connection.executemany("INSERT INTO edges VALUES(?,?,?,?,?)", edges)
                        place += 1
                connection.execute("COMMIT")
            unfinished.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            unfinished.unlink(missing_ok=True)
            raise StorageError(f"{self.path} cannot be written: {error}", hint="free some space") from error

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the database to read.

        The file is replaced whole and never changed, so no lock is needed.
        """
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as opened:
                if opened.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                    raise StorageError(f"{self.path} is of another version", hint=_AGAIN)
                yield opened
        except (sqlite3.Error, ValueError) as error:
            raise StorageError(f"{self.path} is damaged: {error}", hint=_AGAIN) from error


def _read_edges(connection: sqlite3.Connection, document: int) -> list[FoundEdge]:
    rows = connection.execute(
        "SELECT source, target, kind, lines FROM edges WHERE document = ? ORDER BY rowid", (document,)
    )
    return [FoundEdge(source, target, kind, _read_lines(lines)) for source, target, kind, lines in rows]


def _format_lines(lines: Iterable[int]) -> str:
    return " ".join(map(str, lines))


def _read_lines(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
