"""Tests that may run symbols: rapid type analysis, for all tests at once.

A method that replaces another runs where the other is called *and* an object of its class exists. Both are facts about
one test, so reachability, which joins them over all tests, selects far too much. Here a set of tests is the bits of
one integer a node, and rules are applied until nothing changes (the least fixed point). For a single program this is
the analysis of Bacon and Sweeney, "Fast Static Analysis of C++ Virtual Function Calls", 1996.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.csr import Csr, Int32s, Int64s

Rule = tuple[int, int, int, int, int]
"""See `rule`."""


def rule(user: int, used: int, given: int = -1, rank: int = 0, unless: int = -1) -> Rule:
    """Tests that run `user` run `used`, those of them that also reach `given` (-1: all), and for which `unless` does
    not hold (-1: whichever). `rank` is how weakly this is known, 0 the strongest."""
    return user, used, given, rank, unless


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules as columns, `int32[m]` each, over nodes `0..nodes-1`: those of a graph, then some that only rules know.

    `held` is what holds from the start, as pairs of a node and a test: `int32[k, 2]`. It is all that an `unless` can
    ask for: what rules bring cannot take anything away, or the order of rules would matter."""

    nodes: int
    user: Int32s
    used: Int32s
    given: Int32s
    rank: Int32s
    unless: Int32s
    held: Int32s

    @classmethod
    def of(cls, rules: Iterable[Rule], nodes: int, held: Iterable[tuple[int, int]] = ()) -> Rules:
        """Without repetitions; of rules that differ in rank the strongest."""
        table = np.fromiter(chain.from_iterable(rules), dtype=np.int64).reshape(-1, 5)
        table = table[table[:, 0] != table[:, 1]]
        order = np.lexsort((table[:, 3], table[:, 4], table[:, 2], table[:, 1], table[:, 0]))
        table = table[order]
        first = np.ones(len(table), dtype=np.bool_)
        first[1:] = (table[1:, [0, 1, 2, 4]] != table[:-1, [0, 1, 2, 4]]).any(axis=1)
        user, used, given, rank, unless = table[first].astype(np.int32).T.copy()
        pairs = np.array(sorted(set(held)), dtype=np.int32).reshape(-1, 2)
        return cls(nodes, user, used, given, rank, unless, pairs)

    def reverse(self) -> Csr:
        """From what runs to what makes it run, whether or not one test can do all of it."""
        return Csr.from_edges(self.user, self.used, self.nodes).reversed()


Bits = NDArray[np.uint8]


class Rows(Protocol):
    """A table of which rows can be taken, by number."""

    def __getitem__(self, rows: Int32s, /) -> Bits: ...


@dataclass(frozen=True, slots=True)
class Runs:
    """The tests that may run each node. `tests[i]` is the node of test i; `row[v]` the row of node v in `bits`, of
    which bit i is set where test i may run it, -1 where none does: `int64[t]`, `int32[n]`, `uint8[r, ceil(t / 8)]`."""

    tests: Int64s
    row: Int32s
    bits: Rows

    def of(self, nodes: Sequence[int]) -> Int64s:
        """Tests that may run one of these nodes, by number."""
        rows = self.row[list(nodes)]
        rows = rows[rows >= 0]
        if not rows.size:
            return self.tests[:0]
        joined = np.bitwise_or.reduce(self.bits[rows], axis=0)
        return self.tests[np.unpackbits(joined, count=self.tests.size, bitorder="little").astype(np.bool_)]


def runs(rules: Rules, tests: Sequence[int]) -> Runs:
    """The least sets of tests that obey all rules.

    Nodes that run one another have the same tests, so they are joined first (Tarjan, "Depth-First Search and Linear
    Graph Algorithms", 1972). The joined ones are then gone through in topological order, again and again while a guard
    that was met late brings something new: a few times, whatever the size.
    """
    groups = _groups(rules)
    steps = _steps(rules, tests, groups)
    found: list[int] = [0] * (max(groups, default=-1) + 1)
    for bit, test in enumerate(tests):
        found[groups[test]] |= 1 << bit
    _fixed_point(found, steps)
    rows, of_group = _rows(found)
    width = (len(tests) + 7) // 8
    packed = b"".join(bits.to_bytes(width, "little") for bits in rows if bits)
    table = np.frombuffer(packed, dtype=np.uint8).reshape(len(rows) - 1, width)
    row = np.array([of_group[group] for group in groups], dtype=np.int32)
    return Runs(np.array(tests, dtype=np.int64), row, table)


