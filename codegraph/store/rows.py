"""Rows of one file: what a whole write and one of what differs put into the tables alike."""

import marshal
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from codegraph.store import schema
from codegraph.store.tokens import Splitter
from codegraph_parsers.facts import FileFacts, FileStatus, Flag, ParseProblem, Symbol, SymbolKind
from codegraph_parsers.ids import suffixes

DOC_SEARCH_CHARS = 240
"""Documentation beyond this many characters is kept but not searched: it is where words of everything occur. Prose
is not split at capitals: that would cost as much as all identifiers together."""

INSERT_SYMBOL = "INSERT INTO symbols VALUES(?,?,?,?,?,?,?,?,?,?,?,?)"
INSERT_FILE = "INSERT INTO files VALUES(?,?,?,?,?,?,?,?,?,?,?,?)"
INSERT_SEARCH = "INSERT INTO search(rowid,name,scope,path,signature,doc) VALUES(?,?,?,?,?,?)"


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
    cells: tuple[int, ...] = ()  # lines on which the cells of a notebook begin


RESOLVE_PROBLEM = "resolve"
"""Kind of the problems that say which parts of a file could not be resolved."""


def describe_partly_resolved(reason: str, messages: Sequence[str]) -> str:
    """Say why a file is partial of which parts could not be resolved.

    `reason`: why it was partial before."""
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
    """The text of a symbol that full-text search knows."""

    name: str
    scope: str
    path: str
    signature: str
    doc: str


class Shown(NamedTuple):
    """Properties of a symbol that `details` keeps."""

    signature: str
    parameters: list[tuple[str, str, bool, str]]
    doc: str
    decorators: list[str]
    visibility: str


def file_row(id: int, row: StoredFile, symbols: int) -> tuple[object, ...]:
    return (
        id, row.path, row.language, schema.STATUS_CODE[row.status], row.reason, bytes.fromhex(row.digest), row.size,
        row.mtime_ns, row.lines, int(row.generated), symbols, ",".join(map(str, row.cells)) or None,
    )  # fmt: skip


def has_text_module(row: StoredFile) -> bool:
    """Whether a file without facts has a symbol of its own all the same: its module."""
    return row.status is not FileStatus.SKIPPED


def text_module(id: int, file: int, row: StoredFile, scope: Callable[[str], int]) -> SymbolValues:
    name = row.path.rsplit("/", 1)[-1]
    kind = schema.KIND_CODE[SymbolKind.MODULE]
    return SymbolValues(
        id, file, kind, name, scope(schema.NOT_A_PREFIX), None, None, 0, 0, 1, max(row.lines, 1), 0
    )  # fmt: skip


def prefix_of(s: Symbol) -> str | None:
    """What stands before a symbol's name in its qualified name, as `scopes` keeps it; None for nothing."""
    if s.qualname == s.name:
        return None
    if s.name and s.qualname.endswith(s.name):
        return s.qualname[: len(s.qualname) - len(s.name)]
    return s.qualname + schema.NOT_A_PREFIX


def qualname_of(prefix: str | None, name: str) -> str:
    """The qualified name again."""
    if prefix is None:
        return name
    return prefix[:-1] if prefix.endswith(schema.NOT_A_PREFIX) else prefix + name


def symbol_rows(facts: FileFacts, file: int, ids: Sequence[int], scope: Callable[[str], int]) -> Iterator[SymbolValues]:
    """Rows of the named symbols of a file, in source order; `ids` are by place in its facts, -1 for anonymous ones."""
    told_apart = suffixes(facts.symbols)
    code = schema.KIND_CODE
    for i, s in enumerate(facts.symbols):
        if ids[i] < 0:
            continue
        parent = _named_parent(facts.symbols, s.parent)
        prefix = prefix_of(s)
        yield SymbolValues(
            ids[i], file, code[s.kind], s.name, None if prefix is None else scope(prefix), told_apart.get(i),
            ids[parent] if parent > 0 else None, s.line, s.column, None if s.start_line == s.line else s.start_line,
            None if s.end_line == s.line else s.end_line, int(s.flags),
        )  # fmt: skip


def _named_parent(symbols: Sequence[Symbol], parent: int) -> int:
    while parent >= 0 and symbols[parent].flags & Flag.ANONYMOUS:
        parent = symbols[parent].parent
    return parent


def shown(facts: FileFacts) -> list[Shown]:
    """Of every named symbol, in source order."""
    anonymous = int(Flag.ANONYMOUS)
    return [
        Shown(
            s.signature,
            [(p.name, p.type, p.default, p.variadic) for p in s.parameters],
            s.doc,
            list(s.decorators),
            s.visibility,
        )
        for s in facts.symbols
        if not s.flags & anonymous
    ]


def pack_shown(rows: Sequence[Shown]) -> bytes:
    return zlib.compress(marshal.dumps([tuple(row) for row in rows], 4), 1)


class SearchText:
    """Makes the searched text of symbols, of one file after the other."""

    def __init__(self) -> None:
        self._split = Splitter().split
        self._path = ""
        self._whole = self._stem = ""

    def of(
        self, path: str, kind: SymbolKind, qualname: str, name: str, flags: int, told: Shown | Symbol
    ) -> Searched | None:
        """None for a symbol that is not searched for."""
        if flags & Flag.ANONYMOUS or (flags & Flag.LOCAL and kind is SymbolKind.VARIABLE):
            return None
        split = self._split
        if path != self._path:
            self._path, self._whole, self._stem = path, split(path), split(path.rsplit("/", 1)[-1])
        scope = split(qualname[: -len(name)]) if name and len(qualname) > len(name) else ""
        signature = split(told.signature) if told.parameters else ""
        where = self._whole if kind is SymbolKind.MODULE else self._stem
        return Searched(split(name), scope, where, signature, told.doc[:DOC_SEARCH_CHARS])

    def of_text(self, path: str) -> Searched:
        """Of a file without facts."""
        split = self._split
        return Searched(split(path.rsplit("/", 1)[-1]), "", split(path), "", "")


Missing = tuple[int, str, str, str, tuple[int, ...]]
"""A reference without a definition: id of the symbol that holds it, name, kind, reason, lines."""


def pack_missing(items: Sequence[Missing]) -> bytes:
    return zlib.compress(marshal.dumps(list(items), 4), 1)
