"""Dependents of changed symbols, in the graph of one state.

Followed against their direction are calls, implicit calls, references, types, inheritance and implementation; along it
are decorators, and from a method to its overrides: whoever calls the method may run the override. Two kinds count only
where they can matter. An import counts when what it names is gone, or the module's own statements changed. An override
rests on the method it replaces when that one's signature changed or it is gone; what its body does, it replaces.

Which tests a change wants is asked more precisely, of rules (`rules.py`): what a test may run, not what it is connected
to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from codegraph.analysis.changes import Definition
from codegraph.analysis.csr import Csr, Floats, Int64s, Mask
from codegraph.analysis.impact import Reach, causes, impact
from codegraph.analysis.tests_for import TestReach, tests_for
from codegraph.answers import EdgeRow, SymbolRow
from codegraph.index import Index
from codegraph.model import EdgeKind, Resolution
from codegraph.operations.impact.tested import TestedBy
from codegraph.operations.network import KINDS, RESOLUTIONS, USES, Network, keep_arrays, mask, network, stored_arrays
from codegraph.operations.structure import page_ranks
from codegraph_parsers.facts import SymbolKind

MOST = 10_000
"""Dependents a report counts at most; more than that is "everything"."""

_DISPATCH = RESOLUTIONS.index(Resolution.DISPATCH)
_IMPORTS, _OVERRIDES = KINDS.index(EdgeKind.IMPORTS), KINDS.index(EdgeKind.OVERRIDES)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Nodes that changed: all of them, those whose users must follow, and those whose importers notice."""

    nodes: tuple[int, ...]
    contract: tuple[int, ...]
    imported: tuple[int, ...]


