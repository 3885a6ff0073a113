"""Commit of a delta: a generation made from the last one.

    commit_delta(folder, delta, files, removed, info, chunks, links, attach)

The last generation's database is copied and patched. Terms and vectors share its files and add to them. Queries get the
same answers as after a `commit` of the whole graph. Nothing has to be held in memory between two calls.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.graph_model import FileChunks, GraphDelta
from codegraph.store.content import build_write_error
from codegraph.store.delta_symbols import Files
from codegraph.store.file_rows import StoredFile
from codegraph.store.layout import DATABASE, IndexFolder
from codegraph.store.numbering import Numbering, Order
from codegraph.store.page_layer import connect_database, copy_database, is_shared, share_database
from codegraph.store.schema import CODES, SCHEMA_VERSION
from codegraph.store.writer import RunInfo, write_meta

if TYPE_CHECKING:
    from codegraph.store.file_links import Tally

WORN: Final = 4
"""A generation is to be written whole again when it gave away this many times as many ids as it has symbols, or has a
run of ids for so few of them that finding one is slow."""
_SLACK: Final = 100_000


class Splice(NamedTuple):
    """Ids of a file's chunks before and after a commit, in line order.

    No id is in both.
    """

    path: str
    before: tuple[int, ...]
    after: tuple[int, ...]


class Chunked(NamedTuple):
    """Changes of the chunks of the last generation.

    `splices` are of the files whose chunks changed. The folders and orders are of both generations, of which the second
    is being made.
    """

    previous: Path
    building: Path
    before: Order
    after: Order
    splices: tuple[Splice, ...]


def commit_delta(
    folder: IndexFolder,
    delta: GraphDelta,
    files: Sequence[StoredFile],
    removed: Collection[str],
    info: RunInfo,
    chunks: Mapping[str, FileChunks | None],
    links: Mapping[tuple[str, str], int] | None = None,
    attach: Callable[[Chunked], None] | None = None,
    timings: dict[str, float] | None = None,
) -> int:
    """Commit a new generation made of the current one and a delta.

    `files` are the rows of files that were added or whose row differs, `removed` the paths that are gone. `chunks` are
    of every file whose content changed, None (or nothing, for a path in `delta.facts`) for a file without chunks.
    `links` are all further uses as `commit` takes them, None when they are unchanged. `attach` adds further data to the
    folder before anyone sees it. `timings` receives the CPU seconds of each step.

    The caller holds the writer lock, and has made sure that `find_rewrite_reason` finds nothing. Returns the
    generation's number. Raises StorageError, and keeps the last generation, when nothing can be written or the delta
    does not fit.
    """
    began, last = time.perf_counter(), folder.get_current()
    number, building = folder.begin()
    clock = _Clock(timings if timings is not None else {})
    try:
        copy_database(folder.get_generation(last), building / DATABASE)
        clock("copy")
        patch = _Patch(folder.get_generation(last), building, number, clock)
        connection = _open(building / DATABASE)
        try:
            patch.update_database(connection, delta, files, removed, chunks)
            uses = _tally_links(connection, links) if links is not None else None
            write_meta(connection, number, info, {"commit": time.perf_counter() - began, **info.seconds})
            connection.execute("COMMIT")
        finally:
            connection.close()
        if is_shared(folder.get_generation(last)):
            share_database(building, folder.get_generation(last))
        clock("database")
        chunked = patch.update_search(uses)
        if attach is not None:
            attach(chunked)
            clock("vectors")
        folder.publish(number, building, settled=False)
        clock("publish")
    except (sqlite3.Error, OSError) as error:
        shutil.rmtree(building, ignore_errors=True)
        raise build_write_error(error) from error
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    return number


class _Clock:
    """Clock of the CPU time of steps."""

    def __init__(self, told: dict[str, float]) -> None:
        self._told = told
        self._at = time.process_time()

    def __call__(self, step: str) -> None:
        now = time.process_time()
        self._told[step] = self._told.get(step, 0.0) + now - self._at
        self._at = now


def find_rewrite_reason(folder: IndexFolder) -> str:
    """Return the reason why the next generation has to be written whole.

    The result is "" when it can be made from the current one.
    """
    number = folder.get_current()
    if not number:
        return "first index"
    try:
        connection = connect_database(folder.get_generation(number))
        try:
            meta = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('schema', 'codes')"))
            if meta != {"schema": SCHEMA_VERSION, "codes": CODES}:
                return "the index has another format"
            numbering = Numbering.unpack(connection.execute("SELECT data FROM numbering").fetchone()[0])
        finally:
            connection.close()
    except (sqlite3.Error, StorageError) as error:
        return f"the index cannot be read: {error}"
    return "many changes" if is_worn(numbering) else ""


def is_worn(numbering: Numbering) -> bool:
    symbols, runs = len(numbering.symbol_order), len(numbering.symbol_order.firsts)
    return max(numbering.unused) > WORN * symbols + _SLACK or runs * WORN > symbols + _SLACK


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    # Nobody reads this file before it is complete and renamed, so it needs neither a journal nor a sync.
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-65536"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN")
    return connection


class _Patch:
    """One commit: the state that its steps share."""

    def __init__(self, last: Path, building: Path, number: int, clock: _Clock) -> None:
        self.last = last
        self.building = building
        self.number = number
        self.clock = clock

    def update_database(
        self,
        connection: sqlite3.Connection,
        delta: GraphDelta,
        files: Sequence[StoredFile],
        removed: Collection[str],
        chunks: Mapping[str, FileChunks | None],
    ) -> None:
        from codegraph.store.delta_edges import Edges  # numpy

        old = Numbering.unpack(connection.execute("SELECT data FROM numbering").fetchone()[0])
        self.files = Files(connection, delta, {row.path: row for row in files}, frozenset(removed), chunks, old)
        self.numbering = self.files.apply()
        self.clock("symbols")
        self.edges = Edges(connection, delta, self.files)
        self.edges.apply()
        _add_counts(connection, self.files.kinds, self.edges.counts)
        self.clock("edges")

    def update_search(self, uses: Tally | None) -> Chunked:
        from codegraph.store.delta_terms import update_links, update_terms
        from codegraph.store.lexical import load_links

        before = load_links(self.last)
        parts = update_terms(self.last, self.building, self.number, before.parts, self.files.cut, self.numbering)
        self.clock("terms")
        changes = self.files.changes
        gone = {change.id for change in changes if not change.after}
        same = all(change.before and change.after for change in changes)
        update_links(before, self.building, parts, self.edges.tallies, uses, gone, self.numbering, same)
        self.clock("links")
        splices = (
            Splice(c.path, tuple(self.files.old.list_chunk_ids(c.at) if c.before else ()), tuple(c.chunks))
            for c in changes
            if c.chunks is not None
        )
        orders = self.files.old.chunk_order, self.numbering.chunk_order
        return Chunked(self.last, self.building, *orders, tuple(splices))


def _add_counts(connection: sqlite3.Connection, *parts: Counter[str]) -> None:
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    for key, more in total.items():
        if not more:
            continue
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        value = (row[0] if row else 0) + more
        if value or key in ("externals", "unresolved"):
            connection.execute("INSERT OR REPLACE INTO meta VALUES(?,?)", (key, value))
        else:
            connection.execute("DELETE FROM meta WHERE key = ?", (key,))


def _tally_links(connection: sqlite3.Connection, links: Mapping[tuple[str, str], int]) -> Tally:
    import numpy as np

    from codegraph.store.file_links import tally_uses

    ids = dict(connection.execute("SELECT path, id FROM files")) if links else {}
    rows = np.array([(ids[a], ids[b], n) for (a, b), n in links.items()], dtype=np.int64).reshape(-1, 3)
    return tally_uses(rows[:, 0], rows[:, 1], rows[:, 2])
