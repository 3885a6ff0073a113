"""Finding and showing symbols."""

from __future__ import annotations

from codegraph.errors import NotFoundError
from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import Answer, SymbolAnswer, SymbolsAnswer
from codegraph.operations.context import Context
from codegraph.operations.edges import CALLS, TYPES, USES, add_constructors, is_from_test
from codegraph.operations.implementations import ImplementationCounter
from codegraph.operations.memory.knowledge import add_note_hint, find_knowledge
from codegraph.operations.mentions import find_mentions
from codegraph.operations.path_filter import GLOB, build_path_filter, normalize_path, warn_if_unmatched
from codegraph.operations.requests import SymbolRequest, SymbolsRequest
from codegraph.query.index import Index
from codegraph.query_results import SourceText, SymbolRow
from codegraph_parsers.file_facts import Flag, SymbolKind

NEIGHBOURS = 6
"""Definitions before a symbol, and after it, that are named beside it."""

_NEIGHBOURS = TYPES | {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.MACRO, SymbolKind.PROPERTY}

BASE_EDGES = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS, EdgeKind.OVERRIDES)


def describe_symbol(context: Context, request: SymbolRequest) -> Answer[SymbolAnswer]:
    index = context.index()
    try:
        meant = index.resolve_meaning(request.symbol)
    except NotFoundError as error:
        raise NotFoundError(error.message, add_note_hint(context, request.symbol, error.hint)) from error
    first, *rest = [show_symbol(index, found, request.limit or None) for found in meant.symbols]
    results = first._replace(
        overloads=tuple(rest),
        not_analysed=index.count_unanalysed_languages(),
        name_mentions=find_mentions(index, meant.symbols, request.limit),
        knowledge=find_knowledge(context, [found.id for found in meant.symbols]),
        portable_id=_find_portable_id(index, meant.symbols[0]),
    )
    if not rest:
        before, after = _list_neighbours(index, results.details.symbol)
        results = results._replace(before=before, after=after)
    return context.answer(results, others=meant.others)


def _find_portable_id(index: Index, symbol: SymbolRow) -> str:
    """Return the portable id of a symbol, "" for one of no package."""
    from codegraph.workspace.index_manifests import read_index_manifests
    from codegraph.workspace.portable_ids import make_portable_id

    return make_portable_id(index, read_index_manifests(index, symbol.path), symbol)


def show_symbol(index: Index, found: SymbolRow, limit: int | None) -> SymbolAnswer:
    """Return a definition with its source and the first of its relations."""
    kinds = USES if found.kind is SymbolKind.PROPERTY else CALLS
    counter = ImplementationCounter(index)
    incoming = [e for one in add_constructors(index, found) for e in counter.list_incoming(one, kinds)]
    incoming.sort(key=is_from_test)  # a few are shown, and how code uses it tells more
    outgoing = counter.list_outgoing(found, CALLS)
    return SymbolAnswer(
        details=index.read_details(found),
        source=_read_source(index, found),
        bases=tuple(index.list_outgoing(found, BASE_EDGES, limit=None).items),
        derived=tuple(index.list_incoming(found, BASE_EDGES, limit=None).items),
        members=tuple(index.list_members(found)),
        callers=tuple(incoming[:limit]),
        callers_total=len(incoming),
        callees=tuple(outgoing[:limit]),
        callees_total=len(outgoing),
        counted=counter.list_counts(),
    )


def _list_neighbours(index: Index, symbol: SymbolRow) -> tuple[tuple[SymbolRow, ...], tuple[SymbolRow, ...]]:
    """Return the nearest definitions before and after a symbol.

    They are types and functions in what it is in itself."""
    around = _find_scope(symbol)
    found = [
        other
        for other in index.list_file_symbols(symbol.path)
        if symbol.qualname and other.qualname and _find_scope(other) == around and other.node != symbol.node
        if other.kind in _NEIGHBOURS and not other.flags & (Flag.ANONYMOUS | Flag.LOCAL)
    ]
    before = [other for other in found if other.line < symbol.line]
    after = [other for other in found if other.line >= symbol.line]
    return tuple(before[-NEIGHBOURS:]), tuple(after[:NEIGHBOURS])


def _find_scope(symbol: SymbolRow) -> str:
    return symbol.qualname.removesuffix(symbol.name)


def _read_source(index: Index, found: SymbolRow) -> SourceText | None:
    if found.kind is SymbolKind.MODULE:
        return None
    try:
        return index.read_source(found)
    except NotFoundError:
        return None  # the file went away after it was indexed; freshness says so


def search_symbols(context: Context, request: SymbolsRequest) -> Answer[SymbolsAnswer]:
    index = context.index()
    keep = build_path_filter(request.path, index.root)
    glob = bool(GLOB.intersection(request.path))
    wanted = request.limit or index.compute_stats().symbol_count
    hits = index.search(
        request.query,
        # a glob is applied after the search: ask for more, so that what it drops does not empty the answer
        limit=wanted * 20 if glob else wanted + 1,
        kinds=tuple(SymbolKind(k) for k in request.kind),
        prefix="" if glob else normalize_path(request.path, index.root),
    )
    kept = [hit for hit in hits if keep(hit.symbol.path)]
    warnings = warn_if_unmatched(index, request.path) if not kept else ()
    return context.answer(SymbolsAnswer(request.query, tuple(kept[:wanted]), len(kept) > wanted), *warnings)
