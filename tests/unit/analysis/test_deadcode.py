from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from unit.analysis.graphs import EdgeList, edge_lists

from codegraph.analysis.deadcode import DeadCandidate, DeadReason, find_dead_candidates


def mask(nodes: int, marked: set[int]) -> np.ndarray:
    return np.isin(np.arange(nodes), list(marked))


def dead(
    drawn: EdgeList, entries: set[int], *, tests: set[int] = frozenset(), exported: set[int] = frozenset()
) -> list[DeadCandidate]:
    n = drawn.nodes
    return find_dead_candidates(
        drawn.csr(), entry_points=mask(n, entries), tests=mask(n, tests), exported=mask(n, exported)
    )


def remove_unused_until_nothing_changes(drawn: EdgeList, kept: set[int]) -> set[int]:
    """The definition, by condensation: drop components that nothing left uses, round after round."""
    components = nx.condensation(drawn.networkx())
    members = {c: set(components.nodes[c]["members"]) for c in components}
    changed = True
    while changed:
        unused = [
            c for c in members if not members[c] & kept and not any(p in members for p in components.predecessors(c))
        ]
        for c in unused:
            del members[c]
        changed = bool(unused)
    return set(range(drawn.nodes)) - set().union(*members.values())


@examples(30)
@given(edge_lists(most_edges=20), st.sets(st.integers(0, 3)))
def test_candidates_are_what_repeated_removal_of_the_unused_removes(drawn: EdgeList, entries: set[int]) -> None:
    kept = {v for v in entries if v < drawn.nodes}
    assert {c.node for c in dead(drawn, kept)} == remove_unused_until_nothing_changes(drawn, kept)


def test_each_reason() -> None:
    # 0 is the entry point and uses 1. 2 is unused and uses 3. 4 and 5 use only each other, and 4 uses 6.
    drawn = EdgeList(7, [(0, 1), (2, 3), (4, 5), (5, 4), (4, 6)])
    assert dead(drawn, {0}) == [
        (2, DeadReason.UNUSED, -1),
        (3, DeadReason.USED_BY_DEAD, 2),
        (4, DeadReason.ONLY_BY_ITS_CYCLE, 5),
        (5, DeadReason.ONLY_BY_ITS_CYCLE, 4),
        (6, DeadReason.USED_BY_DEAD, 4),
    ]


def test_recursion_is_not_a_use() -> None:
    assert dead(EdgeList(2, [(1, 1)]), {0}) == [(1, DeadReason.UNUSED, -1)]


def test_a_cycle_used_by_dead_code_names_the_user_outside() -> None:
    drawn = EdgeList(3, [(0, 1), (1, 0), (2, 0)])
    assert dead(drawn, set()) == [
        (0, DeadReason.USED_BY_DEAD, 2),
        (1, DeadReason.ONLY_BY_ITS_CYCLE, 0),
        (2, DeadReason.UNUSED, -1),
    ]


def test_tests_and_exports_keep_what_they_lead_to() -> None:
    drawn = EdgeList(5, [(0, 1), (2, 3)])
    assert [c.node for c in dead(drawn, set(), tests={0}, exported={2})] == [4]


def test_what_keeps_alive_is_no_user() -> None:
    # 1 is a function that uses 2, which is defined in it and so keeps it alive. 0 uses 3, which keeps 4 alive.
    uses, keeps = EdgeList(5, [(0, 3), (1, 2)]).csr(), EdgeList(5, [(2, 1), (3, 4)]).csr()
    nobody = mask(5, set())
    assert find_dead_candidates(uses, entry_points=mask(5, {0}), tests=nobody, exported=nobody, keeps=keeps) == [
        (1, DeadReason.UNUSED, -1),
        (2, DeadReason.USED_BY_DEAD, 1),
    ]
