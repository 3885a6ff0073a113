"""Models of routes that function literals register on their receiver."""

from __future__ import annotations

from dataclasses import dataclass

from codegraph_parsers.frameworks.lists import KeyTable


@dataclass(frozen=True, slots=True)
class ReceiversModel:
    """All that a model says of routes of receivers.

    `packages` have the functions, `types` are those of receivers. `roots` are functions whose literal registers at an
    application, or its member `install` of what is `installed`. `verbs` take a path and a literal that answers, `group`
    a path and a literal with more routes, `method` a method alone; `handle` takes what answers all of a group.
    `resource` are annotations of classes that stand for paths. `request_packages` have extensions of a client by the
    name of a method, whose path is one of the tree's in literals of `applications`."""

    packages: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    group: str = ""
    method: str = ""
    handle: str = ""
    resource: tuple[str, ...] = ()
    request_packages: tuple[str, ...] = ()
    applications: tuple[str, ...] = ()

    def list_names(self) -> tuple[str, ...]:
        """Return the full names of types and annotations."""
        return (*self.types, *self.resource)


def read_receivers(table: KeyTable) -> ReceiversModel:
    """Return what a model says of routes of receivers."""
    rules = table.take_table("receivers")
    found = ReceiversModel(
        rules.take_list("packages"), rules.take_list("types"), rules.take_list("roots"), rules.take_list("installed"),
        rules.take_list("verbs"), rules.take_text("group", ""), rules.take_text("method", ""),
        rules.take_text("handle", ""), rules.take_list("resource"), rules.take_list("request_packages"),
        rules.take_list("applications"),
    )  # fmt: skip
    rules.finish()
    return found
