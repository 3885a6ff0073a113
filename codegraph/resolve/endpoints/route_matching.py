"""Endpoints of a tree: prefixes are composed, and requests matched with routes.

A pure function over the rows of all files. What cannot be decided is a miss with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from codegraph.graph_model import ANSWERING, REACHING, EdgeKind, Resolution
from codegraph.resolve.endpoints.applications import ApplicationTable, Way, has_pattern
from codegraph.resolve.endpoints.component_table import ComponentTable
from codegraph.resolve.endpoints.dependency_injection import DependencyTable
from codegraph.resolve.endpoints.documented_operations import OperationTable
from codegraph.resolve.endpoints.endpoint_rows import (
    ENVIRONMENT,
    HOLE,
    OUTSIDE,
    PARAMETER,
    REVERSED,
    ActionRow,
    ClientRow,
    CodeRow,
    FileRows,
    InlineRow,
    LinkRow,
    MiddlewareRow,
    MountRow,
    NamedRow,
    ObjectKey,
    RequestRow,
    RouteRow,
    RouterRow,
    Site,
    TemplateRow,
    fill_variables,
    show_text,
)
from codegraph.resolve.endpoints.named_endpoints import NamedEndpoints, name_named_miss
from codegraph.resolve.endpoints.reasons import (
    COMPUTED,
    NO_ROUTE,
    NOT_MOUNTED,
    OTHER_SERVICE,
    PATTERN,
    SEVERAL,
    UNDECIDED,
    UNKNOWN_HANDLER,
    UNKNOWN_HOST,
)
from codegraph.resolve.endpoints.route_paths import (
    LOCAL,
    Fit,
    Segment,
    Target,
    fill_path,
    fit_path,
    format_path,
    join_paths,
    normalize_path,
    rank_route,
    read_target,
    split_route,
)
from codegraph.resolve.endpoints.template_table import TemplateMiss, TemplateTable
from codegraph_parsers.file_facts import ReferenceKind
from codegraph_parsers.frameworks.framework_model import ANY, FrameworkModel

MAX_PREFIXES: Final = 32
"""Places that one router may be mounted at."""

MAX_NESTED: Final = 12
"""Routers that are mounted in one another."""


EndpointKey = tuple[int, str]
"""File of an endpoint, and its name with the protocol: `http:GET /users/{id}`."""

ANYWHERE: Final[ObjectKey] = ("application", -1, 0)
"""Any application of the tree."""


@dataclass(slots=True)
class Endpoint:
    """An endpoint.

    `line` is that of its first registration, `handlers` are by item: how they are known, and lines. `inline_handlers`
    are the items of handlers without a name, whose code is the endpoint's own. `is_test`: applications of tests alone
    answer with it."""

    key: EndpointKey
    method: str
    path: str
    line: int
    model: str
    inline_handlers: tuple[InlineRow, ...] = ()
    around: tuple[int, ...] = ()  # functions that run around the handlers
    is_test: bool = False
    handlers: dict[int, tuple[Resolution, tuple[int, ...]]] = field(
        default_factory=dict[int, tuple[Resolution, tuple[int, ...]]]
    )
    answering: EdgeKind = EdgeKind.HANDLES  # of the edges to its handlers

    @property
    def name(self) -> str:
        """Return its name without the protocol."""
        return self.key[1].partition(":")[2]


class RequestEdge(NamedTuple):
    """A use of an endpoint, by the item of the symbol that has it."""

    source: int
    target: EndpointKey
    resolution: Resolution
    lines: tuple[int, ...]
    kind: EdgeKind = EdgeKind.REQUESTS


class CodeEdge(NamedTuple):
    """An edge to an item, or to an endpoint that is requested.

    It is of an endpoint's own code, or leads to what the framework runs around an endpoint or for a parameter."""

    source: EndpointKey | int
    target: int | EndpointKey
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]


class Miss(NamedTuple):
    """A route or request that cannot be decided.

    `source` is the item of the symbol that has it."""

    source: int
    name: str
    kind: str
    reason: str
    lines: tuple[int, ...]


