"""All edges of a graph as blocks by the file they start in and by the file they end in. Only writes import numpy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.model import Edge, EdgeKind
from codegraph.store.packed import pack
from codegraph.store.schema import EDGE_CODE, EDGE_KINDS, EXTERNAL_BLOCK, RESOLUTIONS

Ints = NDArray[np.int64]


class EdgeBlocks(NamedTuple):
    """`outgoing` and `incoming` are (owner, block) rows; an owner is a file number or, for externals, negative."""

    outgoing: Iterator[tuple[int, bytes]]
    incoming: Iterator[tuple[int, bytes]]
    counts: dict[tuple[EdgeKind, str], int]


class _Columns(NamedTuple):
    source: Ints
    target: Ints  # unified: node, or nodes + k for external k
    code: NDArray[np.uint8]
    line: NDArray[np.uint32]
    extra_edge: Ints
    extra_line: NDArray[np.uint32]


def build(
    edges: Iterable[Edge],
    node_of: Sequence[int],
    nodes: int,
    firsts: Sequence[int],
    owners: Sequence[int],
    externals: int,
) -> EdgeBlocks:
    """Pack `edges` over graph ids. `firsts[i]` is the first node of file `owners[i]`, ascending; there are `nodes`
    nodes and `externals` externals. CONTAINS edges are left out (symbols know their parent), as are edges of anonymous
    symbols."""
    columns = _columns(edges, np.array(node_of, dtype=np.int64), nodes)
    bounds = np.array([*firsts, nodes], dtype=np.int64)
    outgoing = _blocks(columns.source, columns.target, columns, bounds, list(owners), nodes)
    ends = [*firsts, *range(nodes, nodes + externals, EXTERNAL_BLOCK), nodes + externals]
    targets = [*owners, *(-1 - i for i in range(len(ends) - 1 - len(owners)))]
    incoming = _blocks(columns.target, columns.source, columns, np.array(ends, dtype=np.int64), targets, nodes)
    tally = np.bincount(columns.code, minlength=1)
    counts = {(EDGE_KINDS[c // 8], RESOLUTIONS[c % 8].value): int(tally[c]) for c in np.flatnonzero(tally).tolist()}
    return EdgeBlocks(outgoing, incoming, counts)


def _columns(edges: Iterable[Edge], node_of: Ints, nodes: int) -> _Columns:
    kept = [e for e in edges if e[2] != EdgeKind.CONTAINS]
    if not kept:
        none = np.empty(0, dtype=np.int64)
        return _Columns(none, none, none.astype(np.uint8), none.astype(np.uint32), none, none.astype(np.uint32))
    sources, targets, kinds, resolutions, lines = zip(*kept)
    source = node_of[np.array(sources, dtype=np.int64)]
    raw = np.array(targets, dtype=np.int64)
    target = np.where(raw >= 0, node_of[np.maximum(raw, 0)], nodes - 1 - raw) if len(node_of) else nodes - 1 - raw
    target = np.where((raw >= 0) & (target < 0), -1, target)
    code = np.fromiter(map(EDGE_CODE.__getitem__, zip(kinds, resolutions)), dtype=np.uint8, count=len(kept))
    line = np.fromiter((sites[0] if sites else 0 for sites in lines), dtype=np.uint32, count=len(kept))
    extra = [(i, line) for i, sites in enumerate(lines) if len(sites) > 1 for line in sites[1:]]
    pairs = np.array(extra, dtype=np.int64).reshape(-1, 2)
    columns = _Columns(source, target, code, line, pairs[:, 0], pairs[:, 1].astype(np.uint32))
    named = (source >= 0) & (target >= 0)
    return columns if named.all() else _keep(columns, named)


def _keep(c: _Columns, wanted: NDArray[np.bool_]) -> _Columns:
    new = np.cumsum(wanted) - 1
    extra = wanted[c.extra_edge]
    return _Columns(
        c.source[wanted],
        c.target[wanted],
        c.code[wanted],
        c.line[wanted],
        new[c.extra_edge[extra]],
        c.extra_line[extra],
    )


def _blocks(
    near: Ints, far: Ints, columns: _Columns, bounds: Ints, owners: list[int], nodes: int
) -> Iterator[tuple[int, bytes]]:
    """Blocks of the edges whose `near` end lies in `bounds[i]:bounds[i + 1]`, for each owner that has any."""
    order = np.lexsort((far, columns.code, near))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    ends = near[order]
    other = far[order]
    other = np.where(other < nodes, other, nodes - 1 - other).astype("<i4")
    code, line = columns.code[order], columns.line[order].astype("<u4")
    extra_at = rank[columns.extra_edge]
    by_edge = np.argsort(extra_at, kind="stable")
    extra_at, extra_line = extra_at[by_edge], columns.extra_line[by_edge].astype("<u4")
    cuts = np.searchsorted(ends, bounds).tolist()
    extra_cuts = np.searchsorted(extra_at, np.array(cuts)).tolist()
    start_of = np.searchsorted(ends, np.arange(int(bounds[-1]) + 1))
    for i, owner in enumerate(owners):
        a, b = cuts[i], cuts[i + 1]
        if a == b:
            continue
        x, y = extra_cuts[i], extra_cuts[i + 1]
        indptr = (start_of[bounds[i] : bounds[i + 1] + 1] - a).astype("<u4")
        yield (
            owner,
            pack(
                indptr.tobytes(), other[a:b].tobytes(), line[a:b].tobytes(),
                (extra_at[x:y] - a).astype("<u4").tobytes(), extra_line[x:y].tobytes(), code[a:b].tobytes(),
            ),
        )  # fmt: skip
