"""Owners of code that stands in a class or module, outside of functions.

The graph only says that the class or module contains such code. What depends on it follows from its place: the value of
a variable is used by those who use the variable; a decorator or a default is evaluated for those who call the function.
This is the one rule of that, for dependents of a symbol and for tests.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.edges import CALLS, TYPES
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.file_facts import SymbolKind

CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})
TABLES = frozenset({SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT})
PLACED = (*CALLS, EdgeKind.REFERENCES)
"""Mentions for which it is asked where they stand."""

_LONGEST = 500
"""Lines of one variable that are looked at for calls."""


@dataclass(slots=True)
class CodeOwners:
    """Owners of the code in classes and modules.

    `rows[node]` is a symbol, `held[node]` its members in source order. `calls[node]` has the lines of calls in the body
    of a class or module itself, and `given` pairs of a variable and a function that runs the function.
    """

    rows: Mapping[int, SymbolRow] | Sequence[SymbolRow]
    held: Mapping[int, list[SymbolRow]]
    calls: Mapping[int, Container[int]]
    given: Container[tuple[int, int]]
    _starts: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    def find_users(self, source: SymbolRow, target: SymbolRow, kind: EdgeKind, line: int) -> Sequence[int]:
        """Return the nodes that run a mention in that line.

        Code in the body of a class or module runs when that is created, but not all of it.
        """
        if source.kind in CALLABLE:
            return (source.node,)
        row = self._find_member_at(source.node, line)
        if row is None:
            return (source.node,)
        if row.kind in CALLABLE:
            if (target.node, row.node) in self.given:
                return (source.node,)  # an application does not run because a route of it does
            if line >= row.line and target.kind in TYPES:
                return ()  # an annotation
            return (row.node, source.node) if self.is_local(source.node) else (row.node,)
        if row.kind in TABLES:
            calls = self.calls.get(source.node, ())
            made = any(at in calls for at in range(row.start_line, min(row.end_line, row.start_line + _LONGEST) + 1))
            return (row.node, source.node) if made or kind in CALLS else (row.node,)
        return (source.node,)

    def is_local(self, node: int) -> bool:
        """Return whether a symbol is, or stands in, a function."""
        while node >= 0:
            if self.rows[node].kind in CALLABLE:
                return True
            node = self.rows[node].parent
        return False

    def _find_member_at(self, node: int, line: int) -> SymbolRow | None:
        """Return the member of a class or module in that line."""
        held = self.held.get(node, [])
        starts = self._starts.get(node)
        if starts is None:
            starts = self._starts[node] = [row.start_line for row in held]
        at = bisect_right(starts, line) - 1
        return held[at] if at >= 0 and held[at].end_line >= line else None


Placed = tuple[int, int, EdgeKind, Resolution, int, int]
"""User, target, kind, resolution, first line and number of lines."""


def list_placed_edges(index: Index) -> Iterator[Placed]:
    """Yield the edges from bodies of classes and modules with their owners.

    This reads all symbols, and the edges of those that are no functions.
    """
    rows = list(index.iterate_all_symbols())
    held: dict[int, list[SymbolRow]] = defaultdict(list)
    for row in rows:
        if row.parent >= 0:
            held[row.parent].append(row)
    holders = {row.node for row in rows if row.kind not in CALLABLE and (row.node in held or row.kind in TABLES)}
    edges = [edge for edge in index.iterate_plain_edges(PLACED, holders) if edge.target >= 0]
    calls: dict[int, set[int]] = defaultdict(set)
    given: set[tuple[int, int]] = set()
    for edge in edges:
        if edge.kind in CALLS:
            calls[edge.source].update(edge.lines)
            if rows[edge.source].kind in TABLES:
                given.add((edge.source, edge.target))
    owners = CodeOwners(rows, held, calls, given)
    for source, target, kind, resolution, lines in edges:
        found: dict[int, list[int]] = {}
        for line in lines:
            for user in owners.find_users(rows[source], rows[target], kind, line):
                if user not in (source, target):
                    found.setdefault(user, []).append(line)
        for user, at in found.items():
            yield user, target, kind, resolution, at[0], len(at)
