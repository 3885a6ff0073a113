"""Smart casts: what conditions tell of the types of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.kotlin import names, types

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ASSERTIONS = frozenset({"require", "check", "assert"})
JUMPS = frozenset({"return_expression", "throw_expression"})
JUMPING = ("return", "throw", "break", "continue", "error(", "TODO(")


def get_key(w: Walker, node: Node) -> str:
    """Return the key under which what is known of an expression is kept, "" for none."""
    if node.type == "identifier":
        return types.read_name(w, node)
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return get_key(w, node.named_children[0])
    if node.type == "this_expression":
        return "this"
    if node.type == "navigation_expression" and node.named_child_count == 2:
        inner = get_key(w, node.named_children[0])
        return f"{inner}.{types.read_name(w, node.named_children[1])}" if inner else ""
    return ""


def narrow_to(w: Walker, node: Node, declared: int) -> None:
    """Record that an expression is of a type in the rest of the block."""
    key = get_key(w, node)
    if not key or not declared or w.scope.kind != "function" or not w.scope.blocks:
        return
    local = names.look_up_local(w, key)
    w.declare(key, w.add(ops.DECLARED, declared, max(local, 0)))


def narrow(w: Walker, condition: Node, holds: bool) -> None:
    """Record what a condition tells, where it holds or where it does not."""
    while condition.type == "parenthesized_expression" and condition.named_child_count == 1:
        condition = condition.named_children[0]
    if condition.type == "is_expression":
        left = condition.child_by_field_name("left")
        positive = any(child.type == "is" for child in condition.children)
        if left is not None and positive == holds:
            narrow_to(w, left, types.lower_type(w, types.find_type(condition), mention=False))
    elif condition.type == "unary_expression":
        sign, inner = condition.child_by_field_name("operator"), condition.child_by_field_name("argument")
        if sign is not None and sign.type == "!" and inner is not None:
            narrow(w, inner, not holds)
    elif condition.type == "binary_expression":
        sign = condition.child_by_field_name("operator")
        if sign is not None and sign.type == ("&&" if holds else "||"):
            for name in ("left", "right"):
                part = condition.child_by_field_name(name)
                if part is not None:
                    narrow(w, part, holds)


def follow_assertion(w: Walker, label: str, arguments: Node | None) -> None:
    """Record what is known behind `require(x is T)`."""
    if label in ASSERTIONS and arguments is not None and arguments.named_children:
        first = arguments.named_children[0]
        if first.named_children:
            narrow(w, first.named_children[-1], holds=True)


def can_complete(w: Walker, node: Node | None) -> bool:
    """Return whether the code behind a branch is reached from it."""
    if node is None:
        return True
    if node.type == "block":
        last = next((child for child in reversed(node.named_children) if not child.is_extra), None)
        return last is None or can_complete(w, last)
    if node.type in JUMPS:
        return False
    return not w.read_one_line(node.start_byte, node.end_byte, 20).startswith(JUMPING)
