"""Writing of a graph as a new generation: its structure, or all of it."""

from __future__ import annotations

import shutil
import sqlite3
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from codegraph.graph_model import Fault, FileChunks, Graph
from codegraph.store import schema
from codegraph.store.content import (
    Content,
    FileContent,
    Prepared,
    add_found_symbols,
    build_write_error,
    create,
    take_over,
    write_content,
)
from codegraph.store.file_rows import RESOLVE_PROBLEM, Missing, StoredFile, describe_partly_resolved, pack_missing
from codegraph.store.generation_text import (
    FileText,
    Text,
    build_rows,
    change_database,
    invert,
    mark_missing,
    write_text,
)
from codegraph.store.layout import DATABASE, IndexFolder
from codegraph.store.lexical import LinkFile, save_links
from codegraph.store.numbering import Order
from codegraph.store.vector_properties import carry_vectors
from codegraph_parsers.file_facts import FileStatus, ReferenceKind


@dataclass(frozen=True, slots=True)
class RunInfo:
    """Record of the run that made a generation.

    `seconds` is the wall time per stage.
    """

    root: str
    repository_id: str
    fingerprint: str
    parser: str
    seconds: Mapping[str, float] = field(default_factory=dict)


class Building(NamedTuple):
    """Number and folder of a generation that is being written."""

    number: int
    path: Path


@contextmanager
def build_generation(folder: IndexFolder, *, settled: bool = True) -> Iterator[Building]:
    """Build a generation in the block and make it the current one.

    The caller holds the writer lock. An error in the block removes the written files and keeps the last generation.
    `settled` is that of `IndexFolder.publish`. Raises StorageError.
    """
    number, path = folder.begin()
    try:
        yield Building(number, path)
        folder.publish(number, path, settled=settled)
    except (sqlite3.Error, OSError) as error:
        shutil.rmtree(path, ignore_errors=True)
        raise build_write_error(error) from error
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def commit(
    folder: IndexFolder,
    graph: Graph,
    files: Sequence[StoredFile],
    info: RunInfo,
    chunks: Mapping[str, FileChunks] = MappingProxyType({}),
    links: Mapping[tuple[str, str], int] = MappingProxyType({}),
    attach: Callable[[Path], None] | None = None,
    *,
    searched: bool = True,
) -> int:
    """Write both stages of a generation at once and make it the current one.

    `files` are all files of the listing, sorted by path, with their `chunks` by path. `links` are further uses of a
    file by another, by path, besides those that edges show. `attach` adds further data to the folder before anyone sees
    it. Symbols of a generation that is not `searched` cannot be found by the words in them.

    The caller holds the writer lock. Returns the generation's number. Raises StorageError, and keeps the last
    generation.
    """
    with build_generation(folder) as building:
        content = write_structure(building, graph, files, info, searched=searched)
        texts = (FileText(i, ids, chunks.get(row.path)) for i, (row, ids) in enumerate(zip(files, content.ids)))
        rows, counts = build_rows(texts)
        terms = invert(chunks[row.path] for row in files if row.path in chunks)
        write_text(building.path, building.number, building.path, Text(rows, counts, terms, links))
        if attach is not None:
            attach(building.path)
    return building.number


def publish_structure(
    folder: IndexFolder, graph: Graph, files: Sequence[StoredFile], info: RunInfo, prepared: Prepared | None = None
) -> int:
    """Make a generation without its second stage the current one.

    It is not forced to the disk: the second stage follows, and after a power failure the next run makes it anew. It
    keeps the vectors of the last generation for the second stage.

    The caller holds the writer lock. Returns the generation's number. Raises StorageError, and keeps the last
    generation.
    """
    last = folder.get_generation(folder.get_current())
    with build_generation(folder, settled=False) as building:
        write_structure(building, graph, files, info, prepared)
        with change_database(building.path) as connection:
            mark_missing(connection)
        carry_vectors(last, building.path)
    return building.number


def write_structure(
    building: Building, graph: Graph, files: Sequence[StoredFile], info: RunInfo, prepared: Prepared | None = None,
    *, searched: bool = True,
) -> Content:  # fmt: skip
    """Write the first stage of a generation.

    It has files, symbols and edges, and the links between files that edges show. The content that was `prepared` of the
    same files is moved. Raises OSError, sqlite3.Error.
    """
    began = time.perf_counter()
    database = building.path / DATABASE
    connection = create(database) if prepared is None else take_over(prepared.database, database)
    with closing(connection):
        if prepared is None:
            content = write_content(connection, _iterate_contents(graph, files), searched=searched)
        else:
            content = add_found_symbols(connection, prepared.content, graph.files)
        writer = _Writer(connection, graph, files, content)
        writer.write()
        save_links(building.path, writer.build_links())
        elapsed = time.perf_counter() - began
        write_meta(connection, building.number, info, {**info.seconds, "commit": elapsed})
        connection.execute("COMMIT")
    return content


