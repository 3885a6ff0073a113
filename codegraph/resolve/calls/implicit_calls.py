"""Implicit calls: operators, iteration, `with`, raising, framework hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.calls.callback_registration import emit_taken
from codegraph.resolve.calls.dynamic_calls import emit_paths
from codegraph.resolve.calls.function_adapters import emit_adapted
from codegraph.resolve.calls.intrinsics import emit_computed
from codegraph.resolve.edges.decorators import emit_decorators
from codegraph.resolve.edges.edge_table import MAX_OPEN
from codegraph.resolve.edges.mentions import ELEMENTS, mention, mention_element
from codegraph.resolve.program.binding import NOTHING
from codegraph.resolve.types.abstract_values import (
    CALLABLES,
    CLASS_OBJECTS,
    EXTERNAL,
    INSTANCES,
    Atom,
    ClassObject,
    Function,
    Instance,
    LiteralValue,
    SelfInstance,
    TypeVariable,
    Value,
    join,
    make_class,
    make_function,
    make_instance,
)
from codegraph.resolve.types.synthesized_members import find_metaclass_member
from codegraph_parsers import ops
from codegraph_parsers.file_facts import ReferenceKind, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter

APART = frozenset(("decorates", "taken"))  # sites whose edges begin at what they name, not where they stand


def emit_unnamed(emitter: Emitter, file: int, source: int, expr: int, kind: str) -> None:
    """Emit sites where the text names nothing, or only what a macro may know."""
    if kind == "operator":
        _emit_operator(emitter, file, source, expr)
    elif kind == "enter":
        _emit_enter(emitter, file, source, expr)
    elif kind == "iterate":
        _emit_iteration(emitter, file, source, expr)
    elif kind == "raise":
        _emit_raise(emitter, file, source, expr)
    elif kind in ELEMENTS:
        mention_element(emitter, file, source, expr, ELEMENTS[kind])
    elif kind == "case":
        _emit_case(emitter, file, source, expr)
    elif kind == "decorates":
        emit_decorators(emitter, file, expr)
    elif kind == "taken":
        emit_taken(emitter, file, expr)
    elif kind == "adapted":
        emit_adapted(emitter, file, source, expr)
    elif kind == "computed":
        emit_computed(emitter, file, source, expr)
    elif kind == "initialises":
        emitter.add(source, _find_own_symbol(emitter, file, expr), EdgeKind.IMPLICIT_CALLS, Resolution.EXACT)
    elif kind == "requested":
        _emit_requested(emitter, file, source, expr)
    elif kind == "written":
        mention(emitter, file, source, expr, kind)
    elif kind == "paths":
        emit_paths(emitter, file, source, expr)
    elif kind == "token":
        mention(emitter, file, source, expr, "reference")
        emitter.site_miss = None  # a word that only the macro knows is no reference


def _find_own_symbol(emitter: Emitter, file: int, index: int) -> int:
    local: int = emitter.program.files[file].exprs[index][1]
    return emitter.program.offsets[file] + local


def _emit_case(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit the reference of a `case` to a constant.

    It is a member of the matched type, else what the name means in its scope.
    """
    evaluator = emitter.evaluator
    _, member, plain = evaluator.exprs[file][index]
    other = not evaluator.entities(file, member) and bool(evaluator.entities(file, plain))
    mention(emitter, file, source, plain if other else member, "reference")


