"""The index's graph in the form that the analyses need.

Their results are converted back to symbols and edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from codegraph.analysis.csr import Csr, Int64s, Mask
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.top_level_owner import list_placed_edges
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, GraphArrays, SymbolRow

KINDS = tuple(EdgeKind)
RESOLUTIONS = tuple(Resolution)
USES = tuple(k for k in EdgeKind if k not in (EdgeKind.CONTAINS, EdgeKind.TESTS))
"""Edges by which one symbol needs another. TESTS repeats what a test calls."""


_ARRAYS = "arrays:1"
_PLACED = "placed:1"
_COLUMNS = ("indptr", "targets", "kinds", "resolutions", "lines", "weights", "files")

KEPT = 3
"""Networks that an open index keeps: a server is asked about the same few again and again."""


@dataclass(frozen=True)
class Network:
    """Graph of the index for analyses.

    `graph` has one entry per edge of `arrays`; its positions are places in `arrays.targets`. See `load_network`.
    """

    index: Index
    arrays: GraphArrays
    graph: Csr
    rows: dict[int, SymbolRow] = field(default_factory=dict[int, SymbolRow], repr=False)
    """Symbols that were asked for, by node: reports ask for the same ones again and again."""

    @cached_property
    def reverse(self) -> Csr:
        """From what is needed to what needs it."""
        return self.graph.reverse()

    def compute_sources(self) -> Int64s:
        """Return the source of each edge of `arrays`: int64[m]."""
        return _expand_sources(self.arrays)

    def compute_ranks(self) -> Int64s:
        """Return the weakness of each edge's evidence, 0 the strongest: int64[m]."""
        return self.arrays.resolutions.astype(np.int64)

    def read_edges(self, positions: Sequence[int]) -> list[EdgeRow]:
        """Return the edges at these positions, each with the first line of its sites."""
        sources = np.searchsorted(self.arrays.indptr, np.asarray(positions, dtype=np.int64), side="right") - 1
        targets = self.arrays.targets[list(positions)] if positions else []
        ends = self.read_symbols([*map(int, sources), *map(int, targets)])
        return [
            EdgeRow(
                ends[int(source)],
                ends[int(target)],
                KINDS[int(self.arrays.kinds[at])],
                RESOLUTIONS[int(self.arrays.resolutions[at])],
                (int(self.arrays.lines[at]),),
            )
            for at, source, target in zip(positions, sources, targets, strict=True)
        ]

    def read_symbols(self, nodes: Iterable[int]) -> dict[int, SymbolRow]:
        """Return rows by node number."""
        distinct = sorted(set(nodes))
        new = [node for node in distinct if node not in self.rows]
        self.rows.update(zip(new, self.index.list_symbols(new), strict=True))
        return {node: self.rows[node] for node in distinct}

    def read_ids(self, nodes: Iterable[int]) -> set[str]:
        return {row.id for row in self.read_symbols(nodes).values()}

    def compute_modules(self) -> Int64s:
        """Return the module symbol of each node's file: int64[n].

        It is the first node of the file.
        """
        files = self.arrays.files
        starts = np.flatnonzero(np.diff(files, prepend=-1))
        return starts[np.searchsorted(starts, np.arange(files.size), side="right") - 1]


def _expand_sources(arrays: GraphArrays) -> Int64s:
    counts = np.diff(arrays.indptr)
    return np.repeat(np.arange(counts.size, dtype=np.int64), counts)


def load_network(
    index: Index,
    kinds: Sequence[EdgeKind],
    resolutions: Sequence[Resolution] = (),
    *,
    turn: Sequence[EdgeKind] = (EdgeKind.DECORATES,),
    placed: bool = False,
) -> Network:
    """Load the edges of `kinds` between symbols of the repository.

    They lead from user to used. That is the direction in which they are stored, except for the kinds in `turn`: a
    decorator does not depend on what it decorates, and when the question is what may run, a method leads to its
    overrides. With `placed`, edges from the body of a class or module are also listed for the variable or function that
    they are evaluated for (`top_level_owner.py`).
    """
    kept = index.get_cache()
    key = ("network", tuple(kinds), tuple(resolutions), tuple(turn), placed)
    if key not in kept:
        for old in [other for other in kept if isinstance(other, tuple) and other[0] == "network"][: 1 - KEPT]:
            kept.pop(old, None)
        arrays = load_arrays(index, kinds, resolutions)
        kept[key] = _build_network(index, _add_placed(index, arrays, kinds, resolutions) if placed else arrays, turn)
    return kept[key]