def _iterate_contents(graph: Graph, files: Sequence[StoredFile]) -> Iterator[FileContent]:
    facts = {facts.path: facts for facts in graph.files}
    return (FileContent(row, facts.get(row.path)) for row in files)


def write_meta(connection: sqlite3.Connection, number: int, info: RunInfo, seconds: Mapping[str, float]) -> None:
    """Write the record of the run that made a generation, replacing the last one."""
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
    """Edges of one commit, and its unresolved references."""

    def __init__(
        self, connection: sqlite3.Connection, graph: Graph, files: Sequence[StoredFile], content: Content
    ) -> None:
        self.connection = connection
        self.graph = graph
        self.files = files
        self.content = content
        self.bounds = content.bounds
        numbers = {row.path: file for file, row in enumerate(files)}
        self.ids: list[int] = []
        """Graph id to id, -1 for anonymous symbols."""
        for facts in graph.files:
            self.ids += content.ids[numbers[facts.path]]

    def write(self) -> None:
        externals = self._write_edges()
        sites = self._write_unresolved()
        self._write_faults()
        self._write_counts(externals, sites)

    def build_links(self) -> LinkFile:
        """Return the links between files that edges show."""
        import numpy as np

        from codegraph.store.file_links import build_links, tally_edges, tally_uses

        owner = np.repeat(np.arange(len(self.files)), np.diff(np.array(self.bounds)))
        owner = np.concatenate([owner, np.array(self.content.found, dtype=owner.dtype)])
        source, target = self.columns.source, self.columns.target
        used = np.where(target >= 0, owner[np.maximum(target, 0)], -1) if len(owner) else target
        edges = tally_edges(self.columns, owner[source], used)
        nothing = np.empty(0, np.int64)
        names = tally_uses(nothing, nothing)
        return LinkFile([], edges, names, build_links((edges, names), Order([(0, len(self.files))])))

    def _write_edges(self) -> int:
        """Write the edges, and return the number of externals at which one ends."""
        from codegraph.store.edges import (  # numpy: not for a run without changes
            build_blocks,
            convert_edges,
            number_externals,
        )

        columns = convert_edges(self.graph.edges, self.ids)
        self.columns, used = number_externals(columns)
        self.connection.executemany(
            "INSERT INTO externals VALUES(?,?,?,?)", ((i, *self.graph.externals[k]) for i, k in enumerate(used))
        )
        blocks = build_blocks(self.columns, self.bounds, range(len(self.files)), len(used), self.content.found)
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
            if kind == ReferenceKind.OPERATOR:  # it names nothing
                continue
            sites[name] += len(lines)
            files.setdefault(name, {})[file] = None
        rows = ((file, pack_missing(items)) for file, items in by_file.items())
        self.connection.executemany("INSERT INTO unresolved VALUES(?,?)", rows)
        names = ((name, count, ",".join(map(str, files[name]))) for name, count in sorted(sites.items()))
        self.connection.executemany("INSERT INTO unresolved_names VALUES(?,?,?)", names)
        return sites.total()

    def _write_faults(self) -> None:
        """Write which parts of files could not be resolved."""
        by_path: dict[str, list[Fault]] = {}
        for fault in self.graph.faults:
            by_path.setdefault(fault.path, []).append(fault)
        for file, row in enumerate(self.files):
            faults = by_path.get(row.path)
            if faults is None:
                continue
            reason = describe_partly_resolved(row.reason, [fault.message for fault in faults])
            status = row.status if row.status is FileStatus.FAILED else FileStatus.PARTIAL
            self.connection.execute(
                "UPDATE files SET status = ?, reason = ? WHERE id = ?", (schema.STATUS_CODE[status], reason, file)
            )
            problems = dict.fromkeys((RESOLVE_PROBLEM, f.message, f.line, f.line) for f in faults)
            self.connection.executemany("INSERT INTO problems VALUES(?,?,?,?,?)", ((file, *each) for each in problems))

    def _write_counts(self, externals: int, sites: int) -> None:
        rows: list[tuple[str, int]] = [(f"symbols:{kind}", count) for kind, count in self.content.kinds.items()]
        rows += [(f"edges:{kind}:{resolution}", count) for (kind, resolution), count in self.edge_counts.items()]
        if self.content.contains:
            rows.append(("edges:contains:exact", self.content.contains))
        rows += [("externals", externals), ("unresolved", sites)]
        self.connection.executemany("INSERT INTO meta VALUES(?, ?)", rows)