class Closure:
    """The graph of one state as seen from its changed symbols. Loads the whole graph once."""

    def __init__(self, index: Index, seeds: Seeds) -> None:
        self.index = index
        self.seeds = seeds
        self.net: Network = network(index, USES, turn=(EdgeKind.DECORATES, EdgeKind.OVERRIDES), placed=True)
        arrays = self.net.arrays
        kinds, targets, sources = arrays.kinds, arrays.targets.astype(np.int64), self.net.sources()
        at = np.arange(kinds.size, dtype=np.int64)
        contract, imported = mask(arrays.nodes, seeds.contract), mask(arrays.nodes, seeds.imported)
        kept = at[(kinds != _IMPORTS) | imported[targets]]
        turned = np.isin(kinds[kept], [KINDS.index(EdgeKind.DECORATES), _OVERRIDES])
        upwards = at[(kinds == _OVERRIDES) & contract[targets]]  # the override rests on what it overrides
        users = np.concatenate((np.where(turned, targets[kept], sources[kept]), sources[upwards]))
        used = np.concatenate((np.where(turned, sources[kept], targets[kept]), targets[upwards]))
        self._origin: Int64s = np.concatenate((kept, upwards))
        self._reverse = Csr.from_edges(users, used, arrays.nodes).reversed()
        self._strength = self.net.strength()[self._origin]

    @cached_property
    def is_test(self) -> Mask:
        """bool[n]."""
        return mask(self.net.arrays.nodes, self.index.test_nodes())

    @cached_property
    def tested(self) -> TestedBy:
        tested = TestedBy(self.index, self.is_test, np.unique(self.net.modules()))
        if tested.is_new:
            keep_arrays(self.index, stored_arrays(self.index, USES))
        return tested

    def prepare(self) -> None:
        """Make what a report will ask for whatever has changed: it takes seconds, and is kept beside the generation."""
        _ = self.tested, self.percentiles

    @cached_property
    def _strict(self) -> frozenset[int]:
        return frozenset((*self.seeds.contract, *self.seeds.imported))

    def tests_of(self, nodes: Sequence[int]) -> set[int]:
        """Tests to run for some of the seeds: those that may run them, and those that rest on what can break without
        being run, a signature, a place or an import."""
        found = set(self.tested.by(nodes))
        strict = self._strict.intersection(nodes)
        if strict:
            reach = self.reach(strict)
            found.update(reach.nodes[self.is_test[reach.nodes]].tolist())
        return found

    def tests(self) -> list[TestReach]:
        """`tests_of` all seeds, nearest first, each with the seed it rests on."""
        chosen = self.tests_of(self.seeds.nodes)
        found = {hit.node: hit for hit in self.tested.paths(self.seeds.nodes) if hit.node in chosen}
        for hit in tests_for(self.whole, self.is_test, causes(self.whole)):
            if hit.node in chosen:
                found.setdefault(hit.node, hit)
        return list(found.values())

    @cached_property
    def percentiles(self) -> Floats:
        """The place of each node by PageRank among the nodes that something uses, in 0-1; 0 for the others."""
        scores = page_ranks(self.index)
        if not scores.size:
            return scores
        used = scores > scores.min()
        found = np.searchsorted(np.sort(scores[used]), scores, side="right") / max(1, int(used.sum()))
        return np.where(used, found, 0.0)

    def reach(self, nodes: Iterable[int], depth: int | None = None) -> Reach:
        return impact(
            self._reverse, np.array(sorted(set(nodes)), dtype=np.int64), self._strength, max_depth=depth, budget=MOST
        )

    @cached_property
    def whole(self) -> Reach:
        """Return what rests on any of the changed symbols, at any distance."""
        return self.reach(self.seeds.nodes)

    def direct_users(self, nodes: Sequence[int]) -> list[int]:
        """Nodes one edge away, nearest evidence first."""
        found = self.reach(nodes, 1)
        return found.nodes[found.depths == 1].tolist()

    def namers(self, node: int) -> list[int]:
        """Direct users whose code is about this very node: not a method that it overrides, nor its callers."""
        row = slice(self._reverse.indptr[node], self._reverse.indptr[node + 1])
        edges, arrays = self._origin[self._reverse.positions[row]], self.net.arrays
        named = (arrays.kinds[edges] != _OVERRIDES) & (arrays.resolutions[edges] != _DISPATCH)
        return np.unique(self._reverse.indices[row][named]).tolist()

    def used(self, node: int, like: Definition) -> set[str]:
        """Ids of what a node uses that goes by the same name. A class may be used by its constructor; constructors and
        files are asked for their kind only."""
        arrays = self.net.arrays
        targets = arrays.targets[int(arrays.indptr[node]) : int(arrays.indptr[node + 1])].tolist()
        return {row.id for row in self.symbols(targets).values() if _is_like(row, like)}

    def paths(self, reach: Reach, places: Sequence[int]) -> list[tuple[EdgeRow, ...]]:
        """The edges from each of these reached nodes to the seed it rests on."""
        where = {node: at for at, node in enumerate(reach.nodes.tolist())}
        chains: list[list[int]] = []
        for place in places:
            chain: list[int] = []
            at = place
            while reach.via[at] >= 0:
                chain.append(int(self._origin[reach.edges[at]]))
                at = where[int(reach.via[at])]
            chains.append(chain)
        distinct = sorted({edge for chain in chains for edge in chain})
        rows = dict(zip(distinct, self.net.edges(distinct), strict=True))
        return [tuple(rows[edge] for edge in chain) for chain in chains]

    def ids(self, nodes: Iterable[int]) -> set[str]:
        return self.net.ids(list(nodes))

    def symbols(self, nodes: Iterable[int]) -> dict[int, SymbolRow]:
        return self.net.symbols(list(nodes))


def _is_like(row: SymbolRow, like: Definition) -> bool:
    if like.kind in (SymbolKind.CONSTRUCTOR, SymbolKind.MODULE):
        return row.kind is like.kind
    if row.kind is SymbolKind.CONSTRUCTOR:
        return row.qualname.split(".")[-2:-1] == [like.name]
    return row.name == like.name
