"""Rows of routes and requests as one file has them.

Prefixes are not composed yet, nor requests matched.

Rows are plain tuples of texts and numbers, so that they are kept, compared and sent as they are. A symbol is given by
its item, which it keeps through edits elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from codegraph.graph_model import Resolution

HOLE: Final = "\0"
"""Stands in a text for a part of which nothing is known."""

ENVIRONMENT: Final = "\2"
"""Stands in the text of a request for a variable of the environment, such as the base URL of an interface.

Where the text is read, the name of the variable and its default follow: see `make_variable`."""

_NAMED: Final = "\4"
_CLOSED: Final = "\5"
_VARIABLE: Final = re.compile(f"{ENVIRONMENT}([^{_NAMED}{_CLOSED}]*){_NAMED}([^{_CLOSED}]*){_CLOSED}")

REVERSED: Final = "\1"
"""Stands before and after the name of a route in a text, in the place of that route's path."""

ENDING: Final = "\3"
"""Stands before the name of a method of which the package is not known: `Orders/get`."""

ObjectKey = tuple[str, int, int]
"""An object that keeps routes or makes requests. A kind and two numbers: `symbol` and its item, `local` with the item
of a file's module and the expression that makes the object, `result` and the item of the function that gives it,
`default` and the item of the module that exports it by default, `parameter` and the item of a function with the
position of one of its parameters."""

PARAMETER: Final = "parameter"


def make_variable(name: str = "", default: str = "") -> str:
    """Return what stands in a text for a variable of the environment."""
    return f"{ENVIRONMENT}{name}{_NAMED}{default}{_CLOSED}"


def is_variable(text: str) -> bool:
    """Return whether a text is a variable without a default, and no more."""
    found = _VARIABLE.fullmatch(text)
    return found is not None and not found[2]


def put_default(text: str, default: str) -> str:
    """Return a variable with a default, or a default that has variables."""
    found = _VARIABLE.fullmatch(text)
    return make_variable(found[1], default) if found is not None and ENVIRONMENT not in default else default


def fill_variables(text: str, unknown: str = ENVIRONMENT) -> str:
    """Return a text with the defaults of its variables.

    Those without one become `unknown`."""
    return _VARIABLE.sub(lambda found: found[2] or unknown, text) if _NAMED in text else text


def show_text(text: str) -> str:
    """Return a text as people read it.

    What is not known is `{}`, a variable `{API_URL}` or, with a default, `{API_URL=http://localhost}`."""
    if _NAMED in text:
        text = _VARIABLE.sub(lambda found: f"{{{found[1]}={found[2]}}}" if found[2] else f"{{{found[1]}}}", text)
    return text.replace(HOLE, "{}").replace(ENVIRONMENT, "{}").replace(REVERSED, "")


class Site(NamedTuple):
    """The place of a row.

    It is the item of the symbol that has it, its line, and the key of the model that knows it."""

    owner: int
    line: int
    model: str


class RouterRow(NamedTuple):
    """A router that is made. `prefix` is None where it cannot be decided.

    `is_test`: a test makes it. `is_fallback`: it answers requests where no router of its framework is a root and
    nothing mounts it."""

    key: ObjectKey
    model: str
    is_root: bool
    prefix: str | None
    name: str
    is_fallback: bool = False
    is_test: bool = False


class AliasRow(NamedTuple):
    """A function that gives an object which it makes."""

    key: ObjectKey
    target: ObjectKey


class RouteRow(NamedTuple):
    """A route that is registered.

    `is_app`: its router is an application, of which no more may be known.
    `path` is as the framework spells it."""

    site: Site
    routers: tuple[ObjectKey, ...]
    is_app: bool
    path: str
    methods: tuple[str, ...]
    handlers: tuple[int, ...]
    name: str
    resolution: str
    inline_handlers: tuple[int, ...] = ()  # of its handlers those without a name, which are no symbols of the graph
    around: tuple[int, ...] = ()  # functions that the framework runs before the handler


class MountRow(NamedTuple):
    """Routers that are mounted. `is_app` is that of a route, for the parents.

    `prefix` is None for none; `replaces`: it takes the place of the child's own. `name`, where it is given, stands
    before the names of the routes in the place of the child's own."""

    site: Site
    parents: tuple[ObjectKey, ...]
    is_app: bool
    children: tuple[ObjectKey, ...]
    prefix: str | None
    replaces: bool
    name: str | None = None


class ClientRow(NamedTuple):
    """An object that makes requests.

    `apps` are the applications that answer them, none where any may.
    `base` is None where it cannot be decided."""

    key: ObjectKey
    apps: tuple[ObjectKey, ...]
    base: str | None


