"""Edge between two repositories of a workspace."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query_results import SymbolRow
from codegraph.workspace.member_repositories import Member


class WorkspaceEdge(NamedTuple):
    """An edge from a symbol of one member to a symbol of another, the provider.

    `lines` are those of its sites in the file of the source."""

    member: Member
    source: SymbolRow
    kind: EdgeKind
    lines: tuple[int, ...]
    provider: Member
    target: SymbolRow
    resolution: Resolution
