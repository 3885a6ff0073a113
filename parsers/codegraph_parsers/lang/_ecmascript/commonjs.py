"""CommonJS beyond plain assignment.

Other names of `exports`, calls that add to it, and paths made of `__dirname`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._ecmascript.scopes import get_state, get_symbol, look_up, unwrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

OWN = frozenset({"exports", "module.exports"})
JOINING = frozenset({"path.join", "path.resolve", "join", "resolve"})
NAMELESS = frozenset({ops.CALL, ops.NEW, ops.OBJECT, ops.LIST, ops.LITERAL})  # values that have no name of their own
FREE = (ops.NAME, ops.VAR, ops.FLOW, ops.IMPORT)  # what a name of the module's top is, where nothing nearer hides it


def record_exports_alias(w: Walker, name: str, value: Node) -> None:
    """Record another name of the exports: `var common = exports`.

    Properties assigned to `common` from here on are exported.
    """
    if w.scope.outer is None and w.read_text(value) in OWN and is_exports(w, value):
        get_state(w).renamed.add(name)


def is_exports(w: Walker, node: Node) -> bool:
    """Return whether an expression is the object that the module exports."""
    if node.end_byte - node.start_byte > 60:
        return False
    text = w.read_text(node)
    head = text.split(".", 1)[0]
    if text in OWN:
        return w.exprs[look_up(w, head)][0] == ops.NAME
    return text in get_state(w).renamed and w.exprs[look_up(w, head)][0] in FREE


def build_receiver(w: Walker, function: Node) -> int:
    """Return the value of `this` in a function that is assigned to `exports`.

    Returns 0 for a function that does not use it.
    """
    if b"this" not in w.source[function.start_byte : function.end_byte]:
        return 0
    get_state(w).self_read = True
    return w.share(ops.NAME, "exports", 0)


def define_exported_variable(w: Walker, name: str, value: int, left: Node) -> int:
    """Define a variable of the module for a value without a name of its own.

    An example is `exports.name = make()`.
    """
    attribute, statement = left.child_by_field_name("property") or left, left.parent or left
    key = ("exported", name)
    symbol = w.shared.get(key)
    if symbol is None:
        symbol = w.shared[key] = w.define(
            SymbolKind.VARIABLE, name, statement, attribute, flags=Flag.EXPORTED, parent=0,
            signature=w.read_one_line(statement.start_byte, statement.end_byte, 160),
        )  # fmt: skip
    w.facts.values[symbol] = (*w.facts.values.get(symbol, ()), value)
    return w.share(ops.VAR, symbol)


def export_members(w: Walker, values: Sequence[int]) -> None:
    """Export the names of objects, or all that other modules export.

    An example is `Object.assign(exports, require("./a"), { b })`.
    """
    st = get_state(w)
    st.module = st.common = True
    for value in values:
        if w.exprs[value][0] == ops.OBJECT:
            for name, member in w.facts.names.get(get_symbol(w, value), {}).items():
                st.exports[name] = w.union([st.exports.get(name, 0), member])
        elif value:
            w.facts.stars.setdefault(0, []).append(value)


def export_property(w: Walker, expr: int, target: Node, given: Node | None) -> None:
    """Export a property: `Object.defineProperty(exports, "a", { get })`.

    Its value is the result of the getter, or the given value.
    """
    if given is None or not w.source.startswith(b"Object.defineProperty", target.start_byte):
        return
    values: tuple[int, ...] = w.exprs[expr][2]
    if len(values) != 3 or w.exprs[values[1]][0] != ops.LITERAL or w.exprs[values[2]][0] != ops.OBJECT:
        return
    first = unwrap(next(child for child in given.named_children if not child.is_extra))
    name = cast("str", w.exprs[values[1]][-1])
    parts = w.facts.names.get(get_symbol(w, values[2]), {})
    value = w.add(ops.CALL, parts["get"], (), ()) if "get" in parts else parts.get("value", 0)
    if name and name != "__esModule" and value and is_exports(w, first):
        st = get_state(w)
        st.module = st.common = True
        st.exports[name] = w.union([st.exports.get(name, 0), value])


def read_path(w: Walker, node: Node) -> str:
    """Return a relative path that is made of the module's own folder.

    Such paths are `path.join(__dirname, "a")`, `__dirname + "/a"`, and a template that begins with `__dirname`. Returns
    "" for anything else.
    """
    node = unwrap(node)
    if node.type == "call_expression":
        callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        parts = [child for child in given.named_children if not child.is_extra] if given is not None else []
        if callee is None or w.read_text(callee) not in JOINING or not parts or w.read_text(parts[0]) != "__dirname":
            return ""
        if any(part.type != "string" for part in parts[1:]):
            return ""
        return normalize_path(posixpath.join(".", *[w.read_text(part)[1:-1].lstrip("/") for part in parts[1:]]))
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and w.read_text(left) == "__dirname" and right.type == "string":
            return normalize_path("." + w.read_text(right)[1:-1])
    if node.type == "template_string" and w.source.startswith(b"`${__dirname}/", node.start_byte):
        rest = w.read_text(node)[len("`${__dirname}") : -1]
        return normalize_path("." + rest) if "${" not in rest else ""
    return ""


def normalize_path(path: str) -> str:
    found = posixpath.normpath(path)
    return found if found.startswith(".") else f"./{found}"
