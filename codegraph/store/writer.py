"""Commit: one graph as one new generation."""

from __future__ import annotations

import errno
import marshal
import os
import shutil
import sqlite3
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log1p
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from codegraph.errors import StorageError
from codegraph.model import EdgeKind, FileChunks, Graph
from codegraph.store import schema
from codegraph.store.layout import DATABASE, IndexFolder
from codegraph.store.lexical import write_chunks
from codegraph.store.tokens import Splitter
from codegraph_parsers.facts import FileStatus, Flag, ParseProblem, Symbol, SymbolKind
from codegraph_parsers.ids import suffixes

DOC_SEARCH_CHARS = 240
"""Documentation beyond this many characters is kept but not searched: it is where words of everything occur. Prose
is not split at capitals: that would cost as much as all identifiers together."""


class StoredFile(NamedTuple):
    """One file row to write. `mtime_ns` 0: its time is not to be trusted when looking for changes."""

    path: str
    language: str
    status: FileStatus
    reason: str
    digest: str
    size: int
    mtime_ns: int
    lines: int
    generated: bool
    problems: tuple[ParseProblem, ...] = ()


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
) -> int:
    """Write `graph`, `files` (every file met, sorted by path) and their `chunks` (by path) as a new generation and make
    it the current one. `links` are further uses of a file by another, by path, beside those that edges show; `attach`
    adds what it has to the folder before anyone sees that.

    The caller holds the writer lock. Returns the generation's number. Raises StorageError, leaving the last one."""
    number, building = folder.begin()
    began = time.perf_counter()
    try:
        connection = _create(building / DATABASE)
        try:
            writer = _Writer(connection, graph, files)
            writer.write()
            cut = [chunks.get(row.path) for row in files]
            write_chunks(connection, building, cut, writer.node, writer.links(links))
            elapsed = time.perf_counter() - began
            _write_meta(connection, number, info, {**info.seconds, "commit": elapsed})
            connection.execute("COMMIT")
        finally:
            connection.close()
        _sync(building / DATABASE)
        if attach is not None:
            attach(building)
        folder.publish(number, building)
    except (sqlite3.Error, OSError) as error:
        shutil.rmtree(building, ignore_errors=True)
        full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or "full" in str(error)
        what = "the disk is full" if full else str(error)
        hint = "the last index is unchanged; free some space or set CODEGRAPH_HOME to another place"
        raise StorageError(f"the index could not be written: {what}", hint=hint) from error
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    return number


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


def _sync(path: Path) -> None:
    with open(path, "rb+") as handle:
        os.fsync(handle.fileno())


def _write_meta(connection: sqlite3.Connection, number: int, info: RunInfo, seconds: Mapping[str, float]) -> None:
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
    connection.executemany("INSERT INTO meta VALUES(?, ?)", rows.items())


