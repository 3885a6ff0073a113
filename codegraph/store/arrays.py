"""The graph in bulk, as CSR arrays for analysis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codegraph.answers import GraphArrays
from codegraph.model import EdgeKind, Resolution
from codegraph.store.reader import Reader
from codegraph.store.schema import EDGE_KINDS, RESOLUTIONS


def load_arrays(
    reader: Reader, kinds: Sequence[EdgeKind], resolutions: Sequence[Resolution], *, externals: bool
) -> GraphArrays:
    """See `Index.arrays`. Empty `kinds` means every stored kind, that is all but CONTAINS."""
    symbols = int(reader.execute("SELECT COUNT(*) FROM symbols")[0][0])
    outside = int(reader.execute("SELECT COUNT(*) FROM externals")[0][0]) if externals else 0
    source, target, code, line, weight = _stored(reader, symbols, externals)
    wanted = np.zeros(256, dtype=bool)
    for i, kind in enumerate(EDGE_KINDS):
        for j, resolution in enumerate(RESOLUTIONS):
            wanted[i * 8 + j] = (not kinds or kind in kinds) and (not resolutions or resolution in resolutions)
    keep = wanted[code]
    if not externals:
        keep &= target < symbols
    columns = [column[keep] for column in (source, target, code, line, weight)]
    if EdgeKind.CONTAINS in kinds and (not resolutions or Resolution.EXACT in resolutions):
        columns = [np.concatenate(pair) for pair in zip(columns, _contains(reader))]
        order = np.argsort(columns[0], kind="stable")
        columns = [column[order] for column in columns]
    source, target, code, line, weight = columns
    nodes = symbols + outside
    return GraphArrays(
        symbols=symbols,
        indptr=np.searchsorted(source, np.arange(nodes + 1)).astype(np.int64),
        targets=target.astype(np.int32), kinds=(code // 8).astype(np.uint8), resolutions=(code % 8).astype(np.uint8),
        lines=line.astype(np.int32), weights=weight.astype(np.int32), files=_files(reader, nodes),
    )  # fmt: skip


def _stored(reader: Reader, symbols: int, externals: bool) -> list[NDArray]:
    parts: list[list[NDArray]] = [[] for _ in range(5)]
    for first, _, block in reader.all_blocks():
        indptr = np.frombuffer(block.indptr, dtype=np.uint32)
        other = np.frombuffer(block.other, dtype=np.int32).astype(np.int64)
        weight = np.ones(len(other), dtype=np.int64)
        np.add.at(weight, np.frombuffer(block.extra_edge, dtype=np.uint32), 1)
        parts[0].append(np.repeat(np.arange(len(indptr) - 1) + first, np.diff(indptr)))
        parts[1].append(np.where(other >= 0, other, symbols - 1 - other))
        parts[2].append(np.frombuffer(block.code, dtype=np.uint8))
        parts[3].append(np.frombuffer(block.line, dtype=np.uint32))
        parts[4].append(weight)
    empty = [np.empty(0, dtype=t) for t in (np.int64, np.int64, np.uint8, np.uint32, np.int64)]
    return [np.concatenate(part) if part else none for part, none in zip(parts, empty)]


def _contains(reader: Reader) -> list[NDArray]:
    rows = np.array(
        reader.execute(
            "SELECT COALESCE(s.parent, f.first), s.node, s.line FROM symbols s JOIN files f ON f.id = s.file "
            "WHERE s.node != f.first ORDER BY 1, 2"
        ),
        dtype=np.int64,
    ).reshape(-1, 3)
    code = EDGE_KINDS.index(EdgeKind.CONTAINS) * 8 + RESOLUTIONS.index(Resolution.EXACT)
    count = len(rows)
    return [
        rows[:, 0], rows[:, 1], np.full(count, code, np.uint8), rows[:, 2].astype(np.uint32), np.ones(count, np.int64)
    ]  # fmt: skip


def _files(reader: Reader, nodes: int) -> NDArray[np.int32]:
    files = np.full(nodes, -1, dtype=np.int32)
    for number, first, count in reader.execute("SELECT id, first, symbols FROM files WHERE symbols > 0"):
        files[first : first + count] = number
    return files
