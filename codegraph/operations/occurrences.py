"""Occurrences of symbols in text: where names of definitions and uses stand.

The graph has lines of references, not columns. A use stands where the name of its target stands on that line; what is
used without its name, such as an operator, stands nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.errors import NotFoundError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.context import Context
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, Node, SymbolRow, UnresolvedRow
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.languages import find_spec

NAMING: Final = frozenset(EdgeKind) - {EdgeKind.CONTAINS, EdgeKind.TESTS, EdgeKind.OVERRIDES}
"""Edges whose lines may have the name of the target."""

_WORD: Final = re.compile(r"[\w$]+")

MEMBERS: Final = frozenset({SymbolKind.FIELD, SymbolKind.PROPERTY, SymbolKind.METHOD})

_MEMBER_ACCESS: Final = re.compile(r"(?:\.|->|::)\s*#?$")

_ALIASED: Final = NAMING - {EdgeKind.IMPLICIT_CALLS}
"""Edges of what the text names, if by another name."""


class Span(NamedTuple):
    """Characters `start … end` of a line; all count from 0."""

    line: int
    start: int
    end: int


class Use(NamedTuple):
    """A target that a name may mean, with the edges that say so, strongest first."""

    target: Node
    edges: tuple[EdgeRow, ...]

    @property
    def resolution(self) -> Resolution:
        return self.edges[0].resolution


class Occurrence(NamedTuple):
    """A name at a place.

    It is that of a `definition`, or it means one of `uses`, or nobody knows what: `unresolved`. All are empty for a
    name that the graph says nothing of, such as that of a local variable."""

    path: str
    span: Span
    text: str
    definition: SymbolRow | None = None
    uses: tuple[Use, ...] = ()
    unresolved: tuple[UnresolvedRow, ...] = ()

    @property
    def symbols(self) -> tuple[SymbolRow, ...]:
        """Return the symbols of the repository that the name means."""
        if self.definition is not None:
            return (self.definition,)
        return tuple(use.target for use in self.uses if isinstance(use.target, SymbolRow))


def find_definition_span(lines: Sequence[str], row: SymbolRow) -> Span | None:
    """Return where the name of a definition stands.

    The result is None where its text is not there any more."""
    if row.kind is SymbolKind.MODULE and not row.line:
        return Span(0, 0, 0)
    if not 0 < row.line <= len(lines):
        return None
    text = lines[row.line - 1]
    start = len(text.encode("utf-8", "surrogatepass")[: row.column].decode(errors="replace"))
    if not text.startswith(row.name, start):
        start = text.find(row.name)
    return Span(row.line - 1, start, start + len(row.name)) if start >= 0 else None


def find_name_spans(lines: Sequence[str], line: int, name: str) -> Iterator[Span]:
    """Yield the places on a line, counted from 1, where a name stands as a word."""
    if 0 < line <= len(lines) and name:
        for found in re.finditer(rf"(?<![\w$]){re.escape(name)}(?![\w$])", lines[line - 1]):
            yield Span(line - 1, found.start(), found.end())


def list_written_names(index: Index, target: Node) -> list[str]:
    """Return the names by which text may mean a target, the likeliest first.

    A call of a constructor mostly names its class."""
    names = [target.name]
    if isinstance(target, SymbolRow) and target.kind is SymbolKind.CONSTRUCTOR and target.parent >= 0:
        names.append(index.list_symbols([target.parent])[0].name)
    return names


def list_use_spans(index: Index, lines: Sequence[str], line: int, target: Node) -> list[Span]:
    """Return the places on a line, counted from 1, where a target is named."""
    for name in list_written_names(index, target):
        spans = find_likely_spans(lines, line, name, target)
        if spans:
            return spans
    return []


def find_likely_spans(lines: Sequence[str], line: int, name: str, target: Node) -> list[Span]:
    """Return the places on a line where a name may mean a target.

    Where the name stands more than once, some of them mean something else: a variable or a keyword beside a member of
    the same name, a text beside code, and code beside the path of a module."""
    spans = list(find_name_spans(lines, line, name))
    if len(spans) < 2 or not isinstance(target, SymbolRow):
        return spans
    text = lines[line - 1]
    texts = find_text_ranges(text)
    is_module = target.kind is SymbolKind.MODULE
    spans = [each for each in spans if any(each.start in text for text in texts) is is_module] or spans
    if target.kind in MEMBERS and target.parent >= 0 and _is_receiver_required(target.language):
        spans = [each for each in spans if _MEMBER_ACCESS.search(text, 0, each.start)] or spans
    return spans


def find_text_ranges(line: str) -> list[range]:
    """Return the characters of a line in quotes, less those in braces."""
    found: list[range] = []
    quote, start, depth = "", 0, 0
    for at, each in enumerate(line):
        if quote and not depth and (each == quote or each == "{"):
            found.append(range(start, at))
        if depth:
            depth += (each == "{") - (each == "}")
            start = at + 1
        elif not quote and each in "\"'`":
            quote, start = each, at + 1
        elif each == quote:
            quote = ""
        elif quote and each == "{":
            depth = 1
    return found


def _is_receiver_required(language: str) -> bool:
    """Return whether methods of a language name members by a receiver only."""
    spec = find_spec(language)
    return spec is not None and spec.semantics.lookup.class_scope in ("receiver", "sequence")


def find_word(line: str, column: int) -> tuple[int, int]:
    """Return the start and end of the name around a column, or just before it.

    They are equal where there is none."""
    for found in _WORD.finditer(line):
        if found.start() <= column <= found.end():
            return found.span()
    return column, column


def find_occurrence(context: Context, path: str, line: int, column: int) -> Occurrence | None:
    """Return the name at a place of a file, None where no name stands.

    `line` and `column` count from 0, columns in characters. Raises NotFoundError for a file that is not indexed."""
    index = context.index()
    rows = index.list_file_symbols(path)
    lines = index.read_text_lines(path)
    if not 0 <= line < len(lines):
        return None
    start, end = find_word(lines[line], column)
    if start == end:
        return None
    found = Occurrence(path, Span(line, start, end), lines[line][start:end])
    for row in rows:
        span = find_definition_span(lines, row) if row.line == line + 1 else None
        if span is not None and span.start <= start < span.end and row.kind is not SymbolKind.ENDPOINT:
            return found._replace(span=span, definition=row)
    around = [row for row in rows if row.kind is SymbolKind.MODULE or row.start_line <= line + 1 <= row.end_line]
    edges = _list_edges_on(index, around, line + 1)
    said = _strip_marks(found.text)
    named = [edge for edge in edges if said in map(_strip_marks, list_written_names(index, edge.target))]
    if not named:
        named = _list_aliased(index, lines, rows[0], edges, found)
    misses = (
        miss
        for row in around
        for miss in index.list_unresolved(source=row, limit=None).items
        if _strip_marks(miss.name) == said and line + 1 in miss.lines
    )
    return found._replace(uses=group_uses(named), unresolved=tuple(misses))


def _strip_marks(name: str) -> str:
    """Return a name without marks that languages write around it: `@`, `?` …"""
    return name.lstrip("@$").rstrip("?!=") or name


def group_uses(edges: Iterable[EdgeRow]) -> tuple[Use, ...]:
    """Return the targets of edges, those of the strongest evidence first."""
    order = list(Resolution)
    by_target: dict[int, list[EdgeRow]] = {}
    for edge in sorted(edges, key=lambda edge: order.index(edge.resolution)):
        by_target.setdefault(edge.target.node, []).append(edge)
    return tuple(Use(same[0].target, tuple(same)) for same in by_target.values())


def _list_edges_on(index: Index, around: Sequence[SymbolRow], line: int) -> list[EdgeRow]:
    """Return what symbols use on a line; endpoints are not named by identifiers."""
    found: list[EdgeRow] = []
    for row in around:
        edges = index.list_outgoing(row, tuple(NAMING - {EdgeKind.DECORATES}), limit=None).items
        found += (edge for edge in edges if line in edge.lines)
        # A decorator is the source of its edge, and the lines are those of what it decorates.
        decorating = index.list_incoming(row, (EdgeKind.DECORATES,), limit=None).items
        found += (edge._replace(source=row, target=edge.source) for edge in decorating if line in edge.lines)
    return [e for e in found if not (isinstance(e.target, SymbolRow) and e.target.kind is SymbolKind.ENDPOINT)]


def _list_aliased(
    index: Index, lines: Sequence[str], module: SymbolRow, edges: Sequence[EdgeRow], found: Occurrence
) -> list[EdgeRow]:
    """Return the edges of a line that may be meant by a name of the file's own.

    Their targets are not named on the line, and an import of the file that brings the target says the name."""
    unnamed = [
        edge
        for edge in edges
        if edge.kind in _ALIASED and not list_use_spans(index, lines, found.span.line + 1, edge.target)
    ]
    if not unnamed:
        return []
    imports = index.list_outgoing(module, (EdgeKind.IMPORTS,), limit=None).items
    bringing = {
        edge.target.node
        for edge in imports
        if any(list(find_name_spans(lines, line, found.text)) for line in edge.lines)
    }
    return [edge for edge in unnamed if _list_bearers(edge.target) & bringing]


def _list_bearers(target: Node) -> set[int]:
    """Return what an import may bring for a target.

    That is itself, and for a constructor its class, too."""
    is_constructor = isinstance(target, SymbolRow) and target.kind is SymbolKind.CONSTRUCTOR
    return {target.node, target.parent} if isinstance(target, SymbolRow) and is_constructor else {target.node}


def list_definitions(context: Context, path: str) -> list[SymbolRow]:
    """Return the named symbols of a file in source order.

    There are none for a file that is not indexed."""
    try:
        rows = context.index().list_file_symbols(path)
    except NotFoundError:
        return []
    return [row for row in rows if row.qualname and row.kind is not SymbolKind.ENDPOINT]
