"""Edges as blocks, by the file of their source and by the file of their target.

Only writes import numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.graph_model import Edge, EdgeKind
from codegraph.store.edge_blocks import Block, pack
from codegraph.store.schema import EDGE_CODE, EDGE_KINDS, EXTERNAL_BLOCK, RESOLUTIONS

Ints = NDArray[np.int64]


class EdgeBlocks(NamedTuple):
    """Blocks of all edges of a graph.

    `outgoing` and `incoming` are (owner, block) rows. An owner is a file's id or, for externals, negative.
    """

    outgoing: Iterator[tuple[int, bytes]]
    incoming: Iterator[tuple[int, bytes]]
    counts: dict[tuple[EdgeKind, str], int]


class Columns(NamedTuple):
    """Edges from `source` to `target`, which are ids.

    An external is `-1 - id`. `extra_edge` ascends.
    """

    source: Ints
    target: Ints
    code: NDArray[np.uint8]
    line: NDArray[np.uint32]
    extra_edge: Ints
    extra_line: NDArray[np.uint32]

    def count_by_kind(self) -> dict[tuple[EdgeKind, str], int]:
        tally = np.bincount(self.code, minlength=1)
        return {(EDGE_KINDS[c // 8], RESOLUTIONS[c % 8].value): int(tally[c]) for c in np.flatnonzero(tally).tolist()}

    def count_sites(self) -> NDArray[np.uint32]:
        """Return the number of lines of each edge."""
        return (1 + np.bincount(self.extra_edge, minlength=len(self.code))).astype(np.uint32)


def convert_edges(edges: Iterable[Edge], id_of: Sequence[int]) -> Columns:
    """Return `edges` over graph ids as columns.

    A source or target `i` has the id `id_of[i]`. CONTAINS edges are left out (symbols know their parent), as are edges
    of symbols without an id, which are anonymous.
    """
    kept = [e for e in edges if e[2] != EdgeKind.CONTAINS]
    if not kept:
        return build_empty_columns()
    ids = np.array(id_of, dtype=np.int64) if len(id_of) else np.full(1, -1, dtype=np.int64)
    sources, targets, kinds, resolutions, lines = zip(*kept)
    source = ids[np.array(sources, dtype=np.int64)]
    raw = np.array(targets, dtype=np.int64)
    target = np.where(raw >= 0, ids[np.maximum(raw, 0)], raw)
    code = np.fromiter(map(EDGE_CODE.__getitem__, zip(kinds, resolutions)), dtype=np.uint8, count=len(kept))
    found = build_columns(source, target, code, lines)
    named = (source >= 0) & ((raw < 0) | (target >= 0))
    return found if named.all() else _keep(found, named)


def build_empty_columns() -> Columns:
    none = np.empty(0, dtype=np.int64)
    return Columns(none, none, none.astype(np.uint8), none.astype(np.uint32), none, none.astype(np.uint32))


def build_columns(source: Ints, target: Ints, code: NDArray[np.uint8], lines: Sequence[Sequence[int]]) -> Columns:
    line = np.fromiter((sites[0] if sites else 0 for sites in lines), dtype=np.uint32, count=len(code))
    extra = [(i, line) for i, sites in enumerate(lines) if len(sites) > 1 for line in sites[1:]]
    pairs = np.array(extra, dtype=np.int64).reshape(-1, 2)
    return Columns(source, target, code, line, pairs[:, 0], pairs[:, 1].astype(np.uint32))


def _keep(c: Columns, wanted: NDArray[np.bool_]) -> Columns:
    new = np.cumsum(wanted) - 1
    extra = wanted[c.extra_edge]
    return Columns(
        c.source[wanted], c.target[wanted], c.code[wanted], c.line[wanted], new[c.extra_edge[extra]],
        c.extra_line[extra],
    )  # fmt: skip


def sort_distinct(values: Ints) -> Ints:
    """Return the distinct values, ascending.

    The imports of `numpy.unique` take longer than a commit.
    """
    ordered = np.sort(values)
    return ordered[np.diff(ordered, prepend=-1 - abs(int(ordered[0]))) != 0] if len(ordered) else ordered


def number_externals(c: Columns) -> tuple[Columns, list[int]]:
    """Return the edges with their external targets numbered from 0, and these targets.

    Externals that no edge uses are left out.
    """
    outside = c.target < 0
    used = sort_distinct(-1 - c.target[outside])
    target = c.target.copy()
    target[outside] = -1 - np.searchsorted(used, -1 - c.target[outside])
    return c._replace(target=target), used.tolist()


def build_blocks(
    columns: Columns, bounds: Sequence[int], owners: Sequence[int], externals: int, further: Sequence[int] = ()
) -> EdgeBlocks:
    """Build the blocks of all edges of a graph.

    Ids of the symbols of file `owners[i]` are `bounds[i] … bounds[i + 1] - 1`, ascending. There are `externals`
    externals.
    """
    files = _number_files(bounds, further) if len(further) else None
    cuts = bounds if files is None else range(len(owners) + 1)
    outgoing = _cut_blocks(_sort_edges(columns, columns.source, columns.target, files), cuts, owners, files)
    inside = np.flatnonzero(columns.target >= 0)
    incoming = _cut_blocks(_sort_incoming(columns, inside, columns.target[inside], files), cuts, owners, files)
    outside = np.flatnonzero(columns.target < 0)
    steps = [*range(0, externals, EXTERNAL_BLOCK), externals]
    ends = _cut_blocks(
        _sort_incoming(columns, outside, -1 - columns.target[outside]), steps, range(-1, -len(steps), -1)
    )
    return EdgeBlocks(outgoing, _join_blocks(incoming, ends), columns.count_by_kind())


def _number_files(bounds: Sequence[int], further: Sequence[int]) -> Ints:
    """Return the file of each id."""
    counts = np.diff(np.array(bounds, dtype=np.int64))
    return np.concatenate([np.repeat(np.arange(len(counts)), counts), np.array(further, dtype=np.int64)])


def _join_blocks(*parts: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    for part in parts:
        yield from part


class SortedEdges(NamedTuple):
    """Edges ordered by `near`, code and `far`, from which blocks are cut.

    `extra_edge` ascends.
    """

    near: Ints
    far: Ints
    code: NDArray[np.uint8]
    site: NDArray[np.uint32]
    extra_edge: Ints
    extra_line: NDArray[np.uint32]


def _order(near: Ints, far: Ints, code: NDArray[np.uint8], files: Ints | None) -> Ints:
    """Return the order of edges by near end, code and far end.

    Files of the near ends, by id, come before all that where they are given."""
    return np.lexsort((far, code, near) if files is None else (far, code, near, files[near]))


def _sort_edges(c: Columns, near: Ints, far: Ints, files: Ints | None = None) -> SortedEdges:
    order = _order(near, far, c.code, files)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    extra_at = rank[c.extra_edge]
    by_edge = np.argsort(extra_at, kind="stable")
    return SortedEdges(near[order], far[order], c.code[order], c.line[order], extra_at[by_edge], c.extra_line[by_edge])


def pack_outgoing(columns: Columns) -> bytes:
    """Return the block of the outgoing edges of one file."""
    return _pack_edges(_sort_edges(columns, columns.source, columns.target))


def _sort_incoming(c: Columns, rows: Ints, near: Ints, files: Ints | None = None) -> SortedEdges:
    return sort_incoming(near, c.source[rows], c.code[rows], c.count_sites()[rows], files)


def sort_incoming(
    near: Ints, far: Ints, code: NDArray[np.uint8], sites: NDArray[np.uint32], files: Ints | None = None
) -> SortedEdges:
    order = _order(near, far, code, files)
    none = np.empty(0, dtype=np.int64)
    return SortedEdges(near[order], far[order], code[order], sites[order], none, none.astype(np.uint32))


def pack_incoming(edges: SortedEdges) -> bytes:
    return _pack_edges(edges)


def _cut_blocks(
    edges: SortedEdges, bounds: Sequence[int], owners: Sequence[int], files: Ints | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yield the blocks of all owners that have edges.

    The near ends of owner i are in `bounds[i]:bounds[i + 1]`.
    """
    near = edges.near if files is None else files[edges.near]
    cuts = np.searchsorted(near, np.array(bounds, dtype=np.int64)).tolist()
    extra_cuts = np.searchsorted(edges.extra_edge, np.array(cuts)).tolist()
    for i, owner in enumerate(owners):
        a, b = cuts[i], cuts[i + 1]
        if a == b:
            continue
        x, y = extra_cuts[i], extra_cuts[i + 1]
        yield owner, _pack_edges(
            SortedEdges(
                edges.near[a:b], edges.far[a:b], edges.code[a:b], edges.site[a:b], edges.extra_edge[x:y] - a,
                edges.extra_line[x:y],
            )
        )  # fmt: skip


