"""Go statements: blocks, conditions, loops, switches, select and assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.go import texts, types
from codegraph_parsers.lang.go.declarations import lower_assigned
from codegraph_parsers.lang.go.definitions import declare
from codegraph_parsers.lang.go.expressions import add_field_write

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

FUNCTIONS = frozenset((ops.NAME, ops.SYM))  # what may name a function
RETURNED = frozenset((ops.CALL, ops.SYM, ops.ITEM, ops.INSTANCE, ops.ATTR))  # what results are kept as
HELD = frozenset((ops.DECLARED, ops.SYM, ops.UNION))  # what a variable that holds functions is known as


def list_targets(node: Node | None) -> list[Node]:
    if node is None:
        return []
    if node.type == "expression_list":
        return [child for child in node.named_children if not child.is_extra]
    return [node]


def lower_short_variables(w: Walker, node: Node) -> int:
    """Lower `a, b := x, y`."""
    names = list_targets(node.child_by_field_name("left"))
    values = lower_assigned(w, node.child_by_field_name("right"), len(names))
    for position, name in enumerate(names):
        if name.type == "identifier":
            declare(w, w.read_text(name), wrap_function(w, values[position]) if position < len(values) else 0)
    return 0


def wrap_function(w: Walker, value: int) -> int:
    """Return the value of a variable, which differs from the function that it holds."""
    return w.add(ops.DECLARED, 0, value) if w.exprs[value][0] in (ops.NAME, ops.ATTR) else value


def lower_assignment(w: Walker, node: Node) -> int:
    """Lower `a = x`, which never changes a type.

    A variable that holds functions may hold another function afterwards.
    """
    names = list_targets(node.child_by_field_name("left"))
    values = lower_assigned(w, node.child_by_field_name("right"), len(names))
    for position, name in enumerate(names):
        target = w.visit(name)
        if name.type != "identifier":
            add_field_write(w, target, values[position] if position < len(values) else 0)
            continue
        texts.forget_text(w, w.read_text(name))
        if position >= len(values):
            continue
        before, after = w.scope.env.get(w.read_text(name), 0), values[position]
        if w.scope.kind == "function" and w.exprs[before][0] in HELD and w.exprs[after][0] in FUNCTIONS:
            w.scope.env[w.read_text(name)] = w.union([before, wrap_function(w, after)])
    return 0


def lower_return(w: Walker, node: Node) -> int:
    """Lower `return x, y`.

    It is kept where a result may be an object or function that is made here.
    """
    nodes = [each for child in node.named_children if not child.is_extra for each in list_targets(child)]
    results = w.visit_all(nodes)
    if any(w.exprs[result][0] in RETURNED for result in results):
        w.add_return(results[0] if len(results) == 1 else w.add(ops.TUPLE, *results))
    return 0


def lower_for(w: Walker, node: Node) -> int:
    w.open_block()
    body = node.child_by_field_name("body")
    for child in node.named_children:
        if child.type == "range_clause":
            lower_range(w, child)
        elif child != body:
            w.visit(child)
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def lower_range(w: Walker, node: Node) -> None:
    """Lower `for k, v := range x`, which declares a key and an element of `x`."""
    left = list_targets(node.child_by_field_name("left"))
    items = w.visit_field(node, "right")
    declares = any(child.type == ":=" for child in node.children)
    for position, name in enumerate(left):
        if not declares:
            w.visit(name)
        elif name.type == "identifier":
            declare(w, w.read_text(name), w.add(ops.ITER if position else ops.KEYOF, items) if items else 0)


def lower_type_switch(w: Walker, node: Node) -> int:
    """Lower `switch v := x.(type)`.

    In a case of one type, `v` has that type.
    """
    w.open_block()
    w.visit_field(node, "initializer")
    alias = list_targets(node.child_by_field_name("alias"))
    value = w.visit_field(node, "value")
    for case in node.named_children:
        if case.type not in ("type_case", "default_case"):
            continue
        w.open_block()
        nodes = case.children_by_field_name("type")
        listed = [0 if w.read_text(each) == "nil" else types.lower_type(w, each) for each in nodes]
        for name in alias:
            declare(w, w.read_text(name), w.add_instance(listed[0]) if len(listed) == 1 and listed[0] else value)
        for child in case.named_children:
            if child not in nodes:
                w.visit(child)
        w.close_block()
    w.close_block()
    return 0


def lower_receive(w: Walker, node: Node) -> int:
    """Lower `case v, ok := <-c` of a select."""
    names = list_targets(node.child_by_field_name("left"))
    value = w.visit_field(node, "right")
    declares = any(child.type == ":=" for child in node.children)
    for position, name in enumerate(names):
        if not declares:
            w.visit(name)
        elif name.type == "identifier":
            declare(w, w.read_text(name), w.add_literal("bool") if position else value)
    return 0
