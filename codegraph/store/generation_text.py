"""Text of a generation: chunks, their terms, and links between files by names.

A generation is written in two stages. The first one has symbols and edges (`writer.write_structure`), and links by
edges only. This module adds the data of search. Where the first stage is published on its own, its database notes that
the text is missing, and so does every generation made from it by a delta, until the second stage is done.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codegraph.graph_model import FileChunks
from codegraph.store.content import assign_ids, connect_unseen
from codegraph.store.layout import DATABASE
from codegraph.store.lexical import (
    FILE,
    INSERT_CHUNK,
    LinkFile,
    build_chunk_rows,
    build_part_name,
    load_links,
    save_links,
)
from codegraph.store.numbering import Numbering, Order
from codegraph.store.schema import TEXT_MISSING
from codegraph_parsers.file_facts import Symbol

if TYPE_CHECKING:
    from codegraph.store.postings import Postings

ChunkValues = tuple[int, int, int, int, int | None, str]


class FileText(NamedTuple):
    """A file by id, the ids of the symbols in its facts, and its chunks."""

    file: int
    ids: Sequence[int]
    chunks: FileChunks | None


class Text(NamedTuple):
    """Text of all files, in path order.

    `rows` are those of chunks, `counts` the number of chunks of each file. `terms` is the inverted index or the file
    that holds it. `uses` counts how often a file uses another one by names, by their paths.
    """

    rows: list[ChunkValues]
    counts: list[int]
    terms: Postings | Path
    uses: Mapping[tuple[str, str], int]


def build_rows(files: Iterable[FileText]) -> tuple[list[ChunkValues], list[int]]:
    """Build the rows of chunks and count those of each file."""
    rows: list[ChunkValues] = []
    counts: list[int] = []
    for file, ids, chunks in files:
        before = len(rows)
        if chunks is not None:
            rows += build_chunk_rows(file, chunks, before, ids)
        counts.append(len(rows) - before)
    return rows, counts


def invert(chunks: Iterable[FileChunks]) -> Postings:
    """Invert the terms of the chunks of files, in path order."""
    from codegraph.store.postings import build_postings  # numpy

    def number() -> Iterator[tuple[int, FileChunks]]:
        first = 0
        for entry in chunks:
            yield first, entry
            first += len(entry.chunks)

    return build_postings(number())


class StoredSymbols:
    """Ids of files and their symbols in a database."""

    def __init__(self, database: Path) -> None:
        """Read the ids.

        Raises StorageError, sqlite3.Error.
        """
        with closing(connect_unseen(database)) as connection:
            self._numbering = _read_numbering(connection)
            self._paths = dict(connection.execute("SELECT id, path FROM files"))

    def list_files(self) -> Iterator[tuple[int, str]]:
        """Return place and path of each file, in path order."""
        return (
            (place, self._paths[id]) for place, id in enumerate(self._numbering.files.list_ids(0, len(self._paths)))
        )

    def get_file(self, place: int) -> int:
        """Return the id of the file at a place."""
        return self._numbering.files.get_id(place)

    def assign_ids(self, place: int, symbols: Iterable[Symbol]) -> Sequence[int]:
        """Return the ids of the symbols in the facts of the file at a place."""
        return assign_ids(symbols, self._numbering.list_symbol_ids(place))


def write_text(building: Path, number: int, structure: Path, text: Text) -> None:
    """Add text to a generation that is being written.

    The folder `structure` has its symbols and edges, and the links that edges show. Both may be the same folder. Raises
    OSError, StorageError, sqlite3.Error.
    """
    with change_database(building) as connection:
        old = _read_numbering(connection)
        connection.execute("DELETE FROM chunks")
        connection.executemany(INSERT_CHUNK, text.rows)
        unused = (*old.unused[:2], len(text.rows))
        order = Order([(0, len(text.rows))])
        numbering = Numbering(old.files, old.symbols, text.counts, old.symbol_order, order, unused)
        connection.execute("UPDATE numbering SET data = ?", (numbering.pack(),))
        ids = dict(connection.execute("SELECT path, id FROM files")) if text.uses else {}
    terms = building / build_part_name(number)
    text.terms.replace(terms) if isinstance(text.terms, Path) else text.terms.save(terms)
    _write_links(building, structure, [terms.name], text.uses, ids, old.files)


def mark_missing(connection: sqlite3.Connection) -> None:
    """Note in a database that its text is missing."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES(?,?)", TEXT_MISSING)


def mark_complete(connection: sqlite3.Connection, number: int, seconds: float) -> None:
    """Note in a database that its text is there, and the time that it took."""
    connection.execute("DELETE FROM meta WHERE key = ?", TEXT_MISSING[:1])
    rows = (("generation", number), ("seconds:embed", seconds))
    connection.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", rows)


@contextmanager
def change_database(building: Path) -> Iterator[sqlite3.Connection]:
    """Change the database of a generation that is being written, in one transaction."""
    with closing(connect_unseen(building / DATABASE)) as connection:
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


def _read_numbering(connection: sqlite3.Connection) -> Numbering:
    return Numbering.unpack(connection.execute("SELECT data FROM numbering").fetchone()[0])


def _write_links(
    building: Path, structure: Path, parts: list[str], uses: Mapping[tuple[str, str], int], ids: Mapping[str, int],
    files: Order,
) -> None:  # fmt: skip
    """Write the links by edges of a structure, and those by names."""
    import numpy as np

    from codegraph.store.file_links import build_links, tally_uses

    edges = load_links(structure).edges
    pairs = np.array([(ids[a], ids[b], n) for (a, b), n in uses.items()], dtype=np.int64).reshape(-1, 3)
    names = tally_uses(pairs[:, 0], pairs[:, 1], pairs[:, 2])
    (building / FILE).unlink(missing_ok=True)  # it may be mapped, and is never written in place
    save_links(building, LinkFile(parts, edges, names, build_links((edges, names), files)))
