"""Calls of Kotlin, and the types that their context gives function literals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Expr, Flag
from codegraph_parsers.lang.kotlin import types

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Keyword = tuple[str, int]


def expect(w: Walker, value: int, wanted: int) -> None:
    """Record the type that the context of a value wants of function literals in it."""
    if not value or not wanted:
        return
    found = w.exprs[value]
    if found[0] == ops.SYM and is_lambda(w, value):
        w.facts.expected.setdefault(found[1], wanted)
    elif found[0] == ops.UNION:
        for part in found[1:]:
            expect(w, part, wanted)
    elif found[0] == ops.CALL:  # its result is expected, which binds type parameters of what is called
        for key, argument in _list_arguments(found):
            if is_lambda(w, argument):
                w.facts.expected[w.exprs[argument][1]] = w.add(ops.ARGTYPE, value, key, wanted)
            elif w.exprs[argument][0] == ops.CALL and _has_lambda(w, argument):
                expect(w, argument, w.add(ops.ARGTYPE, value, key, wanted))


def _list_arguments(call: Expr) -> list[tuple[int | str, int]]:
    return [*enumerate(call[2]), *((name, e) for name, e in call[3] if not name.startswith("["))]


def _has_lambda(w: Walker, value: int, depth: int = 0) -> bool:
    """Return whether a call is given a function literal, or a call that is."""
    found = w.exprs[value]
    if found[0] != ops.CALL or depth > 3:
        return is_lambda(w, value)
    return any(_has_lambda(w, argument, depth + 1) for _, argument in _list_arguments(found))


def is_lambda(w: Walker, value: int) -> bool:
    """Return whether an expression is a function without a name."""
    found = w.exprs[value]
    if found[0] != ops.SYM:
        return False
    symbol: int = found[1]
    return bool(w.symbols[symbol].flags & Flag.ANONYMOUS)


def lower_arguments(w: Walker, node: Node | None) -> tuple[tuple[int, ...], tuple[Keyword, ...]]:
    """Return the positional and the named arguments in parentheses."""
    positional: list[int] = []
    keywords: list[Keyword] = []
    for child in node.named_children if node is not None else ():
        if child.type != "value_argument":
            continue
        parts = [part for part in child.named_children if not part.is_extra]
        if not parts:
            continue
        value = w.visit(parts[-1])
        if len(parts) > 1 and parts[0].type == "identifier" and any(each.type == "=" for each in child.children):
            keywords.append((types.read_name(w, parts[0]), value))
        else:
            positional.append(value)
    return tuple(positional), tuple(keywords)


def add_call(
    w: Walker, called: int, positional: tuple[int, ...], keywords: tuple[Keyword, ...], line: int, op: int = ops.CALL
) -> int:
    """Add a call, and record what it expects of function literals among its arguments."""
    expr = roles.add_call(w, called, positional, keywords, line, op)
    for key, argument in (*enumerate(positional), *keywords):
        if w.exprs[argument][0] == ops.UNION or (w.exprs[argument][0] == ops.CALL and _has_lambda(w, argument)):
            expect(w, argument, w.add(ops.ARGTYPE, expr, key))
    return expr
