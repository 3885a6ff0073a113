"""Models of code that a framework runs besides handlers.

It is code that settings name, and members that classes override."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from codegraph_parsers.frameworks.declarations import DeclaredClass
from codegraph_parsers.frameworks.lists import Argument, KeyTable


@dataclass(frozen=True, slots=True)
class ConfigurationModel:
    """A variable of a module of settings, which names code by dotted texts.

    With `keys` only names below these keys of mappings count. Members `around` of what is named run around all handlers
    of the application, members `started` as it starts. A package stands for the class of its module `module` that
    inherits from `base`."""

    keys: tuple[str, ...]
    around: tuple[str, ...]
    started: tuple[str, ...]
    module: str
    base: str


@dataclass(frozen=True, slots=True)
class RegisteredClassModel:
    """A call by which a class is given to the framework, or that decorates one.

    The framework runs the members `runs` of the class, and the members, functions and classes that its variables
    `named` name. Of those classes it runs the same members."""

    given: Argument
    runs: tuple[str, ...]
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallbackModel:
    """Calls in the body of a class that name functions which run around members of it.

    The class has one of the `bases`. The members are `around`, those of objects of the class and of the class itself;
    without them they are all that answer requests, less what the arguments `only` and `unless` say. Calls of `skips`
    take functions off again. Arguments `conditions` name functions that decide whether the others run, after the words
    `if` and `unless`; those of `never` hold in classes of other libraries alone. `methods` are those of an object or
    class that is given in the place of a function. `key` tells the rules apart."""

    key: str
    bases: tuple[str, ...]
    skips: tuple[str, ...]
    around: tuple[str, ...]
    only: Argument
    unless: Argument
    conditions: tuple[str, ...]
    never: tuple[str, ...]
    methods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TemplateModel:
    """Templates that views render.

    `variable` of a view names its template. `suffixes` are the ends of the names that classes of the framework give
    without it, by class; a view's variable `suffix` gives another. `folder` is the one in which an application has its
    templates, unless the argument `given` of what makes it says another, `directories` the key of a setting that
    lists more."""

    variable: str = ""
    suffix: str = ""
    folder: str = ""
    given: Argument = ()
    directories: str = ""
    suffixes: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class SurroundingsModel:
    """All that a model says of what runs besides handlers.

    `configurations` are by variable, `declared` are classes by their full names. `renders` are calls, with the argument
    that names a template, `tags` those that register a function as a tag, `registered_classes` those that register a
    class, `callbacks` those that register what runs around members of a class."""

    configurations: Mapping[str, ConfigurationModel] = field(default_factory=dict[str, ConfigurationModel])
    declared: Mapping[str, DeclaredClass] = field(default_factory=dict[str, DeclaredClass])
    templates: TemplateModel = field(default_factory=TemplateModel)
    renders: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    tags: tuple[str, ...] = ()
    registered_classes: Mapping[str, RegisteredClassModel] = field(default_factory=dict[str, RegisteredClassModel])
    callbacks: Mapping[str, CallbackModel] = field(default_factory=dict[str, CallbackModel])


def read_surroundings(table: KeyTable, declared: Mapping[str, DeclaredClass]) -> SurroundingsModel:
    """Return what a model says of code that runs besides handlers.

    Its keys are taken out of the table."""
    configurations: dict[str, ConfigurationModel] = {}
    for each in table.take_tables("configuration"):
        rule = ConfigurationModel(
            each.take_list("keys"), each.take_list("around"), each.take_list("started"), each.take_text("module", ""),
            each.take_text("base", ""),
        )  # fmt: skip
        configurations.update(dict.fromkeys(each.take_list("variables"), rule))
        each.finish()
    renders: dict[str, Argument] = {}
    for each in table.take_tables("render"):
        renders.update(dict.fromkeys(each.take_list("calls"), each.take_argument("template")))
        each.finish()
    tags: list[str] = []
    for each in table.take_tables("tag"):
        tags += each.take_list("calls")
        each.finish()
    keys = table.take_table("templates")
    suffix = keys.take_text("suffix", "")
    suffixes = {name: each.texts[suffix][0] for name, each in declared.items() if suffix in each.texts}
    templates = TemplateModel(
        keys.take_text("variable", ""), suffix, keys.take_text("folder", ""), keys.take_argument("given"),
        keys.take_text("directories", ""), suffixes | keys.take_names("suffixes"),
    )  # fmt: skip
    keys.finish()
    registered_classes: dict[str, RegisteredClassModel] = {}
    for each in table.take_tables("registered_class"):
        calls, given = each.take_list("calls"), each.take_argument("class")
        registration = RegisteredClassModel(given, each.take_list("runs"), each.take_list("named"))
        registered_classes.update(dict.fromkeys(calls, registration))
        each.finish()
    callbacks: dict[str, CallbackModel] = {}
    for each in table.take_tables("callback"):
        members, skips = each.take_list("members"), each.take_list("skips")
        rule_of_calls = CallbackModel(
            members[0], each.take_list("bases"), skips, each.take_list("around"), each.take_argument("only"),
            each.take_argument("unless"), each.take_list("conditions"), each.take_list("never"),
            each.take_list("methods"),
        )  # fmt: skip
        callbacks.update(dict.fromkeys((*members, *skips), rule_of_calls))
        each.finish()
    return SurroundingsModel(configurations, declared, templates, renders, tuple(tags), registered_classes, callbacks)
