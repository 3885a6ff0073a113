"""Callers and callees in the other repositories of a workspace."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codegraph.answers import SymbolRow
from codegraph.index import Index
from codegraph.model import EdgeKind, Resolution
from codegraph.operations.answers import WorkspaceAnswer, WorkspaceStep
from codegraph.operations.context import Context
from codegraph.workspace.links import WorkspaceEdge, WorkspaceLinks
from codegraph.workspace.members import Member, open_workspace

MOST_STEPS = 2000
"""Steps after which a walk over repositories ends."""


class _Place(NamedTuple):
    """A symbol of a member, and how many steps lead to it."""

    member: Member
    symbol: SymbolRow
    depth: int


def list_callers_elsewhere(
    context: Context, index: Index, symbols: Iterable[SymbolRow], kinds: Sequence[EdgeKind],
    only: Sequence[Resolution], depth: int,
) -> WorkspaceAnswer:  # fmt: skip
    """Return the callers of symbols in the other repositories of a workspace.

    Up to `depth` steps are followed, across repositories and within them. Raises ConfigError.
    """
    with open_workspace(index, context.config) as workspace:
        links = WorkspaceLinks(workspace)
        waiting = deque(_Place(workspace.home, symbol, 0) for symbol in symbols)
        seen = {(id(place.member), place.symbol.node) for place in waiting}
        steps: list[WorkspaceStep] = []
        while waiting and len(steps) < MOST_STEPS:
            place = waiting.popleft()
            if place.depth >= depth:
                continue
            found = [e for e in links.list_incoming(place.member, place.symbol) if e.edge.kind in kinds]
            found += _list_own_callers(place, kinds)
            for each in found:
                if (only and each.resolution not in only) or not isinstance(each.edge.source, SymbolRow):
                    continue
                if each.member is not workspace.home:
                    steps.append(_make_step(each, each.member, each.edge.source, place.depth + 1))
                key = (id(each.member), each.edge.source.node)
                if key not in seen:
                    seen.add(key)
                    waiting.append(_Place(each.member, each.edge.source, place.depth + 1))
        return WorkspaceAnswer(len(workspace.members), _join_steps(steps), workspace.problems)


def _list_own_callers(place: _Place, kinds: Sequence[EdgeKind]) -> list[WorkspaceEdge]:
    edges = place.member.index.list_incoming(place.symbol, kinds, limit=None).items
    return [WorkspaceEdge(place.member, edge, place.member, place.symbol, edge.resolution) for edge in edges]


def list_callees_elsewhere(
    context: Context, index: Index, symbols: Iterable[SymbolRow], kinds: Sequence[EdgeKind],
    only: Sequence[Resolution],
) -> WorkspaceAnswer:  # fmt: skip
    """Return the callees of symbols in the other repositories of a workspace.

    Raises ConfigError.
    """
    with open_workspace(index, context.config) as workspace:
        links = WorkspaceLinks(workspace)
        steps = [
            _make_step(each, each.provider, each.target, 1)
            for symbol in symbols
            for each in links.list_outgoing(workspace.home, symbol)
            if each.edge.kind in kinds and (not only or each.resolution in only)
        ]
        return WorkspaceAnswer(len(workspace.members), _join_steps(steps), workspace.problems)


def _join_steps(steps: Iterable[WorkspaceStep]) -> tuple[WorkspaceStep, ...]:
    """Join the steps between two symbols, of which there may be several paths."""
    joined: dict[tuple[str, int, str, EdgeKind], WorkspaceStep] = {}
    for step in steps:
        key = (step.repository_id, step.symbol.node, step.target, step.kind)
        known = joined.get(key, step)
        strongest = min(known.resolution, step.resolution, key=tuple(Resolution).index)
        lines = tuple(sorted({*known.lines, *step.lines}))
        joined[key] = known._replace(resolution=strongest, lines=lines, depth=min(known.depth, step.depth))
    return tuple(sorted(joined.values(), key=lambda each: (each.repository, each.depth, each.symbol.path, each.lines)))


def _make_step(edge: WorkspaceEdge, member: Member, symbol: SymbolRow, depth: int) -> WorkspaceStep:
    return WorkspaceStep(
        member.name, member.index.repository_id, member.index.generation, symbol, edge.target.id, edge.edge.kind,
        edge.resolution, edge.edge.lines, depth,
    )  # fmt: skip
