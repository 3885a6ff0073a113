"""Emission of decorators as edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind
from codegraph.resolve.calls.callback_registration import emit_registered
from codegraph.resolve.types.abstract_values import CALLABLES, Function, NamedSymbol
from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter


def emit_decorators(emitter: Emitter, file: int, index: int) -> None:
    """Emit the edges of a decorator, and its call with the definition."""
    program, evaluator = emitter.program, emitter.evaluator
    exprs = program.files[file].exprs
    expr = exprs[index]
    definition: int = expr[1]
    target = program.offsets[file] + exprs[definition][1]
    decorators: tuple[int, ...] = expr[2]
    registering = bool(program.semantics[file].callbacks.registrars)
    for made in decorators:
        called = exprs[made][0] in (ops.CALL, ops.NEW)  # an annotation only names its type
        at: int = exprs[made][1] if called else made
        targets = evaluator.calls.find_targets(file, exprs[made]) if called else evaluator.value(file, made)
        how = emitter.evidence.classify_target(file, at, targets)
        if called and exprs[at][0] == ops.CALL:  # `@factory(…)`: the factory is what a reader sees
            for entity in evaluator.entities(file, exprs[at][1]):
                if isinstance(entity, NamedSymbol) and entity.gid < program.end:
                    named = emitter.evidence.classify(file, exprs[at][1])
                    emitter.add(entity.gid, target, EdgeKind.DECORATES, named)
        if registering:
            emit_registered(emitter, file, at, target)
        for atom in targets:
            if isinstance(atom, CALLABLES) and atom.gid < program.end:
                emitter.add(atom.gid, target, EdgeKind.DECORATES, how)
                if isinstance(atom, Function) and called:
                    emitter.note_call(file, made, atom)
