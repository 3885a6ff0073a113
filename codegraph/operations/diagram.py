"""Choice of what to draw: neighbours of a symbol, a path, or clusters."""

from __future__ import annotations

from codegraph.errors import CodegraphError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import Answer, Arrow, Box, GraphAnswer, name_of
from codegraph.operations.context import Context
from codegraph.operations.path_filter import build_path_filter
from codegraph.operations.requests import GraphRequest
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph_parsers.file_facts import SymbolKind

DRAWN = tuple(k for k in EdgeKind if k is not EdgeKind.CONTAINS)
CERTAIN = frozenset((Resolution.EXACT, Resolution.TYPED, Resolution.INFERRED))


def draw_graph(context: Context, request: GraphRequest) -> Answer[GraphAnswer]:
    asked = [bool(request.symbol), bool(request.path), request.clusters]
    if sum(asked) != 1:
        raise CodegraphError(
            "say what to draw: a symbol, --path or --clusters, and only one of them",
            hint="codegraph graph NAME, codegraph graph --path src, or codegraph graph --clusters",
        )
    index = context.index()
    kinds = tuple(EdgeKind(k) for k in request.kind) or DRAWN
    if request.clusters:
        return context.answer(_draw_clusters(context, request))
    if request.symbol:
        focus = index.find_symbol(request.symbol)
        others = index.resolve_meaning(request.symbol).others
        symbols, left_out = _find_neighbours(index, focus, kinds, max(1, request.depth), request.limit)
        title = focus.id
    else:
        focus, others = None, []
        symbols, left_out = _find_symbols_under(index, request.path, request.limit)
        title = request.path
    return context.answer(_build_drawing(index, request.format, title, symbols, focus, kinds, left_out), others=others)


def _find_neighbours(
    index: Index, focus: SymbolRow, kinds: tuple[EdgeKind, ...], depth: int, limit: int
) -> tuple[list[SymbolRow], int]:
    """Find the symbols within `depth` edges of `focus`, nearest first.

    Also returns how many the limit left out.
    """
    found = {focus.node: focus}
    frontier = [focus]
    for _ in range(depth):
        reached: dict[int, SymbolRow] = {}
        for node in frontier:
            ends = [e.target for e in index.list_outgoing(node, kinds, limit=None).items]
            ends += [e.source for e in index.list_incoming(node, kinds, limit=None).items]
            reached |= {end.node: end for end in ends if isinstance(end, SymbolRow) and end.node not in found}
        found |= reached
        frontier = list(reached.values())
    kept = list(found.values())[: limit or None]
    return kept, len(found) - len(kept)


def _find_symbols_under(index: Index, path: str, limit: int) -> tuple[list[SymbolRow], int]:
    keep = build_path_filter(path, index.root)
    skipped = (SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT)
    symbols = [s for s in index.iterate_all_symbols() if keep(s.path) and s.kind not in skipped]
    if not symbols:
        raise CodegraphError(f"no symbols under {path}", hint="paths are relative to the repository's root")
    kept = symbols[: limit or None]
    return kept, len(symbols) - len(kept)


def _build_drawing(
    index: Index,
    format: str,
    title: str,
    symbols: list[SymbolRow],
    focus: SymbolRow | None,
    kinds: tuple[EdgeKind, ...],
    left_out: int,
) -> GraphAnswer:
    inside = {s.node for s in symbols}
    edges = [e for s in symbols for e in index.list_outgoing(s, kinds, limit=None).items if e.target.node in inside]
    drawn = {e.source.node for e in edges} | {e.target.node for e in edges}
    boxes = [
        Box(s.id, name_of(s), s.path, str(s.kind), focus is not None and s.node == focus.node)
        for s in symbols
        if s.node in drawn or focus is not None or s.kind is not SymbolKind.MODULE
    ]
    return GraphAnswer(title, format, tuple(boxes), tuple(_build_arrows(edges)), left_out)


def _build_arrows(edges: list[EdgeRow]) -> list[Arrow]:
    return [
        Arrow(e.source.id, e.target.id, str(e.kind), e.resolution in CERTAIN, max(1, len(e.lines)))
        for e in edges
        if e.source.node != e.target.node
    ]


def _draw_clusters(context: Context, request: GraphRequest) -> GraphAnswer:
    from codegraph.operations.clusters import describe, divide  # numpy, for this drawing only

    index = context.index()
    divided = divide(index, context.config.community_resolution)
    found = describe(index, divided, request.limit)
    boxes = tuple(
        Box(f"cluster{c.number}", f"{c.label} ({c.size} symbols)", "", "cluster", False) for c in found.clusters
    )
    # Clusters are numbered from 1 in label order, so label k is cluster k + 1.
    arrows = tuple(
        Arrow(f"cluster{a + 1}", f"cluster{b + 1}", "edges", True, count)
        for (a, b), count in sorted(divided.count_edges_between().items())
        if a < len(boxes) and b < len(boxes)
    )
    return GraphAnswer("clusters", request.format, boxes, arrows, found.total - len(boxes))
