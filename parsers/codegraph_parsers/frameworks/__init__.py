"""Models of web frameworks: what registers routes and makes requests.

A model is a folder with `model.toml`, which is parsed and never run. It speaks of symbols of libraries by their full
names, and applies to what the resolver proved to be such a symbol. docs/frameworks.md describes the keys.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from codegraph_parsers.frameworks.channels import AROUND, ChannelModel, ConsumerModel, PublisherModel
from codegraph_parsers.frameworks.contracts import (
    ContractModel,
    DeclarationModel,
    NamePattern,
    ServicerModel,
    StubModel,
)
from codegraph_parsers.frameworks.controllers import (
    ChainModel,
    ControllerModel,
    ControllersModel,
    HandlerModel,
    ModuleModel,
    PrefixModel,
    SettingModel,
)
from codegraph_parsers.frameworks.declarations import parse_declarations
from codegraph_parsers.frameworks.lists import (
    ActionModel,
    EntryModel,
    GroupModel,
    IncludeModel,
    LimitModel,
    ListModel,
    ResourceModel,
    read_lists,
)
from codegraph_parsers.frameworks.scopes import ScopesModel, read_scopes
from codegraph_parsers.frameworks.surroundings import SurroundingsModel, read_surroundings
from codegraph_parsers.frameworks.tables import RECEIVER, PersistenceModel, read_persistence
from codegraph_parsers.frameworks.vocabulary import SurroundingsVocabulary

FOLDER: Final = Path(__file__).parent
PRELUDE: Final = "prelude.pyi"

Rule = TypeVar("Rule")

ANY: Final = "*"
"""Method of a route that answers every method."""

Argument = tuple[int | str, ...]
"""Positions and keywords under which a call may be given one argument; the first that is there counts.

Where there are no keywords, they are properties of an object among the arguments."""

PARAMETERS: Final = (
    "angle",
    "brace",
    "colon",
    "colon-star",
    "brace-star",
    "brace-double-star",
    "brace-dots",
    "brace-constraint",
    "brace-angle",
)
"""Spellings of parameters in paths: `<int:id>`, `{id:int}`, `:id`, `{id<\\d+>?1}`, then those with a rest.

