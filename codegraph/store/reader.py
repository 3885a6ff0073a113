"""Reading of one generation: rows and blocks as values.

Nothing here loads the whole graph unless asked to.
"""

from __future__ import annotations

import marshal
import sqlite3
import zlib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from codegraph.errors import IncompatibleIndexError, NotFoundError, NotIndexedError, StorageError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query_results import (
    NO_VECTORS,
    EdgeCount,
    ExternalRow,
    FileRow,
    IndexStats,
    OutsideCount,
    ProblemRow,
    SkipCount,
    StatusCount,
    SymbolRow,
    UnanalysedLanguage,
    UnresolvedRow,
    VectorStats,
)
from codegraph.store import schema
from codegraph.store.edge_blocks import Block, unpack
from codegraph.store.file_rows import Missing, SymbolDetails, build_qualname
from codegraph.store.layout import IndexFolder
from codegraph.store.lock import Hold
from codegraph.store.numbering import Numbering
from codegraph.store.page_layer import connect_database
from codegraph.store.vector_properties import read_about
from codegraph_parsers.catalog import find_unanalysed
from codegraph_parsers.file_facts import FileStatus, SymbolKind
from codegraph_parsers.ids import format_id
from codegraph_parsers.notebook import format_line

if TYPE_CHECKING:
    from codegraph_parsers.structural_table import LanguageTables

_SYMBOL = """SELECT s.id, s.kind, s.name, c.prefix, s.suffix, f.path, f.language, s.line, s.col, s.start_line,
    s.end_line, s.parent, s.flags, f.cells
    FROM symbols s JOIN files f ON f.id = s.file LEFT JOIN scopes c ON c.id = s.scope"""
SOURCE_ORDER = "f.path, s.line, s.col, s.name, c.prefix, s.suffix"
"""An order of symbols that does not depend on their ids, where the database has to cut."""
_FILE = "SELECT path, language, status, reason, digest, size, lines, symbols, generated, cells FROM files"
_FILE_AND_TIME = _FILE.replace(" FROM", ", mtime_ns FROM")
_BATCH = 900
_FEW = 50
"""Files that are looked up one by one."""

_EXAMPLES = 5
_BLOCKS = 512
"""Blocks of edges that are kept unpacked: a class that hundreds of files use is asked about several times."""

_REBUILD = "run `codegraph index --full`"


class KnownFile(NamedTuple):
    """Properties of a file in the last generation, by which changes are detected."""

    row: FileRow
    mtime_ns: int
    problems: tuple[ProblemRow, ...]


