"""Assignability: whether an argument fits a parameter.

Arguments of unknown type fit everything. Conversions are those of the language: boxing, constructors that convert.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from codegraph.resolve.incremental.summaries import FUNCTION_KINDS
from codegraph.resolve.types.object_literals import conflicts
from codegraph.resolve.types.values import CL, EI, FN, FT, IN, LV, SC, ST, TV, UNKNOWN, Atom, Value
from codegraph_parsers import ops
from codegraph_parsers.enums import read_directly
from codegraph_parsers.facts import Flag, Param, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


class Fit(IntEnum):
    """How one argument fits one parameter."""

    SAME = 0  # its type or one above it
    CONVERTED = 1  # by a conversion of the language (boxing)
    UNSURE = 2  # too little is known
    CONFLICT = 3


read_directly(Fit)


def accepts(calls: Calls, atom: Atom, count: int) -> bool:
    params = calls.parameters(atom[1], atom[2] is not None)
    if calls.program.symbol(atom[1]).flags & Flag.VARIADIC or any(p.variadic for _, p in params):
        return count >= sum(1 for _, p in params if not p.default and not p.variadic)
    required = sum(1 for _, p in params if not p.default)
    return required <= count <= len(params)


def parameter_type(calls: Calls, atom: Atom, position: int, param: Param) -> Value:
    """The type of a parameter, of a rest parameter that of one argument, as the receiver's type arguments make it."""
    return calls.get_parameter_type(atom[1], atom[2], position)


def find_parameter_type(calls: Calls, gid: int, receiver: Atom | None, position: int) -> Value:
    """Compute `parameter_type`."""
    evaluator = calls.evaluator
    at, local = calls.program.locate(gid)
    param, owner = calls.program.files[at].params[local][position], calls.owner(gid)
    declared = evaluator.types.of(at, param.type) if param.type else UNKNOWN
    if param.variadic and calls.program.semantics[at].rest_is_container:
        declared = evaluator.iterated(at, declared)
    mapping = evaluator.members.arguments(receiver, owner) if receiver is not None and owner >= 0 else {}
    return evaluator.substitute(declared, mapping) if mapping else declared


def fit_of(calls: Calls, file: int, wanted: Value, given: Value) -> Fit:
    """The worst that any part of the argument does with the best part of the parameter; null fits with its company."""
    if not wanted or not given:
        return Fit.UNSURE
    null = calls.evaluator.types.builtin(file, calls.program.semantics[file].null_type)
    parts = given
    if null >= 0 and len(given) > 1:
        parts = tuple(a for a in given if a[0] not in (IN, TV) or a[1] != null) or given
    functions = [a for a in parts if a[0] == FN]  # overloads of a method handed over: any of them will do
    fits = [min(_fit_atom(calls, file, want, have, null) for want in wanted for have in functions)] if functions else []
    for have in parts:
        if have[0] != FN:
            suits = not conflicts(calls, file, wanted, have)
            fits.append(min(_fit_atom(calls, file, want, have, null) for want in wanted) if suits else Fit.CONFLICT)
    return max(fits)


def _fit_atom(calls: Calls, file: int, want: Atom, have: Atom, null: int) -> Fit:
    types, members = calls.evaluator.types, calls.evaluator.members
    if want[0] == TV:
        bound = members.bound(want)
        if not bound:
            return Fit.CONVERTED if _primitive(calls, file, have) else Fit.SAME
        want = bound[0]
    if have[0] == TV:
        bound = members.bound(have)
        if have == want:
            return Fit.SAME
        root = types.builtin(file, calls.program.semantics[file].root_class)
        if not bound and root < 0:
            return Fit.UNSURE  # a template's parameter: anything may be passed for it
        have = bound[0] if bound else (IN, root, ())
    have = types.plain(file, have)
    if have[0] == FN:
        return _fit_function(calls, want, have)
    if want[0] == EI:
        return _fit_external(calls, want, have)
    if want[0] == FT and have[0] == IN and not calls.evaluator.shapes.of(have):
        return Fit.CONFLICT
    if want[0] != IN:
        return Fit.UNSURE
    if have[0] == EI:
        foreign = "(" in have[1] or "[" in have[1]
        if want[1] == types.builtin(file, calls.program.semantics[file].root_class):
            return Fit.SAME
        return (
            Fit.CONFLICT
            if not foreign and (want[1] < calls.program.end or _primitive(calls, file, want))
            else Fit.UNSURE
        )
    if have[0] == CL and calls.program.semantics[file].functions_fit_shapes:  # its constructor, handed over
        return Fit.UNSURE if calls.evaluator.shapes.of(want) else Fit.CONFLICT
    if have[0] not in (IN, ST):
        return Fit.UNSURE
    if have[1] == null:
        return Fit.CONFLICT if _primitive(calls, file, want) else Fit.SAME
    return _fit_instance(calls, file, want, have)


