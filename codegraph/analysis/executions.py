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
"""User, used, given, rank, unless: see `build_rule`."""


def build_rule(user: int, used: int, given: int = -1, rank: int = 0, unless: int = -1) -> Rule:
    """Return the rule that tests which run `user` run `used`.

    It holds for those tests that also reach `given` (-1: all), and for which `unless` does not hold (-1: no exception).
    `rank` is the weakness of the evidence, 0 the strongest.
    """
    return user, used, given, rank, unless


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules as columns, `int32[m]` each, over nodes `0..nodes-1`.

    The first nodes are those of a graph; the others occur only in rules. `held` is what holds from the start, as pairs
    of a node and a test: `int32[k, 2]`. Only these can be asked for by `unless`: conclusions of rules cannot retract
    anything, or the order of rules would matter.
    """

    nodes: int
    user: Int32s
    used: Int32s
    given: Int32s
    rank: Int32s
    unless: Int32s
    held: Int32s

    @classmethod
    def from_rules(cls, rules: Iterable[Rule], nodes: int, held: Iterable[tuple[int, int]] = ()) -> Rules:
        """Build the columns without repetitions.

        Of rules that differ only in rank, the strongest is kept.
        """
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
        """Return the graph from each node that is run to those that run it.

        It has every edge, even when no single test can run all of a path.
        """
        return Csr.from_edges(self.user, self.used, self.nodes).reverse()


Bits = NDArray[np.uint8]


class Rows(Protocol):
    """A table of which rows can be taken, by number."""

    def __getitem__(self, rows: Int32s, /) -> Bits: ...


@dataclass(frozen=True, slots=True)
class Runs:
    """Tests that may run each node.

    `tests[i]` is the node of test i. `row[v]` is the row of node v in `bits`, -1 when no test runs it; bit i of that
    row is set where test i may run it. Shapes: `int64[t]`, `int32[n]`, `uint8[r, ceil(t / 8)]`.
    """

    tests: Int64s
    row: Int32s
    bits: Rows

    def find_tests(self, nodes: Sequence[int]) -> Int64s:
        """Return the numbers of the tests that may run one of these nodes."""
        rows = self.row[list(nodes)]
        rows = rows[rows >= 0]
        if not rows.size:
            return self.tests[:0]
        joined = np.bitwise_or.reduce(self.bits[rows], axis=0)
        return self.tests[np.unpackbits(joined, count=self.tests.size, bitorder="little").astype(np.bool_)]


def compute_runs(rules: Rules, tests: Sequence[int]) -> Runs:
    """Compute the least sets of tests that obey all rules.

    Nodes that run one another have the same tests, so they are joined first (Tarjan, "Depth-First Search and Linear
    Graph Algorithms", 1972). The groups are then visited in topological order, and again while a guard that was met
    late adds something: a few times, whatever the size.
    """
    groups = _find_groups(rules)
    steps = _build_steps(rules, tests, groups)
    found: list[int] = [0] * (max(groups, default=-1) + 1)
    for bit, test in enumerate(tests):
        found[groups[test]] |= 1 << bit
    _propagate(found, steps)
    rows, of_group = _number_sets(found)
    width = (len(tests) + 7) // 8
    packed = b"".join(bits.to_bytes(width, "little") for bits in rows if bits)
    table = np.frombuffer(packed, dtype=np.uint8).reshape(len(rows) - 1, width)
    row = np.array([of_group[group] for group in groups], dtype=np.int32)
    return Runs(np.array(tests, dtype=np.int64), row, table)


def _number_sets(found: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """Number the distinct sets and return them with the row of each group.

    The row of the empty set is -1.
    """
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


def _build_steps(rules: Rules, tests: Sequence[int], groups: Sequence[int]) -> _Steps:
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


def _propagate(found: list[int], steps: _Steps) -> None:
    """Propagate tests to every group until nothing changes.

    Used groups have lower numbers than their users.
    """
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


def _find_groups(rules: Rules) -> list[int]:
    """Return the group of each node.

    Nodes of a group lead to one another under every test. The groups that a group leads to have lower numbers.
    """
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
