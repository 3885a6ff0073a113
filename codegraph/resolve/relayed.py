"""Functions that run when another thing is called, because what a library's decorator made of them says so: tasks that
a call puts into a queue, and implementations that are registered with the function which chooses among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.model import EdgeKind, Resolution
from codegraph.resolve.values import CL, EI, EX, FN
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.emit import Emitter
    from codegraph.resolve.values import Atom, Value


def emit_deferred(emitter: Emitter, file: int, source: int, callee: Expr) -> None:
    """`task.delay(…)` runs the task, elsewhere or later."""
    members = emitter.program.semantics[file].deferring
    if callee[0] != ops.ATTR or callee[2] not in members:
        return
    for atom in emitter.evaluator.value(file, callee[1]):
        if atom[0] == FN and members[callee[2]].intersection(
            name.rsplit(".", 1)[-1] for name in _outside_decorators(emitter, atom[1])
        ):
            emitter.add(source, atom[1], EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)


def emit_registered(emitter: Emitter, file: int, decorator: int, target: int) -> None:
    """`@chooser.register`: calling the chooser may run what is decorated."""
    exprs, registering = emitter.evaluator.exprs[file], emitter.program.semantics[file].registering
    expr = exprs[decorator]
    at: int = expr[1] if expr[0] == ops.CALL else decorator
    named = exprs[at]
    if named[0] != ops.ATTR:
        return
    for atom in emitter.evaluator.value(file, named[1]):
        if atom[0] == FN and atom[1] != target:
            for name in _outside_decorators(emitter, atom[1]):
                package, last = name.partition(".")[0], name.rpartition(".")[2]
                if named[2] in registering.get(f"{package}.{last}", ()):
                    emitter.add(atom[1], target, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def _outside_decorators(emitter: Emitter, gid: int) -> Iterator[str]:
    """Full names of what decorates a function of the tree from outside it."""
    evaluator, program = emitter.evaluator, emitter.program
    if gid >= program.end:
        return
    if program.record is not None:
        program.record.symbol(gid)
    file, local = program.locate(gid)
    for decorator in program.files[file].decorators.get(local, ()):
        for atom in evaluator.value(file, decorator):
            if atom[0] in (EX, EI):
                yield str(atom[1]).removesuffix("()")
            elif atom[0] in (FN, CL) and atom[1] >= program.end:
                yield program.symbol(atom[1]).qualname


def is_of_shape(emitter: Emitter, atom: Atom) -> bool:
    """Whether a function is a member of a type that only says which members an object has."""
    if atom[0] != FN or atom[1] >= emitter.program.end:
        return False
    owner = emitter.evaluator.calls.owner(atom[1])
    return owner >= 0 and emitter.program.symbol(owner).kind == SymbolKind.INTERFACE


def beside_shape(emitter: Emitter, targets: Value) -> Value:
    """Of what a call may run that which is only known from the objects passed where such a type is wanted."""
    shapes = [a for a in targets if is_of_shape(emitter, a)]
    return tuple(a for a in targets if a[0] == FN and a not in shapes) if shapes else ()
