"""Surroundings of a symbol in the graph.

They are what its body rests on, and where else memories of it may be anchored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.memory.anchors.premises import Dependency
from codegraph.memory.memory_model import PremiseKind
from codegraph.memory.recall.request import Nearby
from codegraph.operations.edges import CALLS, TYPES, add_constructors
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.ids import list_container_ids

VALUES: Final = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD, SymbolKind.MACRO})
CALLED: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})

PROVEN: Final = (Resolution.EXACT, Resolution.TYPED, Resolution.INFERRED)
"""How what a body rests on has to be known: a look-alike, or one of many overrides, is no premise."""

CONTAINER, FILE, NEIGHBOUR = 0.8, 0.5, 0.3
"""How much a memory counts that is anchored to the class, to the file, and to a direct caller or callee."""

MOST_NEIGHBOURS: Final = 200


def find_symbol_by_id(index: Index, id: str) -> SymbolRow | None:
    return next((row for row in index.find(id) if row.id == id), None)


def find_dependencies(index: Index, target: str) -> list[Dependency] | None:
    """Return the values that the body of a symbol reads, and what it calls.

    A class is its members. What lies within the symbol is a part of its body. Returns None for what the index does not
    have."""
    symbol = find_symbol_by_id(index, target)
    if symbol is None or not symbol.qualname:
        return None
    inside = _list_inside(index, symbol)
    nodes = {row.node for row in inside}
    targets: dict[tuple[int, bool], EdgeRow] = {}
    for row in inside:
        for edge in index.list_outgoing(row, (*CALLS, EdgeKind.REFERENCES), PROVEN, limit=None).items:
            if isinstance(edge.target, SymbolRow) and edge.target.node not in nodes:
                targets.setdefault((edge.target.node, edge.kind in CALLS), edge)
    found: dict[Dependency, None] = {}
    for edge in targets.values():
        for row in _list_same(index, edge.target) if isinstance(edge.target, SymbolRow) else ():
            found |= dict.fromkeys(_build_dependencies(index, edge, row))
    return list(found)


def _list_same(index: Index, symbol: SymbolRow) -> list[SymbolRow]:
    """Return all definitions of a symbol's name in its file, such as overloads."""
    return [row for row in index.list_file_symbols(symbol.path) if row.qualname == symbol.qualname]


def _list_inside(index: Index, symbol: SymbolRow) -> list[SymbolRow]:
    """Return the symbol and what is defined in it."""
    if symbol.kind in VALUES:
        return [symbol]
    within = f"{symbol.qualname}."
    rows = index.list_file_symbols(symbol.path)
    return [
        symbol,
        *(row for row in rows if row.qualname.startswith(within) and symbol.start_line <= row.line <= symbol.end_line),
    ]


def _build_dependencies(index: Index, edge: EdgeRow, target: SymbolRow) -> list[Dependency]:
    if target.kind in VALUES:
        return [Dependency(PremiseKind.VALUE, target.id)] if edge.kind is EdgeKind.REFERENCES else []
    if edge.kind not in CALLS and target.kind is not SymbolKind.PROPERTY:
        return []
    if target.kind not in TYPES:
        return [Dependency(PremiseKind.SIGNATURE, target.id)] if target.kind in CALLED else []
    constructors = [row for row in add_constructors(index, target) if row is not target]
    if constructors:
        return [Dependency(PremiseKind.SIGNATURE, row.id) for row in constructors]
    fields = [
        row for row in index.list_members(target) if row.kind is SymbolKind.FIELD
    ]  # they are what it is made with
    return [Dependency(PremiseKind.VALUE, row.id) for row in fields]


def list_surroundings(index: Index, symbol: SymbolRow) -> tuple[Nearby, ...]:
    """Return where memories of a symbol may be anchored.

    That is itself, its class, its file, and its direct callers and callees, each place once, the nearest first."""
    found: dict[str, float] = {symbol.id: 1.0}
    for id in list_container_ids(symbol.id):
        found.setdefault(id, CONTAINER)
    found.setdefault(symbol.path, FILE)
    module = next((row for row in index.list_file_symbols(symbol.path)[:1] if not row.qualname), None)
    if module is not None:
        found.setdefault(module.id, FILE)
    for row in add_constructors(index, symbol):
        edges = [
            *index.list_incoming(row, CALLS, limit=MOST_NEIGHBOURS).items,
            *index.list_outgoing(row, CALLS, limit=MOST_NEIGHBOURS).items,
        ]
        for edge in edges:
            other = edge.target if edge.source.node == row.node else edge.source
            if isinstance(other, SymbolRow):
                found.setdefault(other.id, NEIGHBOUR)
    return tuple(Nearby(target, weight) for target, weight in found.items())


def find_surroundings(index: Index, names: Sequence[str]) -> tuple[Nearby, ...]:
    """Return the surroundings of all symbols that are named.

    A name of no symbol, or of several, has none."""
    found: dict[str, float] = {}
    for name in names:
        try:
            symbols = index.resolve_meaning(name).symbols
        except (NotFoundError, AmbiguousError):
            continue
        for symbol in symbols:
            for target, weight in list_surroundings(index, symbol) if symbol.qualname else ():
                found[target] = max(found.get(target, 0.0), weight)
    return tuple(Nearby(target, weight) for target, weight in found.items())
