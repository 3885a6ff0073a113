"""Questions about a symbol that other repositories of a workspace answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.context import Context
from codegraph.operations.workspace_answers import WorkspaceAnswer, WorkspaceHop, WorkspacePlace, WorkspaceStep
from codegraph.query.index import Index
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import Member, Workspace, open_workspace
from codegraph.workspace.portable_ids import make_portable_id
from codegraph.workspace.repository_edge import WorkspaceEdge
from codegraph_parsers.file_facts import SymbolKind

MOST_STEPS: Final = 2000
"""Steps after which a walk over repositories ends."""

MOST_VISITED: Final = 20_000
"""Symbols after which the search for a path ends."""

SEPARATOR: Final = "//"
"""Between the name of a repository and that of a symbol of it."""


class _Place(NamedTuple):
    """A symbol of a member, and how many steps lead to it."""

    member: Member
    symbol: SymbolRow
    depth: int

    @property
    def key(self) -> tuple[int, int]:
        return id(self.member), self.symbol.node


class Denotation(NamedTuple):
    """The definitions that a name means, and the member that has them."""

    member: Member
    symbols: tuple[SymbolRow, ...]
    others: tuple[SymbolRow, ...]


def resolve_in_workspace(workspace: Workspace, text: str) -> Denotation:
    """Return what a name means: a symbol of the asked repository, or of one other.

    `REPOSITORY//SYMBOL` is one of a repository that is named. Raises NotFoundError, AmbiguousError."""
    name, separator, rest = text.partition(SEPARATOR)
    if separator and rest and any(member.name == name for member in workspace.members):
        return _resolve(workspace.find_member(name), rest)
    try:
        return _resolve(workspace.home, text)
    except NotFoundError as error:
        found = [named for member in workspace.members[1:] if (named := _try_to_resolve(member, text)) is not None]
        if not found:
            raise NotFoundError(error.message, error.hint) from error
    if len(found) > 1:
        names = "\n".join(f"  {each.member.name}{SEPARATOR}{each.symbols[0].id}" for each in found)
        raise AmbiguousError(f"{len(found)} repositories of the workspace have a symbol `{text}`", hint=names)
    return found[0]


def _resolve(member: Member, text: str) -> Denotation:
    meant = member.index.resolve_meaning(text)
    return Denotation(member, tuple(meant.symbols), tuple(meant.others))


def _try_to_resolve(member: Member, text: str) -> Denotation | None:
    try:
        return _resolve(member, text)
    except (NotFoundError, AmbiguousError):
        return None


# -- who uses a symbol ---------------------------------------------------------------------------------------------


def list_callers_elsewhere(
    context: Context, index: Index, symbols: Iterable[SymbolRow], kinds: Sequence[EdgeKind],
    only: Sequence[Resolution], depth: int,
) -> WorkspaceAnswer:  # fmt: skip
    """Return what uses symbols in other repositories, by edges of some kinds.

    Up to `depth` steps are followed, across repositories and within them; that through an endpoint is none. Raises
    ConfigError.
    """
    with open_workspace(index, context.config, context.can_read, context.list_places) as workspace:
        links = WorkspaceLinks(workspace)
        return walk_backwards(workspace, links, workspace.home, symbols, kinds, only, depth)


def walk_backwards(
    workspace: Workspace, links: WorkspaceLinks, start: Member, symbols: Iterable[SymbolRow],
    kinds: Sequence[EdgeKind], only: Sequence[Resolution], depth: int,
) -> WorkspaceAnswer:  # fmt: skip
    """Return what uses symbols of a member in other members."""
    waiting = deque(_Place(start, symbol, 0) for symbol in symbols)
    seen = {place.key for place in waiting}
    steps: list[WorkspaceStep] = []
    while waiting and len(steps) < MOST_STEPS:
        place = waiting.popleft()
        if place.depth >= depth:
            continue
        found = chain(links.list_incoming(place.member, place.symbol), _list_own_callers(place, kinds))
        for each in found:
            if each.kind not in kinds or (only and each.resolution not in only):
                continue
            is_endpoint = each.source.kind is SymbolKind.ENDPOINT
            if each.member is not start and not is_endpoint:
                steps.append(_make_step(each, each.member, each.source, place.depth + 1))
            caller = _Place(each.member, each.source, place.depth + (not is_endpoint))
            if caller.key not in seen:
                seen.add(caller.key)
                (waiting.appendleft if is_endpoint else waiting.append)(caller)
    return WorkspaceAnswer(workspace.rows, _join_steps(steps), is_complete=not waiting)


def _list_own_callers(place: _Place, kinds: Sequence[EdgeKind]) -> Iterator[WorkspaceEdge]:
    for edge in place.member.index.list_incoming(place.symbol, kinds, limit=None).items:
        if isinstance(edge.source, SymbolRow):
            yield _make_own_edge(place.member, edge, edge.source, place.symbol)


def _make_own_edge(member: Member, edge: EdgeRow, source: SymbolRow, target: SymbolRow) -> WorkspaceEdge:
    return WorkspaceEdge(member, source, edge.kind, edge.lines, member, target, edge.resolution)


# -- what a symbol uses --------------------------------------------------------------------------------------------


def list_callees_elsewhere(
    context: Context, index: Index, symbols: Iterable[SymbolRow], kinds: Sequence[EdgeKind],
    only: Sequence[Resolution],
) -> WorkspaceAnswer:  # fmt: skip
    """Return the callees of symbols in the other repositories of a workspace.

    Raises ConfigError.
    """
    with open_workspace(index, context.config, context.can_read, context.list_places) as workspace:
        links = WorkspaceLinks(workspace)
        steps = _list_outgoing_steps(links, workspace.home, symbols, kinds, only)
        return WorkspaceAnswer(workspace.rows, _join_steps(steps))


def _list_outgoing_steps(
    links: WorkspaceLinks, member: Member, symbols: Iterable[SymbolRow], kinds: Sequence[EdgeKind],
    only: Sequence[Resolution],
) -> list[WorkspaceStep]:  # fmt: skip
    return [
        _make_step(each, each.provider, each.target, 1)._replace(is_outgoing=True)
        for symbol in symbols
        for each in links.list_outgoing(member, symbol)
        if each.kind in kinds and (not only or each.resolution in only)
    ]


# -- both, and names -----------------------------------------------------------------------------------------------


def explore_elsewhere(
    context: Context, index: Index, symbols: Sequence[SymbolRow], kinds: Sequence[EdgeKind], words: Iterable[str]
) -> WorkspaceAnswer:
    """Return the relations of symbols to other repositories, and what is named there.

    `words` are names of the question that the asked repository does not have. Raises ConfigError."""
    with open_workspace(index, context.config, context.can_read, context.list_places) as workspace:
        links = WorkspaceLinks(workspace)
        incoming = walk_backwards(workspace, links, workspace.home, symbols, kinds, (), 1)
        outgoing = _list_outgoing_steps(links, workspace.home, symbols, kinds, ())
        named = [found for word in words for member in workspace.members[1:]
                 if (found := _try_to_resolve(member, word)) is not None]  # fmt: skip
        places = tuple(_make_place(each.member, symbol) for each in named for symbol in each.symbols)
        for each in named:
            outgoing += _list_outgoing_steps(links, each.member, each.symbols, kinds, ())
        return incoming._replace(steps=_join_steps((*incoming.steps, *outgoing)), places=places)


# -- paths ---------------------------------------------------------------------------------------------------------


def find_path_elsewhere(
    workspace: Workspace, source: Denotation, target: Denotation, kinds: Sequence[EdgeKind], only: Sequence[Resolution]
) -> WorkspaceAnswer:
    """Return a shortest path from one symbol to another through repositories.

    It follows edges of some kinds, and leads from a method to those that override it where that is one of them."""
    links = WorkspaceLinks(workspace)
    starts = [_Place(source.member, symbol, 0) for one in source.symbols for symbol in _list_parts(source.member, one)]
    ends = {(id(target.member), each.node) for one in target.symbols for each in _list_parts(target.member, one)}
    before: dict[tuple[int, int], WorkspaceEdge | None] = {place.key: None for place in starts}
    waiting = deque(starts)
    while waiting and len(before) < MOST_VISITED:
        place = waiting.popleft()
        for edge in chain(_list_own_callees(place, kinds), links.list_outgoing(place.member, place.symbol)):
            reached = _Place(edge.provider, edge.target, place.depth + 1)
            if edge.kind not in kinds or (only and edge.resolution not in only) or reached.key in before:
                continue
            before[reached.key] = edge
            if reached.key in ends:
                return WorkspaceAnswer(workspace.rows, hops=tuple(reversed(list(_follow_back(before, reached.key)))))
            waiting.append(reached)
    return WorkspaceAnswer(workspace.rows, is_complete=not waiting)


def _follow_back(before: dict[tuple[int, int], WorkspaceEdge | None], key: tuple[int, int]) -> Iterator[WorkspaceHop]:
    while (edge := before[key]) is not None:
        source, target = _make_place(edge.member, edge.source), _make_place(edge.provider, edge.target)
        yield WorkspaceHop(source, target, edge.kind, edge.resolution, edge.lines)
        key = (id(edge.member), edge.source.node)


def _list_own_callees(place: _Place, kinds: Sequence[EdgeKind]) -> Iterator[WorkspaceEdge]:
    forwards = [kind for kind in kinds if kind is not EdgeKind.OVERRIDES]
    for edge in place.member.index.list_outgoing(place.symbol, forwards, limit=None).items:
        if isinstance(edge.target, SymbolRow):
            yield _make_own_edge(place.member, edge, place.symbol, edge.target)
    if EdgeKind.OVERRIDES in kinds:
        for edge in place.member.index.list_incoming(place.symbol, (EdgeKind.OVERRIDES,), limit=None).items:
            if isinstance(edge.source, SymbolRow):
                yield _make_own_edge(place.member, edge, place.symbol, edge.source)


def _list_parts(member: Member, symbol: SymbolRow) -> list[SymbolRow]:
    """Return a symbol with the members of a type, or all symbols of a module."""
    if symbol.kind is SymbolKind.MODULE:
        return member.index.list_file_symbols(symbol.path)
    return [symbol, *member.index.list_members(symbol)]


# -- rows ----------------------------------------------------------------------------------------------------------


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
        member.name, member.index.repository_id, member.index.generation, symbol, edge.target.id, edge.kind,
        edge.resolution, edge.lines, depth, make_portable_id(member.index, member.manifests, symbol),
    )  # fmt: skip


def _make_place(member: Member, symbol: SymbolRow) -> WorkspacePlace:
    portable = make_portable_id(member.index, member.manifests, symbol)
    return WorkspacePlace(member.name, member.index.repository_id, member.index.generation, symbol, portable)
