"""Statements of Java that introduce names.

These are locals, loops, resources, handlers, patterns and switches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.lang.java import calling, definitions, state, types
from codegraph_parsers.lang.java.expressions import look_up_local
from codegraph_parsers.lang.java.types import lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_package(w: Walker, node: Node) -> int:
    parts = [each for child in node.named_children for each in types.list_identifiers(w, child)]
    w.facts.package = ".".join(w.read_text(part) for part in parts)
    for child in node.named_children:
        if child.type.endswith("annotation"):
            w.visit(child)
    state.get_state(w).packages.setdefault(w.facts.package, [])
    return 0


def lower_import(w: Walker, node: Node) -> int:
    """Lower single, static and wildcard imports."""
    path = find_child(node, "scoped_identifier", "identifier")
    if path is None:
        return 0
    names = [w.read_text(part) for part in types.list_identifiers(w, path)]
    line = node.start_point[0] + 1
    static = any(child.type == "static" for child in node.children)
    if any(child.type == "asterisk" for child in node.children):
        w.add_star_import(".".join(names), line, "import" if static else "type")
        return 0
    if static and len(names) > 2:
        w.add_import(".".join(names[:-2]), names[-2], "", line)
    expr = w.add_import(".".join(names[:-1]), names[-1], names[-1], line)
    if not static:
        w.bind(names[-1], expr)
        return 0
    for name in (names[-1], names[-1] + types.METHOD):  # a method does not hide the type or variable of its name
        part = w.add_import(".".join(names[:-1]), name, names[-1], line, "bind")
        w.bind(name, w.union([w.scope.env.get(name, 0), part]))
    return 0


def lower_declaration(w: Walker, node: Node) -> int:
    """Lower local variables.

    They have their declared type; `var` takes that of the value.
    """
    definitions.read_modifiers(w, node)
    declared = lower_type(w, node.child_by_field_name("type"))
    for declarator in node.children_by_field_name("declarator"):
        name = declarator.child_by_field_name("name")
        own = types.build_array(w, declared, declarator.child_by_field_name("dimensions"))
        value = w.visit_field(declarator, "value")
        calling.expect(w, value, own)
        if name is not None:
            w.declare(w.read_text(name), build_typed_value(w, own, value))
    return 0


def build_typed_value(w: Walker, declared: int, value: int) -> int:
    return w.add(ops.DECLARED, declared, value) if declared else value


def lower_if(w: Walker, node: Node) -> int:
    """Lower `if`.

    Variables of a pattern live where it matched; after `if (!(x instanceof T t)) return;` they live on.
    """
    condition = node.child_by_field_name("condition")
    negated = condition is not None and w.read_text(condition).lstrip("( ").startswith("!")
    if not negated:
        w.open_block()
    for child in node.named_children:
        w.visit(child)
    if not negated:
        w.close_block()
    return 0


def lower_for_each(w: Walker, node: Node) -> int:
    w.open_block()
    definitions.read_modifiers(w, node)
    declared = lower_type(w, node.child_by_field_name("type"))
    name = node.child_by_field_name("name")
    value = w.visit_field(node, "value")
    if name is not None:
        w.declare(w.read_text(name), build_typed_value(w, declared, w.add(ops.ITER, value) if value else 0))
    w.visit_field(node, "body")
    w.close_block()
    return 0


def lower_resource(w: Walker, node: Node) -> int:
    """Lower the resource of `try (T x = …)`, closed at the end."""
    definitions.read_modifiers(w, node)
    declared = lower_type(w, node.child_by_field_name("type"))
    name = node.child_by_field_name("name")
    if name is None:
        value = 0
        for child in node.named_children:
            value = w.visit(child)
    else:
        value = build_typed_value(w, declared, w.visit_field(node, "value"))
        w.declare(w.read_text(name), value)
    if value:
        w.add_site("enter", w.add(ops.ENTER, value), node.start_point[0] + 1)
    return 0


def lower_catch(w: Walker, node: Node) -> int:
    w.open_block()
    for child in node.named_children:
        if child.type == "catch_formal_parameter":
            definitions.read_modifiers(w, child)
            kind = find_child(child, "catch_type")
            name = child.child_by_field_name("name")
            declared = lower_type(w, kind)
            if name is not None:
                w.declare(w.read_text(name), w.add_instance(declared))
        else:
            w.visit(child)
    w.close_block()
    return 0


def lower_return(w: Walker, node: Node) -> int:
    value = 0
    for child in node.named_children:
        if not child.is_extra:
            value = w.visit(child)
    if not w.functions or not node.named_child_count:
        return 0
    function = w.functions[-1]
    if w.symbols[function].flags & Flag.ANONYMOUS:
        w.add_return(value or w.add(ops.UNKNOWN))
        if w.exprs[value][0] in (ops.SYM, ops.UNION, ops.METHOD_REF) and function in w.facts.expected:
            calling.expect(w, value, w.add(ops.RETURN_TYPE, w.facts.expected[function]))
    else:
        calling.expect(w, value, w.facts.declared.get(function, 0))
    return 0


# -- patterns and switches ------------------------------------------------------------------------------------------


def lower_instance_of(w: Walker, node: Node) -> int:
    left, right, name = (node.child_by_field_name(each) for each in ("left", "right", "name"))
    value = w.visit(left) if left is not None else 0
    if right is not None and right.type in types.TYPES:
        declared = lower_type(w, right)
        if name is not None:
            w.declare(w.read_text(name), w.add_instance(declared))
    found = node.child_by_field_name("pattern")
    if found is not None:
        bind_pattern(w, found, value)
    return w.add_literal("$boolean")


def bind_pattern(w: Walker, node: Node, matched: int) -> None:
    """Declare what a type or record pattern binds in `matched`."""
    if node.type == "pattern":
        for child in node.named_children:
            bind_pattern(w, child, matched)
        return
    parts = [child for child in node.named_children if not child.is_extra]
    if node.type == "record_pattern":
        record = lower_type(w, parts[0]) if parts else 0
        body = parts[-1].named_children if parts else []
        value = w.add_instance(record) if w.exprs[record][0] == ops.GENERIC else matched or w.add_instance(record)
        for position, child in enumerate(each for each in body if not each.is_extra):
            bind_pattern(w, child, w.add(ops.FIELD_OF, record, value, position))
        return
    if node.type in ("type_pattern", "record_pattern_component"):
        if parts and parts[0].type in ("record_pattern", "pattern"):
            bind_pattern(w, parts[0], matched)
            return
        kinds = [part for part in parts if part.type in types.TYPES]
        declared = lower_type(w, kinds[0]) if kinds else 0
        name = parts[-1]
        if name.type == "identifier":
            w.declare(w.read_text(name), w.add_instance(declared) if declared else matched)


def lower_switch(w: Walker, node: Node) -> int:
    """Lower a switch as statement or expression.

    As an expression it is any of the values that its arms give.
    """
    body = node.child_by_field_name("body")
    subject = w.visit_field(node, "condition")
    kept = state.get_state(w)
    outer, kept.yields = kept.yields, []
    w.open_block()
    values: list[int] = []
    for group in body.named_children if body is not None else ():
        w.open_block()
        arrow = group.type == "switch_rule"
        for child in group.named_children:
            if child.type == "switch_label":
                walk_label(w, child, subject)
            else:
                value = w.visit(child)
                if arrow and child.type == "expression_statement":
                    values.append(value)
        if arrow:
            w.close_block()
        else:
            merge_block(w)
    w.close_block()
    values.extend(kept.yields or ())
    kept.yields = outer
    return w.union(values)


def merge_block(w: Walker) -> None:
    """Close a block whose names stay visible.

    The groups of an old-style switch share one scope.
    """
    names = w.scope.blocks.pop()
    for name, before in names.items():
        w.scope.blocks[-1].setdefault(name, before)


def walk_label(w: Walker, node: Node, subject: int) -> None:
    """Walk a `case` label.

    Constants of the subject's enumeration are named without it; others are those in sight, such as what a class
    inherits or imports.
    """
    for child in node.named_children:
        if child.type == "pattern":
            bind_pattern(w, child, subject)
        elif child.type == "identifier":
            if not subject or look_up_local(w, w.read_text(child)) >= 0:
                w.visit(child)
                continue
            named = w.share(ops.NAME, w.read_text(child), w.classes[-1] if w.classes else 0)
            constant = w.share(ops.ATTR, subject, w.read_text(child))
            w.add_site("case", w.add(ops.UNION, constant, named), child.start_point[0] + 1)
        else:
            w.visit(child)


def lower_yield(w: Walker, node: Node) -> int:
    value = 0
    for child in node.named_children:
        value = w.visit(child)
    found = state.get_state(w).yields
    if found is not None:
        found.append(value)
    return 0