class Reader:
    """A connection to one generation.

    Raises StorageError when what it reads is damaged.
    """

    def __init__(self, folder: IndexFolder, generation: int, connection: sqlite3.Connection, hold: Hold) -> None:
        self.folder = folder
        self.generation = generation
        self._connection = connection
        self._hold = hold
        self.block = lru_cache(maxsize=_BLOCKS)(self._block)
        self._file_details = lru_cache(maxsize=2)(self._load_details)

    @classmethod
    def open(cls, folder: IndexFolder) -> Reader:
        """Open the current generation.

        Raises NotIndexedError, IncompatibleIndexError, StorageError.
        """
        for _ in range(5):  # a commit may drop the generation between reading its number and opening it
            number = folder.get_current()
            if not number:
                break
            try:
                hold = Hold(folder.get_generation(number))
            except OSError as error:
                if folder.get_current() != number:
                    continue
                raise StorageError(
                    f"{folder.get_generation(number)} cannot be read: {error.strerror}", hint=_REBUILD
                ) from error
            try:
                # Immutable: a generation is never changed, so no lock is needed, not even on a read-only disk.
                connection = connect_database(folder.get_generation(number))
                found = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('schema', 'codes')"))
            except sqlite3.OperationalError as error:
                if folder.get_current() != number:
                    continue
                raise StorageError(f"{folder.get_database(number)} cannot be read: {error}", hint=_REBUILD) from error
            except sqlite3.DatabaseError as error:
                raise StorageError(f"{folder.get_database(number)} is damaged: {error}", hint=_REBUILD) from error
            version, codes = found.get("schema", 0), found.get("codes", "")
            if not isinstance(version, int) or not isinstance(codes, str):
                connection.close()
                raise StorageError(f"{folder.get_database(number)} is damaged: its format is unreadable", hint=_REBUILD)
            _check_schema(version, codes)
            return cls(folder, number, connection, hold)
        raise NotIndexedError("no index here yet", hint="run `codegraph index`")

    def close(self) -> None:
        self._connection.close()
        self._hold.close()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise StorageError(f"the index is damaged: {error}", hint=_REBUILD) from error

    def read_meta(self) -> dict[str, str | int | float]:
        return dict(self.execute("SELECT key, value FROM meta"))

    @cached_property
    def has_text(self) -> bool:
        """True if this generation has text search.

        A generation that was published early has symbols and edges only.
        """
        return not self.execute("SELECT 1 FROM meta WHERE key = ? AND value = ?", schema.TEXT_MISSING)

    def check_integrity(self) -> str:
        """Return "ok", or the damage that SQLite found.

        Reads the whole file.
        """
        return str(self.execute("PRAGMA quick_check(1)")[0][0])

    # ---- numbers

    @cached_property
    def numbering(self) -> Numbering:
        return Numbering.unpack(self.execute("SELECT data FROM numbering")[0][0])

    def find_node(self, id: int) -> int:
        """Return the number of the symbol with an id; that of an external is its id."""
        return self._find_place(id) if id >= 0 else id

    def _find_place(self, id: int) -> int:
        try:
            return self.numbering.symbol_order.find_place(id)
        except KeyError as error:
            raise StorageError("the index is damaged (a symbol without a number)", hint=_REBUILD) from error

    def _find_file_number(self, path: str) -> int | None:
        row = self.execute("SELECT id FROM files WHERE path = ?", (path,))
        return self.numbering.files.find_place(row[0][0]) if row else None

    # ---- symbols

    def list_symbols(self, where: str = "", values: Sequence[object] = ()) -> list[SymbolRow]:
        """Return the rows of symbols in order."""
        return sorted(self.iterate_symbols(where, values), key=itemgetter(0))

    def iterate_symbols(
        self, where: str = "", values: Sequence[object] | Mapping[str, object] = (), tail: str = ""
    ) -> Iterator[SymbolRow]:
        """Yield the rows of symbols in the order of `tail`, in any order without it."""
        clause = f"WHERE {where}" if where else ""
        return map(self._build_symbol_row, self._connection.execute(f"{_SYMBOL} {clause} {tail}", values))

    def iterate_all_symbols(self) -> Iterator[SymbolRow]:
        """Yield the rows of all symbols in order."""
        if self.numbering.symbol_order.plain:
            return self.iterate_symbols(tail="ORDER BY s.id")  # as they are read, none kept
        return iter(self.list_symbols())

    def list_file_symbols(self, path: str) -> list[SymbolRow]:
        """Return the rows of a file's symbols in source order, the module first."""
        number = self._find_file_number(path)
        return self.list_symbols(self.build_file_condition(number)) if number is not None else []

    def list_symbols_between(self, path: str, start: int, end: int) -> list[SymbolRow]:
        """Return the rows of a file's symbols whose names are in these lines.

        They are in source order.
        """
        number = self._find_file_number(path)
        if number is None:
            return []
        return self.list_symbols(f"{self.build_file_condition(number)} AND s.line BETWEEN ? AND ?", (start, end))

    def list_modules(self, paths: Iterable[str]) -> list[SymbolRow]:
        """Return the modules of these files, for each that has any symbols."""
        numbers = (self._find_file_number(path) for path in paths)
        nodes = [self.numbering.first_nodes[n] for n in numbers if n is not None and self.numbering.symbols[n]]
        found = self.read_symbols_by_node(nodes)
        return [found[node] for node in nodes]

    def list_members(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Return the symbols directly contained in a symbol, in source order."""
        number = self.numbering.find_file(symbol.node)
        id = self.numbering.symbol_order.get_id(symbol.node)
        if symbol.node == self.numbering.first_nodes[number]:
            return self.list_symbols(f"{self.build_file_condition(number)} AND s.parent IS NULL AND s.id != ?", (id,))
        return self.list_symbols(f"{self.build_file_condition(number)} AND s.parent = ?", (id,))

    def build_file_condition(self, number: int) -> str:
        """Return a condition that holds for the symbols of a file."""
        runs = self.numbering.list_symbol_runs(number)
        return f"({' OR '.join(f's.id BETWEEN {a} AND {a + n - 1}' for a, n in runs) or '0'})"

    def read_symbols_by_node(self, nodes: Iterable[int]) -> dict[int, SymbolRow]:
        """Return rows by number.

        Numbers that no symbol has are left out.
        """
        order = self.numbering.symbol_order
        ids = [order.get_id(node) for node in dict.fromkeys(nodes) if 0 <= node < len(order)]
        return {row.node: row for row in self.iterate_symbols_by_id(ids)}

    def iterate_symbols_by_id(self, ids: Sequence[int]) -> Iterator[SymbolRow]:
        for at in range(0, len(ids), _BATCH):
            part = ids[at : at + _BATCH]
            yield from self.iterate_symbols(f"s.id IN ({','.join('?' * len(part))})", part)

    def _build_symbol_row(self, row: tuple) -> SymbolRow:
        id, kind, name, prefix, suffix, path, language, line, col, start, end, parent, flags, cells = row
        qualname = build_qualname(prefix, name)
        node = self._find_place(id)
        if parent is None:
            firsts = self.numbering.first_nodes
            first = firsts[bisect_right(firsts, node) - 1]
            parent = first if node != first else -1
        else:
            parent = self._find_place(parent)
        language = language or schema.TEXT_LANGUAGE
        return SymbolRow(
            node, format_id(language, path, qualname, suffix or ""), schema.KINDS[kind], name, qualname, path, language,
            line, col, line if start is None else start, line if end is None else end, parent, flags,
            _parse_cells(cells) if cells is not None else (),
        )  # fmt: skip

    def read_externals_by_node(self, nodes: Iterable[int]) -> dict[int, ExternalRow]:
        wanted = list(dict.fromkeys(-1 - n for n in nodes))
        found: dict[int, ExternalRow] = {}
        for at in range(0, len(wanted), _BATCH):
            part = wanted[at : at + _BATCH]
            marks = ",".join("?" * len(part))
            rows = self.execute(f"SELECT id, language, qualname, package FROM externals WHERE id IN ({marks})", part)
            found.update((row.node, row) for row in map(build_external_row, rows))
        return found

    def read_details(self, symbol: SymbolRow) -> SymbolDetails:
        first, rows = self._file_details(symbol.path)
        return SymbolDetails(*rows[symbol.node - first]) if rows else SymbolDetails("", [], "", [], "public")

    def _load_details(self, path: str) -> tuple[int, list]:
        row = self.execute("SELECT f.id, d.data FROM files f JOIN details d ON d.file = f.id WHERE f.path = ?", (path,))
        if not row:
            return 0, []
        return self.numbering.first_nodes[self.numbering.files.find_place(row[0][0])], _decode(row[0][1])

    # ---- edges

    def _block(self, incoming: bool, owner: int) -> Block | None:
        table = "edges_in" if incoming else "edges_out"
        rows = self.execute(f"SELECT data FROM {table} WHERE owner = ?", (owner,))
        return unpack(rows[0][0]) if rows else None

    def locate(self, node: int) -> tuple[int, int]:
        """Return the owner of a node's blocks, and the node's id in them.

        Raises NotFoundError.
        """
        if node < 0:
            return -1 - (-1 - node) // schema.EXTERNAL_BLOCK, -1 - node
        numbering = self.numbering
        if node >= len(numbering.symbol_order):
            raise NotFoundError(f"no symbol number {node} in this generation")
        return numbering.files.get_id(numbering.find_file(node)), numbering.symbol_order.get_id(node)

    def iterate_blocks(self) -> Iterator[tuple[int, Block]]:
        """Yield the number and the outgoing edges of every file that has any, in order."""
        place = self.numbering.files.find_place
        rows = sorted((place(owner), data) for owner, data in self.execute("SELECT owner, data FROM edges_out"))
        return ((number, unpack(data)) for number, data in rows)

    # ---- unresolved

    def read_unresolved(self, file: int) -> list[Missing]:
        """Return the unresolved references of a file by its id.

        The first item of each is the number of a symbol.
        """
        rows = self.execute("SELECT data FROM unresolved WHERE file = ?", (file,))
        return [(self._find_place(id), *rest) for id, *rest in _decode(rows[0][0])] if rows else []

    def list_unresolved_files(self, name: str = "") -> list[int]:
        """Return the ids of the files that leave a name, or any name, unresolved."""
        if not name:
            return [row[0] for row in self.execute("SELECT file FROM unresolved")]
        rows = self.execute("SELECT files FROM unresolved_names WHERE name = ?", (name,))
        return [int(part) for part in rows[0][0].split(",")] if rows else []

    def list_unresolved_names_beginning(self, text: str) -> list[str]:
        """Return the unresolved names that begin with a text, in their order."""
        after = f"{text}\U0010ffff"
        rows = self.execute(
            "SELECT name FROM unresolved_names WHERE name >= ? AND name < ? ORDER BY name", (text, after)
        )
        return [str(name) for (name,) in rows]

    def build_unresolved_rows(self, raw: Sequence[Missing]) -> list[UnresolvedRow]:
        sources = self.read_symbols_by_node(item[0] for item in raw)
        return [UnresolvedRow(sources[node], name, kind, why, lines) for node, name, kind, why, lines in raw]

    # ---- files

    def list_files(self, where: str = "1", values: Sequence[object] = (), tail: str = "") -> list[FileRow]:
        return [_build_file_row(row) for row in self.execute(f"{_FILE} WHERE {where} ORDER BY path {tail}", values)]

    def read_known_files(self, paths: Collection[str] | None = None) -> dict[str, KnownFile]:
        """Return the stored rows of all files, or of those among `paths` that exist."""
        problems: dict[str, list[ProblemRow]] = {}
        if paths is not None and len(paths) <= _FEW:
            rows = [row for path in paths for row in self.execute(f"{_FILE_AND_TIME} WHERE path = ?", (path,))]
            noted = [problem for path in paths for problem in self.list_problems(path)]
        else:
            rows = self.execute(f"{_FILE_AND_TIME} ORDER BY path")
            rows = rows if paths is None else [row for row in rows if row[0] in paths]
            noted = self.list_problems()
        for problem in noted:
            problems.setdefault(problem.path, []).append(problem)
        return {row[0]: KnownFile(_build_file_row(row[:-1]), row[-1], tuple(problems.get(row[0], ()))) for row in rows}

    def list_paths(self) -> list[str]:
        """Return the paths of all files."""
        return [path for (path,) in self.execute("SELECT path FROM files ORDER BY path")]

    def has_problems(self, kind: str) -> bool:
        """Return whether any file has a problem of a kind."""
        return bool(self.execute("SELECT 1 FROM problems WHERE kind = ? LIMIT 1", (kind,)))

    def read_known_stamps(self) -> dict[str, tuple[int, int]]:
        """Return size and time of change in ns of every file.

        While they are equal, the file's text is taken to be unchanged.
        """
        rows = self.execute("SELECT path, size, mtime_ns FROM files")
        return {path: (size, mtime_ns) for path, size, mtime_ns in rows}

    def list_contents(self) -> dict[str, tuple[int, str]]:
        """Return size and digest of every file that was read, by path."""
        rows = self.execute("SELECT path, size, digest FROM files WHERE digest != x''")
        return {path: (size, digest.hex()) for path, size, digest in rows}

    def list_unread_reasons(self) -> dict[str, str]:
        """Return the reasons why files were not read, by path.

        They are links, large files, ignored files.
        """
        return dict(self.execute("SELECT path, reason FROM files WHERE digest = x''"))

    def list_problems(self, path: str = "") -> list[ProblemRow]:
        clause, values = ("WHERE f.path = ?", (path,)) if path else ("", ())
        rows = self.execute(
            "SELECT f.path, p.kind, p.message, p.start_line, p.end_line FROM problems p JOIN files f ON f.id = p.file "
            f"{clause} ORDER BY f.path, p.rowid",
            values,
        )
        return [ProblemRow(*row) for row in rows]

    # ---- totals

    def compute_stats(self, tables: LanguageTables | None = None) -> IndexStats:
        """Return the totals.

        `tables` are the structural languages that the repository adds.
        """
        meta = self.read_meta()
        symbols = {k: int(meta[f"symbols:{k}"]) for k in SymbolKind if f"symbols:{k}" in meta}
        edges = [
            EdgeCount(k, r, int(meta[f"edges:{k}:{r}"]))
            for k in EdgeKind
            for r in Resolution
            if f"edges:{k}:{r}" in meta
        ]
        seconds = {k.partition(":")[2]: float(v) for k, v in meta.items() if k.startswith("seconds:")}
        return IndexStats(
            repository_id=str(meta["repository_id"]), root=str(meta["root"]), generation=self.generation,
            indexed_at=float(meta["indexed_at"]), files=self._count_by_status(), symbols=symbols, edges=edges,
            externals=int(meta["externals"]), unresolved=int(meta["unresolved"]), skipped=self._count_skips(),
            seconds=seconds, disk_bytes=self.folder.measure_size(), vectors=self.compute_vector_stats(),
            not_analysed=self.count_unanalysed_languages(tables),
        )  # fmt: skip

    def count_outside(self) -> OutsideCount:
        """Count the edges that end outside the repository.

        Decodes all of them.
        """
        owners = [owner for (owner,) in self.execute("SELECT owner FROM edges_in WHERE owner < 0")]
        called = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)
        calls = bytes(code for (kind, _), code in schema.EDGE_CODE.items() if kind in called)
        found = [block.code for owner in owners if (block := self._block(True, owner)) is not None]
        return OutsideCount(sum(map(len, found)), sum(len(c) - len(c.translate(None, calls)) for c in found))

    def compute_vector_stats(self) -> VectorStats:
        """Return the totals of this generation's vectors.

        Their encoder is not compared with any setting.
        """
        try:
            about = read_about(self.folder.get_generation(self.generation))
        except StorageError as error:
            return VectorStats("", 0, 0, error.message)
        if about is None:
            return NO_VECTORS
        expected = int(self.execute("SELECT COUNT(*) FROM chunks")[0][0])
        problem = "" if about.rows == expected else f"there are {about.rows} for {expected} chunks"
        rows = about.rows if about.vectors < 0 else about.vectors
        behind = 0
        if about.waiting and not problem:
            from codegraph.store.vector_snapshot import count_files_behind  # numpy

            behind = count_files_behind(self.folder.get_generation(self.generation), self.numbering.first_chunks)
        return VectorStats(about.identity, rows, about.dimension, problem, behind)

    def _count_by_status(self) -> list[StatusCount]:
        rows = self.execute(
            "SELECT language, status, COUNT(*), SUM(size), SUM(lines) FROM files GROUP BY 1, 2 ORDER BY 1, 2"
        )
        return [StatusCount(row[0], schema.STATUSES[row[1]], *row[2:]) for row in rows]

    def count_analysed_languages(self) -> dict[str, int]:
        """Count the files with a grammar, by language, most files first."""
        rows = self.execute("SELECT language, COUNT(*) FROM files WHERE language != '' GROUP BY 1 ORDER BY 2 DESC, 1")
        return dict(rows)

    def list_derived_paths(self) -> frozenset[str]:
        """Return the files that were not written by hand."""
        return frozenset(path for (path,) in self.execute("SELECT path FROM files WHERE generated"))

    def count_unanalysed_languages(self, tables: LanguageTables | None = None) -> tuple[UnanalysedLanguage, ...]:
        """Count the code in languages without a resolver, most files first.

        The counts are by language. `tables` are those of the repository.
        """
        rows = self.execute(
            "SELECT language, CASE language WHEN '' THEN reason ELSE '' END, COUNT(*), SUM(lines) FROM files "
            "WHERE status != ? AND (language != '' OR status = ?) GROUP BY 1, 2",
            (schema.STATUS_CODE[FileStatus.SKIPPED], schema.STATUS_CODE[FileStatus.TEXT]),
        )
        found = [
            UnanalysedLanguage(known.name, files, lines, known.tier)
            for language, reason, files, lines in rows
            if (known := find_unanalysed(language, reason, tables)) is not None
        ]
        return tuple(sorted(found, key=lambda row: (-row.files, row.language)))

    def _count_skips(self) -> list[SkipCount]:
        found: dict[tuple[FileStatus, str], list[str]] = {}
        rows = self.execute(
            "SELECT path, status, reason, line, cells FROM files LEFT JOIN (SELECT file, MIN(start_line) AS line "
            "FROM problems WHERE start_line > 0 GROUP BY file) ON file = id WHERE reason != '' AND status != ? "
            "ORDER BY path",
            (schema.STATUS_CODE[FileStatus.TEXT],),
        )
        for path, status, reason, line, cells in rows:
            partial = schema.STATUSES[status] is FileStatus.PARTIAL
            found.setdefault((schema.STATUSES[status], reason), []).append(
                f"{path}:{format_line(line, _parse_cells(cells))}" if partial and line else path
            )
        counts = [SkipCount(s, reason, len(p), tuple(p[:_EXAMPLES])) for (s, reason), p in found.items()]
        return sorted(counts, key=lambda c: (-c.count, c.reason))


def has_text(folder: IndexFolder) -> bool:
    """Return whether the current generation has its second stage.

    Raises NotIndexedError, StorageError."""
    reader = Reader.open(folder)
    try:
        return reader.has_text
    finally:
        reader.close()


def read_schema_version(folder: IndexFolder) -> int:
    """Return the schema version of the current generation.

    The result is 0 when there is no generation or it cannot be read.
    """
    try:
        connection = connect_database(folder.get_generation(folder.get_current()))
        try:
            row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
            return row[0] if row and isinstance(row[0], int) else 0
        finally:
            connection.close()
    except (sqlite3.Error, StorageError):
        return 0


def _check_schema(version: int, codes: str) -> None:
    if version > schema.SCHEMA_VERSION:
        raise IncompatibleIndexError(
            f"the index has format {version}, this version reads {schema.SCHEMA_VERSION}",
            hint="upgrade codegraph, or run `codegraph index --full` to rebuild the index in the older format",
        )
    if version < schema.SCHEMA_VERSION or codes != schema.CODES:
        raise IncompatibleIndexError(
            f"the index has an older format ({version})", hint="run `codegraph index` to rebuild it"
        )


def _decode(data: bytes) -> list:
    try:
        return marshal.loads(zlib.decompress(data))
    except (zlib.error, ValueError, EOFError, TypeError) as error:
        raise StorageError("the index is damaged (blocks)", hint=_REBUILD) from error


def build_external_row(row: tuple) -> ExternalRow:
    number, language, qualname, package = row
    return ExternalRow(-1 - number, f"external:{language}:{qualname}", language, qualname, package)


def _build_file_row(row: tuple) -> FileRow:
    path, language, status, reason, digest, size, lines, symbols, generated, cells = row
    return FileRow(
        path, language, schema.STATUSES[status], reason, digest.hex(), size, lines, symbols, bool(generated),
        _parse_cells(cells),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _parse_cells(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def check_search_support() -> tuple[str, bool]:
    """Return the version of SQLite, and whether it can search text."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return sqlite3.sqlite_version, False
    finally:
        connection.close()
    return sqlite3.sqlite_version, True