class RequestRow(NamedTuple):
    """A request. `path` may have holes and names of routes.

    `inside` is the item of the handler without a name that makes it, -1 for none. `is_test`: a test makes it."""

    site: Site
    clients: tuple[ObjectKey, ...]
    method: str
    path: str
    resolution: str
    inside: int = -1
    is_test: bool = False


class InlineRow(NamedTuple):
    """A handler without a name: its item, where it is written, and its signature."""

    function: int
    start_line: int
    end_line: int
    signature: str


class CodeRow(NamedTuple):
    """An edge of the code of a handler without a name, between items."""

    function: int
    target: int
    kind: str
    resolution: str
    lines: tuple[int, ...]


class ActionRow(NamedTuple):
    """A method of a controller, with one of the paths at which it answers.

    `controller` is the item of the class. Where `is_listed`, the application must have a module that lists it.
    `versions` are None where none is given, and empty where the action has no version on purpose. `around` are
    functions that run around the handlers."""

    site: Site
    controller: int
    is_listed: bool
    path: str
    methods: tuple[str, ...]
    handlers: tuple[int, ...]
    versions: tuple[str, ...] | None
    resolution: str
    around: tuple[int, ...] = ()


class ModuleRow(NamedTuple):
    """A module of an application: other modules, and controllers by their items.

    `places` are prefixes that it gives to modules, None for one that cannot be decided. `is_open`: it may have more
    than that. `around` are functions that run around all handlers of the application."""

    key: ObjectKey
    modules: tuple[ObjectKey, ...]
    controllers: tuple[int, ...]
    places: tuple[tuple[ObjectKey, str | None], ...]
    is_open: bool
    around: tuple[int, ...] = ()


class SettingRow(NamedTuple):
    """A setting of applications.

    Where it is not known of which, it is one of those that no test makes. `prefix` stands before all paths but
    `excluded` ones. `versioned` is what stands before versions, empty where none are part of paths, and `versions` are
    the default ones. Each is None where nothing is said of it; `is_open`: it is said and cannot be decided; `is_start`:
    they answer requests from then on."""

    site: Site
    apps: tuple[ObjectKey, ...]
    prefix: str | None
    excluded: tuple[str, ...]
    versioned: str | None
    versions: tuple[str, ...]
    is_open: bool
    is_start: bool


class MiddlewareRow(NamedTuple):
    """Functions that run around the handlers of routers, modules or controllers.

    Only paths that begin with the prefix and have the parameter, if any, are concerned. Of modules it is those that a
    pattern of `included` has and none of `excluded`, each with a method before it, empty for any."""

    routers: tuple[ObjectKey, ...]
    functions: tuple[int, ...]
    prefix: str
    included: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    parameter: str = ""


class DependencyRow(NamedTuple):
    """A function that the framework calls for a parameter of another one.

    The source may be a variable, by which functions name a dependency, and so may the target."""

    source: int
    target: int
    line: int
    is_variable: bool  # the source is one
    has_variable: bool = False  # the target is one


class ScanRow(NamedTuple):
    """A class that has packages searched for components.

    `place` is the folder of its module, `package` its own. Of a class that is no application
    the packages count where an application finds it."""

    place: str
    package: str
    packages: tuple[str, ...]
    is_application: bool


class AdviceRow(NamedTuple):
    """Functions that run around the handlers of the applications that find a class.

    `place` and `package` are as those of a scan. Paths are patterns as those of middleware, `included` is None where
    the functions run around nothing. With `is_limited` it is controllers in `packages`, or with one of the `classes`
    above them or as an annotation, or with one of the `annotations`. `is_found`: an application finds the class whose
    functions they are. Such rows do not count for functions of a row that `replaces` them."""

    place: str
    package: str
    functions: tuple[int, ...]
    included: tuple[str, ...] | None = ()
    excluded: tuple[str, ...] = ()
    is_limited: bool = False
    packages: tuple[str, ...] = ()
    classes: tuple[int, ...] = ()
    annotations: tuple[str, ...] = ()
    replaces: bool = False
    is_found: bool = False


class ComponentRow(NamedTuple):
    """A controller that applications find.

    `classes` are its own item, those above it and annotations of the tree, `annotations` those of libraries."""

    item: int
    place: str
    package: str
    classes: tuple[int, ...]
    annotations: tuple[str, ...]


class NamedRow(NamedTuple):
    """A relation of code to an endpoint that is known by its name alone.

    A topic is one. Endpoints of one protocol, space and name are the same: names of two brokers are not one another's.
    `kind` is that of an edge, of `DECLARES` with the `signature` of the endpoint. Edges
    of `ANSWERING` lead from the endpoint to `functions`; others lead to it from the site's owner. A row without a name
    means the endpoints for which its one function answers, and one that begins with `ENDING` is of a service whose
    package is not known; `signature` is then the module of the stub, which may tell it. `packages` are those that a
    declaration gives to generated code, or those of which the name of generated code may be."""

    site: Site
    protocol: str
    space: str
    name: str
    kind: str
    functions: tuple[int, ...]
    resolution: str
    signature: str = ""
    inline_handlers: tuple[int, ...] = ()
    inside: int = -1
    is_possible: bool = False  # it counts only if there is such an endpoint
    packages: tuple[str, ...] = ()


