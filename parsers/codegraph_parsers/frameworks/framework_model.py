"""A model of a framework, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from codegraph_parsers.frameworks.channels import ChannelModel
from codegraph_parsers.frameworks.components import ComponentsModel
from codegraph_parsers.frameworks.contracts import (
    ContractModel,
)
from codegraph_parsers.frameworks.controllers import (
    ControllersModel,
)
from codegraph_parsers.frameworks.lists import (
    ListModel,
)
from codegraph_parsers.frameworks.messages import MessagesModel
from codegraph_parsers.frameworks.middleware import SurroundingsModel
from codegraph_parsers.frameworks.receivers import ReceiversModel
from codegraph_parsers.frameworks.route_scopes import ScopesModel
from codegraph_parsers.frameworks.tables import PersistenceModel

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
"""Roles of a library: it serves routes, requests them, carries messages, or calls what a contract declares."""

UNKNOWN_BASE: Final = "unknown"
ENVIRONMENT_BASE: Final = "environment"

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
    is below: an `UNKNOWN_BASE` base URL, one that the `ENVIRONMENT_BASE` sets, or what the client says ("")."""

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
    (`is_slashed`) or as they are. `is_strict`: a path with a slash at its end is another path. `is_case_sensitive`: so
    is one with letters of another case. `first_wins`: of several
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
    is_case_sensitive: bool = True
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
    components: ComponentsModel = field(default_factory=ComponentsModel)
    surroundings: SurroundingsModel = field(default_factory=SurroundingsModel)
    persistence: PersistenceModel = field(default_factory=PersistenceModel)
    messages: MessagesModel = field(default_factory=MessagesModel)
    channels: ChannelModel = field(default_factory=ChannelModel)
    contract: ContractModel = field(default_factory=ContractModel)
    scopes: ScopesModel = field(default_factory=ScopesModel)
    receivers: ReceiversModel = field(default_factory=ReceiversModel)
