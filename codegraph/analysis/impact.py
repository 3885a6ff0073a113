"""Impact: symbols that a change of others may affect.

The nearest come first, each with the evidence that led there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from codegraph.analysis.csr import Csr, Int64s, Mask


@dataclass(frozen=True, slots=True)
class Reach:
    """Reached nodes by depth, then by strength of evidence, then by number.

    Seeds come first, at depth 0. All arrays have one item per node. `via` is the node before it on its path from a seed
    and `edges` the position of the edge between them (both -1 for seeds); `weakest` is the highest rank along that path
    (-1 for seeds). `truncated` means that the budget ran out: more nodes exist within the depth.
    """

    nodes: Int64s
    depths: Int64s
    via: Int64s
    edges: Int64s
    weakest: Int64s
    truncated: bool


def compute_reach(
    reverse: Csr, seeds: Int64s, ranks: Int64s, *, max_depth: int | None = None, budget: int = 10_000
) -> Reach:
    """Search breadth-first over `reverse`, from used nodes to their users.

    `ranks[position]` is the weakness of an edge's evidence, 0 the strongest. Of the shortest paths to a node the one
    whose weakest edge is strongest is kept (ties: lowest node before it, then lowest edge position). At most `budget`
    nodes besides the seeds are returned; the level in which it runs out keeps its strongest evidence.
    """
    frontier = np.unique(seeds).astype(np.int64)
    none = np.full(frontier.size, -1, dtype=np.int64)
    seen = np.zeros(reverse.node_count, dtype=np.bool_)
    seen[frontier] = True
    levels = [(frontier, none, none, none)]  # nodes, via, edges, weakest
    left, depth, truncated = budget, 0, False
    while frontier.size and (max_depth is None or depth < max_depth) and not truncated:
        depth += 1
        level = _compute_next_level(reverse, levels[-1], seen, ranks)
        nodes, _, _, weakest = level
        seen[nodes] = True
        order = np.lexsort((nodes, weakest))
        truncated = nodes.size > left
        order = order[:left]
        left -= order.size
        frontier = nodes[order]
        levels.append((frontier, level[1][order], level[2][order], weakest[order]))
    sizes = [level[0].size for level in levels]
    columns = [np.concatenate([level[i] for level in levels]) for i in range(4)]
    depths = np.repeat(np.arange(len(levels)), sizes)
    return Reach(columns[0], depths, columns[1], columns[2], columns[3], truncated)


def find_causes(reach: Reach) -> Int64s:
    """Return the seed of each reached node: int64, one item per node of the reach."""
    order = np.argsort(reach.nodes)
    places = np.arange(reach.nodes.size)
    reached = np.flatnonzero(reach.via >= 0)
    found = places.copy()
    found[reached] = order[np.searchsorted(reach.nodes, reach.via[reached], sorter=order)]
    while not np.array_equal(further := found[found], found):  # twice as far back each time
        found = further
    return reach.nodes[found]


def _compute_next_level(
    reverse: Csr, level: tuple[Int64s, Int64s, Int64s, Int64s], seen: Mask, ranks: Int64s
) -> tuple[Int64s, Int64s, Int64s, Int64s]:
    frontier, _, _, weakest = level
    owner, entries = reverse.expand(frontier)
    fresh = ~seen[reverse.indices[entries]]
    owner, entries = owner[fresh], entries[fresh]
    nodes = reverse.indices[entries].astype(np.int64)
    edges = reverse.positions[entries]
    worst = np.maximum(weakest[owner], ranks[edges])
    order = np.lexsort((edges, frontier[owner], worst, nodes))
    nodes = nodes[order]
    first = np.flatnonzero(np.diff(nodes, prepend=-1))
    chosen = order[first]
    return nodes[first], frontier[owner][chosen], edges[chosen], worst[chosen]
