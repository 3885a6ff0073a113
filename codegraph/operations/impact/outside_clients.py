"""Clients in other repositories of what a change makes incompatible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Final, NamedTuple

from codegraph.analysis.symbol_differences import LEFT_PLACE, Change
from codegraph.operations.context import Context
from codegraph.operations.edges import add_constructors
from codegraph.operations.impact.answers import Surface
from codegraph.operations.network import USES
from codegraph.operations.workspace_answers import WorkspaceAnswer, WorkspaceStep
from codegraph.operations.workspace_edges import walk_backwards
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import Member, Workspace, open_workspace
from codegraph_parsers.file_facts import Flag, SymbolKind

INCOMPATIBLE: Final = "incompatible: "
REMOVED: Final = "removed: "


class State(NamedTuple):
    """The graph of one state, and its symbols that became incompatible."""

    index: Index
    symbols: tuple[SymbolRow, ...]


def find_clients_elsewhere(context: Context, head: Index, states: Iterable[State]) -> WorkspaceAnswer:
    """Return what uses symbols of a state in other repositories of the workspace.

    Raises ConfigError."""
    steps: list[WorkspaceStep] = []
    is_complete = True
    with open_workspace(head, context.config, context.can_read) as workspace:
        for state in states:
            home = Member(workspace.home.name, partial(_get_index, state))
            home.manifests = workspace.home.manifests  # those of the work tree, by which others name its packages
            members = Workspace((home, *workspace.members[1:]), workspace.rows, workspace.hosts)
            asked = add_constructors(state.index, *state.symbols)
            found = walk_backwards(members, WorkspaceLinks(members), home, asked, USES, (), 1)
            steps += found.steps
            is_complete = is_complete and found.is_complete
        return WorkspaceAnswer(workspace.rows, _drop_same(steps), is_complete=is_complete)


def _get_index(state: State) -> Index:
    return state.index


def list_states(
    changes: Sequence[Change], kept: Set[str], flags: Mapping[str, int], surfaces: Sequence[Surface], head: Index,
    base: Index | None,
) -> Iterator[State]:  # fmt: skip
    """Yield the graphs of the states with what a change made incompatible in them.

    What left its place is found in the older one, everything else in the newer one: `kept` are the ids of symbols that
    ask for something else. Endpoints are those that are gone, and those whose contract says something else."""
    left = {c.before.id for c in changes if c.before is not None and c.kind in LEFT_PLACE}
    exported = {id for id in kept | left if flags.get(id, 0) & Flag.EXPORTED or id.startswith("python:")}
    for index, ids in ((head, kept), (base, left)):
        if index is None:
            continue
        paths = {id.partition(":")[2].partition("::")[0] for id in ids}
        rows = [row for path in sorted(paths) for row in _list_rows(index, path)]
        symbols = [row for row in rows if row.id in ids & exported and not row.is_test]
        endpoints = [row for row in index.list_symbols_of(SymbolKind.ENDPOINT) if _is_named(row, surfaces)]
        yield State(index, (*symbols, *(endpoints if index is base or base is None else ())))


def _list_rows(index: Index, path: str) -> list[SymbolRow]:
    return index.list_file_symbols(path) if path in index.read_known_files() else []


def _is_named(endpoint: SymbolRow, surfaces: Sequence[Surface]) -> bool:
    """Return whether a surface says that an endpoint is gone or became incompatible."""
    return any(
        each.said == f"{REMOVED}{endpoint.name}" or each.said.startswith(f"{INCOMPATIBLE}{endpoint.name}: ")
        for each in surfaces
    )


def _drop_same(steps: Iterable[WorkspaceStep]) -> tuple[WorkspaceStep, ...]:
    """Return the steps once each, which both states may have."""
    found = {(step.repository_id, step.symbol.node, step.target, step.kind): step for step in steps}
    return tuple(sorted(found.values(), key=lambda step: (step.repository, step.symbol.path, step.lines, step.target)))
