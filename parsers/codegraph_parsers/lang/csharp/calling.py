"""Calls of C#: their arguments, named or not, and what they expect of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.java.calling import expect, is_poly_expression

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

__all__ = ["expect", "finish_call", "lower_arguments"]


def lower_arguments(w: Walker, node: Node | None) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
    """Return the positional and the named arguments of an argument list."""
    positional: list[int] = []
    keywords: list[tuple[str, int]] = []
    for child in node.named_children if node is not None else ():
        if child.type not in ("argument", "attribute_argument"):
            continue
        key = child.child_by_field_name("name")
        value = lower_value(w, child, key)
        if key is not None:
            keywords.append((w.read_text(key), value))
        else:
            positional.append(value)
    return tuple(positional), tuple(keywords)


def find_value(node: Node, without: Node | None = None) -> Node | None:
    """Return the value in a node: the last expression, which may be `this`."""
    for child in reversed(node.children):
        if child.type == "this" or (child.is_named and not child.is_extra):
            return child if without is None or child.id != without.id else None
    return None


def lower_value(w: Walker, node: Node, without: Node | None = None) -> int:
    """Lower the value in a node, 0 for none."""
    found = find_value(node, without)
    if found is None:
        return 0
    if found.type == "this":
        return w.share(ops.SELF, w.classes[-1]) if w.classes else 0
    return w.visit(found)


def finish_call(
    w: Walker, called: int, arguments: Node | None, line: int, op: int = ops.CALL,
    written: tuple[tuple[str, int], ...] = (),
) -> int:  # fmt: skip
    """Add a call, and record what it expects of its arguments.

    Lambdas and named methods in its arguments, and in theirs, take their types from that.
    """
    positional, keywords = lower_arguments(w, arguments)
    return add_call(w, called, positional, (*keywords, *written), line, op)


def add_call(
    w: Walker, called: int, positional: tuple[int, ...], keywords: tuple[tuple[str, int], ...], line: int,
    op: int = ops.CALL,
) -> int:  # fmt: skip
    """Add a call whose arguments are already evaluated; see `finish_call`."""
    expr = roles.add_call(w, called, positional, keywords, line, op)
    for key, argument in (*enumerate(positional), *keywords):
        made = w.exprs[argument]
        if made[0] == ops.NEW and not made[1]:  # `new()`: of the type that the parameter has
            w.exprs[argument] = (ops.NEW, w.add(ops.TYPEOF, w.add(ops.ARGTYPE, expr, key)), *made[2:])
        if w.exprs[argument][0] != ops.SYM and is_poly_expression(w, argument):
            expect(w, argument, w.add(ops.ARGTYPE, expr, key))
    return expr
