"""Statements of C# that introduce names: locals, loops, resources, handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.lang.csharp import calling, members, patterns
from codegraph_parsers.lang.csharp.types import lower_type
from codegraph_parsers.lang.java.statements import build_typed_value

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_variables(w: Walker, node: Node) -> int:
    """Lower the declarators of local variables; the last value is the result.

    They have their declared type; `var` takes that of the value.
    """
    declared = lower_type(w, node.child_by_field_name("type"))
    result = 0
    for declarator in node.named_children:
        if declarator.type != "variable_declarator":
            continue
        name = declarator.child_by_field_name("name") or declarator.named_children[0]
        value = members.lower_initial(w, declarator, name, declared)
        calling.expect(w, value, declared)
        if name.type == "tuple_pattern":
            patterns.bind_tuple(w, name, value)
            continue
        result = build_typed_value(w, declared, value)
        w.declare(w.read_text(name), result or w.add(ops.UNKNOWN))
    return result


def lower_local_declaration(w: Walker, node: Node) -> int:
    """Lower `T x = …;`, and `using var x = …;` which is disposed of."""
    for child in node.named_children:
        if child.type == "variable_declaration":
            value = lower_variables(w, child)
            if any(each.type == "using" for each in node.children) and value:
                w.add_site("enter", w.add(ops.ENTER, value), child.start_point[0] + 1)
    return 0


def lower_using(w: Walker, node: Node) -> int:
    """Lower `using (…) …`."""
    body = node.child_by_field_name("body")
    w.open_block()
    for child in node.named_children:
        if child.is_extra or (body is not None and child.id == body.id):
            continue
        value = lower_variables(w, child) if child.type == "variable_declaration" else w.visit(child)
        if value:
            w.add_site("enter", w.add(ops.ENTER, value), child.start_point[0] + 1)
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def lower_for_each(w: Walker, node: Node) -> int:
    w.open_block()
    declared = lower_type(w, node.child_by_field_name("type"))
    name, value_node = node.child_by_field_name("left"), node.child_by_field_name("right")
    value = w.visit(value_node) if value_node is not None else 0
    element = w.add(ops.ITER, value) if value else 0
    if element:
        w.add_site("iterate", element, (value_node or node).start_point[0] + 1)
    if name is not None and name.type == "identifier":
        w.declare(w.read_text(name), build_typed_value(w, declared, element))
    elif name is not None:
        patterns.bind_tuple(w, name, element)
    w.visit_field(node, "body")
    w.close_block()
    return 0


def lower_catch(w: Walker, node: Node) -> int:
    w.open_block()
    for child in node.named_children:
        if child.type == "catch_declaration":
            patterns.declare_typed(w, child, 0)
        else:
            w.visit(child)
    w.close_block()
    return 0


def lower_return(w: Walker, node: Node) -> int:
    given = calling.find_value(node)
    if given is None:
        return 0
    function = w.functions[-1] if w.functions else -1
    declared = w.facts.declared.get(function, 0)
    value = members.lower_as(w, given, members.unwrap_result(w, declared))
    if function < 0:
        return 0
    if w.symbols[function].flags & Flag.ANONYMOUS:
        w.add_return(value or w.add(ops.UNKNOWN))
        if w.exprs[value][0] in (ops.SYM, ops.UNION) and function in w.facts.expected:
            calling.expect(w, value, w.add(ops.RETURN_TYPE, w.facts.expected[function]))
    else:
        calling.expect(w, value, declared)
    return 0


def lower_yield(w: Walker, node: Node) -> int:
    for child in node.named_children:
        value = w.visit(child)
        if value:
            w.add_yield(value)
    return 0
