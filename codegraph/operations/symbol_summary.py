"""Summaries of symbols: what each is, how many use it, and what memory knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from codegraph.operations.answers import ImplementationCount, KnownNote
from codegraph.operations.context import Context
from codegraph.operations.edges import NAMED_NOT_CALLED, list_callers, list_references
from codegraph.operations.memory.knowledge import find_knowledge
from codegraph.operations.requests import CallersRequest, RefsRequest
from codegraph.query_results import EdgeRow, SymbolDetails, SymbolRow

_ALL = 0


class SymbolUsers(NamedTuple):
    """Symbols that use another one, tests apart.

    `are_callers` says that they call it; otherwise they name it. `counted` are callers through members of many
    implementations, which are not listed."""

    users: tuple[SymbolRow, ...]
    tests: tuple[SymbolRow, ...]
    are_callers: bool
    counted: tuple[ImplementationCount, ...] = ()


class SymbolSummary(NamedTuple):
    details: SymbolDetails
    users: SymbolUsers
    knowledge: tuple[KnownNote, ...]


def list_users(context: Context, symbol: SymbolRow) -> SymbolUsers:
    """Return the symbols that use one, or where it is called those that call it."""
    if symbol.kind in NAMED_NOT_CALLED:
        edges: Iterable[EdgeRow] = list_references(context, RefsRequest(symbol=symbol.id, limit=_ALL)).results.edges
        counted: tuple[ImplementationCount, ...] = ()
    else:
        answer = list_callers(context, CallersRequest(symbol=symbol.id, limit=_ALL)).results
        edges, counted = [step.edge for step in answer.steps], answer.counted
    found = {edge.source.node: edge.source for edge in edges if isinstance(edge.source, SymbolRow)}
    found.pop(symbol.node, None)  # a function that calls itself has no caller more
    return SymbolUsers(
        tuple(row for row in found.values() if not row.is_test),
        tuple(row for row in found.values() if row.is_test),
        symbol.kind not in NAMED_NOT_CALLED,
        counted,
    )


def summarize_symbol(context: Context, symbol: SymbolRow) -> SymbolSummary:
    """Return what a symbol is, who uses it, and the notes about it."""
    details = context.index().read_details(symbol)
    return SymbolSummary(details, list_users(context, symbol), find_knowledge(context, [symbol.id]))