class LinkRow(NamedTuple):
    """An edge of the symbol that has the site to another one, by its item.

    The framework makes the relation, and no code names it. Where the target is not known (-1), `name` is what code
    calls it, and the resolution says why."""

    site: Site
    target: int
    kind: str
    resolution: str
    name: str = ""


TEMPLATE: Final = "file"
"""The file is a template; `name` is its path."""

TEMPLATE_FOLDER: Final = "folder"
"""An application looks for templates in a folder, of which `name` is the path."""

TAG_DEFINITION: Final = "defines"
"""A library defines a tag or filter, which a function answers."""


class TemplateRow(NamedTuple):
    """A relation of a file to templates.

    `kind` is one of those above, or of what a template names (`codegraph_parsers.lang.html_template.tags`). `library`
    is that of a tag which is defined."""

    site: Site
    kind: str
    name: str
    target: int = -1
    library: str = ""


class MissRow(NamedTuple):
    """A route, mount or request that cannot be decided. `name` is what is shown of it."""

    site: Site
    name: str
    reason: str
    is_request: bool


class FileRows(NamedTuple):
    """The rows of one file."""

    routers: tuple[RouterRow, ...] = ()
    aliases: tuple[AliasRow, ...] = ()
    routes: tuple[RouteRow, ...] = ()
    mounts: tuple[MountRow, ...] = ()
    clients: tuple[ClientRow, ...] = ()
    requests: tuple[RequestRow, ...] = ()
    misses: tuple[MissRow, ...] = ()
    inline_handlers: tuple[InlineRow, ...] = ()
    code: tuple[CodeRow, ...] = ()
    actions: tuple[ActionRow, ...] = ()
    modules: tuple[ModuleRow, ...] = ()
    settings: tuple[SettingRow, ...] = ()
    middleware: tuple[MiddlewareRow, ...] = ()
    dependencies: tuple[DependencyRow, ...] = ()
    named: tuple[NamedRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    templates: tuple[TemplateRow, ...] = ()
    scans: tuple[ScanRow, ...] = ()
    advice: tuple[AdviceRow, ...] = ()
    components: tuple[ComponentRow, ...] = ()


EMPTY: Final = FileRows()


def encode_rows(rows: FileRows) -> object:
    """Return rows as plain tuples, which `marshal` can write."""
    return tuple([tuple([tuple(_encode_row(row)) for row in group]) for group in rows])


def _encode_row(row: Iterable[Any]) -> Iterable[Any]:
    return (tuple(each) if isinstance(each, Site) else each for each in row)


def decode_rows(groups: tuple[tuple[tuple[Any, ...], ...], ...]) -> FileRows:
    """Return the rows that `encode_rows` made plain tuples of."""
    (
        routers, aliases, routes, mounts, clients, requests, misses, inline_handlers, code, actions, modules, settings,
        middleware, dependencies, named, links, templates, scans, advice, components,
    ) = groups  # fmt: skip
    return FileRows(
        tuple(RouterRow(*row) for row in routers), tuple(AliasRow(*row) for row in aliases),
        tuple(RouteRow(Site(*site), *row) for site, *row in routes),
        tuple(MountRow(Site(*site), *row) for site, *row in mounts),
        tuple(ClientRow(*row) for row in clients), tuple(RequestRow(Site(*site), *row) for site, *row in requests),
        tuple(MissRow(Site(*site), *row) for site, *row in misses),
        tuple(InlineRow(*row) for row in inline_handlers), tuple(CodeRow(*row) for row in code),
        tuple(ActionRow(Site(*site), *row) for site, *row in actions), tuple(ModuleRow(*row) for row in modules),
        tuple(SettingRow(Site(*site), *row) for site, *row in settings),
        tuple(MiddlewareRow(*row) for row in middleware), tuple(DependencyRow(*row) for row in dependencies),
        tuple(NamedRow(Site(*site), *row) for site, *row in named),
        tuple(LinkRow(Site(*site), *row) for site, *row in links),
        tuple(TemplateRow(Site(*site), *row) for site, *row in templates), tuple(ScanRow(*row) for row in scans),
        tuple(AdviceRow(*row) for row in advice), tuple(ComponentRow(*row) for row in components),
    )  # fmt: skip


DECLARES: Final = "declares"
"""Kind of a row by which an endpoint is declared."""

STRONG: Final = Resolution.EXACT.value
WEAK: Final = Resolution.INFERRED.value
OUTSIDE: Final = ""
"""Resolution of a route that stands for routes of a library, which are none of the tree's."""
