"""Associated types of type variables (`where T::Item: Bound`).

A bound of that kind is kept as a type parameter of that name (`T::Item`), next to those that the text declares. The
associated types of an interface are type parameters of it, named `Self::Item`. A type that says `T::Item` without such
a bound is also a variable of that name: the type that is substituted for `T` determines it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import (
    UNKNOWN,
    Atom,
    ClassObject,
    Instance,
    SelfInstance,
    TypeVariable,
    Value,
    join,
    make_class,
    make_instance,
    make_type_variable,
)
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.types.generics import Bindings
    from codegraph.resolve.types.members import Members

OWN = "Self::"


def list_projections(evaluator: Evaluator, atom: TypeVariable) -> dict[str, Atom]:
    """Return the variables for associated types of a type variable, by name."""
    file, local = evaluator.program.locate(atom.gid)
    evaluator.reads.read_extra(atom.gid)
    prefix = f"{atom.name}::"
    declared = evaluator.program.files[file].type_params.get(local, ())
    names = [name for name, _ in declared if name.startswith(prefix)]
    names += evaluator.classes.projections.get((atom.gid, atom.name), ())
    return {name.removeprefix(prefix): make_type_variable(atom.gid, name) for name in names}


def compute_variable_arguments(members: Members, atom: TypeVariable, owner: int) -> Bindings:
    """Return the type arguments of a receiver whose type is a variable.

    They are for the type parameters of class `owner` and of its ancestors.
    """
    classes = members.evaluator.classes
    found: Bindings = {}
    for bound in members.bound(atom):
        found.update(members.bind_arguments(bound, owner))
    for ancestor, _ in classes.linear(owner)[0]:
        for name in classes.parameters(ancestor):
            if name.startswith(OWN):
                found[(ancestor, name)] = (make_type_variable(atom.gid, f"{atom.name}::{name.removeprefix(OWN)}"),)
    return found


def is_tied(members: Members, atom: TypeVariable, owner: int, name: str) -> bool:
    """Return whether a member of a type variable's bound depends on the variable.

    It does where associated types of the variable have names of their own, or where the member is such a type.
    """
    if owner < 0:
        return False
    evaluator = members.evaluator
    return bool(list_projections(evaluator, atom)) or f"{OWN}{name}" in evaluator.classes.parameters(owner)


def find_inherited_bound(members: Members, atom: TypeVariable) -> Value:
    """Return instances that the bound of an associated type allows.

    This is for variables without a bound of their own for that type.
    """
    head, _, name = atom.name.rpartition("::")
    if not head or head == "Self":
        return UNKNOWN
    found: list[Value] = []
    for bound in members.bound(make_type_variable(atom.gid, head)):
        if isinstance(bound, Instance):
            for ancestor, _ in members.evaluator.classes.linear(bound.gid)[0]:
                if f"{OWN}{name}" in members.evaluator.classes.parameters(ancestor):
                    found.append(members.bound(make_type_variable(ancestor, f"{OWN}{name}")))
    return join(found)


def resolve_projection(members: Members, atom: TypeVariable, mapping: Mapping[tuple[int, str], Value]) -> Value | None:
    """Return the value of `T::Item` for a known `T`, None for an unknown one."""
    head, _, name = atom.name.rpartition("::")
    base = mapping.get((atom.gid, head)) if head and head != "Self" else None
    if base is None:
        return None
    found: list[Value] = []
    owner = atom.gid
    file = members.evaluator.program.file_of[owner]
    for each in base:
        if isinstance(each, TypeVariable):
            found.append((make_type_variable(each.gid, f"{each.name}::{name}"),))
        elif isinstance(each, (ClassObject, Instance, SelfInstance)):  # a struct without fields is its own value
            seen = make_instance(each.gid, each.arguments) if isinstance(each, ClassObject) else each
            found.append(members.evaluator.types.as_instances(members.evaluate_attribute(file, seen, name)))
    return join(found)


def select_static_arguments(evaluator: Evaluator, given: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the type arguments of a class whose static member is named.

    There are none where an alias leaves all of them open.
    """
    program = evaluator.program
    for value in given:
        for atom in value:
            if not isinstance(atom, TypeVariable) or program.get_symbol(atom.gid).kind != SymbolKind.TYPE:
                return given
    return ()


def unwrap_metaclass(evaluator: Evaluator, atom: Atom) -> Atom:
    """Return the class that a value of type `type[T]` is, or is derived from.

    Any other atom is returned unchanged.
    """
    if not isinstance(atom, Instance) or not atom.arguments or atom.gid not in evaluator.types.metaclasses:
        return atom
    for each in atom.arguments[0]:
        for made in evaluator.members.bound(each) if isinstance(each, TypeVariable) else (each,):
            if isinstance(made, Instance):
                return make_class(made.gid, made.arguments)
    return atom
