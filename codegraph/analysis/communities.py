"""Communities by Louvain's method (Blondel et al., 2008).

They are refined on the way back down (Rotta & Noack, 2011).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from codegraph.analysis.csr import Csr, Floats, Int64s, sum_weights
from codegraph.analysis.local_moving import Level, move_in_batches, move_one_by_one

SEQUENTIAL_ENTRIES = 20_000  # levels with fewer entries are moved node by node
TRIES_ENTRIES = 400_000  # so many entries are solved over again, from other orders: results differ much by order
MAX_TRIES = 8


@dataclass(frozen=True, slots=True)
class Communities:
    """Partition of a graph's nodes.

    `labels[n]` is the community of each node, numbered from the largest to the smallest (ties: lowest member).
    """

    labels: Int64s
    modularity: float
    count: int

    def list_members(self) -> list[Int64s]:
        """Return the nodes of each community in ascending order."""
        order = np.argsort(self.labels, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.labels, minlength=self.count))[:-1]) if self.count else []


def compute_modularity(graph: Csr, labels: Int64s, resolution: float = 1.0) -> float:
    """Compute Newman's modularity with Reichardt & Bornholdt's resolution.

    Each entry of `graph` is one undirected edge. The value is `sum over communities of inside / m - resolution *
    (strength / 2m)^2`, and 0 for a graph without weight.
    """
    weights = _get_weights(graph)
    total = float(weights.sum())
    if total == 0.0:
        return 0.0
    rows = labels[graph.compute_rows()]
    ends = labels[graph.indices]
    inside = float(weights[rows == ends].sum())
    size = int(labels.max()) + 1
    strength = sum_weights(rows, weights, size) + sum_weights(ends, weights, size)
    return inside / total - resolution * float(np.square(strength / (2.0 * total)).sum())


def detect_communities(graph: Csr, *, resolution: float = 1.0, seed: int = 0) -> Communities:
    """Find communities of high modularity.

    Each entry of `graph` is one undirected edge; `u -> v` and `v -> u` add up. The result is deterministic for a seed.
    Every community is connected; nodes without edges are communities of their own. A higher `resolution` gives more,
    smaller communities.

    Raises ValueError when `resolution` is not positive.
    """
    if not resolution > 0:
        raise ValueError("resolution must be positive")
    base = _build_level(graph, resolution)
    if base.doubled == 0.0:
        return Communities(np.arange(graph.node_count), 0.0, graph.node_count)
    random = np.random.default_rng(seed)
    tries = min(MAX_TRIES, max(1, TRIES_ENTRIES // max(1, base.graph.edge_count)))
    best, found = -np.inf, np.arange(graph.node_count)
    for _ in range(tries):
        labels = _solve(base, np.arange(graph.node_count), random)
        parts = _split_disconnected(base.graph, labels)
        if int(parts.max()) > int(labels.max()):  # the smaller parts may attract nodes that the whole did not
            parts = _split_disconnected(base.graph, _move(base, parts, random))
        labels = parts
        value = compute_modularity(graph, labels, resolution)
        if value > best + 1e-12:
            best, found = value, labels
    labels = number_by_size(found)
    return Communities(labels, best, int(labels.max()) + 1)


def _solve(level: Level, labels: Int64s, random: np.random.Generator) -> Int64s:
    """Return labels in `0..k-1` of one level.

    Nodes are moved, the graph of communities is solved, and nodes are moved again, starting from that solution.
    """
    labels = _compact_labels(_move(level, labels, random))
    count = int(labels.max()) + 1
    if count == labels.size:
        return labels
    above = _solve(_merge_communities(level, labels, count), np.arange(count), random)
    return _compact_labels(_move(level, above[labels], random))


def _move(level: Level, labels: Int64s, random: np.random.Generator) -> Int64s:
    if level.graph.edge_count > SEQUENTIAL_ENTRIES:
        return move_in_batches(level, labels, random)
    return move_one_by_one(level, labels, random.permutation(labels.size))


def _build_level(graph: Csr, resolution: float) -> Level:
    source, target, weights = graph.compute_rows(), graph.indices, _get_weights(graph)
    n = graph.node_count
    strength = sum_weights(source, weights, n) + sum_weights(target, weights, n)
    across = (source != target) & (weights > 0)
    source, target, weights = source[across], target[across], weights[across]
    rows, ends = np.concatenate([source, target]), np.concatenate([target, source])
    both = Csr.from_edges(rows, ends, n, np.concatenate([weights, weights]), merge_parallel=True)
    return Level(both, _get_weights(both), strength, float(strength.sum()), resolution)


def _merge_communities(level: Level, labels: Int64s, count: int) -> Level:
    rows, ends = labels[level.graph.compute_rows()], labels[level.graph.indices]
    across = rows != ends
    graph = Csr.from_edges(rows[across], ends[across], count, level.weights[across], merge_parallel=True)
    strength = sum_weights(labels, level.strength, count)
    return level._replace(graph=graph, weights=_get_weights(graph), strength=strength)


def _get_weights(graph: Csr) -> Floats:
    return np.ones(graph.edge_count) if graph.weights is None else graph.weights


def _split_disconnected(graph: Csr, labels: Int64s) -> Int64s:
    """Split communities that are not connected, which never lowers modularity.

    The labels are in `0..k-1`.
    """
    inside = graph.keep(labels[graph.compute_rows()] == labels[graph.indices])
    rows, ends = inside.compute_rows(), inside.indices
    least = np.arange(graph.node_count)
    while True:
        lower = least.copy()
        np.minimum.at(lower, rows, least[ends])
        lower = lower[lower]
        if np.array_equal(lower, least):
            return _compact_labels(least)
        least = lower


def _compact_labels(labels: Int64s) -> Int64s:
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def number_by_size(labels: Int64s) -> Int64s:
    """Number labels again, from the largest community to the smallest.

    Ties are ordered by the lowest member.
    """
    _, first, dense, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    number = np.empty(sizes.size, dtype=np.int64)
    number[np.lexsort((first, -sizes))] = np.arange(sizes.size)
    return number[dense]
