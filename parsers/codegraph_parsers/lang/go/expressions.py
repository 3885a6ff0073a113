"""Go expressions: names, selectors, calls, conversions, composite literals, operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.go import types
from codegraph_parsers.lang.go.definitions import packages

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
LITERALS = frozenset(
    {"int_literal", "float_literal", "rune_literal", "imaginary_literal", "interpreted_string_literal"}
)
ALLOCATORS = frozenset({"make", "new"})  # their result is a value of the type that they are given


def name(w: Walker, node: Node) -> int:
    word = w.text(node)
    if word == "_":
        return 0
    expr = types.lookup(w, word)
    if w.exprs[expr][0] in roles.MENTIONED:
        w.mention(expr, node.start_point[0] + 1)
    return expr


def selector(w: Walker, node: Node) -> int:
    expr, line = selected(w, node)
    if expr:
        w.mention(expr, line)
    return expr


def selected(w: Walker, node: Node) -> tuple[int, int]:
    """`x.name` and the line of the name, without a mention of it. Naming a package is no mention."""
    operand, field = node.child_by_field_name("operand"), node.child_by_field_name("field")
    if operand is None or field is None:
        w.visit_children(node)
        return 0, node.start_point[0] + 1
    if operand.type == "identifier":
        word = w.text(operand)
        base = types.lookup(w, word)
        op = w.exprs[base][0]
        if op in roles.MENTIONED and not (word in packages(w) and op in (ops.NAME, ops.IMPORT)):
            w.mention(base, operand.start_point[0] + 1)
    else:
        base = w.visit(operand)
    return w.share(ops.ATTR, base, w.text(field)), field.start_point[0] + 1


def call(w: Walker, node: Node) -> int:
    target, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None:
        return w.visit_children(node)
    line, word = target.start_point[0] + 1, ""
    if target.type == "identifier":
        word = w.text(target)
        called = types.lookup(w, word)
    elif target.type == "selector_expression":
        called, line = selected(w, target)
    elif target.type == "index_expression":
        called, line = indexed(w, target)
    else:
        called = w.visit(target)
    given = types.arguments(w, node.child_by_field_name("type_arguments"))
    expr = finish_call(w, called, listed, line, given)
    return w.instance(expr) if word in ALLOCATORS else expr


def finish_call(w: Walker, called: int, listed: Node | None, line: int, given: tuple[int, ...] = ()) -> int:
    """A call and its site. Type arguments travel as keywords that no parameter can have."""
    positional, _ = roles.arguments(w, listed)
    expr = w.add(ops.CALL, called, positional, tuple((f"[{i}]", each) for i, each in enumerate(given)))
    w.site("call", expr, line)
    return expr


def indexed(w: Walker, node: Node) -> tuple[int, int]:
    """The callee `f[T]` or `handlers[key]`: only what `f` is tells which. The name called is not mentioned."""
    operand, key = node.child_by_field_name("operand"), node.child_by_field_name("index")
    line = node.start_point[0] + 1
    if operand is None:
        return 0, line
    if operand.type == "identifier":
        base = types.lookup(w, w.text(operand))
    elif operand.type == "selector_expression":
        base, line = selected(w, operand)
    else:
        base = w.visit(operand)
    return w.add(ops.INDEX, base, w.visit(key) if key is not None else 0), line


def conversion(w: Walker, node: Node) -> int:
    """`T(x)`. The grammar also reads the call `f[T](x)` this way, and `*f[T](x)` as one to a pointer."""
    type_node, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
    while type_node is not None and type_node.type == "pointer_type" and type_node.named_children:
        type_node = type_node.named_children[0]
    if type_node is None or operand is None:
        return w.visit_children(node)
    if type_node.type != "generic_type":
        declared = types.lower(w, type_node)
        w.visit(operand)
        return w.instance(declared)
    base_node, line = type_node.child_by_field_name("type"), type_node.start_point[0] + 1
    if base_node is not None and base_node.type == "qualified_type":
        package, named = w.text(base_node).split(".", 1)
        base = w.share(ops.ATTR, types.lookup(w, package.strip()), named.strip())
    else:
        base = types.lookup(w, w.text(base_node)) if base_node is not None else 0
    given = types.arguments(w, type_node.child_by_field_name("type_arguments"))
    called = w.add(ops.INDEX, base, given[0]) if len(given) == 1 else w.add(ops.GENERIC, base, given)
    expr = w.add(ops.CALL, called, (w.visit(operand),), tuple((f"[{i}]", each) for i, each in enumerate(given)))
    w.site("call", expr, line)
    return expr


def instantiation(w: Walker, node: Node) -> int:
    parts = [child for child in node.named_children if not child.is_extra]
    base = w.visit(parts[0]) if parts else 0
    return w.add(ops.GENERIC, base, tuple(types.lower(w, part) for part in parts[1:]))


def index(w: Walker, node: Node) -> int:
    operand, key = node.child_by_field_name("operand"), node.child_by_field_name("index")
    base = w.visit(operand) if operand is not None else 0
    at = w.visit(key) if key is not None else 0
    return w.add(ops.INDEX, base, at) if base else 0


def assertion(w: Walker, node: Node) -> int:
    operand = node.child_by_field_name("operand")
    if operand is not None:
        w.visit(operand)
    return w.instance(types.lower(w, node.child_by_field_name("type")))


def unary(w: Walker, node: Node) -> int:
    operand, sign = node.child_by_field_name("operand"), node.child_by_field_name("operator")
    value = w.visit(operand) if operand is not None else 0
    mark = sign.type if sign is not None else ""
    if mark == "<-":
        return w.add(ops.KEYOF, value) if value else 0
    return w.literal("bool") if mark == "!" else value


def binary(w: Walker, node: Node) -> int:
    """Both operands of an arithmetic operator have its type, except that a plain literal takes the other's."""
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    mark = sign.type if sign is not None else ""
    if mark in COMPARISONS:
        return w.literal("bool")
    if mark in ("<<", ">>"):
        return x
    return y if left is not None and left.type in LITERALS else x


