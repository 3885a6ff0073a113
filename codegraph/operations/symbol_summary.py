"""Summaries of symbols: what each is, how many use it, and what memory knows."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.operations.answers import ImplementationCount, KnownNote
from codegraph.operations.context import Context
from codegraph.operations.edges import NAMED_NOT_CALLED, is_from_test, list_callers, list_references
from codegraph.operations.memory.knowledge import find_knowledge
from codegraph.operations.requests import CallersRequest, RefsRequest
from codegraph.query_results import EdgeRow, SymbolDetails, SymbolRow

_ALL = 0


class SymbolUsers(NamedTuple):
    """Edges by which symbols use another one.

    `are_callers` says that they call it; otherwise they name it. `counted` are callers through members of many
    implementations, which are not listed, `possible` unresolved calls of the name, and `mentions` places that name
    what nothing calls."""

    symbol: SymbolRow
    edges: tuple[EdgeRow, ...]
    are_callers: bool
    counted: tuple[ImplementationCount, ...] = ()
    possible: int = 0
    mentions: int = 0

    def count(self, *, tests: bool) -> int:
        """Count the symbols that use it, either tests or all others.

        A function that calls itself has no caller more."""
        return len({e.source.node for e in self.edges if is_from_test(e) is tests} - {self.symbol.node})


class SymbolSummary(NamedTuple):
    details: SymbolDetails
    users: SymbolUsers
    knowledge: tuple[KnownNote, ...]


def list_users(context: Context, symbol: SymbolRow) -> SymbolUsers:
    """Return the edges from what calls a symbol, or names what is not called."""
    if symbol.kind in NAMED_NOT_CALLED:
        edges = list_references(context, RefsRequest(symbol=symbol.id, limit=_ALL)).results.edges
        return SymbolUsers(symbol, tuple(edge for edge in edges if isinstance(edge.source, SymbolRow)), False)
    found = list_callers(context, CallersRequest(symbol=symbol.id, limit=_ALL)).results
    edges = tuple(step.edge for step in found.steps)
    return SymbolUsers(symbol, edges, True, found.counted, found.possible, found.mentions)


def summarize_symbol(context: Context, symbol: SymbolRow) -> SymbolSummary:
    """Return what a symbol is, who uses it, and the notes about it."""
    details = context.index().read_details(symbol)
    return SymbolSummary(details, list_users(context, symbol), find_knowledge(context, [symbol.id]))
