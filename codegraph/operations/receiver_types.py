"""Receivers along a path: which overrides calls on the receiver itself may run.

A method that calls a member of its own object, or of its bases, hands its receiver on. So what is called on the way
runs for an object of a class that has all of these methods, and an override of an unrelated class is not reached. Calls
on other objects begin anew: nothing is known of their classes here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from codegraph.analysis.csr import Csr
from codegraph.analysis.shortest_paths import EvidencePath
from codegraph.analysis.transitive_closure import close_over
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.edges import CALLS, TYPES
from codegraph.operations.network import KINDS, RESOLUTIONS, Network

MAX_STATES: Final = 100_000
"""Pairs of a symbol and a class of its receiver that one search visits."""

_UNKNOWN: Final = -1
_NONE: Final = -2
"""In the place of a class: no object can be the receiver."""


class ReceiverTypes:
    """Follows the class of the receiver along edges of a network.

    `has_reversed_overrides`: a method leads to its overrides in it.
    """

    def __init__(self, net: Network, *, has_reversed_overrides: bool) -> None:
        self._net = net
        self._has_reversed_overrides = has_reversed_overrides
        self._below: dict[int, frozenset[int]] = {}
        self._sources = net.compute_sources()

    def is_possible(self, edges: Sequence[int]) -> bool:
        """Return whether one receiver can have all calls on itself along a path."""
        receiver = _UNKNOWN
        for edge in edges:
            receiver = self._follow(edge, receiver)
            if receiver == _NONE:
                return False
        return True

    def select_path(
        self,
        path: EvidencePath,
        sources: Iterable[int],
        targets: Iterable[int],
        *,
        most: int | None = None,
        graph: Csr | None = None,
    ) -> EvidencePath | None:
        """Return a path if one receiver can have its calls, else the shortest such path.

        It has at most `most` edges and lies in `graph`, or in the whole network. Without such a path it is None; where
        the search grows too large, it is the path as it was given.
        """
        if not self._has_choice(path.edges) or self.is_possible(path.edges):
            return path
        ends, graph = frozenset(targets), self._net.graph if graph is None else graph
        start = [(node, _UNKNOWN) for node in sources]
        before: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = dict.fromkeys(start)
        level, depth = start, 0
        while level and (most is None or depth < most):
            depth += 1
            further: list[tuple[int, int]] = []
            for state in level:
                for entry in range(int(graph.indptr[state[0]]), int(graph.indptr[state[0] + 1])):
                    edge = int(graph.positions[entry])
                    reached = (int(graph.indices[entry]), self._follow(edge, state[1]))
                    if reached[1] == _NONE or reached in before:
                        continue
                    before[reached] = (state, edge)
                    if reached[0] in ends:
                        return _trace(before, reached)
                    further.append(reached)
            if len(before) > MAX_STATES:
                return path
            level = further
        return None

    def _has_choice(self, edges: Sequence[int]) -> bool:
        """Return whether a path has an edge that one of several classes decides."""
        arrays = self._net.arrays
        kinds = {KINDS[int(arrays.kinds[edge])] for edge in edges}
        known = {RESOLUTIONS[int(arrays.resolutions[edge])] for edge in edges}
        return EdgeKind.OVERRIDES in kinds or Resolution.DISPATCH in known

    @cached_property
    def _derived(self) -> dict[int, list[int]]:
        """The classes directly below each class."""
        found: dict[int, list[int]] = defaultdict(list)
        for edge in self._net.index.iterate_plain_edges((EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)):
            found[edge.target].append(edge.source)
        return found

    def _follow(self, edge: int, receiver: int) -> int:
        """Return the class of the receiver behind an edge, given that before it."""
        arrays = self._net.arrays
        kind = KINDS[int(arrays.kinds[edge])]
        if kind is EdgeKind.OVERRIDES and self._has_reversed_overrides:
            return self._narrow(receiver, self._find_owner(int(self._sources[edge])))
        if kind not in CALLS:
            return _UNKNOWN
        source, target = int(self._sources[edge]), int(arrays.targets[edge])
        known = RESOLUTIONS[int(arrays.resolutions[edge])]
        if known is Resolution.DISPATCH and self._is_own_dispatch(edge, source, target):
            return self._narrow(receiver, self._find_owner(target))
        if known is not Resolution.EXACT:
            return _UNKNOWN
        caller, called = self._find_owner(source), self._find_owner(target)
        is_own = caller >= 0 and called >= 0 and caller in self._list_below(called)
        return self._narrow(receiver, caller) if is_own else _UNKNOWN

    def _is_own_dispatch(self, edge: int, source: int, target: int) -> bool:
        """Return whether a method calls a member of its own object that is overridden.

        The same line names the overridden method, and the receiver decides that alone."""
        arrays = self._net.arrays
        name = self._net.read_symbols([target])[target].name
        for at in range(int(arrays.indptr[source]), int(arrays.indptr[source + 1])):
            is_exact = RESOLUTIONS[int(arrays.resolutions[at])] is Resolution.EXACT
            if is_exact and arrays.lines[at] == arrays.lines[edge] and KINDS[int(arrays.kinds[at])] in CALLS:
                named = int(arrays.targets[at])
                if self._net.read_symbols([named])[named].name == name:
                    return self._find_owner(source) in self._list_below(self._find_owner(named))
        return False

    def _find_owner(self, node: int) -> int:
        """Return the class that has a symbol as its member, -1 for none."""
        parent = self._net.read_symbols([node])[node].parent
        return parent if parent >= 0 and self._net.read_symbols([parent])[parent].kind in TYPES else _UNKNOWN

    def _narrow(self, receiver: int, wanted: int) -> int:
        """Return the class of an object that is of two classes."""
        if receiver == _UNKNOWN or wanted == _UNKNOWN:
            return wanted if receiver == _UNKNOWN else receiver
        if wanted in self._list_below(receiver):
            return wanted
        common = self._list_below(receiver) & self._list_below(wanted)
        return receiver if common else _NONE

    def _list_below(self, node: int) -> frozenset[int]:
        """Return a class with all that derive from it."""
        found = self._below.get(node)
        if found is None:
            found = self._below[node] = frozenset(close_over([node], lambda at: self._derived.get(at, ())))
        return found


def _trace(before: dict[tuple[int, int], tuple[tuple[int, int], int] | None], last: tuple[int, int]) -> EvidencePath:
    """Return the path that led to the last state of a search."""
    nodes, edges = [last[0]], list[int]()
    step = before[last]
    while step is not None:
        state, edge = step
        nodes.append(state[0])
        edges.append(edge)
        step = before[state]
    return EvidencePath(tuple(reversed(nodes)), tuple(reversed(edges)))