These are `:id` and `*rest`, `{id:[0-9]+}` and `*`, `{id:[0-9]+}` and `**` or `{*rest}`, `{id}` and `{rest...}`,
`{id:int?}`, `{id=5}` and `{**rest}`."""

ROLES: Final = ("server", "client", "broker", "contract")
"""What a library does: it serves routes, requests them, carries messages, or calls what a contract declares."""

UNKNOWN: Final = "unknown"
ENVIRONMENT: Final = "environment"

MAX_NAMES: Final = 20_000
"""Names that a model may speak of. One of a repository may speak of fewer."""

DECORATED: Final = "decorated"
LAST: Final = "last"
EVERY: Final = "all"


PLAIN: Final = "plain"
GROUPED: Final = "grouped"
"""Spelling of segments in paths of files, besides `[id]` and `[...rest]`: `(group)` and `@slot` are no part of the
path, and what is below `_private` is no route."""


class ModelError(ValueError):
    """A model that cannot be used: which key is wrong, and what would be right."""


@dataclass(frozen=True, slots=True)
class RouterModel:
    """A class whose objects keep routes.

    `is_root`: they answer requests without being mounted. `prefix` stands before the paths of their routes, `name`
    before the names of these. `parent` is what they are mounted in as they are made. Their members `prefixed_by` set
    the prefix later, by the first argument. Functions in the arguments `runs` run around all handlers."""

    is_root: bool
    prefix: Argument
    name: Argument
    parent: Argument
    prefixed_by: tuple[str, ...]
    runs: Argument


@dataclass(frozen=True, slots=True)
class RouteModel:
    """A member of a router that registers a route.

    `handler` is an argument, `DECORATED` or `LAST`, the last of the arguments after the path. Where `path_members` are
    named, the path is an argument of that earlier call in a chain, and the router its receiver. Where `has_paths`, the
    arguments from the path on are paths, too. `fixed` are the methods that the member itself names. Where
    `has_method_in_path`, the path may begin with one: `GET /users`."""

    path: Argument
    handler: Argument | str
    methods: Argument
    fixed: tuple[str, ...]
    name: Argument
    path_members: tuple[str, ...]
    has_paths: bool
    has_method_in_path: bool
    runs_others: bool  # functions between the path and the last argument run before that


@dataclass(frozen=True, slots=True)
class MountModel:
    """A member of a router that mounts others.

    Without `child` all arguments that are routers are mounted. Where `parent` is named, that argument is the parent and
    the receiver the child. `replaces`: a prefix takes the place of the child's own one. `is_result`: the parent is what
    the call gives. Functions in the arguments `runs` run around the handlers of what is mounted."""

    child: Argument
    prefix: Argument
    replaces: bool
    parent: Argument
    is_result: bool
    runs: Argument


@dataclass(frozen=True, slots=True)
class MiddlewareModel:
    """A member of a router that is given functions which run around its handlers.

    `methods` are those of a class that run. With a `prefix` only paths that begin with it are concerned, with a
    `parameter` those that have it."""

    function: Argument | str
    methods: tuple[str, ...]
    prefix: Argument
    parameter: Argument


@dataclass(frozen=True, slots=True)
class FileRouteModel:
    """Files that are routes, by their place below folders of a package.

    `file` is what they are called, "" for any name but those `left_out`. They answer by exported functions that are
    called like methods of HTTP, `verbs`, or by the first of `handlers`, where the others run as well."""

    folders: tuple[str, ...]
    suffixes: tuple[str, ...]
    file: str
    prefix: str
    segments: str
    verbs: tuple[str, ...]
    handlers: tuple[str, ...]
    methods: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubrouterModel:
    """A member of a router that gives another, which stands below it.

    `prefix` stands before the paths of its routes. `callback` is a function that is given the new router."""

    prefix: Argument
    callback: Argument


@dataclass(frozen=True, slots=True)
class StripModel:
    """A function whose result takes a prefix off paths for a handler, `child`."""

    prefix: Argument
    child: Argument


@dataclass(frozen=True, slots=True)
class ClientModel:
    """A class whose objects make requests: of an application, below a base URL."""

    app: Argument | str
    base: Argument


@dataclass(frozen=True, slots=True)
class RequestModel:
    """A call that makes a request. `fixed` is the method where no argument names one.

    `is_template`: the path has variables in braces, which other arguments give. `base` is what a path without a host
    is below: an `UNKNOWN` base URL, one that the `ENVIRONMENT` sets, or what the client says ("")."""

    path: Argument
    fixed: str
    method: Argument
    is_template: bool
    base: str


@dataclass(frozen=True, slots=True)
class SignatureModel:
    """A function that a generator writes into the tree.

    It is known by its name and the declared types of its first parameters."""

    function: str
    types: tuple[str, ...]
    means: str


@dataclass(frozen=True, slots=True)
class FrameworkModel:
    """A framework as data.

    Calls are by the full name of what is called, classes by theirs. `names` are other names of symbols, and classes of
    what calls give. `modules` are those whose import makes the model apply. A prefix and a path are joined by a slash
    (`is_slashed`) or as they are. `is_strict`: a path with a slash at its end is another path. `first_wins`: of several
    matching routes the one that was registered first answers. A class that is given as a handler answers by its methods
    `verbs`; so does what one of its `view_makers` gives. A model with a `package` applies to the packages of the tree
    whose manifest depends on it; the property `file_prefix` of `file_configs` there stands before all paths. `root`
    stands before all paths, `separator` between the parts of names. An object answers by its method
    `answer`. `texts` are constants of the library."""

    key: str
    title: str
    languages: tuple[str, ...]
    modules: tuple[str, ...]
    is_server: bool
    is_named: bool = False  # its endpoints are known by their names alone
    parameters: str = "brace"
    is_slashed: bool = True
    is_strict: bool = True
    verbs: tuple[str, ...] = ()
    view_makers: tuple[str, ...] = ()
    first_wins: bool = False
    answer: str = ""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    routers: Mapping[str, RouterModel] = field(default_factory=dict[str, RouterModel])
    routes: Mapping[str, RouteModel] = field(default_factory=dict[str, RouteModel])
    mounts: Mapping[str, MountModel] = field(default_factory=dict[str, MountModel])
    subrouters: Mapping[str, SubrouterModel] = field(default_factory=dict[str, SubrouterModel])
    strips: Mapping[str, StripModel] = field(default_factory=dict[str, StripModel])
    clients: Mapping[str, ClientModel] = field(default_factory=dict[str, ClientModel])
    requests: Mapping[str, RequestModel] = field(default_factory=dict[str, RequestModel])
    reverses: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    middleware: Mapping[str, MiddlewareModel] = field(default_factory=dict[str, MiddlewareModel])
    dependencies: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    package: str = ""
    file_routes: tuple[FileRouteModel, ...] = ()
    signatures: tuple[SignatureModel, ...] = ()
    file_configs: tuple[str, ...] = ()
    file_prefix: str = ""
    root: str = ""
    separator: str = "."
    lists: ListModel = field(default_factory=ListModel)
    annotated: ControllersModel = field(default_factory=ControllersModel)
    surroundings: SurroundingsModel = field(default_factory=SurroundingsModel)
    persistence: PersistenceModel = field(default_factory=PersistenceModel)
    channels: ChannelModel = field(default_factory=ChannelModel)
    contract: ContractModel = field(default_factory=ContractModel)
    scopes: ScopesModel = field(default_factory=ScopesModel)


def parse_model(key: str, text: str, most: int = MAX_NAMES, prelude: str = "") -> FrameworkModel:
    """Return the model that a table describes. Raises ModelError.

    It may speak of `most` calls. `prelude` declares classes of the framework."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(f"{key}: {error}") from error
    _check_size(key, data, most)
    table = _Table(key, "", data)
    paths, role = table.take_table("paths"), table.take_choice("role", ROLES, "server")
    routers = {each.take_text("class"): _read_router(each) for each in table.take_tables("router")}
    clients = {each.take_text("class"): _read_client(each) for each in table.take_tables("client")}
    routes = _read_all(table, "route", _read_route)
    mounts = _read_all(table, "mount", _read_mount)
    subrouters = _read_all(table, "subrouter", _read_subrouter)
    requests = _read_all(table, "request", _read_request)
    middleware = _read_all(table, "middleware", _read_middleware)
    dependencies = {each.take_text("call"): each.take_argument("function") for each in table.take_tables("dependency")}
    reverses = {each.take_text("call"): each.take_argument("name") for each in table.take_tables("reverse")}
    strips = {each.take_text("call"): _read_strip(each) for each in table.take_tables("strip")}
    signatures = tuple(_read_signature(each) for each in table.take_tables("signature"))
    file_routes = tuple(_read_file_route(each) for each in table.take_tables("file_route"))
    classes, files = table.take_table("classes"), table.take_table("files")
    lists = read_lists(table, classes)
    model = FrameworkModel(
        key=key, title=table.take_text("title"), languages=table.take_list("languages"),
        modules=table.take_list("modules"), is_server=role == "server", is_named=role in ("broker", "contract"),
        parameters=paths.take_choice("parameters", PARAMETERS, "brace"),
        is_slashed=paths.take_choice("join", ("slash", "concatenation"), "slash") == "slash",
        is_strict=paths.take_choice("trailing_slash", ("significant", "ignored"), "significant") == "significant",
        verbs=classes.take_list("verbs"), view_makers=classes.take_list("makers"),
        first_wins=paths.take_choice("precedence", ("specific", "first"), "specific") == "first",
        answer=classes.take_text("answer", ""), texts=table.take_names("texts"), subrouters=subrouters, strips=strips,
        names=table.take_names("names"), routers=routers, routes=routes, mounts=mounts, clients=clients,
        requests=requests, reverses=reverses, middleware=middleware, dependencies=dependencies,
        package=table.take_text("package", ""), file_routes=file_routes, signatures=signatures,
        file_configs=files.take_list("configs"), file_prefix=files.take_text("prefix", ""),
        root=paths.take_text("root", ""),
        separator=paths.take_text("separator", "."), lists=lists, annotated=_read_controllers(table),
        surroundings=read_surroundings(table, parse_declarations(prelude)), persistence=read_persistence(table),
        channels=_read_channels(key, table), contract=_read_contract(table), scopes=read_scopes(table),
    )  # fmt: skip
    for each in (table, paths, classes, files):
        each.finish()
    return model


