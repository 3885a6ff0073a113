"""Assignability: whether an argument fits a parameter.

Arguments of unknown type fit everything. Conversions are those of the language: boxing, constructors that convert.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from codegraph.resolve.incremental.summaries import FUNCTION_KINDS
from codegraph.resolve.types.abstract_values import (
    CLASS_OBJECTS,
    INSTANCES,
    UNKNOWN,
    Atom,
    ClassObject,
    ExternalInstance,
    Function,
    FunctionType,
    Instance,
    LiteralValue,
    TypeVariable,
    Value,
    make_class,
    make_function,
    make_instance,
)
from codegraph.resolve.types.object_literals import has_conflict
from codegraph_parsers import ops
from codegraph_parsers.enums import read_directly
from codegraph_parsers.file_facts import Flag, Param, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


class Fit(IntEnum):
    """Degree to which an argument fits a parameter."""

    SAME = 0  # its type or one above it
    CONVERTED = 1  # by a conversion of the language (boxing)
    UNSURE = 2  # too little is known
    CONFLICT = 3


read_directly(Fit)


def has_arity(calls: Calls, atom: Function, count: int) -> bool:
    arity = calls.get_arity(atom.gid, atom.receiver is not None)
    return arity.least <= count <= arity.most


def get_parameter_type(calls: Calls, atom: Function, position: int, param: Param) -> Value:
    """Return the type of a parameter as the receiver's type arguments make it.

    For a rest parameter it is the type of one argument.
    """
    return calls.get_parameter_type(atom.gid, atom.receiver, position)


def find_parameter_type(calls: Calls, gid: int, receiver: Atom | None, position: int) -> Value:
    """Compute what `get_parameter_type` returns."""
    evaluator = calls.evaluator
    at, local = calls.program.locate(gid)
    param, owner = calls.program.files[at].params[local][position], calls.owner(gid)
    declared = evaluator.types.instantiate(at, param.type) if param.type else UNKNOWN
    if param.variadic and calls.program.semantics[at].functions.has_rest_containers:
        declared = evaluator.iterated(at, declared)
    mapping = evaluator.members.bind_arguments(receiver, owner) if receiver is not None and owner >= 0 else {}
    return evaluator.substitute(declared, mapping) if mapping else declared


def compute_fit(calls: Calls, file: int, wanted: Value, given: Value) -> Fit:
    """Compute the worst fit of any part of an argument.

    Each part is compared with the part of the parameter that it fits best. Null fits where the other parts of the
    argument do.
    """
    if not wanted or not given:
        return Fit.UNSURE
    null = calls.evaluator.types.find_builtin(file, calls.program.semantics[file].builtins.null_type)
    parts = given
    if null >= 0 and len(given) > 1:
        parts = tuple(a for a in given if not isinstance(a, (Instance, TypeVariable)) or a.gid != null) or given
    functions = [a for a in parts if isinstance(a, Function)]  # overloads of a method handed over: any of them will do
    fits = [min(_fit_atom(calls, file, want, have, null) for want in wanted for have in functions)] if functions else []
    for have in parts:
        if not isinstance(have, Function):
            suits = not has_conflict(calls, file, wanted, have)
            fits.append(min(_fit_atom(calls, file, want, have, null) for want in wanted) if suits else Fit.CONFLICT)
    return max(fits)


def _fit_atom(calls: Calls, file: int, want: Atom, have: Atom, null: int) -> Fit:
    types, members = calls.evaluator.types, calls.evaluator.members
    if isinstance(want, TypeVariable):
        bound = members.bound(want)
        if not bound:
            return Fit.CONVERTED if _is_primitive(calls, file, have) else Fit.SAME
        want = bound[0]
    if isinstance(have, TypeVariable):
        bound = members.bound(have)
        if have == want:
            return Fit.SAME
        root = types.find_builtin(file, calls.program.semantics[file].builtins.root_class)
        if not bound and root < 0:
            return Fit.UNSURE  # a template's parameter: anything may be passed for it
        have = bound[0] if bound else make_instance(root, ())
    want, have = types.as_counterpart(file, want), types.as_counterpart(file, have)
    have = calls.evaluator.implicit_receivers.as_single_instance(types.as_plain_instance(file, have))
    if isinstance(have, Function):
        return _fit_function(calls, want, have)
    if isinstance(want, ExternalInstance):
        return _fit_external(calls, want, have)
    if (
        isinstance(want, FunctionType)
        and isinstance(have, Instance)
        and not calls.evaluator.shapes.find_function_types(have)
    ):
        return Fit.CONFLICT
    if isinstance(want, FunctionType) and isinstance(have, FunctionType):
        return _fit_function_type(calls, file, want, have)
    if not isinstance(want, Instance):
        return Fit.UNSURE
    if isinstance(have, ExternalInstance):
        foreign = "(" in have.name or "[" in have.name
        if want.gid == types.find_builtin(file, calls.program.semantics[file].builtins.root_class):
            return Fit.SAME
        return (
            Fit.CONFLICT
            if not foreign and (want.gid < calls.program.end or _is_primitive(calls, file, want))
            else Fit.UNSURE
        )
    if (
        isinstance(have, ClassObject) and calls.program.semantics[file].functions.has_functional_interfaces
    ):  # its constructor, handed over
        return Fit.UNSURE if calls.evaluator.shapes.find_function_types(want) else Fit.CONFLICT
    if not isinstance(have, Instance):
        return Fit.UNSURE
    if have.gid == null:
        return Fit.CONFLICT if _is_primitive(calls, file, want) else Fit.SAME
    return _fit_instance(calls, file, want, have)


def _fit_instance(calls: Calls, file: int, want: Instance, have: Instance) -> Fit:
    types = calls.evaluator.types
    semantics = calls.program.semantics[file]
    seen = types.find_ancestor_arguments(have, want.gid)
    if seen is not None:
        if want.gid == types.find_builtin(file, semantics.builtins.variadic_type) and want.arguments and seen:
            asked, element = want.arguments[0], seen[0]
            inner = compute_fit(calls, file, asked, element)
            if element != asked and any(_is_primitive(calls, file, a) for a in (*element, *asked)):
                return Fit.UNSURE if inner == Fit.UNSURE else Fit.CONFLICT  # a wider number is no wider array of them
            return Fit.CONFLICT if inner == Fit.CONVERTED else inner
        return Fit.SAME
    primitive = _is_primitive(calls, file, have)
    if want.gid == types.find_builtin(file, semantics.builtins.root_class) and not primitive:
        return Fit.SAME
    for source, target in semantics.types.boxing.items():
        if types.find_builtin(file, source) == have.gid:
            boxed = types.find_builtin(file, target)
            if boxed >= 0 and (
                types.find_ancestor_arguments(make_instance(boxed, ()), want.gid) is not None
                or want.gid == types.find_builtin(file, semantics.builtins.root_class)
            ):
                return Fit.CONVERTED
    if (
        calls.evaluator.classes.linear(have.gid)[1]
        and want.gid >= calls.program.end
        and not _is_primitive(calls, file, want)
        and calls.program.get_symbol(want.gid).name not in semantics.types.final_types
    ):
        return Fit.UNSURE  # a base outside the tree may derive from it
    if semantics.types.has_converting_constructors:
        if are_convertible(calls, want.gid, have.gid):
            return Fit.CONVERTED
        if _is_deduced(calls, want):
            return Fit.CONFLICT  # what a template's arguments are is told by the object as it is
        if _has_converting_constructor(calls, want, have):
            return Fit.UNSURE  # a constructor would convert it
    if calls.program.get_symbol(want.gid).kind == SymbolKind.INTERFACE:
        if semantics.types.conformance == "protocol":
            return _fit_protocol(calls, want.gid, have)
        if semantics.members.is_prototype_based:
            return Fit.UNSURE  # any object of that shape will do
    return Fit.CONFLICT


def _fit_protocol(calls: Calls, protocol: int, have: Instance) -> Fit:
    """Compute how an instance fits a protocol, by its members.

    Not all members of a library's class are declared.
    """
    program = calls.program
    for ancestor, _ in calls.evaluator.classes.linear(protocol)[0]:
        if program.get_symbol(ancestor).kind != SymbolKind.INTERFACE:
            continue
        at, local = program.locate(ancestor)
        program.reads.read_table(ancestor)
        for name in program.files[at].names.get(local, {}):
            found = calls.evaluator.members.in_class(have.gid, name)[0]
            if not found.any:
                return Fit.CONFLICT if have.gid < program.end else Fit.UNSURE
            if any(_is_removed(calls, *ref) for ref in found.refs):
                return Fit.CONFLICT
    return Fit.SAME


def _is_removed(calls: Calls, file: int, index: int) -> bool:
    """Return whether a member is only set to the language's null.

    An example is `__hash__ = None`.
    """
    program = calls.program
    expr = program.files[file].exprs[index]
    null = program.semantics[file].builtins.null_type
    if expr[0] != ops.VAR or not null:
        return False
    return program.get_symbol(program.offsets[file] + expr[1]).signature.endswith((f"= {null}", f": {null}"))


def are_convertible(calls: Calls, one: int, other: int) -> bool:
    """Return whether two fundamental types convert into each other.

    Both derive from one prelude class.
    """
    if one < calls.program.end or other < calls.program.end:
        return False
    classes = calls.evaluator.classes
    above = {gid for gid, _ in classes.linear(one)[0][1:]}
    return any(gid in above for gid, _ in classes.linear(other)[0][1:])


def _is_deduced(calls: Calls, want: Instance) -> bool:
    """Return whether a type contains type parameters of the function being called."""
    owners = {atom.gid for value in want.arguments for atom in value if isinstance(atom, TypeVariable)}
    return any(calls.program.get_symbol(gid).kind in FUNCTION_KINDS for gid in owners)


def _has_converting_constructor(calls: Calls, want: Instance, have: Instance) -> bool:
    """Return whether a class has a constructor that takes such a value."""
    types = calls.evaluator.types
    return any(types.find_ancestor_arguments(have, gid) is not None for gid in calls.get_converted_classes(want.gid))


def find_converted_classes(calls: Calls, gid: int) -> tuple[int, ...]:
    """Return the classes whose instances alone a constructor takes."""
    found: dict[int, None] = {}
    for constructor in calls.find_constructors(gid, own=True):
        at, local = calls.program.locate(constructor.gid)
        params = calls.program.files[at].params.get(local, ())
        if params and params[0].type and all(p.default or p.variadic for p in params[1:]):
            accepted = calls.evaluator.types.instantiate(at, params[0].type)
            found.update((a.gid, None) for a in accepted if isinstance(a, Instance))
    return tuple(found)


def _is_primitive(calls: Calls, file: int, atom: Atom) -> bool:
    """Return whether an atom is of a type that the language converts to a class."""
    return isinstance(atom, (Instance, LiteralValue)) and atom.gid in calls.evaluator.types.list_primitives(file)


def _fit_function_type(calls: Calls, file: int, want: FunctionType, have: FunctionType) -> Fit:
    """Compute the fit of a function of a declared type, by its number of parameters."""
    semantics = calls.program.semantics[file]
    if not semantics.overloads.has_inherited_overloads:
        return Fit.UNSURE
    if len(want.parameters) != len(have.parameters):
        return Fit.CONFLICT
    return Fit.SAME if semantics.functions.implicit_parameter else Fit.UNSURE  # types of results may differ


def _fit_external(calls: Calls, want: ExternalInstance, have: Atom) -> Fit:
    """Compute the fit for a parameter whose type lies outside the tree."""
    if isinstance(have, ExternalInstance):
        return Fit.SAME if have.name == want.name else Fit.UNSURE
    if not isinstance(have, INSTANCES):
        return Fit.UNSURE
    gid: int = have.gid
    if _is_primitive(calls, calls.program.file_of[gid], have):
        return Fit.CONFLICT
    if gid < calls.program.end and not calls.evaluator.classes.linear(gid)[1]:
        return Fit.CONFLICT
    return Fit.SAME if want.name in calls.evaluator.classes.list_outside_bases(gid) else Fit.UNSURE


def _fit_function(calls: Calls, want: Atom, have: Function) -> Fit:
    """Compute the fit of a function for a function type.

    The type may also be an interface with one method.
    """
    at, local = calls.program.locate(have.gid)
    if isinstance(want, Instance):
        shapes = calls.evaluator.shapes.find_function_types(want)
        if not shapes:
            known = (
                want.gid < calls.program.end
                or calls.program.semantics[at].functions.has_functional_interfaces
                or calls.program.get_symbol(want.gid).name in calls.program.semantics[at].types.final_types
            )
            return Fit.CONFLICT if known else Fit.UNSURE
        want = shapes[0]
    if not isinstance(want, FunctionType):
        return Fit.UNSURE
    if calls.program.semantics[at].builtins.void_type:
        fit = _fit_result(calls, at, local, want)
        if fit != Fit.SAME:
            return fit
    if calls.program.get_symbol(have.gid).flags & Flag.ANONYMOUS:
        want = calls.evaluator.implicit_receivers.drop_receiver(at, want)
        declared = calls.program.files[at].params.get(local, ())
        given, wanted = len(declared), len(want.parameters)
        implicit = calls.program.semantics[at].functions.implicit_parameter
        if implicit and wanted < 2 and given == 1 and declared[0].name == implicit:
            return Fit.SAME
        fewer = calls.program.semantics[at].members.is_prototype_based  # a function may ignore what it is passed
        if given > wanted or (given < wanted and not fewer):
            return Fit.CONFLICT
    elif calls.program.semantics[at].functions.has_functional_interfaces:
        owner = calls.owner(have.gid) if have.receiver is None else -1
        if owner >= 0:
            have = make_function(have.gid, make_class(owner, ()))  # named through its class, it has no receiver yet
        bound, left = apply_receiver(calls, have, want.parameters)
        if bound is None or not has_arity(calls, bound, len(left)):
            return Fit.CONFLICT
    return Fit.SAME


def apply_receiver(
    calls: Calls, atom: Function, passed: tuple[Value, ...]
) -> tuple[Function | None, tuple[Value, ...]]:
    """Return a function with its receiver, and the remaining arguments.

    A method of instances that was named through its class takes its receiver as the first argument. Returns None
    instead of the function where that argument is missing.
    """
    receiver = atom.receiver
    if receiver is None or not isinstance(receiver, CLASS_OBJECTS):
        return atom, passed
    gid = atom.gid
    program, symbol = calls.program, calls.program.get_symbol(gid)
    if not program.semantics[program.file_of[gid]].functions.has_functional_interfaces:
        return atom, passed
    if symbol.flags & Flag.STATIC or symbol.kind == SymbolKind.CONSTRUCTOR:
        return atom, passed
    if not passed:
        return None, passed
    first = passed[0]
    known = (
        len(first) == 1
        and isinstance(first[0], Instance)
        and calls.evaluator.types.find_ancestor_arguments(first[0], receiver.gid) is not None
    )
    named = make_instance(receiver.gid, receiver.arguments if isinstance(receiver, ClassObject) else ())
    return make_function(gid, first[0] if known else named), passed[1:]


def _fit_result(calls: Calls, at: int, local: int, want: FunctionType) -> Fit:
    """Compute the fit of a function's result.

    This is for languages in which returning nothing is a type of its own.
    """
    evaluator, facts = calls.evaluator, calls.program.files[at]
    nothing = evaluator.types.find_builtin(at, calls.program.semantics[at].builtins.void_type)
    wants_nothing = any(isinstance(a, Instance) and a.gid == nothing for a in want.result)
    if not want.result:
        return Fit.SAME
    declared = calls.evaluate_declared_result(at, local, facts)
    if declared:
        gives_nothing = any(isinstance(a, Instance) and a.gid == nothing for a in declared)
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
    return Fit.CONVERTED if given and not any(isinstance(a, Instance) and a.gid == nothing for a in given) else Fit.SAME
