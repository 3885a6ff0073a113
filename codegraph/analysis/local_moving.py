"""Local moving phase of Louvain's method.

Nodes change to the neighbouring community with the greatest gain in modularity. Two engines do the same:
`move_in_batches` decides for a random batch of nodes at once with array operations, which is fast but ignores what the
rest of the batch does; `move_one_by_one` is the sequential textbook form, for graphs small enough that interpreter
loops cost less than array calls, and for finishing what batches leave.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from codegraph.analysis.csr import Csr, Floats, Int64s, sum_weights

BATCHES = 12  # per sweep; fewer are faster, more come closer to sequential moves
SWEEPS = 30
SETTLED = 1e-2  # a sweep that moves a smaller share of the nodes ends the batches


class Level(NamedTuple):
    """An undirected weighted graph whose nodes are the communities of the level below.

    `graph` holds each edge in both directions and no self loops; `strength[n]` is the weighted degree with self loops
    counted twice; `weights[m]` are those of the entries of `graph`; `doubled` is twice the total weight.
    """

    graph: Csr
    weights: Floats
    strength: Floats
    doubled: float
    resolution: float


def move_in_batches(level: Level, labels: Int64s, random: np.random.Generator) -> Int64s:
    """Return new labels, in `0..n-1`, after batched moves from `labels`."""
    labels = labels.copy()
    n = labels.size
    totals = sum_weights(labels, level.strength, n)
    awake = np.ones(n, dtype=np.bool_)
    for _ in range(SWEEPS):
        order = random.permutation(n)
        moved_count = 0
        for batch in np.array_split(order, BATCHES):
            batch = batch[awake[batch]]
            if not batch.size:
                continue
            awake[batch] = False
            moved, goal = _find_best_moves(level, labels, totals, batch)
            if not moved.size:
                continue
            moved_count += moved.size
            strength = level.strength[moved]
            np.subtract.at(totals, labels[moved], strength)
            np.add.at(totals, goal, strength)
            labels[moved] = goal
            owner, entries = level.graph.expand(moved)
            ends = level.graph.indices[entries]
            awake[ends[labels[ends] != goal[owner]]] = True
        if moved_count <= SETTLED * n:
            break
    return labels


def _find_best_moves(level: Level, labels: Int64s, totals: Floats, batch: Int64s) -> tuple[Int64s, Int64s]:
    """Return the nodes of `batch` that gain by moving, and their new communities."""
    n = labels.size
    owner, entries = level.graph.expand(batch)
    if not owner.size:
        return batch[:0], batch[:0]
    bits = n.bit_length()
    key, order = _sort_keys((owner << bits) | labels[level.graph.indices[entries]], batch.size << bits)
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    linked = np.add.reduceat(level.weights[entries[order]], first)
    key = key[first]
    owner, community = key >> bits, key & ((1 << bits) - 1)
    strength = level.strength[batch]
    home = labels[batch]
    pull = level.resolution / level.doubled * strength
    at_home = community == home[owner]
    value = linked - pull[owner] * (totals[community] - np.where(at_home, strength[owner], 0.0))
    stay = -pull * (totals[home] - strength)
    stay[owner[at_home]] = value[at_home]
    starts = np.flatnonzero(np.concatenate(([True], owner[1:] != owner[:-1])))
    best = np.maximum.reduceat(value, starts)
    who = owner[starts]
    winning = np.flatnonzero(value == np.repeat(best, np.diff(np.append(starts, owner.size))))
    winning = winning[np.concatenate(([True], owner[winning][1:] != owner[winning][:-1]))]
    gains = best > stay[who] + 1e-12 * level.doubled
    return batch[who[gains]], community[winning[gains]]


def _sort_keys(key: Int64s, bound: int) -> tuple[Int64s, Int64s]:
    """Sort `key` (in `0..bound-1`) and return it with the stable order."""
    bits = key.size.bit_length()
    if bound >> (63 - bits):
        order = np.argsort(key, kind="stable")
        return key[order], order
    # Sorting key and place packed into one integer takes a third of the time of an argsort.
    packed = (key << bits) | np.arange(key.size)
    packed.sort()
    return packed >> bits, packed & ((1 << bits) - 1)


def move_one_by_one(level: Level, labels: Int64s, order: Int64s) -> Int64s:
    """Return new labels, in `0..n-1`, after sequential moves from `labels`.

    Moves go on until no node gains by moving or by being alone. `order` is that of the first round.
    """
    graph = level.graph
    indptr: list[int] = graph.indptr.tolist()
    indices: list[int] = graph.indices.tolist()
    weights: list[float] = level.weights.tolist()
    strength: list[float] = level.strength.tolist()
    community: list[int] = labels.tolist()
    totals: list[float] = sum_weights(labels, level.strength, labels.size).tolist()
    sizes: list[int] = np.bincount(labels, minlength=labels.size).tolist()
    empty = [label for label, size in enumerate(sizes) if not size]
    scale = level.resolution / level.doubled
    least = 1e-12 * level.doubled
    queue = deque[int](order.tolist())
    queued = [True] * len(strength)
    while queue:
        node = queue.popleft()
        queued[node] = False
        start, end = indptr[node], indptr[node + 1]
        ends = indices[start:end]
        home = community[node]
        linked: dict[int, float] = {home: 0.0}
        for end_node, weight in zip(ends, weights[start:end], strict=True):
            c = community[end_node]
            linked[c] = linked.get(c, 0.0) + weight
        own = strength[node]
        pull = scale * own
        totals[home] -= own
        goal, best = home, linked[home] - pull * totals[home] + least
        for c, weight in linked.items():
            value = weight - pull * totals[c]
            if value > best:
                goal, best = c, value
        if best < 0.0 and sizes[home] > 1:
            goal = empty.pop()
        totals[goal] += own
        if goal != home:
            community[node] = goal
            sizes[goal] += 1
            sizes[home] -= 1
            if not sizes[home]:
                empty.append(home)
                totals[home] = 0.0
            for end_node in ends:
                if not queued[end_node] and community[end_node] != goal:
                    queued[end_node] = True
                    queue.append(end_node)
    return np.array(community, dtype=np.int64)
