"""Implicit calls: operators, iteration, `with`, raising, framework hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.model import EdgeKind, Resolution
from codegraph.resolve.calls.callback_registration import emit_taken
from codegraph.resolve.calls.function_adapters import emit_adapted
from codegraph.resolve.calls.intrinsics import emit_computed
from codegraph.resolve.edges.decorators import emit_decorators
from codegraph.resolve.edges.edge_table import MAX_OPEN
from codegraph.resolve.edges.mentions import ELEMENTS, mention, mention_element
from codegraph.resolve.program.binding import NOTHING
from codegraph.resolve.types.synthesized_members import of_metaclass
from codegraph.resolve.types.values import (
    CALLABLES,
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
from codegraph_parsers import ops
from codegraph_parsers.facts import ReferenceKind, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter

APART = frozenset(("decorates", "taken"))  # sites whose edges begin at what they name, not where they stand


def emit_unnamed(emitter: Emitter, file: int, source: int, expr: int, kind: str) -> None:
    """Sites where the text names nothing, or only what a macro may know."""
    if kind == "operator":
        _operator(emitter, file, source, expr)
    elif kind == "enter":
        _enter(emitter, file, source, expr)
    elif kind == "iterate":
        _iterate(emitter, file, source, expr)
    elif kind == "raise":
        _raised(emitter, file, source, expr)
    elif kind in ELEMENTS:
        mention_element(emitter, file, source, expr, ELEMENTS[kind])
    elif kind == "case":
        _case(emitter, file, source, expr)
    elif kind == "decorates":
        emit_decorators(emitter, file, expr)
    elif kind == "taken":
        emit_taken(emitter, file, expr)
    elif kind == "adapted":
        emit_adapted(emitter, file, source, expr)
    elif kind == "computed":
        emit_computed(emitter, file, source, expr)
    elif kind == "requested":
        _requested(emitter, file, source, expr)
    elif kind == "token":
        mention(emitter, file, source, expr, "reference")
        emitter.site_miss = None  # a word that only the macro knows is no reference


def _case(emitter: Emitter, file: int, source: int, index: int) -> None:
    """A constant that a case names: a member of what is looked at, else what the name means where it stands."""
    evaluator = emitter.evaluator
    _, member, plain = evaluator.exprs[file][index]
    other = not evaluator.entities(file, member) and bool(evaluator.entities(file, plain))
    mention(emitter, file, source, plain if other else member, "reference")


def _operator(emitter: Emitter, file: int, source: int, index: int) -> None:
    """An operator or subscript that code of the tree defines."""
    evaluator, end = emitter.evaluator, emitter.program.end
    expr = emitter.program.files[file].exprs[index]
    semantics = emitter.program.semantics[file]
    if semantics.overloads.candidates == "definitions":
        operands: tuple[int, ...] = (expr[1], *expr[3]) if expr[0] == ops.OPERATOR else (expr[1],)
        held = (a for e in operands for a in evaluator.value(file, e))
        if not any(isinstance(a, (Instance, SelfInstance, TypeVariable)) and a.gid < end for a in held):
            return  # what defines it, if anything does, is not of the tree
        chosen = tuple(a for a in evaluator.operators.targets(file, expr) if isinstance(a, Function) and a.gid < end)
        how = emitter.evidence.classify_operand(file, *operands)
        if len(chosen) > 1 and emitter.is_open_choice(file, chosen):
            if len(chosen) > MAX_OPEN:
                return
            how = Resolution.HEURISTIC
        emitter.calling = EdgeKind.IMPLICIT_CALLS
        for atom in chosen:
            emitter.call_edge(source, atom, how)
        return
    what = "" if expr[0] == ops.INDEX else str(expr[2])
    member = semantics.operators.members.get(what, "") if what else semantics.protocols.subscript_member
    value = evaluator.value(file, expr[1])
    operand: tuple[int, ...] = (expr[1],)
    if what == ops.GIVEN:
        for function in evaluator.value(file, expr[3][0]):
            emit_behind(emitter, file, source, function, value, operand)
        return
    if semantics.arithmetic.number_type and member:
        operators = evaluator.operators
        for function in operators.targets(file, expr):
            if not isinstance(function, Function) or function.gid >= end or not _is_of_object(function.receiver):
                continue
            if not operators.operands.refuses(file, function, expr):
                others: tuple[int, ...] = expr[3] if expr[0] == ops.OPERATOR else ()
                how = emitter.evidence.classify_operand(file, *operand, *others)
                emitter.add(source, function.gid, EdgeKind.IMPLICIT_CALLS, how)
        return
    members = (member,) if member else semantics.operators.implicit_members.get(what, ())
    if len(value) > 1 and what in semantics.operators.single_type_operations:
        return
    if members and _implicit(emitter, file, source, value, members, operand):
        return
    if (
        what in semantics.operators.reflected
        and expr[3]
        and value
        and all(isinstance(a, (Instance, SelfInstance, LiteralValue)) for a in value)
    ):
        value = evaluator.value(file, expr[3][0])
        _implicit(emitter, file, source, value, (semantics.operators.reflected[what],), (*operand, expr[3][0]))
    if not value and not semantics.operators.operator_only.isdisjoint(members):
        emitter.site_miss = (what, ReferenceKind.OPERATOR, "unknown-receiver")


def _is_of_object(receiver: Atom | None) -> bool:
    return receiver is not None and isinstance(receiver, INSTANCES)


def _enter(emitter: Emitter, file: int, source: int, index: int) -> None:
    expr = emitter.program.files[file].exprs[index]
    value = emitter.evaluator.value(file, expr[1])
    for member in (
        emitter.program.semantics[file].protocols.enter_member,
        *emitter.program.semantics[file].protocols.leave_members,
    ):
        _implicit(emitter, file, source, value, (member,), (expr[1],))


def _iterate(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Iteration runs the methods that a class of the tree defines for it."""
    evaluator = emitter.evaluator
    iterated: int = emitter.program.files[file].exprs[index][1]
    value = evaluator.value(file, iterated)
    end = emitter.program.end
    asked = iterated
    for member in emitter.program.semantics[file].protocols.iteration_members:
        value = tuple(a for a in value if isinstance(a, INSTANCES) and a.gid < end)
        if not value:
            return
        _implicit(emitter, file, source, value, (member,), (asked,))
        value = join([evaluator.members.run(file, atom, (member,)) or (atom,) for atom in value])
        asked = index  # what the iterator gives is as certain as the element