@dataclass(slots=True)
class Composition:
    """Endpoints, requests, misses, and edges of endpoints' own code, each by file."""

    endpoints: dict[int, list[Endpoint]] = field(default_factory=dict[int, list[Endpoint]])
    requests: dict[int, list[RequestEdge]] = field(default_factory=dict[int, list[RequestEdge]])
    misses: dict[int, list[Miss]] = field(default_factory=dict[int, list[Miss]])
    code: dict[int, list[CodeEdge]] = field(default_factory=dict[int, list[CodeEdge]])

    def list_changes(self, before: Composition) -> set[int]:
        """Return the files of which anything differs."""
        return {
            file
            for mine, others in (
                (self.endpoints, before.endpoints), (self.requests, before.requests), (self.misses, before.misses),
                (self.code, before.code),
            )
            for file in mine.keys() | others.keys()
            if mine.get(file) != others.get(file)
        }  # fmt: skip


def compose(files: Iterable[tuple[int, FileRows]], models: Iterable[FrameworkModel]) -> Composition:
    """Return the endpoints of a tree. The rows of its files are in path order."""
    return _Composer(list(files), models).run()


class _Place(NamedTuple):
    """A place of a router: its application, and prefixes of its paths and names."""

    root: ObjectKey
    prefix: str
    name: str


class _Route(NamedTuple):
    """One way to an endpoint."""

    order: int
    endpoint: Endpoint
    routers: tuple[ObjectKey, ...]
    line: int
    root: ObjectKey
    segments: tuple[Segment, ...]
    is_strict: bool
    is_case_sensitive: bool
    first_wins: bool
    is_test: bool


