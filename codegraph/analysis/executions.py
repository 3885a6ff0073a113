"""Which tests may run which symbols: rapid type analysis, for every test at the same time.

A method that replaces another runs where the other is called *and* an object of its class exists. Both are facts about
one test, so reachability, which joins them over all tests, selects far too much. Here a set of tests is the bits of
one integer a node, and rules are applied until nothing changes (the least fixed point). For a single program this is
the analysis of Bacon and Sweeney, "Fast Static Analysis of C++ Virtual Function Calls", 1996.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.csr import Csr, Int32s, Int64s


class Rule(NamedTuple):
    """Tests that run `user` run `used`, those of them that also reach `given` (-1: all), and for which `unless` does
    not hold (-1: whichever). `rank` is how weakly this is known, 0 the strongest."""

    user: int
    used: int
    given: int = -1
    rank: int = 0
    unless: int = -1


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
        table = np.array(list(rules), dtype=np.int64).reshape(-1, 5)
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


@dataclass(frozen=True, slots=True)
class Runs:
    """The tests that may run each node. `tests[i]` is the node of test i; `row[v]` the row of node v in `bits`, of
    which bit i is set where test i may run it, -1 where none does: `int64[t]`, `int32[n]`, `uint8[r, ceil(t / 8)]`."""

    tests: Int64s
    row: Int32s
    bits: NDArray[np.uint8]

    def of(self, nodes: Sequence[int]) -> Int64s:
        """Tests that may run one of these nodes, by number."""
        rows = self.row[list(nodes)]
        rows = rows[rows >= 0]
        if not rows.size:
            return self.tests[:0]
        joined = np.bitwise_or.reduce(self.bits[rows], axis=0)
        return self.tests[np.unpackbits(joined, count=self.tests.size, bitorder="little").astype(np.bool_)]


def runs(rules: Rules, tests: Sequence[int]) -> Runs:
    """The least sets of tests that obey all rules."""
    plain: dict[int, list[tuple[int, int]]] = {}  # node → (what runs, the tests that may: -1 for all)
    guarded: dict[int, list[tuple[int, int, int]]] = {}  # node → (the other node, what runs, the tests that may)
    number = {test: bit for bit, test in enumerate(tests)}
    without: dict[int, int] = {-1: -1}
    for node, test in rules.held.tolist():
        if test in number:
            without[node] = without.get(node, -1) & ~(1 << number[test])
    columns = (rules.user, rules.used, rules.given, rules.unless)
    for user, used, given, unless in zip(*(column.tolist() for column in columns), strict=True):
        may = without.get(unless, -1)
        if given < 0 or given == user:
            plain.setdefault(user, []).append((used, may))
        else:
            guarded.setdefault(user, []).append((given, used, may))
            guarded.setdefault(given, []).append((user, used, may))
    found = _fixed_point(tests, plain, guarded)
    row = np.full(rules.nodes, -1, dtype=np.int32)
    rows: dict[int, int] = {}
    for node, bits in found.items():
        row[node] = rows.setdefault(bits, len(rows))
    width = (len(tests) + 7) // 8
    packed = b"".join(bits.to_bytes(width, "little") for bits in rows)
    table = np.frombuffer(packed, dtype=np.uint8).reshape(len(rows), width)
    return Runs(np.array(tests, dtype=np.int64), row, table)


def _fixed_point(
    tests: Sequence[int],
    plain: dict[int, list[tuple[int, int]]],
    guarded: dict[int, list[tuple[int, int, int]]],
) -> dict[int, int]:
    found: dict[int, int] = {}
    for bit, test in enumerate(tests):
        found[test] = 1 << bit
    waiting = deque(tests)
    queued = set(tests)
    while waiting:
        node = waiting.popleft()
        queued.discard(node)
        here = found[node]
        for used, may in plain.get(node, ()):
            before = found.get(used, 0)
            if here & may & ~before:
                found[used] = before | (here & may)
                if used not in queued:
                    queued.add(used)
                    waiting.append(used)
        for other, used, may in guarded.get(node, ()):
            before = found.get(used, 0)
            both = here & found.get(other, 0) & may
            if both & ~before:
                found[used] = before | both
                if used not in queued:
                    queued.add(used)
                    waiting.append(used)
    return found
