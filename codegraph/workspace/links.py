"""Edges between repositories: uses of what another one provides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from codegraph.answers import EdgeRow, ExternalRow, SymbolRow
from codegraph.manifests.model import Package, normalize_name
from codegraph.model import Resolution
from codegraph.workspace.access_path import ECOSYSTEMS, AccessPaths, Provided, choose_weakest
from codegraph.workspace.members import Member, Workspace


class WorkspaceEdge(NamedTuple):
    """An edge from a symbol of one member to a symbol of another.

    `edge` is that of the member with the source, to an external symbol; `resolution` is the weaker one of the edge's
    and that of the way from the external to the target."""

    member: Member
    edge: EdgeRow
    provider: Member
    target: SymbolRow
    resolution: Resolution


class _Use(NamedTuple):
    """An external of a member, and what it means in its provider."""

    member: Member
    external: int
    provided: Provided


class WorkspaceLinks:
    """Finds the edges between the members of a workspace, when they are asked for."""

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
            external = use.member.index.read_node(use.external)
            for edge in use.member.index.list_incoming(external, limit=None).items:
                how = choose_weakest(edge.resolution, use.provided.resolution)
                yield WorkspaceEdge(use.member, edge, provider, symbol, how)

    def list_outgoing(self, member: Member, symbol: SymbolRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges of a symbol of a member to what other members provide."""
        edges = [e for e in member.index.list_outgoing(symbol, limit=None).items if isinstance(e.target, ExternalRow)]
        for provider in self._workspace.members if edges else ():
            known = self._find_provided(member, provider) if provider is not member else {}
            for edge in edges:
                if (provided := known.get(edge.target.node)) is not None:
                    how = choose_weakest(edge.resolution, provided.resolution)
                    yield from (WorkspaceEdge(member, edge, provider, target, how) for target in provided.symbols)

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
            for external in member.index.list_externals(limit=None).items:
                if ECOSYSTEMS.get(external.language) is package.ecosystem:
                    found = paths.find(external)
                    if found is not None:
                        yield external.node, found


def _list_used_packages(member: Member, provider: Member) -> list[Package]:
    """Return the packages of a provider that a member declares to need."""
    needed = {(d.ecosystem, normalize_name(d.ecosystem, d.name)) for d in member.manifests.dependencies}
    return [p for p in provider.manifests.packages if (p.ecosystem, normalize_name(p.ecosystem, p.name)) in needed]
