"""Dependents of changed symbols, in the graph of one state.

Followed against their direction are calls, implicit calls, references, types, inheritance and implementation; along it
are decorators, and from a method to its overrides: whoever calls the method may run the override. Two kinds count only
where they can matter. An import counts when what it names is gone, or the module's own statements changed. An override
rests on the method it replaces when that one's signature changed or it is gone; what its body does, it replaces.

Which tests a change wants is asked more precisely, of rules (`test_rules.py`): what a test may run, not what it is
connected to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from codegraph.analysis.csr import Csr, Floats, Int64s, Mask
from codegraph.analysis.impact import Reach, compute_reach, find_causes
from codegraph.analysis.symbol_differences import Definition
from codegraph.analysis.tests_for import TestReach, find_tests
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.impact.test_runs import TestRuns
from codegraph.operations.network import KINDS, RESOLUTIONS, USES, Network, keep_arrays, load_arrays, load_network, mask
from codegraph.operations.structure import load_pageranks
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph_parsers.file_facts import SymbolKind

MOST = 10_000
"""Dependents a report counts at most; more than that is "everything"."""

_DISPATCH = RESOLUTIONS.index(Resolution.DISPATCH)
_IMPORTS, _OVERRIDES = KINDS.index(EdgeKind.IMPORTS), KINDS.index(EdgeKind.OVERRIDES)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Changed nodes.

    They are all nodes, those whose users must follow, and those whose importers are affected.
    """

    nodes: tuple[int, ...]
    contract: tuple[int, ...]
    imported: tuple[int, ...]


class Closure:
    """Graph of one state as seen from its changed symbols.

    It loads the whole graph once.
    """

    def __init__(self, index: Index, seeds: Seeds) -> None:
        self.index = index
        self.seeds = seeds
        self.net: Network = load_network(index, USES, turn=(EdgeKind.DECORATES, EdgeKind.OVERRIDES), placed=True)
        arrays = self.net.arrays
        kinds, targets, sources = arrays.kinds, arrays.targets.astype(np.int64), self.net.compute_sources()
        at = np.arange(kinds.size, dtype=np.int64)
        contract, imported = mask(arrays.nodes, seeds.contract), mask(arrays.nodes, seeds.imported)
        kept = at[(kinds != _IMPORTS) | imported[targets]]
        turned = np.isin(kinds[kept], [KINDS.index(EdgeKind.DECORATES), _OVERRIDES])
        upwards = at[(kinds == _OVERRIDES) & contract[targets]]  # the override rests on what it overrides
        users = np.concatenate((np.where(turned, targets[kept], sources[kept]), sources[upwards]))
        used = np.concatenate((np.where(turned, sources[kept], targets[kept]), targets[upwards]))
        self._origin: Int64s = np.concatenate((kept, upwards))
        self._reverse = Csr.from_edges(users, used, arrays.nodes).reverse()
        self._strength = self.net.compute_ranks()[self._origin]

    @cached_property
    def is_test(self) -> Mask:
        """bool[n]."""
        return mask(self.net.arrays.nodes, self.index.list_test_nodes())

    @cached_property
    def tested(self) -> TestRuns:
        tested = TestRuns(self.index, self.is_test, np.unique(self.net.compute_modules()))
        if tested.is_new:
            keep_arrays(self.index, load_arrays(self.index, USES))
        return tested

    def prepare(self) -> None:
        """Compute what every report needs, whatever has changed.

        That takes seconds; the results are cached next to the generation.
        """
        _ = self.tested, self.percentiles

    @cached_property
    def _strict(self) -> frozenset[int]:
        return frozenset((*self.seeds.contract, *self.seeds.imported))

    def find_tests(self, nodes: Sequence[int]) -> set[int]:
        """Find the tests to run for some of the seeds.

        They may run the seeds, or depend without running them on what can break: a signature, a place or an import.
        """
        found = set(self.tested.find_tests(nodes))
        strict = self._strict.intersection(nodes)
        if strict:
            reach = self.compute_reach(strict)
            found.update(reach.nodes[self.is_test[reach.nodes]].tolist())
        return found

    def list_tests(self) -> list[TestReach]:
        """List the tests of all seeds, nearest first, each with the seed it depends on."""
        chosen = self.find_tests(self.seeds.nodes)
        found = {hit.node: hit for hit in self.tested.find_paths(self.seeds.nodes) if hit.node in chosen}
        for hit in find_tests(self.full_reach, self.is_test, find_causes(self.full_reach)):
            if hit.node in chosen:
                found.setdefault(hit.node, hit)
        return list(found.values())

    @cached_property
    def percentiles(self) -> Floats:
        """Place of each node by PageRank among the used nodes, in 0-1.

        Nodes that nothing uses have 0.
        """
        scores = load_pageranks(self.index)
        if not scores.size:
            return scores
        used = scores > scores.min()
        found = np.searchsorted(np.sort(scores[used]), scores, side="right") / max(1, int(used.sum()))
        return np.where(used, found, 0.0)

    def compute_reach(self, nodes: Iterable[int], depth: int | None = None) -> Reach:
        return compute_reach(
            self._reverse, np.array(sorted(set(nodes)), dtype=np.int64), self._strength, max_depth=depth, budget=MOST
        )

    @cached_property
    def full_reach(self) -> Reach:
        """Reach of all changed symbols, at any distance."""
        return self.compute_reach(self.seeds.nodes)

    def list_direct_users(self, nodes: Sequence[int]) -> list[int]:
        """List the nodes one edge away, those with the strongest evidence first."""
        found = self.compute_reach(nodes, 1)
        return found.nodes[found.depths == 1].tolist()

    def find_namers(self, node: int) -> list[int]:
        """Find direct users whose code names this very node.

        Methods that it overrides, and their callers, are left out.
        """
        row = slice(self._reverse.indptr[node], self._reverse.indptr[node + 1])
        edges, arrays = self._origin[self._reverse.positions[row]], self.net.arrays
        named = (arrays.kinds[edges] != _OVERRIDES) & (arrays.resolutions[edges] != _DISPATCH)
        return np.unique(self._reverse.indices[row][named]).tolist()

    def find_used(self, node: int, like: Definition) -> set[str]:
        """Find the ids of what a node uses under the same name.

        A class may be used by its constructor; constructors and files are compared by their kind only.
        """
        arrays = self.net.arrays
        targets = arrays.targets[int(arrays.indptr[node]) : int(arrays.indptr[node + 1])].tolist()
        return {row.id for row in self.net.read_symbols(targets).values() if _is_like(row, like)}

    def read_paths(self, reach: Reach, places: Sequence[int]) -> list[tuple[EdgeRow, ...]]:
        """Return the edges from each of these reached nodes to its seed."""
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
        rows = dict(zip(distinct, self.net.read_edges(distinct), strict=True))
        return [tuple(rows[edge] for edge in chain) for chain in chains]


def _is_like(row: SymbolRow, like: Definition) -> bool:
    if like.kind in (SymbolKind.CONSTRUCTOR, SymbolKind.MODULE):
        return row.kind is like.kind
    if row.kind is SymbolKind.CONSTRUCTOR:
        return row.qualname.split(".")[-2:-1] == [like.name]
    return row.name == like.name
