"""Implementations of members that have many, which answers count.

One call of a member that an interface declares may run any of its implementations. Ten of them can be read; two hundred
hide what the text says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import Dependent, ImplementationCount
from codegraph.operations.imports.merged_edges import add_imported
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph_parsers.file_facts import Flag

MOST_LISTED = 10
"""Implementations of one member that answers list; more are counted."""

_CALLS = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)


class ImplementationCounter:
    """A reader of call edges that counts those of many implementations.

    It leaves out those that lead to or come from one of them. With `is_complete` nothing is counted and all are listed,
    those too that the graph leaves to `overrides` edges."""

    def __init__(self, index: Index, only: Sequence[Resolution] = (), *, is_complete: bool = False) -> None:
        self._index = index
        self._only = only
        self._is_complete = is_complete
        self._below: dict[int, dict[int, SymbolRow]] = {}
        self._above: dict[int, list[SymbolRow]] = {}
        self._counts: dict[tuple[str, str, int], ImplementationCount] = {}

    def list_outgoing(self, node: SymbolRow, kinds: Sequence[EdgeKind]) -> list[EdgeRow]:
        """Return what a symbol calls, without what is counted."""
        edges = self._index.list_outgoing(node, kinds, self._only, limit=None).items
        edges = add_imported(self._index, node, edges, kinds, self._only, incoming=False)
        for edge in self._index.list_outgoing(node, kinds, limit=None).items if self._has_dispatch() else ():
            member = edge.target
            if edge.resolution is Resolution.DISPATCH or not _is_abstract(member):
                continue
            implementations = self._find_implementations(member)
            if len(implementations) <= MOST_LISTED:
                continue
            if self._is_complete:
                known = {each.target.node for each in edges}
                missing = (row for row in implementations.values() if row.node not in known | {node.node})
                edges = [
                    *edges,
                    *(edge._replace(target=row, resolution=Resolution.DISPATCH) for row in missing),
                ]
                continue
            edges = [e for e in edges if not (e.resolution is Resolution.DISPATCH and e.target.node in implementations)]
            self._add_count("implementations", member, len(implementations))
        return edges if self._is_complete else self._count_alternatives(edges)

    def list_incoming(self, node: SymbolRow, kinds: Sequence[EdgeKind]) -> list[EdgeRow]:
        """Return who calls a symbol, without what is counted."""
        edges = self._index.list_incoming(node, kinds, self._only, limit=None).items
        edges = add_imported(self._index, node, edges, kinds, self._only, incoming=True)
        for member in self._find_wide_members(node) if self._has_dispatch() else ():
            calls = self._index.list_incoming(member, _CALLS, limit=None).items
            if self._is_complete:
                known = {edge.source.node for edge in edges}
                missing = (call for call in calls if call.source.node not in known)
                edges = [*edges, *(call._replace(target=node, resolution=Resolution.DISPATCH) for call in missing)]
                continue
            callers = {call.source.node for call in calls}
            edges = [e for e in edges if e.resolution is not Resolution.DISPATCH or e.source.node not in callers]
            self._add_count("callers", member, len(callers))
        return edges

    def list_dependents(self, asked: Sequence[SymbolRow], found: Sequence[Dependent]) -> list[Dependent]:
        """Return dependents, without what is counted."""
        through: dict[int, set[int]] = {}  # implementation → callers of what it is one of many implementations of
        listed: list[Dependent] = []
        direct = {row.node for row in asked}
        if self._is_complete:
            known = {each.symbol.node for each in found} | direct
            for edge in (each for row in asked for each in self.list_incoming(row, _CALLS)):
                source = edge.source
                if isinstance(source, SymbolRow) and source.node not in known and not source.is_test:
                    known.add(source.node)
                    listed.append(Dependent(source, 1, edge))
            return sorted((*found, *listed), key=lambda each: each.depth) if listed else list(found)
        for row in asked if self._has_dispatch() else ():
            through[row.node] = self._find_callers_through(row, is_noted=True)
        for each in found:
            via, target = each.via, each.via.target
            if isinstance(target, SymbolRow) and via.kind is EdgeKind.OVERRIDES:
                count = len(self._find_implementations(target)) if target.node in direct or _is_abstract(target) else 0
                if count > MOST_LISTED:
                    self._add_count("implementations", target, count)
                    continue
            if isinstance(target, SymbolRow) and via.resolution is Resolution.DISPATCH and via.kind in _CALLS:
                if target.node not in through:
                    through[target.node] = self._find_callers_through(target, is_noted=False)
                if via.source.node in through[target.node]:
                    if target.node not in direct:
                        self._find_callers_through(target, is_noted=True)
                    continue
            listed.append(each)
        return listed

    def list_counts(self) -> tuple[ImplementationCount, ...]:
        """Return what was counted and not listed, most first."""
        return tuple(sorted(self._counts.values(), key=lambda each: (-each.count, each.name, each.role)))

    def _has_dispatch(self) -> bool:
        return not self._only or Resolution.DISPATCH in self._only

    def _add_count(self, role: str, member: SymbolRow, count: int) -> None:
        implementations = len(self._find_implementations(member))
        found = ImplementationCount(role, member.qualname, count, implementations, member)
        if count:
            self._counts[role, member.qualname, member.node] = found

    def _count_alternatives(self, edges: list[EdgeRow]) -> list[EdgeRow]:
        """Leave out what one call may mean, where that is much.

        All of it has one name and is called at one place, as in a template."""
        groups: dict[tuple[str, tuple[int, ...]], list[EdgeRow]] = {}
        for edge in edges:
            if isinstance(edge.target, SymbolRow) and edge.resolution not in (Resolution.EXACT, Resolution.TYPED):
                groups.setdefault((edge.target.name, tuple(edge.lines)), []).append(edge)
        left_out: set[int] = set()
        for (name, _), group in groups.items():
            targets = {edge.target.node for edge in group}
            if len(targets) > MOST_LISTED:
                left_out |= targets
                node = group[0].target.node
                self._counts["alternatives", name, node] = ImplementationCount(
                    "alternatives", name, len(targets), len(targets), None
                )
        return [edge for edge in edges if edge.target.node not in left_out] if left_out else edges

    def _find_implementations(self, member: SymbolRow) -> dict[int, SymbolRow]:
        """Return what overrides a member, and what overrides that."""
        found = self._below.get(member.node)
        if found is None:
            found = self._below[member.node] = {}
            queue = [member]
            while queue:
                for edge in self._index.list_incoming(queue.pop(), (EdgeKind.OVERRIDES,), limit=None).items:
                    row = edge.source
                    if isinstance(row, SymbolRow) and row.node not in found:
                        found[row.node] = row
                        queue.append(row)
        return found

    def _find_wide_members(self, symbol: SymbolRow) -> list[SymbolRow]:
        """Return the abstract members that a symbol is one of many implementations of."""
        known = self._above.get(symbol.node)
        if known is None:
            found: dict[int, SymbolRow] = {}
            queue = [symbol]
            while queue:
                for edge in self._index.list_outgoing(queue.pop(), (EdgeKind.OVERRIDES,), limit=None).items:
                    row = edge.target
                    if isinstance(row, SymbolRow) and row.node not in found:
                        found[row.node] = row
                        queue.append(row)
            known = self._above[symbol.node] = [
                row
                for row in found.values()
                if _is_abstract(row) and len(self._find_implementations(row)) > MOST_LISTED
            ]
        return known

    def _find_callers_through(self, symbol: SymbolRow, *, is_noted: bool) -> set[int]:
        callers: set[int] = set()
        for member in self._find_wide_members(symbol):
            own = {edge.source.node for edge in self._index.list_incoming(member, _CALLS, limit=None).items}
            callers |= own
            if is_noted:
                self._add_count("callers", member, len(own))
        return callers


def _is_abstract(node: object) -> TypeGuard[SymbolRow]:
    return isinstance(node, SymbolRow) and bool(node.flags & Flag.ABSTRACT)
