"""Callbacks: functions that a library object runs, such as tasks and signals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.calls.indirect_calls import VALUE_KINDS
from codegraph.resolve.types.abstract_values import CALLABLES, EXTERNAL, ExternalInstance, Function, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.types.abstract_values import Atom, Value


def emit_deferred(emitter: Emitter, file: int, source: int, callee: Expr) -> None:
    """Emit the deferred call of a task: `task.delay(…)`."""
    members = emitter.program.semantics[file].callbacks.deferred_members
    if callee[0] != ops.ATTR or callee[2] not in members:
        return
    for atom in emitter.evaluator.value(file, callee[1]):
        if isinstance(atom, Function) and members[callee[2]].intersection(
            name.rsplit(".", 1)[-1] for name in _list_outside_decorators(emitter, atom.gid)
        ):
            emitter.add(source, atom.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)


def emit_registered(emitter: Emitter, file: int, decorator: int, target: int) -> None:
    """Emit calls of a decorated function by what it is registered with.

    Examples are `@chooser.register` and `@app.get("/")`: whatever uses the chooser or the application may run the
    function.
    """
    exprs = emitter.evaluator.exprs[file]
    expr = exprs[decorator]
    at: int = expr[1] if expr[0] == ops.CALL else decorator
    for source in _find_registries(emitter, file, exprs[at]):
        if source != target:
            emitter.add(source, target, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def emit_taken(emitter: Emitter, file: int, index: int) -> None:
    """Emit edges from an object to what is handed to it.

    Examples are `app.include_router(router)` and `group.add_command(leaf)`.
    """
    exprs, end = emitter.evaluator.exprs[file], emitter.program.end
    call = exprs[index]
    named: int = call[1]
    given: list[int] = [*call[2], *(value for _, value in call[3])]
    for source in _find_registries(emitter, file, exprs[named]):
        for entity in (e for index in given for e in emitter.evaluator.entities(file, index)):
            if (
                not isinstance(entity, NamedSymbol)
                or entity.gid >= end
                or entity.gid == source
                or emitter.owner_of[entity.gid] != entity.gid
            ):
                continue
            kind = emitter.program.get_symbol(entity.gid).kind
            if kind in VALUE_KINDS:
                emitter.add(source, entity.gid, EdgeKind.REFERENCES, Resolution.INFERRED)
            elif kind in (SymbolKind.FUNCTION, SymbolKind.METHOD):
                emitter.add(source, entity.gid, EdgeKind.IMPLICIT_CALLS, Resolution.DISPATCH)


def _find_registries(emitter: Emitter, file: int, named: Expr) -> Iterator[int]:
    """Yield the functions and variables of the tree that take callbacks.

    Their member `named` is a registrar.
    """
    evaluator, registering = emitter.evaluator, emitter.program.semantics[file].callbacks.registrars
    if named[0] != ops.ATTR:
        return
    for atom in evaluator.value(file, named[1]):
        if isinstance(atom, Function):
            if any(
                named[2] in registering.get(_shorten_name(name), ())
                for name in _list_outside_decorators(emitter, atom.gid)
            ):
                yield atom.gid
        elif isinstance(atom, ExternalInstance) and named[2] in registering.get(
            _shorten_name(str(atom.name).removesuffix("()")), ()
        ):
            for entity in evaluator.entities(file, named[1]):
                if (
                    isinstance(entity, NamedSymbol)
                    and entity.gid < emitter.program.end
                    and emitter.owner_of[entity.gid] == entity.gid
                ):
                    yield entity.gid


def _shorten_name(name: str) -> str:
    return f"{name.partition('.')[0]}.{name.rpartition('.')[2]}"


def _list_outside_decorators(emitter: Emitter, gid: int) -> Iterator[str]:
    """Yield the full names of a function's decorators from outside the tree."""
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
                yield program.get_symbol(atom.gid).qualname


def is_interface_method(emitter: Emitter, atom: Atom) -> bool:
    """Return whether a function is a member of an interface."""
    if not isinstance(atom, Function) or atom.gid >= emitter.program.end:
        return False
    owner = emitter.evaluator.calls.owner(atom.gid)
    return owner >= 0 and emitter.program.get_symbol(owner).kind == SymbolKind.INTERFACE


def select_passed_methods(emitter: Emitter, targets: Value) -> Value:
    """Select the targets that are known only from the objects that are passed.

    They are passed where an interface is expected. Methods of the interface itself are left out.
    """
    shapes = [a for a in targets if is_interface_method(emitter, a)]
    return tuple(a for a in targets if isinstance(a, Function) and a not in shapes) if shapes else ()
