"""Associated types of type variables (`where T::Item: Bound`).

Associated types of type variables: what `T::Item` is where a bound is given for it (`where T::Item: Bound`).

A bound of that kind is kept as a type parameter of that name (`T::Item`), beside those that the text declares. The
associated types of an interface are type parameters of it, named `Self::Item`. A type that says `T::Item` without such
a bound is a variable of that name all the same: what stands for `T` tells what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.resolve.types.values import CL, IN, ST, TV, UNKNOWN, Atom, Value, join
from codegraph_parsers.facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.types.generics import Bindings
    from codegraph.resolve.types.members import Members

OWN = "Self::"


def projected(evaluator: Evaluator, atom: Atom) -> dict[str, Atom]:
    """Type variables that stand for associated types of a type variable, by the names of those."""
    file, local = evaluator.program.locate(atom[1])
    evaluator.reads.read_extra(atom[1])
    prefix = f"{atom[2]}::"
    declared = evaluator.program.files[file].type_params.get(local, ())
    names = [name for name, _ in declared if name.startswith(prefix)]
    names += evaluator.classes.projections.get(atom[1:], ())
    return {name.removeprefix(prefix): (TV, atom[1], name) for name in names}


def variable_arguments(members: Members, atom: Atom, owner: int) -> Bindings:
    """What the type parameters of class `owner` and of those above it are for a receiver whose type is a variable."""
    classes = members.evaluator.classes
    found: Bindings = {}
    for bound in members.bound(atom):
        found.update(members.arguments(bound, owner))
    for ancestor, _ in classes.linear(owner)[0]:
        for name in classes.parameters(ancestor):
            if name.startswith(OWN):
                found[(ancestor, name)] = ((TV, atom[1], f"{atom[2]}::{name.removeprefix(OWN)}"),)
    return found


def is_tied(members: Members, atom: Atom, owner: int, name: str) -> bool:
    """Whether what a member of a type variable's bound says rests on the variable: its associated types are known by
    names of their own, or the member is such a type."""
    if owner < 0:
        return False
    evaluator = members.evaluator
    return bool(projected(evaluator, atom)) or f"{OWN}{name}" in evaluator.classes.parameters(owner)


def bound_of(members: Members, atom: Atom) -> Value:
    """Instances that the bound of an associated type allows, where no bound is given for that of this variable."""
    head, _, name = str(atom[2]).rpartition("::")
    if not head or head == "Self":
        return UNKNOWN
    found: list[Value] = []
    for bound in members.bound((TV, atom[1], head)):
        if bound[0] == IN:
            for ancestor, _ in members.evaluator.classes.linear(bound[1])[0]:
                if f"{OWN}{name}" in members.evaluator.classes.parameters(ancestor):
                    found.append(members.bound((TV, ancestor, f"{OWN}{name}")))
    return join(found)


def told(members: Members, atom: Atom, mapping: Mapping[tuple[int, str], Value]) -> Value | None:
    """What `T::Item` is where it is known what `T` is; None where that is not known."""
    head, _, name = str(atom[2]).rpartition("::")
    base = mapping.get((atom[1], head)) if head and head != "Self" else None
    if base is None:
        return None
    found: list[Value] = []
    owner: int = atom[1]
    file = members.evaluator.program.file_of[owner]
    for each in base:
        if each[0] == TV:
            found.append(((TV, each[1], f"{each[2]}::{name}"),))
        elif each[0] in (CL, IN, ST):  # a struct without fields is its own value
            seen = (IN, each[1], each[2]) if each[0] == CL else each
            found.append(members.evaluator.types.instance(members.attribute(file, seen, name)))
    return join(found)


def chosen_arguments(evaluator: Evaluator, given: tuple[Value, ...]) -> tuple[Value, ...]:
    """Type arguments of a class on which a static member is named; none where an alias leaves all of them open."""
    program = evaluator.program
    for value in given:
        for atom in value:
            if atom[0] != TV or program.symbol(atom[1]).kind != SymbolKind.TYPE:
                return given
    return ()


def declared_class(evaluator: Evaluator, atom: Atom) -> Atom:
    """The class that something declared to be a class (`type[T]`) is, or is below; else what was asked about."""
    if atom[0] != IN or not atom[2] or atom[1] not in evaluator.types.metaclasses:
        return atom
    for each in atom[2][0]:
        for made in evaluator.members.bound(each) if each[0] == TV else (each,):
            if made[0] == IN:
                return (CL, made[1], made[2])
    return atom
