"""Rows of one file, as both a whole write and a delta put them into the tables."""

import marshal
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from codegraph.store import schema
from codegraph.store.identifier_words import Splitter
from codegraph_parsers.file_facts import FileFacts, FileStatus, Flag, ParseProblem, Symbol, SymbolKind
from codegraph_parsers.ids import map_suffixes

DOC_SEARCH_CHARS = 240
"""Documentation beyond this many characters is kept but not searched: it is where words of everything occur. Prose
is not split at capitals: that would cost as much as all identifiers together."""

MARSHAL = 2
"""Version of the format of packed rows.

Later ones note which objects are shared, so that equal rows have different bytes."""

INSERT_SYMBOL = "INSERT INTO symbols VALUES(?,?,?,?,?,?,?,?,?,?,?,?)"
INSERT_FILE = "INSERT INTO files VALUES(?,?,?,?,?,?,?,?,?,?,?,?)"
INSERT_SEARCH = "INSERT INTO search(rowid,name,scope,path,signature,doc) VALUES(?,?,?,?,?,?)"


class StoredFile(NamedTuple):
    """One file row to write.

    With `mtime_ns` 0, its time is not used to detect changes.
    """

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
    cells: tuple[int, ...] = ()  # lines on which the cells of a notebook begin


RESOLVE_PROBLEM = "resolve"
"""Kind of the problems that say which parts of a file could not be resolved."""


def describe_partly_resolved(reason: str, messages: Sequence[str]) -> str:
    """Describe why a file is partial of which parts could not be resolved.

    `reason` is why it was partial before.
    """
    first, *others = dict.fromkeys(messages)
    text = f"partly resolved: {first}" + (f" and {len(others)} more" if others else "")
    return f"{reason}; {text}" if reason else text


class SymbolValues(NamedTuple):
    """A row of `symbols`."""

    id: int
    file: int
    kind: int
    name: str
    scope: int | None
    suffix: str | None
    parent: int | None
    line: int
    col: int
    start_line: int | None
    end_line: int | None
    flags: int


class Searched(NamedTuple):
    """Text of a symbol in the full-text index."""

    name: str
    scope: str
    path: str
    signature: str
    doc: str


class SymbolDetails(NamedTuple):
    """Properties of a symbol that `details` keeps."""

    signature: str
    parameters: list[tuple[str, str, bool, str]]
    doc: str
    decorators: list[str]
    visibility: str


def build_file_row(id: int, row: StoredFile, symbols: int) -> tuple[object, ...]:
    return (
        id, row.path, row.language, schema.STATUS_CODE[row.status], row.reason, bytes.fromhex(row.digest), row.size,
        row.mtime_ns, row.lines, int(row.generated), symbols, ",".join(map(str, row.cells)) or None,
    )  # fmt: skip


def has_text_module(row: StoredFile) -> bool:
    """Return whether a file without facts still has a module as its only symbol."""
    return row.status is not FileStatus.SKIPPED


def build_text_module(id: int, file: int, row: StoredFile, scope: Callable[[str], int]) -> SymbolValues:
    name = row.path.rsplit("/", 1)[-1]
    kind = schema.KIND_CODE[SymbolKind.MODULE]
    return SymbolValues(
        id, file, kind, name, scope(schema.NOT_A_PREFIX), None, None, 0, 0, 1, max(row.lines, 1), 0
    )  # fmt: skip


def compute_prefix(s: Symbol) -> str | None:
    """Return the part of a symbol's qualified name before its name.

    It has the form that `scopes` keeps, and is None where it is empty.
    """
    if s.qualname == s.name:
        return None
    if s.name and s.qualname.endswith(s.name):
        return s.qualname[: len(s.qualname) - len(s.name)]
    return s.qualname + schema.NOT_A_PREFIX


def build_qualname(prefix: str | None, name: str) -> str:
    """Return the qualified name, from its prefix and the name."""
    if prefix is None:
        return name
    return prefix[:-1] if prefix.endswith(schema.NOT_A_PREFIX) else prefix + name


def build_symbol_rows(
    facts: FileFacts, file: int, ids: Sequence[int], scope: Callable[[str], int]
) -> Iterator[SymbolValues]:
    """Yield the rows of the named symbols of a file, in source order.

    `ids` are by place in its facts, -1 for anonymous symbols.
    """
    told_apart = map_suffixes(facts.symbols)
    code = schema.KIND_CODE
    for i, s in enumerate(facts.symbols):
        if ids[i] < 0:
            continue
        parent = _find_named_parent(facts.symbols, s.parent)
        prefix = compute_prefix(s)
        yield SymbolValues(
            ids[i], file, code[s.kind], s.name, None if prefix is None else scope(prefix), told_apart.get(i),
            ids[parent] if parent > 0 else None, s.line, s.column, None if s.start_line == s.line else s.start_line,
            None if s.end_line == s.line else s.end_line, int(s.flags),
        )  # fmt: skip


def _find_named_parent(symbols: Sequence[Symbol], parent: int) -> int:
    while parent >= 0 and symbols[parent].flags & Flag.ANONYMOUS:
        parent = symbols[parent].parent
    return parent


def list_details(facts: FileFacts) -> list[SymbolDetails]:
    """Return the details of every named symbol, in source order."""
    anonymous = int(Flag.ANONYMOUS)
    return [
        SymbolDetails(
            s.signature,
            [(p.name, p.type, p.default, p.variadic) for p in s.parameters],
            s.doc,
            list(s.decorators),
            s.visibility,
        )
        for s in facts.symbols
        if not s.flags & anonymous
    ]


def pack_shown(rows: Sequence[SymbolDetails]) -> bytes:
    return zlib.compress(marshal.dumps([tuple(row) for row in rows], MARSHAL), 1)


class SearchText:
    """Builder of the searched text of symbols, one file after the other."""

    def __init__(self) -> None:
        self._split = Splitter().split
        self._path = ""
        self._whole = self._stem = ""

    def build(
        self, path: str, kind: SymbolKind, qualname: str, name: str, flags: int, told: SymbolDetails | Symbol
    ) -> Searched | None:
        """Return the searched text of a symbol, or None for one that is not searched."""
        if flags & Flag.ANONYMOUS or (flags & Flag.LOCAL and kind is SymbolKind.VARIABLE):
            return None
        split = self._split
        if path != self._path:
            self._path, self._whole, self._stem = path, split(path), split(path.rsplit("/", 1)[-1])
        scope = split(qualname[: -len(name)]) if name and len(qualname) > len(name) else ""
        signature = split(told.signature) if told.parameters else ""
        where = self._whole if kind is SymbolKind.MODULE else self._stem
        return Searched(split(name), scope, where, signature, told.doc[:DOC_SEARCH_CHARS])

    def build_for_text(self, path: str) -> Searched:
        """Return the searched text of a file without facts."""
        split = self._split
        return Searched(split(path.rsplit("/", 1)[-1]), "", split(path), "", "")


Missing = tuple[int, str, str, str, tuple[int, ...]]
"""A reference without a definition: id of the symbol that holds it, name, kind, reason, lines."""


def pack_missing(items: Sequence[Missing]) -> bytes:
    return zlib.compress(marshal.dumps(list(items), MARSHAL), 1)
