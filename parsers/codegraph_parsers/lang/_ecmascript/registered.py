"""What a script makes known to the whole application: components, under the names of tags, and globals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._ecmascript.scopes import state

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

GLOBALS = frozenset({"global", "globalThis", "window"})
REGISTERS = b".component"
TAG = re.compile(r"[A-Za-z][\w-]*")


def register(w: Walker, expr: int, target: Node) -> None:
    """`app.component("name", Component)`."""
    if not w.source.endswith(REGISTERS, target.start_byte, target.end_byte):
        return
    given: tuple[int, ...] = w.exprs[expr][2]
    if len(given) != 2 or w.exprs[given[0]][0] != ops.LITERAL or not given[1]:
        return
    name = str(w.exprs[given[0]][2])
    if TAG.fullmatch(name):
        state(w).registered[for_all(name)] = given[1]


def put(w: Walker, base: int, name: str, value: int) -> None:
    """`global.name = value`: known as `name` to every file that runs after this one."""
    found = w.exprs[base]
    if found[0] == ops.NAME and found[1] in GLOBALS and value:
        table = state(w).registered
        table[f".{name}"] = w.union([table.get(f".{name}", 0), value])


def for_all(tag: str) -> str:
    """The name under which a component is known that is registered for the whole application."""
    return f"<{pascal(tag)}>"


def camel(name: str) -> str:
    head, *rest = name.split("-")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)


def pascal(name: str) -> str:
    found = camel(name)
    return found[:1].upper() + found[1:]
