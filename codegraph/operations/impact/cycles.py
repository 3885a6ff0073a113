"""Import cycles that a change makes."""

from __future__ import annotations

import numpy as np

from codegraph.analysis.csr import Csr
from codegraph.analysis.cycles import cycles
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.operations.impact.answers import NewCycle
from codegraph.operations.impact.states import Comparison
from codegraph.operations.network import network
from codegraph.operations.structure import PROVEN


def new_cycles(comparison: Comparison) -> tuple[NewCycle, ...]:
    """Circles of files through one that imports something new, that were not within one circle before. The older
    state is looked at only when there are any."""
    edited = comparison.difference.new_imports
    if not edited:
        return ()
    now = [(members, shown) for members, shown in _circles(comparison.head_index) if members & edited]
    if not now:
        return ()
    before = [members for members, _ in _circles(comparison.base_index())]
    return tuple(NewCycle(shown, len(members)) for members, shown in now if not any(members <= old for old in before))


def _circles(index: Index) -> list[tuple[frozenset[str], tuple[str, ...]]]:
    """(files of a component, its shortest round trip), largest first."""
    net = network(index, (EdgeKind.IMPORTS,), PROVEN)
    modules = net.modules()
    sources, targets = modules[net.sources()], modules[net.arrays.targets.astype(np.int64)]
    apart = np.flatnonzero(sources != targets)
    found = cycles(Csr.from_edges(sources[apart], targets[apart], net.graph.node_count))
    rows = net.symbols([int(node) for cycle in found for node in cycle.members])
    return [
        (frozenset(rows[int(n)].path for n in cycle.members), tuple(rows[n].path for n in cycle.nodes))
        for cycle in found
    ]
