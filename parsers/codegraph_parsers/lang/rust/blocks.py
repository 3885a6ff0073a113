"""Rust blocks and control flow. A local has one type for its whole life, so branches need no joining of bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.items import forget
from codegraph_parsers.lang.rust.patterns import bind
from codegraph_parsers.lang.rust.state import state
from codegraph_parsers.lang.rust.types import declared

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

EXTRA = frozenset({"line_comment", "block_comment", "attribute_item", "inner_attribute_item", "label"})


def block(w: Walker, node: Node) -> int:
    """`{ … }`: its value is that of its last expression."""
    w.open_block()
    result = 0
    for child in node.named_children:
        result = w.visit(child)
    last = next((c for c in reversed(node.named_children) if c.type not in EXTRA), None)
    w.close_block()
    if last is None or last.type.endswith(("_item", "_declaration", "_definition")):
        return 0
    return result


def statement(w: Walker, node: Node) -> int:
    """An expression statement: a value when no semicolon ends it."""
    forget(w)
    result = 0
    for child in node.named_children:
        result = w.visit(child)
    return 0 if node.children and node.children[-1].type == ";" else result


def wrapped(w: Walker, node: Node) -> int:
    """`unsafe { … }`, `async { … }`, `else { … }`, parentheses: what is inside."""
    result = 0
    for child in node.named_children:
        if child.type not in EXTRA:
            result = w.visit(child)
    return result


def first(w: Walker, node: Node) -> int:
    results = [w.visit(child) for child in node.named_children if child.type not in EXTRA]
    return results[0] if results else 0


def type_arguments(w: Walker, node: Node) -> int:
    for child in node.named_children:
        declared(w, child)
    return 0


def condition(w: Walker, node: Node) -> int:
    """`let PATTERN = VALUE` in a condition: binds in the block around."""
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    result = w.visit(value) if value is not None else 0
    if pattern is not None:
        bind(w, pattern, result)
    return 0


def if_(w: Walker, node: Node) -> int:
    test, yes, no = (node.child_by_field_name(f) for f in ("condition", "consequence", "alternative"))
    w.open_block()
    if test is not None:
        w.visit(test)
    result = w.visit(yes) if yes is not None else 0
    w.close_block()
    other = w.visit(no) if no is not None else 0
    return w.union([result, other])


def match(w: Walker, node: Node) -> int:
    value = node.child_by_field_name("value")
    return arms(w, node, w.visit(value) if value is not None else 0)


def arms(w: Walker, node: Node, subject: int) -> int:
    """The arms of a `match` over a value: any of their results."""
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


def while_(w: Walker, node: Node) -> int:
    test, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    w.open_block()
    if test is not None:
        w.visit(test)
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def for_(w: Walker, node: Node) -> int:
    pattern, value, body = (node.child_by_field_name(f) for f in ("pattern", "value", "body"))
    items = w.visit(value) if value is not None else 0
    w.open_block()
    if pattern is not None:
        bind(w, pattern, w.add(ops.ITER, items) if items else 0)
    if body is not None:
        w.visit(body)
    w.close_block()
    return 0


def loop(w: Walker, node: Node) -> int:
    """`loop { … break value; … }`: any value a `break` carries."""
    breaks = state(w).breaks
    breaks.append([])
    body = node.child_by_field_name("body")
    if body is not None:
        w.visit(body)
    return w.union(breaks.pop())


def break_(w: Walker, node: Node) -> int:
    result = wrapped(w, node)
    breaks = state(w).breaks
    if result and breaks:
        breaks[-1].append(result)
    return 0