@cache
def load_models() -> tuple[FrameworkModel, ...]:
    """Return the models that come with codegraph, by their keys."""
    places = sorted(FOLDER.glob("*/model.toml"))
    return tuple(
        parse_model(place.parent.name, place.read_text("utf-8"), prelude=_read_prelude(place)) for place in places
    )


def _read_prelude(place: Path) -> str:
    """Return the declarations beside a model, "" where there are none."""
    prelude = place.with_name(PRELUDE)
    return prelude.read_text("utf-8") if prelude.is_file() else ""


class _Table:
    """A table of a model, whose keys are taken out one by one.

    Every failure names the key."""

    def __init__(self, model: str, name: str, data: dict[str, Any]) -> None:
        self._where = f"{model}: {name}".removesuffix(": ")
        self._data = dict(data)

    def _fail(self, key: str, wanted: str) -> ModelError:
        return ModelError(f"{self._where}: `{key}` must be {wanted}")

    def copy(self) -> _Table:
        return _Table(self._where, "", self._data)

    def take_text(self, key: str, default: str | None = None) -> str:
        found = self._data.pop(key, default)
        if not isinstance(found, str):
            raise self._fail(key, "a text")
        return found

    def take_choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        found = self.take_text(key, default)
        if found not in choices:
            raise self._fail(key, "one of " + ", ".join(choices))
        return found

    def take_flag(self, key: str) -> bool:
        found = self._data.pop(key, False)
        if not isinstance(found, bool):
            raise self._fail(key, "true or false")
        return found

    def take_list(self, key: str) -> tuple[str, ...]:
        found = self._data.pop(key, [])
        if not isinstance(found, list) or not all(isinstance(each, str) for each in cast("list[Any]", found)):
            raise self._fail(key, "a list of texts")
        return tuple(cast("list[str]", found))

    def take_argument(self, key: str) -> Argument:
        found = self._data.pop(key, [])
        if not isinstance(found, list) or not all(isinstance(each, (int, str)) for each in cast("list[Any]", found)):
            raise self._fail(key, "a list of positions and keywords")
        return tuple(cast("list[int | str]", found))

    def take_patterns(self, key: str) -> tuple[NamePattern, ...]:
        try:
            return tuple(map(NamePattern, self.take_list(key)))
        except ValueError as error:
            raise ModelError(f"{self._where}: `{key}`: {error}") from None

    def take_place(self, key: str, words: tuple[str, ...]) -> Argument | str:
        """Take an argument, or one of some words."""
        if isinstance(self._data.get(key), str):
            return self.take_choice(key, words, "")
        return self.take_argument(key)

    def take_names(self, key: str) -> dict[str, str]:
        found = self._data.pop(key, {})
        if not isinstance(found, dict) or not all(isinstance(v, str) for v in cast("dict[str, Any]", found).values()):
            raise self._fail(key, "a table of texts")
        return cast("dict[str, str]", found)

    def take_lists(self, key: str) -> dict[str, tuple[str, ...]]:
        table = self.take_table(key)
        return {name: table.take_list(name) for name in list(table._data)}

    def take_table(self, key: str) -> _Table:
        found = self._data.pop(key, {})
        if not isinstance(found, dict):
            raise self._fail(key, "a table")
        return _Table(self._where, key, cast("dict[str, Any]", found))

    def take_tables(self, key: str) -> list[_Table]:
        found = self._data.pop(key, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in cast("list[Any]", found)):
            raise self._fail(key, "a list of tables")
        return [_Table(self._where, key, each) for each in cast("list[dict[str, Any]]", found)]

    def finish(self) -> None:
        """Raise ModelError for a key that nobody took."""
        for key in self._data:
            raise ModelError(f"{self._where}: `{key}` is no key")


