"""Models of routes in lists, and of resources that a router makes routes of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from codegraph_parsers.frameworks.declarations import DeclaredClass

Argument = tuple[int | str, ...]

SPELLINGS: Final = ("path", "regex")
"""Spellings of an entry's path: as the model's `[paths]` says, or a regular expression."""


class KeyTable(Protocol):
    """A table of a model whose keys are taken out one by one."""

    def take_text(self, key: str, default: str | None = None) -> str: ...
    def take_choice(self, key: str, choices: tuple[str, ...], default: str) -> str: ...
    def take_flag(self, key: str) -> bool: ...
    def take_list(self, key: str) -> tuple[str, ...]: ...
    def take_argument(self, key: str) -> Argument: ...
    def take_names(self, key: str) -> dict[str, str]: ...
    def take_lists(self, key: str) -> dict[str, tuple[str, ...]]: ...
    def take_table(self, key: str) -> KeyTable: ...
    def take_tables(self, key: str) -> Sequence[KeyTable]: ...
    def finish(self) -> None: ...


@dataclass(frozen=True, slots=True)
class EntryModel:
    """A call whose result is a route where it stands in a list.

    `is_regex`: its path is a regular expression."""

    path: Argument
    handler: Argument
    name: Argument
    is_regex: bool


@dataclass(frozen=True, slots=True)
class IncludeModel:
    """A call whose result mounts a list in the place of a handler.

    It is given the list, or the module that has it."""

    list: Argument
    name: Argument


@dataclass(frozen=True, slots=True)
class GroupModel:
    """A call that gives a list.

    It is of all of its arguments, or of the one list that it is given. They are
    below `prefix`, unless the argument `unless` says `False`."""

    prefix: str
    unless: Argument
    is_spread: bool


@dataclass(frozen=True, slots=True)
class ResourceModel:
    """A member of a router that makes routes of a class.

    `collection` and `item` are the members of the class that answer, by method, of all things and of one of them.
    The path of one has a parameter, which the first of the class's variables `lookup` names that is there, otherwise
    `parameter`. `subject` are variables that lead to the class of the things, which names the routes where `name` does
    not. `slash`, an argument of the router, says whether paths end in one. `custom` are members of a router of the tree
    that makes other routes."""

    path: Argument
    handler: Argument
    name: Argument
    slash: Argument
    collection: Mapping[str, str]
    item: Mapping[str, str]
    lookup: tuple[str, ...]
    parameter: str
    subject: tuple[str, ...]
    custom: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionModel:
    """A decorator of more members of a class that a router makes routes of.

    `detail` is an argument that says whether the route is of one thing; `is_item` says it where it is not given."""

    methods: Argument
    default: tuple[str, ...]
    detail: Argument
    path: Argument
    name: Argument
    is_item: bool


@dataclass(frozen=True, slots=True)
class LimitModel:
    """A decorator of functions that says by which methods they answer.

    These are `fixed`, or those of an argument."""

    methods: Argument
    fixed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListModel:
    """Routes in lists.

    `variable` holds the list of a module, `setting` names the module whose list answers requests, `namespace` is the
    variable that stands before the names of its routes. `attributes` of routers give their routes as a list. `members`
    are those by which a library's classes answer, `outside` those by which objects of libraries give lists, `allowed`
    is the variable of a class that lists its methods. `uses` are those that name classes of which the framework makes
    objects.
    `fixtures` are parameters of tests, with what a plugin of the test runner gives for them."""

    variable: str = ""
    setting: str = ""
    namespace: str = ""
    allowed: str = ""
    entries: Mapping[str, EntryModel] = field(default_factory=dict[str, EntryModel])
    includes: Mapping[str, IncludeModel] = field(default_factory=dict[str, IncludeModel])
    groups: Mapping[str, GroupModel] = field(default_factory=dict[str, GroupModel])
    resources: Mapping[str, ResourceModel] = field(default_factory=dict[str, ResourceModel])
    actions: Mapping[str, ActionModel] = field(default_factory=dict[str, ActionModel])
    limits: Mapping[str, LimitModel] = field(default_factory=dict[str, LimitModel])
    outside: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    fixtures: Mapping[str, str] = field(default_factory=dict[str, str])
    uses: tuple[str, ...] = ()


def read_lists(table: KeyTable, classes: KeyTable, declared: Mapping[str, DeclaredClass]) -> ListModel:
    """Return what a model says of lists. Its keys are taken out of the table."""
    keys = table.take_table("lists")
    entries: dict[str, EntryModel] = {}
    includes: dict[str, IncludeModel] = {}
    groups: dict[str, GroupModel] = {}
    resources: dict[str, ResourceModel] = {}
    actions: dict[str, ActionModel] = {}
    limits: dict[str, LimitModel] = {}
    for each in table.take_tables("entry"):
        calls = each.take_list("calls")
        entry = EntryModel(
            each.take_argument("path"), each.take_argument("handler"), each.take_argument("name"),
            each.take_choice("spelling", SPELLINGS, "path") == "regex",
        )  # fmt: skip
        each.finish()
        entries.update(dict.fromkeys(calls, entry))
    for each in table.take_tables("include"):
        includes[each.take_text("call")] = IncludeModel(each.take_argument("list"), each.take_argument("name"))
        each.finish()
    for each in table.take_tables("group"):
        groups[each.take_text("call")] = GroupModel(
            each.take_text("prefix", ""), each.take_argument("unless"),
            each.take_choice("of", ("arguments", "list"), "arguments") == "arguments",
        )  # fmt: skip
        each.finish()
    for each in table.take_tables("resource"):
        calls = each.take_list("calls")
        resources.update(dict.fromkeys(calls, _read_resource(each)))
    for each in table.take_tables("action"):
        calls = each.take_list("calls")
        actions.update(dict.fromkeys(calls, _read_action(each)))
    for each in table.take_tables("limit"):
        calls = each.take_list("calls")
        limits.update(dict.fromkeys(calls, LimitModel(each.take_argument("methods"), each.take_list("default"))))
        each.finish()
    allowed = classes.take_text("allowed", "")
    members = {name: each.list_members(allowed) for name, each in declared.items()}
    model = ListModel(
        variable=keys.take_text("variable", ""), setting=keys.take_text("setting", ""),
        namespace=keys.take_text("namespace", ""), attributes=keys.take_list("attributes"),
        allowed=allowed,
        entries=entries, includes=includes, groups=groups, resources=resources, limits=limits,
        actions=actions, outside=keys.take_list("outside"),
        members=members | classes.take_lists("members"), fixtures=table.take_names("fixtures"),
        uses=classes.take_list("uses"),
    )  # fmt: skip
    keys.finish()
    return model


def _read_resource(table: KeyTable) -> ResourceModel:
    resource = ResourceModel(
        table.take_argument("path"), table.take_argument("handler"), table.take_argument("name"),
        table.take_argument("slash"), table.take_names("collection"), table.take_names("item"),
        table.take_list("lookup"), table.take_text("parameter", "id"), table.take_list("subject"),
        table.take_list("custom"),
    )  # fmt: skip
    table.finish()
    return resource


def _read_action(table: KeyTable) -> ActionModel:
    action = ActionModel(
        table.take_argument("methods"), table.take_list("default"), table.take_argument("detail"),
        table.take_argument("path"), table.take_argument("name"),
        table.take_choice("of", ("collection", "item"), "collection") == "item",
    )  # fmt: skip
    table.finish()
    return action
