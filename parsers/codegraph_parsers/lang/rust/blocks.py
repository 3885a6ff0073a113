"""Lowering of Rust blocks and control flow.

A local has one type for its whole life, so branches need no join of bindings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.items import discard_attributes
from codegraph_parsers.lang.rust.patterns import bind
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import lower_declared

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

EXTRA = frozenset({"line_comment", "block_comment", "attribute_item", "inner_attribute_item", "label"})


def lower_block(w: Walker, node: Node) -> int:
    """Lower `{ … }`, whose value is that of its last expression."""
    w.open_block()
    result = 0
    for child in node.named_children:
        result = w.visit(child)
    last = next((c for c in reversed(node.named_children) if c.type not in EXTRA), None)
    w.close_block()
    if last is None or last.type.endswith(("_item", "_declaration", "_definition")):
        return 0
    return result


def lower_statement(w: Walker, node: Node) -> int:
    """Lower an expression statement.

    It has a value when no semicolon ends it.
    """
    discard_attributes(w)
    result = 0
    for child in node.named_children:
        result = w.visit(child)
    return 0 if node.children and node.children[-1].type == ";" else result


def lower_wrapped(w: Walker, node: Node) -> int:
    """Lower the content of a wrapper.

    Examples: `unsafe { … }`, `async { … }`, `else { … }`, parentheses.
    """
    result = 0
    for child in node.named_children:
        if child.type not in EXTRA:
            result = w.visit(child)
    return result


def lower_first(w: Walker, node: Node) -> int:
    results = [w.visit(child) for child in node.named_children if child.type not in EXTRA]
    return results[0] if results else 0


def lower_type_arguments(w: Walker, node: Node) -> int:
    for child in node.named_children:
        lower_declared(w, child)
    return 0


def lower_condition(w: Walker, node: Node) -> int:
    """Lower `let PATTERN = VALUE` in a condition, which binds in the enclosing block."""
    pattern = node.child_by_field_name("pattern")
    result = w.visit_field(node, "value")
    if pattern is not None:
        bind(w, pattern, result)
    return 0


def lower_if(w: Walker, node: Node) -> int:
    w.open_block()
    w.visit_field(node, "condition")
    result = w.visit_field(node, "consequence")
    w.close_block()
    return w.union([result, w.visit_field(node, "alternative")])


def lower_match(w: Walker, node: Node) -> int:
    return lower_arms(w, node, w.visit_field(node, "value"))


def lower_arms(w: Walker, node: Node, subject: int) -> int:
    """Lower the arms of a `match` over a value.

    Return the union of their results.
    """
    body = node.child_by_field_name("body")
    results: list[int] = []
    for arm in body.named_children if body is not None else ():
        if arm.type != "match_arm":
            continue
        pattern, outcome = arm.child_by_field_name("pattern"), arm.child_by_field_name("value")
        w.open_block()
        if pattern is not None:
            inner = [child for child in pattern.named_children if child.type not in EXTRA]
            guard = pattern.child_by_field_name("condition")
            if inner and inner[0] != guard:
                bind(w, inner[0], subject)
            if guard is not None:
                w.visit(guard)
        if outcome is not None:
            results.append(w.visit(outcome))
        w.close_block()
    return w.union(results)


def lower_while(w: Walker, node: Node) -> int:
    w.open_block()
    w.visit_field(node, "condition")
    w.visit_field(node, "body")
    w.close_block()
    return 0


def lower_for(w: Walker, node: Node) -> int:
    pattern, value, body = (node.child_by_field_name(f) for f in ("pattern", "value", "body"))
    items = w.visit(value) if value is not None else 0
    w.open_block()
    if pattern is not None:
        bind(w, pattern, w.add(ops.ITER, items) if items else 0)
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def lower_loop(w: Walker, node: Node) -> int:
    """Lower `loop { … break value; … }`.

    Its value is any value that a `break` carries.
    """
    breaks = get_state(w).breaks
    breaks.append([])
    w.visit_field(node, "body")
    return w.union(breaks.pop())


def lower_break(w: Walker, node: Node) -> int:
    result = lower_wrapped(w, node)
    breaks = get_state(w).breaks
    if result and breaks:
        breaks[-1].append(result)
    return 0
