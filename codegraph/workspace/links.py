"""Edges between the members of a workspace, found when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from codegraph.answers import ExternalRow, SymbolRow
from codegraph.manifests.model import Package, normalize_name
from codegraph.workspace.access_path import ECOSYSTEMS, AccessPaths, Provided, choose_weakest
from codegraph.workspace.edges import WorkspaceEdge
from codegraph.workspace.endpoint_links import EndpointLinks
from codegraph.workspace.members import Member, Workspace


class _Use(NamedTuple):
    """An external of a member, and what it means in its provider."""

    member: Member
    external: int
    provided: Provided


class WorkspaceLinks:
    """Finder of the edges between members: packages, requests, messages."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._uses: dict[int, dict[int, list[_Use]]] = {}  # by provider, then by symbol
        self._provided: dict[tuple[int, int], dict[int, Provided]] = {}

    def list_incoming(self, provider: Member, symbol: SymbolRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges from other members to a symbol of a member."""
        uses = self._uses.get(id(provider))
        if uses is None:
            uses = self._uses[id(provider)] = self._find_uses(provider)
        for use in uses.get(symbol.node, ()):
            yield from _list_uses(use, provider, symbol)
        yield from self._through_endpoints.incoming.get((id(provider), symbol.node), ())

    def list_outgoing(self, member: Member, symbol: SymbolRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges of a symbol of a member to what other members provide."""
        edges = [e for e in member.index.list_outgoing(symbol, limit=None).items if isinstance(e.target, ExternalRow)]
        for provider in self._workspace.members if edges else ():
            known = self._find_provided(member, provider) if provider is not member else {}
            for edge in edges:
                if (provided := known.get(edge.target.node)) is not None:
                    how = choose_weakest(edge.resolution, provided.resolution)
                    for target in provided.symbols:
                        yield WorkspaceEdge(member, symbol, edge.kind, edge.lines, provider, target, how)
        yield from self._through_endpoints.outgoing.get((id(member), symbol.node), ())

    def list_edges(self) -> Iterator[WorkspaceEdge]:
        """Yield all edges between members."""
        for provider in self._workspace.members:
            for member in self._workspace.members:
                known = self._find_provided(member, provider) if provider is not member else {}
                for number, provided in known.items():
                    for target in provided.symbols:
                        yield from _list_uses(_Use(member, number, provided), provider, target)
        for edges in self._through_endpoints.outgoing.values():
            yield from edges

    @cached_property
    def _through_endpoints(self) -> _EndpointEdges:
        found = _EndpointEdges({}, {})
        for edge in EndpointLinks(self._workspace).edges:
            found.outgoing.setdefault((id(edge.member), edge.source.node), []).append(edge)
            found.incoming.setdefault((id(edge.provider), edge.target.node), []).append(edge)
        return found

    def _find_uses(self, provider: Member) -> dict[int, list[_Use]]:
        uses: dict[int, list[_Use]] = {}
        for member in self._workspace.members:
            for external, provided in self._find_provided(member, provider).items() if member is not provider else ():
                for target in provided.symbols:
                    uses.setdefault(target.node, []).append(_Use(member, external, provided))
        return uses

    def _find_provided(self, member: Member, provider: Member) -> dict[int, Provided]:
        """Return the externals of a member that a provider has, by their numbers."""
        key = (id(member), id(provider))
        known = self._provided.get(key)
        if known is None:
            known = self._provided[key] = dict(self._follow_externals(member, provider))
        return known

    def _follow_externals(self, member: Member, provider: Member) -> Iterator[tuple[int, Provided]]:
        for package in _list_used_packages(member, provider):
            paths = AccessPaths(provider.index, package)
            for external in member.externals:
                if ECOSYSTEMS.get(external.language) is package.ecosystem:
                    found = paths.find(external)
                    if found is not None:
                        yield external.node, found


def _list_uses(use: _Use, provider: Member, target: SymbolRow) -> Iterator[WorkspaceEdge]:
    """Yield the edges from a member to an external, as edges to what that means."""
    external = use.member.index.read_node(use.external)
    for edge in use.member.index.list_incoming(external, limit=None).items:
        if isinstance(edge.source, SymbolRow):
            how = choose_weakest(edge.resolution, use.provided.resolution)
            yield WorkspaceEdge(use.member, edge.source, edge.kind, edge.lines, provider, target, how)


class _EndpointEdges(NamedTuple):
    """Edges through endpoints, by member and node of each end."""

    outgoing: dict[tuple[int, int], list[WorkspaceEdge]]
    incoming: dict[tuple[int, int], list[WorkspaceEdge]]


def _list_used_packages(member: Member, provider: Member) -> list[Package]:
    """Return the packages of a provider that a member declares to need."""
    needed = member.needed_packages
    return [p for p in provider.manifests.packages if (p.ecosystem, normalize_name(p.ecosystem, p.name)) in needed]
