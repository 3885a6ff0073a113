"""Types above and below a type, and implementations of what a name means."""

from __future__ import annotations

from codegraph.graph_model import EdgeKind
from codegraph.operations.context import Context
from codegraph.operations.edges import TYPES, walk
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph_parsers.file_facts import Flag, SymbolKind

_INHERITING = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)
_OVERRIDING = (*_INHERITING, EdgeKind.OVERRIDES)

MOST_STEPS = 64
"""Steps down from a type: no hierarchy that people write is as deep."""


def list_supertypes(context: Context, symbol: SymbolRow) -> list[EdgeRow]:
    """Return the edges from a type to those that it names as its own."""
    return context.index().list_outgoing(symbol, _INHERITING, limit=None).items


def list_subtypes(context: Context, symbol: SymbolRow) -> list[EdgeRow]:
    """Return the edges to a type from those that name it as theirs."""
    return context.index().list_incoming(symbol, _INHERITING, limit=None).items


def list_implementations(context: Context, symbol: SymbolRow) -> list[SymbolRow]:
    """Return what implements a type or a member, the nearest first.

    What has a body of its own is among them."""
    index = context.index()
    steps = walk(
        [symbol],
        lambda row: index.list_incoming(row, _OVERRIDING, limit=None).items,
        lambda edge: edge.source,
        MOST_STEPS,
    )
    below = {step.edge.source.node: step.edge.source for step in steps}
    has_body = symbol.kind is not SymbolKind.INTERFACE and not symbol.flags & (Flag.ABSTRACT | Flag.DECLARATION)
    found = [symbol] if has_body else []
    return [*found, *(row for row in below.values() if isinstance(row, SymbolRow) and row.node != symbol.node)]


def is_type(symbol: SymbolRow) -> bool:
    """Return whether a symbol may have types above and below it."""
    return symbol.kind in TYPES or symbol.kind is SymbolKind.TYPE