def container(node: Node) -> bool:
    return node.type == "map_type" or node.type in types.LISTS


def element_type(node: Node | None) -> Node | None:
    """Of a container's type that is written out."""
    if node is None or not container(node):
        return None
    return node.child_by_field_name("value" if node.type == "map_type" else "element")


def composite(w: Walker, node: Node) -> int:
    """`T{…}`, `[]T{…}`, `map[K]V{…}`. Containers of functions keep their elements: they are tables of handlers."""
    type_node, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    declared = types.lower(w, type_node)
    value = w.instance(declared)
    if body is None or type_node is None:
        return value
    items = elements(w, body, value, type_node)
    inner = element_type(type_node)
    if inner is not None and inner.type == "function_type" and items:
        return function_table(w, items, type_node.type == "map_type")
    return value


def function_table(w: Walker, items: list[tuple[int, int]], mapping: bool) -> int:
    if not mapping:
        return w.add(ops.LIST, types.SLICE, tuple(value for _, value in items))
    entries: list[tuple[str, int, int]] = []
    for key, value in items:
        found = w.exprs[key]
        entries.append((ops.key_text(found) if found[0] == ops.LITERAL else "", key, value))
    return w.add(ops.DICT, types.MAP, tuple(entries))


def elements(w: Walker, body: Node, outer: int, type_node: Node | None) -> list[tuple[int, int]]:
    """Walk the elements of a literal: (key, value) expressions. `outer` is the value being made: `{…}` inside it is one
    of its elements. A plain key is the name of a field unless the type that is written out is a container's."""
    items: list[tuple[int, int]] = []
    named, inner = type_node is None or not container(type_node), element_type(type_node)
    keys = type_node.child_by_field_name("key") if type_node is not None else None
    for child in body.named_children:
        if child.type == "literal_element":
            items.append((0, element(w, child, w.share(ops.ITER, outer), inner)))
        elif child.type == "keyed_element":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            first = _key(w, key, outer, named, keys) if key is not None else 0
            items.append((first, element(w, value, w.share(ops.ITER, outer), inner) if value is not None else 0))
        elif child.type == "comment":
            w.visit(child)
    return items


def _key(w: Walker, node: Node, outer: int, named: bool, type_node: Node | None) -> int:
    inside = node.named_children[0] if node.type == "literal_element" and node.named_children else node
    if named and inside.type == "identifier":
        expr = w.share(ops.ATTR, outer, w.text(inside))
        w.mention(expr, inside.start_point[0] + 1)
        return expr
    return element(w, node, w.share(ops.KEYOF, outer), type_node)


def element(w: Walker, node: Node, made: int, type_node: Node | None) -> int:
    """One element: an expression, or a literal whose type is left out because the container gives it."""
    inside = node.named_children[0] if node.type == "literal_element" and node.named_children else node
    if inside.type == "literal_value":
        elements(w, inside, made, type_node)
        return made
    return w.visit(inside)