def _fit_instance(calls: Calls, file: int, want: Atom, have: Atom) -> Fit:
    types = calls.evaluator.types
    semantics = calls.program.semantics[file]
    seen = types.seen_as(have, want[1])
    if seen is not None:
        if want[1] == types.builtin(file, semantics.variadic_type) and want[2] and seen:
            inner = fit_of(calls, file, want[2][0], seen[0])
            if seen[0] != want[2][0] and any(_primitive(calls, file, a) for a in (*seen[0], *want[2][0])):
                return Fit.UNSURE if inner == Fit.UNSURE else Fit.CONFLICT  # a wider number is no wider array of them
            return Fit.CONFLICT if inner == Fit.CONVERTED else inner
        return Fit.SAME
    primitive = _primitive(calls, file, have)
    if want[1] == types.builtin(file, semantics.root_class) and not primitive:
        return Fit.SAME
    for source, target in semantics.conversions.items():
        if types.builtin(file, source) == have[1]:
            boxed = types.builtin(file, target)
            if boxed >= 0 and (
                types.seen_as((IN, boxed, ()), want[1]) is not None
                or want[1] == types.builtin(file, semantics.root_class)
            ):
                return Fit.CONVERTED
    if (
        calls.evaluator.classes.linear(have[1])[1]
        and want[1] >= calls.program.end
        and not _primitive(calls, file, want)
    ):
        return Fit.UNSURE  # a base outside the tree may derive from it
    if semantics.written_constructors:
        if akin(calls, want[1], have[1]):
            return Fit.CONVERTED
        if _is_deduced(calls, want):
            return Fit.CONFLICT  # what a template's arguments are is told by the object as it is
        if _constructs(calls, want, have):
            return Fit.UNSURE  # a constructor would convert it
    if calls.program.symbol(want[1]).kind == SymbolKind.INTERFACE:
        if semantics.protocols:
            return _shaped(calls, want[1], have)
        if semantics.function_objects:
            return Fit.UNSURE  # any object of that shape will do
    return Fit.CONFLICT


def _shaped(calls: Calls, protocol: int, have: Atom) -> Fit:
    """How an instance fits a protocol: by its members. Of a library's class not all of them are declared."""
    program = calls.program
    for ancestor, _ in calls.evaluator.classes.linear(protocol)[0]:
        if program.symbol(ancestor).kind != SymbolKind.INTERFACE:
            continue
        at, local = program.locate(ancestor)
        program.reads.read_table(ancestor)
        for name in program.files[at].names.get(local, {}):
            found = calls.evaluator.members.in_class(have[1], name)[0]
            if not found.any:
                return Fit.CONFLICT if have[1] < program.end else Fit.UNSURE
            if any(_taken_away(calls, *ref) for ref in found.refs):
                return Fit.CONFLICT
    return Fit.SAME


def _taken_away(calls: Calls, file: int, index: int) -> bool:
    """Whether a member is only set to the language's null: `__hash__ = None`."""
    program = calls.program
    expr = program.files[file].exprs[index]
    null = program.semantics[file].null_type
    if expr[0] != ops.VAR or not null:
        return False
    return program.symbol(program.offsets[file] + expr[1]).signature.endswith((f"= {null}", f": {null}"))


def akin(calls: Calls, one: int, other: int) -> bool:
    """Whether two fundamental types convert into each other: both derive from one prelude class."""
    if one < calls.program.end or other < calls.program.end:
        return False
    classes = calls.evaluator.classes
    above = {gid for gid, _ in classes.linear(one)[0][1:]}
    return any(gid in above for gid, _ in classes.linear(other)[0][1:])


def _is_deduced(calls: Calls, want: Atom) -> bool:
    """Whether a type has type parameters of the function in it that is given the object."""
    owners = {atom[1] for value in want[2] for atom in value if atom[0] == TV}
    return any(calls.program.symbol(gid).kind in FUNCTION_KINDS for gid in owners)


def _constructs(calls: Calls, want: Atom, have: Atom) -> bool:
    """Whether a class has a constructor that takes such a value."""
    types = calls.evaluator.types
    return any(types.seen_as(have, gid) is not None for gid in calls.get_converted_classes(want[1]))


def find_converted_classes(calls: Calls, gid: int) -> tuple[int, ...]:
    """Compute the classes whose instances alone a constructor takes."""
    found: dict[int, None] = {}
    for constructor in calls.constructors(gid, own=True):
        at, local = calls.program.locate(constructor[1])
        params = calls.program.files[at].params.get(local, ())
        if params and params[0].type and all(p.default or p.variadic for p in params[1:]):
            accepted = calls.evaluator.types.of(at, params[0].type)
            found.update((a[1], None) for a in accepted if a[0] == IN)
    return tuple(found)


