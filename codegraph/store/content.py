"""Parts of a generation that depend on files alone.

They are symbols, their details and searched text. None of it depends on edges. So another process may write it while
edges are resolved, into a database that `writer.write_structure` then takes over.
"""

from __future__ import annotations

import errno
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import count, islice, pairwise
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import StorageError
from codegraph.store import schema
from codegraph.store.file_rows import (
    INSERT_FILE,
    INSERT_SEARCH,
    INSERT_SYMBOL,
    SearchText,
    StoredFile,
    build_file_row,
    build_symbol_rows,
    build_text_module,
    has_text_module,
    list_details,
    pack_shown,
)
from codegraph.store.numbering import Numbering, Order
from codegraph_parsers.file_facts import FileFacts, Flag, Symbol, SymbolKind


class FileContent(NamedTuple):
    """A file, with its facts if it has any."""

    row: StoredFile
    facts: FileFacts | None


class Content(NamedTuple):
    """Contents that were written.

    `bounds` are the ids of the first symbol of each file, and then the number of all symbols: ids are assigned in the
    order of files. `ids` are those of the symbols in the facts of each file, -1 for anonymous ones. `contains` counts
    symbols in others.
    """

    paths: list[str]
    bounds: list[int]
    ids: list[array[int]]
    kinds: Counter[SymbolKind]
    contains: int
    found: Sequence[int] = ()


class Prepared(NamedTuple):
    """A database with content that is not in a generation yet."""

    database: Path
    content: Content


def prepare(path: Path, files: Iterable[FileContent]) -> Content:
    """Write a database with the content of files, sorted by path.

    Raises StorageError.
    """
    try:
        with closing(create(path)) as connection:
            content = write_content(connection, files)
            connection.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        raise build_write_error(error) from error
    return content


def create(path: Path) -> sqlite3.Connection:
    """Create a database without rows, and begin a transaction."""
    connection = connect_unseen(path)
    connection.executescript(schema.TABLES + schema.SEARCH_TABLE)
    # One segment instead of many that are merged again and again.
    connection.execute("INSERT INTO search(search, rank) VALUES('hashsize', 268435456)")
    connection.execute("BEGIN")
    return connection


def take_over(prepared: Path, path: Path) -> sqlite3.Connection:
    """Move a prepared database to `path`, and begin a transaction.

    Raises OSError.
    """
    prepared.replace(path)
    connection = connect_unseen(path)
    connection.execute("BEGIN")
    return connection


def connect_unseen(path: Path) -> sqlite3.Connection:
    """Open a database that no other process reads yet."""
    connection = sqlite3.connect(path, isolation_level=None)
    # Nobody reads this file before it is complete and renamed, so it needs neither a journal nor a sync a page.
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-16384"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def build_write_error(error: Exception) -> StorageError:
    full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or "full" in str(error)
    what = "the disk is full" if full else str(error)
    hint = "the last index is unchanged; free some space or set CODEGRAPH_HOME to another place"
    return StorageError(f"the index could not be written: {what}", hint=hint)


def write_content(connection: sqlite3.Connection, files: Iterable[FileContent], *, searched: bool = True) -> Content:
    """Write the rows of files, sorted by path, one file after the other.

    Ids are assigned in order, so they are also places in it. The texts of symbols are a third of the work, and left out
    unless `searched`.
    """
    writer = _Writer(connection, searched)
    for file in files:
        writer.add(file)
    return writer.finish()


def add_found_symbols(connection: sqlite3.Connection, content: Content, files: Sequence[FileFacts]) -> Content:
    """Add the symbols that were found while the content was written.

    They are those at the end of facts which the content has not."""
    numbers = {path: file for file, path in enumerate(content.paths)}
    added = [(numbers[f.path], f) for f in files if len(f.symbols) > len(content.ids[numbers[f.path]])]
    if not added:
        return content
    following, found, changes, run = content.bounds[-1], list[int](), list[tuple[int, int, list[int]]](), connection
    scopes = {prefix: id for id, prefix in run.execute("SELECT id, prefix FROM scopes")}
    known, kinds, text = len(scopes), content.kinds.copy(), SearchText()
    numbering = Numbering.unpack(run.execute("SELECT data FROM numbering").fetchone()[0])
    counts = list(numbering.symbols)
    for file, facts in added:
        old = len(content.ids[file])
        new = list(range(following, following + len(facts.symbols) - old))
        following += len(new)
        content.ids[file].extend(new)
        found += [file] * len(new)
        changes.append((content.bounds[file + 1], content.bounds[file + 1], new))
        counts[file] += len(new)
        kinds.update(symbol.kind for symbol in facts.symbols[old:])
        ids = content.ids[file]
        rows = build_symbol_rows(facts, file, ids, lambda prefix: scopes.setdefault(prefix, len(scopes)))
        run.executemany(INSERT_SYMBOL, (row for row in rows if row.id >= new[0]))
        run.execute("UPDATE details SET data = ? WHERE file = ?", (pack_shown(list_details(facts)), file))
        run.execute("UPDATE files SET symbols = ? WHERE id = ?", (counts[file], file))
        for id, symbol in zip(new, facts.symbols[old:], strict=True):
            said = text.build(facts.path, symbol.kind, symbol.qualname, symbol.name, symbol.flags, symbol)
            if said is not None:
                run.execute(INSERT_SEARCH, (id, *said))
    run.executemany("INSERT INTO scopes VALUES(?,?)", ((id, prefix) for prefix, id in scopes.items() if id >= known))
    order = numbering.symbol_order.replace(changes)
    made = Numbering(numbering.files, counts, numbering.chunks, order, numbering.chunk_order)
    run.execute("UPDATE numbering SET data = ?", (made.pack(),))
    return content._replace(kinds=kinds, contains=content.contains + len(found), found=found)


