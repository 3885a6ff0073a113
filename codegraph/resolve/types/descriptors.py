"""Values of members that are read: descriptors and bound functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import (
    APPLIED,
    UNKNOWN,
    Atom,
    ClassObject,
    ExternalInstance,
    Function,
    Instance,
    NamedSymbol,
    SelfClass,
    SelfInstance,
    Value,
    join,
    join_overloads,
    make_class,
    make_function,
    make_instance,
    make_self_class,
    make_self_instance,
)
from codegraph.resolve.types.associated_types import select_static_arguments
from codegraph.resolve.types.static_members import select_own_side
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.program.binding import Binding
    from codegraph.resolve.types.members import Members
    from codegraph.resolve.types.mro import Ancestor, Classes

EXTENSION = -2
"""Owner of a member that an extension declares, where other members have the id of a class."""

OWNERS = (Instance, SelfInstance, ClassObject, SelfClass)


def read_member(
    members: Members, file: int, atom: Atom, found: Binding, owner: int, receiver: Atom | None, name: str
) -> Value:
    """Return the values of found bindings, bound to the receiver.

    Types are substituted by the type arguments of the receiver.
    """
    evaluator, program = members.evaluator, members.program
    value = evaluator.evaluate_binding(found)
    if owner < 0:
        if owner == EXTENSION and receiver is not None:
            return tuple(make_function(each.gid, receiver) if isinstance(each, Function) else each for each in value)
        if receiver is None or not isinstance(receiver, ExternalInstance):
            return value
        return tuple(
            make_function(each.gid, receiver) if isinstance(each, Function) and each.receiver is None else each
            for each in value
        )
    value = select_own_side(program, file, atom, value) if len(value) > 1 else value
    mapping = members.bind_arguments(receiver or atom, owner) if evaluator.classes.parameters(owner) else {}
    parts: list[Value] = []
    for each in value:
        if isinstance(each, Function) and each.receiver is None:
            symbol = program.get_symbol(each.gid)
            if symbol.flags & Flag.RECEIVER:
                parts.append((_bind_receiver(members, each, atom, receiver, owner),))
            elif symbol.flags & Flag.CLASSMETHOD:
                parts.append((make_function(each.gid, _find_receiver_class(atom, owner)),))
            elif symbol.flags & Flag.STATIC and isinstance(atom, ClassObject):
                given = select_static_arguments(evaluator, atom.arguments)
                parts.append((make_function(each.gid, make_instance(atom.gid, given)),))
            elif symbol.flags & Flag.STATIC and isinstance(atom, SelfClass):
                parts.append((make_function(each.gid, make_self_instance(atom.gid)),))
            elif receiver is None or (
                symbol.flags & Flag.STATIC and not (isinstance(atom, Instance) and atom.arguments)
            ):
                parts.append((each,))
            elif (
                symbol.kind == SymbolKind.PROPERTY
                and not program.semantics[program.file_of[each.gid]].members.has_called_properties
            ):
                parts.append(evaluator.calls.evaluate_result(file, make_function(each.gid, receiver), (), (), 0))
            else:
                parts.append((make_function(each.gid, receiver),))
        elif isinstance(each, Instance) and not evaluator.classes.is_instance_attribute(owner, name):
            parts.append(call_descriptor(members, file, each, atom, receiver) or (each,))
        else:
            parts.append((each,))
    if len(parts) == 1:
        result = parts[0]
    else:
        result = join_overloads(parts) if all(isinstance(each, Function) for each in value) else join(parts)
    if receiver is None and program.get_symbol(owner).kind == SymbolKind.ENUM and is_enum_case(members, found):
        return (make_instance(owner, ()),)
    if receiver is None and isinstance(atom, ClassObject):  # `Self` is the class by which the member is read
        receiver = make_instance(atom.gid, atom.arguments)
    return evaluator.substitute(result, mapping, receiver) if mapping or receiver is not None else result


def _find_receiver_class(atom: Atom, owner: int) -> Atom:
    """Return the class by which a class method is read."""
    if isinstance(atom, APPLIED):
        return make_class(atom.gid)
    return make_self_class(atom.gid if isinstance(atom, (SelfClass, SelfInstance)) else owner)


def _bind_receiver(members: Members, function: Function, atom: Atom, receiver: Atom | None, owner: int) -> Function:
    """Bind a function whose first parameter is its receiver to a value.

    A static one that `owner` itself declares stays unbound.
    """
    gid: int = function.gid
    is_static = members.program.get_symbol(gid).flags & Flag.STATIC
    if receiver is None or isinstance(atom, (ClassObject, SelfClass)):
        return function
    if is_static and members.evaluator.classes.find_whole(members.program.get_parent(gid)) == owner:
        return function
    return make_function(gid, receiver)


def is_enum_case(members: Members, found: Binding) -> bool:
    """Return whether a binding is a case of an enumeration.

    It is a plain field or constant of the enumeration that declares no other type.
    """
    evaluator, program = members.evaluator, members.program
    for entity in evaluator.found_entities(found):
        if not isinstance(entity, NamedSymbol) or program.get_symbol(entity.gid).kind not in (
            SymbolKind.FIELD,
            SymbolKind.CONSTANT,
        ):
            return False
        file, local = program.locate(entity.gid)
        declared = program.files[file].declared.get(local, 0)
        if declared and not program.semantics[file].inference.has_inferred_results:
            owner = program.get_parent(entity.gid)
            if not any(
                isinstance(atom, Instance) and atom.gid == owner for atom in evaluator.types.instantiate(file, declared)
            ):
                return False
        if program.is_case(entity.gid):
            return False
    return True


def call_descriptor(members: Members, file: int, atom: Instance, asked: Atom, receiver: Atom | None) -> Value:
    """Evaluate the access to a member through the descriptor `atom`.

    `receiver` is an instance of `asked`, None where the class `asked` itself is accessed. The result is unknown where
    the class of `atom` has no method of a descriptor. Only attributes of a class are descriptors, not those of an
    instance.
    """
    member = members.program.semantics[file].members.descriptor_member
    if not member or not isinstance(asked, OWNERS) or atom.gid == asked.gid:
        return UNKNOWN
    found, _, _ = members.in_class(atom.gid, member)
    if not found.any:
        return UNKNOWN
    methods = read_member(members, file, atom, found, atom.gid, atom, member)
    calls, owner = members.evaluator.calls, (make_class(asked.gid, ()),)
    if receiver is not None:
        return join([calls.evaluate_result(file, m, ((receiver,), owner), (), 0) for m in methods])
    chosen = [each for m in methods for each in calls.signatures.select_for_null(m, 1)]
    return join([calls.evaluate_own_result(file, m, (UNKNOWN, owner), ()) for m in chosen])


def is_written_through(classes: Classes, line: tuple[Ancestor, ...], owner: int, name: str) -> bool:
    """Return whether a class above stores what methods of `owner` assign.

    It does so by the setter of a property, or by a field where only declarations make fields. Then the class `owner`
    has no attribute of its own of that name.
    """
    policy = classes.program.semantics[classes.program.file_of[owner]].members
    if not (
        policy.descriptor_member or policy.has_declared_fields or policy.is_prototype_based
    ) or not classes.is_instance_attribute(owner, name):
        return False
    if policy.has_declared_fields and is_declared_member(classes, owner, name):
        return False
    is_above = False
    for ancestor, _ in line:
        if is_above and policy.has_declared_fields and is_declared_member(classes, ancestor, name):
            return True
        if is_above and not policy.has_declared_fields:
            for file, index in classes.find_own(ancestor, name):
                if file >= 0 and _is_settable(classes, file, index):
                    return True
                if not classes.is_instance_attribute(ancestor, name):
                    return False
        is_above = is_above or ancestor == owner
    return False


def is_declared_member(classes: Classes, gid: int, name: str) -> bool:
    """Return whether the body of a class also declares a member.

    A parameter of the constructor that is a field counts, too.
    """
    program = classes.program
    refs = classes.find_own(gid, name)
    if not refs or not classes.is_instance_attribute(gid, name):
        return bool(refs)
    if not program.semantics[program.file_of[gid]].members.has_declared_fields:
        return True
    for file, index in refs:
        if file < 0 or program.exprs[file][index][0] != ops.VAR:
            return True
        expr = program.exprs[file][index]
        program.get_symbol(program.offsets[file] + expr[1])  # records that its declaration is read
        if expr[1] in program.files[file].declared:
            return True
    return False


def _is_settable(classes: Classes, file: int, index: int) -> bool:
    """Return whether a name stands for accessors that take assignments.

    Where assignments add fields, any accessor of instances does. Elsewhere a property needs several accessors: one
    alone can only be read.
    """
    program = classes.program
    exprs, offset = program.exprs[file], program.offsets[file]
    expr = exprs[index]
    is_prototype_based = program.semantics[file].members.is_prototype_based
    if expr[0] != ops.UNION and not is_prototype_based:
        return False
    members: tuple[int, ...] = expr[1:] if expr[0] == ops.UNION else (index,)
    symbols = [program.get_symbol(offset + int(part[1])) for each in members if (part := exprs[each])[0] == ops.SYM]
    if len(symbols) < len(members) or any(symbol.kind != SymbolKind.PROPERTY for symbol in symbols):
        return False
    return not is_prototype_based or not all(symbol.flags & Flag.STATIC for symbol in symbols)
