"""Imported edges beside those of the graph."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.errors import CodegraphError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.store.imported_edges import ImportedEdge, Source


def format_source(source: Source) -> str:
    """Return the name and the version of an indexer."""
    return f"{source.name} {source.version}".rstrip()


def add_imported(
    index: Index,
    node: SymbolRow,
    edges: list[EdgeRow],
    kinds: Sequence[EdgeKind],
    only: Sequence[Resolution],
    *,
    incoming: bool,
) -> list[EdgeRow]:
    """Return edges of a symbol, and after them those that other indexers alone found.

    An edge between symbols that the graph joins is not repeated. Edges of files that changed since do not count.
    """
    if only and Resolution.OBSERVED not in only:
        return edges
    imported = index.open_imported().find_edges([node.id], incoming=incoming)
    if not imported:
        return edges
    known = {(edge.source if incoming else edge.target).node for edge in edges}
    merged: dict[tuple[int, EdgeKind], EdgeRow] = {}
    for each in imported:
        kind = EdgeKind(each.edge.kind)
        if kind not in kinds or not _is_current(index, each):
            continue
        other = _find_symbol(index, each.edge.source if incoming else each.edge.target)
        if other is None or other.node in known:
            continue
        ends = (other, node) if incoming else (node, other)
        row = EdgeRow(*ends, kind, Resolution.OBSERVED, each.edge.lines, format_source(each.source))
        before = merged.setdefault((other.node, kind), row)
        if before is not row:
            lines = tuple(sorted({*before.lines, *row.lines}))
            merged[other.node, kind] = row._replace(lines=lines, observer=f"{before.observer}, {row.observer}")
    return [*edges, *merged.values()]


def _is_current(index: Index, found: ImportedEdge) -> bool:
    try:
        return index.find_file(found.path).digest == found.digest
    except CodegraphError:
        return False


def _find_symbol(index: Index, id: str) -> SymbolRow | None:
    """Return the symbol of an id, None where it is there no more."""
    try:
        return index.find_symbol(id)
    except CodegraphError:
        return None