def assign_ids(symbols: Iterable[Symbol], ids: Iterable[int]) -> array[int]:
    """Return the ids of the symbols of a file, given those of the named ones.

    It is -1 for anonymous symbols, which have none."""
    anonymous, following = int(Flag.ANONYMOUS), iter(ids)
    return array("q", [-1 if symbol.flags & anonymous else next(following) for symbol in symbols])


class _Writer:
    def __init__(self, connection: sqlite3.Connection, searched: bool) -> None:
        self.connection = connection
        self.text = SearchText() if searched else None
        self.begun = False  # whether anything is searched yet
        self.paths: list[str] = []
        self.bounds = [0]
        self.kinds: Counter[SymbolKind] = Counter()
        self.contains = 0
        self.scopes: dict[str, int] = {}
        self.ids: list[array[int]] = []
        for option, value in (("automerge", 0), ("usermerge", 2)):
            connection.execute("INSERT INTO search(search, rank) VALUES(?, ?)", (option, value))

    def add(self, content: FileContent) -> None:
        file, (row, facts) = len(self.bounds) - 1, content
        first = self.bounds[-1]
        ids = assign_ids(facts.symbols if facts is not None else (), count(first))
        if facts is not None:
            symbols = self._add_symbols(file, facts, ids)
        else:
            symbols = self._add_text(file, row) if has_text_module(row) else 0
        self.paths.append(row.path)
        self.bounds.append(first + symbols)
        self.ids.append(ids)
        run = self.connection.execute
        run(INSERT_FILE, build_file_row(file, row, symbols))
        for problem in row.problems:
            run("INSERT INTO problems VALUES(?,?,?,?,?)", (file, *problem))

    def _add_symbols(self, file: int, facts: FileFacts, ids: Sequence[int]) -> int:
        named = [symbol for symbol, id in zip(facts.symbols, ids, strict=True) if id >= 0]
        self.kinds.update(symbol.kind for symbol in named)
        self.contains += max(0, len(named) - 1)
        self.connection.executemany(INSERT_SYMBOL, build_symbol_rows(facts, file, ids, self._get_scope_id))
        self.connection.execute("INSERT INTO details VALUES(?,?)", (file, pack_shown(list_details(facts))))
        if self.text is not None:
            texts = [self.text.build(facts.path, s.kind, s.qualname, s.name, s.flags, s) for s in facts.symbols]
            self._add_searched([(id, *text) for id, text in zip(ids, texts, strict=True) if text is not None])
        return len(named)

    def _add_text(self, file: int, row: StoredFile) -> int:
        self.kinds[SymbolKind.MODULE] += 1
        id = self.bounds[-1]
        self.connection.execute(INSERT_SYMBOL, build_text_module(id, file, row, self._get_scope_id))
        if self.text is not None:
            self._add_searched([(id, *self.text.build_for_text(row.path))])
        return 1

    def _get_scope_id(self, prefix: str) -> int:
        return self.scopes.setdefault(prefix, len(self.scopes))

    def _add_searched(self, rows: Sequence[tuple[object, ...]]) -> None:
        """Add rows to the text search.

        The very first row makes a segment of its own, see `finish`.
        """
        rest = iter(rows)
        if rows and not self.begun:
            self.begun = True
            self.connection.executemany(INSERT_SEARCH, islice(rest, 1))
            self._end_segment()
        self.connection.executemany(INSERT_SEARCH, rest)

    def _end_segment(self) -> None:
        self.connection.execute("SAVEPOINT part")
        self.connection.execute("RELEASE part")

    def finish(self) -> Content:
        """Finish the database and return its content.

        The text index becomes one segment, one level up. `merge` makes that of two segments on one level. Later commits
        add small segments, which are merged by the sixteen. The large segment is merged with those only once they are
        many. Without `automerge` no commit but that one does more than its own work.
        """
        run, many = self.connection.execute, self.connection.executemany
        self._end_segment()
        run("INSERT INTO search(search, rank) VALUES('merge', 1000000)")
        many("INSERT INTO scopes VALUES(?,?)", ((i, prefix) for prefix, i in self.scopes.items()))
        counts = [end - start for start, end in pairwise(self.bounds)]
        files, symbols = Order([(0, len(counts))]), Order([(0, self.bounds[-1])])
        numbering = Numbering(files, counts, [0] * len(counts), symbols, Order())
        run("INSERT INTO numbering VALUES(?)", (numbering.pack(),))
        for statement in filter(str.strip, schema.INDEXES.split(";")):
            run(statement)
        return Content(self.paths, self.bounds, self.ids, self.kinds, self.contains)
