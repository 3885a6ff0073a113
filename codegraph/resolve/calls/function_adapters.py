"""Methods of functions as objects: `bind`, `call` and `apply`.

Methods that are named as functions' own are: `bind`, `call`, `apply`. Only what has them says which one is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.values import Function, FunctionType, Value
from codegraph_parsers.facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.evaluator import Evaluator


def adapted(evaluator: Evaluator, file: int, expr: Expr) -> Value:
    """What the method gives where there is one in the tree, else what is meant of a function."""
    other, call = expr[1], expr[2]
    return evaluator.value(file, call if is_method(evaluator, file, call) else other)


def is_method(evaluator: Evaluator, file: int, call: int) -> bool:
    """Whether what a call runs by its name is a member that the tree declares."""
    callee: int = evaluator.exprs[file][call][1]
    return any(
        isinstance(atom, FunctionType) or (isinstance(atom, Function) and atom.gid < evaluator.program.end)
        for atom in evaluator.value(file, callee)
    )


def emit_adapted(emitter: Emitter, file: int, source: int, index: int) -> None:
    """The call of such a method; a function's own is nothing to be told of."""
    call: int = emitter.evaluator.exprs[file][index][2]
    if is_method(emitter.evaluator, file, call):
        emitter.call(file, source, call)