def _pack_edges(edges: SortedEdges) -> bytes:
    """Pack edges into a block.

    Differences are computed with slices, because `numpy.diff` with a prefix takes longer than a small block.
    """
    begins = np.ones(len(edges.near), dtype=np.bool_)
    begins[1:] = edges.near[1:] != edges.near[:-1]
    firsts = np.flatnonzero(begins)
    ids = edges.near[firsts].astype("<u4")
    near, degree = ids.copy(), np.empty(len(firsts), dtype="<u4")
    near[1:] -= ids[:-1]
    degree[:-1] = firsts[1:] - firsts[:-1]
    degree[-1:] = len(edges.near) - firsts[-1:]
    return pack(
        near.tobytes(), degree.tobytes(), edges.far.astype("<i4").tobytes(), edges.site.astype("<u4").tobytes(),
        edges.extra_edge.astype("<u4").tobytes(), edges.extra_line.astype("<u4").tobytes(), edges.code.tobytes(),
    )  # fmt: skip


class Ends(NamedTuple):
    """A block's edges as columns, without lines."""

    near: Ints
    far: Ints
    code: NDArray[np.uint8]
    site: NDArray[np.uint32]


def read_ends(block: Block) -> Ends:
    near = np.repeat(np.frombuffer(block.near, dtype=np.uint32).astype(np.int64), np.diff(block.indptr))
    far = np.frombuffer(block.other, dtype=np.int32).astype(np.int64)
    return Ends(near, far, np.frombuffer(block.code, dtype=np.uint8), np.frombuffer(block.site, dtype=np.uint32))


def read_columns(block: Block) -> Columns:
    """Return a block of outgoing edges as columns."""
    ends = read_ends(block)
    extra = np.frombuffer(block.extra_edge, dtype=np.uint32).astype(np.int64)
    return Columns(ends.near, ends.far, ends.code, ends.site, extra, np.frombuffer(block.extra_line, dtype=np.uint32))