def _check_size(key: str, data: dict[str, Any], most: int) -> None:
    """Raise ModelError for a table of too many calls: each owner has each member."""
    count = 0
    for value in data.values():
        for each in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                rule = cast("dict[str, Any]", each)
                sizes = {name: len(cast("list[Any]", v)) for name, v in rule.items() if isinstance(v, list)}
                members = sum(sizes.get(name, 0) for name in ("verbs", "any", "members"))
                count += max(len(rule), sizes.get("on", 1) * members, *sizes.values(), 1)
    if count > most:
        raise ModelError(f"{key}: speaks of {count:,} names, and may of {most:,}")


def _read_all(table: _Table, key: str, read: Callable[[_Table, tuple[str, ...]], Rule]) -> dict[str, Rule]:
    """Return what all tables of a key say of the members that they name."""
    found: dict[str, Rule] = {}
    for each in table.take_tables(key):
        found.update(_read_members(each, read))
    return found


def _read_members(table: _Table, read: Callable[[_Table, tuple[str, ...]], Rule]) -> dict[str, Rule]:
    """Return the rules of a table for the members that it names, by full name.

    `read` is given what the member fixes."""
    owners = table.take_list("on")
    members: list[tuple[str, tuple[str, ...]]] = [(member, (member.upper(),)) for member in table.take_list("verbs")]
    members += [(member, (ANY,)) for member in table.take_list("any")]
    members += [(member, ()) for member in table.take_list("members")]
    if not members:
        members.append(("", ()))
    found: dict[str, Rule] = {}
    for owner in owners:
        for member, fixed in members:
            rest = table.copy()
            found[f"{owner}.{member}" if member else owner] = read(rest, fixed)
            rest.finish()
    return found


