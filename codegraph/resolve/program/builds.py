"""Files that only some builds have.

Files that only some builds have: what code can only mean in another build is not what it means.

Where several definitions are left that exclude each other, the build decides which of them is meant: none is certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import Resolution
from codegraph.resolve.edges.edge_table import SiteEdges

if TYPE_CHECKING:
    from codegraph.resolve.program.program import Program


def possible(program: Program, file: int, edges: SiteEdges) -> SiteEdges:
    """The edges of a site that lead to what a build with its file may have."""
    kept = [edge for edge in edges if edge[1] < 0 or program.together(file, program.file_of[edge[1]])]
    if len(kept) < 2:
        return kept
    found: SiteEdges = []
    for source, target, kind, how in kept:
        certain = how not in (Resolution.EXACT, Resolution.TYPED) or not _is_one_of(program, target, kept)
        found.append((source, target, kind, how if certain else Resolution.INFERRED))
    return found


def _is_one_of(program: Program, target: int, edges: SiteEdges) -> bool:
    """Whether something else is meant in builds that do not have the target."""
    if target < 0:
        return False
    file = program.file_of[target]
    return any(edge[1] >= 0 and not program.together(file, program.file_of[edge[1]]) for edge in edges)
