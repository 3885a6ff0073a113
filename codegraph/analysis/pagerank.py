"""PageRank by power iteration."""

from __future__ import annotations

import numpy as np

from codegraph.analysis.csr import Csr, Floats, sum_weights
from codegraph.errors import CodegraphError


def compute_pagerank(
    graph: Csr,
    *,
    damping: float = 0.85,
    personalisation: Floats | None = None,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
) -> Floats:
    """Share of a random walk's time spent at each node: `float64[n]`, summing to 1.

    The walk follows edges in proportion to their weight, and with probability `1 - damping`, or at a node without
    outgoing weight, jumps to a node drawn from `personalisation` (non-negative, need not sum to 1; None: uniform).
    Start, steps and stopping rule (L1 change below `n * tolerance`) are those of `networkx.pagerank`, so that both stop
    after the same step and agree to rounding at any tolerance. Page et al., 1999.

    Raises ValueError for a bad personalisation and CodegraphError when the iteration does not converge.
    """
    n = graph.node_count
    if n == 0:
        return np.zeros(0)
    jump = _normalize_personalisation(personalisation, n)
    rows, targets = graph.compute_rows().astype(np.intp), graph.indices.astype(np.intp)
    weights = graph.weights
    out = graph.compute_degrees().astype(np.float64) if weights is None else sum_weights(rows, weights, n)
    dangling = np.flatnonzero(out == 0)
    share = np.divide(1.0, out, out=np.zeros(n), where=out > 0)
    rank = np.full(n, 1.0 / n)
    for _ in range(max_iterations):
        flow = (rank * share)[rows]
        if weights is not None:
            flow *= weights
        moved = sum_weights(targets, flow, n)
        following = damping * moved + (damping * rank[dangling].sum() + 1.0 - damping) * jump
        change = float(np.abs(following - rank).sum())
        rank = following
        if change < n * tolerance:
            return rank
    raise CodegraphError(
        f"PageRank did not converge in {max_iterations} iterations", "raise the tolerance or the number of iterations"
    )


def _normalize_personalisation(values: Floats | None, n: int) -> Floats:
    if values is None:
        return np.full(n, 1.0 / n)
    if values.shape != (n,) or not np.isfinite(values).all() or (values < 0).any():
        raise ValueError("personalisation needs one finite, non-negative value a node")
    total = float(values.sum())
    if total == 0.0:
        raise ValueError("personalisation must not be all zero")
    return values / total
