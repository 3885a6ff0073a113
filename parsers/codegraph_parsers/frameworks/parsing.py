"""Parsing of framework models from their TOML tables."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any, cast

from codegraph_parsers.frameworks.channels import AROUND, ChannelModel, ConsumerModel, PublisherModel
from codegraph_parsers.frameworks.components import read_components
from codegraph_parsers.frameworks.contracts import (
    SPELLINGS,
    ContractModel,
    DeclarationModel,
    NamePattern,
    ServicerModel,
    StubModel,
)
from codegraph_parsers.frameworks.controllers import (
    ChainModel,
    ConfiguredModel,
    ControllerModel,
    ControllersModel,
    HandlerModel,
    ModuleModel,
    PrefixModel,
    SettingModel,
)
from codegraph_parsers.frameworks.declarations import parse_declarations
from codegraph_parsers.frameworks.framework_model import (
    ANY,
    DECORATED,
    ENVIRONMENT_BASE,
    EVERY,
    GROUPED,
    LAST,
    MAX_NAMES,
    PARAMETERS,
    PLAIN,
    ROLES,
    UNKNOWN_BASE,
    Argument,
    ClientModel,
    FileRouteModel,
    FrameworkModel,
    MiddlewareModel,
    ModelError,
    MountModel,
    RequestModel,
    RouteModel,
    RouterModel,
    Rule,
    SignatureModel,
    StripModel,
    SubrouterModel,
)
from codegraph_parsers.frameworks.lists import read_lists
from codegraph_parsers.frameworks.messages import read_messages
from codegraph_parsers.frameworks.middleware import read_surroundings
from codegraph_parsers.frameworks.receivers import read_receivers
from codegraph_parsers.frameworks.route_scopes import read_scopes
from codegraph_parsers.frameworks.tables import RECEIVER, read_persistence


def parse_model(key: str, text: str, most: int = MAX_NAMES, prelude: str = "") -> FrameworkModel:
    """Return the model that a table describes. Raises ModelError.

    It may have `most` names. `prelude` declares classes of the framework."""
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
    declared = parse_declarations(prelude)
    lists = read_lists(table, classes, declared)
    model = FrameworkModel(
        key=key, title=table.take_text("title"), languages=table.take_list("languages"),
        modules=table.take_list("modules"), is_server=role == "server", is_named=role in ("broker", "contract"),
        parameters=paths.take_choice("parameters", PARAMETERS, "brace"),
        is_slashed=paths.take_choice("join", ("slash", "concatenation"), "slash") == "slash",
        is_strict=paths.take_choice("trailing_slash", ("significant", "ignored"), "significant") == "significant",
        is_case_sensitive=paths.take_choice("case", ("significant", "ignored"), "significant") == "significant",
        verbs=classes.take_list("verbs"), view_makers=classes.take_list("makers"),
        first_wins=paths.take_choice("precedence", ("specific", "first"), "specific") == "first",
        answer=classes.take_text("answer", ""), texts=table.take_names("texts"), subrouters=subrouters, strips=strips,
        names=table.take_names("names"), routers=routers, routes=routes, mounts=mounts, clients=clients,
        requests=requests, reverses=reverses, middleware=middleware, dependencies=dependencies,
        package=table.take_text("package", ""), file_routes=file_routes, signatures=signatures,
        file_configs=files.take_list("configs"), file_prefix=files.take_text("prefix", ""),
        root=paths.take_text("root", ""),
        separator=paths.take_text("separator", "."), lists=lists, annotated=_read_controllers(table),
        components=read_components(table),
        surroundings=read_surroundings(table, declared), persistence=read_persistence(table),
        messages=read_messages(table),
        channels=_read_channels(key, table), contract=_read_contract(table), scopes=read_scopes(table),
        receivers=read_receivers(table),
    )  # fmt: skip
    for each in (table, paths, classes, files):
        each.finish()
    return model


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
        return {name: table.take_list(name) for name in table.list_keys()}

    def list_keys(self) -> list[str]:
        """Return the keys that nobody took yet."""
        return list(self._data)

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
    """Raise ModelError for a table of too many names: each owner has each member."""
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
    """Return the rules of all tables of a key, by the full names of members."""
    found: dict[str, Rule] = {}
    for each in table.take_tables(key):
        found.update(_read_members(each, read))
    return found


def _read_members(table: _Table, read: Callable[[_Table, tuple[str, ...]], Rule]) -> dict[str, Rule]:
    """Return the rules of a table for the members that it names, by full name.

    `read` receives the methods that the member fixes."""
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
        table.take_choice("base", ("", UNKNOWN_BASE, ENVIRONMENT_BASE), ""),
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
        rules.take_flag("unmarked"), rules.take_text("invoked", ""), _read_configured(table.take_table("configured")),
    )  # fmt: skip
    rules.finish()
    return found


def _read_configured(table: _Table) -> ConfiguredModel:
    found = ConfiguredModel(table.take_list("entries"), table.take_list("all"))
    table.finish()
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
            _take_packages(each),
        )
        for each in _take_whole(table, "declaration")
    ]
    stubs = [
        StubModel(
            each.take_patterns("names"), each.take_flag("certain"), each.take_text("base", ""),
            frozenset(each.take_list("keeps")), each.take_text("suffix", ""),
        )
        for each in _take_whole(table, "stub")
    ]  # fmt: skip
    servicers = [
        ServicerModel(
            each.take_patterns("names"), each.take_argument("object"), each.take_argument("service"),
            each.take_list("calls"),
        )
        for each in _take_whole(table, "servicer")
    ]  # fmt: skip
    found = ContractModel(
        contract.take_text("protocol", ""), contract.take_flag("packages"), contract.take_patterns("bases"),
        tuple(declarations), tuple(stubs), tuple(servicers),
    )  # fmt: skip
    contract.finish()
    return found


def _take_packages(table: _Table) -> tuple[tuple[str, str], ...]:
    """Take the options of a file that name packages, with spellings."""
    given = table.take_table("packages")
    return tuple((option, given.take_choice(option, SPELLINGS, "")) for option in given.list_keys())


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
