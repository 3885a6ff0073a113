"""Lowering of Go expressions.

They are names, selectors, calls, conversions, composite literals and operators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Write
from codegraph_parsers.lang.go import texts, types
from codegraph_parsers.lang.go.definitions import get_packages

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
LITERALS = frozenset(
    {"int_literal", "float_literal", "rune_literal", "imaginary_literal", "interpreted_string_literal"}
)
WRITTEN = frozenset((ops.CALL, ops.SYM, ops.ITEM, ops.PARAM))  # values of fields that are kept
ALLOCATORS = frozenset({"make", "new"})  # their result is a value of the type that they are given


def lower_name(w: Walker, node: Node) -> int:
    word = w.read_text(node)
    if word == "_":
        return 0
    expr = types.look_up(w, word)
    if w.exprs[expr][0] in roles.MENTIONED:
        w.mention(expr, node.start_point[0] + 1)
    return expr


def lower_selector(w: Walker, node: Node) -> int:
    expr, line = select_member(w, node)
    if expr:
        w.mention(expr, line)
    return expr


def select_member(w: Walker, node: Node) -> tuple[int, int]:
    """Lower `x.name` without a mention of the name.

    Return the expression and the line of the name. The name of a package is not mentioned either.
    """
    operand, field = node.child_by_field_name("operand"), node.child_by_field_name("field")
    if operand is None or field is None:
        w.visit_children(node)
        return 0, node.start_point[0] + 1
    if operand.type == "identifier":
        word = w.read_text(operand)
        base = types.look_up(w, word)
        op = w.exprs[base][0]
        if op in roles.MENTIONED and not (word in get_packages(w) and op in (ops.NAME, ops.IMPORT)):
            w.mention(base, operand.start_point[0] + 1)
    else:
        base = w.visit(operand)
    return w.share(ops.ATTR, base, w.read_text(field)), field.start_point[0] + 1


def lower_call(w: Walker, node: Node) -> int:
    target, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None:
        return w.visit_children(node)
    line, word = target.start_point[0] + 1, ""
    if target.type == "identifier":
        word = w.read_text(target)
        called = types.look_up(w, word)
    elif target.type == "selector_expression":
        called, line = select_member(w, target)
    elif target.type == "index_expression":
        called, line = lower_indexed_callee(w, target)
    else:
        called = w.visit(target)
    given = types.lower_arguments(w, node.child_by_field_name("type_arguments"))
    expr = finish_call(w, called, listed, line, given)
    return w.add_instance(expr) if word in ALLOCATORS else expr


def finish_call(w: Walker, called: int, listed: Node | None, line: int, given: tuple[int, ...] = ()) -> int:
    """Build a call and its site.

    Type arguments are passed as keywords that no parameter can have.
    """
    positional, _ = roles.lower_arguments(w, listed)
    expr = w.add(ops.CALL, called, positional, tuple((f"[{i}]", each) for i, each in enumerate(given)))
    w.add_site("call", expr, line)
    return expr


def lower_indexed_callee(w: Walker, node: Node) -> tuple[int, int]:
    """Lower a callee `f[T]` or `handlers[key]`; only the value of `f` tells which.

    The called name is not mentioned.
    """
    operand = node.child_by_field_name("operand")
    line = node.start_point[0] + 1
    if operand is None:
        return 0, line
    if operand.type == "identifier":
        base = types.look_up(w, w.read_text(operand))
    elif operand.type == "selector_expression":
        base, line = select_member(w, operand)
    else:
        base = w.visit(operand)
    return w.add(ops.INDEX, base, w.visit_field(node, "index")), line


def lower_conversion(w: Walker, node: Node) -> int:
    """Lower `T(x)`.

    The grammar also reads the call `f[T](x)` this way, and `*f[T](x)` as a conversion to a pointer.
    """
    type_node, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
    while type_node is not None and type_node.type == "pointer_type" and type_node.named_children:
        type_node = type_node.named_children[0]
    if type_node is None or operand is None:
        return w.visit_children(node)
    if type_node.type != "generic_type":
        declared = types.lower_type(w, type_node)
        w.visit(operand)
        return w.add_instance(declared)
    base_node, line = type_node.child_by_field_name("type"), type_node.start_point[0] + 1
    if base_node is not None and base_node.type == "qualified_type":
        package, named = w.read_text(base_node).split(".", 1)
        base = w.share(ops.ATTR, types.look_up(w, package.strip()), named.strip())
    else:
        base = types.look_up(w, w.read_text(base_node)) if base_node is not None else 0
    given = types.lower_arguments(w, type_node.child_by_field_name("type_arguments"))
    called = w.add(ops.INDEX, base, given[0]) if len(given) == 1 else w.add(ops.GENERIC, base, given)
    expr = w.add(ops.CALL, called, (w.visit(operand),), tuple((f"[{i}]", each) for i, each in enumerate(given)))
    w.add_site("call", expr, line)
    return expr


def lower_instantiation(w: Walker, node: Node) -> int:
    parts = [child for child in node.named_children if not child.is_extra]
    base = w.visit(parts[0]) if parts else 0
    return w.add(ops.GENERIC, base, tuple(types.lower_type(w, part) for part in parts[1:]))


def lower_index(w: Walker, node: Node) -> int:
    base = w.visit_field(node, "operand")
    at = w.visit_field(node, "index")
    return w.add(ops.INDEX, base, at) if base else 0


def lower_assertion(w: Walker, node: Node) -> int:
    w.visit_field(node, "operand")
    return w.add_instance(types.lower_type(w, node.child_by_field_name("type")))


def lower_unary(w: Walker, node: Node) -> int:
    sign = node.child_by_field_name("operator")
    value = w.visit_field(node, "operand")
    mark = sign.type if sign is not None else ""
    if mark == "<-":
        return w.add(ops.KEYOF, value) if value else 0
    return w.add_literal("bool") if mark == "!" else value


def lower_binary(w: Walker, node: Node) -> int:
    """Lower a binary operator.

    Both operands of an arithmetic operator have its type, except that a plain literal takes that of the other operand.
    """
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    x = w.visit(left) if left is not None else 0
    y = w.visit(right) if right is not None else 0
    mark = sign.type if sign is not None else ""
    if mark in COMPARISONS:
        return w.add_literal("bool")
    if mark in ("<<", ">>"):
        return x
    kept = y if left is not None and left.type in LITERALS else x
    return texts.join_operands(w, kept, (x, y)) if mark == "+" else kept


def is_container(node: Node) -> bool:
    return node.type == "map_type" or node.type in types.LISTS


def find_element_type(node: Node | None) -> Node | None:
    """Return the element type of a container type that is written out."""
    if node is None or not is_container(node):
        return None
    return node.child_by_field_name("value" if node.type == "map_type" else "element")


def lower_composite(w: Walker, node: Node) -> int:
    """Lower `T{…}`, `[]T{…}` or `map[K]V{…}`.

    A container of functions keeps its elements, because it is a table of handlers.
    """
    type_node, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    declared = types.lower_type(w, type_node)
    value = w.add_instance(declared)
    if body is None or type_node is None:
        return value
    items = lower_elements(w, body, value, type_node)
    inner = find_element_type(type_node)
    if inner is not None and inner.type == "function_type" and items:
        return build_function_table(w, items, type_node.type == "map_type")
    return value


def build_function_table(w: Walker, items: list[tuple[int, int]], mapping: bool) -> int:
    if not mapping:
        return w.add(ops.LIST, types.SLICE, tuple(value for _, value in items))
    entries: list[tuple[str, int, int]] = []
    for key, value in items:
        found = w.exprs[key]
        entries.append((ops.format_key(found) if found[0] == ops.LITERAL else "", key, value))
    return w.add(ops.DICT, types.MAP, tuple(entries))


def lower_elements(w: Walker, body: Node, outer: int, type_node: Node | None) -> list[tuple[int, int]]:
    """Lower the elements of a composite literal to pairs (key, value).

    `outer` is the value under construction; a nested `{…}` is one of its elements. A plain key is the name of a field,
    unless the literal's type is written out as a container.
    """
    items: list[tuple[int, int]] = []
    named, inner = type_node is None or not is_container(type_node), find_element_type(type_node)
    keys = type_node.child_by_field_name("key") if type_node is not None else None
    for child in body.named_children:
        if child.type == "literal_element":
            items.append((0, lower_element(w, child, w.share(ops.ITER, outer), inner)))
        elif child.type == "keyed_element":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            first = _lower_key(w, key, outer, named, keys) if key is not None else 0
            items.append((first, lower_element(w, value, w.share(ops.ITER, outer), inner) if value is not None else 0))
            add_field_write(w, *items[-1])
        elif child.type == "comment":
            w.visit(child)
    return items


def add_field_write(w: Walker, target: int, value: int) -> None:
    """Record that a field is given what a call makes, or a function."""
    place = w.exprs[target]
    if place[0] == ops.ATTR and w.exprs[value][0] in WRITTEN:
        w.facts.writes.append(Write(place[1], place[2], value, w.owners[-1]))


def _lower_key(w: Walker, node: Node, outer: int, named: bool, type_node: Node | None) -> int:
    inside = node.named_children[0] if node.type == "literal_element" and node.named_children else node
    if named and inside.type == "identifier":
        expr = w.share(ops.ATTR, outer, w.read_text(inside))
        w.mention(expr, inside.start_point[0] + 1)
        return expr
    return lower_element(w, node, w.share(ops.KEYOF, outer), type_node)


def lower_element(w: Walker, node: Node, made: int, type_node: Node | None) -> int:
    """Lower one element of a composite literal.

    It is an expression, or a literal whose type is left out because the container determines it.
    """
    inside = node.named_children[0] if node.type == "literal_element" and node.named_children else node
    if inside.type == "literal_value":
        lower_elements(w, inside, made, type_node)
        return made
    return w.visit(inside)
