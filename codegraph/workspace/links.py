"""Edges between the members of a workspace, found when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from codegraph.manifests.manifest import Package
from codegraph.query_results import ExternalRow, SymbolRow
from codegraph.workspace.access_path import AccessPaths, Provided, choose_weakest
from codegraph.workspace.endpoint_links import EndpointLinks
from codegraph.workspace.member_repositories import Member, Workspace
from codegraph.workspace.member_summary import PackageKey, name_package
from codegraph.workspace.package_managers import ECOSYSTEMS
from codegraph.workspace.repository_edge import WorkspaceEdge
from codegraph_parsers.file_facts import SymbolKind


class _Use(NamedTuple):
    """An external of a member, and what it means in its provider."""

    member: Member
    external: int
    choices: tuple[Provided, ...]


class WorkspaceLinks:
    """Finder of the edges between members: packages, requests, messages."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._uses: dict[int, dict[int, list[_Use]]] = {}  # by provider, then by symbol
        self._provided: dict[tuple[int, int], dict[int, tuple[Provided, ...]]] = {}

    def list_incoming(self, provider: Member, symbol: SymbolRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges from other members to a symbol of a member."""
        uses = self._uses.get(id(provider))
        if uses is None:
            uses = self._uses[id(provider)] = self._find_uses(provider)
        for use in uses.get(symbol.node, ()):
            yield from _list_uses(use, provider, symbol)
        if symbol.kind is SymbolKind.ENDPOINT or provider.summary.has_servers:
            yield from self._through_endpoints.incoming.get((id(provider), symbol.node), ())

    def list_outgoing(self, member: Member, symbol: SymbolRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges of a symbol of a member to what other members provide."""
        edges = [e for e in member.index.list_outgoing(symbol, limit=None).items if isinstance(e.target, ExternalRow)]
        for provider in self._packages.list_providers(member) if edges else ():
            known = self._find_provided(member, provider)
            for edge in edges:
                if (provided := _choose(known.get(edge.target.node, ()), member, symbol)) is not None:
                    how = choose_weakest(edge.resolution, provided.resolution)
                    for target in provided.symbols:
                        yield WorkspaceEdge(member, symbol, edge.kind, edge.lines, provider, target, how)
        if member.summary.has_endpoints:
            yield from self._through_endpoints.outgoing.get((id(member), symbol.node), ())

    def list_edges(self) -> Iterator[WorkspaceEdge]:
        """Yield all edges between members."""
        for provider in self._workspace.members:
            for member in self._packages.list_users(provider):
                for number, choices in self._find_provided(member, provider).items():
                    for target in _list_targets(choices):
                        yield from _list_uses(_Use(member, number, choices), provider, target)
        for edges in self._through_endpoints.outgoing.values():
            yield from edges

    @cached_property
    def _packages(self) -> _PackageTable:
        return _PackageTable(self._workspace.members)

    @cached_property
    def _through_endpoints(self) -> _EndpointEdges:
        found = _EndpointEdges({}, {})
        for edge in EndpointLinks(self._workspace).edges:
            found.outgoing.setdefault((id(edge.member), edge.source.node), []).append(edge)
            found.incoming.setdefault((id(edge.provider), edge.target.node), []).append(edge)
        return found

    def _find_uses(self, provider: Member) -> dict[int, list[_Use]]:
        uses: dict[int, list[_Use]] = {}
        for member in self._packages.list_users(provider):
            for external, choices in self._find_provided(member, provider).items():
                for target in _list_targets(choices):
                    uses.setdefault(target.node, []).append(_Use(member, external, choices))
        return uses

    def _find_provided(self, member: Member, provider: Member) -> dict[int, tuple[Provided, ...]]:
        """Return the externals of a member that a provider has, by their numbers."""
        key = (id(member), id(provider))
        known = self._provided.get(key)
        if known is None:
            known = self._provided[key] = dict(self._follow_externals(member, provider))
        return known

    def _follow_externals(self, member: Member, provider: Member) -> Iterator[tuple[int, tuple[Provided, ...]]]:
        for package in _list_used_packages(member, provider):
            paths = AccessPaths(provider.index, package)
            for external in member.externals:
                if ECOSYSTEMS.get(external.language) is package.ecosystem:
                    found = paths.find(external)
                    if found:
                        yield external.node, found


def _list_uses(use: _Use, provider: Member, target: SymbolRow) -> Iterator[WorkspaceEdge]:
    """Yield the edges from a member to an external, as edges to what that means."""
    external = use.member.index.read_node(use.external)
    for edge in use.member.index.list_incoming(external, limit=None).items:
        if not isinstance(edge.source, SymbolRow):
            continue
        provided = _choose(use.choices, use.member, edge.source)
        if provided is not None and any(each.node == target.node for each in provided.symbols):
            how = choose_weakest(edge.resolution, provided.resolution)
            yield WorkspaceEdge(use.member, edge.source, edge.kind, edge.lines, provider, target, how)


def _list_targets(choices: Sequence[Provided]) -> Iterator[SymbolRow]:
    """Yield the symbols that an external may mean, each once."""
    yield from {target.node: target for provided in choices for target in provided.symbols}.values()


def _choose(choices: Sequence[Provided], member: Member, source: SymbolRow) -> Provided | None:
    """Return what an external means in the file of a symbol, None where that is open."""
    seen = [c for c in choices if not c.namespaces or c.namespaces <= member.namespaces.list_visible(source.path)]
    return seen[0] if len(seen) == 1 else None


class _PackageTable:
    """Members by the packages that they provide and need.

    Few of all pairs of members have anything to do with each other."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._places = {id(member): place for place, member in enumerate(members)}
        self._providers: dict[PackageKey, list[Member]] = {}
        self._users: dict[PackageKey, list[Member]] = {}
        for member in members:
            for key in member.summary.provided:
                self._providers.setdefault(key, []).append(member)
            for key in member.summary.needed:
                self._users.setdefault(key, []).append(member)

    def list_providers(self, member: Member) -> list[Member]:
        """Return the other members of which this one needs a package, in their order."""
        return self._select(member, self._providers, member.summary.needed)

    def list_users(self, provider: Member) -> list[Member]:
        """Return the other members that need a package of this one, in their order."""
        return self._select(provider, self._users, provider.summary.provided)

    def _select(
        self, member: Member, table: Mapping[PackageKey, list[Member]], keys: Iterable[PackageKey]
    ) -> list[Member]:
        found = {id(each): each for key in keys for each in table.get(key, ()) if each is not member}
        return sorted(found.values(), key=lambda each: self._places[id(each)])


class _EndpointEdges(NamedTuple):
    """Edges through endpoints, by member and node of each end."""

    outgoing: dict[tuple[int, int], list[WorkspaceEdge]]
    incoming: dict[tuple[int, int], list[WorkspaceEdge]]


def _list_used_packages(member: Member, provider: Member) -> list[Package]:
    """Return the packages of a provider that a member declares to need."""
    return [package for package in provider.manifests.packages if name_package(package) in member.summary.needed]