class _Composer:
    def __init__(self, files: list[tuple[int, FileRows]], models: Iterable[FrameworkModel]) -> None:
        self._files = files
        self._models: dict[str, FrameworkModel] = {model.key: model for model in models}
        self._routers: dict[ObjectKey, RouterRow] = {}
        self._aliases: dict[ObjectKey, list[ObjectKey]] = {}
        self._mounts: dict[ObjectKey, list[MountRow]] = {}
        self._clients: dict[ObjectKey, ClientRow] = {}
        self._rooted: set[str] = set()  # models that have a root
        self._outside: list[tuple[Segment, ...]] = []  # paths that libraries answer
        self._places: dict[ObjectKey, tuple[_Place, ...] | None] = {}
        self._routes: list[_Route] = []
        self._matches: dict[tuple[Target, str, bool, frozenset[ObjectKey], bool], tuple[list[_Route], str]] = {}
        self._indexes: dict[tuple[str, frozenset[ObjectKey], bool], dict[str, list[_Route]]] = {}
        self._named: dict[str, list[_Route]] = {}
        self._undecided: list[
            tuple[Segment, ...] | None
        ] = []  # ends of paths of routes without a known prefix, or None
        self._endpoints: dict[EndpointKey, Endpoint] = {}
        self._result = Composition()
        self._edges: dict[int, dict[tuple[int, EndpointKey, EdgeKind], tuple[Resolution, set[int]]]] = {}
        self._missed: dict[int, dict[tuple[int, str, str, str], set[int]]] = {}
        self._middleware: dict[ObjectKey, list[MiddlewareRow]] = {}
        self._dependencies = DependencyTable()
        self._templates = TemplateTable(row for _, rows in files for row in rows.templates)
        self._components = ComponentTable(rows for _, rows in files)
        self._above: dict[ObjectKey, tuple[ObjectKey, ...]] = {}
        self._inline_handlers: dict[int, InlineRow] = {}
        self._code: dict[int, list[CodeRow]] = {}  # by handler without a name
        self._asked: dict[
            int, dict[tuple[EndpointKey, EdgeKind], tuple[Resolution, set[int]]]
        ] = {}  # what such handlers use

    def run(self) -> Composition:
        for _, rows in self._files:
            for alias in rows.aliases:
                self._aliases.setdefault(alias.key, []).append(alias.target)
        for _, rows in self._files:
            for router in rows.routers:
                self._routers.setdefault(router.key, router)
                self._rooted.update((router.model,) if router.is_root else ())
            for client in rows.clients:
                self._clients.setdefault(client.key, client)
            self._inline_handlers.update((row.function, row) for row in rows.inline_handlers)
            for code in rows.code:
                self._code.setdefault(code.function, []).append(code)
            for around in rows.middleware:
                for key in self._follow(around.routers):
                    self._middleware.setdefault(key, []).append(around)
            for dependency in rows.dependencies:
                self._dependencies.add(dependency)
            for mount in rows.mounts:
                for child in self._follow(mount.children):
                    self._mounts.setdefault(child, []).append(mount)
        for file, rows in self._files:
            for miss in rows.misses:
                kind = ReferenceKind.REQUEST if miss.is_request else ReferenceKind.ROUTE
                self._add_miss(file, miss.site, miss.name, kind, miss.reason)
                if not miss.is_request and miss.reason != UNKNOWN_HANDLER:
                    self._undecided.append(None)
            for route in rows.routes:
                self._add_route(file, route)
        self._applications = ApplicationTable(self._files, self._follow, self._models, ANYWHERE)
        for file, rows in self._files:
            for action in rows.actions:
                self._add_action(file, action)
        for file, rows in self._files:
            for request in rows.requests:
                self._add_request(file, request)
        self._add_named()
        self._add_operations()
        return self._finish()

    def _add_miss(self, file: int, site: Site, name: str, kind: ReferenceKind, reason: str) -> None:
        key = (site.owner, name, kind.value, reason)
        self._missed.setdefault(file, {}).setdefault(key, set()).add(site.line)

    # -- prefixes ------------------------------------------------------------------------------------------------

    def _follow(self, keys: Iterable[ObjectKey]) -> list[ObjectKey]:
        """Return the objects behind functions that give them."""
        found: dict[ObjectKey, None] = {}
        waiting = list(keys)
        seen: set[ObjectKey] = set()
        for key in waiting:  # grows while it is read
            if key in seen:
                continue
            seen.add(key)
            targets = self._aliases.get(key)
            if targets is None:
                found[key] = None
            else:
                waiting.extend(targets)
        return list(found)

    def _find_places(self, keys: Iterable[ObjectKey], *, is_app: bool) -> tuple[_Place, ...] | None:
        """Return where routers are, None where that cannot be decided."""
        found: dict[_Place, None] = {}
        followed = self._follow(keys)
        if not followed:
            return (_Place(ANYWHERE, "", ""),) if is_app else None
        for key in followed:
            if key not in self._routers:
                if not is_app or key[0] == PARAMETER:
                    return None
                found[_Place(ANYWHERE, "", "")] = None
                continue
            places = self._place_router(key, 0)
            if places is None:
                return None
            found.update(dict.fromkeys(places))
        return tuple(found) if len(found) <= MAX_PREFIXES else None

    def _place_router(self, key: ObjectKey, depth: int) -> tuple[_Place, ...] | None:
        if key in self._places:
            return self._places[key]
        if depth > MAX_NESTED:
            return None
        router = self._routers[key]
        mounts = self._mounts.get(key, [])
        is_root = router.is_root or (router.is_fallback and router.model not in self._rooted)
        if is_root and not mounts:
            found: tuple[_Place, ...] | None = (_Place(key, self._models[router.model].root, ""),)
        else:
            self._places[key] = ()  # a router in itself adds nothing
            found = self._compose_mounts(router, mounts, depth)
        self._places[key] = found
        return found

    def _compose_mounts(self, router: RouterRow, mounts: list[MountRow], depth: int) -> tuple[_Place, ...] | None:
        model = self._models[router.model]
        found: dict[_Place, None] = {}
        for mount in mounts:
            above: list[_Place] = []
            parents = self._follow(mount.parents)
            if not parents and mount.is_app:
                above.append(_Place(ANYWHERE, "", ""))
            for parent in parents:
                if parent in self._routers:
                    places = self._place_router(parent, depth + 1)
                    if places is None:
                        return None
                    above += places
                elif mount.is_app:
                    above.append(_Place(ANYWHERE, "", ""))
                else:
                    return None
            given = self._normalize(mount.prefix or "", model) if HOLE not in (mount.prefix or "") else None
            own = "" if mount.replaces and mount.prefix is not None else router.prefix
            own = None if own is None else self._normalize(own, model)
            if given is None or own is None:
                return None
            for place in above:
                prefix = _add_prefix(_add_prefix(place.prefix, given, model), own, model)
                own_name = router.name if mount.name is None else mount.name
                name = f"{place.name}{model.separator}{own_name}" if place.name and own_name else place.name or own_name
                found[_Place(place.root, prefix, name)] = None
        return tuple(found) if len(found) <= MAX_PREFIXES else None

    @staticmethod
    def _normalize(path: str, model: FrameworkModel) -> str | None:
        return normalize_path(path, model.parameters) if path else path

    # -- routes --------------------------------------------------------------------------------------------------

    def _add_route(self, file: int, row: RouteRow) -> None:
        model = self._models[row.site.model]
        path = normalize_path(row.path, model.parameters)
        shown = f"{'|'.join(row.methods)} {row.path}"
        if path is None:
            self._add_miss(file, row.site, shown, ReferenceKind.ROUTE, PATTERN)
            self._undecided.append(None)
            return
        places = self._find_places(row.routers, is_app=row.is_app)
        if row.resolution == OUTSIDE:
            for place in places or ():
                self._outside.append(split_route(join_paths(place.prefix, path, is_slashed=model.is_slashed)))
            return
        if not places:
            self._add_miss(file, row.site, shown, ReferenceKind.ROUTE, NOT_MOUNTED if places == () else COMPUTED)
            if places is None:
                self._undecided.append(split_route(path) if path.strip("/") else None)
            return
        for place in places:
            whole = join_paths(place.prefix, path, is_slashed=model.is_slashed)
            if not model.is_strict and len(whole) > 1:
                whole = whole.rstrip("/") or "/"
            for method in row.methods:
                self._add_endpoint(file, row, place, method, whole, model)

    def _add_action(self, file: int, row: ActionRow) -> None:
        """Add the paths of a method of a controller.

        What an application of a test answers is the same endpoint, which has the path that it has elsewhere."""
        model = self._models[row.site.model]
        ways, reason = self._applications.list_ways(row)
        shown = f"{'|'.join(row.methods)} {row.path}"
        spelled = [(way, normalize_path(way.path, model.parameters)) for way in ways]
        if reason or any(path is None for _, path in spelled):
            self._add_miss(file, row.site, shown, ReferenceKind.ROUTE, reason or PATTERN)
            if reason != NOT_MOUNTED:
                self._undecided.append(None)
            return
        route = RouteRow(row.site, (), False, row.path, row.methods, row.handlers, "", row.resolution)
        controller: ObjectKey = ("symbol", row.controller, 0)
        served: dict[str, Endpoint] = {}
        for way, path in sorted(spelled, key=_is_of_test):
            if path is None:
                continue
            if way.is_test and way.method in served:
                self._add_way(served[way.method], route, way.root, path, model)
            else:
                found = self._components.list_around(row.controller, path, way.method)
                around = (*row.around, *self._list_around(way, controller, path), *found)
                route = route._replace(around=around)
                endpoint = self._add_endpoint(file, route, _Place(way.root, "", ""), way.method, path, model)
                served.setdefault(way.method, endpoint)

    def _add_endpoint(
        self, file: int, row: RouteRow, place: _Place, method: str, path: str, model: FrameworkModel
    ) -> Endpoint:
        shown = "ANY" if method == ANY else method
        key = (file, f"http:{shown} {format_path(path)}")
        endpoint = self._endpoints.get(key)
        if endpoint is None:
            endpoint = self._endpoints[key] = Endpoint(key, method, path, row.site.line, model.key, is_test=True)
            self._result.endpoints.setdefault(file, []).append(endpoint)
        for handler in row.handlers:
            how, lines = endpoint.handlers.get(handler, (Resolution(row.resolution), ()))
            endpoint.handlers[handler] = (how, tuple(sorted({*lines, row.site.line})))
        inline_handlers = (self._inline_handlers[item] for item in row.inline_handlers if item in self._inline_handlers)
        endpoint.inline_handlers = tuple(dict.fromkeys((*endpoint.inline_handlers, *inline_handlers)))
        around = (*row.around, *self._list_middleware(row.routers, place, path))
        endpoint.around = tuple(dict.fromkeys((*endpoint.around, *around)))
        route = self._add_way(endpoint, row, place.root, path, model)
        if row.name:
            name = f"{place.name}{model.separator}{row.name}" if place.name else row.name
            self._named.setdefault(name, []).append(route)
        return endpoint

    def _add_way(self, endpoint: Endpoint, row: RouteRow, root: ObjectKey, path: str, model: FrameworkModel) -> _Route:
        router = self._routers.get(root)
        is_test = router is not None and router.is_test
        endpoint.is_test &= is_test
        segments = split_route(path, is_case_sensitive=model.is_case_sensitive)
        route = _Route(
            len(self._routes), endpoint, row.routers, row.site.line, root, segments, model.is_strict,
            model.is_case_sensitive, model.first_wins, is_test,
        )  # fmt: skip
        self._routes.append(route)
        return route

    # -- middleware ----------------------------------------------------------------------------------------------

    def _list_middleware(self, routers: Iterable[ObjectKey], place: _Place, path: str) -> Iterable[int]:
        """Yield the functions that run around the handlers of a path of routers."""
        above = dict.fromkeys(each for key in self._follow(routers) for each in self._list_above(key))
        for key in above if self._middleware else ():
            for row in self._middleware.get(key, ()):
                prefix = join_paths(place.prefix if key not in self._mounts else "", row.prefix, is_slashed=True)
                has_parameter = not row.parameter or f"{{{row.parameter}}}" in path
                if has_parameter and (not row.prefix or f"{path}/".startswith(f"{prefix.rstrip('/')}/")):
                    yield from row.functions

    def _list_around(self, way: Way, controller: ObjectKey, path: str) -> Iterable[int]:
        """Yield the functions that an application runs around a controller's handler."""
        applications = self._applications
        yield from applications.list_around(way.root)
        below = applications.strip_prefix(way.root, path)
        for key in (way.root, *applications.list_modules(way.root), controller):
            for row in self._middleware.get(key, ()):
                is_included = not row.included or has_pattern(row.included, below, way.method)
                if is_included and not has_pattern(row.excluded, below, way.method):
                    yield from row.functions

    def _list_above(self, key: ObjectKey) -> tuple[ObjectKey, ...]:
        """Return a router and all that it is mounted in."""
        if key not in self._above:
            found = dict.fromkeys([key])
            waiting = [key]
            for each in waiting:  # grows while it is read
                for mount in self._mounts.get(each, ()):
                    new = [parent for parent in self._follow(mount.parents) if parent not in found]
                    found.update(dict.fromkeys(new))
                    waiting += new
            self._above[key] = tuple(found)
        return self._above[key]

    # -- requests ------------------------------------------------------------------------------------------------

    def _add_request(self, file: int, row: RequestRow) -> None:
        clients = [self._clients[key] for key in self._follow(row.clients) if key in self._clients]
        same = self._applications.representatives
        apps = {same.get(app, app) for client in clients for app in self._follow(client.apps)}
        is_within = bool(clients) and all(client.apps for client in clients)  # no host is asked
        for app in [app for app in apps if app in self._clients]:  # what carries requests to an application
            apps.remove(app)
            apps.update(same.get(each, each) for each in self._follow(self._clients[app].apps))
        bases = {client.base for client in clients} or {""}
        method = "ANY" if row.method == ANY else row.method
        if None in bases or len(bases) > 1:
            self._add_request_miss(file, row, f"{method} {show_text(row.path)}", COMPUTED)
            return
        base = next(iter(bases)) or ""
        is_absolute = "://" in row.path or row.path.startswith(("//", ENVIRONMENT))
        whole = row.path if is_absolute or not base else f"{base.rstrip('/')}/{row.path.lstrip('/')}"
        path = re.split(r"[?#]", row.path, maxsplit=1)[0]
        if path.startswith(REVERSED) and path.count(REVERSED) == 2:
            _, name, rest = path.split(REVERSED)
            found, reason = self._find_reversed(name, rest, row, apps)
        elif REVERSED in path:
            found, reason = [], COMPUTED
        else:
            url = fill_variables(whole)
            if url.startswith(f"{ENVIRONMENT}/"):
                found, reason = self._match_anywhere(url[1:], row)
            else:
                target = read_target(url.replace(ENVIRONMENT, HOLE))
                target = target._replace(host="") if is_within else target
                found, reason = self._match(target, row, apps, is_based=bool(base or clients))
        found = _select(found, row.method, apps)
        shown = f"{method} {show_text(whole)}"
        if not found:
            self._add_request_miss(file, row, shown, reason)
        elif len({route.endpoint.key for route in found}) > 1:
            self._add_miss(file, row.site, shown, ReferenceKind.REQUEST, SEVERAL)
        else:
            self._add_edge(file, row, found[0].endpoint.key, EdgeKind.REQUESTS)

    def _add_request_miss(self, file: int, row: RequestRow, shown: str, reason: str) -> None:
        """Add a request that no route of the tree answers.

        Where the tree has none at all it is one of another service, which tests do not ask."""
        is_served = bool(self._routes or self._undecided or self._outside)
        reason = reason if is_served or reason == _LIBRARY else OTHER_SERVICE
        if reason != _LIBRARY and not (reason == OTHER_SERVICE and row.is_test):
            self._add_miss(file, row.site, shown, ReferenceKind.REQUEST, reason)

    def _add_edge(self, file: int, row: RequestRow | NamedRow, target: EndpointKey, kind: EdgeKind) -> None:
        """Add an edge to an endpoint, which a handler without a name has as well."""
        edges, how = self._edges.setdefault(file, {}), Resolution(row.resolution)
        edges.setdefault((row.site.owner, target, kind), (how, set[int]()))[1].add(row.site.line)
        if row.inside >= 0:
            asked = self._asked.setdefault(row.inside, {})
            asked.setdefault((target, kind), (how, set[int]()))[1].add(row.site.line)

    # -- endpoints that are known by their names -------------------------------------------------------------------

    def _add_named(self) -> None:
        named = NamedEndpoints(self._files)
        for endpoint in named.list_endpoints():
            for file, row in endpoint.misses:
                kind = ReferenceKind.REQUEST if row.kind in REACHING else ReferenceKind.ROUTE
                self._add_miss(file, row.site, name_named_miss(endpoint, row), kind, endpoint.reason)
            for place in endpoint.places:
                self._add_named_endpoint(place.file, endpoint.name, place.rows)
                for file, row in place.rows:
                    if row.kind == EdgeKind.DECLARES:
                        self._add_edge(file, row, (place.file, endpoint.name), EdgeKind.DECLARES)
            for file, row in endpoint.uses:
                for place in endpoint.places:
                    self._add_edge(file, row, (place.file, endpoint.name), EdgeKind(row.kind))

    def _add_operations(self) -> None:
        """Add edges from what documents say of routes to these."""
        table = OperationTable((each.method, each.path, each.key) for each in self._endpoints.values() if each.method)
        for file, row, endpoints, path in table.match(self._files):
            for key in endpoints:
                self._add_edge(file, row, key, EdgeKind.DECLARES)
            if not endpoints:
                reason = UNDECIDED if self._is_undecided(path) else NO_ROUTE
                self._add_miss(file, row.site, row.name, ReferenceKind.ROUTE, reason)

    def _add_named_endpoint(self, file: int, name: str, rows: Sequence[tuple[int, NamedRow]]) -> None:
        """Add an endpoint that stands in a file, of rows of this and other files."""
        own = [row for of, row in rows if of == file]
        line = min(row.site.line for row in own)
        endpoint = Endpoint((file, name), "", "", line, own[0].site.model)
        self._endpoints[endpoint.key] = endpoint
        self._result.endpoints.setdefault(file, []).append(endpoint)
        for of, row in rows:
            if row.kind not in ANSWERING:
                continue
            endpoint.answering = EdgeKind(row.kind)
            inline_handlers = [self._inline_handlers[each] for each in row.inline_handlers]
            if of == file:
                endpoint.inline_handlers = tuple(dict.fromkeys((*endpoint.inline_handlers, *inline_handlers)))
            # A handler without a name in another file is a part of the symbol around it.
            beside = (row.site.owner,) if inline_handlers and of != file else ()
            for handler in (*row.functions, *beside):
                how, lines = endpoint.handlers.get(handler, (Resolution(row.resolution), ()))
                at = row.site.line if of == file else line
                endpoint.handlers[handler] = (how, tuple(sorted({*lines, at})))

    def _find_reversed(self, name: str, rest: str, row: RequestRow, apps: set[ObjectKey]) -> tuple[list[_Route], str]:
        """Return the routes that answer a request to the path of a named route.

        Something may stand behind that path."""
        named = [route for route in self._named.get(name, []) if row.is_test or not route.is_test]
        if rest in ("", HOLE):
            return named, COMPUTED
        found: list[_Route] = []
        for path in dict.fromkeys(fill_path(route.endpoint.path) for route in named):
            found += self._match(read_target(path + rest), row, apps, is_based=True)[0]
        return found, COMPUTED

    def _match(
        self, target: Target, row: RequestRow, apps: set[ObjectKey], *, is_based: bool
    ) -> tuple[list[_Route], str]:
        """Return the routes that answer a request, or why none does."""
        key = (target, row.method, row.is_test, frozenset(apps), is_based)
        found = self._matches.get(key)
        if found is None:  # tests make the same request many times
            found = self._matches[key] = self._compute_match(target, row, key[3], is_based=is_based)
        return found

    def _compute_match(
        self, target: Target, row: RequestRow, apps: frozenset[ObjectKey], *, is_based: bool
    ) -> tuple[list[_Route], str]:
        if target.host and not LOCAL.fullmatch(target.host):
            return [], UNKNOWN_HOST if HOLE in target.host else OTHER_SERVICE
        path = target.path
        if not path.startswith("/"):
            if not is_based or path.startswith(HOLE):
                return [], COMPUTED
            path = f"/{path}"
        candidates = self._list_candidates(path, row, apps)
        is_open = False
        for tolerant in (False, True):
            certain: list[_Route] = []
            for route in candidates:
                fit = _fit(route, path, tolerant=tolerant)
                is_open = is_open or fit is Fit.OPEN
                if fit is Fit.YES:
                    certain.append(route)
            if certain:
                return _choose_routes(certain), ""
        if is_open:
            return [], COMPUTED
        if any(fit_path(segments, path) is not Fit.NO for segments in self._outside):
            return [], _LIBRARY
        return [], UNDECIDED if self._is_undecided(path) else NO_ROUTE

    def _list_candidates(self, path: str, row: RequestRow, apps: frozenset[ObjectKey]) -> list[_Route]:
        """Return the routes that the first segment of a request's path leaves.

        Applications of tests answer requests of tests alone."""
        index = self._indexes.get((row.method, apps, row.is_test))
        if index is None:
            index = self._indexes[row.method, apps, row.is_test] = {}
            routes = (route for route in self._routes if row.is_test or not route.is_test)
            for route in _select(routes, row.method, apps):
                segment = route.segments[0]
                index.setdefault(segment.text if segment.pattern is None else HOLE, []).append(route)
        first = path.removeprefix("/").partition("/")[0]
        if HOLE in first:
            return [route for routes in index.values() for route in routes]
        texts = dict.fromkeys((first, first.lower(), HOLE))
        return [route for text in texts for route in index.get(text, ())]

    def _match_anywhere(self, path: str, row: RequestRow) -> tuple[list[_Route], str]:
        """Return the routes that answer a path at a host that the environment names.

        That may be any host. A route of the tree is meant if it has the path in its own words."""
        found, _ = self._match(read_target(path), row, set(), is_based=True)
        named = [
            route for route in found if any(segment.text and segment.pattern is None for segment in route.segments)
        ]
        return named if named == found else [], UNKNOWN_HOST

    def _is_undecided(self, path: str) -> bool:
        """Return whether a route whose path is not decided may answer a request."""
        given = path.removeprefix("/").rstrip("/").split("/")
        for segments in self._undecided:
            if segments is None:
                return True
            size = len(segments) - (not segments[-1].text)
            if fit_path(segments[:size], "/".join(given[-size:])) is not Fit.NO:
                return True
        return False

    # -- the end -------------------------------------------------------------------------------------------------

    def _finish(self) -> Composition:
        result = self._result
        for endpoints in result.endpoints.values():
            endpoints.sort(key=lambda endpoint: (endpoint.line, endpoint.key))
            for endpoint in endpoints:
                self._add_code(endpoint)
        for file, rows in self._files:
            for source in dict.fromkeys(row.source for row in rows.dependencies if not row.is_variable):
                for target, lines in self._dependencies.list_targets(source):
                    edge = CodeEdge(source, target, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED, lines)
                    result.code.setdefault(file, []).append(edge)
            links = (*rows.links, *self._list_template_links(file, rows.templates))
            if links:
                result.code.setdefault(file, []).extend(self._list_links(file, links))
        for file, edges in self._edges.items():
            result.requests[file] = [
                RequestEdge(source, target, how, tuple(sorted(lines)), kind)
                for (source, target, kind), (how, lines) in sorted(edges.items())
            ]
        for file, missed in self._missed.items():
            result.misses[file] = [Miss(*key, tuple(sorted(lines))) for key, lines in sorted(missed.items())]
        return result

    def _list_template_links(self, file: int, rows: Sequence[TemplateRow]) -> Iterator[LinkRow]:
        """Yield the edges that templates and those that render them say."""
        for found in self._templates.list_edges(rows) if rows else ():
            if isinstance(found, TemplateMiss):
                self._add_miss(file, found.row.site, found.row.name, ReferenceKind.REFERENCE, found.reason)
            else:
                site = Site(found.source, found.line, "")
                yield LinkRow(site, found.target, found.kind.value, found.resolution.value)

    def _list_links(self, file: int, links: Iterable[LinkRow]) -> list[CodeEdge]:
        """Return the edges that the rows of a file say.

        One whose target is not known is a miss."""
        found: dict[tuple[int, int, str], tuple[Resolution, set[int]]] = {}
        for row in links:
            if row.target < 0:
                self._add_miss(file, row.site, row.name, ReferenceKind.REFERENCE, row.resolution)
            elif row.target != row.site.owner:
                key = (row.site.owner, row.target, row.kind)
                found.setdefault(key, (Resolution(row.resolution), set[int]()))[1].add(row.site.line)
        return [
            CodeEdge(source, target, EdgeKind(kind), how, tuple(sorted(lines)))
            for (source, target, kind), (how, lines) in sorted(found.items())
        ]

    def _add_code(self, endpoint: Endpoint) -> None:
        """Add the edges of an endpoint's handlers that have no name."""
        file, key = endpoint.key[0], endpoint.key
        for item in endpoint.around:
            edge = CodeEdge(key, item, EdgeKind.RUNS, Resolution.INFERRED, (endpoint.line,))
            self._result.code.setdefault(file, []).append(edge)
        for row in endpoint.inline_handlers:
            edges = self._result.code.setdefault(file, [])
            for code in self._code.get(row.function, ()):
                edges.append(CodeEdge(key, code.target, EdgeKind(code.kind), Resolution(code.resolution), code.lines))
            for (target, kind), (how, lines) in sorted(self._asked.get(row.function, {}).items()):
                if target != key:
                    edges.append(CodeEdge(key, target, kind, how, tuple(sorted(lines))))