def _raised(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Raising a class constructs it."""
    expr = emitter.program.files[file].exprs[index]
    for atom in emitter.evaluator.calls.targets(file, expr):
        if isinstance(atom, ClassObject) and atom.gid < emitter.program.end:
            how = emitter.evidence.classify_operand(file, expr[1])
            for constructor in emitter.evaluator.calls.constructors(atom.gid, own=True):
                emitter.add(source, constructor.gid, EdgeKind.IMPLICIT_CALLS, how)


def _requested(emitter: Emitter, file: int, source: int, index: int) -> None:
    """A call that a framework makes for the symbol; there may be nothing of that name."""
    evaluator, exprs = emitter.evaluator, emitter.program.files[file].exprs
    calls: tuple[int, ...] = exprs[index][1:] if exprs[index][0] == ops.UNION else (index,)
    overloads = emitter.program.semantics[file].overloads.candidates == "definitions"
    for call in calls:
        called: int = exprs[call][1]
        for atom in evaluator.calls.targets(file, exprs[call]) if overloads else evaluator.value(file, called):
            if isinstance(atom, Function) and atom.gid < emitter.program.end:
                emitter.add(source, atom.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)


def emit_behind(
    emitter: Emitter, file: int, source: int, function: Atom, given: Value, operands: tuple[int, ...]
) -> None:
    """Emit what a library's function runs of an object of the tree.

    `given` is its receiver or what it is given; `operands` are the expressions that the object comes from."""
    table, end = emitter.program.semantics[file].callbacks.library_calls, emitter.program.end
    if isinstance(function, EXTERNAL):
        name = str(function.name)
    elif isinstance(function, CALLABLES) and function.gid >= end:
        name = emitter.program.symbol(function.gid).qualname
    else:
        return
    for members in table.get(name, ()):
        _implicit(emitter, file, source, given, members, operands)


def emit_made(emitter: Emitter, file: int, source: int, index: int, gid: int, how: Resolution) -> None:
    """What constructing a class runs beside its constructor: what makes the instance, and what its own class has for
    being called."""
    evaluator, program = emitter.evaluator, emitter.program
    semantics = program.semantics[program.file_of[gid]]
    cases = any(program.symbol(each).kind == SymbolKind.ENUM for each, _ in evaluator.classes.linear(gid)[0])
    # The cases of an enumeration are made once, with their class: calling that looks one of them up.
    makers = evaluator.members.in_class(gid, semantics.construction.allocator)[0] if not cases else NOTHING
    called = of_metaclass(evaluator, make_class(gid, ()), semantics.protocols.call_member)[0]
    made = evaluator.found_value(makers)
    for atom in (*evaluator.found_value(called), *made):
        if isinstance(atom, Function) and atom.gid < program.end:
            known = Resolution.TYPED if how is Resolution.EXACT else how
            emitter.add(source, atom.gid, EdgeKind.IMPLICIT_CALLS, known)
            emitter.note_call(
                file,
                index,
                make_function(atom.gid, None) if atom in made else make_function(atom.gid, make_instance(gid, ())),
            )


def _implicit(
    emitter: Emitter, file: int, source: int, value: Value, members: tuple[str, ...], operands: tuple[int, ...]
) -> bool:
    """The first of some members that each object's class has, where the tree defines it, and what those of the library
    run in turn; whether any class of the tree has one of them."""
    program, answered = emitter.program, False
    for atom in value:
        if not isinstance(atom, INSTANCES) or atom.gid >= program.end:
            continue
        for member in members:
            found = emitter.evaluator.members.attribute(file, atom, member)
            of_tree = [method.gid for method in found if isinstance(method, Function) and method.gid < program.end]
            for gid in of_tree:
                how = emitter.evidence.classify_operand(file, *operands)
                emitter.add(source, gid, EdgeKind.IMPLICIT_CALLS, how)
            for method in found:
                emit_behind(emitter, file, source, method, (atom,), operands)
            if found and not all(_is_everybodys(emitter, file, method) for method in found):
                answered = True
                break
    return answered


def _is_everybodys(emitter: Emitter, file: int, method: Atom) -> bool:
    """Whether a member is that of every object, which asks for another one in turn."""
    if not isinstance(method, Function) or method.gid < emitter.program.end:
        return False
    owner = emitter.evaluator.calls.owner(method.gid)
    return owner >= 0 and emitter.program.symbol(owner).name == emitter.program.semantics[file].builtins.root_class
