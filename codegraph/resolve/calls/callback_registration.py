"""Functions run when a library object calls them: tasks, signals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.model import EdgeKind, Resolution
from codegraph.resolve.calls.indirect_calls import VALUE_KINDS
from codegraph.resolve.types.values import (
    CALLABLES,
    EXTERNAL,
    ExternalInstance,
    Function,
    NamedSymbol,
)
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.types.values import Atom, Value


def emit_deferred(emitter: Emitter, file: int, source: int, callee: Expr) -> None:
    """`task.delay(…)` runs the task, elsewhere or later."""
    members = emitter.program.semantics[file].callbacks.deferred_members
    if callee[0] != ops.ATTR or callee[2] not in members:
        return
    for atom in emitter.evaluator.value(file, callee[1]):
        if isinstance(atom, Function) and members[callee[2]].intersection(
            name.rsplit(".", 1)[-1] for name in _outside_decorators(emitter, atom.gid)
        ):
            emitter.add(source, atom.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)


def emit_registered(emitter: Emitter, file: int, decorator: int, target: int) -> None:
    """`@chooser.register`, `@app.get("/")`: what the chooser or the application is used for may run the decorated."""
    exprs = emitter.evaluator.exprs[file]
    expr = exprs[decorator]
    at: int = expr[1] if expr[0] == ops.CALL else decorator
    for source in _takers(emitter, file, exprs[at]):
        if source != target:
            emitter.add(source, target, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def emit_taken(emitter: Emitter, file: int, index: int) -> None:
    """`app.include_router(router)`, `group.add_command(leaf)`: what is handed over belongs to the one that takes it."""
    exprs, end = emitter.evaluator.exprs[file], emitter.program.end
    call = exprs[index]
    named: int = call[1]
    given: list[int] = [*call[2], *(value for _, value in call[3])]
    for source in _takers(emitter, file, exprs[named]):
        for entity in (e for index in given for e in emitter.evaluator.entities(file, index)):
            if (
                not isinstance(entity, NamedSymbol)
                or entity.gid >= end
                or entity.gid == source
                or emitter.owner_of[entity.gid] != entity.gid
            ):
                continue
            kind = emitter.program.symbol(entity.gid).kind
            if kind in VALUE_KINDS:
                emitter.add(source, entity.gid, EdgeKind.REFERENCES, Resolution.INFERRED)
            elif kind in (SymbolKind.FUNCTION, SymbolKind.METHOD):
                emitter.add(source, entity.gid, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def _takers(emitter: Emitter, file: int, named: Expr) -> Iterator[int]:
    """Functions and variables of the tree whose member `named` takes what they run from then on."""
    evaluator, registering = emitter.evaluator, emitter.program.semantics[file].callbacks.registrars
    if named[0] != ops.ATTR:
        return
    for atom in evaluator.value(file, named[1]):
        if isinstance(atom, Function):
            if any(named[2] in registering.get(_known_by(name), ()) for name in _outside_decorators(emitter, atom.gid)):
                yield atom.gid
        elif isinstance(atom, ExternalInstance) and named[2] in registering.get(
            _known_by(str(atom.name).removesuffix("()")), ()
        ):
            for entity in evaluator.entities(file, named[1]):
                if (
                    isinstance(entity, NamedSymbol)
                    and entity.gid < emitter.program.end
                    and emitter.owner_of[entity.gid] == entity.gid
                ):
                    yield entity.gid


def _known_by(name: str) -> str:
    return f"{name.partition('.')[0]}.{name.rpartition('.')[2]}"


def _outside_decorators(emitter: Emitter, gid: int) -> Iterator[str]:
    """Full names of what decorates a function of the tree from outside it."""
    evaluator, program = emitter.evaluator, emitter.program
    if gid >= program.end:
        return
    program.reads.read_symbol(gid)
    file, local = program.locate(gid)
    for decorator in program.files[file].decorators.get(local, ()):
        for atom in evaluator.value(file, decorator):
            if isinstance(atom, EXTERNAL):
                yield str(atom.name).removesuffix("()")
            elif isinstance(atom, CALLABLES) and atom.gid >= program.end:
                yield program.symbol(atom.gid).qualname


def is_of_shape(emitter: Emitter, atom: Atom) -> bool:
    """Whether a function is a member of a type that only says which members an object has."""
    if not isinstance(atom, Function) or atom.gid >= emitter.program.end:
        return False
    owner = emitter.evaluator.calls.owner(atom.gid)
    return owner >= 0 and emitter.program.symbol(owner).kind == SymbolKind.INTERFACE


def beside_shape(emitter: Emitter, targets: Value) -> Value:
    """Of what a call may run that which is only known from the objects passed where such a type is wanted."""
    shapes = [a for a in targets if is_of_shape(emitter, a)]
    return tuple(a for a in targets if isinstance(a, Function) and a not in shapes) if shapes else ()
