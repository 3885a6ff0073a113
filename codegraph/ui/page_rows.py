"""Rows of the page: edges and symbols, each with the line that says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from codegraph.operations.answers import ImplementationCount
from codegraph.operations.context import Context
from codegraph.operations.edge_confidence import get_confidence
from codegraph.operations.excerpts import read_file_lines, read_single_lines
from codegraph.query_results import EdgeRow, Node, SourceText, SymbolRow, UnresolvedRow
from codegraph.render.envelope import convert_symbol, to_json
from codegraph.ui.highlighting import highlight, highlight_line

Json = dict[str, Any]

LONGEST_LINE: Final = 240
"""Characters of a line of source in a row; the rest of a longer one is data."""

MOST_SOURCE: Final = 400
"""Lines of source that a view shows at once."""


def build_symbol(node: Node) -> Json:
    """Return a symbol, or an external, as rows name it."""
    found = to_json(node)
    assert isinstance(found, dict)
    return found


def build_edge_rows(context: Context, edges: Sequence[EdgeRow], *, incoming: bool) -> list[Json]:
    """Return rows of edges.

    Each has the symbol at the other end, how the edge is known, and the line that says so."""
    places: dict[str, list[int]] = {}
    for edge in edges:
        if isinstance(edge.source, SymbolRow) and edge.lines:
            places.setdefault(edge.source.path, []).append(edge.lines[0])
    texts = read_single_lines(context, places)
    rows: list[Json] = []
    for edge in edges:
        path = edge.source.path if isinstance(edge.source, SymbolRow) else ""
        text = texts.get((path, edge.lines[0]), "") if edge.lines else ""
        rows.append(
            {
                "symbol": build_symbol(edge.source if incoming else edge.target),
                "kind": str(edge.kind),
                "how": str(edge.resolution),
                "confidence": get_confidence(edge.source.language, edge.resolution),
                "file": path,
                "lines": list(edge.lines[:20]),
                "sites": len(edge.lines),
                "text": highlight_line(text[:LONGEST_LINE], edge.source.language) if text.strip() else [],
            }
        )
    return rows


def build_end_rows(edges: Iterable[EdgeRow], *, incoming: bool) -> list[Json]:
    """Return the symbols at the other ends of edges, each with how the edge is known."""
    return [
        {
            "symbol": build_symbol(edge.source if incoming else edge.target),
            "how": str(edge.resolution),
            "confidence": get_confidence(edge.source.language, edge.resolution),
        }
        for edge in edges
    ]


def build_unresolved_rows(context: Context, rows: Iterable[UnresolvedRow]) -> list[Json]:
    """Return rows of references that nothing is proven of, each with its line."""
    found = list(rows)
    places: dict[str, list[int]] = {}
    for row in found:
        if row.lines:
            places.setdefault(row.source.path, []).append(row.lines[0])
    texts = read_single_lines(context, places)
    return [
        {
            "name": row.name,
            "kind": row.kind,
            "reason": row.reason,
            "symbol": convert_symbol(row.source),
            "file": row.source.path,
            "lines": list(row.lines[:20]),
            "sites": len(row.lines),
            "text": highlight_line(texts.get((row.source.path, row.lines[0]), "")[:LONGEST_LINE], row.source.language)
            if row.lines
            else [],
        }
        for row in found
    ]


def build_source(context: Context, symbol: SymbolRow, *, first: int = 0, most: int = MOST_SOURCE) -> Json | None:
    """Return the highlighted lines of a symbol.

    They are at most `most` from line `first` of its file on. Returns None where its file cannot be read."""
    source = read_file_lines(context, symbol.path)
    if source is None:
        return None
    start, end = _find_extent(symbol, source)
    start = min(max(start, first), end) if first else start
    shown = min(end, start + most - 1)
    lines = highlight(source.text, symbol.language)[start - 1 : shown]
    return {
        "path": symbol.path,
        "start": start,
        "end": end,
        "shown": shown,
        "stale": source.stale,
        "lines": [_shorten(line) for line in lines],
    }


def _find_extent(symbol: SymbolRow, source: SourceText) -> tuple[int, int]:
    last = max(1, source.text.count("\n") + (not source.text.endswith("\n")))
    if not symbol.qualname:
        return 1, last
    start = min(max(1, symbol.start_line), last)
    return start, max(start, min(symbol.end_line, last))


MOST_LINE: Final = 1_000
"""Characters of a line of source that is shown."""


def _shorten(line: list[Any]) -> list[Any]:
    """Return at most `MOST_LINE` characters of a line.

    Those of minified files are longer."""
    room, kept = MOST_LINE, []
    for run in line:
        text = run if isinstance(run, str) else run[1]
        if len(text) >= room:
            kept.append(text[:room] + "…")
            break
        room -= len(text)
        kept.append(run)
    return kept


def build_counts(counts: Iterable[ImplementationCount]) -> list[Json]:
    """Return one row, with its number, for each group of many implementations."""
    return [
        {
            "role": one.role,
            "name": one.name,
            "count": one.count,
            "implementations": one.implementations,
            "symbol": convert_symbol(one.member) if one.member is not None else None,
        }
        for one in counts
    ]
