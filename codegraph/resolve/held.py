"""Calls of what a variable holds: the variable is used, and what it holds says which function runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import EdgeKind, Resolution
from codegraph.resolve.naming import Entity
from codegraph.resolve.values import FN, FT, Value
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.emit import Emitter

VARIABLE_NAMES = frozenset({ops.NAME, ops.ATTR, ops.FLOW, ops.VAR, ops.IMPORT})
VALUE_KINDS = frozenset((SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT))


def is_indirect(emitter: Emitter, file: int, index: int) -> bool:
    """Whether a call names a variable, and only what it holds says which function runs."""
    op = emitter.program.files[file].exprs[index][0]
    if op == ops.PARAM or op == ops.CLASSREF:
        return True
    if op not in VARIABLE_NAMES:
        return False
    symbol = emitter.program.symbol
    entities = emitter.evaluator.entities(file, index)
    return bool(entities) and all(e[0] == 0 and symbol(e[1]).kind in VALUE_KINDS for e in entities)


def use_variable(emitter: Emitter, file: int, source: int, index: int, targets: Value) -> bool:
    """An edge to the variables of the tree that a call names, whatever they hold; whether there is one."""
    program = emitter.program
    expr = program.files[file].exprs[index]
    op = expr[0]
    if op not in VARIABLE_NAMES:
        return False
    if op == ops.ATTR and targets and all(a[0] == FN and a[2] is not None for a in targets):
        text = str(expr[2]).removesuffix(program.semantics[file].method_suffix)
        if all(program.symbol(a[1]).name == text for a in targets):
            return False  # the method itself is named
    suffix = program.semantics[file].method_suffix
    accessor = bool(suffix) and bool(targets) and all(a[0] == FT for a in targets)
    found = False
    for entity in component(emitter, file, expr, suffix) if accessor else emitter.evaluator.entities(file, index):
        named = entity[0] == 0 and entity[1] < program.end and program.symbol(entity[1]).kind in VALUE_KINDS
        if named and emitter.owner_of[entity[1]] == entity[1]:  # a member of what has no name is nothing to be shown
            emitter.add(source, entity[1], EdgeKind.REFERENCES, Resolution.INFERRED)
            found = True
    return found


def component(emitter: Emitter, file: int, expr: Expr, suffix: str) -> tuple[Entity, ...]:
    """The field that an accessor which nobody wrote gives."""
    evaluator = emitter.evaluator
    if expr[0] == ops.NAME:
        found = evaluator.names.lookup(file, str(expr[1]).removesuffix(suffix), expr[2])[0]
        return evaluator.found_entities(found)
    name = str(expr[2]).removesuffix(suffix)
    bases = evaluator.value(file, expr[1])
    return tuple(e for atom in bases for e in evaluator.found_entities(evaluator.members.find(file, atom, name)[0]))
