"""Compressed sparse rows: the adjacency every algorithm here runs on.

Nodes are dense numbers `0..n-1`; whoever builds the arrays keeps the map back to symbols. An entry is one stored edge.
Entries of a row are sorted by target and, between parallel edges, by their position in the arrays they were built from,
so every walk is deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

# Python 3.11 has no `type` statement.
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Csr:
    """Adjacency of a directed graph.

    `indptr[n + 1]`: row `v` is the entries `indptr[v]:indptr[v + 1]`. `indices[m]`: the other end of each entry.
    `positions[m]`: the edge's position in the arrays given to `from_edges`. `weights[m]`: None means all are 1.
    """

    indptr: Int64s
    indices: Int32s
    positions: Int64s
    weights: Floats | None = None

    @classmethod
    def from_edges(
        cls,
        source: Int64s | Int32s | Sequence[int],
        target: Int64s | Int32s | Sequence[int],
        node_count: int,
        weights: Floats | Sequence[float] | None = None,
        *,
        merge_parallel: bool = False,
    ) -> Csr:
        """Build rows by source.

        `merge_parallel` keeps the first of parallel edges, with the sum of their weights. Raises ValueError when the
        arrays differ in length, a node is outside `0..node_count-1`, or a weight is negative or not finite.
        """
        src = np.asarray(source, dtype=np.int64)
        dst = np.asarray(target, dtype=np.int64)
        w = None if weights is None else np.asarray(weights, dtype=np.float64)
        _check(src, dst, node_count, w)
        key = src * node_count + dst
        order = np.argsort(key, kind="stable")
        if merge_parallel and order.size:
            key = key[order]
            first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
            if w is not None:
                w = np.add.reduceat(w[order], first)
            order = order[first]
        elif w is not None:
            w = w[order]
        indptr = np.zeros(node_count + 1, dtype=np.int64)
        np.cumsum(np.bincount(src[order], minlength=node_count), out=indptr[1:])
        return cls(indptr, dst[order].astype(np.int32), order.astype(np.int64), w)

    @classmethod
    def from_rows(cls, indptr: Int64s, targets: Int32s, weights: Floats | None = None) -> Csr:
        """Build a graph from rows whose targets are in any order.

        Positions are places in `targets`. Raises ValueError as `from_edges`.
        """
        sources = np.repeat(np.arange(indptr.size - 1), np.diff(indptr))
        return cls.from_edges(sources, targets, indptr.size - 1, weights)

    @property
    def node_count(self) -> int:
        return self.indptr.size - 1

    @property
    def edge_count(self) -> int:
        return self.indices.size

    def compute_degrees(self) -> Int64s:
        """Count the entries of each row: `int64[n]`."""
        return np.diff(self.indptr)

    def compute_rows(self) -> Int32s:
        """Return the row of each entry: `int32[m]`."""
        return np.repeat(np.arange(self.node_count, dtype=np.int32), self.compute_degrees())

    def slice_row(self, node: int) -> slice:
        return slice(int(self.indptr[node]), int(self.indptr[node + 1]))

    def reverse(self) -> Csr:
        """Return the same edges with ends exchanged.

        Positions still name the same edges.
        """
        rows = self.compute_rows()
        # Entries are in (source, target) order, so a stable sort by target alone leaves (target, source, position).
        order = np.argsort(self.indices, kind="stable")
        indptr = np.zeros(self.node_count + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.indices, minlength=self.node_count), out=indptr[1:])
        weights = None if self.weights is None else self.weights[order]
        return Csr(indptr, rows[order], self.positions[order], weights)

    def keep(self, entries: Mask) -> Csr:
        """Return only the entries marked in `bool[m]`, over the same nodes.

        For a mask over edges use `mask[csr.positions]`.
        """
        kept = np.zeros(self.edge_count + 1, dtype=np.int64)
        np.cumsum(entries, out=kept[1:])
        weights = None if self.weights is None else self.weights[entries]
        return Csr(kept[self.indptr], self.indices[entries], self.positions[entries], weights)

    def expand(self, frontier: Int64s) -> tuple[Int64s, Int64s]:
        """Return the entries of the rows in `frontier`, in its order.

        For each entry that is its place in the frontier and its number, both `int64[k]`.
        """
        starts = self.indptr[frontier]
        counts = self.indptr[frontier + 1] - starts
        before = np.cumsum(counts) - counts
        owner = np.repeat(np.arange(frontier.size), counts)
        return owner, np.arange(owner.size) + np.repeat(starts - before, counts)


def sum_weights(places: Int64s | Int32s, weights: Floats, size: int) -> Floats:
    """Sum the weights at each place `0..size-1`.

    This is `bincount` with the type that it really has.
    """
    return np.bincount(places, weights, minlength=size).astype(np.float64, copy=False)


def _check(src: Int64s, dst: Int64s, node_count: int, weights: Floats | None) -> None:
    if src.ndim != 1 or src.shape != dst.shape or (weights is not None and weights.shape != src.shape):
        raise ValueError("source, target and weights must be one-dimensional and of one length")
    if not 0 <= node_count <= np.iinfo(np.int32).max:
        raise ValueError("node count must be between 0 and 2**31 - 1")
    if src.size and not (min(src.min(), dst.min()) >= 0 and max(src.max(), dst.max()) < node_count):
        raise ValueError("an edge names a node outside the graph")
    if weights is not None and not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise ValueError("weights must be finite and not negative")
