"""Commit: one graph as one new generation."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from codegraph.errors import StorageError
from codegraph.model import FileChunks, Graph
from codegraph.store import schema
from codegraph.store.layout import DATABASE, IndexFolder
from codegraph.store.lexical import INSERT_CHUNK, LinkFile, chunk_rows_of, save_links, take_terms, write_terms
from codegraph.store.numbering import Numbering, Order
from codegraph.store.rows import (
    INSERT_FILE,
    INSERT_SEARCH,
    INSERT_SYMBOL,
    Missing,
    SearchText,
    StoredFile,
    SymbolValues,
    file_row,
    has_text_module,
    pack_missing,
    pack_shown,
    shown,
    symbol_rows,
    text_module,
)
from codegraph_parsers.facts import Flag, SymbolKind


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What a generation records about the run that made it. `seconds`: wall time per stage."""

    root: str
    repository_id: str
    fingerprint: str
    parser: str
    seconds: Mapping[str, float] = field(default_factory=dict)


def commit(
    folder: IndexFolder,
    graph: Graph,
    files: Sequence[StoredFile],
    info: RunInfo,
    chunks: Mapping[str, FileChunks] = MappingProxyType({}),
    links: Mapping[tuple[str, str], int] = MappingProxyType({}),
    attach: Callable[[Path], None] | None = None,
    terms: Path | None = None,
) -> int:
    """Write `graph`, `files` (every file met, sorted by path) and their `chunks` (by path) as a new generation and make
    it the current one. `links` are further uses of a file by another, by path, beside those that edges show; `attach`
    adds what it has to the folder before anyone sees that. `terms` is the index of the terms of all chunks where that
    was made already; it is moved.

    The caller holds the writer lock. Returns the generation's number. Raises StorageError, leaving the last one."""
    number, building = folder.begin()
    began = time.perf_counter()
    try:
        connection = _create(building / DATABASE)
        try:
            writer = _Writer(connection, graph, files)
            writer.write()
            writer.write_chunks(building, number, chunks, links, terms)
            elapsed = time.perf_counter() - began
            write_meta(connection, number, info, {**info.seconds, "commit": elapsed})
            connection.execute("COMMIT")
        finally:
            connection.close()
        if attach is not None:
            attach(building)
        folder.publish(number, building)
    except (sqlite3.Error, OSError) as error:
        shutil.rmtree(building, ignore_errors=True)
        raise unwritten(error) from error
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    return number


def unwritten(error: Exception) -> StorageError:
    full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or "full" in str(error)
    what = "the disk is full" if full else str(error)
    hint = "the last index is unchanged; free some space or set CODEGRAPH_HOME to another place"
    return StorageError(f"the index could not be written: {what}", hint=hint)


