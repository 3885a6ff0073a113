"""Edges between members through endpoints: requests, stubs and messages.

What one member asks for and none of its own code answers is looked for among the endpoints of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from codegraph.graph_model import ANSWERING, EdgeKind, Resolution
from codegraph.query_results import EdgeRow, SymbolRow, UnresolvedRow
from codegraph.resolve.endpoints.named_endpoints import has_package, shorten
from codegraph.resolve.endpoints.reasons import SEVERAL, UNDECIDED
from codegraph.resolve.endpoints.route_paths import Fit, Segment, fit_path, rank_route, split_route
from codegraph.workspace.hosts import Address, HostTable, has_words, read_address
from codegraph.workspace.member_repositories import Member, Workspace
from codegraph.workspace.member_summary import ASKED, GRPC, list_endpoints, list_servers
from codegraph.workspace.repository_edge import WorkspaceEdge
from codegraph_parsers.file_facts import ReferenceKind, SymbolKind
from codegraph_parsers.frameworks import load_models
from codegraph_parsers.frameworks.framework_model import ANY

_HTTP: Final = "http:"
_TOPIC: Final = "topic:"
_STUB: Final = re.compile(r"grpc:(\w+)/(\w+)(?: \(([^()]*(?:\(\)[^()]*)*)\))?")
_ABOVE: Final = re.compile(r"api|rest|v\d+")
"""Segments that a base URL may have before the path of a request."""

_COMMON: Final = frozenset(
    """
    health healthz healthcheck ready readyz live livez ping metrics status version login logout index home
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Segments that any service may answer, which alone say nothing of which one is asked."""


_ANYWHERE: Final = "*"
"""Stands for the word of a route that any path may mean."""


class _Target(NamedTuple):
    """A symbol of a member that answers."""

    member: Member
    symbol: SymbolRow


class _Route(NamedTuple):
    """A route of a member."""

    member: Member
    endpoint: SymbolRow
    method: str
    segments: tuple[Segment, ...]


class _RouteTable:
    """Routes of all members, by member and by word.

    So a request is compared with those alone that it may mean."""

    def __init__(self, routes: Iterable[_Route]) -> None:
        self._of_members: dict[int, list[_Route]] = {}
        self._members_of_words: dict[str, dict[int, Member]] = {}
        self._wordless: dict[tuple[str, tuple[Segment, ...]], list[_Route]] = {}
        for route in routes:
            self._of_members.setdefault(id(route.member), []).append(route)
            word = next(_iterate_telling_words(route), None)
            if word is not None:
                word = word if all(each.text != word for each in _list_behind_rest(route)) else _ANYWHERE
                self._members_of_words.setdefault(word, {})[id(route.member)] = route.member
                continue
            same = self._wordless.setdefault((route.method, route.segments), [])
            if len(same) < 2 and all(each.member is not route.member for each in same):
                same.append(route)

    def list_of(self, members: Iterable[Member]) -> list[_Route]:
        """Return the routes of some members."""
        return [route for member in members for route in self._of_members.get(id(member), ())]

    def list_possible(self, path: str, but: Member) -> list[_Route]:
        """Return routes of other members than one.

        Among them are all that a path may mean by its words. Of routes without words one of a form stands for all."""
        words = (_ANYWHERE, *path.split("/"))
        members = {key: each for word in words for key, each in self._members_of_words.get(word, {}).items()}
        members.pop(id(but), None)
        wordless = (next((each for each in same if each.member is not but), None) for same in self._wordless.values())
        return [*self.list_of(members.values()), *(route for route in wordless if route is not None)]


class EndpointLinks:
    """Finder of the edges between members through endpoints; each member is read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._members = [member for member in workspace.members if member.summary.has_endpoints]
        self._hosts = HostTable(workspace.members, workspace.hosts)
        self._endpoints: dict[int, list[SymbolRow]] = {}

    @cached_property
    def edges(self) -> tuple[WorkspaceEdge, ...]:
        """All edges, those of the first member first."""
        return tuple(edge for member in self._members for edge in self._list_edges(member))

    def _list_edges(self, member: Member) -> Iterator[WorkspaceEdge]:
        for row in member.index.list_unresolved_beginning(ASKED, (ReferenceKind.REQUEST,)):
            if row.source.is_test:
                continue
            if row.name.startswith(GRPC):
                yield from self._link_stub(member, row)
            else:
                yield from self._link_request(member, row)
        for endpoint in self._list_endpoints(member):
            if endpoint.qualname.startswith((GRPC, _TOPIC)) and not endpoint.is_test:
                yield from self._link_named(member, endpoint)

    def _list_endpoints(self, member: Member) -> list[SymbolRow]:
        found = self._endpoints.get(id(member))
        if found is None:
            found = self._endpoints[id(member)] = list_endpoints(member.index)
        return found

    # -- requests and routes ---------------------------------------------------------------------------------------

    @cached_property
    def _routes(self) -> _RouteTable:
        return _RouteTable(
            _Route(member, row, method, split_route(path))
            for member in self._members
            for row in self._list_endpoints(member)
            if row.qualname.startswith(_HTTP)
            for method, _, path in [row.qualname.removeprefix(_HTTP).partition(" ")]
        )

    def _link_request(self, member: Member, row: UnresolvedRow) -> Iterator[WorkspaceEdge]:
        address = read_address(row.name)
        named = self._hosts.find_members(address) if address is not None else None
        if address is None or named is None or member in named or (not named and row.reason in (SEVERAL, UNDECIDED)):
            return
        routes = self._routes.list_of(named) if named else self._routes.list_possible(address.path, member)
        found = self._find_answers(address, routes)
        if not named:
            found = [route for route in found if _is_telling(route, address)]
        if len({id(route.member) for route in found}) == 1:
            how = Resolution.INFERRED if named else Resolution.HEURISTIC
            route = found[0]
            yield WorkspaceEdge(member, row.source, EdgeKind.REQUESTS, row.lines, route.member, route.endpoint, how)

    @staticmethod
    def _find_answers(address: Address, routes: Sequence[_Route]) -> list[_Route]:
        """Return the most particular route of each member that answers a request."""
        path = address.path.rstrip("/") or "/"
        possible = [route for route in routes if _has_method(route, address.method)]
        fits = [route for route in possible if fit_path(_strip(route.segments), path) is Fit.YES]
        if not fits and not address.is_relative and not address.host:
            below = ((route, _drop_base(route.segments)) for route in possible)
            fits = [route for route, rest in below if rest and fit_path(_strip(rest), path) is Fit.YES]
        best: dict[int, _Route] = {}
        for route in sorted(fits, key=lambda each: rank_route(each.segments)):
            best.setdefault(id(route.member), route)
        return list(best.values())

    # -- what is known by its name ---------------------------------------------------------------------------------

    def _link_named(self, member: Member, endpoint: SymbolRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges from what uses an endpoint that its own member does not answer."""
        uses = member.index.list_incoming(endpoint, (EdgeKind.REQUESTS, EdgeKind.PUBLISHES), limit=None).items
        uses = [edge for edge in uses if not (isinstance(edge.source, SymbolRow) and edge.source.is_test)]
        if not uses or _is_answered(member, endpoint):
            return
        for other, target in self._named.get(endpoint.qualname, ()):
            is_other = other is not member and _is_answered(other, target)
            if is_other and _is_one_system(member, endpoint, other, target):
                yield from _make_edges(member, uses, other, target)

    @cached_property
    def _named(self) -> dict[str, list[_Target]]:
        """Topics and services of all members, by qualified name."""
        found: dict[str, list[_Target]] = {}
        for member in self._members:
            for row in self._list_endpoints(member):
                if row.qualname.startswith((GRPC, _TOPIC)):
                    found.setdefault(row.qualname, []).append(_Target(member, row))
        return found

    @cached_property
    def _methods(self) -> dict[str, list[_Target]]:
        """The methods of services of all members, by the end of their names."""
        found: dict[str, list[_Target]] = {}
        for member in self._members:
            for row in self._list_endpoints(member):
                if row.qualname.startswith(GRPC):
                    found.setdefault(_shorten_name(row.name), []).append(_Target(member, row))
        return found

    def _link_stub(self, member: Member, row: UnresolvedRow) -> Iterator[WorkspaceEdge]:
        """Yield the edges from a use of a stub whose contract is elsewhere."""
        stub = _STUB.fullmatch(row.name)
        if stub is None:
            return
        same = self._methods.get(f"{stub[1]}/{shorten(stub[2])}", ())
        found = [each for each in same if each.member is not member]
        if len({each.symbol.name for each in found}) > 1:
            found = [each for each in found if has_package(stub[3] or "", each.symbol.name)]
        answered = [each for each in found if _is_answered(*each)]
        if not answered and (servers := self._find_servers(member, stub[1], stub[2])):
            for provider, target in servers:
                yield WorkspaceEdge(
                    member, row.source, EdgeKind.REQUESTS, row.lines, provider, target, Resolution.HEURISTIC
                )
            return
        found = answered or found
        if len({each.symbol.name for each in found}) == 1 and (len(found) == 1 or _is_answered(*found[0])):
            for provider, target in found:
                how = Resolution.INFERRED
                yield WorkspaceEdge(member, row.source, EdgeKind.REQUESTS, row.lines, provider, target, how)

    def _find_servers(self, member: Member, service: str, method: str) -> list[_Target]:
        """Return who answers for a service without having its contract.

        That is the one method of its name there, or else the code that registers the service."""
        others = [each for each in self._servers.get(service, ()) if each.member is not member]
        spelled = (shorten(method), method[:1].upper() + method[1:])
        found: list[_Target] = []
        for other, server in others if len(others) == 1 else ():
            own = other.index.list_members(server) if server.kind is SymbolKind.CLASS else [
                row for name in spelled for row in other.index.find(name)
                if not row.is_test and not other.index.find_file(row.path).generated
            ]  # fmt: skip
            methods = [row for row in own if row.kind is SymbolKind.METHOD and row.name in spelled]
            found.append(_Target(other, methods[0] if len(methods) == 1 else server))
        return found

    @cached_property
    def _servers(self) -> dict[str, list[_Target]]:
        """Services that members answer for without their contracts.

        Each has the code that registers it, or the class that inherits from what a generator wrote for it."""
        found: dict[str, list[_Target]] = {}
        for member in self._members:
            for service, server in list_servers(member.index).items():
                found.setdefault(service, []).append(_Target(member, server))
        return found


def _make_edges(
    member: Member, uses: Iterable[EdgeRow], provider: Member, target: SymbolRow
) -> Iterator[WorkspaceEdge]:
    for edge in uses:
        if isinstance(edge.source, SymbolRow):
            yield WorkspaceEdge(member, edge.source, edge.kind, edge.lines, provider, target, Resolution.INFERRED)


def _is_answered(member: Member, endpoint: SymbolRow) -> bool:
    return bool(member.index.list_outgoing(endpoint, ANSWERING, limit=1).items)


def _is_one_system(member: Member, endpoint: SymbolRow, other: Member, target: SymbolRow) -> bool:
    """Return whether endpoints of one name are of one system of messages."""
    if not endpoint.qualname.startswith(_TOPIC):
        return True
    own, its = (each.index.read_details(row).decorators for each, row in ((member, endpoint), (other, target)))
    brokers = {model.key: bool(model.channels.publishers or model.channels.consumers) for model in load_models()}
    return own == its and all(brokers.get(key, True) for key in own)


def _shorten_name(name: str) -> str:
    """Return the end of a method's name as all stubs spell it: `Orders/get`."""
    service, _, method = name.rpartition("/")
    return f"{service.rpartition('.')[2]}/{shorten(method)}"


def _has_method(route: _Route, method: str) -> bool:
    is_own = route.method in (ANY, "ANY", method) or method in ("ANY", ANY, "OPTIONS")
    return is_own or (method == "HEAD" and route.method == "GET")


def _strip(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    return segments[:-1] if len(segments) > 1 and not segments[-1].text else segments


def _drop_base(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return a route below a base URL, nothing where that has no path."""
    count = 0
    while count < len(segments) and segments[count].pattern is None and _ABOVE.fullmatch(segments[count].text):
        count += 1
    return segments[count:] if count else ()


def _is_telling(route: _Route, address: Address) -> bool:
    """Return whether the words of a route alone say that it is meant."""
    return sum(1 for _ in _iterate_telling_words(route)) > has_words(address.variable)


def _list_behind_rest(route: _Route) -> Sequence[Segment]:
    """Return the segments from one on that takes the rest of a path.

    What is behind it is not compared."""
    start = next((place for place, each in enumerate(route.segments) if each.is_whole), len(route.segments))
    return route.segments[start:]


def _iterate_telling_words(route: _Route) -> Iterator[str]:
    for segment in route.segments:
        text = segment.text
        if segment.pattern is None and text and text not in _COMMON and _ABOVE.fullmatch(text) is None:
            yield text
