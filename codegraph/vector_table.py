"""The LanceDB table of an index: where it is, when it is brought up to date, and searching very large indexes in it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.config import Config
from codegraph.errors import NotFoundError
from codegraph.store.layout import IndexFolder
from codegraph.store.reader import Reader
from codegraph.store.schema import KINDS
from codegraph.store.vector_about import About, read_about
from codegraph_parsers.facts import Flag

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.store.vectors import VectorRow, VectorTable

TABLE_FROM_ROWS: Final = 1_000_000
"""Larger indexes are searched in the table. Scanning a snapshot of a million rows takes 60 ms, importing LanceDB three
seconds: a process would have to ask fifty questions to gain anything below this."""

CANDIDATES: Final = 2_000
"""Rows the table gives for a question; the cosine of every other row is taken to be that of the last of them."""

STATE: Final = "vectors.state.json"
_ROWS: Final = """SELECT f.path, f.language, s.kind, COALESCE(s.flags, 0), c.start_line, c.end_line
    FROM chunks c JOIN files f ON f.id = c.file LEFT JOIN symbols s ON s.id = c.symbol ORDER BY f.path, c.id"""
# Chunks of a file have ids in line order.


class TableState(NamedTuple):
    """What the table was last brought up to date with; `sequence` names a generation's vectors."""

    uri: str
    name: str
    sequence: str
    rows: int


@dataclass(frozen=True, slots=True)
class Synced:
    """`rebuilt` says why the table was built anew, "" when it was not."""

    uri: str
    written: int
    rows: int
    rebuilt: str


def table_place(folder: IndexFolder, config: Config) -> tuple[str, str]:
    """Place and name of the table: beside the index, or where `vectors_uri` says, under the name of the index."""
    from codegraph.store.vectors import TABLE  # numpy

    return (config.vectors_uri, folder.name) if config.vectors_uri else (str(folder.path), TABLE)


def sequence_of(generation: int, about: About) -> str:
    return f"{generation} {about.identity} {about.checksum}"


def read_state(folder: IndexFolder) -> TableState | None:
    try:
        told = json.loads((folder.path / STATE).read_text(encoding="utf-8"))
        return TableState(str(told["uri"]), str(told["name"]), str(told["sequence"]), int(told["rows"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_behind(folder: IndexFolder, config: Config) -> bool:
    """Whether the table lacks the current vectors. Raises StorageError when those are damaged."""
    number = folder.current()
    about = read_about(folder.generation(number))
    state = read_state(folder)
    if about is None:
        return False
    return state is None or (state.uri, state.name, state.sequence) != (
        *table_place(folder, config), sequence_of(number, about)
    )  # fmt: skip


def is_wanted(folder: IndexFolder, config: Config) -> bool:
    """Whether a run keeps the table up to date without being asked."""
    about = read_about(folder.generation(folder.current()))
    return about is not None and (bool(config.vectors_uri) or about.rows > TABLE_FROM_ROWS)


def sync_table(folder: IndexFolder, config: Config) -> Synced:
    """Make the table hold the vectors of the current generation. The caller holds the writer lock.

    Raises NotFoundError when there are none, StorageError when they or the place cannot be used."""
    from codegraph.store import snapshot
    from codegraph.store.vectors import VectorTable

    number = folder.current()
    vectors = snapshot.load(folder.generation(number))
    about = read_about(folder.generation(number))
    if vectors is None or about is None:
        raise NotFoundError("this index has no vectors", hint="run `codegraph index`")
    reader = Reader.open(folder)
    try:
        rows = vector_rows(reader)
    finally:
        reader.close()
    uri, name = table_place(folder, config)
    (folder.path / STATE).unlink(missing_ok=True)  # what is not finished must not look so
    done = VectorTable(uri, name).reconcile(rows, vectors)
    state = TableState(uri, name, sequence_of(number, about), done.rows)
    temporary = folder.path / f"{STATE}.tmp"
    temporary.write_text(json.dumps(state._asdict()), encoding="utf-8")
    temporary.replace(folder.path / STATE)
    return Synced(uri, done.written, done.rows, done.rebuilt)


def vector_rows(reader: Reader) -> list[VectorRow]:
    """What the table knows of every chunk, in chunk order."""
    from codegraph.store.vectors import VectorRow

    seen: Counter[str] = Counter()
    rows: list[VectorRow] = []
    for path, language, kind, flags, start, end in reader.execute(_ROWS):
        name = KINDS[kind] if kind is not None else ""
        rows.append(VectorRow(path, seen[path], language, str(name), bool(flags & Flag.TEST), start, end))
        seen[path] += 1
    return rows


@dataclass
class TableVectors:
    """The vectors of a very large index. Answers like a snapshot; only the nearest rows have scores of their own."""

    identity: str
    dimension: int
    rows: int
    reader: Reader
    table: VectorTable

    def __len__(self) -> int:
        return self.rows

    def scores(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Cosines in chunk order: exact for the `CANDIDATES` nearest, the lowest of those for all others."""
        import numpy as np

        near = self.table.nearest(query, min(CANDIDATES, max(self.rows, 1)))
        found = np.full(self.rows, near[-1].score if near else 0.0, dtype=np.float32)
        for row in near:
            found[self._first[row.path] + row.ordinal] = row.score
        return found

    @cached_property
    def _first(self) -> dict[str, int]:
        """Number of each file's first chunk."""
        paths = (path for (path,) in self.reader.execute("SELECT path FROM files ORDER BY path"))
        return dict(zip(paths, self.reader.numbering.first_chunks))


def open_table(reader: Reader, config: Config, about: About) -> TableVectors | None:
    """The table as vectors of the generation that `reader` reads; None when it holds another one's."""
    from codegraph.store.vectors import VectorTable

    state = read_state(reader.folder)
    uri, name = table_place(reader.folder, config)
    if state is None or (state.uri, state.name, state.sequence) != (uri, name, sequence_of(reader.generation, about)):
        return None
    return TableVectors(about.identity, about.dimension, about.rows, reader, VectorTable(uri, name))
