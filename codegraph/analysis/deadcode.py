"""Dead code candidates: what no entry point, test or exported symbol leads to."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import numpy as np

from codegraph.analysis.csr import Csr, Mask
from codegraph.analysis.cycles import find_strong_components


class DeadReason(StrEnum):
    UNUSED = "unused"  # nothing uses it, itself apart
    USED_BY_DEAD = "used-by-dead"  # everything that uses it is itself a candidate
    ONLY_BY_ITS_CYCLE = "only-by-its-cycle"  # used only by symbols that it, directly or not, uses in turn


class DeadCandidate(NamedTuple):
    node: int
    reason: DeadReason
    user: int  # the lowest candidate that uses it (USED_BY_DEAD: outside its own cycle); -1 for UNUSED


def find_dead_candidates(
    uses: Csr, *, entry_points: Mask, tests: Mask, exported: Mask, keeps: Csr | None = None
) -> list[DeadCandidate]:
    """List the candidates for dead code in node order.

    `uses` goes from user to used; each mask is `bool[n]`. `keeps` has further edges that keep a node alive without
    being uses, as a member keeps its class alive: they decide what is dead and are never the reason of a candidate.

    Removing what is unused, then what only that used, and so on, with a cycle removed as a whole, ends at exactly the
    nodes that cannot be reached from the masks: one search finds them. The results are only candidates: a use that the
    graph does not have (reflection, another repository) is not seen.
    """
    dead = ~_find_reachable((uses, keeps) if keeps is not None else (uses,), entry_points | tests | exported)
    rows, ends = uses.compute_rows(), uses.indices
    into = dead[ends] & (rows != ends)
    users, used = rows[into].astype(np.int64), ends[into]  # the users are dead too, or `used` would be alive
    n = uses.node_count
    component = find_strong_components(uses.keep(dead[rows]))
    outside = component[users] != component[used]
    any_user, other_user = np.full(n, n), np.full(n, n)
    np.minimum.at(any_user, used, users)
    np.minimum.at(other_user, used[outside], users[outside])
    found: list[DeadCandidate] = []
    for node in np.flatnonzero(dead).tolist():
        if other_user[node] < n:
            found.append(DeadCandidate(node, DeadReason.USED_BY_DEAD, int(other_user[node])))
        elif any_user[node] < n:
            found.append(DeadCandidate(node, DeadReason.ONLY_BY_ITS_CYCLE, int(any_user[node])))
        else:
            found.append(DeadCandidate(node, DeadReason.UNUSED, -1))
    return found


def _find_reachable(graphs: tuple[Csr, ...], seeds: Mask) -> Mask:
    reached = seeds.copy()
    frontier = np.flatnonzero(seeds)
    while frontier.size:
        ends = np.concatenate([graph.indices[graph.expand(frontier)[1]] for graph in graphs])
        frontier = np.unique(ends[~reached[ends]]).astype(np.int64)
        reached[frontier] = True
    return reached