def _emit_operator(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit calls of an operator or subscript that the tree defines."""
    evaluator, end = emitter.evaluator, emitter.program.end
    expr = emitter.program.files[file].exprs[index]
    semantics = emitter.program.semantics[file]
    if semantics.overloads.candidates == "definitions":
        operands: tuple[int, ...] = (expr[1], *expr[3]) if expr[0] == ops.OPERATOR else (expr[1],)
        held = (a for e in operands for a in evaluator.value(file, e))
        is_own = any(isinstance(a, (Instance, SelfInstance, TypeVariable)) and a.gid < end for a in held)
        if not is_own and not semantics.lookup.extension_prefix:
            return  # what defines it, if anything does, is not of the tree
        chosen = tuple(a for a in evaluator.operators.targets(file, expr) if isinstance(a, Function) and a.gid < end)
        how = emitter.evidence.classify_operand(file, *operands)
        if len(chosen) > 1 and emitter.is_open_choice(file, chosen):
            if len(chosen) > MAX_OPEN:
                return
            how = Resolution.HEURISTIC
        emitter.calling = EdgeKind.IMPLICIT_CALLS
        for atom in chosen:
            emitter.emit_call_edge(source, atom, how)
        return
    what = "" if expr[0] == ops.INDEX else str(expr[2])
    member = semantics.operators.members.get(what, "") if what else semantics.protocols.subscript_member
    value = evaluator.value(file, expr[1])
    operand: tuple[int, ...] = (expr[1],)
    if what == ops.GIVEN:
        for function in evaluator.value(file, expr[3][0]):
            emit_library_calls(emitter, file, source, function, value, operand)
        return
    if semantics.arithmetic.number_type and member:
        operators = evaluator.operators
        for function in operators.targets(file, expr):
            if not isinstance(function, Function) or function.gid >= end or not _is_of_object(function.receiver):
                continue
            if not operators.operands.is_rejected(file, function, expr):
                others: tuple[int, ...] = expr[3] if expr[0] == ops.OPERATOR else ()
                how = emitter.evidence.classify_operand(file, *operand, *others)
                emitter.add(source, function.gid, EdgeKind.IMPLICIT_CALLS, how)
        return
    members = (member,) if member else semantics.operators.implicit_members.get(what, ())
    if len(value) > 1 and what in semantics.operators.single_type_operations:
        return
    if members and _emit_members(emitter, file, source, value, members, operand):
        return
    if (
        what in semantics.operators.reflected
        and expr[3]
        and value
        and all(isinstance(a, (Instance, SelfInstance, LiteralValue)) for a in value)
    ):
        value = evaluator.value(file, expr[3][0])
        _emit_members(emitter, file, source, value, (semantics.operators.reflected[what],), (*operand, expr[3][0]))
    if not value and not semantics.operators.operator_only.isdisjoint(members):
        emitter.site_miss = (what, ReferenceKind.OPERATOR, "unknown-receiver")


def _is_of_object(receiver: Atom | None) -> bool:
    return receiver is not None and isinstance(receiver, INSTANCES)


def _emit_enter(emitter: Emitter, file: int, source: int, index: int) -> None:
    expr = emitter.program.files[file].exprs[index]
    value = emitter.evaluator.value(file, expr[1])
    for member in (
        emitter.program.semantics[file].protocols.enter_member,
        *emitter.program.semantics[file].protocols.leave_members,
    ):
        _emit_members(emitter, file, source, value, (member,), (expr[1],))


def _emit_iteration(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit the methods of the tree that an iteration runs."""
    evaluator = emitter.evaluator
    iterated: int = emitter.program.files[file].exprs[index][1]
    value = evaluator.value(file, iterated)
    end = emitter.program.end
    asked = iterated
    for member in emitter.program.semantics[file].protocols.iteration_members:
        value = tuple(a for a in value if isinstance(a, INSTANCES) and a.gid < end)
        if not value:
            return
        _emit_members(emitter, file, source, value, (member,), (asked,))
        value = join([evaluator.members.call_members(file, atom, (member,)) or (atom,) for atom in value])
        asked = index  # what the iterator gives is as certain as the element


def _emit_raise(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit the construction of a class that is raised."""
    expr = emitter.program.files[file].exprs[index]
    for atom in emitter.evaluator.calls.find_targets(file, expr):
        if isinstance(atom, ClassObject) and atom.gid < emitter.program.end:
            how = emitter.evidence.classify_operand(file, expr[1])
            for constructor in emitter.evaluator.calls.find_constructors(atom.gid, own=True):
                emitter.add(source, constructor.gid, EdgeKind.IMPLICIT_CALLS, how)


def _emit_requested(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit a call that a framework makes for the symbol.

    There may be nothing of that name.
    """
    evaluator, exprs = emitter.evaluator, emitter.program.files[file].exprs
    calls: tuple[int, ...] = exprs[index][1:] if exprs[index][0] == ops.UNION else (index,)
    overloads = emitter.program.semantics[file].overloads.candidates == "definitions"
    for call in calls:
        called: int = exprs[call][1]
        for atom in evaluator.calls.find_targets(file, exprs[call]) if overloads else evaluator.value(file, called):
            if isinstance(atom, Function) and atom.gid < emitter.program.end:
                emitter.add(source, atom.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)
                emitter.note_call(file, call, atom)


def emit_library_calls(
    emitter: Emitter, file: int, source: int, function: Atom, given: Value, operands: tuple[int, ...]
) -> None:
    """Emit the members of the tree's objects that a library function calls.

    `given` is its receiver or its argument; `operands` are the expressions that the object comes from.
    """
    table, end = emitter.program.semantics[file].callbacks.library_calls, emitter.program.end
    if isinstance(function, EXTERNAL):
        name = str(function.name)
    elif isinstance(function, CALLABLES) and function.gid >= end:
        name = emitter.program.get_symbol(function.gid).qualname
    else:
        return
    for members in table.get(name, ()):
        _emit_members(emitter, file, source, given, members, operands)


def emit_construction_hooks(emitter: Emitter, file: int, source: int, index: int, gid: int, how: Resolution) -> None:
    """Emit what constructing a class runs besides its constructor.

    That is the allocator, and what the metaclass has for being called.
    """
    evaluator, program = emitter.evaluator, emitter.program
    semantics = program.semantics[program.file_of[gid]]
    cases = any(program.get_symbol(each).kind == SymbolKind.ENUM for each, _ in evaluator.classes.linear(gid)[0])
    # The cases of an enumeration are made once, with their class: calling that looks one of them up.
    makers = evaluator.members.in_class(gid, semantics.construction.allocator)[0] if not cases else NOTHING
    called = find_metaclass_member(evaluator, make_class(gid, ()), semantics.protocols.call_member)[0]
    made = evaluator.evaluate_binding(makers)
    for atom in (*evaluator.evaluate_binding(called), *made):
        if isinstance(atom, Function) and atom.gid < program.end:
            known = Resolution.TYPED if how is Resolution.EXACT else how
            emitter.add(source, atom.gid, EdgeKind.IMPLICIT_CALLS, known)
            emitter.note_call(
                file,
                index,
                make_function(atom.gid, None) if atom in made else make_function(atom.gid, make_instance(gid, ())),
            )


def _emit_members(
    emitter: Emitter, file: int, source: int, value: Value, members: tuple[str, ...], operands: tuple[int, ...]
) -> bool:
    """Emit the first of some members that the class of each object has.

    Members of the tree are called; those of the library may call others in turn. Returns whether any class of the tree
    has one of them.
    """
    program, answered = emitter.program, False
    for atom in value:
        if isinstance(atom, CLASS_OBJECTS) and not program.semantics[file].members.class_prefix:
            continue
        if not isinstance(atom, (*INSTANCES, *CLASS_OBJECTS)) or atom.gid >= program.end:
            continue
        for member in members:
            found = emitter.evaluator.members.evaluate_attribute(file, atom, member)
            of_tree = [method.gid for method in found if isinstance(method, Function) and method.gid < program.end]
            for gid in of_tree:
                how = emitter.evidence.classify_operand(file, *operands)
                emitter.add(source, gid, EdgeKind.IMPLICIT_CALLS, how)
            for method in found:
                emit_library_calls(emitter, file, source, method, (atom,), operands)
            if found and not all(_is_root_member(emitter, file, method) for method in found):
                answered = True
                break
    return answered


def _is_root_member(emitter: Emitter, file: int, method: Atom) -> bool:
    """Return whether a member is that of the root class.

    Such a member calls another one in turn.
    """
    if not isinstance(method, Function) or method.gid < emitter.program.end:
        return False
    owner = emitter.evaluator.calls.owner(method.gid)
    return owner >= 0 and emitter.program.get_symbol(owner).name == emitter.program.semantics[file].builtins.root_class
