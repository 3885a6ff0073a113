"""Strongly connected components, and a short cycle to show for each."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from codegraph.analysis.csr import Csr, Int64s

EFFORT = 2_000_000  # edges looked at in search of one component's shortest cycle: about a second


@dataclass(frozen=True, slots=True)
class Cycle:
    """Strongly connected component of several nodes, or a node with a self loop.

    `nodes` is a cycle within it, beginning with its lowest node and without repeating it at the end; `edges[i]` leads
    from `nodes[i]` to the next, the last one back to the first. `shortest` means that no cycle of the component has
    fewer edges (apart from self loops, when there are other nodes); it is False when the search was cut short.
    """

    members: Int64s
    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    shortest: bool


def find_strong_components(graph: Csr) -> Int64s:
    """Return the component of each node, numbered by lowest member: `int64[n]`.

    Tarjan (1972) with an explicit stack.
    """
    n = graph.node_count
    indptr: list[int] = graph.indptr.tolist()
    indices: list[int] = graph.indices.tolist()
    place = indptr[:-1]
    found, low, root_of = [0] * n, [0] * n, [-1] * n
    pending: list[int] = []
    counter = 0
    for root in range(n):
        if found[root]:
            continue
        walk = [root]
        while walk:
            node = walk[-1]
            if not found[node]:
                counter += 1
                found[node] = low[node] = counter
                pending.append(node)
            entry, end, lowest = place[node], indptr[node + 1], low[node]
            while entry < end and found[indices[entry]]:
                other = indices[entry]
                if root_of[other] < 0 and low[other] < lowest:
                    lowest = low[other]
                entry += 1
            place[node], low[node] = entry, lowest
            if entry < end:
                walk.append(indices[entry])  # looked at again, for its `low`, when the walk is back here
                continue
            walk.pop()
            if lowest == found[node]:
                while root_of[node] < 0:
                    root_of[pending.pop()] = node
    roots = np.array(root_of, dtype=np.int64)
    _, first, labels = np.unique(roots, return_index=True, return_inverse=True)
    number = np.empty(first.size, dtype=np.int64)
    number[np.argsort(first)] = np.arange(first.size)
    return number[labels]


def find_cycles(graph: Csr, *, effort: int = EFFORT) -> list[Cycle]:
    """Return every cyclic component with a shortest cycle, largest first.

    Ties are ordered by the lowest member.
    """
    labels = find_strong_components(graph)
    rows, ends = graph.compute_rows(), graph.indices
    sizes = np.bincount(labels)
    loops = np.unique(rows[rows == ends])
    inside = graph.keep((labels[rows] == labels[ends]) & (rows != ends))
    pairs = _find_mutual(inside, labels)
    order = np.argsort(labels, kind="stable")
    starts = np.cumsum(sizes) - sizes
    alone = loops[sizes[labels[loops]] == 1]
    found: list[Cycle] = []
    for label in [*np.flatnonzero(sizes > 1).tolist(), *labels[alone].tolist()]:
        members = order[starts[label] : starts[label] + sizes[label]]
        if members.size == 1:
            nodes, shortest = [int(members[0])], True
        elif label in pairs:
            nodes, shortest = list(pairs[label]), True
        else:
            nodes, shortest = _find_shortest_cycle(inside, members, effort)
        steps = zip(nodes, nodes[1:] + nodes[:1], strict=True)
        found.append(Cycle(members, tuple(nodes), tuple(_find_edge(graph, a, b) for a, b in steps), shortest))
    return sorted(found, key=lambda c: (-c.members.size, int(c.members[0])))


def _find_edge(graph: Csr, source: int, target: int) -> int:
    row = graph.slice_row(source)
    return int(graph.positions[row.start + int(np.searchsorted(graph.indices[row], target))])


def _find_mutual(inside: Csr, labels: Int64s) -> dict[int, tuple[int, int]]:
    """Return the lowest pair of nodes with edges both ways, by component.

    Components without such a pair are left out.
    """
    rows, ends = inside.compute_rows().astype(np.int64), inside.indices.astype(np.int64)
    n = inside.node_count
    both = np.isin(rows * n + ends, ends * n + rows) & (rows < ends)
    low, high = rows[both], ends[both]
    component, first = np.unique(labels[low], return_index=True)
    pairs = zip(low[first].tolist(), high[first].tolist(), strict=True)
    return dict(zip(component.tolist(), pairs, strict=True))


def _find_shortest_cycle(inside: Csr, members: Int64s, effort: int) -> tuple[list[int], bool]:
    """Find a shortest cycle of a component in which no pair of nodes is mutual.

    Also returns whether the search was complete. It runs breadth-first from each node in turn. A node already searched
    from, and nodes that are on no cycle without it, are left out of the later searches, which need not go deeper than
    the best cycle so far.
    """
    after = {v: inside.indices[inside.slice_row(v)].tolist() for v in members.tolist()}
    search = _Remaining(after)
    best: list[int] = []
    for start in members.tolist():
        if start not in search.live:
            continue
        cycle, cost = search.find_cycle_through(start, len(best))
        best = cycle or best
        effort -= cost
        if len(best) == 3:
            return _rotate_to_lowest(best), True
        if effort <= 0 and best:
            return _rotate_to_lowest(best), False
        search.remove(start)
    return _rotate_to_lowest(best), True


class _Remaining:
    """The nodes of a component that may still lie on a cycle not yet looked at."""

    def __init__(self, after: dict[int, list[int]]) -> None:
        self.live = set(after)
        self._after = after
        self._before: dict[int, list[int]] = {v: [] for v in after}
        for node, others in after.items():
            for other in others:
                self._before[other].append(node)
        self._live_after = {v: len(others) for v, others in after.items()}
        self._live_before = {v: len(others) for v, others in self._before.items()}

    def find_cycle_through(self, start: int, below: int) -> tuple[list[int], int]:
        """Find the shortest cycle through `start` with fewer than `below` nodes.

        A `below` of 0 is no limit. Also returns the number of edges visited.
        """
        parent = {start: -1}
        depth = {start: 1}
        queue = deque([start])
        cost = 0
        while queue:
            node = queue.popleft()
            if below and depth[node] >= below:
                break
            cost += len(self._after[node])
            for other in self._after[node]:
                if other == start:
                    cycle = [node]
                    while parent[cycle[-1]] >= 0:
                        cycle.append(parent[cycle[-1]])
                    return cycle[::-1], cost
                if other in self.live and other not in parent:
                    parent[other] = node
                    depth[other] = depth[node] + 1
                    queue.append(other)
        return [], cost

    def remove(self, start: int) -> None:
        """Remove `start`, then nodes that are on no cycle any more.

        Those are the nodes without a live predecessor or without a live successor.
        """
        leaving = [start]
        self.live.discard(start)
        while leaving:
            node = leaving.pop()
            for others, count in ((self._after[node], self._live_before), (self._before[node], self._live_after)):
                for other in others:
                    count[other] -= 1
                    if count[other] == 0 and other in self.live:
                        self.live.discard(other)
                        leaving.append(other)


def _rotate_to_lowest(nodes: list[int]) -> list[int]:
    first = nodes.index(min(nodes))
    return nodes[first:] + nodes[:first]
