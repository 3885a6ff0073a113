"""Shortest evidence paths: how one symbol leads to another, edge by edge."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from codegraph.analysis.csr import Csr, Int64s


class EvidencePath(NamedTuple):
    """Nodes from source to target, both included.

    `edges[i]` is the position of the edge out of `nodes[i]`.
    """

    nodes: tuple[int, ...]
    edges: tuple[int, ...]


def find_shortest_paths(
    graph: Csr, source: int, target: int, *, limit: int = 5, max_length: int | None = None, reverse: Csr | None = None
) -> list[EvidencePath]:
    """Find up to `limit` different shortest paths, empty when there is none.

    They are compared as node sequences, lowest first. To search a subset of the edges, pass
    `graph.keep(mask[graph.positions])`. Of parallel edges a path names the one with the lowest position. From a node to
    itself there is one path, without edges. `max_length` bounds the number of edges; `reverse` is `graph.reverse()` if
    the caller has it already.
    """
    if limit <= 0:
        return []
    distance = _compute_distances(reverse or graph.reverse(), target, source, max_length)
    if distance[source] < 0:
        return []
    found: list[EvidencePath] = []
    nodes, edges = [source], list[int]()
    open_rows = [_list_steps(graph, source, distance)]
    while open_rows:
        if nodes[-1] == target:
            found.append(EvidencePath(tuple(nodes), tuple(edges)))
            if len(found) == limit:
                break
        if open_rows[-1]:
            node, edge = open_rows[-1].pop()
            nodes.append(node)
            edges.append(edge)
            open_rows.append(_list_steps(graph, node, distance))
        else:
            open_rows.pop()
            nodes.pop()
            if edges:
                edges.pop()
    return found


def _compute_distances(reverse: Csr, target: int, source: int, max_length: int | None) -> Int64s:
    """Compute the number of edges from each node to `target`.

    The search goes level by level until `source` is reached; nodes that were not reached have -1.
    """
    distance = np.full(reverse.node_count, -1, dtype=np.int64)
    distance[target] = 0
    frontier = np.array([target])
    length = 0
    while frontier.size and distance[source] < 0 and (max_length is None or length < max_length):
        length += 1
        _, entries = reverse.expand(frontier)
        ends = reverse.indices[entries]
        frontier = np.unique(ends[distance[ends] < 0]).astype(np.int64)
        distance[frontier] = length
    return distance


def _list_steps(graph: Csr, node: int, distance: Int64s) -> list[tuple[int, int]]:
    """List the steps that come nearer to the target, highest node first.

    A step is the next node and the position of the edge.
    """
    row = graph.slice_row(node)
    ends, positions = graph.indices[row], graph.positions[row]
    nearer = np.flatnonzero(distance[ends] == distance[node] - 1) if distance[node] > 0 else np.zeros(0, np.int64)
    _, first = np.unique(ends[nearer], return_index=True)
    chosen = nearer[first][::-1]
    return list(zip(ends[chosen].tolist(), positions[chosen].tolist(), strict=True))