def _read_router(table: _Table) -> RouterModel:
    router = RouterModel(
        table.take_flag("root"), table.take_argument("prefix"), table.take_argument("name"),
        table.take_argument("parent"), table.take_list("prefixed_by"),
        table.take_argument("runs"),
    )  # fmt: skip
    table.finish()
    return router


def _read_client(table: _Table) -> ClientModel:
    client = ClientModel(table.take_place("app", (RECEIVER,)), table.take_argument("base"))
    table.finish()
    return client


def _read_route(table: _Table, fixed: tuple[str, ...]) -> RouteModel:
    return RouteModel(
        table.take_argument("path"), table.take_place("handler", (DECORATED, LAST)), table.take_argument("methods"),
        fixed or table.take_list("default"), table.take_argument("name"), table.take_list("path_members"),
        table.take_flag("several_paths"), table.take_flag("method_in_path"), table.take_flag("runs_others"),
    )  # fmt: skip


def _read_file_route(table: _Table) -> FileRouteModel:
    route = FileRouteModel(
        table.take_list("folders"), table.take_list("suffixes"), table.take_text("file", ""),
        table.take_text("prefix", ""), table.take_choice("segments", (PLAIN, GROUPED), PLAIN),
        table.take_list("verbs"), table.take_list("handlers"), table.take_list("methods"),
        table.take_list("leaves_out"),
    )  # fmt: skip
    table.finish()
    return route


def _read_mount(table: _Table, fixed: tuple[str, ...]) -> MountModel:
    del fixed
    return MountModel(
        table.take_argument("child"), table.take_argument("prefix"), table.take_flag("replaces"),
        table.take_argument("parent"), table.take_flag("result"), table.take_argument("runs"),
    )  # fmt: skip


def _read_subrouter(table: _Table, fixed: tuple[str, ...]) -> SubrouterModel:
    del fixed
    return SubrouterModel(table.take_argument("prefix"), table.take_argument("callback"))


def _read_strip(table: _Table) -> StripModel:
    strip = StripModel(table.take_argument("prefix"), table.take_argument("child"))
    table.finish()
    return strip


def _read_middleware(table: _Table, fixed: tuple[str, ...]) -> MiddlewareModel:
    del fixed
    return MiddlewareModel(
        table.take_place("function", (DECORATED, EVERY)), table.take_list("methods"), table.take_argument("prefix"),
        table.take_argument("parameter"),
    )  # fmt: skip