def _primitive(calls: Calls, file: int, atom: Atom) -> bool:
    """Whether an atom is a value of a type that the language converts to a class."""
    return atom[0] in (IN, LV) and atom[1] in calls.evaluator.types.primitives(file)


def _fit_external(calls: Calls, want: Atom, have: Atom) -> Fit:
    """Fit of a parameter whose type lies outside the tree."""
    if have[0] == EI:
        return Fit.SAME if have[1] == want[1] else Fit.UNSURE
    if have[0] not in (IN, ST):
        return Fit.UNSURE
    gid: int = have[1]
    if _primitive(calls, calls.program.file_of[gid], have):
        return Fit.CONFLICT
    if gid >= calls.program.end or calls.evaluator.classes.linear(gid)[1]:
        return Fit.UNSURE
    return Fit.CONFLICT


def _fit_function(calls: Calls, want: Atom, have: Atom) -> Fit:
    """A function given where a function type or an interface of one method is wanted."""
    at, local = calls.program.locate(have[1])
    if want[0] == IN:
        shapes = calls.evaluator.shapes.of(want)
        if not shapes:
            known = want[1] < calls.program.end or calls.program.semantics[at].functions_fit_shapes
            return Fit.CONFLICT if known else Fit.UNSURE
        want = shapes[0]
    if want[0] != FT:
        return Fit.UNSURE
    if calls.program.semantics[at].void_type:
        fit = _fit_result(calls, at, local, want, have)
        if fit != Fit.SAME:
            return fit
    if calls.program.symbol(have[1]).flags & Flag.ANONYMOUS:
        given, wanted = len(calls.program.files[at].params.get(local, ())), len(want[1])
        fewer = calls.program.semantics[at].function_objects  # a function may ignore what it is passed
        if given > wanted or (given < wanted and not fewer):
            return Fit.CONFLICT
    elif calls.program.semantics[at].receiver_first:
        owner = calls.owner(have[1]) if have[2] is None else -1
        if owner >= 0:
            have = (FN, have[1], (CL, owner, ()))  # named through its class, it has no receiver yet
        bound, left = received(calls, have, want[1])
        if bound is None or not accepts(calls, bound, len(left)):
            return Fit.CONFLICT
    return Fit.SAME


def received(calls: Calls, atom: Atom, passed: tuple[Value, ...]) -> tuple[Atom | None, tuple[Value, ...]]:
    """A function with its receiver, and what is left of the arguments: a method that was named through its class and
    belongs to instances takes its receiver first. No function where there is none."""
    receiver: Atom | None = atom[2]
    if receiver is None or receiver[0] not in (CL, SC):
        return atom, passed
    gid: int = atom[1]
    program, symbol = calls.program, calls.program.symbol(gid)
    if not program.semantics[program.file_of[gid]].receiver_first:
        return atom, passed
    if symbol.flags & Flag.STATIC or symbol.kind == SymbolKind.CONSTRUCTOR:
        return atom, passed
    if not passed:
        return None, passed
    first = passed[0]
    known = len(first) == 1 and first[0][0] == IN and calls.evaluator.types.seen_as(first[0], receiver[1]) is not None
    named: Atom = (IN, receiver[1], receiver[2] if receiver[0] == CL else ())
    return (FN, gid, first[0] if known else named), passed[1:]


def _fit_result(calls: Calls, at: int, local: int, want: Atom, have: Atom) -> Fit:
    """Whether what a function gives suits what is wanted of it, where giving nothing is a type of its own."""
    evaluator, facts = calls.evaluator, calls.program.files[at]
    nothing = evaluator.types.builtin(at, calls.program.semantics[at].void_type)
    wants_nothing = any(a[0] == IN and a[1] == nothing for a in want[2])
    if not want[2]:
        return Fit.SAME
    declared = calls.declared_result(at, local, facts)
    if declared:
        gives_nothing = any(a[0] == IN and a[1] == nothing for a in declared)
        return Fit.CONFLICT if gives_nothing and not wants_nothing else Fit.SAME
    returns = facts.returns.get(local)
    if not wants_nothing or not returns:
        return Fit.SAME
    first, *others = returns
    if others or facts.exprs[first][0] not in (ops.CALL, ops.NEW):
        return Fit.CONFLICT  # only a call can be done for its effect
    if facts.params.get(local):
        return Fit.SAME
    given = evaluator.value(at, first)
    return Fit.CONVERTED if given and not any(a[0] == IN and a[1] == nothing for a in given) else Fit.SAME
