"""Choice of the definition in a chunk by which a hit is labelled.

A chunk of small definitions is found for one of them, not for the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from codegraph.embed.terms import list_word_terms
from codegraph.query_results import CodeHit, SymbolRow
from codegraph.search.query import Query
from codegraph_parsers.file_facts import Flag, SymbolKind

CALLED: Final = 40
"""Hits of an answer whose definitions are looked at; nobody reads the names of later ones."""

FUNCTIONS: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})
_TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
_VALUES: Final = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE})


def can_relabel(hit: CodeHit) -> bool:
    """Return whether another definition in its lines may label a hit.

    Another function may, if the hit is labelled by a function, is only a part of a type, or holds more than a type; a
    value may, if the hit is no definition.
    """
    symbol = hit.symbol
    other = symbol.kind in _TYPES and (symbol.start_line, symbol.end_line) != (hit.start, hit.end)
    return hit.end > hit.start and (other or symbol.kind in FUNCTIONS or not symbol.qualname)


def label_hit(query: Query, rarity: Callable[[str], float], hit: CodeHit, inside: Iterable[SymbolRow]) -> CodeHit:
    """Label a hit with the definition `inside` it whose name matches the query best.

    Words of the name count by their rarity. If two match equally, the present label stays, else the first is taken.
    """

    def worth(name: str) -> float:
        told = set(list_word_terms(name.rpartition(".")[2])) & query.terms.keys()
        return sum(rarity(term) * query.terms[term] for term in sorted(told))

    kinds = FUNCTIONS if hit.symbol.qualname else _VALUES
    best, found = worth(hit.name), None
    whole = range(0)  # a type that is all there says what its lines are, and nothing of those around it
    if hit.symbol.kind in _TYPES and hit.start <= hit.symbol.start_line <= hit.symbol.end_line <= hit.end:
        whole = range(hit.symbol.start_line, hit.symbol.end_line + 1)
    for symbol in inside:
        shown = symbol.kind in kinds and not symbol.flags & (Flag.ANONYMOUS | Flag.LOCAL) and symbol.line not in whole
        if shown and (told := worth(symbol.name)) > best:
            best, found = told, symbol
    if found is None:
        return hit
    # Lines that are no definition are shown as they are, whichever of their values is meant.
    return hit._replace(name=found.qualname, symbol=found if hit.symbol.qualname else hit.symbol)