def _create(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    # Nobody reads this file before it is complete and renamed, so it needs neither a journal nor a sync a page.
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-65536"):
        connection.execute(f"PRAGMA {pragma}")
    connection.executescript(schema.TABLES + schema.SEARCH_TABLE)
    # One segment instead of many that are merged again and again.
    connection.execute("INSERT INTO search(search, rank) VALUES('hashsize', 268435456)")
    connection.execute("BEGIN")
    return connection


def write_meta(connection: sqlite3.Connection, number: int, info: RunInfo, seconds: Mapping[str, float]) -> None:
    """Say of a generation which run made it, in the place of what is said there."""
    connection.execute("DELETE FROM meta WHERE key LIKE 'seconds:%'")
    rows = {
        "schema": schema.SCHEMA_VERSION,
        "codes": schema.CODES,
        "generation": number,
        "indexed_at": time.time(),
        "root": info.root,
        "repository_id": info.repository_id,
        "fingerprint": info.fingerprint,
        "parser": info.parser,
        **{f"seconds:{stage}": value for stage, value in seconds.items()},
    }
    connection.executemany("INSERT OR REPLACE INTO meta VALUES(?, ?)", rows.items())


class _Writer:
    """State of one commit. Ids are given in order, so they are places in it too."""

    def __init__(self, connection: sqlite3.Connection, graph: Graph, files: Sequence[StoredFile]) -> None:
        self.connection = connection
        self.graph = graph
        self.files = files
        self.facts = {facts.path: (at, facts) for at, facts in enumerate(graph.files)}
        self.ids: list[int] = [-1] * (graph.offsets[-1] + len(graph.files[-1].symbols) if graph.files else 0)
        """Graph id to id, -1 for anonymous symbols."""
        self.bounds = [0]  # id of the first symbol of each file, and at the end how many there are
        self.kinds: Counter[SymbolKind] = Counter()
        self.contains = 0
        self.scopes: dict[str, int] = {}
        self.text = SearchText()

    def write(self) -> None:
        run = self.connection.executemany
        run(INSERT_SYMBOL, self._symbol_rows())
        run("INSERT INTO scopes VALUES(?,?)", ((i, prefix) for prefix, i in self.scopes.items()))
        run(INSERT_FILE, (file_row(i, row, self._count(i)) for i, row in enumerate(self.files)))
        run(
            "INSERT INTO problems VALUES(?,?,?,?,?)",
            ((i, *problem) for i, row in enumerate(self.files) for problem in row.problems),
        )
        run("INSERT INTO details VALUES(?,?)", self._detail_rows())
        self._write_search(self._search_rows())
        externals = self._write_edges()
        sites = self._write_unresolved()
        self._write_counts(externals, sites)
        for statement in filter(str.strip, schema.INDEXES.split(";")):
            self.connection.execute(statement)

    # ---- symbols and files

    def _write_search(self, rows: Iterator[tuple[object, ...]]) -> None:
        """One segment, and a level up: later commits add small ones, which are merged by the sixteen. It is only merged
        with those once they are many. Without `automerge` no commit but that one does more than its own."""
        run = self.connection.execute
        for option, value in (("automerge", 0), ("usermerge", 2)):
            run("INSERT INTO search(search, rank) VALUES(?, ?)", (option, value))
        for part in (islice(rows, 1), rows):
            self.connection.executemany(INSERT_SEARCH, part)
            run("SAVEPOINT part")
            run("RELEASE part")  # ends a segment; of two that are on one level, `merge` makes one on the next
        run("INSERT INTO search(search, rank) VALUES('merge', 1000000)")

    def _scope(self, prefix: str) -> int:
        return self.scopes.setdefault(prefix, len(self.scopes))

    def _count(self, file: int) -> int:
        return self.bounds[file + 1] - self.bounds[file]

    def _symbol_rows(self) -> Iterator[SymbolValues]:
        next_id = 0
        anonymous = int(Flag.ANONYMOUS)
        for file, row in enumerate(self.files):
            found = self.facts.get(row.path)
            if found is not None:
                base, symbols = self.graph.offsets[found[0]], found[1].symbols
                local: list[int] = []
                for s in symbols:
                    named = not s.flags & anonymous
                    local.append(next_id if named else -1)
                    next_id += named
                self.ids[base : base + len(symbols)] = local
                self.kinds.update(s.kind for s, id in zip(symbols, local) if id >= 0)
                self.contains += max(0, next_id - self.bounds[-1] - 1)
                yield from symbol_rows(found[1], file, local, self._scope)
            elif has_text_module(row):
                self.kinds[SymbolKind.MODULE] += 1
                yield text_module(next_id, file, row, self._scope)
                next_id += 1
            self.bounds.append(next_id)

    def _detail_rows(self) -> Iterator[tuple[int, bytes]]:
        for file, row in enumerate(self.files):
            if row.path in self.facts:
                yield file, pack_shown(shown(self.facts[row.path][1]))

    def _search_rows(self) -> Iterator[tuple[object, ...]]:
        for file, row in enumerate(self.files):
            found = self.facts.get(row.path)
            if found is not None:
                base = self.graph.offsets[found[0]]
                for i, s in enumerate(found[1].symbols):
                    text = self.text.of(row.path, s.kind, s.qualname, s.name, s.flags, s)
                    if text is not None:
                        yield self.ids[base + i], *text
            elif self._count(file):
                yield self.bounds[file], *self.text.of_text(row.path)

    def write_chunks(
        self, building: Path, number: int, chunks: Mapping[str, FileChunks], further: Mapping[tuple[str, str], int],
        terms: Path | None = None,
    ) -> None:  # fmt: skip
        """Chunks, their terms and the links between files; and all numbers, which are known then."""
        rows: list[tuple[int, int, int, int, int | None, str]] = []
        cut: list[tuple[int, FileChunks]] = []
        counts: list[int] = []
        for file, row in enumerate(self.files):
            entry = chunks.get(row.path)
            counts.append(len(entry.chunks) if entry is not None else 0)
            if entry is not None:
                cut.append((len(rows), entry))
                rows += chunk_rows_of(file, entry, len(rows), self._local_ids(row.path))
        self.connection.executemany(INSERT_CHUNK, rows)
        symbols = [self._count(file) for file in range(len(self.files))]
        orders = [Order([(0, size)]) for size in (len(self.files), self.bounds[-1], len(rows))]
        numbering = Numbering(orders[0], symbols, counts, orders[1], orders[2])
        self.connection.execute("INSERT INTO numbering VALUES(?)", (numbering.packed(),))
        parts = take_terms(building, number, terms) if terms is not None else write_terms(building, number, cut)
        save_links(building, self._links(parts, further, orders[0]))

    def _local_ids(self, path: str) -> list[int]:
        found = self.facts.get(path)
        if found is None:
            return []
        base = self.graph.offsets[found[0]]
        return self.ids[base : base + len(found[1].symbols)]

    def _links(self, parts: list[str], further: Mapping[tuple[str, str], int], files: Order) -> LinkFile:
        import numpy as np

        from codegraph.store.links import linked, of_edges, tally

        numbers = {row.path: i for i, row in enumerate(self.files)}
        owner = np.repeat(np.arange(len(files)), np.diff(np.array(self.bounds)))
        source, target = self.columns.source, self.columns.target
        used = np.where(target >= 0, owner[np.maximum(target, 0)], -1) if len(owner) else target
        edges = of_edges(self.columns, owner[source], used)
        pairs = np.array([(numbers[a], numbers[b], n) for (a, b), n in further.items()], dtype=np.int64).reshape(-1, 3)
        names = tally(pairs[:, 0], pairs[:, 1], pairs[:, 2])
        return LinkFile(parts, edges, names, linked((edges, names), files))

    # ---- relations

    def _write_edges(self) -> int:
        """Returns how many externals there are: those that an edge ends at."""
        from codegraph.store.edges import build, columns_of, used_externals  # numpy: not for a run without changes

        columns = columns_of(self.graph.edges, self.ids)
        self.columns, used = used_externals(columns)
        self.connection.executemany(
            "INSERT INTO externals VALUES(?,?,?,?)", ((i, *self.graph.externals[k]) for i, k in enumerate(used))
        )
        blocks = build(self.columns, self.bounds, range(len(self.files)), len(used))
        self.connection.executemany("INSERT INTO edges_out VALUES(?,?)", blocks.outgoing)
        self.connection.executemany("INSERT INTO edges_in VALUES(?,?)", blocks.incoming)
        self.edge_counts = blocks.counts
        return len(used)

    def _write_unresolved(self) -> int:
        by_file: dict[int, list[Missing]] = {}
        sites: Counter[str] = Counter()
        files: dict[str, dict[int, None]] = {}
        for source, name, kind, reason, lines in self.graph.unresolved:
            id = self.ids[source]
            if id < 0:
                continue
            file = bisect_right(self.bounds, id) - 1
            by_file.setdefault(file, []).append((id, name, str(kind), reason, tuple(lines)))
            sites[name] += len(lines)
            files.setdefault(name, {})[file] = None
        rows = ((file, pack_missing(items)) for file, items in by_file.items())
        self.connection.executemany("INSERT INTO unresolved VALUES(?,?)", rows)
        names = ((name, count, ",".join(map(str, files[name]))) for name, count in sorted(sites.items()))
        self.connection.executemany("INSERT INTO unresolved_names VALUES(?,?,?)", names)
        return sites.total()

    def _write_counts(self, externals: int, sites: int) -> None:
        rows: list[tuple[str, int]] = [(f"symbols:{kind}", count) for kind, count in self.kinds.items()]
        rows += [(f"edges:{kind}:{resolution}", count) for (kind, resolution), count in self.edge_counts.items()]
        if self.contains:
            rows.append(("edges:contains:exact", self.contains))
        rows += [("externals", externals), ("unresolved", sites)]
        self.connection.executemany("INSERT INTO meta VALUES(?, ?)", rows)
