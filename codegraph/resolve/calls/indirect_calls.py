"""Calls through variables that hold functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind
from codegraph.resolve.incremental.summaries import CLASS_KINDS
from codegraph.resolve.types.abstract_values import Entity, Function, FunctionType, NamedSymbol, SelfInstance, Value
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.program.program import Program

VARIABLE_NAMES = frozenset({ops.NAME, ops.ATTR, ops.FLOW, ops.VAR, ops.IMPORT})
VALUE_KINDS = frozenset((SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT))
MEMBER_KINDS = frozenset((SymbolKind.METHOD, SymbolKind.CONSTRUCTOR))
STANDING_KINDS = VALUE_KINDS | CLASS_KINDS | {SymbolKind.PROPERTY}  # what members that nobody wrote are about
READ_KINDS = VALUE_KINDS | {SymbolKind.PROPERTY}  # what is called is what reading them gives


def is_indirect(emitter: Emitter, file: int, index: int) -> bool:
    """Return whether a call is of a variable.

    Then only its value says which function runs. The same holds for several callees none of which the text names
    (DECLARED without a type).
    """
    evaluator = emitter.evaluator
    expr = evaluator.exprs[file][index]
    op = expr[0]
    if op in (ops.EXCLUDED, ops.DISCRIMINATED):
        return is_indirect(emitter, file, expr[1])
    if op in (ops.PARAM, ops.CLASSREF):
        return True
    if op == ops.DECLARED:
        inner: int = expr[2]
        return not expr[1] and evaluator.exprs[file][inner][0] == ops.UNION
    if op not in VARIABLE_NAMES:
        return False
    entities = evaluator.entities(file, index)
    for entity in entities:
        if not isinstance(entity, NamedSymbol) or emitter.program.get_symbol(entity.gid).kind not in READ_KINDS:
            return False
        if is_called_property(emitter.program, entity.gid):
            return False
    return bool(entities)


def is_called_property(program: Program, gid: int) -> bool:
    """Return whether a symbol is a property that code calls to read it."""
    called = program.semantics[program.file_of[gid]].members.has_called_properties
    return called and program.get_symbol(gid).kind == SymbolKind.PROPERTY


def use_variable(emitter: Emitter, file: int, source: int, index: int, targets: Value) -> bool:
    """Emit references to the variables of the tree that a call names.

    Their values do not matter. Returns whether the call is of a variable. One that holds a table of functions is used
    by a call of one of them.
    """
    program, evaluator = emitter.program, emitter.evaluator
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.INDEX and evaluator.exprs[file][expr[1]][0] in VARIABLE_NAMES:
        use_variable(emitter, file, source, expr[1], ())
        return False
    if expr[0] not in VARIABLE_NAMES:
        return False
    suffix = program.semantics[file].lookup.method_suffix
    if expr[0] == ops.ATTR and targets:
        text = str(expr[2]).removesuffix(suffix) if suffix else expr[2]
        for atom in targets:
            if not isinstance(atom, Function) or atom.receiver is None:
                break
            named = program.get_symbol(atom.gid)
            called = named.kind in MEMBER_KINDS or is_called_property(program, atom.gid)
            if named.name != text or not called or is_subclass_method(emitter, atom):
                break
        else:
            return False  # the method itself is named
    accessor = bool(suffix) and bool(targets) and all(isinstance(a, FunctionType) for a in targets)
    found = False
    for entity in find_record_component(emitter, file, expr, suffix) if accessor else evaluator.entities(file, index):
        if not isinstance(entity, NamedSymbol) or entity.gid >= program.end:
            continue
        gid: int = entity.gid
        # A member of what has no name is nothing to be shown.
        if (
            program.get_symbol(gid).kind in (STANDING_KINDS if accessor else READ_KINDS)
            and emitter.owner_of[gid] == gid
        ):
            emitter.add(source, gid, EdgeKind.REFERENCES, emitter.evidence.classify(file, index))
            found = True
    return found


def is_subclass_method(emitter: Emitter, atom: Function) -> bool:
    """Return whether a method is of a subclass of its receiver's known class."""
    receiver = atom.receiver
    if not isinstance(receiver, SelfInstance):
        return False
    owner, classes = emitter.evaluator.calls.owner(atom.gid), emitter.evaluator.classes
    return owner != receiver.gid and all(gid != owner for gid, _ in classes.linear(receiver.gid)[0])


def find_record_component(emitter: Emitter, file: int, expr: Expr, suffix: str) -> tuple[Entity, ...]:
    """Return the field that an implicit accessor of a record reads."""
    evaluator = emitter.evaluator
    if expr[0] == ops.NAME:
        found = evaluator.names.resolve_name(file, str(expr[1]).removesuffix(suffix), expr[2])[0]
        return evaluator.found_entities(found)
    name = str(expr[2]).removesuffix(suffix)
    bases = evaluator.value(file, expr[1])
    return tuple(e for atom in bases for e in evaluator.found_entities(evaluator.members.find(file, atom, name)[0]))