def _read_request(table: _Table, fixed: tuple[str, ...]) -> RequestModel:
    method = fixed[0] if fixed else table.take_text("default", ANY)
    return RequestModel(
        table.take_argument("path"), method, table.take_argument("method"), table.take_flag("template"),
        table.take_choice("base", ("", UNKNOWN, ENVIRONMENT), ""),
    )  # fmt: skip


def _read_controllers(table: _Table) -> ControllersModel:
    rules = table.take_table("controllers")
    controllers = _read_all(table, "controller", _read_controller)
    prefixes = _read_all(table, "prefix", _read_prefix)
    actions = _read_all(table, "handler", _read_action)
    modules = _read_all(table, "module", _read_module)
    settings = _read_all(table, "setting", _read_setting)
    versions = _read_all(table, "version", lambda found, _: found.take_argument("version"))
    applications = _read_all(table, "application", lambda found, _: found.take_argument("module"))
    interceptors = _read_all(table, "interceptor", lambda found, _: found.take_list("methods"))
    providers = _read_all(table, "provider", lambda found, _: found.take_list("methods"))
    chains = _read_all(table, "chain", _read_chain)
    found = ControllersModel(
        controllers, prefixes, actions, modules, settings, versions, applications, interceptors, providers, chains,
        rules.take_list("clients"), rules.take_list("neutral"), rules.take_text("alias", ""),
        rules.take_flag("overridden"), rules.take_list("bases"), rules.take_lists("tokens"),
        rules.take_list("absolute"), rules.take_flag("several"),
        rules.take_flag("unmarked"),
    )  # fmt: skip
    rules.finish()
    return found


def _read_controller(table: _Table, fixed: tuple[str, ...]) -> ControllerModel:
    del fixed
    return ControllerModel(table.take_argument("path"), table.take_argument("version"))


def _read_prefix(table: _Table, fixed: tuple[str, ...]) -> PrefixModel:
    del fixed
    return PrefixModel(table.take_argument("path"), table.take_argument("methods"))


def _read_action(table: _Table, fixed: tuple[str, ...]) -> HandlerModel:
    methods = fixed or table.take_list("default") or (ANY,)
    return HandlerModel(table.take_argument("path"), table.take_argument("methods"), methods)


def _read_module(table: _Table, fixed: tuple[str, ...]) -> ModuleModel:
    del fixed
    return ModuleModel(
        table.take_text("modules"), table.take_text("controllers"), table.take_text("module", ""),
        table.take_list("delays"), table.take_list("places"), table.take_text("place", ""),
        table.take_text("nested", ""), table.take_text("providers", ""), table.take_text("provide", ""),
        table.take_list("given"),
    )  # fmt: skip


def _read_chain(table: _Table, fixed: tuple[str, ...]) -> ChainModel:
    del fixed
    return ChainModel(table.take_text("functions"), table.take_text("exclude", ""), table.take_list("methods"))


def _read_setting(table: _Table, fixed: tuple[str, ...]) -> SettingModel:
    del fixed
    return SettingModel(
        table.take_argument("prefix"), table.take_argument("exclude"), table.take_argument("type"),
        table.take_list("types"), table.take_argument("versioned"), table.take_text("text", ""),
        table.take_argument("default"), table.take_flag("starts"),
    )  # fmt: skip


def _read_channels(key: str, table: _Table) -> ChannelModel:
    consumers = _read_all(table, "consumer", _read_consumer)
    publishers = _read_all(table, "publisher", _read_publisher)
    return ChannelModel(table.take_text("system", key), consumers, publishers)


def _read_contract(table: _Table) -> ContractModel:
    contract = table.take_table("contract")
    declarations = [
        DeclarationModel(
            each.take_text("kind"),
            each.take_list("owners"),
            each.take_choice("name", ("method", "operation"), "method") == "operation",
        )
        for each in _take_whole(table, "declaration")
    ]
    stubs = [
        StubModel(each.take_patterns("names"), each.take_flag("certain"), each.take_text("base", ""))
        for each in _take_whole(table, "stub")
    ]
    servicers = [
        ServicerModel(
            each.take_patterns("names"), each.take_argument("object"), each.take_argument("service"),
            each.take_list("calls"),
        )
        for each in _take_whole(table, "servicer")
    ]  # fmt: skip
    found = ContractModel(contract.take_text("protocol", ""), tuple(declarations), tuple(stubs), tuple(servicers))
    contract.finish()
    return found