def load_arrays(index: Index, kinds: Sequence[EdgeKind], resolutions: Sequence[Resolution] = ()) -> GraphArrays:
    arrays = _load_kept_arrays(index) if tuple(kinds) == USES and not resolutions else None
    return arrays if arrays is not None else index.load_arrays(kinds, resolutions)


def _build_network(index: Index, arrays: GraphArrays, turn: Sequence[EdgeKind]) -> Network:
    sources, targets = _expand_sources(arrays), arrays.targets.astype(np.int64)
    turned = np.isin(arrays.kinds, [KINDS.index(kind) for kind in turn])
    users, used = np.where(turned, targets, sources), np.where(turned, sources, targets)
    return Network(index, arrays, Csr.from_edges(users, used, arrays.nodes, arrays.weights.astype(float)))


def _add_placed(
    index: Index, arrays: GraphArrays, kinds: Sequence[EdgeKind], resolutions: Sequence[Resolution]
) -> GraphArrays:
    columns = _load_placed(index)
    chosen = np.isin(columns[2], [KINDS.index(kind) for kind in kinds])
    if resolutions:
        chosen &= np.isin(columns[3], [RESOLUTIONS.index(resolution) for resolution in resolutions])
    user, target, kind, resolution, line, weight = columns[:, chosen]
    source = np.concatenate((_expand_sources(arrays), user))
    order = np.argsort(source, kind="stable")
    return GraphArrays(
        symbols=arrays.symbols,
        indptr=np.searchsorted(source[order], np.arange(arrays.indptr.size)).astype(np.int64),
        targets=np.concatenate((arrays.targets, target.astype(np.int32)))[order],
        kinds=np.concatenate((arrays.kinds, kind.astype(np.uint8)))[order],
        resolutions=np.concatenate((arrays.resolutions, resolution.astype(np.uint8)))[order],
        lines=np.concatenate((arrays.lines, line.astype(np.int32)))[order],
        weights=np.concatenate((arrays.weights, weight.astype(np.int32)))[order],
        files=arrays.files,
    )


def _load_placed(index: Index) -> Int64s:
    """Return `list_placed_edges` as rows of their columns.

    Kinds and resolutions are numbers. The rows are cached next to the generation, because every question for dependents
    of a symbol needs them.
    """
    kept = index.load_analysis(_PLACED)
    if kept is None:
        found = [
            (user, target, KINDS.index(kind), RESOLUTIONS.index(resolution), line, lines)
            for user, target, kind, resolution, line, lines in list_placed_edges(index)
        ]
        kept = {"edges": np.array(found, dtype=np.int32).reshape(-1, 6).T.copy()}
        index.cache_analysis(_PLACED, kept)
    return kept["edges"].astype(np.int64)


def keep_arrays(index: Index, arrays: GraphArrays) -> None:
    """Cache the arrays of USES next to the generation.

    Reading them from the blocks of every file takes several times as long.
    """
    columns = {name: getattr(arrays, name) for name in _COLUMNS}
    index.cache_analysis(_ARRAYS, {"symbols": np.array([arrays.symbols]), **columns})


def _load_kept_arrays(index: Index) -> GraphArrays | None:
    kept = index.load_analysis(_ARRAYS)
    if kept is None:
        return None
    return GraphArrays(int(kept["symbols"][0]), *(kept[name] for name in _COLUMNS))


def mask(size: int, nodes: Sequence[int]) -> Mask:
    chosen = np.zeros(size, dtype=np.bool_)
    chosen[list(nodes)] = True
    return chosen
