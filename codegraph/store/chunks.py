"""Chunk rows of a generation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from codegraph.store.reader import Reader
from codegraph.store.schema import KIND_CODE
from codegraph_parsers.file_facts import SymbolKind

_BATCH = 900


class ChunkRow(NamedTuple):
    """Row of a chunk.

    `node` is the definition that the chunk is or is a part of, else the file's module. `name` is the name to show.
    """

    number: int
    start: int
    end: int
    node: int
    name: str


class FileMarks(NamedTuple):
    """Columns about every file, by file number.

    One row object per file would take as long as the rest of the opening.
    """

    paths: list[str]
    languages: list[str]
    generated: list[bool]


def read_chunk_rows(reader: Reader, numbers: Sequence[int]) -> list[ChunkRow]:
    """Return the rows of these chunks, in the given order."""
    numbering = reader.numbering
    ids = {numbering.chunk_order.get_id(number): number for number in numbers}
    found: dict[int, ChunkRow] = {}
    for at in range(0, len(ids), _BATCH):
        part = [*ids][at : at + _BATCH]
        rows = reader.execute(
            "SELECT id, file, start_line, end_line, symbol, name FROM chunks "
            f"WHERE id IN ({','.join('?' * len(part))})",
            part,
        )
        for id, file, start, end, symbol, name in rows:
            module = numbering.first_nodes[numbering.files.find_place(file)]
            node = module if symbol is None else reader.find_node(symbol)
            found[ids[id]] = ChunkRow(ids[id], start, end, node, name)
    return [found[number] for number in numbers]


def find_chunks_of_kinds(reader: Reader, kinds: Sequence[str]) -> list[int]:
    """Return the chunks whose definition is of one of these kinds."""
    codes = [KIND_CODE[SymbolKind(kind)] for kind in kinds]
    rows = reader.execute(
        f"SELECT c.id FROM chunks c JOIN symbols s ON s.id = c.symbol WHERE s.kind IN ({','.join('?' * len(codes))})",
        codes,
    )
    return [reader.numbering.chunk_order.find_place(id) for (id,) in rows]


def read_file_marks(reader: Reader) -> FileMarks:
    rows = reader.execute("SELECT path, language, generated FROM files ORDER BY path")
    paths, languages, generated = zip(*rows) if rows else ((), (), ())
    return FileMarks(list(paths), list(languages), list(map(bool, generated)))
