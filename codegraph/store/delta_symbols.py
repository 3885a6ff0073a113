"""Delta of files and symbols, applied to a copy of a generation."""

from __future__ import annotations

import marshal
import sqlite3
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from codegraph.errors import StorageError
from codegraph.graph_model import FileChunks, GraphDelta, SymbolKey, build_symbol_keys
from codegraph.store import schema
from codegraph.store.file_rows import (
    INSERT_FILE,
    INSERT_SEARCH,
    INSERT_SYMBOL,
    Searched,
    SearchText,
    StoredFile,
    SymbolDetails,
    SymbolValues,
    build_file_row,
    build_qualname,
    build_symbol_rows,
    build_text_module,
    has_text_module,
    list_details,
    pack_shown,
)
from codegraph.store.lexical import INSERT_CHUNK, build_chunk_rows
from codegraph.store.numbering import Numbering
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind
from codegraph_parsers.ids import map_suffixes

_DELETE_SEARCH = "INSERT INTO search(search,rowid,name,scope,path,signature,doc) VALUES('delete',?,?,?,?,?,?)"
_UPDATE_SYMBOL = (
    "UPDATE symbols SET kind=?, scope=?, suffix=?, parent=?, line=?, col=?, start_line=?, end_line=?, flags=? "
    "WHERE id=?"
)


def build_mismatch_error(what: str) -> StorageError:
    """Return the error for a delta that does not fit its generation."""
    return StorageError(f"the changes do not fit the last generation: {what}", hint="run `codegraph index --full`")


class KnownSymbol(NamedTuple):
    """A symbol in the last generation."""

    values: SymbolValues
    qualname: str


class _SymbolText(NamedTuple):
    """Parts of the searched text of a symbol.

    None stands for the module of a file without facts.
    """

    kind: SymbolKind
    qualname: str
    name: str
    flags: int
    told: SymbolDetails


class Change(NamedTuple):
    """Change of one file.

    It has the file's id, its former place (`at`; `before` tells whether it had one), whether it still exists, and the
    ids of its symbols and chunks, None for unchanged ones.
    """

    path: str
    id: int
    at: int
    before: bool
    after: bool
    symbols: list[int] | None
    chunks: list[int] | None


