"""References of symbols: refs, callers, callees, and unresolved references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from codegraph.graph_model import ANSWERING, REACHING, EdgeKind, Resolution
from codegraph.operations.answers import (
    VARIABLES,
    Answer,
    CalleesAnswer,
    CallersAnswer,
    KindCount,
    RefsAnswer,
    ResolutionCount,
    Step,
    UnresolvedAnswer,
)
from codegraph.operations.context import Context
from codegraph.operations.implementations import ImplementationCounter
from codegraph.operations.imports.merged_edges import add_imported
from codegraph.operations.mentions import find_mentions
from codegraph.operations.path_filter import build_path_filter, warn_if_unmatched
from codegraph.operations.requests import CalleesRequest, CallersRequest, RefsRequest, UnresolvedRequest
from codegraph.query.index import REFERENCE_KINDS, Index
from codegraph.query_results import EdgeRow, ExternalRow, SymbolRow, UnresolvedRow
from codegraph.search.path_roles import Place, classify_path
from codegraph_parsers.file_facts import ReferenceKind, SymbolKind

CALLS = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS, *ANSWERING, *REACHING, EdgeKind.RUNS, EdgeKind.RENDERS)
"""Edges along which control passes. A request calls an endpoint, which calls its handlers."""

USES = (*CALLS, EdgeKind.REFERENCES)
READ = VARIABLES | {SymbolKind.PROPERTY}
"""What is used by being named: to read a property is to run it."""
TYPES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE})
NAMED_NOT_CALLED = VARIABLES | TYPES | {SymbolKind.MODULE, SymbolKind.TYPE, SymbolKind.MACRO}
"""Kinds whose users are those who mention them."""


def is_test_code(symbol: SymbolRow) -> bool:
    """Return whether a symbol is a test, or in a file of tests."""
    return symbol.is_test or classify_path(symbol.path) is Place.TEST


def is_from_test(edge: EdgeRow) -> bool:
    """Return whether a test is the source of an edge."""
    return isinstance(edge.source, SymbolRow) and edge.source.is_test


def parse_resolutions(words: Sequence[str]) -> tuple[Resolution, ...]:
    return tuple(Resolution(word) for word in words)


def count_resolutions(edges: Iterable[EdgeRow]) -> tuple[ResolutionCount, ...]:
    """Count edges by resolution, strongest first.

    Resolutions that do not occur are left out.
    """
    counts = Counter(edge.resolution for edge in edges)
    return tuple(ResolutionCount(r, counts[r]) for r in Resolution if counts[r])


def add_constructors(index: Index, *symbols: SymbolRow) -> tuple[SymbolRow, ...]:
    """Return the symbols, and for a class its constructors.

    Calling a class calls its constructor.
    """
    found: list[SymbolRow] = []
    for symbol in symbols:
        found.append(symbol)
        if symbol.kind in TYPES:
            found += (m for m in index.list_members(symbol) if m.kind is SymbolKind.CONSTRUCTOR)
    return tuple(found)


def list_overloads(symbols: Sequence[SymbolRow]) -> tuple[SymbolRow, ...]:
    """Return the symbols when there are several.

    A single symbol has no overloads.
    """
    return tuple(symbols) if len(symbols) > 1 else ()


def count_possible_callers(index: Index, symbols: Sequence[SymbolRow]) -> int:
    """Count unresolved call sites outside of the symbols that bear their name."""
    own = {symbol.node for symbol in symbols}
    rows = index.list_unresolved(name=symbols[0].name, limit=None).items
    return sum(len(r.lines) for r in rows if r.kind == ReferenceKind.CALL and r.source.node not in own)


def list_references(context: Context, request: RefsRequest) -> Answer[RefsAnswer]:
    index = context.index()
    symbols, others = index.resolve_meaning(request.symbol)
    kinds = [k for k in EdgeKind if k in request.kind] if request.kind else list(REFERENCE_KINDS)
    only = parse_resolutions(request.resolution)
    edges: list[EdgeRow] = []
    if EdgeKind.DECORATES in kinds:  # the one kind that is stored from what is mentioned to what mentions it
        kinds.remove(EdgeKind.DECORATES)
        for one in symbols:
            edges += index.list_outgoing(one, (EdgeKind.DECORATES,), only, limit=None).items
    for one in add_constructors(index, *symbols) if kinds else ():
        found = index.list_incoming(one, kinds, only, limit=None).items
        edges += add_imported(index, one, found, kinds, only, incoming=True)
    edges.sort(key=_get_place)
    counts = Counter(edge.kind for edge in edges)
    return context.answer(
        RefsAnswer(
            symbols[0],
            tuple(edges[: request.limit or None]),
            len(edges),
            tuple(KindCount(k, counts[k]) for k in EdgeKind if counts[k]),
            count_resolutions(edges),
            list_overloads(symbols),
            index.count_unanalysed_languages(),
            find_mentions(index, symbols, request.limit),
        ),
        others=others,
    )


def _get_place(edge: EdgeRow) -> tuple[str, int]:
    where = edge.target if edge.kind is EdgeKind.DECORATES else edge.source
    return where.path if isinstance(where, SymbolRow) else "", edge.lines[0] if edge.lines else 0


def list_callers(context: Context, request: CallersRequest) -> Answer[CallersAnswer]:
    index = context.index()
    symbols, others = index.resolve_meaning(request.symbol)
    asked = add_constructors(index, *symbols)
    only = parse_resolutions(request.resolution)
    # Beside a method of its name a field is not what calls are asked of: who reads it is what `refs` tells.
    fields = {one.node for one in symbols if one.kind in VARIABLES and symbols[0].kind not in VARIABLES}

    counter = ImplementationCounter(index, only, is_complete=request.all)

    def inwards(node: SymbolRow) -> list[EdgeRow]:
        # What calls the function that a variable holds uses that.
        kinds = USES if node.kind in READ and node.node not in fields else CALLS
        return counter.list_incoming(node, kinds)

    steps = walk(asked, inwards, lambda edge: edge.source, max(1, request.depth))
    elsewhere = None
    if request.workspace:
        from codegraph.operations.workspace_edges import list_callers_elsewhere

        kinds = USES if symbols[0].kind in READ else CALLS
        elsewhere = list_callers_elsewhere(context, index, asked, kinds, only, max(1, request.depth))
    return context.answer(
        CallersAnswer(
            symbols[0],
            asked,
            tuple(steps[: request.limit or None]),
            len(steps),
            count_resolutions(s.edge for s in steps),
            count_possible_callers(index, symbols),
            list_overloads(symbols),
            0 if steps else count_mentions(index, tuple(one for one in asked if one.node not in fields)),
            index.count_unanalysed_languages(),
            find_mentions(index, symbols, request.limit),
            counter.list_counts(),
            elsewhere,
        ),
        others=others,
    )


def count_mentions(index: Index, symbols: tuple[SymbolRow, ...]) -> int:
    """Count sites that name any of the symbols without calling it."""
    pages = (index.list_incoming(each, (EdgeKind.REFERENCES,), limit=None) for each in symbols)
    return sum(len(edge.lines) for page in pages for edge in page.items)


def list_callees(context: Context, request: CalleesRequest) -> Answer[CalleesAnswer]:
    index = context.index()
    symbols, others = index.resolve_meaning(request.symbol)
    only = parse_resolutions(request.resolution)
    outside: dict[int, ExternalRow] = {}

    counter = ImplementationCounter(index, only, is_complete=request.all)

    def outwards(node: SymbolRow) -> list[EdgeRow]:
        return counter.list_outgoing(node, CALLS)

    def far_end(edge: EdgeRow) -> object:
        if isinstance(edge.target, ExternalRow):
            outside[edge.target.node] = edge.target
        return edge.target

    steps = walk(symbols, outwards, far_end, max(1, request.depth))
    elsewhere = None
    if request.workspace:
        from codegraph.operations.workspace_edges import list_callees_elsewhere

        elsewhere = list_callees_elsewhere(context, index, symbols, CALLS, only)
    missing = [
        r for s in symbols for r in index.list_unresolved(source=s, limit=None).items if r.kind == ReferenceKind.CALL
    ]
    return context.answer(
        CalleesAnswer(
            symbols[0],
            tuple(steps[: request.limit or None]),
            len(steps),
            count_resolutions(s.edge for s in steps),
            tuple(outside.values()),
            tuple(missing),
            list_overloads(symbols),
            index.count_unanalysed_languages(),
            counter.list_counts(),
            elsewhere,
        ),
        others=others,
    )


def walk(
    starts: Sequence[SymbolRow],
    edges_of: Callable[[SymbolRow], Sequence[EdgeRow]],
    far_end: Callable[[EdgeRow], object],
    depth: int,
) -> list[Step]:
    """Walk breadth-first from `starts` and return the edges within `depth` steps.

    Only edges between symbols of the repository are returned; those of one depth are in the order of files and lines. A
    symbol is expanded once, at its smallest depth, so a cycle ends the walk instead of looping. Edges to symbols
    outside the repository are passed to `far_end` and left out.
    """
    steps: list[Step] = []
    seen = {s.node for s in starts}
    frontier = list(starts)
    for level in range(1, depth + 1):
        reached: list[SymbolRow] = []
        level_steps: list[Step] = []
        for node in frontier:
            for edge in edges_of(node):
                other = far_end(edge)
                if not isinstance(other, SymbolRow):
                    continue
                level_steps.append(Step(level, edge))
                if other.node not in seen:
                    seen.add(other.node)
                    reached.append(other)
        steps += sorted(level_steps, key=lambda step: _get_place(step.edge))
        frontier = reached
    return steps


def list_unresolved(context: Context, request: UnresolvedRequest) -> Answer[UnresolvedAnswer]:
    index = context.index()
    keep = build_path_filter(request.path, index.root)
    limit = request.limit or None
    if request.path:
        page = index.list_unresolved(name=request.name, limit=None)
        rows: list[UnresolvedRow] = [r for r in page.items if keep(r.source.path)]
        counts = Counter[str]()
        for row in rows:
            counts[row.name] += len(row.lines)
        names = counts.most_common(limit)
        total = len(rows)
        rows = rows[:limit]
    else:
        page = index.list_unresolved(name=request.name, limit=limit)
        rows, total = page.items, page.total
        names = index.list_unresolved_names(limit or page.total)
    found = UnresolvedAnswer(
        tuple(rows), total, () if request.name else tuple(names), index.count_unanalysed_languages()
    )
    return context.answer(found, *(() if total else warn_if_unmatched(index, request.path)))
