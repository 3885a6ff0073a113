"""Models of controllers: classes whose annotated methods answer requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Argument = tuple[int | str, ...]
"""Positions and keywords under which an argument may be given."""


@dataclass(frozen=True, slots=True)
class ControllerModel:
    """An annotation of classes whose methods answer requests."""

    path: Argument
    version: Argument


@dataclass(frozen=True, slots=True)
class PrefixModel:
    """An annotation that gives a controller or its bases a prefix and methods."""

    path: Argument
    methods: Argument


@dataclass(frozen=True, slots=True)
class HandlerModel:
    """An annotation of a method that answers requests.

    `fixed` are the methods where no argument names them."""

    path: Argument
    methods: Argument
    fixed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModuleModel:
    """An annotation, or a call, whose argument describes a module as an object.

    `modules`, `controllers` and `module` are properties of that object: others, what it lists, and itself where a
    function describes it. `delays` are functions around a module that is defined later, `places` calls that stand in
    the place of a module and give others prefixes: a list of objects with `place`, `module` and `nested` ones.
    `providers` lists objects with a token, `provide`, and what is `given` for it."""

    modules: str
    controllers: str
    module: str
    delays: tuple[str, ...]
    places: tuple[str, ...]
    place: str
    nested: str
    providers: str = ""
    provide: str = ""
    given: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChainModel:
    """A member that ends a chain of calls which gives middleware to routes.

    The member `functions` of the chain is given the middleware, of which `methods` run if it is a class, and `exclude`
    is given paths that are left out."""

    functions: str
    exclude: str
    methods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettingModel:
    """A member of an application that sets a prefix or versions of its paths.

    Versions are where `type` is not given or one of `types`; `text` is what stands before them by default. `starts`: it
    makes the application answer requests."""

    prefix: Argument
    excluded: Argument
    type: Argument
    types: tuple[str, ...]
    versioned: Argument
    text: str
    default: Argument
    starts: bool


@dataclass(frozen=True, slots=True)
class ConfiguredModel:
    """Files of YAML that hold routes, and import controllers.

    `entries` are globs of those that the application reads, in its order, and `everything` what stands for all of its
    controllers where an import names a folder."""

    entries: tuple[str, ...] = ()
    everything: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ControllersModel:
    """All that a model says of controllers.

    Each is by the full name of an annotation or call. `has_overridden`: a method answers by the annotations of those
    that it overrides, too. `neutral` is what stands for no version on purpose. `applications` are calls whose argument
    is the module of the application that they make. `interceptors` are annotations that are given what runs around
    handlers, `providers` tokens of providers that do so in the whole application, each with the methods that run. A
    class with one of the `bases` is a controller, too, and one whose base is annotated. `tokens` are parts of paths
    that stand for the name of the class (`class`) or of the method (`method`), without the endings that follow. A
    path that begins with an `absolute` text is below no prefix. `has_several`: each annotation of a method is an answer
    of its own, and one without methods gives the others a path. `has_unmarked`: a class needs no
    annotation to be a controller. `invoked` is the method by which a class answers whose methods have no annotation,
    and `configured` says of files that hold routes of controllers, too."""

    controllers: Mapping[str, ControllerModel] = field(default_factory=dict[str, ControllerModel])
    prefixes: Mapping[str, PrefixModel] = field(default_factory=dict[str, PrefixModel])
    actions: Mapping[str, HandlerModel] = field(default_factory=dict[str, HandlerModel])
    modules: Mapping[str, ModuleModel] = field(default_factory=dict[str, ModuleModel])
    settings: Mapping[str, SettingModel] = field(default_factory=dict[str, SettingModel])
    versions: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    applications: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    interceptors: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    providers: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    chains: Mapping[str, ChainModel] = field(default_factory=dict[str, ChainModel])
    clients: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()
    alias: str = ""
    has_overridden: bool = False
    bases: tuple[str, ...] = ()
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    absolute: tuple[str, ...] = ()
    has_several: bool = False
    has_unmarked: bool = False
    invoked: str = ""
    configured: ConfiguredModel = ConfiguredModel()

    def list_annotations(self) -> tuple[str, ...]:
        """Return the full names of all annotations of classes and methods."""
        return (
            *self.controllers, *self.prefixes, *self.actions, *self.versions, *self.clients, *self.interceptors,
            self.alias,
        )  # fmt: skip
