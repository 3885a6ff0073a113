"""Calls of Java, and the parameter types that their context gives lambdas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Expr, Flag

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def expect(w: Walker, value: int, wanted: int) -> None:
    """Record the type that the context of a value wants.

    A lambda takes its parameter types from it, and a named method its overload.
    """
    if not value or not wanted:
        return
    found: Expr = w.exprs[value]
    if found[0] == ops.METHOD_REF:
        if len(found) == 3:
            w.exprs[value] = (*found, wanted)
    elif found[0] == ops.SYM:
        if is_lambda(w, found):
            w.facts.expected.setdefault(found[1], wanted)
    elif found[0] == ops.UNION:
        for part in found[1:]:
            expect(w, part, wanted)
    elif found[0] in (ops.CALL, ops.NEW) and is_poly_expression(w, value):
        for position, argument in enumerate(found[2]):
            expect_in_call(w, argument, w.add(ops.ARGTYPE, value, position, wanted))


def expect_in_call(w: Walker, argument: int, wanted: int) -> None:
    """Record the type wanted of an argument of a call.

    The result of the call is itself expected somewhere: that binds type parameters of the called method.
    """
    found: Expr = w.exprs[argument]
    if found[0] == ops.METHOD_REF:
        w.exprs[argument] = (*found[:3], wanted)
    elif is_lambda(w, found):
        w.facts.expected[found[1]] = wanted
    elif found[0] in (ops.CALL, ops.NEW):
        expect(w, argument, wanted)


def is_lambda(w: Walker, expr: Expr) -> bool:
    """Return whether an expression is a function without a name."""
    if expr[0] != ops.SYM:
        return False
    symbol: int = expr[1]
    return bool(w.symbols[symbol].flags & Flag.ANONYMOUS)


def is_poly_expression(w: Walker, index: int, depth: int = 0) -> bool:
    """Return whether the type of an expression depends on its context.

    It is, or may be, a lambda or the name of a method, or a call that is given one.
    """
    expr = w.exprs[index]
    if expr[0] == ops.SYM:
        return is_lambda(w, expr)
    if expr[0] == ops.UNION:
        return any(is_poly_expression(w, part, depth) for part in expr[1:])
    if expr[0] in (ops.CALL, ops.NEW):
        passed: tuple[int, ...] = expr[2]
        return depth < 4 and any(is_poly_expression(w, argument, depth + 1) for argument in passed)
    return bool(expr[0] == ops.METHOD_REF)


def finish_call(
    w: Walker, called: int, arguments: Node | None, line: int, op: int = ops.CALL,
    written: tuple[tuple[str, int], ...] = (),
) -> int:  # fmt: skip
    """Add a call, and record what it expects of its arguments.

    Lambdas and named methods in its arguments, and in theirs, take their types from that.
    """
    positional, keywords = roles.lower_arguments(w, arguments)
    expr = roles.add_call(w, called, positional, (*keywords, *written), line, op)
    passed: tuple[int, ...] = w.exprs[expr][2]
    for position, argument in enumerate(passed):
        if w.exprs[argument][0] != ops.SYM and is_poly_expression(w, argument):
            expect(w, argument, w.add(ops.ARGTYPE, expr, position))
    return expr
