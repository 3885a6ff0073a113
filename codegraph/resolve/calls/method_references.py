"""Overloads of methods passed by reference (`Type::name`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.overloads import fittest, unreplaced
from codegraph.resolve.types.assignability import accepts, received
from codegraph.resolve.types.values import (
    CALLABLES,
    UNKNOWN,
    Function,
    FunctionType,
    TypeVariable,
    Value,
)
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls
    from codegraph.resolve.evaluator import Evaluator


def overloads(evaluator: Evaluator, file: int, expr: Expr, functions: list[Function]) -> tuple[Function, ...]:
    """Of methods, or constructors, of one name those that what is wanted where they are named can call."""
    if len(functions) < 2:
        return tuple(functions)
    functions = unreplaced(evaluator.calls, functions)
    wanted: int = expr[3] if len(expr) > 3 else 0
    if len(functions) < 2 or not wanted:
        return tuple(functions)
    value = evaluator.value(file, wanted)
    shapes = [a for a in evaluator.types.functional(evaluator.types.instance(value)) if isinstance(a, FunctionType)]
    if len(shapes) != 1:
        return tuple(functions)
    inferred = _inferred(evaluator, file, wanted)
    return suited(evaluator.calls, file, functions, tuple(_known(part, inferred) for part in shapes[0].parameters))


def suited(calls: Calls, file: int, functions: list[Function], passed: tuple[Value, ...]) -> tuple[Function, ...]:
    """Of methods of one name those that passing such arguments fits best; all where none fits."""
    groups: dict[tuple[Value, ...], dict[Function, Function]] = {}
    for atom in functions:
        bound, arguments = received(calls, atom, passed)
        if bound is not None and accepts(calls, bound, len(arguments)):
            groups.setdefault(arguments, {})[bound] = atom
    found: list[Function] = []
    for arguments, group in groups.items():
        found.extend(group[bound] for bound in fittest(calls, file, list(group), arguments, is_open=False))
    return tuple(found) or tuple(functions)


def _inferred(evaluator: Evaluator, file: int, wanted: int) -> frozenset[int]:
    """Functions whose type parameters are still open: those that the method is handed to."""
    found: set[int] = set()
    exprs = evaluator.exprs[file]
    expr = exprs[wanted]
    while expr[0] == ops.ARGTYPE:
        call: int = expr[1]
        found.update(a.gid for a in evaluator.calls.targets(file, exprs[call]) if isinstance(a, CALLABLES))
        outer: int = expr[3] if len(expr) > 3 else 0
        expr = exprs[outer]
    return frozenset(found)


def _known(value: Value, inferred: frozenset[int]) -> Value:
    return UNKNOWN if any(isinstance(a, TypeVariable) and a.gid in inferred for a in value) else value