_LIBRARY: Final = "library"
"""A request that a route of a library answers, which is no miss."""


def _is_of_test(way: tuple[Way, str | None]) -> bool:
    return way[0].is_test


def _add_prefix(above: str, prefix: str, model: FrameworkModel) -> str:
    return join_paths(above, prefix, is_slashed=model.is_slashed) if prefix else above


def _select(routes: Iterable[_Route], method: str, apps: Set[ObjectKey]) -> list[_Route]:
    """Return the routes of a method, and of applications where these are known."""
    found = [r for r in routes if method in (ANY, "OPTIONS") or r.endpoint.method in (ANY, method)
             or (method == "HEAD" and r.endpoint.method == "GET")]  # fmt: skip
    own = [route for route in found if route.root in apps]
    if not own:
        return found
    models = {route.endpoint.model for route in own}
    return [r for r in found if r.root in apps or (r.root == ANYWHERE and r.endpoint.model in models)]


def _fit(route: _Route, path: str, *, tolerant: bool) -> Fit:
    """Say whether a path is one of a route; `tolerant`: but for a slash at its end."""
    path = path if route.is_case_sensitive else path.lower()
    if not tolerant and route.is_strict:
        return fit_path(route.segments, path)
    given = path.rstrip("/") or "/"
    segments = route.segments[:-1] if len(route.segments) > 1 and not route.segments[-1].text else route.segments
    return fit_path(segments, given)


def _choose_routes(routes: list[_Route]) -> list[_Route]:
    """Return the routes that answer, of those that match: one for each application."""
    found: dict[ObjectKey, _Route] = {}
    for root in dict.fromkeys(route.root for route in routes):
        own = [route for route in routes if route.root == root]
        found[root] = (
            min(own, key=lambda r: (rank_route(r.segments), r.order)) if not own[0].first_wins else _take_first(own)
        )
    return list(found.values())


def _take_first(routes: list[_Route]) -> _Route:
    """Return the route that was registered first.

    Which of two files or routers registers first is not known here: a more particular route is taken to stand before
    others."""
    first = min(routes, key=lambda r: (rank_route(r.segments), r.order))
    same = [r for r in routes if r.endpoint.key[0] == first.endpoint.key[0] and r.routers == first.routers]
    return min(same, key=lambda r: (r.line, r.order))


def list_rows(table: Mapping[int, FileRows], order: Iterable[int]) -> list[tuple[int, FileRows]]:
    """Return the rows of files that have any, in an order."""
    return [(file, table[file]) for file in order if file in table]