class _Writer:
    """State of one commit: numbers given to files and symbols."""

    def __init__(self, connection: sqlite3.Connection, graph: Graph, files: Sequence[StoredFile]) -> None:
        self.connection = connection
        self.graph = graph
        self.files = files
        self.numbers = {row.path: i for i, row in enumerate(files)}
        self.node_of: list[int] = []  # graph id -> node, -1 for anonymous symbols
        self.owners: list[int] = []  # file numbers in node order
        self.firsts: list[int] = []  # first node of each owner
        self.kinds: Counter[SymbolKind] = Counter()
        self.contains = 0
        self.spans: dict[int, tuple[int, int]] = {}  # file -> first node, symbols
        self.bases: dict[int, int] = {}  # file -> graph id of its first symbol
        self.scopes: dict[str, int] = {}
        self.splitter = Splitter()

    def write(self) -> None:
        run = self.connection.executemany
        run("INSERT INTO symbols VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", self._symbol_rows())
        nodes = self._text_modules()
        run("INSERT INTO scopes VALUES(?,?)", ((i, prefix) for prefix, i in self.scopes.items()))
        run("INSERT INTO files VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", self._file_rows())
        run("INSERT INTO problems VALUES(?,?,?,?,?)", self._problem_rows())
        run(
            "INSERT INTO externals VALUES(?,?,?,?)", ((i, *external) for i, external in enumerate(self.graph.externals))
        )
        run("INSERT INTO details VALUES(?,?)", self._detail_rows())
        run("INSERT INTO search(rowid,name,scope,path,signature,doc) VALUES(?,?,?,?,?,?)", self._search_rows())
        counts = self._write_edges(nodes)
        sites = self._write_unresolved()
        self._write_counts(counts, sites)
        for statement in filter(str.strip, schema.INDEXES.split(";")):
            self.connection.execute(statement)

    # ---- symbols and files

    def _symbol_rows(self) -> Iterator[tuple[object, ...]]:
        node = 0
        node_of, anonymous, code = self.node_of, int(Flag.ANONYMOUS), schema.KIND_CODE
        for facts in self.graph.files:
            file = self.numbers[facts.path]
            first, base = node, len(node_of)
            self.bases[file] = base
            told_apart = suffixes(facts.symbols)
            for s in facts.symbols:
                named = not s.flags & anonymous
                node_of.append(node if named else -1)
                node += named
            for i, s in enumerate(facts.symbols):
                at = node_of[base + i]
                if at < 0:
                    continue
                parent = _named_parent(facts.symbols, s.parent)
                self.kinds[s.kind] += 1
                yield (
                    at, file, code[s.kind], s.name, self._scope(s), told_apart.get(i),
                    node_of[base + parent] if parent > 0 else None, s.line, s.column,
                    None if s.start_line == s.line else s.start_line, None if s.end_line == s.line else s.end_line,
                    int(s.flags),
                )  # fmt: skip
            self.contains += max(0, node - first - 1)
            self.owners.append(file)
            self.firsts.append(first)
            self.spans[file] = (first, node - first)
        self.symbols_in_graph = node

    def _scope(self, s: Symbol) -> int | None:
        if s.qualname == s.name:
            return None
        whole = not s.qualname.endswith(s.name)
        prefix = s.qualname + schema.NOT_A_PREFIX if whole else s.qualname[: len(s.qualname) - len(s.name)]
        return self.scopes.setdefault(prefix, len(self.scopes))

    def _text_modules(self) -> int:
        """Give every readable file without facts a module symbol; returns the number of symbols."""
        node = self.symbols_in_graph
        rows: list[tuple[object, ...]] = []
        for file, row in enumerate(self.files):
            if file in self.spans or row.status is FileStatus.SKIPPED:
                continue
            name = row.path.rsplit("/", 1)[-1]
            kind = schema.KIND_CODE[SymbolKind.MODULE]
            scope = self.scopes.setdefault(schema.NOT_A_PREFIX, len(self.scopes))
            rows.append((node, file, kind, name, scope, None, None, 0, 0, 1, max(row.lines, 1), 0))
            self.kinds[SymbolKind.MODULE] += 1
            self.owners.append(file)
            self.firsts.append(node)
            self.spans[file] = (node, 1)
            node += 1
        self.connection.executemany("INSERT INTO symbols VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", rows)
        return node

    def _file_rows(self) -> Iterator[tuple[object, ...]]:
        for i, row in enumerate(self.files):
            first, count = self.spans.get(i, (0, 0))
            yield (
                i, row.path, row.language, schema.STATUS_CODE[row.status], row.reason, bytes.fromhex(row.digest),
                row.size, row.mtime_ns, row.lines, int(row.generated), first, count,
            )  # fmt: skip

    def _problem_rows(self) -> Iterator[tuple[object, ...]]:
        return ((i, *problem) for i, row in enumerate(self.files) for problem in row.problems)

    def _detail_rows(self) -> Iterator[tuple[int, bytes]]:
        anonymous = int(Flag.ANONYMOUS)
        for facts in self.graph.files:
            rows = [
                (s.signature, [tuple(p) for p in s.parameters], s.doc, list(s.decorators), s.visibility)
                for s in facts.symbols
                if not s.flags & anonymous
            ]
            yield self.numbers[facts.path], zlib.compress(marshal.dumps(rows, 4), 1)

    def _search_rows(self) -> Iterator[tuple[object, ...]]:
        split = self.splitter.split
        hidden, local = int(Flag.ANONYMOUS), int(Flag.LOCAL)
        at = 0
        for facts in self.graph.files:
            path = split(facts.path)
            stem = split(facts.path.rsplit("/", 1)[-1])
            for s in facts.symbols:
                node = self.node_of[at]
                at += 1
                if s.flags & hidden or (s.flags & local and s.kind is SymbolKind.VARIABLE):
                    continue
                scope = split(s.qualname[: -len(s.name)]) if s.name and len(s.qualname) > len(s.name) else ""
                signature = split(s.signature) if s.parameters else ""
                where = path if s.kind is SymbolKind.MODULE else stem
                yield node, split(s.name), scope, where, signature, s.doc[:DOC_SEARCH_CHARS]
        for file, row in enumerate(self.files):
            first, count = self.spans.get(file, (0, 0))
            if count and first >= self.symbols_in_graph:
                yield first, split(row.path.rsplit("/", 1)[-1]), "", split(row.path), "", ""

    def node(self, file: int, symbol: int) -> int | None:
        """Node of a file's symbol by its index in the file's facts; None for an anonymous one and for none."""
        base = self.bases.get(file)
        if symbol < 0 or base is None:
            return None
        found = self.node_of[base + symbol]
        return found if found >= 0 else None

    def links(self, further: Mapping[tuple[str, str], int]) -> dict[tuple[int, int], float]:
        """How much a file uses another: the logarithm of the edges between them, and of `further` uses."""
        from bisect import bisect_right

        offsets, owners = self.graph.offsets, [self.numbers[facts.path] for facts in self.graph.files]
        owner_of = [owners[bisect_right(offsets, gid) - 1] for gid in range(len(self.node_of))]
        counts: Counter[tuple[int, int]] = Counter()
        for source, target, kind, _, _ in self.graph.edges:
            if target >= 0 and kind is not EdgeKind.TESTS and owner_of[source] != owner_of[target]:
                counts[owner_of[source], owner_of[target]] += 1
        for (user, used), times in further.items():
            counts[self.numbers[user], self.numbers[used]] += times
        return {pair: log1p(times) for pair, times in counts.items()}

    # ---- relations

    def _write_edges(self, nodes: int) -> dict[tuple[EdgeKind, str], int]:
        from codegraph.store.edges import build  # numpy: a run that finds nothing changed must not pay for it

        blocks = build(self.graph.edges, self.node_of, nodes, self.firsts, self.owners, len(self.graph.externals))
        self.connection.executemany("INSERT INTO edges_out VALUES(?,?)", blocks.outgoing)
        self.connection.executemany("INSERT INTO edges_in VALUES(?,?)", blocks.incoming)
        return blocks.counts

    def _write_unresolved(self) -> int:
        by_file: dict[int, list[tuple[int, str, str, str, tuple[int, ...]]]] = {}
        sites: Counter[str] = Counter()
        files: dict[str, dict[int, None]] = {}
        spans = _FileOfNode(self.firsts, self.owners)
        for source, name, kind, reason, lines in self.graph.unresolved:
            node = self.node_of[source]
            if node < 0:
                continue
            file = spans.of(node)
            by_file.setdefault(file, []).append((node, name, str(kind), reason, tuple(lines)))
            sites[name] += len(lines)
            files.setdefault(name, {})[file] = None
        rows = ((file, zlib.compress(marshal.dumps(items, 4), 1)) for file, items in by_file.items())
        self.connection.executemany("INSERT INTO unresolved VALUES(?,?)", rows)
        names = ((name, count, ",".join(map(str, files[name]))) for name, count in sorted(sites.items()))
        self.connection.executemany("INSERT INTO unresolved_names VALUES(?,?,?)", names)
        return sites.total()

    def _write_counts(self, edges: dict[tuple[EdgeKind, str], int], sites: int) -> None:
        rows: list[tuple[str, int]] = [(f"symbols:{kind}", count) for kind, count in self.kinds.items()]
        rows += [(f"edges:{kind}:{resolution}", count) for (kind, resolution), count in edges.items()]
        if self.contains:
            rows.append(("edges:contains:exact", self.contains))
        rows += [("externals", len(self.graph.externals)), ("unresolved", sites)]
        self.connection.executemany("INSERT INTO meta VALUES(?, ?)", rows)


def _named_parent(symbols: Sequence[Symbol], parent: int) -> int:
    while parent >= 0 and symbols[parent].flags & Flag.ANONYMOUS:
        parent = symbols[parent].parent
    return parent


class _FileOfNode:
    """File of a node; sources come in order, so the last answer is usually right."""

    def __init__(self, firsts: Sequence[int], owners: Sequence[int]) -> None:
        self.firsts = [*firsts, 1 << 62]
        self.owners = owners
        self.at = 0

    def of(self, node: int) -> int:
        if not self.firsts[self.at] <= node < self.firsts[self.at + 1]:
            from bisect import bisect_right

            self.at = bisect_right(self.firsts, node) - 1
        return self.owners[self.at]