@dataclass
class Files:
    """Applies files, symbols and chunks.

    Afterwards it knows the new numbering.
    """

    connection: sqlite3.Connection
    delta: GraphDelta
    rows: Mapping[str, StoredFile]
    removed: Collection[str]
    chunks: Mapping[str, FileChunks | None]
    old: Numbering
    kinds: Counter[str] = field(default_factory=Counter[str])
    """By how much the totals of `meta` change."""
    changes: list[Change] = field(default_factory=list[Change])
    keys: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """Ids of the symbols of files whose facts changed, by path and key."""
    owners: dict[int, int] = field(default_factory=dict[int, int])
    """File of every symbol that a file with changed facts has or had."""
    ids: dict[str, int] = field(default_factory=dict[str, int])
    gone: set[int] = field(default_factory=set[int])
    """Ids of symbols that are there no more."""
    cut: list[tuple[int, FileChunks]] = field(default_factory=list[tuple[int, FileChunks]])
    """New chunks of files, each with the id of the first."""

    def __post_init__(self) -> None:
        self._next_file, self._next_symbol, self._next_chunk = self.old.unused
        self._text = SearchText()
        self._scopes: dict[str, int] = {}
        self._next_scope = 0
        self._dropped = 0  # files that were there and are not any more, till now

    def apply(self) -> Numbering:
        """Apply the changes and return the numbering of the new generation.

        `changes` are in path order afterwards.
        """
        touched = sorted({*self.delta.facts, *self.rows, *self.removed, *self.chunks})
        self.ids = dict(self._select("SELECT path, id FROM files WHERE path IN", touched))
        self._next_scope = self.connection.execute("SELECT COALESCE(MAX(id), -1) + 1 FROM scopes").fetchone()[0]
        troubled = {file for (file,) in self.connection.execute("SELECT DISTINCT file FROM problems")}
        for path in touched:
            self.changes.append(self._apply_change(path, troubled))
        numbering = self._build_numbering()
        self.connection.execute("UPDATE numbering SET data = ?", (numbering.pack(),))
        return numbering

    def _select(self, statement: str, values: Sequence[object]) -> Iterator[tuple]:
        for at in range(0, len(values), 900):
            part = values[at : at + 900]
            yield from self.connection.execute(f"{statement} ({','.join('?' * len(part))})", part)

    # ---- one file

    def _apply_change(self, path: str, troubled: set[int]) -> Change:
        run = self.connection.execute
        before, after = path in self.ids, path not in self.removed
        if not before and path not in self.rows:
            raise build_mismatch_error(f"{path} is not known")
        if before:
            file = self.ids[path]
            at = self.old.files.find_place(file)
        else:
            file = self.ids[path] = self._next_file
            self._next_file += 1
            at = run("SELECT COUNT(*) FROM files WHERE path < ? AND id < ?", (path, self.old.unused[0])).fetchone()[0]
            at += self._dropped
        known = self._read_known(file, at) if before else []
        details = self._read_details(file) if before else None
        made = self._update_symbols(path, file, known, details, after)
        if file in troubled:
            run("DELETE FROM problems WHERE file = ?", (file,))
        if not after:
            self._dropped += before
            for table, column in (("files", "id"), ("details", "file")):
                run(f"DELETE FROM {table} WHERE {column} = ?", (file,))
        elif path in self.rows:
            row = self.rows[path]
            count = len(made) if made is not None else len(known)
            if before:
                run("DELETE FROM files WHERE id = ?", (file,))
            run(INSERT_FILE, build_file_row(file, row, count))
            self.connection.executemany(
                "INSERT INTO problems VALUES(?,?,?,?,?)", ((file, *problem) for problem in row.problems)
            )
        elif made is not None:
            run("UPDATE files SET symbols = ? WHERE id = ?", (len(made), file))
        return Change(
            path, file, at, before, after, made, self._replace_chunks(path, file, at, before, after, known, made)
        )

    def _update_symbols(
        self, path: str, file: int, known: list[KnownSymbol], details: list[SymbolDetails] | None, after: bool
    ) -> list[int] | None:
        """Update the symbols of a file and return their ids in source order.

        The result is None when they are unchanged.
        """
        facts = self.delta.facts.get(path)
        row = self.rows.get(path)
        if after and path not in self.delta.facts and (details is not None or row is None):
            return None
        by_key = {(k.qualname, k.values.suffix or ""): k for k in known}
        if facts is not None and after:
            ids = self._assign_ids(facts, by_key)
            values = list(build_symbol_rows(facts, file, ids, self._get_scope_id))
            told = list_details(facts)
            named = [s for s in facts.symbols if not s.flags & Flag.ANONYMOUS]
            said = [_SymbolText(s.kind, s.qualname, s.name, int(s.flags), t) for s, t in zip(named, told, strict=True)]
            self.keys[path] = {key: id for key, id in zip(build_symbol_keys(facts), ids) if id >= 0}
            if details is None or told != details:
                self.connection.execute("INSERT OR REPLACE INTO details VALUES(?,?)", (file, pack_shown(told)))
        else:
            values, said = [], []
            if after and row is not None and has_text_module(row):
                at = by_key.get(("", ""))
                id = at.values.id if at is not None else self._create_symbol_id()
                values, said = [build_text_module(id, file, row, self._get_scope_id)], [None]
            elif after and row is None and known:
                raise build_mismatch_error(f"{path} lost its facts and has no row")
            self.keys[path] = dict.fromkeys([""] * len(values), values[0].id if values else 0)
            if details is not None and after:
                self.connection.execute("DELETE FROM details WHERE file = ?", (file,))
        self._replace(path, known, details, values, said)
        ids = [value.id for value in values]
        self.owners.update(dict.fromkeys((*ids, *(k.values.id for k in known)), file))
        return ids

    def _assign_ids(self, facts: FileFacts, by_key: Mapping[tuple[str, str], KnownSymbol]) -> list[int]:
        """Return ids by place in the facts.

        A symbol keeps the id of its key, else it gets a new one. Anonymous symbols have -1.
        """
        told_apart = map_suffixes(facts.symbols)
        ids: list[int] = []
        for i, s in enumerate(facts.symbols):
            if s.flags & Flag.ANONYMOUS:
                ids.append(-1)
                continue
            found = by_key.get((s.qualname, told_apart.get(i, "")))
            ids.append(found.values.id if found is not None else self._create_symbol_id())
        return ids

    def _create_symbol_id(self) -> int:
        self._next_symbol += 1
        return self._next_symbol - 1

    def _get_scope_id(self, prefix: str) -> int:
        found = self._scopes.get(prefix)
        if found is None:
            row = None
            if prefix == schema.NOT_A_PREFIX:  # that of every module
                row = self.connection.execute("SELECT id FROM scopes WHERE prefix = ? LIMIT 1", (prefix,)).fetchone()
            found = row[0] if row else self._next_scope
            if not row:
                self.connection.execute("INSERT INTO scopes VALUES(?,?)", (found, prefix))
                self._next_scope += 1
            self._scopes[prefix] = found
        return found

    def _replace(
        self,
        path: str,
        known: list[KnownSymbol],
        details: list[SymbolDetails] | None,
        values: list[SymbolValues],
        said: Sequence[_SymbolText | None],
    ) -> None:
        """Replace the rows of `symbols` and `search` by `values` and their texts.

        Only rows that differ are touched.
        """
        run = self.connection.executemany
        old = {k.values.id: k.values for k in known}
        new = {v.id: v for v in values}
        if len(new) != len(values):
            raise build_mismatch_error(f"symbols of {path} have one key")
        kept = [(old[v.id], v) for v in values if v.id in old]
        again = {v.id for o, v in kept if o.name != v.name}
        vanished = [id for id in old if id not in new or id in again]
        self.gone.update(id for id in old if id not in new)
        run("DELETE FROM symbols WHERE id = ?", ((id,) for id in vanished))
        run(INSERT_SYMBOL, (v for v in values if v.id not in old or v.id in again))
        run(
            _UPDATE_SYMBOL,
            ((v.kind, *v[4:], v.id) for o, v in kept if o != v and v.id not in again),
        )
        before = dict(zip(old, _list_texts_before(known, details)))
        now = dict(zip(new, said))
        texts = [
            (id, self._build_search_text(path, before, id), self._build_search_text(path, now, id))
            for id in {**before, **now}
            if id not in before or id not in now or before[id] != now[id]
        ]
        run(_DELETE_SEARCH, ((id, *text) for id, text, other in texts if text is not None and text != other))
        run(INSERT_SEARCH, ((id, *text) for id, other, text in texts if text is not None and text != other))
        for sign, rows in ((-1, old.values()), (1, new.values())):
            for row in rows:
                self.kinds[f"symbols:{schema.KINDS[row.kind]}"] += sign
            self.kinds["edges:contains:exact"] += sign * max(0, len(rows) - 1)

    def _build_search_text(self, path: str, said: Mapping[int, _SymbolText | None], id: int) -> Searched | None:
        if id not in said:
            return None
        told = said[id]
        return self._text.build(path, *told) if told is not None else self._text.build_for_text(path)

    def _read_known(self, file: int, at: int) -> list[KnownSymbol]:
        """Return the symbols of a file in the last generation, in source order."""
        order = {id: place for place, id in enumerate(self.old.list_symbol_ids(at))}
        statement = (
            "SELECT s.id, s.file, s.kind, s.name, s.scope, s.suffix, s.parent, s.line, s.col, s.start_line, "
            "s.end_line, s.flags, c.prefix FROM symbols s LEFT JOIN scopes c ON c.id = s.scope "
            "WHERE s.id BETWEEN ? AND ?"
        )
        found: list[KnownSymbol] = []
        for first, length in self.old.list_symbol_runs(at):
            for *values, prefix in self.connection.execute(statement, (first, first + length - 1)):
                found.append(KnownSymbol(SymbolValues(*values), build_qualname(prefix, values[3])))
                if prefix is not None:
                    self._scopes.setdefault(prefix, values[4])
        if len(found) != len(order):
            raise build_mismatch_error(f"file {file} has other symbols")
        found.sort(key=lambda k: order[k.values.id])
        return found

    def _read_details(self, file: int) -> list[SymbolDetails] | None:
        row = self.connection.execute("SELECT data FROM details WHERE file = ?", (file,)).fetchone()
        return [SymbolDetails(*told) for told in marshal.loads(zlib.decompress(row[0]))] if row else None

    # ---- chunks and numbers

    def _replace_chunks(
        self, path: str, file: int, at: int, before: bool, after: bool, known: list[KnownSymbol], made: list[int] | None
    ) -> list[int] | None:
        """Replace the chunks of a file and return their ids.

        The result is None when they stay.
        """
        if after and before and path not in self.chunks and (path not in self.delta.facts or path not in self.rows):
            return None  # its text is as it was, whatever the resolver found of its symbols
        if before and self.old.chunks[at]:
            self.connection.execute("DELETE FROM chunks WHERE file = ?", (file,))
        entry = self.chunks.get(path) if after else None
        if entry is None:
            return []
        facts = self.delta.facts.get(path)
        symbols: list[int] = []
        if facts is not None and made is not None:
            ids = iter(made)
            symbols = [-1 if s.flags & Flag.ANONYMOUS else next(ids) for s in facts.symbols]
        elif made is None and known:
            raise build_mismatch_error(f"{path} has other chunks and the same facts")
        first, self._next_chunk = self._next_chunk, self._next_chunk + len(entry.chunks)
        self.connection.executemany(INSERT_CHUNK, build_chunk_rows(file, entry, first, symbols))
        self.cut.append((first, entry))
        return list(range(first, self._next_chunk))

    def _build_numbering(self) -> Numbering:
        old = self.old
        files: list[tuple[int, int, Sequence[int]]] = []
        symbols: list[tuple[int, int, Sequence[int]]] = []
        chunks: list[tuple[int, int, Sequence[int]]] = []
        counts: tuple[list[int], list[int]] = ([], [])
        done = 0
        for change in self.changes:
            at, end = change.at, change.at + change.before
            for found, of in zip(counts, (old.symbols, old.chunks)):
                found.extend(of[done:at])
            done = end
            files.append((at, end, [change.id] if change.after else []))
            for found, edits, ids, of, firsts in (
                (counts[0], symbols, change.symbols, old.symbols, old.first_nodes),
                (counts[1], chunks, change.chunks, old.chunks, old.first_chunks),
            ):
                if ids is not None:
                    edits.append((firsts[at], firsts[end], ids))
                if change.after:
                    found.append(of[at] if ids is None else len(ids))
        for found, of in zip(counts, (old.symbols, old.chunks)):
            found.extend(of[done:])
        return Numbering(
            old.files.replace(files), counts[0], counts[1], old.symbol_order.replace(symbols),
            old.chunk_order.replace(chunks), (self._next_file, self._next_symbol, self._next_chunk),
        )  # fmt: skip


def _list_texts_before(
    known: Sequence[KnownSymbol], details: Sequence[SymbolDetails] | None
) -> list[_SymbolText | None]:
    if details is None:
        return [None] * len(known)
    return [
        _SymbolText(schema.KINDS[k.values.kind], k.qualname, k.values.name, k.values.flags, told)
        for k, told in zip(known, details, strict=True)
    ]


def build_key(path: str, qualname: str, suffix: str | None) -> SymbolKey:
    return path, f"{qualname}{suffix or ''}"
