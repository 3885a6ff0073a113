"""Import cycles that a change makes."""

from __future__ import annotations

import numpy as np

from codegraph.analysis.changes import ChangeKind
from codegraph.analysis.csr import Csr, Mask
from codegraph.analysis.cycles import cycles
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.operations.impact.answers import NewCycle
from codegraph.operations.impact.states import Comparison
from codegraph.operations.network import network
from codegraph.operations.structure import PROVEN

_ELSEWHERE = frozenset({ChangeKind.MOVED, ChangeKind.RENAMED, ChangeKind.REMOVED})


def new_cycles(comparison: Comparison) -> tuple[NewCycle, ...]:
    """Circles of files through one that imports something new, that were not within one circle before. The older
    state is looked at only when there are any that do not hold without what is new."""
    new = comparison.difference.new_imports
    if not new:
        return ()
    graph = _Imports(comparison.head_index)
    now = [(members, shown) for members, shown in graph.circles() if not members.isdisjoint(new)]
    now = _without(now, graph.parts(_older(graph, comparison))) if now else now
    if not now:
        return ()
    found = _without(now, _Imports(comparison.base_index()).parts())
    return tuple(NewCycle(shown, len(members)) for members, shown in found)


_Circle = tuple[frozenset[str], tuple[str, ...]]
"""Files of a component, its shortest round trip."""


def _without(circles: list[_Circle], parts: list[frozenset[str]]) -> list[_Circle]:
    """Those that are not within one part."""
    return [circle for circle in circles if not any(circle[0] <= part for part in parts)]


def _older(graph: _Imports, comparison: Comparison) -> Mask:
    """Of the edges of the newer state those that the older one had, too: bool[m]."""
    difference = comparison.difference
    if any(change.kind in _ELSEWHERE for change in difference.changes):
        return np.zeros(graph.sources.size, dtype=np.bool_)  # what others import may have come from elsewhere
    rows = graph.net.symbols(np.unique(np.concatenate((graph.sources, graph.targets))).tolist())
    paths = {node: row.path for node, row in rows.items()}
    added, new = frozenset(difference.added), difference.new_imports
    return np.array(
        [
            paths[source] not in added and paths[target] not in added and line not in new.get(paths[source], ())
            for source, target, line in zip(
                graph.sources.tolist(), graph.targets.tolist(), graph.lines.tolist(), strict=True
            )
        ],
        dtype=np.bool_,
    )


class _Imports:
    """Files that import one another: the module of each end, and the first line, of every import."""

    def __init__(self, index: Index) -> None:
        self.net = network(index, (EdgeKind.IMPORTS,), PROVEN)
        modules, arrays = self.net.modules(), self.net.arrays
        sources, targets = modules[self.net.sources()], modules[arrays.targets.astype(np.int64)]
        apart = np.flatnonzero(sources != targets)
        self.sources, self.targets, self.lines = sources[apart], targets[apart], arrays.lines[apart]

    def circles(self, kept: Mask | None = None) -> list[_Circle]:
        """Largest first."""
        sources, targets = (self.sources, self.targets) if kept is None else (self.sources[kept], self.targets[kept])
        found = cycles(Csr.from_edges(sources, targets, self.net.graph.node_count))
        rows = self.net.symbols([int(node) for cycle in found for node in cycle.members])
        return [
            (frozenset(rows[int(n)].path for n in cycle.members), tuple(rows[n].path for n in cycle.nodes))
            for cycle in found
        ]

    def parts(self, kept: Mask | None = None) -> list[frozenset[str]]:
        return [members for members, _ in self.circles(kept)]
