"""Patterns of C#, what they bind, and what a matched variable is known to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.csharp import expressions
from codegraph_parsers.lang.csharp.types import TYPES, lower_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

PATTERNS = frozenset(
    {"declaration_pattern", "recursive_pattern", "constant_pattern", "type_pattern", "negated_pattern", "and_pattern"}
    | {"or_pattern", "parenthesized_pattern", "relational_pattern", "list_pattern", "var_pattern", "discard"}
)


def lower_is_pattern(w: Walker, node: Node) -> int:
    """Lower `x is pattern`."""
    pattern = node.child_by_field_name("pattern")
    value = w.visit_field(node, "expression")
    if pattern is not None:
        bind_pattern(w, pattern, value)
    return w.add_literal("$bool")


def lower_is_type(w: Walker, node: Node) -> int:
    """Lower `x is T`."""
    right = node.child_by_field_name("right")
    w.visit_field(node, "left")
    lower_type(w, right)
    return w.add_literal("$bool")


def bind_pattern(w: Walker, node: Node, matched: int) -> None:
    """Declare what a pattern binds in `matched`."""
    kind = node.type
    if kind in ("declaration_pattern", "var_pattern"):
        declare_typed(w, node, matched)
        if node.named_children and node.named_children[-1].type == "parenthesized_variable_designation":
            bind_tuple(w, node.named_children[-1], matched)
    elif kind == "recursive_pattern":
        _bind_recursive(w, node, matched)
    elif kind == "type_pattern":
        lower_type(w, node.child_by_field_name("type") or (node.named_children[0] if node.named_children else None))
    elif kind == "constant_pattern":
        for child in node.named_children:
            if child.type == "tuple_expression":
                bind_tuple(w, child, matched)
            else:
                w.visit(child)
    elif kind in ("negated_pattern", "and_pattern", "or_pattern", "parenthesized_pattern", "list_pattern"):
        for child in node.named_children:
            bind_pattern(w, child, w.add(ops.ITER, matched) if kind == "list_pattern" and matched else matched)
    elif kind not in ("discard",):
        w.visit(node)


def _declare_designation(w: Walker, node: Node, value: int) -> None:
    if node.type == "identifier":
        w.declare(w.read_text(node), value)
    else:
        bind_tuple(w, node, value)


def declare_typed(w: Walker, node: Node, value: int) -> int:
    """Declare a name, of the type that is written before it if there is one."""
    declared, name = lower_type(w, node.child_by_field_name("type")), node.child_by_field_name("name")
    value = w.add_instance(declared) if declared else value
    if name is not None:
        _declare_designation(w, name, value)
    return value


def build_item(w: Walker, value: int, position: int) -> int:
    return w.add(ops.ITEM, value, position, False) if value else w.add(ops.UNKNOWN)


def _bind_recursive(w: Walker, node: Node, matched: int) -> None:
    """Bind `T { Name: pattern } name` and `T(pattern, …) name`."""
    type_node = node.child_by_field_name("type")
    declared = lower_type(w, type_node)
    value = w.add_instance(declared) if declared else matched
    for clause in node.named_children:
        if clause.type == "property_pattern_clause":
            for part in clause.named_children:
                if part.type == "subpattern" and part.named_children:
                    _bind_member(w, part, value)
        elif clause.type == "positional_pattern_clause":
            parts = [child for child in clause.named_children if child.type == "subpattern"]
            for position, part in enumerate(parts):
                if not part.named_children:
                    continue
                inner = w.add(ops.FIELD_OF, declared, value, position) if declared else build_item(w, value, position)
                bind_pattern(w, part.named_children[-1], inner)
    name = node.child_by_field_name("name")
    if name is not None:
        _declare_designation(w, name, value)


def _bind_member(w: Walker, node: Node, value: int) -> None:
    """Bind the pattern of one member: `Name: pattern`, `A.B: pattern`."""
    first, last = node.named_children[0], node.named_children[-1]
    inner = _walk_path(w, first, value) if first.id != last.id else value
    bind_pattern(w, last, inner)


def _walk_path(w: Walker, node: Node, value: int) -> int:
    if node.type == "member_access_expression":
        outer, name = node.child_by_field_name("expression"), node.child_by_field_name("name")
        base = _walk_path(w, outer, value) if outer is not None else value
    else:
        base, name = value, node
    if not base or name is None:
        return 0
    expr = w.share(ops.ATTR, base, w.read_text(name))
    w.mention(expr, name.start_point[0] + 1)
    return expr


def bind_tuple(w: Walker, node: Node, value: int) -> None:
    """Bind `(a, b) = value`, `var (a, b) = value` and the like."""
    parts = [child for child in node.named_children if not child.is_extra]
    for position, part in enumerate(parts):
        inner = part.named_children[-1] if part.type == "argument" and part.named_children else part
        item = build_item(w, value, position)
        if inner.type == "declaration_expression":
            declare_typed(w, inner, item)
        elif inner.type in ("tuple_pattern", "parenthesized_variable_designation", "tuple_expression"):
            bind_tuple(w, inner, item)
        elif inner.type == "identifier" and node.type in ("tuple_pattern", "parenthesized_variable_designation"):
            w.declare(w.read_text(inner), item)
        elif inner.type != "discard":
            w.visit(inner)


def lower_switch(w: Walker, node: Node) -> int:
    """Lower a switch statement: each section binds what its patterns match."""
    body = node.child_by_field_name("body")
    subject = w.visit_field(node, "value")
    w.open_block()
    for section in body.named_children if body is not None else ():
        w.open_block()
        for child in section.named_children:
            _walk_part(w, child, subject)
        w.close_block()
    w.close_block()
    return 0


def lower_switch_expression(w: Walker, node: Node) -> int:
    """Lower `x switch { pattern => value, … }`: any of the values."""
    parts = [child for child in node.named_children if not child.is_extra]
    subject = w.visit(parts[0]) if parts else 0
    values: list[int] = []
    for arm in parts[1:]:
        if arm.type != "switch_expression_arm":
            continue
        w.open_block()
        inner = [child for child in arm.named_children if not child.is_extra]
        for child in inner[:-1]:
            _walk_part(w, child, subject)
        if inner:
            values.append(w.visit(inner[-1]))
        w.close_block()
    return w.union(values)


def _walk_part(w: Walker, node: Node, subject: int) -> None:
    """Walk a part of a switch; a plain name in a pattern may be a type."""
    if node.type == "constant_pattern" and node.named_child_count == 1 and node.named_children[0].type in TYPES:
        expressions.lower_object(w, node.named_children[0])
    elif node.type in PATTERNS:
        bind_pattern(w, node, subject)
    else:
        w.visit(node)
