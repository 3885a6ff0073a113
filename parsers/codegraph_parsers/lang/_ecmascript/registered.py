"""Registration of components and globals for the whole application.

Components are registered under the names of tags.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._ecmascript.scopes import get_state

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

GLOBALS = frozenset({"global", "globalThis", "window"})
REGISTERS = b".component"
TAG = re.compile(r"[A-Za-z][\w-]*")


def register(w: Walker, expr: int, target: Node) -> None:
    """Register a component: `app.component("name", Component)`."""
    if not w.source.endswith(REGISTERS, target.start_byte, target.end_byte):
        return
    given: tuple[int, ...] = w.exprs[expr][2]
    if len(given) != 2 or w.exprs[given[0]][0] != ops.LITERAL or not given[1]:
        return
    name = str(w.exprs[given[0]][2])
    if TAG.fullmatch(name):
        get_state(w).registered[format_component_name(name)] = given[1]


def register_global(w: Walker, base: int, name: str, value: int) -> None:
    """Register `global.name = value`.

    Every file that runs after this one knows it as `name`.
    """
    found = w.exprs[base]
    if found[0] == ops.NAME and found[1] in GLOBALS and value:
        table = get_state(w).registered
        table[f".{name}"] = w.union([table.get(f".{name}", 0), value])


def format_component_name(tag: str) -> str:
    """Return the name of a component registered for the whole application."""
    return f"<{to_pascal_case(tag)}>"


def to_camel_case(name: str) -> str:
    head, *rest = name.split("-")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)


def to_pascal_case(name: str) -> str:
    found = to_camel_case(name)
    return found[:1].upper() + found[1:]
