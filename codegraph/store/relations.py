"""Edges of one symbol, read from its file's blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from codegraph.answers import EdgeRow, Node, Page, SymbolRow
from codegraph.model import EdgeKind, Resolution
from codegraph.store.packed import PackedEdge
from codegraph.store.reader import Reader
from codegraph.store.schema import EDGE_KINDS, RESOLUTIONS

_CONTAINS = EDGE_KINDS.index(EdgeKind.CONTAINS) * 8


def edges(
    reader: Reader,
    node: Node,
    kinds: Sequence[EdgeKind],
    resolutions: Sequence[Resolution],
    *,
    incoming: bool,
    offset: int,
    limit: int | None,
) -> Page[EdgeRow]:
    """One page of the edges at `node`."""
    packed = _packed(reader, node, incoming)
    if isinstance(node, SymbolRow) and (not kinds or EdgeKind.CONTAINS in kinds):
        packed = sorted([*packed, *_containment(reader, node, incoming)], key=lambda e: e.code)
    packed = [
        e
        for e in packed
        if (not kinds or EDGE_KINDS[e.code // 8] in kinds)
        and (not resolutions or RESOLUTIONS[e.code % 8] in resolutions)
    ]
    part = packed[offset : None if limit is None else offset + limit]
    return Page(list(_rows(reader, node, part, incoming)), len(packed), offset)


def _packed(reader: Reader, node: Node, incoming: bool) -> list[PackedEdge]:
    if node.node < 0 and not incoming:
        return []
    owner, local = reader.place(node.node)
    block = reader.block(incoming, owner)
    return block.edges(local) if block is not None else []


def _containment(reader: Reader, symbol: SymbolRow, incoming: bool) -> list[PackedEdge]:
    if incoming:
        return [PackedEdge(symbol.parent, _CONTAINS, (symbol.line,))] if symbol.parent >= 0 else []
    return [PackedEdge(row.node, _CONTAINS, (row.line,)) for row in members(reader, symbol)]


def members(reader: Reader, symbol: SymbolRow) -> list[SymbolRow]:
    """Symbols directly contained, in source order."""
    first, count = reader.execute("SELECT first, symbols FROM files WHERE path = ?", (symbol.path,))[0]
    inside = "s.node > ? AND s.node < ?"
    if symbol.node == first:
        return reader.symbols(f"{inside} AND s.parent IS NULL", (first, first + count))
    return reader.symbols(f"{inside} AND s.parent = ?", (first, first + count, symbol.node))


def _rows(reader: Reader, node: Node, packed: Sequence[PackedEdge], incoming: bool) -> Iterator[EdgeRow]:
    others = nodes_by_number(reader, (e.other for e in packed))
    for edge in packed:
        other = others[edge.other]
        kind, resolution = EDGE_KINDS[edge.code // 8], RESOLUTIONS[edge.code % 8]
        source, target = (other, node) if incoming else (node, other)
        yield EdgeRow(source, target, kind, resolution, edge.lines)


def nodes_by_number(reader: Reader, numbers: Iterable[int]) -> dict[int, Node]:
    wanted = set(numbers)
    found: dict[int, Node] = {}
    found.update(reader.symbols_by_node(n for n in wanted if n >= 0))
    found.update(reader.externals_by_node(n for n in wanted if n < 0))
    return found


def references(
    reader: Reader, node: Node, kinds: Sequence[EdgeKind], *, offset: int, limit: int | None
) -> Page[EdgeRow]:
    """Incoming edges of `kinds`, one row a source line, in path and line order."""
    everything = edges(reader, node, kinds, (), incoming=True, offset=0, limit=None).items
    rows = [edge._replace(lines=(line,)) for edge in everything for line in edge.lines]
    rows.sort(key=lambda e: (_path(e.source), e.lines[0], e.source.node, e.kind))
    return Page(rows[offset : None if limit is None else offset + limit], len(rows), offset)


def _path(node: Node) -> str:
    return node.path if isinstance(node, SymbolRow) else ""


def all_edges(reader: Reader) -> Iterator[EdgeRow]:
    """Every edge in source order, for export. Holds all symbol rows in memory."""
    symbols = reader.symbols()
    outside = reader.externals_by_node(range(-1, -1 - reader.execute("SELECT COUNT(*) FROM externals")[0][0], -1))
    for row in symbols:
        if row.parent >= 0:
            yield EdgeRow(symbols[row.parent], row, EdgeKind.CONTAINS, Resolution.EXACT, (row.line,))
    for first, _, block in reader.all_blocks():
        for local in range(len(block.indptr) - 1):
            for edge in block.edges(local):
                target = symbols[edge.other] if edge.other >= 0 else outside[edge.other]
                kind, resolution = EDGE_KINDS[edge.code // 8], RESOLUTIONS[edge.code % 8]
                yield EdgeRow(symbols[first + local], target, kind, resolution, edge.lines)
