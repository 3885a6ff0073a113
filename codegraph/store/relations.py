"""Edges of one symbol, read from its file's blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from codegraph.answers import EdgeRow, ExternalRow, Node, Page, SymbolRow
from codegraph.model import EdgeKind, Resolution
from codegraph.store.reader import Reader, external_row
from codegraph.store.schema import EDGE_KINDS, RESOLUTIONS

_CONTAINS = EDGE_KINDS.index(EdgeKind.CONTAINS) * 8


class _Found(NamedTuple):
    """An edge at a node. `other` is the node at its far end; `ends` are the ids of its source and target, of which
    containment needs none."""

    other: int
    code: int
    ends: tuple[int, int] = (0, 0)
    lines: tuple[int, ...] = ()


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
    """One page of the edges at `node`: by kind, then strongest resolution, then the far end."""
    wanted = {
        k * 8 + r
        for k, kind in enumerate(EDGE_KINDS)
        for r, resolution in enumerate(RESOLUTIONS)
        if (not kinds or kind in kinds) and (not resolutions or resolution in resolutions)
    }
    found = [edge for edge in _stored(reader, node, incoming) if edge.code in wanted]
    if isinstance(node, SymbolRow) and _CONTAINS in wanted:
        found += _containment(reader, node, incoming)
    others = _outside(reader, found)
    found.sort(key=lambda e: (e.code, e.other < 0, others[e.other].qualname if e.other < 0 else "", e.other))
    part = found[offset : None if limit is None else offset + limit]
    return Page(list(_rows(reader, node, part, incoming)), len(found), offset)


def _stored(reader: Reader, node: Node, incoming: bool) -> list[_Found]:
    if node.node < 0 and not incoming:
        return []
    owner, id = reader.place(node.node)
    block = reader.block(incoming, owner)
    if block is None:
        return []
    if incoming:
        near = id if node.node >= 0 else -1 - id
        return [
            _Found(reader.node_of(o), block.code[at], (o, near)) for at in block.span(id) for o in (block.other[at],)
        ]
    return [
        _Found(reader.node_of(o), block.code[at], (id, o), block.lines(at))
        for at in block.span(id)
        for o in (block.other[at],)
    ]


def _outside(reader: Reader, found: Sequence[_Found]) -> dict[int, ExternalRow]:
    return reader.externals_by_node({edge.other for edge in found if edge.other < 0})


def _containment(reader: Reader, symbol: SymbolRow, incoming: bool) -> list[_Found]:
    if incoming:
        return [_Found(symbol.parent, _CONTAINS, lines=(symbol.line,))] if symbol.parent >= 0 else []
    return [_Found(row.node, _CONTAINS, lines=(row.line,)) for row in reader.members(symbol)]


def _lines(reader: Reader, edge: _Found) -> tuple[int, ...]:
    """Those of an incoming edge are kept with its source."""
    if edge.lines:
        return edge.lines
    block = reader.block(False, reader.place(edge.other)[0])
    source, target = edge.ends
    return block.lines(block.find(source, target, edge.code)) if block is not None else ()


def _rows(reader: Reader, node: Node, found: Sequence[_Found], incoming: bool) -> Iterator[EdgeRow]:
    others = nodes_by_number(reader, (e.other for e in found))
    for edge in found:
        other = others[edge.other]
        kind, resolution = EDGE_KINDS[edge.code // 8], RESOLUTIONS[edge.code % 8]
        source, target = (other, node) if incoming else (node, other)
        yield EdgeRow(source, target, kind, resolution, _lines(reader, edge))


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
    rows = reader.execute("SELECT id, language, qualname, package FROM externals")
    outside = {row.node: row for row in map(external_row, rows)}
    for row in symbols:
        if row.parent >= 0:
            yield EdgeRow(symbols[row.parent], row, EdgeKind.CONTAINS, Resolution.EXACT, (row.line,))
    for number, block in reader.all_blocks():
        for id in reader.numbering.symbol_ids(number):
            found = [(block.code[at], reader.node_of(block.other[at]), at) for at in block.span(id)]
            found.sort(key=lambda e: (e[0], e[1] < 0, outside[e[1]].qualname if e[1] < 0 else "", e[1]))
            source = symbols[reader.node_of(id)]
            for code, other, at in found:
                target = symbols[other] if other >= 0 else outside[other]
                yield EdgeRow(source, target, EDGE_KINDS[code // 8], RESOLUTIONS[code % 8], block.lines(at))
