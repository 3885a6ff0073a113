"""Runners of code that stands in a class or module, outside of functions.

The graph says no more of such code than that the class or module holds it. Who rests on it is a matter of where it
stands: on what makes the value of a variable, those who use the variable; on what a decorator or a default is made of,
those who call the function. This is the one rule of that, for what rests on a symbol and for what a test runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence

from codegraph.answers import SymbolRow
from codegraph.index import Index
from codegraph.model import EdgeKind, Resolution
from codegraph.operations.edges import CALLS, TYPES
from codegraph_parsers.facts import SymbolKind

CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})
TABLES = frozenset({SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT})
PLACED = (*CALLS, EdgeKind.REFERENCES)
"""Mentions for which it is asked where they stand."""

_LONGEST = 500
"""Lines of one variable that are looked at for calls."""


class Placing:
    """`rows[node]` is a symbol, `held[node]` what it holds, in source order; `calls[node]` has the lines of the calls
    of a class or module itself, and `given` pairs of a variable and a function that it runs."""

    def __init__(
        self,
        rows: Mapping[int, SymbolRow] | Sequence[SymbolRow],
        held: Mapping[int, list[SymbolRow]],
        calls: Mapping[int, Container[int]],
        given: Container[tuple[int, int]],
    ) -> None:
        self._rows = rows
        self._held = held
        self._calls = calls
        self._given = given
        self._starts: dict[int, list[int]] = {}

    def users(self, source: SymbolRow, target: SymbolRow, kind: EdgeKind, line: int) -> Sequence[int]:
        """What runs a mention in that line: code of a class or module runs when that is made, but not all of it."""
        if source.kind in CALLABLE:
            return (source.node,)
        row = self._at(source.node, line)
        if row is None:
            return (source.node,)
        if row.kind in CALLABLE:
            if (target.node, row.node) in self._given:
                return (source.node,)  # an application does not run because a route of it does
            if line >= row.line and target.kind in TYPES:
                return ()  # an annotation
            return (row.node, source.node) if self.is_local(source.node) else (row.node,)
        if row.kind in TABLES:
            calls = self._calls.get(source.node, ())
            made = any(at in calls for at in range(row.start_line, min(row.end_line, row.start_line + _LONGEST) + 1))
            return (row.node, source.node) if made or kind in CALLS else (row.node,)
        return (source.node,)

    def is_local(self, node: int) -> bool:
        """Say whether a symbol is, or stands in, a function."""
        while node >= 0:
            if self._rows[node].kind in CALLABLE:
                return True
            node = self._rows[node].parent
        return False

    def _at(self, node: int, line: int) -> SymbolRow | None:
        """Return what a class or module holds in that line."""
        held = self._held.get(node, [])
        starts = self._starts.get(node)
        if starts is None:
            starts = self._starts[node] = [row.start_line for row in held]
        at = bisect_right(starts, line) - 1
        return held[at] if at >= 0 and held[at].end_line >= line else None


Placed = tuple[int, int, EdgeKind, Resolution, int, int]
"""User, target, kind, resolution, first line and number of lines."""


def placed_edges(index: Index) -> Iterator[Placed]:
    """What the graph says of a class or module, once more for those that it is said of by where it stands. Reads all
    symbols, and the edges of those that are no functions."""
    rows = list(index.all_symbols())
    held: dict[int, list[SymbolRow]] = defaultdict(list)
    for row in rows:
        if row.parent >= 0:
            held[row.parent].append(row)
    holders = {row.node for row in rows if row.kind not in CALLABLE and (row.node in held or row.kind in TABLES)}
    edges = [edge for edge in index.plain_edges(PLACED, holders) if edge.target >= 0]
    calls: dict[int, set[int]] = defaultdict(set)
    given: set[tuple[int, int]] = set()
    for edge in edges:
        if edge.kind in CALLS:
            calls[edge.source].update(edge.lines)
            if rows[edge.source].kind in TABLES:
                given.add((edge.source, edge.target))
    placing = Placing(rows, held, calls, given)
    for source, target, kind, resolution, lines in edges:
        found: dict[int, list[int]] = {}
        for line in lines:
            for user in placing.users(rows[source], rows[target], kind, line):
                if user not in (source, target):
                    found.setdefault(user, []).append(line)
        for user, at in found.items():
            yield user, target, kind, resolution, at[0], len(at)
