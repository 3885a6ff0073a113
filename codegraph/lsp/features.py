"""Questions of an editor, each answered by operations.

What an operation answers is put where it stands in the editor; nothing here asks the index on its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lsprotocol import types

from codegraph.errors import NotFoundError
from codegraph.graph_model import EdgeKind
from codegraph.lsp import markup
from codegraph.lsp.documents import EditedFile, FileViews
from codegraph.lsp.items import (
    KINDS,
    build_call_item,
    build_data,
    build_extent,
    build_location,
    build_type_item,
    get_title,
)
from codegraph.operations.context import Context
from codegraph.operations.edges import list_callees, list_callers, list_references
from codegraph.operations.hierarchy import is_type, list_implementations, list_subtypes, list_supertypes
from codegraph.operations.memory.knowledge import find_knowledge
from codegraph.operations.occurrences import (
    Occurrence,
    find_name_spans,
    find_occurrence,
    list_definitions,
    list_use_spans,
)
from codegraph.operations.refresh import format_freshness
from codegraph.operations.requests import CalleesRequest, CallersRequest, RefsRequest, SymbolsRequest
from codegraph.operations.symbol_summary import list_users, summarize_symbol
from codegraph.operations.symbols import search_symbols
from codegraph.query_results import EdgeRow, Freshness, SymbolRow
from codegraph_parsers.file_facts import Flag, SymbolKind

MOST_SYMBOLS: Final = 200
"""Symbols of a workspace that one query lists."""

ALL: Final = 0

UNSAVED: Final = "_This line is not saved yet. codegraph answers about saved text._"

SHOW_REFERENCES: Final = "codegraph.showReferences"

_WITH_LENS: Final = frozenset(
    (
        SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.FUNCTION,
        SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.MACRO, SymbolKind.TYPE,
    )
)  # fmt: skip


@dataclass(frozen=True)
class Question:
    """An open index, and its files as the editor has them."""

    context: Context
    views: FileViews

    def find_occurrence(self, file: EditedFile, position: types.Position) -> Occurrence | None:
        """Return the name at a position, None for one in text that is not saved.

        Raises NotFoundError for a file that is not indexed."""
        place = file.find_saved_place(position)
        return find_occurrence(self.context, file.path, place[0], place[1]) if place is not None else None

    def find_symbol(self, id: str) -> SymbolRow:
        """Return the symbol of an item. Raises NotFoundError where it is there no more."""
        return self.context.index().find_symbol(id)


# ---- at a position


def build_hover(question: Question, file: EditedFile, position: types.Position) -> types.Hover | None:
    """Return what is known of a name, and how the reference is known."""
    if file.find_saved_place(position) is None:
        is_there = 0 <= position.line < len(file.lines) and file.lines[position.line].strip()
        return types.Hover(_build_markdown([UNSAVED])) if is_there else None
    freshness = question.context.freshness
    try:
        found = question.find_occurrence(file, position)
    except NotFoundError:
        if freshness is None or file.path not in freshness.added:
            raise
        return types.Hover(_build_markdown([_describe_age(freshness)]))
    if found is None:
        return None
    symbols = found.symbols
    summary = summarize_symbol(question.context, symbols[0]) if symbols else None
    paragraphs = list(markup.list_paragraphs(found, summary))
    is_behind = freshness is not None and file.path in freshness.changed
    if not paragraphs and not is_behind:
        return None
    if freshness is not None and not freshness.fresh:
        paragraphs.append(_describe_age(freshness))
    paragraphs += (f"_{markup.escape(problem)}_" for problem in question.context.take_problems())
    return types.Hover(_build_markdown(paragraphs), file.build_range(found.span))


def _describe_age(freshness: Freshness) -> str:
    return f"_{markup.escape(format_freshness(freshness, time.time()))}_"


def _build_markdown(paragraphs: Sequence[str]) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(paragraphs))


def find_definitions(question: Question, file: EditedFile, position: types.Position) -> list[types.Location]:
    found = question.find_occurrence(file, position)
    return [build_location(question.views, row) for row in found.symbols] if found is not None else []


def find_implementations(question: Question, file: EditedFile, position: types.Position) -> list[types.Location]:
    found = question.find_occurrence(file, position)
    rows = [row for one in found.symbols for row in list_implementations(question.context, one)] if found else []
    unique = {row.node: row for row in rows}
    return [build_location(question.views, row) for row in unique.values()]


def find_references(
    question: Question, file: EditedFile, position: types.Position, *, with_definition: bool
) -> list[types.Location]:
    """Return every use of what a name means, in the order of files and lines."""
    found = question.find_occurrence(file, position)
    if found is None:
        return []
    locations = [location for row in found.symbols for location in _list_uses(question, row)]
    if with_definition:
        locations = [*(build_location(question.views, row) for row in found.symbols), *locations]
    return list({_get_key(each): each for each in locations}.values())


def _get_key(location: types.Location) -> tuple[str, int, int]:
    return location.uri, location.range.start.line, location.range.start.character


def _list_uses(question: Question, symbol: SymbolRow) -> list[types.Location]:
    edges = list_references(question.context, RefsRequest(symbol=symbol.id, limit=ALL)).results.edges
    found: list[types.Location] = []
    for edge in edges:
        # A decorator is the source of its edge, and the lines are those of what it decorates.
        user, used = (edge.target, edge.source) if edge.kind is EdgeKind.DECORATES else (edge.source, edge.target)
        if isinstance(user, SymbolRow) and isinstance(used, SymbolRow):
            view = question.views.get(user.path)
            ranges = (each for line in edge.lines for each in _list_ranges(question, view, line, used))
            found += (types.Location(view.uri, each) for each in ranges)
    return found


def _list_ranges(question: Question, view: EditedFile, line: int, used: SymbolRow) -> list[types.Range]:
    """Return where a line names what it uses, else all that stands on it."""
    spans = list_use_spans(question.context.index(), view.saved, line, used)
    return [view.build_range(span) for span in spans] or [view.build_text_range(line)]


# ---- hierarchies


def prepare_calls(question: Question, file: EditedFile, position: types.Position) -> list[types.CallHierarchyItem]:
    found = question.find_occurrence(file, position)
    rows = found.symbols if found is not None else ()
    return [build_call_item(question.views, row, row.path) for row in rows]


def list_incoming_calls(question: Question, id: str) -> list[types.CallHierarchyIncomingCall]:
    steps = list_callers(question.context, CallersRequest(symbol=id, limit=ALL)).results.steps
    calls: list[types.CallHierarchyIncomingCall] = []
    for edges in _group([step.edge for step in steps], incoming=True):
        source = edges[0].source
        if isinstance(source, SymbolRow):
            item = build_call_item(question.views, source, markup.format_edge_detail(edges[0]))
            calls.append(types.CallHierarchyIncomingCall(item, _list_call_ranges(question, source.path, edges)))
    return calls


def list_outgoing_calls(question: Question, id: str) -> list[types.CallHierarchyOutgoingCall]:
    steps = list_callees(question.context, CalleesRequest(symbol=id, limit=ALL)).results.steps
    calls: list[types.CallHierarchyOutgoingCall] = []
    for edges in _group([step.edge for step in steps], incoming=False):
        source, target = edges[0].source, edges[0].target
        if isinstance(source, SymbolRow) and isinstance(target, SymbolRow):
            item = build_call_item(question.views, target, markup.format_target_detail(edges[0]))
            calls.append(types.CallHierarchyOutgoingCall(item, _list_call_ranges(question, source.path, edges)))
    return calls


def _group(edges: Iterable[EdgeRow], *, incoming: bool) -> list[list[EdgeRow]]:
    """Return edges by what is at their other end.

    The strongest of each group is its first."""
    groups: dict[int, list[EdgeRow]] = {}
    for edge in edges:
        groups.setdefault((edge.source if incoming else edge.target).node, []).append(edge)
    strength = list(markup.EVIDENCE)
    return [sorted(same, key=lambda edge: strength.index(edge.resolution)) for same in groups.values()]


def _list_call_ranges(question: Question, path: str, edges: Sequence[EdgeRow]) -> list[types.Range]:
    view = question.views.get(path)
    ranges = [
        each
        for edge in edges
        if isinstance(edge.target, SymbolRow)
        for line in edge.lines
        for each in _list_ranges(question, view, line, edge.target)
    ]
    return list({(each.start.line, each.start.character): each for each in ranges}.values())


def prepare_types(question: Question, file: EditedFile, position: types.Position) -> list[types.TypeHierarchyItem]:
    found = question.find_occurrence(file, position)
    rows = found.symbols if found is not None else ()
    return [build_type_item(question.views, row, row.path) for row in rows if is_type(row)]


def list_super_items(question: Question, id: str) -> list[types.TypeHierarchyItem]:
    edges = list_supertypes(question.context, question.find_symbol(id))
    return [
        build_type_item(question.views, edge.target, markup.format_target_detail(edge))
        for edge in edges
        if isinstance(edge.target, SymbolRow)
    ]


def list_sub_items(question: Question, id: str) -> list[types.TypeHierarchyItem]:
    edges = list_subtypes(question.context, question.find_symbol(id))
    return [
        build_type_item(question.views, edge.source, markup.format_edge_detail(edge))
        for edge in edges
        if isinstance(edge.source, SymbolRow)
    ]


# ---- of a file, and of a workspace


def outline_file(question: Question, file: EditedFile) -> list[types.DocumentSymbol]:
    """Return the definitions of a file, those inside of others below them."""
    rows = list_definitions(question.context, file.path)
    children: dict[int, list[types.DocumentSymbol]] = {}
    tops: list[types.DocumentSymbol] = []
    for row in rows:
        extent = build_extent(question.views, row)
        inner: list[types.DocumentSymbol] = []
        item = types.DocumentSymbol(
            get_title(row), KINDS[row.kind], extent.whole, extent.name, detail="test" if row.is_test else None,
            children=inner,
        )  # fmt: skip
        siblings = children.get(row.parent, tops)
        siblings.append(item)
        children[row.node] = inner
    return tops


def list_file_symbols(question: Question, file: EditedFile) -> list[types.SymbolInformation]:
    """Return the definitions of a file without their order in one another."""
    rows = list_definitions(question.context, file.path)
    return [_build_information(question, row) for row in rows]


def search_workspace(question: Question, query: str) -> list[types.SymbolInformation]:
    """Return the symbols of an index that a query names."""
    if not query.strip():
        return []
    found = search_symbols(question.context, SymbolsRequest(query=query, limit=MOST_SYMBOLS)).results.hits
    return [_build_information(question, hit.symbol) for hit in found]


def _build_information(question: Question, row: SymbolRow) -> types.SymbolInformation:
    around = row.qualname.removesuffix(row.name).rstrip(".:")
    location = build_location(question.views, row)
    return types.SymbolInformation(location, get_title(row), KINDS[row.kind], container_name=around or row.path)


# ---- code lenses


def list_lenses(question: Question, file: EditedFile) -> list[types.CodeLens]:
    """Return a lens for each function and type of a file.

    What they say is asked when they are shown."""
    rows = list_definitions(question.context, file.path)
    return [
        types.CodeLens(build_extent(question.views, row).name, data=build_data(question.views, row))
        for row in rows
        if row.kind in _WITH_LENS and not row.flags & (Flag.LOCAL | Flag.TEST)
    ]


def resolve_lens(question: Question, id: str, lens: types.CodeLens) -> types.CodeLens:
    """Return a lens with the numbers of users, tests and notes.

    Its command opens the references."""
    symbol = question.find_symbol(id)
    title = markup.format_lens(list_users(question.context, symbol), find_knowledge(question.context, [symbol.id]))
    uri = question.views.get(symbol.path).uri
    lens.command = types.Command(title, SHOW_REFERENCES, arguments=[uri, lens.range.start])
    return lens


def find_named_range(view: EditedFile, line: int, name: str) -> types.Range:
    """Return where a line says a name, else all that stands on it."""
    span = next(find_name_spans(view.saved, line, name), None)
    return view.build_range(span) if span is not None else view.build_text_range(line)
