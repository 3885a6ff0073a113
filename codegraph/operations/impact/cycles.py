"""Import cycles that a change makes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from codegraph.analysis.csr import Csr, Mask
from codegraph.analysis.cycles import find_cycles
from codegraph.analysis.symbol_differences import LEFT_PLACE
from codegraph.graph_model import EdgeKind
from codegraph.operations.impact.answers import NewCycle
from codegraph.operations.impact.change_states import Comparison
from codegraph.operations.network import load_network
from codegraph.operations.structure import PROVEN
from codegraph.operations.unparsed_names import SCRIPTS
from codegraph.query.index import Index

_LONGEST_IMPORT: Final = 60
"""Lines of one import statement."""

_IMPORT: Final = re.compile(r"\s*(?:import|export)\b")
_OF_TYPES: Final = re.compile(r"\s*(?:import|export)\s+type\s+(?!from\b|=)|\s*import\s*\{(?:\s*type\s+[^,}]+,?)+\s*\}")

MOST_TRIED: Final = 100
"""New imports of one circle that are followed in search of a round trip to show."""


def find_new_cycles(comparison: Comparison) -> tuple[NewCycle, ...]:
    """Find cycles of files through a new import that no older cycle contained.

    The older state is read only when a cycle depends on the new imports.
    """
    new = comparison.difference.new_imports
    if not new:
        return ()
    graph = _ImportGraph(comparison.head_index)
    now = [(members, shown) for members, shown in graph.list_cycles() if not members.isdisjoint(new)]
    if not now:
        return ()
    now = _drop_within(now, graph.list_parts(_mark_older(graph, comparison)))
    if not now:
        return ()
    base = _ImportGraph(comparison.open_base_index())
    found = _drop_within(now, base.list_parts())
    if not found:
        return ()
    kept = ~graph.mark_erased(frozenset().union(*(members for members, _ in found)))
    if not kept.all():
        running = [circle for circle in graph.list_cycles(kept) if any(circle[0] <= members for members, _ in found)]
        found = [circle for circle in running if not circle[0].isdisjoint(new)]
    links, known = graph.list_links(kept), frozenset(base.list_links())
    return tuple(NewCycle(_find_through_new(circle, links, known), len(circle[0])) for circle in found)


_Link = tuple[str, str]
_Circle = tuple[frozenset[str], tuple[str, ...]]
"""Files of a component, its shortest round trip."""


def _drop_within(circles: list[_Circle], parts: list[frozenset[str]]) -> list[_Circle]:
    """Drop cycles that lie within one part."""
    return [circle for circle in circles if not any(circle[0] <= part for part in parts)]


def _mark_older(graph: _ImportGraph, comparison: Comparison) -> Mask:
    """Mark the edges of the newer state that the older one had, too: bool[m]."""
    difference = comparison.difference
    if any(change.kind in LEFT_PLACE for change in difference.changes):
        return np.zeros(graph.sources.size, dtype=np.bool_)  # what others import may have come from elsewhere
    rows = graph.net.read_symbols(np.unique(np.concatenate((graph.sources, graph.targets))).tolist())
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


def _find_through_new(circle: _Circle, links: Sequence[_Link], known: frozenset[_Link]) -> tuple[str, ...]:
    """Find a short cycle of a component over a new import.

    The shortest cycle of the component may be an old one that has grown.
    """
    members, shown = circle
    if not known.issuperset(zip(shown, (*shown[1:], shown[0]), strict=True)):
        return shown
    after: dict[str, list[str]] = {}
    inside = [link for link in links if members.issuperset(link)]
    for source, target in inside:
        after.setdefault(source, []).append(target)
    new = [link for link in inside if link not in known]
    ways = (_find_way(after, target, source) for source, target in new[:MOST_TRIED])
    return min((way for way in ways if way), key=len, default=shown)


def _find_way(after: Mapping[str, Sequence[str]], start: str, end: str) -> tuple[str, ...]:
    """Return the files of a shortest path, empty when there is none."""
    before: dict[str, str] = {start: ""}
    queue = deque([start])
    while queue and end not in before:
        file = queue.popleft()
        for other in after.get(file, ()):
            if other not in before:
                before[other] = file
                queue.append(other)
    way = [end] if end in before else []
    while way and (file := before[way[-1]]):
        way.append(file)
    return tuple(reversed(way))


class _ImportGraph:
    """Files that import one another.

    For every import it has the module of each end and the first line.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self.net = load_network(index, (EdgeKind.IMPORTS,), PROVEN)
        modules, arrays = self.net.compute_modules(), self.net.arrays
        sources, targets = modules[self.net.compute_sources()], modules[arrays.targets.astype(np.int64)]
        apart = np.flatnonzero(sources != targets)
        self.sources, self.targets, self.lines = sources[apart], targets[apart], arrays.lines[apart]

    def list_cycles(self, kept: Mask | None = None) -> list[_Circle]:
        """List the cycles, largest first."""
        sources, targets = (self.sources, self.targets) if kept is None else (self.sources[kept], self.targets[kept])
        found = find_cycles(Csr.from_edges(sources, targets, self.net.graph.node_count))
        rows = self.net.read_symbols([int(node) for cycle in found for node in cycle.members])
        return [
            (frozenset(rows[int(n)].path for n in cycle.members), tuple(rows[n].path for n in cycle.nodes))
            for cycle in found
        ]

    def list_links(self, kept: Mask | None = None) -> list[tuple[str, str]]:
        """Return the files of every import, once each."""
        sources, targets = (self.sources, self.targets) if kept is None else (self.sources[kept], self.targets[kept])
        rows = self.net.read_symbols(np.unique(np.concatenate((sources, targets))).tolist())
        pairs = zip(sources.tolist(), targets.tolist(), strict=True)
        return list(dict.fromkeys((rows[source].path, rows[target].path) for source, target in pairs))

    def mark_erased(self, paths: frozenset[str]) -> Mask:
        """Mark imports of types alone, which no program runs: bool[m].

        Those between `paths` are looked at."""
        rows = self.net.read_symbols(np.unique(np.concatenate((self.sources, self.targets))).tolist())
        texts: dict[str, list[str]] = {}

        def is_erased(source: int, target: int, line: int) -> bool:
            row = rows[source]
            if row.language not in SCRIPTS or not paths.issuperset((row.path, rows[target].path)):
                return False
            if row.path not in texts:
                texts[row.path] = self._index.read_text_lines(row.path)
            return _is_of_types(texts[row.path], line)

        edges = zip(self.sources.tolist(), self.targets.tolist(), self.lines.tolist(), strict=True)
        return np.array([is_erased(*edge) for edge in edges], dtype=np.bool_)

    def list_parts(self, kept: Mask | None = None) -> list[frozenset[str]]:
        return [members for members, _ in self.list_cycles(kept)]


def _is_of_types(lines: Sequence[str], line: int) -> bool:
    """Return whether the import around a line says that all it imports are types."""
    for at in range(min(line, len(lines)) - 1, max(-1, line - _LONGEST_IMPORT), -1):
        if _IMPORT.match(lines[at]):
            return _OF_TYPES.match(lines[at]) is not None
    return False
