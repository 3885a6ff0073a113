"""Overloads of methods passed by reference (`Type::name`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.overloads import drop_replaced, select_best
from codegraph.resolve.types.abstract_values import CALLABLES, UNKNOWN, Function, FunctionType, TypeVariable, Value
from codegraph.resolve.types.assignability import apply_receiver, has_arity
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls
    from codegraph.resolve.evaluator import Evaluator


def select_overloads(evaluator: Evaluator, file: int, expr: Expr, functions: list[Function]) -> tuple[Function, ...]:
    """Select the overloads that the expected type of a reference can call.

    They are methods, or constructors, of one name.
    """
    if len(functions) < 2:
        return tuple(functions)
    functions = drop_replaced(evaluator.calls, functions)
    wanted: int = expr[3] if len(expr) > 3 else 0
    if len(functions) < 2 or not wanted:
        return tuple(functions)
    value = evaluator.value(file, wanted)
    shapes = [
        a for a in evaluator.types.as_function_types(evaluator.types.as_instances(value)) if isinstance(a, FunctionType)
    ]
    if len(shapes) != 1:
        return tuple(functions)
    inferred = _list_open_functions(evaluator, file, wanted)
    return select_fittest(
        evaluator.calls, file, functions, tuple(_forget_inferred(part, inferred) for part in shapes[0].parameters)
    )


def select_fittest(
    calls: Calls, file: int, functions: list[Function], passed: tuple[Value, ...]
) -> tuple[Function, ...]:
    """Select the methods of one name that some arguments fit best.

    Returns all where none fits.
    """
    groups: dict[tuple[Value, ...], dict[Function, Function]] = {}
    for atom in functions:
        bound, arguments = apply_receiver(calls, atom, passed)
        if bound is not None and has_arity(calls, bound, len(arguments)):
            groups.setdefault(arguments, {})[bound] = atom
    found: list[Function] = []
    for arguments, group in groups.items():
        found.extend(group[bound] for bound in select_best(calls, file, list(group), arguments, is_open=False))
    return tuple(found) or tuple(functions)


def _list_open_functions(evaluator: Evaluator, file: int, wanted: int) -> frozenset[int]:
    """Return the functions whose type parameters are still to be inferred.

    The method reference is an argument of their calls.
    """
    found: set[int] = set()
    exprs = evaluator.exprs[file]
    expr = exprs[wanted]
    while expr[0] == ops.ARGTYPE:
        call: int = expr[1]
        found.update(a.gid for a in evaluator.calls.find_targets(file, exprs[call]) if isinstance(a, CALLABLES))
        outer: int = expr[3] if len(expr) > 3 else 0
        expr = exprs[outer]
    return frozenset(found)


def _forget_inferred(value: Value, inferred: frozenset[int]) -> Value:
    return UNKNOWN if any(isinstance(a, TypeVariable) and a.gid in inferred for a in value) else value
