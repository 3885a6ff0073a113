"""Certain edges and misses, by source."""

from __future__ import annotations

from typing import Any

from codegraph.graph_model import Edge, EdgeKind, Resolution, Unresolved

MAX_OPEN = 2  # overloads left undecided; of more of them none is likely enough to show
RANK = {resolution: rank for rank, resolution in enumerate(Resolution)}  # declared strongest first

SiteEdges = list[tuple[int, int, EdgeKind, Resolution]]
Miss = tuple[str, str, str]
"""Name, kind and reason."""

EdgesOf = dict[tuple[int, EdgeKind], list[Any]]
"""(target, kind) → its resolution, then its lines in the order they were met."""


class EdgeTable:
    """Edges and misses of sites whose outcome is final."""

    def __init__(self) -> None:
        self.edges: dict[int, EdgesOf] = {}
        self.misses: dict[int, dict[tuple[str, str], list[Any]]] = {}  # source → name and kind → the reason, then lines

    def add(self, owner: int, site: SiteEdges, miss: Miss | None, line: int) -> None:
        """Add the outcome of a site.

        `owner` is the source of its edges unless it is -1.
        """
        edges = self.edges
        for source, target, kind, resolution in site:
            if owner >= 0:
                source = owner
            found = edges.get(source)
            if found is None:
                found = edges[source] = {}
            have = found.get((target, kind))
            if have is None:
                found[target, kind] = [resolution, line]
            else:
                have.append(line)
                if have[0] is not resolution and RANK[resolution] < RANK[have[0]]:
                    have[0] = resolution
        if miss is not None:
            missed = self.misses.get(owner)
            if missed is None:
                missed = self.misses[owner] = {}
            before = missed.get(miss[:2])
            if before is None:
                missed[miss[:2]] = [miss[2], line]
            else:
                before.append(line)

    def finish(self) -> tuple[list[Edge], list[Unresolved]]:
        """Remove and return everything, by source and in the order of insertion."""
        # `tuple.__new__` takes a third of the time of a call: there are hundreds of thousands. What is listed is let
        # go of at once.
        edges, unresolved = list[Edge](), list[Unresolved]()
        for source in sorted(self.edges):
            edges += [
                tuple.__new__(  # pyright: ignore[reportUnknownMemberType]
                    Edge, (source, target, kind, have[0], (have[1],) if len(have) == 2 else tuple(sorted({*have[1:]})))
                )
                for (target, kind), have in self.edges.pop(source).items()
            ]
        for source in sorted(self.misses):
            unresolved += [
                tuple.__new__(  # pyright: ignore[reportUnknownMemberType]
                    Unresolved, (source, name, kind, have[0], tuple(sorted({*have[1:]})))
                )
                for (name, kind), have in self.misses.pop(source).items()
            ]
        return edges, unresolved
