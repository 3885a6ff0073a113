"""CommonJS beyond plain assignment: other names of `exports`, what calls add to it, paths made of `__dirname`."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops
from codegraph_parsers.facts import Flag, SymbolKind
from codegraph_parsers.lang._ecmascript.scopes import lookup, state, symbol_of, unwrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

OWN = frozenset({"exports", "module.exports"})
JOINING = frozenset({"path.join", "path.resolve", "join", "resolve"})
NAMELESS = frozenset({ops.CALL, ops.NEW, ops.OBJECT, ops.LIST, ops.LITERAL})  # values that have no name of their own
FREE = (ops.NAME, ops.VAR, ops.FLOW, ops.IMPORT)  # what a name of the module's top is, where nothing nearer hides it


def rename(w: Walker, name: str, value: Node) -> None:
    """`var common = exports`: what is put into `common` from here on is exported."""
    if w.scope.outer is None and w.text(value) in OWN and is_own(w, value):
        state(w).renamed.add(name)


def is_own(w: Walker, node: Node) -> bool:
    """Whether an expression is the object that the module exports."""
    if node.end_byte - node.start_byte > 60:
        return False
    text = w.text(node)
    head = text.split(".", 1)[0]
    if text in OWN:
        return w.exprs[lookup(w, head)][0] == ops.NAME
    return text in state(w).renamed and w.exprs[lookup(w, head)][0] in FREE


def whole(w: Walker, function: Node) -> int:
    """What `this` is in a function that is put into `exports`."""
    if b"this" not in w.source[function.start_byte : function.end_byte]:
        return 0
    state(w).self_read = True
    return w.share(ops.NAME, "exports", 0)


def variable(w: Walker, name: str, value: int, left: Node) -> int:
    """`exports.name = make()`: what has no name of its own is a variable of the module."""
    attribute, statement = left.child_by_field_name("property") or left, left.parent or left
    key = ("exported", name)
    symbol = w.shared.get(key)
    if symbol is None:
        symbol = w.shared[key] = w.define(
            SymbolKind.VARIABLE, name, statement, attribute, flags=Flag.EXPORTED, parent=0,
            signature=w.squeeze(statement.start_byte, statement.end_byte, 160),
        )  # fmt: skip
    w.facts.values[symbol] = (*w.facts.values.get(symbol, ()), value)
    return w.share(ops.VAR, symbol)


def gain(w: Walker, values: Sequence[int]) -> None:
    """`Object.assign(exports, require("./a"), { b })`: names that the module exports, or all that another one does."""
    st = state(w)
    st.module = st.common = True
    for value in values:
        if w.exprs[value][0] == ops.OBJECT:
            for name, member in w.facts.names.get(symbol_of(w, value), {}).items():
                st.exports[name] = w.union([st.exports.get(name, 0), member])
        elif value:
            w.facts.stars.setdefault(0, []).append(value)


def define(w: Walker, expr: int, target: Node, given: Node | None) -> None:
    """`Object.defineProperty(exports, "a", { get })`: what the getter gives, or the value, is exported."""
    if given is None or not w.source.startswith(b"Object.defineProperty", target.start_byte):
        return
    values: tuple[int, ...] = w.exprs[expr][2]
    if len(values) != 3 or w.exprs[values[1]][0] != ops.LITERAL or w.exprs[values[2]][0] != ops.OBJECT:
        return
    first = unwrap(next(child for child in given.named_children if not child.is_extra))
    name = cast("str", w.exprs[values[1]][-1])
    parts = w.facts.names.get(symbol_of(w, values[2]), {})
    value = w.add(ops.CALL, parts["get"], (), ()) if "get" in parts else parts.get("value", 0)
    if name and name != "__esModule" and value and is_own(w, first):
        st = state(w)
        st.module = st.common = True
        st.exports[name] = w.union([st.exports.get(name, 0), value])


def path_of(w: Walker, node: Node) -> str:
    """A relative path that is made of the module's own folder: `path.join(__dirname, "a")`, `__dirname + "/a"`, a
    template that begins with it; "" for anything else."""
    node = unwrap(node)
    if node.type == "call_expression":
        callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        parts = [child for child in given.named_children if not child.is_extra] if given is not None else []
        if callee is None or w.text(callee) not in JOINING or not parts or w.text(parts[0]) != "__dirname":
            return ""
        if any(part.type != "string" for part in parts[1:]):
            return ""
        return relative(posixpath.join(".", *[w.text(part)[1:-1].lstrip("/") for part in parts[1:]]))
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and w.text(left) == "__dirname" and right.type == "string":
            return relative("." + w.text(right)[1:-1])
    if node.type == "template_string" and w.source.startswith(b"`${__dirname}/", node.start_byte):
        rest = w.text(node)[len("`${__dirname}") : -1]
        return relative("." + rest) if "${" not in rest else ""
    return ""


def relative(path: str) -> str:
    found = posixpath.normpath(path)
    return found if found.startswith(".") else f"./{found}"
