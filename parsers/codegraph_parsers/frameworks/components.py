"""Models of components: classes that an application finds in its packages.

Some of them run around the handlers of the application."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from codegraph_parsers.frameworks.lists import Argument, KeyTable


@dataclass(frozen=True, slots=True)
class ScanModel:
    """An annotation of a class that has packages searched for components.

    Without `packages` and `classes`, which stand for their packages, it is the package of the class. An `application`
    is searched for itself, and so is a class with the method `starts`; others where an application finds them."""

    packages: Argument
    classes: Argument
    is_application: bool
    starts: str


@dataclass(frozen=True, slots=True)
class AdviceModel:
    """An annotation of a class with functions that run around handlers of controllers.

    The arguments name those controllers: by packages, by classes in them, by classes above them, by annotations."""

    packages: Argument
    package_classes: Argument
    classes: Argument
    annotations: Argument


@dataclass(frozen=True, slots=True)
class RegistrationModel:
    """A call by which code gives an object that runs around handlers.

    `members` of an object are given it, or what makes that object is where `is_made`. Other members of the same chain
    are given patterns of paths. `is_shared`: all calls on the object speak of the same one. `replaces`: what is given
    runs by this call alone. Nothing is known of an object on which a member of `unless` is called."""

    members: tuple[str, ...]
    methods: tuple[str, ...]
    includes: tuple[str, ...]
    excludes: tuple[str, ...]
    unless: tuple[str, ...]
    below: str
    is_shared: bool
    is_made: bool
    replaces: bool

    def list_members(self) -> tuple[str, ...]:
        """Return all members that the rule speaks of."""
        return (*self.members, *self.includes, *self.excludes, *self.unless)


@dataclass(frozen=True, slots=True)
class ComponentsModel:
    """All that a model says of components.

    `marks` are annotations by which an application finds a class, `makers` those of methods that give an object which
    it finds. `mapped` are annotations that find a class as well and are given patterns of paths, `below` is the end of
    one that stands for all paths below. `around` are annotations of methods that run around handlers: those of the
    same controller, or of the controllers that an advice names. `every` are annotations that each controller has.
    `bases` are classes of libraries, with the methods that run around handlers."""

    marks: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    every: tuple[str, ...] = ()
    below: str = ""
    scans: Mapping[str, ScanModel] = field(default_factory=dict[str, ScanModel])
    advice: Mapping[str, AdviceModel] = field(default_factory=dict[str, AdviceModel])
    mapped: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    registrations: Mapping[str, RegistrationModel] = field(default_factory=dict[str, RegistrationModel])

    def list_names(self) -> tuple[str, ...]:
        """Return the full names of all that the model speaks of."""
        return (
            *self.marks, *self.makers, *self.around, *self.every, *self.scans, *self.advice, *self.mapped, *self.bases,
            *self.registrations,
        )  # fmt: skip


def read_components(table: KeyTable) -> ComponentsModel:
    """Return what a model says of components. Its keys are taken out of the table."""
    keys = table.take_table("components")
    scans: dict[str, ScanModel] = {}
    for on, each in _take_owned(table, "scan"):
        scan = ScanModel(
            each.take_argument("packages"),
            each.take_argument("classes"),
            each.take_flag("application"),
            each.take_text("starts", ""),
        )
        scans.update(dict.fromkeys(on, scan))
        each.finish()
    advice: dict[str, AdviceModel] = {}
    for on, each in _take_owned(table, "advice"):
        rule = AdviceModel(
            each.take_argument("packages"), each.take_argument("package_classes"), each.take_argument("classes"),
            each.take_argument("annotations"),
        )  # fmt: skip
        advice.update(dict.fromkeys(on, rule))
        each.finish()
    mapped: dict[str, Argument] = {}
    for on, each in _take_owned(table, "mapped"):
        mapped.update(dict.fromkeys(on, each.take_argument("paths")))
        each.finish()
    bases: dict[str, tuple[str, ...]] = {}
    for on, each in _take_owned(table, "component"):
        bases.update(dict.fromkeys(on, each.take_list("methods")))
        each.finish()
    registrations: dict[str, RegistrationModel] = {}
    for on, each in _take_owned(table, "registration"):
        registrations.update(dict.fromkeys(on, _read_registration(each)))
        each.finish()
    found = ComponentsModel(
        keys.take_list("marks"), keys.take_list("makers"), keys.take_list("around"), keys.take_list("every"),
        keys.take_text("below", ""), scans, advice, mapped, bases, registrations,
    )  # fmt: skip
    keys.finish()
    return found


def _take_owned(table: KeyTable, key: str) -> Iterator[tuple[tuple[str, ...], KeyTable]]:
    """Yield the tables of a key, each with the names that it is about."""
    for each in table.take_tables(key):
        yield each.take_list("on"), each


def _read_registration(table: KeyTable) -> RegistrationModel:
    return RegistrationModel(
        table.take_list("members"), table.take_list("methods"), table.take_list("include"), table.take_list("exclude"),
        table.take_list("unless"), table.take_text("below", ""), table.take_flag("shared"), table.take_flag("made"),
        table.take_flag("replaces"),
    )  # fmt: skip