def _rows(found: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """The distinct sets with their rows, -1 that of the empty one, and the row of each group."""
    rows: dict[int, int] = {0: -1}
    known: dict[int, int] = {}  # by identity: to compare thousands of bits is dear, and many sets are the same object
    of_group: list[int] = []
    for bits in found:
        at = known.get(id(bits))
        if at is None:
            at = known[id(bits)] = rows.setdefault(bits, len(rows) - 1)
        of_group.append(at)
    return rows, of_group


class _Steps(NamedTuple):
    """Steps from a group of nodes: the other group, and the tests that may.

    -1 stands for all tests. Where two groups are needed, the other of them comes first."""

    plain: dict[int, list[tuple[int, int]]]
    guarded: dict[int, list[tuple[int, int, int]]]


def _steps(rules: Rules, tests: Sequence[int], groups: Sequence[int]) -> _Steps:
    number = {test: bit for bit, test in enumerate(tests)}
    without: dict[int, int] = {-1: -1}
    for node, test in rules.held.tolist():
        if test in number:
            without[node] = without.get(node, -1) & ~(1 << number[test])
    steps = _Steps({}, {})
    of = np.append(np.array(groups, dtype=np.int32), -1)  # -1, no node, is in no group
    table = np.stack((of[rules.user], of[rules.used], of[rules.given], rules.unless), axis=1)
    table[table[:, 2] == table[:, 0], 2] = -1
    table = table[table[:, 0] != table[:, 1]].astype(np.int64)
    ends, conditions = table[:, 0] << 32 | table[:, 1], (table[:, 2] + 1) << 32 | (table[:, 3] + 1)
    order = np.lexsort((conditions, ends))
    repeated = (np.diff(ends[order], prepend=-1) == 0) & (np.diff(conditions[order], prepend=-1) == 0)
    table = table[order[~repeated]]
    for user, used, given, unless in table.tolist():
        may = without.get(unless, -1)
        if given < 0:
            steps.plain.setdefault(user, []).append((used, may))
        else:
            steps.guarded.setdefault(user, []).append((given, used, may))
            steps.guarded.setdefault(given, []).append((user, used, may))
    return steps


def _fixed_point(found: list[int], steps: _Steps) -> None:
    """Give every group its tests, from those that start with some. Groups are numbered what is used first."""
    changed = bytearray(1 if bits else 0 for bits in found)
    while any(changed):
        for group in range(len(found) - 1, -1, -1):
            if not changed[group]:
                continue
            changed[group] = 0
            here = found[group]
            for used, may in steps.plain.get(group, ()):
                brought, there = here if may == -1 else here & may, found[used]
                if there is brought:
                    continue
                joined = there | brought if there else brought  # as it is, to be shared
                if joined != there:
                    found[used] = joined
                    changed[used] = 1
            for other, used, may in steps.guarded.get(group, ()):
                both = here & found[other]
                joined = found[used] | (both if may == -1 else both & may)
                if joined != found[used]:
                    found[used] = joined
                    changed[used] = 1


def _groups(rules: Rules) -> list[int]:
    """The group of each node: nodes that lead to one another, whatever the test. What a group leads to has a lower
    number."""
    free = (rules.unless < 0) & ((rules.given < 0) | (rules.given == rules.user))
    leads: dict[int, list[int]] = {}
    for user, used in zip(rules.user[free].tolist(), rules.used[free].tolist(), strict=True):
        leads.setdefault(user, []).append(used)
    group, lowest, met = [-1] * rules.nodes, [0] * rules.nodes, [0] * rules.nodes
    order, groups = 0, 0
    open_: list[int] = []
    for start in range(rules.nodes):
        if met[start]:
            continue
        order += 1
        met[start] = lowest[start] = order
        open_.append(start)
        work = [(start, iter(leads.get(start, ())))]
        while work:
            node, rest = work[-1]
            for other in rest:
                if not met[other]:
                    order += 1
                    met[other] = lowest[other] = order
                    open_.append(other)
                    work.append((other, iter(leads.get(other, ()))))
                    break
                if group[other] < 0:
                    lowest[node] = min(lowest[node], met[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == met[node]:
                    while True:
                        other = open_.pop()
                        group[other] = groups
                        if other == node:
                            break
                    groups += 1
    return group
