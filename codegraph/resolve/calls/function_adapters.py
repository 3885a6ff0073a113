"""Methods of functions as objects: `bind`, `call` and `apply`.

A class may have methods of these names, too. Only the receiver says which one is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import Function, FunctionType, Value
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.evaluator import Evaluator


def evaluate_adapted(evaluator: Evaluator, file: int, expr: Expr) -> Value:
    """Return the result of the tree's method of that name.

    Without one, it is the value of the adapted function.
    """
    other, call = expr[1], expr[2]
    return evaluator.value(file, call if is_method(evaluator, file, call) else other)


def is_method(evaluator: Evaluator, file: int, call: int) -> bool:
    """Return whether a call runs a member that the tree declares."""
    callee: int = evaluator.exprs[file][call][1]
    return any(
        isinstance(atom, FunctionType) or (isinstance(atom, Function) and atom.gid < evaluator.program.end)
        for atom in evaluator.value(file, callee)
    )


def emit_adapted(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit the call of the tree's method; a function's own method has no edge."""
    call: int = emitter.evaluator.exprs[file][index][2]
    if is_method(emitter.evaluator, file, call):
        emitter.emit_call(file, source, call)
