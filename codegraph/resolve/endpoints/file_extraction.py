"""Rows of routes and requests of one file, from its calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.application_modules import ModuleReader
from codegraph.resolve.endpoints.call_arguments import find_argument, has_option, list_opaque, list_parts
from codegraph.resolve.endpoints.channels import ChannelReader
from codegraph.resolve.endpoints.components import ComponentReader
from codegraph.resolve.endpoints.configuration import SettingsReader
from codegraph.resolve.endpoints.configured_routes import RouteTables
from codegraph.resolve.endpoints.constant_texts import Texts
from codegraph.resolve.endpoints.contracts import ContractReader
from codegraph.resolve.endpoints.controllers import ControllerReader
from codegraph.resolve.endpoints.endpoint_rows import (
    EMPTY,
    HOLE,
    REVERSED,
    STRONG,
    WEAK,
    AliasRow,
    ClientRow,
    FileRows,
    LinkRow,
    MissRow,
    MountRow,
    ObjectKey,
    RequestRow,
    RouteRow,
    RouterRow,
    SettingRow,
    Site,
    fill_variables,
    show_text,
)
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext, RouteReader
from codegraph.resolve.endpoints.file_routes import FileRouteReader, find_place, make_application
from codegraph.resolve.endpoints.handler_resolution import AnswerFinder
from codegraph.resolve.endpoints.handlers import MAX_WRAPPERS, HandlerFinder
from codegraph.resolve.endpoints.inline_handlers import InlineHandlers, list_named_rows
from codegraph.resolve.endpoints.loops import LoopExpander
from codegraph.resolve.endpoints.middleware import MiddlewareReader
from codegraph.resolve.endpoints.middleware_chains import MiddlewareChainReader
from codegraph.resolve.endpoints.objects import METHOD, get_default_export
from codegraph.resolve.endpoints.path_settings import SettingReader
from codegraph.resolve.endpoints.persistence import PersistenceReader
from codegraph.resolve.endpoints.reasons import COMPUTED, UNKNOWN_HANDLER, UNKNOWN_METHOD, UNKNOWN_ROUTER
from codegraph.resolve.endpoints.receiver_routes import ReceiverRouteReader
from codegraph.resolve.endpoints.referents import has_tests
from codegraph.resolve.endpoints.registered_classes import RegisteredClassReader
from codegraph.resolve.endpoints.registrars import CallIndex, MadeRequest, RegisteredMount, RegistrarReader
from codegraph.resolve.endpoints.rendered_templates import TemplateReader
from codegraph.resolve.endpoints.route_lists import RouteLists
from codegraph.resolve.endpoints.route_paths import fill_template, place_below_base, read_target, split_method
from codegraph.resolve.endpoints.router_flow import RouterFlowReader
from codegraph.resolve.endpoints.scoped_routes import ScopedRouteReader
from codegraph.resolve.types.abstract_values import Function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.controllers import SettingModel
from codegraph_parsers.frameworks.framework_model import (
    ANY,
    DECORATED,
    LAST,
    Argument,
    ClientModel,
    FrameworkModel,
    MountModel,
    RequestModel,
    RouteModel,
    RouterModel,
    SubrouterModel,
)
from codegraph_parsers.frameworks.tables import RECEIVER

_GIVING: Final = frozenset((
    ops.CALL, ops.NEW, ops.NAME, ops.VAR, ops.FLOW, ops.IMPORT, ops.ENTER, ops.AWAIT, ops.ATTR, ops.PARAM, ops.UNION,
))  # fmt: skip
"""Operations that may give an object which was made before."""


class Call(NamedTuple):
    """A call: the symbol that makes it, its expression and operation, and the line."""

    owner: int
    at: int
    expr: Expr
    line: int


class TreeFindings:
    """Findings about other files that the extractions of a tree share."""

    def __init__(self) -> None:
        self.calls: CallIndex = {}  # of files that functions of other files lead to
        self.outside_types: dict[int, bool] = {}  # of libraries, whether a router may be of them
        self.route_tables = RouteTables()


class FileExtraction(FactsReader):
    """The extraction of one file."""

    def __init__(self, tree: TreeFindings, context: FileContext, models: Sequence[FrameworkModel]) -> None:
        """Take the models that apply to the file."""
        super().__init__(context)
        self._context = context
        self._texts.reverse = self._reverse
        self._calls = self._list_calls()
        self._is_of_tests = has_tests(self._facts)
        self._flow = RouterFlowReader(context, tree.outside_types)
        answers = AnswerFinder(context)
        self._loops = LoopExpander(context)
        self._inline_handlers = InlineHandlers(context)
        self._handlers = HandlerFinder(context, answers, self._inline_handlers)
        self._makers: list[int] = []  # of the requests: the symbols that they stand in directly
        self._controllers = ControllerReader(context, tree.route_tables)
        self._modules, self._components = ModuleReader(context), ComponentReader(context)
        self._registrars = RegistrarReader(context, answers, tree.calls)
        self._served = self._registrars.map_served(self._file) if self._vocabulary.answers else {}
        self._names: dict[int, list[str]] = {}
        self._settings: list[SettingRow] = []
        self._routers: list[RouterRow] = []
        self._aliases: list[AliasRow] = []
        self._routes: list[RouteRow] = []
        self._mounts: list[MountRow] = []
        self._clients: list[ClientRow] = []
        self._requests: list[RequestRow] = []
        self._misses: list[MissRow] = []
        self._links: list[LinkRow] = []
        self._middleware = MiddlewareReader(context)
        self._channels = ChannelReader(context, self._inline_handlers)
        self._contracts = ContractReader(context, models, self._inline_handlers)
        self._templates = TemplateReader(context)
        self._chains = MiddlewareChainReader(context)
        self._lists = RouteLists(context, self._loops)
        self._registered = RegisteredClassReader(context, self._lists.views, self._lists.hooks)
        self._persistence = PersistenceReader(context, self._lists.views)

    def run(self, *, is_served: bool) -> FileRows:
        """Return the rows.

        Where nothing of the tree is served, requests are those of other services, which tests do not ask."""
        decorated = self._map_decorators()
        for call in self._calls:
            callee = self._get(call.expr[1])
            if not self._is_considered(callee):
                continue
            self._add_callbacks(call)
            self._persistence.add_call(call, decorated.get(call.at, ()))
            for name in self._list_known_names(call.expr[1]) if self._is_named(callee) else ():
                self._read(call, name, decorated)
                self._lists.note(name, call.owner, call.at, call.line)
        for model in self._vocabulary.models:
            if model.package:
                self._add_file_routes(model)
        self._middleware.add_decorators(self._list_known_names)
        self._channels.read_decorators(self._list_known_names)
        self._contracts.read()
        if self._vocabulary.dependencies:
            self._middleware.add_annotations()
        self._add_aliases()
        self._add_passed()
        self._add_lists()
        self._read_settings()
        self._templates.finish(self._lists.views)
        self._persistence.finish()
        self._links += (*self._templates.links, *self._registered.links, *self._persistence.links)
        self._controllers.read()
        self._modules.read()
        self._components.read()
        self._misses += self._controllers.misses
        inside = self._inline_handlers.map_code()
        requests = [row._replace(inside=inside.get(maker, -1), is_test=self._is_of_tests)
                    for row, maker in zip(self._requests, self._makers, strict=True)]  # fmt: skip
        misses = self._misses if is_served else [row for row in self._misses if not row.is_request]
        groups = (
            self._routers, self._aliases, self._routes, self._mounts, self._clients,
            tuple(row for row in (*requests, *self._controllers.requests) if is_served or not row.is_test), misses,
            self._inline_handlers.list_rows(), self._inline_handlers.list_code(),
            self._controllers.actions, self._modules.rows, self._settings,
            (*self._middleware.rows, *self._chains.rows), self._middleware.dependencies,
            (*list_named_rows((self._channels, self._contracts), inside), *self._persistence.list_rows()),
            self._links, self._templates.rows, self._components.scans, self._components.advice, self._components.rows,
        )  # fmt: skip
        rows = (tuple(dict.fromkeys(group)) for group in groups)
        return FileRows(*rows) if any(groups) else EMPTY  # type: ignore[arg-type]

    def _add_lists(self) -> None:
        self._lists.finish()
        self._add_found(self._lists)
        for model in self._vocabulary.models:
            if model.scopes.owners:
                self._add_found(ScopedRouteReader(self._context, self._handlers, model).read())
            if model.receivers.packages:
                received = ReceiverRouteReader(self._context, self._handlers, model)
                received.read()
                self._add_found(received)
                self._aliases += received.aliases
                self._requests += received.requests.rows
                self._makers += received.requests.makers

    def _add_found(self, found: RouteReader) -> None:
        self._routers += found.routers
        self._routes += found.routes
        self._mounts += found.mounts
        self._misses += found.misses

    def _read_settings(self) -> None:
        known, facts = self._vocabulary.configurations.keys(), self._facts
        if known.isdisjoint(facts.names.get(0, ())) and (not known or not facts.stars.get(0)):
            return
        reader = SettingsReader(self._context, self._lists.find_module)
        reader.read()
        self._links += reader.links
        self._middleware.rows += reader.middleware
        self._templates.rows += reader.templates

    # -- calls ---------------------------------------------------------------------------------------------------

    def _list_calls(self) -> list[Call]:
        """Return the calls of the file, each once."""
        exprs = self._facts.exprs
        found: dict[int, Call] = {}
        for kind, owner, index, line in self._facts.sites:
            if kind == "call" and index not in found and exprs[index][0] in (ops.CALL, ops.NEW):
                found[index] = Call(owner, index, exprs[index], line)
        return list(found.values())

    def _is_considered(self, callee: Expr) -> bool:
        is_member = callee[0] == ops.ATTR and callee[2] in self._vocabulary.considered
        return is_member or self._is_named(callee)

    def _add_callbacks(self, call: Call) -> None:
        """Add calls of what a framework's method calls back."""
        called = self._lists.hooks.list_of_call(self._file, call.expr) if self._vocabulary.calling else ()
        if called:
            site = self._make_site(call.owner, call.line)
            self._links += self._make_links(site, called)

    def _is_named(self, callee: Expr) -> bool:
        members = self._vocabulary.members
        op = callee[0]
        if op == ops.ATTR:
            return callee[2].removesuffix(METHOD) in members
        if op == ops.IMPORT:
            position: int = callee[1]
            entry = self._facts.imports[position]
            is_class = entry.name[:1].isupper()  # which may inherit from one that models know
            return not entry.name or is_class or entry.name in members or entry.name == "default"
        if op == ops.NAME:
            return not callee[1].endswith(METHOD) or callee[1].removesuffix(METHOD) in members
        if op == ops.SYM:
            return callee[1] in self._facts.bases
        return op in (ops.CALL, ops.VAR, ops.FLOW, ops.ITER)

    def _list_known_names(self, callee: int) -> list[str]:
        """Return the names by which models know what is called."""
        found = self._names.get(callee)
        if found is None:
            found = self._objects.list_known_names(self._file, callee)
            if not found and self._vocabulary.subrouters:
                found = self._objects.list_possible_names(self._file, callee)[:1]
            self._names[callee] = found
        return found

    def _map_decorators(self) -> dict[int, list[int]]:
        """Map decorators to the symbols that they decorate."""
        found: dict[int, list[int]] = {}
        for kind, _, index, _ in self._facts.sites:
            _, named, decorators = self._get(index) if kind == "decorates" else (0, 0, ())
            if decorators and self._get(named)[0] == ops.SYM:
                for made in map(self._get, decorators):  # the call of a decorator
                    if made[0] == ops.CALL:
                        found.setdefault(made[1], []).append(self._get(named)[1])
        return found

    def _read(self, call: Call, name: str, decorated: dict[int, list[int]]) -> None:
        vocabulary = self._vocabulary
        callee = self._get(call.expr[1])
        if callee[0] == ops.CALL:  # `app.route(path)(handler)`
            return
        if (around := vocabulary.middleware.get(name)) is not None:
            self._middleware.add_call(call.expr, around, decorated.get(call.at, ()))
        if (registered := vocabulary.registered_classes.get(name)) is not None:
            self._registered.add_call(call.owner, call.expr, call.line, registered, decorated.get(call.at, ()))
        if (argument := vocabulary.renders.get(name)) is not None:
            self._templates.add_call(call.owner, call.line, call.expr, argument)
        if name in vocabulary.tags and call.at not in decorated:
            self._templates.add_tag_call(call.expr, call.line)
        if (argument := vocabulary.dependencies.get(name)) is not None:
            self._middleware.add_dependency(call.expr, call.line, argument)
        if (route := vocabulary.routes.get(name)) is not None:
            for each in self._loops.expand(call.expr):
                self._add_route(call._replace(expr=each), *route, decorated.get(call.at, []))
        elif (mount := vocabulary.mounts.get(name)) is not None:
            for each in self._loops.expand(call.expr):
                self._add_mount(call._replace(expr=each), *mount)
        elif (below := vocabulary.subrouters.get(name)) is not None:
            self._add_subrouter(call, *below)
            return
        elif (request := vocabulary.requests.get(name)) is not None:
            self._add_request(call, *request)
        elif (consumer := vocabulary.consumers.get(name)) is not None:
            self._channels.add_consumer(call.owner, call.expr, call.line, *consumer)
        elif (publisher := vocabulary.publishers.get(name)) is not None:
            self._channels.add_publisher(call.owner, call.expr, call.line, *publisher)
        elif (model := vocabulary.prefixes.get(name)) is not None:
            self._set_prefix(call, model)
        elif (chain := vocabulary.chains.get(name)) is not None:
            self._chains.read(call.owner, call.expr, chain)
        elif (setting := vocabulary.settings.get(name)) is not None:
            self._add_setting(call, *setting)
        if (application := vocabulary.applications.get(name)) is not None:
            _, argument = application
            self._modules.read_application(self._find_key(call.at), self._find_argument(call.expr, argument) or 0)
        given = vocabulary.normalize(f"{name}()") if not self._objects.is_chained(self._file, call.expr) else ""
        if (router := vocabulary.routers.get(given)) is not None:
            self._add_router(call, *router)
        if (client := vocabulary.clients.get(given)) is not None:
            self._add_client(call, client[1])

    def _add_setting(self, call: Call, model: FrameworkModel, rule: SettingModel) -> None:
        setting = SettingReader(self._context).read(call.expr, rule)
        self._settings.append(setting.make_row(self._make_call_site(call, model), self._find_receiver(call)))

    def _add_router(self, call: Call, model: FrameworkModel, rule: RouterModel) -> None:
        prefix = self._read_prefix(call, rule.prefix)
        title = self._read_text(call, rule.name) or ""
        key = self._find_key(call.at)
        is_test = self._is_of_tests
        self._routers.append(RouterRow(key, model.key, rule.is_root, prefix, title.replace(HOLE, ""), is_test=is_test))
        self._middleware.add_runs((key,), call.expr, rule.runs)
        self._templates.add_folders(call.expr, call.line, model, is_root=rule.is_root)
        if rule.parent and (parent := self._find_argument(call.expr, rule.parent)):
            self._add_mount_in(call, model, parent, (key,), None)

    def _add_client(self, call: Call, rule: ClientModel) -> None:
        apps = self._find_apps(call, rule.app)
        self._texts.is_request = True
        base = self._read_text(call, rule.base, is_base=True)
        self._texts.is_request = False
        self._clients.append(ClientRow(self._find_key(call.at), apps, base))

    def _set_prefix(self, call: Call, model: FrameworkModel) -> None:
        """Give a router of this file the prefix that a call sets."""
        keys = self._find_receiver(call)
        if not any(row.key in keys for row in self._routers):
            self._add_miss(call, model, UNKNOWN_ROUTER)
            return
        prefix = self._read_text(call, (0,)) if len(keys) == 1 else None
        self._routers = [row._replace(prefix=prefix) if row.key in keys else row for row in self._routers]

    def _make_call_site(self, call: Call, model: FrameworkModel) -> Site:
        return self._make_site(call.owner, call.line, model.key)

    # -- arguments -----------------------------------------------------------------------------------------------

    def _find_argument(self, expr: Expr, argument: Argument) -> int | None:
        """Return the expression of an argument.

        It is None where the argument is not given, 0 where nothing is known of it."""
        return find_argument(self._facts, expr, argument)

    def _read_all(self, expr: Expr, argument: Argument) -> Texts | None:
        """Return the texts of an argument, None where it is not given."""
        index = self._find_argument(expr, argument)
        if index is None:
            return None
        self._texts.is_choice = False
        return self._texts.read(self._file, index) if index else ()

    def _read_text(self, call: Call, argument: Argument, *, is_base: bool = False) -> str | None:
        """Return the one text of an argument, None where it cannot be decided.

        It is empty where the argument is not given. A base URL may have a host of which nothing is known."""
        index = self._find_argument(call.expr, argument)
        if index is None or (index and self._is_nothing(index)):
            return ""
        texts = self._texts.read(self._file, index) if index else ()
        if len(texts) != 1:
            return None
        known = read_target(texts[0]).path if is_base and "://" in texts[0] else texts[0]
        return texts[0] if HOLE not in known else None

    def _read_prefix(self, call: Call, argument: Argument) -> str | None:
        """Return the prefix that an argument gives, None where it cannot be decided.

        One that is empty unless something is configured is left out."""
        prefix = self._read_text(call, argument)
        if prefix is None:
            self._texts.is_prefix = True
            prefix = self._read_text(call, argument)
            self._texts.is_prefix = False
        return prefix

    def _is_nothing(self, index: int) -> bool:
        """Return whether an expression is `None` or the like."""
        expr = self._get(index)
        return expr[0] == ops.LITERAL and expr[1] not in ops.TEXTUAL and not expr[2]

    def _reverse(self, file: int, expr: Expr) -> Texts | None:
        """Return the text of a call that makes a path of a route's name."""
        if file != self._file or not self._is_named(self._get(expr[1])):
            return None
        for name in self._list_known_names(expr[1]):
            argument = self._vocabulary.reverses.get(name)
            if argument is not None:
                texts = self._read_all(expr, argument) or ()
                return tuple(HOLE if HOLE in text else f"{REVERSED}{text}{REVERSED}" for text in texts) or (HOLE,)
        return None

    # -- objects -------------------------------------------------------------------------------------------------

    def _find_key(self, index: int) -> ObjectKey:
        """Return the object that a call makes: its variable, or the call itself."""
        for local, values in self._facts.values.items():
            if index in values:
                return ("symbol", self._get_item(self._offset + local), 0)
        return ("local", self._get_item(self._offset), index)

    def _is_said_by_callers(self, call: Call, path: Argument) -> bool:
        """Return whether the path of a call is one that its function is given."""
        place = self._find_argument(call.expr, path) if self._vocabulary.subrouters else None
        return bool(place and self._registrars.is_given(self._file, place))

    def _find_receiver(self, call: Call) -> tuple[ObjectKey, ...]:
        callee = self._get(call.expr[1])
        return self._objects.find(self._file, callee[1]) if callee[0] == ops.ATTR else ()

    def _find_apps(self, call: Call, app: Argument | str) -> tuple[ObjectKey, ...]:
        if app == RECEIVER:
            return self._find_receiver(call)
        index = self._find_argument(call.expr, app) if not isinstance(app, str) else None
        return self._objects.find(self._file, index) if index else ()

    def _is_root(self, index: int) -> bool:
        """Return whether an object answers requests without being mounted."""
        routers, names = self._vocabulary.routers, self._objects.list_known_classes(self._file, index)
        return bool(names) and all(name in routers and routers[name][1].is_root for name in names)

    def _add_aliases(self) -> None:
        """Note what gives a router or a client that is made in another expression.

        These are functions, variables and default exports."""
        named = [(("symbol", self._get_item(self._offset + local), 0), values[0])
                 for local, values in self._facts.values.items() if len(values) == 1]  # fmt: skip
        default = get_default_export(self._facts.exports or {})
        for key, index in (*named, (("default", self._get_item(self._offset), 0), default or 0)):
            is_made = self._get(index)[0] in (ops.CALL, ops.NEW)
            if is_made and (key[0] == "default" or self._objects.is_chained(self._file, self._get(index))):
                self._add_alias(key, index)
        if self._vocabulary.subrouters:
            return  # what functions give is read with all that routers are passed to
        for local, results in (*self._facts.returns.items(), *self._facts.yields.items()):
            for result in results:
                if self._get(result)[0] in _GIVING:
                    self._add_alias(("result", self._get_item(self._offset + local), 0), result)

    def _add_alias(self, key: ObjectKey, index: int) -> None:
        for target in self._objects.find(self._file, index) if self._is_known(index) else ():
            if target != key:
                self._aliases.append(AliasRow(key, target))

    def _is_known(self, index: int) -> bool:
        """Return whether an object is of a class that models know."""
        vocabulary, names = self._vocabulary, self._objects.list_known_classes(self._file, index)
        return any(name in vocabulary.routers or name in vocabulary.clients for name in names)

    # -- rows ----------------------------------------------------------------------------------------------------

    def _add_miss(
        self, call: Call, model: FrameworkModel, reason: str, paths: Texts = (), *, is_request: bool = False
    ) -> None:
        callee = self._get(call.expr[1])
        name = str(callee[2]) if callee[0] == ops.ATTR else ""
        shown = show_text(paths[0]) if paths else ""
        self._misses.append(MissRow(self._make_call_site(call, model), f"{name} {shown}".strip(), reason, is_request))

    def _add_route(self, call: Call, model: FrameworkModel, rule: RouteModel, decorated: list[int]) -> None:
        if rule.handler == DECORATED and not decorated:
            return  # its result is called, or passed on
        given, receiver = call.expr, self._get(call.expr[1])[1]
        if rule.path_members:
            opened = self._find_opening(receiver, rule.path_members)
            if opened is None:
                self._add_miss(call, model, COMPUTED)
                return
            given, receiver = opened, self._get(opened[1])[1]
        elif rule.handler == LAST and len(call.expr[2]) < 2:
            return  # `app.get("setting")` reads one
        paths = self._read_paths(given, rule)
        if paths is None:
            return
        if not paths or self._texts.is_choice or any(HOLE in path or REVERSED in path for path in paths):
            if not self._is_said_by_callers(call, rule.path):
                self._add_miss(call, model, COMPUTED, paths)
            return
        methods = self._read_methods(call, rule)
        if rule.has_method_in_path:
            parts = [split_method(path) for path in paths]
            paths = tuple(path for _, path in parts)
            named = {method for method, _ in parts if method}
            methods = tuple(named) if len(named) == len(parts) == 1 else methods if not named else None
        if methods is None:
            self._add_miss(call, model, UNKNOWN_METHOD, paths)
            return
        routers, is_app = self._objects.find(self._file, receiver), self._is_root(receiver)
        if not routers and not is_app:
            self._add_miss(call, model, UNKNOWN_ROUTER, paths)
            return
        if self._vocabulary.subrouters and self._add_mounted_handler(call, model, rule, receiver):
            return
        by_methods = self._handlers.list_verbs(call.expr, rule, model.verbs, model.view_makers, methods)
        handlers, certain = self._handlers.find(call.expr, rule, decorated) if not by_methods else ([], False)
        if not handlers and not by_methods and not self._handlers.is_outside(call.expr, rule):
            self._add_miss(call, model, UNKNOWN_HANDLER, paths)
            if model.verbs and not rule.fixed and ANY in methods:
                return  # a class, which says by its methods what it answers
        answering = {function for _, functions in by_methods for function in functions} if by_methods else set(handlers)
        if len(paths) > 1 and not rule.has_paths and len(answering) > max(1, len(by_methods)):
            self._add_miss(call, model, COMPUTED, paths)  # which of them goes with which is not known
            return
        names = self._read_all(given, rule.name) or ()
        title = names[0] if len(names) == 1 and HOLE not in names[0] else ""
        if not title and handlers:
            file, local = self._program.locate(handlers[0])
            title = self._program.files[file].symbols[local].name
        resolution = STRONG if certain and all(key[0] == "symbol" for key in routers) and routers else WEAK
        site = self._make_call_site(call, model)
        around = self._middleware.name_around(call.expr, rule)
        for path in paths:
            for each, functions in by_methods or [(methods, handlers)]:
                items, inline_handlers = self._handlers.name(call.owner, functions)
                row = RouteRow(site, routers, is_app, path, each, items, title, resolution, inline_handlers, around)
                self._routes.append(row)

    def _read_paths(self, expr: Expr, rule: RouteModel) -> Texts | None:
        """Return the texts of all paths of a route, None where none is given.

        They are arguments, or the elements of a list in the place of one."""
        index = self._find_argument(expr, rule.path)
        first = rule.path[0]
        given = list_parts(self._get(index or 0))
        if rule.has_paths:
            given = expr[2][first:] if isinstance(first, int) else ()
        if given is None:
            return self._read_all(expr, rule.path)
        self._texts.is_choice = False
        texts = [self._texts.read(self._file, each) for each in given]
        return tuple(text for each in texts for text in each) if all(texts) else ()

    def _find_opening(self, index: int, members: Sequence[str]) -> Expr | None:
        """Return the call that gave a chain its path: `router.route(path).get(…)`."""
        for _ in range(MAX_WRAPPERS * 2):
            expr = self._get(self._skip_flow(self._file, index))
            if expr[0] != ops.CALL or self._get(expr[1])[0] != ops.ATTR:
                return None
            if any(name in members for name in self._list_known_names(expr[1])):
                return expr
            index = self._get(expr[1])[1]
        return None

    def _read_methods(self, call: Call, rule: RouteModel) -> tuple[str, ...] | None:
        """Return the methods of a route, None where they cannot be decided."""
        index = self._find_argument(call.expr, rule.methods) if rule.methods else None
        if index is None or (index and self._is_nothing(index)):
            return rule.fixed or (ANY,)
        parts = list_parts(self._get(self._skip_flow(self._file, index)))
        if parts is None:
            alone = self._texts.read(self._file, index) if index else ()
            return (alone[0].upper(),) if len(alone) == 1 and HOLE not in alone[0] else None
        texts = [self._texts.read(self._file, part) for part in parts]
        if not all(len(each) == 1 and HOLE not in each[0] for each in texts):
            return None
        return tuple(sorted({each[0].upper() for each in texts})) or None

    def _add_file_routes(self, model: FrameworkModel) -> None:
        """Add the routes that the file is.

        A configuration gives those of its package a prefix."""
        place = find_place(self._evaluator, self._file, model.package)
        if place is None:
            return
        reader = FileRouteReader(self._context, self._handlers.list_wrapped)
        application = make_application(place.folder)
        module = self._get_item(self._offset)
        if place.path in model.file_configs:
            base = make_application(place.folder, "around ")
            prefix = reader.read_prefix(model)
            if prefix is not None:  # else what they are mounted in is not known
                self._routers.append(RouterRow(base, model.key, True, "", ""))
            site = Site(module, 1, model.key)
            self._mounts.append(MountRow(site, (base,), False, (application,), prefix, False))
        for route in reader.list_routes(model, place.path):
            self._routers.append(RouterRow(application, model.key, True, "", ""))
            items, inline_handlers = self._handlers.name(0, route.functions)
            site = Site(module, route.line, model.key)
            how = STRONG if route.is_named else WEAK
            self._routes += (RouteRow(site, (application,), False, path, route.methods, items, "", how, inline_handlers)
                             for path in route.paths)  # fmt: skip

    def _add_mount_in(
        self, call: Call, model: FrameworkModel, parent: int, children: tuple[ObjectKey, ...], prefix: str | None,
        *, replaces: bool = False,
    ) -> None:  # fmt: skip
        """Add a mount of routers in what an expression gives."""
        parents, is_app = self._objects.find(self._file, parent), self._is_root(parent)
        if not children or (not parents and not is_app):
            self._add_miss(call, model, UNKNOWN_ROUTER)
        else:
            self._mounts.append(
                MountRow(self._make_call_site(call, model), parents, is_app, children, prefix, replaces)
            )

    def _add_subrouter(self, call: Call, model: FrameworkModel, rule: SubrouterModel) -> None:
        """Add a router that a member of another gives, and what stands for it."""
        key = self._find_key(call.at)
        prefix = self._read_text(call, rule.prefix)
        self._routers.append(RouterRow(key, model.key, False, "", ""))
        self._add_mount_in(call, model, self._get(call.expr[1])[1], (key,), HOLE if prefix is None else prefix)
        callback = self._find_argument(call.expr, rule.callback)
        if callback:
            self._aliases += self._flow.list_callback(callback, key)

    def _add_passed(self) -> None:
        """Add the routers and paths that calls give to functions of the tree."""
        end = self._program.end
        for call in self._calls:
            if call.expr[0] != ops.CALL:
                continue
            value = self._evaluator.value(self._file, call.expr[1])
            functions = [atom for atom in value if isinstance(atom, Function) and atom.gid < end]
            if functions:
                if self._vocabulary.subrouters:
                    self._aliases += self._flow.list_arguments(call.expr, [each.gid for each in functions])
                self._add_registered(call, functions if call.expr[2] else ())
        if self._vocabulary.subrouters:
            self._aliases += self._flow.list_held()
        self._aliases += self._flow.list_overriding()

    def _add_registered(self, call: Call, functions: Sequence[Function]) -> None:
        """Add what the functions that a call runs register, mount and request."""
        for found in self._registrars.list_rows(self._file, call.expr, functions):
            site = self._make_call_site(call, found.model)
            if isinstance(found, RegisteredMount):
                self._mounts.append(MountRow(site, found.parents, False, found.children, found.prefix, found.replaces))
                continue
            if isinstance(found, MadeRequest):
                clients = self._add_served(call, found.apps)
                self._requests.append(RequestRow(site, clients, found.method, found.path, WEAK))
                self._makers.append(call.owner)
                continue
            items, inline_handlers = self._handlers.name(call.owner, found.handlers)
            self._routes.append(
                RouteRow(site, found.routers, False, found.path, found.methods, items, "", WEAK, inline_handlers)
            )

    def _add_served(self, call: Call, apps: tuple[ObjectKey, ...] = ()) -> tuple[ObjectKey, ...]:
        """Add what answers the request that a call makes, and return its key.

        There is none where it is not known."""
        receiver = self._served.get(call.at, 0)
        apps = apps or (self._flow.find_child(receiver) if receiver else ())
        if not apps:
            return ()
        key: ObjectKey = ("local", self._get_item(self._offset), call.at)
        self._clients.append(ClientRow(key, apps, ""))
        return (key,)

    def _add_mounted_handler(self, call: Call, model: FrameworkModel, rule: RouteModel, receiver: int) -> bool:
        """Add the mount of a router that is given as a handler; return whether one is.

        It sees whole paths but for what a call around it takes off."""
        index = self._find_argument(call.expr, rule.handler) if not isinstance(rule.handler, str) else None
        children = self._flow.find_router(index) if index else ()
        if not index or not children:
            return False
        prefix: str | None = ""
        expr = self._get(index)
        for name in self._list_known_names(expr[1]) if expr[0] == ops.CALL else ():
            if (strip := self._vocabulary.strips.get(name)) is not None:
                taken = self._read_text(call._replace(expr=expr), strip.prefix)
                prefix = HOLE if taken is None else taken.rstrip("/")
        self._add_mount_in(call, model, receiver, children, prefix)
        return True

    def _add_mount(self, call: Call, model: FrameworkModel, rule: MountModel) -> None:
        receiver = self._get(call.expr[1])[1]
        if rule.parent:
            parent = self._find_argument(call.expr, rule.parent)
            if parent:
                self._add_mount_in(call, model, parent, self._objects.find(self._file, receiver), None)
            return
        if rule.child:
            index = self._find_argument(call.expr, rule.child)
            wanted = [] if index is None else [index]
        else:
            wanted = [each for each in call.expr[2] if self._objects.is_router(self._file, each)]
        if not wanted:
            return
        place = self._find_argument(call.expr, rule.prefix)
        if place and not self._vocabulary.subrouters and self._registrars.is_given(self._file, place):
            return  # a mount of each call of the function
        prefix = self._read_prefix(call, rule.prefix)
        if not rule.child and call.expr[2] and not self._is_text(call.expr[2][0]):
            prefix = ""
        children = [self._objects.find(self._file, each) if each else () for each in wanted]
        if self._vocabulary.subrouters:
            children = [self._flow.find_child(each) for each in wanted]
        if prefix is None:
            self._add_miss(call, model, COMPUTED)
            if not self._vocabulary.subrouters:
                return
            prefix = HOLE  # its routes are below something, which is not known
        kept = None if self._find_argument(call.expr, rule.prefix) is None else prefix
        keys = tuple(dict.fromkeys(key for each in children for key in each)) if all(children) else ()
        self._middleware.add_runs(keys, call.expr, rule.runs)
        if rule.is_result and keys:
            parents = (self._find_key(call.at),)
            self._mounts.append(MountRow(self._make_call_site(call, model), parents, False, keys, kept, rule.replaces))
            return
        self._add_mount_in(call, model, receiver, keys, kept, replaces=rule.replaces)

    def _is_text(self, index: int) -> bool:
        """Return whether an argument is no router and no function."""
        expr = self._get(index)
        if expr[0] in (ops.LITERAL, ops.TEMPLATE):
            return True
        value = self._evaluator.value(self._file, index)
        is_router = self._objects.is_router(self._file, index)
        return not is_router and not any(isinstance(atom, Function) for atom in value)

    def _read_verbs(self, expr: Expr, argument: Argument) -> Texts | None:
        """Return the methods that an argument names: texts, or a constant of a library."""
        index = self._find_argument(expr, argument)
        if index is None:
            return None
        texts = self._read_all(expr, argument)
        named = self._get(index)
        return texts or ((str(named[2]),) if named[0] == ops.ATTR and str(named[2]).isupper() else ())

    def _can_hide_method(self, expr: Expr, rule: RequestModel) -> bool:
        """Return whether an argument that is not written out may name the method."""
        place = self._find_argument(expr, rule.path) or 0
        return has_option(rule.method) and bool(list_opaque(self._facts, expr[2], beside=place))

    def _add_request(self, call: Call, model: FrameworkModel, rule: RequestModel) -> None:
        self._texts.is_request = True
        paths = self._read_all(call.expr, rule.path)
        methods = self._read_verbs(call.expr, rule.method) if rule.method and paths is not None else None
        self._texts.is_request = False
        if paths is None:
            return
        if methods is None:
            methods = () if self._can_hide_method(call.expr, rule) else (rule.fixed,)
        methods = tuple(fill_variables(method, HOLE) for method in methods)
        if rule.is_template:
            paths = tuple(map(fill_template, paths))
        if (place := self._find_argument(call.expr, rule.path)) and self._registrars.is_request_of_callers(
            self._file, call.expr, place, rule
        ):
            return
        paths = place_below_base(paths, rule)
        has_methods = bool(methods) and not any(HOLE in method for method in methods)
        if not has_methods or not paths or all(path == HOLE for path in paths):
            if not self._is_said_by_callers(call, rule.path):
                self._add_miss(call, model, COMPUTED if has_methods else UNKNOWN_METHOD, paths, is_request=True)
            return
        clients = self._add_served(call) if self._vocabulary.subrouters else self._find_receiver(call)
        for path in paths:
            for method in methods:
                self._requests.append(
                    RequestRow(self._make_call_site(call, model), clients, method.upper(), path, WEAK)
                )
                self._makers.append(call.owner)
