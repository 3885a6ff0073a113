"""Edges of one symbol, read from its file's blocks."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query_results import EdgeRow, Node, Page, SymbolRow
from codegraph.store.reader import Reader, build_external_row
from codegraph.store.schema import EDGE_KINDS, KIND_CODE, RESOLUTIONS
from codegraph_parsers.file_facts import SymbolKind

_FEW: Final = 8
"""Files whose symbols are asked for by their numbers."""

_EXTENDED = frozenset((SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE, SymbolKind.TYPE))
_TYPES = ", ".join(str(KIND_CODE[kind]) for kind in sorted(_EXTENDED))
_CONTAINS = EDGE_KINDS.index(EdgeKind.CONTAINS) * 8


class _NodeEdge(NamedTuple):
    """An edge at a node.

    `other` is the node at its far end, `sites` the number of its lines. `ends` are the ids of its source and target.
    `lines` are not known yet where they are stored with another symbol.
    """

    other: int
    code: int
    sites: int
    ends: tuple[int, int] = (0, 0)
    lines: tuple[int, ...] = ()


def list_edges(
    reader: Reader,
    node: Node,
    kinds: Sequence[EdgeKind],
    resolutions: Sequence[Resolution],
    *,
    incoming: bool,
    offset: int,
    limit: int | None,
) -> Page[EdgeRow]:
    """Return one page of the edges at `node`.

    They are ordered by kind, then by resolution with the strongest first, then by the far end.
    """
    wanted = _build_codes(kinds, resolutions)
    found = [edge for edge in _read_stored(reader, node, incoming) if edge.code in wanted]
    if isinstance(node, SymbolRow) and _CONTAINS in wanted:
        found += _list_containment(reader, node, incoming)
    outside = reader.read_externals_by_node({edge.other for edge in found if edge.other < 0})
    found.sort(key=lambda e: (e.code, outside[e.other][2:] if e.other < 0 else (), e.other))
    part = found[offset : None if limit is None else offset + limit]
    return Page(list(_iterate_rows(reader, node, _add_lines(reader, part), incoming)), len(found), offset)


def _build_codes(kinds: Collection[EdgeKind], resolutions: Collection[Resolution]) -> set[int]:
    """Return the codes of kinds and resolutions.

    An empty collection means all.
    """
    return {
        k * 8 + r
        for k, kind in enumerate(EDGE_KINDS)
        for r, resolution in enumerate(RESOLUTIONS)
        if (not kinds or kind in kinds) and (not resolutions or resolution in resolutions)
    }


def _read_stored(reader: Reader, node: Node, incoming: bool) -> list[_NodeEdge]:
    if node.node < 0 and not incoming:
        return []
    owner, id = reader.locate(node.node)
    block = reader.block(incoming, owner)
    if block is None:
        return []
    node_of, other, code, site = reader.find_node, block.other, block.code, block.site
    if incoming:
        near = id if node.node >= 0 else -1 - id
        return [_NodeEdge(node_of(other[at]), code[at], site[at], (other[at], near)) for at in block.find_span(id)]
    lines = ((at, block.list_lines(at)) for at in block.find_span(id))
    return [_NodeEdge(node_of(other[at]), code[at], len(found), (id, other[at]), found) for at, found in lines]


def _list_containment(reader: Reader, symbol: SymbolRow, incoming: bool) -> list[_NodeEdge]:
    if incoming:
        return [_NodeEdge(symbol.parent, _CONTAINS, 1, lines=(symbol.line,))] if symbol.parent >= 0 else []
    return [_NodeEdge(row.node, _CONTAINS, 1, lines=(row.line,)) for row in reader.list_members(symbol)]


def _add_lines(reader: Reader, found: Sequence[_NodeEdge]) -> list[_NodeEdge]:
    """Return the same edges with their lines.

    Those of an incoming edge are stored with its source. Each file is read once.
    """
    told = list(found)
    for at in sorted(range(len(told)), key=lambda i: told[i].other):
        edge = told[at]
        if not edge.lines:
            block = reader.block(False, reader.locate(edge.other)[0])
            source, target = edge.ends
            if block is not None:
                told[at] = edge._replace(lines=block.list_lines(block.find(source, target, edge.code)))
    return told


def _iterate_rows(reader: Reader, node: Node, found: Sequence[_NodeEdge], incoming: bool) -> Iterator[EdgeRow]:
    others = read_nodes(reader, (e.other for e in found))
    for edge in found:
        other = others[edge.other]
        kind, resolution = EDGE_KINDS[edge.code // 8], RESOLUTIONS[edge.code % 8]
        source, target = (other, node) if incoming else (node, other)
        yield EdgeRow(source, target, kind, resolution, edge.lines)


def find_outside_members(reader: Reader, symbol: SymbolRow) -> list[SymbolRow]:
    """Return methods of a type that are outside of its body.

    They are in its own file, and in files that name the type. The qualified name of a method tells its type. In another
    file that name may be that of another type, which the file defines or names as well. Where files share a namespace,
    those of one folder do, and a name is one type.
    """
    if symbol.kind not in _EXTENDED:
        return []
    from codegraph_parsers.languages import load_spec, names  # loads what parses, which most answers do without

    semantics = load_spec(symbol.language).semantics if symbol.language in names() else None
    if semantics is None or semantics.linkage.is_external:  # a definition elsewhere has its declaration in the type
        return []
    numbering, own = reader.numbering, reader.numbering.find_file(symbol.node)
    naming = {numbering.find_file(edge.other) for edge in _read_stored(reader, symbol, incoming=True)} - {own}
    others = [
        row
        for row in reader.iterate_symbols("s.name = ?", (symbol.name,))
        if row.kind in _EXTENDED and row.language == symbol.language and row.node != symbol.node
    ]
    at_home = {numbering.find_file(row.node) for row in others}
    shared = posixpath.dirname(symbol.path) if semantics.modules.has_unit_scope else None
    elsewhere = at_home if shared is not None else at_home.union(
        numbering.find_file(edge.other) for row in others for edge in _read_stored(reader, row, incoming=True)
    )  # fmt: skip
    found = _find_methods(reader, {own}, symbol.qualname, symbol)
    name = symbol.qualname if shared is not None else symbol.name
    rows = _find_methods(reader, naming - elsewhere, name, symbol)
    found += (row for row in rows if shared is None or posixpath.dirname(row.path) == shared)
    return found


def _find_methods(reader: Reader, files: Collection[int], owner: str, symbol: SymbolRow) -> list[SymbolRow]:
    """Return the methods in some files that belong to `owner` and are in no type.

    They are in source order. Of many files all symbols are looked through, which takes less than many questions."""
    if not files:
        return []
    few = " OR ".join(map(reader.build_file_condition, files)) if len(files) <= _FEW else ""
    within = f"({few}) AND " if few else ""
    rows = reader.list_symbols(
        f"{within}s.scope IN (SELECT id FROM scopes WHERE prefix = ?) AND s.kind = ? AND NOT EXISTS "
        f"(SELECT 1 FROM symbols t WHERE t.id = s.parent AND t.kind IN ({_TYPES}))",
        (f"{owner}.", KIND_CODE[SymbolKind.METHOD]),
    )
    find_file = reader.numbering.find_file
    return [row for row in rows if row.language == symbol.language and (few or find_file(row.node) in files)]


def read_nodes(reader: Reader, numbers: Iterable[int]) -> dict[int, Node]:
    wanted = set(numbers)
    found: dict[int, Node] = {}
    found.update(reader.read_symbols_by_node(n for n in wanted if n >= 0))
    found.update(reader.read_externals_by_node(n for n in wanted if n < 0))
    return found


def list_references(
    reader: Reader, node: Node, kinds: Sequence[EdgeKind], *, offset: int, limit: int | None
) -> Page[EdgeRow]:
    """Return incoming edges of `kinds` (without CONTAINS), one row per source line.

    They are in path and line order.
    """
    wanted = _build_codes(kinds, ())
    by_file: dict[int, list[_NodeEdge]] = {}
    for edge in _read_stored(reader, node, incoming=True):
        if edge.code in wanted:
            by_file.setdefault(reader.numbering.find_file(edge.other), []).append(edge)
    total = sum(edge.sites for found in by_file.values() for edge in found)
    end = total if limit is None else offset + limit
    rows: list[EdgeRow] = []
    at = 0
    for _, found in sorted(by_file.items()):  # files are in path order
        count = sum(edge.sites for edge in found)
        if at < end and at + count > offset:
            lines = [
                edge._replace(lines=(line,))
                for edge in _iterate_rows(reader, node, _add_lines(reader, found), incoming=True)
                for line in edge.lines
            ]
            lines.sort(key=lambda e: (e.lines[0], e.source.node, e.kind))
            rows += lines[max(0, offset - at) : end - at]
        at += count
    return Page(rows, total, offset)


def iterate_edges(reader: Reader) -> Iterator[EdgeRow]:
    """Yield every edge in source order, for export.

    Holds all symbol rows in memory.
    """
    symbols = reader.list_symbols()
    ends: list[Node] = list(symbols)
    rows = reader.execute("SELECT id, language, qualname, package FROM externals ORDER BY 2, 3, 4")
    ends += map(build_external_row, rows)
    order = {end.node: place for place, end in enumerate(ends)}
    for row in symbols:
        if row.parent >= 0:
            yield EdgeRow(symbols[row.parent], row, EdgeKind.CONTAINS, Resolution.EXACT, (row.line,))
    node_of, numbering = reader.find_node, reader.numbering
    for number, block in reader.iterate_blocks():
        other, codes = block.other, block.code
        for node, id in enumerate(numbering.list_symbol_ids(number), numbering.first_nodes[number]):
            found = [(codes[at], order[node_of(other[at])], at) for at in block.find_span(id)]
            for code, target, at in sorted(found):
                kind, resolution = EDGE_KINDS[code // 8], RESOLUTIONS[code % 8]
                yield EdgeRow(ends[node], ends[target], kind, resolution, block.list_lines(at))


class IncomingEdge(NamedTuple):
    """An edge as it is stored with its target.

    `sites` is the number of its lines, which are stored with its source.
    """

    source: int  # node
    target: Node
    kind: EdgeKind
    resolution: Resolution
    sites: int


def list_incoming_edges(reader: Reader, targets: Iterable[Node]) -> Iterator[IncomingEdge]:
    """Yield the edges that are stored with these targets, without CONTAINS."""
    for target in targets:
        for found in _read_stored(reader, target, incoming=True):
            kind, resolution = EDGE_KINDS[found.code // 8], RESOLUTIONS[found.code % 8]
            yield IncomingEdge(found.other, target, kind, resolution, found.sites)


class PlainEdge(NamedTuple):
    """An edge by numbers of nodes; that of an external is negative."""

    source: int
    target: int
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]


def iterate_plain_edges(
    reader: Reader, kinds: Collection[EdgeKind], sources: Container[int] | None = None
) -> Iterator[PlainEdge]:
    """Yield edges of these kinds, in source order, without reading any row.

    `sources` restricts them to some sources. Edges of one source are ordered by kind, resolution and target.
    """
    wanted = _build_codes(kinds, ())
    meaning = {code: (EDGE_KINDS[code // 8], RESOLUTIONS[code % 8]) for code in wanted}
    numbering = reader.numbering
    place = numbering.symbol_order.find_place
    for number, block in reader.iterate_blocks():
        other, codes, site, lines = block.other, block.code, block.site, block.list_lines
        more = set(block.extra_edge)
        for node, id in enumerate(numbering.list_symbol_ids(number), numbering.first_nodes[number]):
            if sources is not None and node not in sources:
                continue
            found = [
                (codes[at], place(to) if (to := other[at]) >= 0 else to, at)
                for at in block.find_span(id) if codes[at] in wanted
            ]  # fmt: skip
            if len(found) > 1:
                found.sort()
            for code, target, at in found:
                kind, resolution = meaning[code]
                yield PlainEdge(node, target, kind, resolution, lines(at) if at in more else (site[at],))
