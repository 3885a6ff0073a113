"""Associated types of type variables (`where T::Item: Bound`).

Associated types of type variables: what `T::Item` is where a bound is given for it (`where T::Item: Bound`).

A bound of that kind is kept as a type parameter of that name (`T::Item`), beside those that the text declares. The
associated types of an interface are type parameters of it, named `Self::Item`. A type that says `T::Item` without such
a bound is a variable of that name all the same: what stands for `T` tells what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.resolve.types.values import (
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
from codegraph_parsers.facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.types.generics import Bindings
    from codegraph.resolve.types.members import Members

OWN = "Self::"


def projected(evaluator: Evaluator, atom: TypeVariable) -> dict[str, Atom]:
    """Type variables that stand for associated types of a type variable, by the names of those."""
    file, local = evaluator.program.locate(atom.gid)
    evaluator.reads.read_extra(atom.gid)
    prefix = f"{atom.name}::"
    declared = evaluator.program.files[file].type_params.get(local, ())
    names = [name for name, _ in declared if name.startswith(prefix)]
    names += evaluator.classes.projections.get((atom.gid, atom.name), ())
    return {name.removeprefix(prefix): make_type_variable(atom.gid, name) for name in names}


def variable_arguments(members: Members, atom: TypeVariable, owner: int) -> Bindings:
    """What the type parameters of class `owner` and of those above it are for a receiver whose type is a variable."""
    classes = members.evaluator.classes
    found: Bindings = {}
    for bound in members.bound(atom):
        found.update(members.arguments(bound, owner))
    for ancestor, _ in classes.linear(owner)[0]:
        for name in classes.parameters(ancestor):
            if name.startswith(OWN):
                found[(ancestor, name)] = (make_type_variable(atom.gid, f"{atom.name}::{name.removeprefix(OWN)}"),)
    return found


def is_tied(members: Members, atom: TypeVariable, owner: int, name: str) -> bool:
    """Whether what a member of a type variable's bound says rests on the variable: its associated types are known by
    names of their own, or the member is such a type."""
    if owner < 0:
        return False
    evaluator = members.evaluator
    return bool(projected(evaluator, atom)) or f"{OWN}{name}" in evaluator.classes.parameters(owner)


def bound_of(members: Members, atom: TypeVariable) -> Value:
    """Instances that the bound of an associated type allows, where no bound is given for that of this variable."""
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


def told(members: Members, atom: TypeVariable, mapping: Mapping[tuple[int, str], Value]) -> Value | None:
    """What `T::Item` is where it is known what `T` is; None where that is not known."""
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
            found.append(members.evaluator.types.instance(members.attribute(file, seen, name)))
    return join(found)


def chosen_arguments(evaluator: Evaluator, given: tuple[Value, ...]) -> tuple[Value, ...]:
    """Type arguments of a class on which a static member is named; none where an alias leaves all of them open."""
    program = evaluator.program
    for value in given:
        for atom in value:
            if not isinstance(atom, TypeVariable) or program.symbol(atom.gid).kind != SymbolKind.TYPE:
                return given
    return ()


def declared_class(evaluator: Evaluator, atom: Atom) -> Atom:
    """The class that something declared to be a class (`type[T]`) is, or is below; else what was asked about."""
    if not isinstance(atom, Instance) or not atom.arguments or atom.gid not in evaluator.types.metaclasses:
        return atom
    for each in atom.arguments[0]:
        for made in evaluator.members.bound(each) if isinstance(each, TypeVariable) else (each,):
            if isinstance(made, Instance):
                return make_class(made.gid, made.arguments)
    return atom
