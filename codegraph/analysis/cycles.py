"""Strongly connected components, and a short cycle to show for each."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from codegraph.analysis.csr import Csr, Int64s

EFFORT = 2_000_000  # edges looked at in search of one component's shortest cycle: about a second


@dataclass(frozen=True, slots=True)
class Cycle:
    """A strongly connected component of more than one node, or a node with an edge to itself.

    `nodes` is a cycle within it, beginning with its lowest node and without repeating it at the end; `edges[i]` leads
    from `nodes[i]` to the next, the last one back to the first. `shortest`: no cycle of the component has fewer edges
    (self loops apart, when there are other nodes); False when the search was cut short.
    """

    members: Int64s
    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    shortest: bool


def strong_components(graph: Csr) -> Int64s:
    """The component of each node, numbered by lowest member: `int64[n]`. Tarjan (1972) with an explicit stack."""
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


def cycles(graph: Csr, *, effort: int = EFFORT) -> list[Cycle]:
    """Every cyclic component, largest first (ties: lowest member first), each with a shortest cycle."""
    labels = strong_components(graph)
    rows, ends = graph.rows(), graph.indices
    sizes = np.bincount(labels)
    loops = np.unique(rows[rows == ends])
    inside = graph.keep((labels[rows] == labels[ends]) & (rows != ends))
    pairs = _mutual(inside, labels)
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
            nodes, shortest = _shortest_cycle(inside, members, effort)
        steps = zip(nodes, nodes[1:] + nodes[:1], strict=True)
        found.append(Cycle(members, tuple(nodes), tuple(_edge(graph, a, b) for a, b in steps), shortest))
    return sorted(found, key=lambda c: (-c.members.size, int(c.members[0])))


def _edge(graph: Csr, source: int, target: int) -> int:
    row = graph.row(source)
    return int(graph.positions[row.start + int(np.searchsorted(graph.indices[row], target))])


def _mutual(inside: Csr, labels: Int64s) -> dict[int, tuple[int, int]]:
    """The lowest pair of nodes with edges both ways, for each component that has one."""
    rows, ends = inside.rows().astype(np.int64), inside.indices.astype(np.int64)
    n = inside.node_count
    both = np.isin(rows * n + ends, ends * n + rows) & (rows < ends)
    low, high = rows[both], ends[both]
    component, first = np.unique(labels[low], return_index=True)
    pairs = zip(low[first].tolist(), high[first].tolist(), strict=True)
    return dict(zip(component.tolist(), pairs, strict=True))


def _shortest_cycle(inside: Csr, members: Int64s, effort: int) -> tuple[list[int], bool]:
    """A shortest cycle of a component in which no pair of nodes is mutual, and whether the search was complete.

    Breadth-first from each node in turn; a node already searched from, and what is on no cycle without it, is left out
    of the later searches, which need not go deeper than the best cycle so far.
    """
    after = {v: inside.indices[inside.row(v)].tolist() for v in members.tolist()}
    search = _Remaining(after)
    best: list[int] = []
    for start in members.tolist():
        if start not in search.live:
            continue
        cycle, cost = search.cycle_through(start, len(best))
        best = cycle or best
        effort -= cost
        if len(best) == 3:
            return _rotated(best), True
        if effort <= 0 and best:
            return _rotated(best), False
        search.remove(start)
    return _rotated(best), True


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

    def cycle_through(self, start: int, below: int) -> tuple[list[int], int]:
        """The shortest cycle through `start` if it has fewer than `below` nodes (0: any), and the edges looked at."""
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
        """Take `start` out, and then every node that has no live node before it or none after it."""
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


def _rotated(nodes: list[int]) -> list[int]:
    first = nodes.index(min(nodes))
    return nodes[first:] + nodes[:first]
