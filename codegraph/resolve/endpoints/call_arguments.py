"""Parts of expressions: arguments of calls, alternatives of unions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts
from codegraph_parsers.frameworks.framework_model import Argument

_WITHOUT_PROPERTIES: Final = frozenset({ops.LITERAL, ops.TEMPLATE, ops.LIST, ops.SYM})


def find_argument(facts: FileFacts, expr: Expr, argument: Argument) -> int | None:
    """Return the expression of an argument of a call.

    It is None where the argument is not given, 0 where nothing is known of it."""
    given: Sequence[int] = expr[2]
    for place in argument:
        if isinstance(place, int):
            if any(facts.exprs[each][0] == ops.SPREAD for each in given[: place + 1]):
                return 0
            if place < len(given):
                return given[place]
        else:
            for name, value in expr[3]:
                if name == place:
                    return value
            found = find_option(facts, given, place)
            if found is not None:
                return found
    return None


def list_parts(expr: Expr) -> Sequence[int] | None:
    """Return the elements of a list or tuple that is written out, None for others."""
    if expr[0] == ops.LIST:
        return expr[2]
    return expr[1:] if expr[0] == ops.TUPLE else None


def list_elements(exprs: Sequence[Expr], index: int) -> Sequence[int]:
    """Return the elements of a list that is written out, or the expression itself."""
    parts = list_parts(exprs[index])
    return (index,) if parts is None else parts


def list_alternatives(exprs: Sequence[Expr], index: int) -> list[int]:
    """Return the expressions of which one is meant, each once.

    A loop leads from unions back to themselves, which adds nothing."""
    found: dict[int, None] = {}
    seen, waiting = {index}, [index]
    while waiting:
        at = waiting.pop()
        if exprs[at][0] != ops.UNION:
            found[at] = None
            continue
        new = [part for part in reversed(exprs[at][1:]) if part not in seen]
        seen.update(new)
        waiting += new
    return list(found)


def find_option(facts: FileFacts, given: Sequence[int], key: str) -> int | None:
    """Return a property of an object literal among the arguments."""
    for each in given:
        found = find_property(facts, each, key)
        if found is not None:
            return found
    return None


def has_option(argument: Argument) -> bool:
    """Return whether an argument may be a property of an object."""
    return any(isinstance(place, str) for place in argument)


def list_opaque(facts: FileFacts, given: Sequence[int], *, beside: int) -> list[int]:
    """Return the arguments that may be objects with unknown properties.

    These are all but `beside`, literals and functions. An object that another one is spread into is one of them."""
    found: list[int] = []
    for index in given:
        expr = facts.exprs[index]
        while expr[0] == ops.FLOW:
            value: int = expr[2]
            expr = facts.exprs[value]
        if expr[0] == ops.VAR:
            variable: int = expr[1]
            values = facts.values.get(variable, ())
            expr = facts.exprs[values[0]] if len(values) == 1 else expr
        is_whole = expr[0] == ops.OBJECT and not facts.stars.get(int(expr[1]))
        if index != beside and not is_whole and expr[0] not in _WITHOUT_PROPERTIES:
            found.append(index)
    return found


def find_property(facts: FileFacts, index: int, key: str) -> int | None:
    """Return a property of an object that is written out, None for none."""
    expr = facts.exprs[index]
    found = facts.names.get(expr[1], {}).get(key) if expr[0] == ops.OBJECT else None
    return unwrap_property(facts, found) if found else None


def unwrap_property(facts: FileFacts, index: int) -> int:
    """Return what a property holds, which may be a symbol of its own."""
    expr = facts.exprs[index]
    if expr[0] in (ops.VAR, ops.SYM):
        values = facts.values.get(expr[1], ())
        return values[0] if len(values) == 1 else index
    return index
