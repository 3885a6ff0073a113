"""Associated types of type variables: what `T::Item` is where a bound is given for it (`where T::Item: Bound`).

A bound of that kind is kept as a type parameter of that name (`T::Item`), beside those that the text declares. The
associated types of an interface are type parameters of it, named `Self::Item`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types import Bindings
from codegraph.resolve.values import TV, Atom, Value
from codegraph_parsers.facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.members import Members


def projected(evaluator: Evaluator, atom: Atom) -> dict[str, Atom]:
    """Type variables that stand for associated types of a type variable, by the names of those."""
    file, local = evaluator.program.locate(atom[1])
    if evaluator.record is not None:
        evaluator.record.extra(atom[1])
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
    for name, variable in projected(members.evaluator, atom).items():
        for ancestor, _ in classes.linear(owner)[0]:
            if f"Self::{name}" in classes.parameters(ancestor):
                found[(ancestor, f"Self::{name}")] = (variable,)
    return found


def chosen_arguments(evaluator: Evaluator, given: tuple[Value, ...]) -> tuple[Value, ...]:
    """Type arguments of a class on which a static member is named; none where an alias leaves all of them open."""
    program = evaluator.program
    for value in given:
        for atom in value:
            if atom[0] != TV or program.symbol(atom[1]).kind != SymbolKind.TYPE:
                return given
    return ()
