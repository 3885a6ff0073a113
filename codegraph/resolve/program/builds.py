"""Files that only some builds have.

A target that exists only in other builds than the source is no target. Where several mutually exclusive definitions are
left, the build decides which of them is meant, so none is certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import Resolution
from codegraph.resolve.edges.edge_table import SiteEdges

if TYPE_CHECKING:
    from codegraph.resolve.program.program import Program


def select_possible(program: Program, file: int, edges: SiteEdges) -> SiteEdges:
    """Return the edges of a site whose targets a build with its file may have."""
    kept = [edge for edge in edges if edge[1] < 0 or program.can_coexist(file, program.file_of[edge[1]])]
    if len(kept) < 2:
        return kept
    found: SiteEdges = []
    for source, target, kind, how in kept:
        certain = how not in (Resolution.EXACT, Resolution.TYPED) or not _is_one_of(program, target, kept)
        found.append((source, target, kind, how if certain else Resolution.INFERRED))
    return found


def _is_one_of(program: Program, target: int, edges: SiteEdges) -> bool:
    """Return whether builds without the target have another one instead."""
    if target < 0:
        return False
    file = program.file_of[target]
    return any(edge[1] >= 0 and not program.can_coexist(file, program.file_of[edge[1]]) for edge in edges)
