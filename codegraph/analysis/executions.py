"""Which tests may execute which symbols: rapid type analysis, once for every test at the same time.

A method that replaces another runs where the other is called *and* an object of its class can exist. Both are facts about
one test, so reachability alone, which joins them over all tests, selects far too much. Sets of tests are bits of one
integer a node, and rules are applied until nothing changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Rule(NamedTuple):
    """Tests that execute `user` execute `used`, those of them that also reach `given` (-1: all)."""

    user: int
    used: int
    given: int = -1


def executions(nodes: int, tests: Sequence[int], rules: Iterable[Rule]) -> list[int]:
    """For each node the tests that may execute it: bit i stands for `tests[i]`. The least sets that obey all rules."""
    found = [0] * nodes
    plain: list[list[int]] = [[] for _ in range(nodes)]
    guarded: dict[int, list[tuple[int, int]]] = {}  # node → (the other node, what runs)
    for user, used, given in rules:
        if given < 0 or given == user:
            plain[user].append(used)
        elif user != used:
            guarded.setdefault(user, []).append((given, used))
            guarded.setdefault(given, []).append((user, used))
    for bit, test in enumerate(tests):
        found[test] |= 1 << bit
    waiting = deque(dict.fromkeys(tests))
    queued = bytearray(nodes)
    for test in waiting:
        queued[test] = 1
    while waiting:
        node = waiting.popleft()
        queued[node] = 0
        here = found[node]
        for used in plain[node]:
            if here & ~found[used]:
                found[used] |= here
                if not queued[used]:
                    queued[used] = 1
                    waiting.append(used)
        for other, used in guarded.get(node, ()):
            both = here & found[other]
            if both & ~found[used]:
                found[used] |= both
                if not queued[used]:
                    queued[used] = 1
                    waiting.append(used)
    return found