def _take_whole(table: _Table, key: str) -> Iterator[_Table]:
    """Yield the tables of a key, each of which must be read whole."""
    for each in table.take_tables(key):
        yield each
        each.finish()


def _read_consumer(table: _Table, fixed: tuple[str, ...]) -> ConsumerModel:
    del fixed
    return ConsumerModel(
        table.take_argument("topic"), table.take_place("function", (DECORATED, AROUND)),
        table.take_flag("several_topics"), table.take_flag("named_by_function"),
    )  # fmt: skip


def _read_publisher(table: _Table, fixed: tuple[str, ...]) -> PublisherModel:
    del fixed
    return PublisherModel(table.take_argument("topic"), table.take_flag("to_consumer"))


def _read_signature(table: _Table) -> SignatureModel:
    found = SignatureModel(table.take_text("function"), table.take_list("types"), table.take_text("means"))
    table.finish()
    return found


_STEP: Final = re.compile(r"\.|\(\)|[^.(]+|.")


class Vocabulary(SurroundingsVocabulary):
    """The models of code in one language."""

    def __init__(self, models: Iterable[FrameworkModel]) -> None:
        super().__init__(models)
        self.names: dict[str, str] = {}
        self.routers: dict[str, tuple[FrameworkModel, RouterModel]] = {}
        self.routes: dict[str, tuple[FrameworkModel, RouteModel]] = {}
        self.mounts: dict[str, tuple[FrameworkModel, MountModel]] = {}
        self.prefixes: dict[str, FrameworkModel] = {}
        self.middleware: dict[str, MiddlewareModel] = {}
        self.dependencies: dict[str, Argument] = {}
        self.clients: dict[str, tuple[FrameworkModel, ClientModel]] = {}
        self.requests: dict[str, tuple[FrameworkModel, RequestModel]] = {}
        self.reverses: dict[str, Argument] = {}
        self.entries: dict[str, tuple[FrameworkModel, EntryModel]] = {}
        self.includes: dict[str, IncludeModel] = {}
        self.groups: dict[str, tuple[FrameworkModel, GroupModel]] = {}
        self.resources: dict[str, tuple[FrameworkModel, ResourceModel]] = {}
        self.limits: dict[str, LimitModel] = {}
        self.actions: dict[str, ActionModel] = {}
        self.attributes: set[str] = set()
        self.outside: set[str] = set()
        self.class_members: dict[str, tuple[str, ...]] = {}
        self.fixtures: dict[str, tuple[FrameworkModel, str]] = {}
        self.signatures: dict[str, list[SignatureModel]] = {}
        self.settings: dict[str, tuple[FrameworkModel, SettingModel]] = {}
        self.chains: dict[str, ChainModel] = {}
        self.providers: dict[str, tuple[str, ...]] = {}
        self.modules: dict[str, tuple[FrameworkModel, ModuleModel]] = {}
        self.applications: dict[str, tuple[FrameworkModel, Argument]] = {}
        self.consumers: dict[str, tuple[FrameworkModel, ConsumerModel]] = {}
        self.publishers: dict[str, tuple[FrameworkModel, PublisherModel]] = {}
        self.subrouters: dict[str, tuple[FrameworkModel, SubrouterModel]] = {}
        self.strips: dict[str, StripModel] = {}
        self.texts: dict[str, str] = {}
        self.answers = tuple(dict.fromkeys(model.answer for model in self.models if model.answer))
        """Methods by which objects answer that are given as handlers."""
        for model in self.models:
            self.names.update(model.names)
            self.reverses.update(model.reverses)
            for rule in model.signatures:
                self.signatures.setdefault(rule.function, []).append(rule)
            self.strips.update(model.strips)
            self.texts.update(model.texts)
            self.subrouters.update({name: (model, each) for name, each in model.subrouters.items()})
            self.middleware.update(model.middleware)
            self.dependencies.update(model.dependencies)
            self.routers.update({name: (model, each) for name, each in model.routers.items()})
            for name, router in model.routers.items():
                self.prefixes.update({f"{name}.{member}": model for member in router.prefixed_by})
            self.routes.update({name: (model, each) for name, each in model.routes.items()})
            self.mounts.update({name: (model, each) for name, each in model.mounts.items()})
            self.clients.update({name: (model, each) for name, each in model.clients.items()})
            self.requests.update({name: (model, each) for name, each in model.requests.items()})
            self._add_lists(model)
            self._add_controllers(model)
            self._add_channels(model)
        self._index_paths()
        calls = (
            *self.routes, *self.mounts, *self.requests, *self.reverses, *self.routers, *self.clients,
            *self.prefixes, *self.middleware, *self.dependencies, *self.entries, *self.subrouters,
            *self.renders, *self.tags, *self.list_special(), *self.consumers, *self.publishers, *self.chains,
            *self.includes, *self.groups, *self.resources, *self.settings, *self.applications,
        )  # fmt: skip
        self.known = frozenset(
            (*calls, *(name for model in self.models for name in model.annotated.list_annotations()))
        )
        """Full names of all that may be called or annotate."""
        self.has_declarations = any(model.contract.declarations for model in self.models)
        names = (name.removesuffix("()") for name in (*calls, *self.names, *self.names.values(), *self.signatures))
        self.members = frozenset(name.rpartition(".")[2] for name in names)
        """Last parts of the names of all that may be called."""

    def _index_paths(self) -> None:
        self.paths: dict[str, tuple[FrameworkModel, RouteModel | RequestModel]] = {**self.routes, **self.requests}
        """Calls that are given a path."""
        self.path_members = frozenset(name.rpartition(".")[2] for name in self.paths)

    def _add_lists(self, model: FrameworkModel) -> None:
        lists = model.lists
        self.entries.update({name: (model, each) for name, each in lists.entries.items()})
        self.includes.update(lists.includes)
        self.groups.update({name: (model, each) for name, each in lists.groups.items()})
        self.resources.update({name: (model, each) for name, each in lists.resources.items()})
        self.limits.update(lists.limits)
        self.actions.update(lists.actions)
        self.outside.update(lists.outside)
        self.attributes.update(lists.attributes)
        self.class_members.update(lists.members)
        self.fixtures.update({name: (model, given) for name, given in lists.fixtures.items()})

    def _add_controllers(self, model: FrameworkModel) -> None:
        annotated = model.annotated
        self.chains.update(annotated.chains)
        self.providers.update(annotated.providers)
        self.settings.update({name: (model, each) for name, each in annotated.settings.items()})
        self.modules.update({name: (model, each) for name, each in annotated.modules.items()})
        self.applications.update({name: (model, each) for name, each in annotated.applications.items()})

    def _add_channels(self, model: FrameworkModel) -> None:
        channels = model.channels
        self.consumers.update({name: (model, each) for name, each in channels.consumers.items()})
        self.publishers.update({name: (model, each) for name, each in channels.publishers.items()})

    def normalize(self, name: str) -> str:
        """Return the name by which models know what the resolver calls `name`.

        The resolver names what a call gives after the call: `flask.Flask().route`. An object is known by its class."""
        known = ""
        for step in _STEP.findall(name):
            if step == "()" and (known in self.routers or known in self.clients):
                continue
            known += step
            known = self.names.get(known, known)
        return known


class Models:
    """The models of one tree.

    They come with codegraph, or its repository adds them."""

    def __init__(self, added: tuple[FrameworkModel, ...] = ()) -> None:
        self.all: tuple[FrameworkModel, ...] = (*load_models(), *added)
        self.added = added
        self.languages = frozenset(language for model in self.all for language in model.languages)
        self._vocabularies: dict[str, Vocabulary] = {}

    def get_vocabulary(self, language: str) -> Vocabulary:
        """Return what the models say of code in a language."""
        found = self._vocabularies.get(language)
        if found is None:
            models = (model for model in self.all if language in model.languages)
            found = self._vocabularies[language] = Vocabulary(models)
        return found
