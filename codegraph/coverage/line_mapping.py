"""From lines that ran to the functions that did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from codegraph_parsers.file_facts import Flag, Symbol, SymbolKind

_RUN: Final = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY)


def find_line_owners(symbols: Sequence[Symbol], lines: int) -> list[int]:
    """Return the innermost function whose body contains each line 0 … `lines`.

    It is an index in `symbols`; -1 for none.

    The line of a function's name, and the lines above it, belong to the enclosing definition: they run when the
    function is defined. Statements of modules and classes run once, in whichever test came first, and prove nothing.
    Lines of an anonymous function are credited to the function around it.
    """
    owners = [-1] * (lines + 2)
    for at, symbol in enumerate(symbols):  # what contains stands before what is contained
        if symbol.kind not in _RUN or symbol.flags & Flag.ANONYMOUS:
            continue
        first = symbol.line if symbol.end_line <= symbol.line else symbol.line + 1
        last = min(symbol.end_line, lines)
        owners[first : last + 1] = [at] * max(0, last + 1 - first)
    return owners


def find_run_symbols(owners: Sequence[int], lines: Iterable[int]) -> frozenset[int]:
    """Return the symbols whose bodies contain the lines.

    Lines beyond the file are left out, because the record is of another state.
    """
    size = len(owners)
    return frozenset(at for line in lines if 0 <= line < size and (at := owners[line]) >= 0)
