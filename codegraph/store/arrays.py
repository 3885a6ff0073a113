"""The whole graph as CSR arrays for analysis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query_results import GraphArrays
from codegraph.store.reader import Reader
from codegraph.store.schema import EDGE_KINDS, RESOLUTIONS


def load_arrays(
    reader: Reader, kinds: Sequence[EdgeKind], resolutions: Sequence[Resolution], *, externals: bool
) -> GraphArrays:
    """Load the edges of a graph as arrays; see `Index.load_arrays`.

    Empty `kinds` means every stored kind, that is all but CONTAINS.
    """
    places = reader.numbering.symbol_order.build_places()
    symbols = len(reader.numbering.symbol_order)
    outside = _find_external_places(reader) if externals else np.empty(0, np.int64)
    stored = _read_edges(reader, places, symbols, outside)
    wanted = np.zeros(256, dtype=bool)
    for i, kind in enumerate(EDGE_KINDS):
        for j, resolution in enumerate(RESOLUTIONS):
            wanted[i * 8 + j] = (not kinds or kind in kinds) and (not resolutions or resolution in resolutions)
    keep = wanted[stored[2]]
    if not externals:
        keep &= stored[1] >= 0
    columns = [column[keep] for column in stored]
    if EdgeKind.CONTAINS in kinds and (not resolutions or Resolution.EXACT in resolutions):
        columns = [np.concatenate(pair) for pair in zip(columns, _build_containment(reader, places))]
    order = np.lexsort((columns[1], columns[2], columns[0]))  # by source, code, target, whatever their ids
    source, target, code, line, weight = (column[order] for column in columns)
    nodes = symbols + int((outside >= 0).sum())
    return GraphArrays(
        symbols=symbols,
        indptr=np.searchsorted(source, np.arange(nodes + 1)).astype(np.int64),
        targets=target.astype(np.int32), kinds=(code // 8).astype(np.uint8), resolutions=(code % 8).astype(np.uint8),
        lines=line.astype(np.int32), weights=weight.astype(np.int32), files=_list_files(reader, nodes),
    )  # fmt: skip


def _find_external_places(reader: Reader) -> NDArray[np.int64]:
    """Return the place of each external by id, in the order of language and name.

    It is -1 for an id that no external has.
    """
    rows = reader.execute("SELECT id FROM externals ORDER BY language, qualname, package")
    found = np.full(max((id for (id,) in rows), default=-1) + 1, -1, dtype=np.int64)
    found[[id for (id,) in rows]] = np.arange(len(rows))
    return found


def _read_edges(reader: Reader, places: NDArray, symbols: int, outside: NDArray) -> list[NDArray]:
    """Return source, target, code, line and number of sites of every edge.

    The target is -1 for an external that is not wanted.
    """
    parts: list[list[NDArray]] = [[] for _ in range(5)]
    for _, block in reader.iterate_blocks():
        near = np.frombuffer(block.near, dtype=np.uint32)
        other = np.frombuffer(block.other, dtype=np.int32).astype(np.int64)
        weight = np.ones(len(other), dtype=np.int64)
        np.add.at(weight, np.frombuffer(block.extra_edge, dtype=np.uint32), 1)
        parts[0].append(np.repeat(near, np.diff(block.indptr)))
        parts[1].append(other)
        parts[2].append(np.frombuffer(block.code, dtype=np.uint8))
        parts[3].append(np.frombuffer(block.site, dtype=np.uint32))
        parts[4].append(weight)
    empty = [np.empty(0, dtype=t) for t in (np.uint32, np.int64, np.uint8, np.uint32, np.int64)]
    source, other, *rest = [np.concatenate(part) if part else none for part, none in zip(parts, empty)]
    target = np.full(len(other), -1, dtype=np.int64)
    inside = other >= 0
    target[inside] = places[other[inside]]
    if len(outside):
        target[~inside] = symbols + outside[-1 - other[~inside]]
    return [places[source] if len(source) else source.astype(np.int64), target, *rest]


def _build_containment(reader: Reader, places: NDArray) -> list[NDArray]:
    numbering = reader.numbering
    rows = np.array(
        reader.execute("SELECT COALESCE(parent, -1), id, line FROM symbols"), dtype=np.int64
    ).reshape(-1, 3)  # fmt: skip
    node = places[rows[:, 1]] if len(rows) else rows[:, 1]
    firsts = np.array(numbering.first_nodes, dtype=np.int64)
    module = firsts[np.searchsorted(firsts, node, side="right") - 1]
    parent = np.where(rows[:, 0] >= 0, places[np.maximum(rows[:, 0], 0)], module) if len(rows) else node
    inside = node != module
    code = EDGE_KINDS.index(EdgeKind.CONTAINS) * 8 + RESOLUTIONS.index(Resolution.EXACT)
    count = int(inside.sum())
    return [
        parent[inside], node[inside], np.full(count, code, np.uint8), rows[inside, 2].astype(np.uint32),
        np.ones(count, np.int64),
    ]  # fmt: skip


def _list_files(reader: Reader, nodes: int) -> NDArray[np.int32]:
    counts = np.array(reader.numbering.symbols, dtype=np.int64)
    files = np.full(nodes, -1, dtype=np.int32)
    files[: counts.sum()] = np.repeat(np.arange(len(counts)), counts)
    return files
