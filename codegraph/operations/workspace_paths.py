"""Paths between symbols of several repositories."""

from __future__ import annotations

from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import Answer, PathAnswer
from codegraph.operations.context import Context
from codegraph.operations.edges import parse_resolutions
from codegraph.operations.network import USES
from codegraph.operations.reach import RUNS, find_shortest_chain
from codegraph.operations.requests import PathRequest
from codegraph.operations.workspace_edges import MOST_VISITED, find_path_elsewhere, resolve_in_workspace
from codegraph.workspace.member_repositories import open_workspace


def find_workspace_path(context: Context, request: PathRequest) -> Answer[PathAnswer]:
    """Return a shortest path between two symbols of a workspace.

    Where both are of one repository, and it has a path, it is that one. Raises ConfigError."""
    index = context.index()
    asked, only = tuple(EdgeKind(kind) for kind in request.kind), parse_resolutions(request.resolution)
    with open_workspace(index, context.config, context.can_read, context.list_places) as workspace:
        source = resolve_in_workspace(workspace, request.source)
        target = resolve_in_workspace(workspace, request.target)
        others = (*source.others, *target.others)
        if source.member is target.member:
            found = find_shortest_chain(source.member.index, source.symbols, target.symbols, asked, only)
            if found.edges or source.symbols[0].node == target.symbols[0].node:
                return context.answer(found, others=others)
        kinds, elsewhere = asked, None
        for kinds in [asked] if asked else [RUNS, USES]:
            elsewhere = find_path_elsewhere(workspace, source, target, kinds, only)
            if elsewhere.hops:
                break
        first, last = source.symbols[0], target.symbols[0]
        if elsewhere is not None and elsewhere.hops:
            first, last = elsewhere.hops[0].source.symbol, elsewhere.hops[-1].target.symbol
        answer = PathAnswer(first, last, kinds, first, (), elsewhere=elsewhere)
        is_cut = elsewhere is not None and not elsewhere.is_complete and not elsewhere.hops
        warnings = (f"stopped after {MOST_VISITED:,} symbols; a path may be longer",) if is_cut else ()
        return context.answer(answer, *warnings, others=others)
