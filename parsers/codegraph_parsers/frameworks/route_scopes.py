"""Models of routes whose prefix is that of the group call around them.

No router is passed: what a group's function or file registers stands below the group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from codegraph_parsers.frameworks.lists import KeyTable


class ResourceAnswer(NamedTuple):
    """A route that a resource makes.

    It has methods, what stands behind the path, and the member that answers.
    """

    methods: tuple[str, ...]
    path: str
    member: str


@dataclass(frozen=True, slots=True)
class ScopesModel:
    """All that a model says of routes in groups.

    `owners` are classes whose members register routes: `verbs`, members for `any` method, and `matching`, whose first
    argument lists methods. `group` is given a function or a file; `prefix`, `controller` and `namespace` are earlier
    members of its chain, or keys of the array that it is given first. `separator` stands between class and method in
    the text of a handler, `invoked` is the method by which a class answers. A member of `resources` makes the routes
    that it lists, of which `narrowing` members keep or leave out some. `outside` are answered by the library. `files`
    maps a call to its arguments that are files of routes, with their prefixes.
    """

    owners: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    matching: str = ""
    group: str = ""
    prefix: str = ""
    controller: str = ""
    namespace: str = ""
    default_namespace: str = ""
    separator: str = ""
    invoked: str = ""
    keeping: str = ""
    leaving_out: str = ""
    outside: tuple[str, ...] = ()
    resources: Mapping[str, tuple[ResourceAnswer, ...]] = field(default_factory=dict[str, tuple[ResourceAnswer, ...]])
    files: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])


def read_scopes(table: KeyTable) -> ScopesModel:
    """Return what a model says of routes in groups."""
    rules = table.take_table("scopes")
    resources = {member: tuple(map(_read_answer, rows)) for member, rows in rules.take_lists("resources").items()}
    files: dict[str, Mapping[str, str]] = {}
    for each in rules.take_tables("file"):
        files[each.take_text("call")] = each.take_names("prefixes")
        each.finish()
    found = ScopesModel(
        rules.take_list("on"), rules.take_list("verbs"), rules.take_list("any"), rules.take_text("matching", ""),
        rules.take_text("group", ""), rules.take_text("prefix", ""), rules.take_text("controller", ""),
        rules.take_text("namespace", ""), rules.take_text("default_namespace", ""), rules.take_text("separator", ""),
        rules.take_text("invoked", ""), rules.take_text("keeping", ""), rules.take_text("leaving_out", ""),
        rules.take_list("outside"), resources, files,
    )  # fmt: skip
    rules.finish()
    return found


def _read_answer(text: str) -> ResourceAnswer:
    """Read a route of a resource: `GET,HEAD /{item} show`."""
    methods, _, rest = text.partition(" ")
    path, _, member = rest.partition(" ")
    return ResourceAnswer(tuple(methods.split(",")), path.removeprefix("/"), member)
