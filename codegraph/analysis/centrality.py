"""Degree, and betweenness from sampled sources."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from codegraph.analysis.csr import Csr, Floats, Int64s, sum_weights


class Degrees(NamedTuple):
    incoming: Int64s  # [n]
    outgoing: Int64s  # [n]


def compute_degrees(graph: Csr) -> Degrees:
    """Count the edges into and out of each node; a self loop counts once in each."""
    return Degrees(np.bincount(graph.indices, minlength=graph.node_count).astype(np.int64), graph.compute_degrees())


def sample_sources(node_count: int, k: int, seed: int) -> Int64s:
    """Return `min(k, n)` distinct nodes in ascending order."""
    if k >= node_count:
        return np.arange(node_count)
    return np.sort(np.random.default_rng(seed).choice(node_count, size=k, replace=False))


def estimate_betweenness(graph: Csr, sources: Int64s, *, normalised: bool = True) -> Floats:
    """Estimate directed, unweighted betweenness from the shortest paths of `sources`.

    The sources are distinct nodes; the result is `float64[n]`. Brandes' accumulation (2001, "A faster algorithm for
    betweenness centrality"), one breadth-first level at a time.

    The scale is that of `networkx.betweenness_centrality(k=len(sources))` from 3.6 on: endpoints do not count, so a
    source lies in one sample fewer than other nodes. A lone source is in no sample at all and gets 0 (networkx: NaN).

    Parallel edges count as one; self loops never lie on a shortest path. Paths are counted in floats: no pair of nodes
    may have more than 1e308.
    """
    n, k = graph.node_count, sources.size
    total = np.zeros(n)
    if n < 3 or k == 0:
        return total
    simple = _simplify(graph)
    indptr, targets = simple.indptr, simple.indices.astype(np.intp)
    for source in sources.tolist():
        _add_dependency(indptr, targets, source, total)
    if k == n:
        return total / ((n - 1) * (n - 2)) if normalised else total
    unit = 1.0 / (n - 2) if normalised else float(n - 1)
    own = unit / (k - 1) if k > 1 else 0.0
    scale = np.full(n, unit / k)
    scale[sources] = own
    return total * scale


def _simplify(graph: Csr) -> Csr:
    same = np.concatenate(([False], graph.indices[1:] == graph.indices[:-1]))[: graph.edge_count]
    starts = graph.indptr[:-1]
    same[starts[starts < graph.edge_count]] = False
    rows = graph.compute_rows()
    return graph.keep(~same & (rows != graph.indices))


def _add_dependency(indptr: Int64s, targets: Int64s, source: int, total: Floats) -> None:
    """Add to `total` the dependency of `source` on every other node."""
    n = total.size
    sigma = np.zeros(n)  # shortest paths from the source
    sigma[source] = 1.0
    unseen = np.ones(n, dtype=np.bool_)
    unseen[source] = False
    frontier = np.array([source])
    levels: list[tuple[Int64s, Int64s, Int64s]] = []  # frontier; of each edge to the next level: place in it, target
    while True:
        starts = indptr[frontier]
        counts = indptr[frontier + 1] - starts
        owner = np.repeat(np.arange(frontier.size), counts)
        ends = targets[np.arange(owner.size) + np.repeat(starts - np.cumsum(counts) + counts, counts)]
        onward = np.flatnonzero(unseen[ends])
        if not onward.size:
            break
        owner, ends = owner[onward], ends[onward]
        levels.append((frontier, owner, ends))
        paths = sum_weights(ends, sigma[frontier][owner], n)
        frontier = np.flatnonzero(paths)
        sigma[frontier] = paths[frontier]
        unseen[frontier] = False
    per_path = np.zeros(n)  # (1 + dependency) / sigma
    np.divide(1.0, sigma, out=per_path, where=sigma > 0)
    for frontier, owner, ends in reversed(levels):
        share = sum_weights(owner, per_path[ends], frontier.size)
        dependency = sigma[frontier] * share
        per_path[frontier] += share
        if frontier.size > 1 or frontier[0] != source:
            total[frontier] += dependency
