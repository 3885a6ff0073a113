"""Members of one name on a class and on its instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from codegraph.resolve.program.program import Program, Ref
from codegraph.resolve.types.abstract_values import CLASS_OBJECTS, INSTANCES, Atom, Entity, Function, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.binding import Binding
    from codegraph.resolve.types.members import Members

WRITTEN = frozenset((SymbolKind.METHOD, SymbolKind.PROPERTY, SymbolKind.FIELD))


Member = TypeVar("Member", Atom, Entity)


def _is_on_side(program: Program, each: object, is_static: bool) -> bool:
    if not isinstance(each, (Function, NamedSymbol)):
        return True
    return bool(program.get_symbol(each.gid).flags & Flag.STATIC) == is_static


def select_own_side(program: Program, file: int, receiver: Atom, found: tuple[Member, ...]) -> tuple[Member, ...]:
    """Select the functions on the side of `receiver`: its class, or its instances.

    Applies where a member name leads to functions of both sides. What is neither a function nor a symbol stays.
    """
    if not program.semantics[file].members.is_prototype_based or not isinstance(receiver, (*CLASS_OBJECTS, *INSTANCES)):
        return found
    wanted = isinstance(receiver, CLASS_OBJECTS)
    sides = [_is_on_side(program, each, wanted) for each in found]
    if all(sides):
        return found
    kept = tuple(a for a, fits in zip(found, sides, strict=True) if fits)
    return kept or found


def find_on_side(
    members: Members, gid: int, name: str, binding: tuple[Binding, int, bool], *, static: bool
) -> tuple[Binding, int, bool]:
    """Find the binding of a member on one side of a class.

    An instance knows no static member, nor the class one of its instances. Where `binding` is of the other side, the
    nearest ancestor with one on this side is asked. Without any, `binding` is returned.
    """
    nearest = binding
    while is_only(members.program, nearest[0], static=not static):
        if all(ancestor != nearest[1] for ancestor, _ in members.evaluator.classes.linear(gid)[0]):
            break  # what every class has
        nearest = members.find_in_bases(gid, name, nearest[1])
    return nearest if nearest[0].refs else binding


def is_only(program: Program, found: Binding, *, static: bool) -> bool:
    """Return whether a name leads only to written members on one side of a class."""
    if found.atoms or not found.refs:
        return False
    for file, index in found.refs:
        if file < 0:
            return False
        expr = program.exprs[file][index]
        if expr[0] not in (ops.SYM, ops.VAR):
            return False
        symbol = program.get_symbol(program.offsets[file] + expr[1])
        if symbol.kind not in WRITTEN or bool(symbol.flags & Flag.STATIC) != static:
            return False
    return True


def select_function_side(evaluator: Evaluator, gid: int, refs: tuple[Ref, ...], *, instance: bool) -> tuple[Ref, ...]:
    """Select the members of a function itself, or of the instances it constructs.

    Code gives both to a function under one name; neither hides the other.
    """
    if len(refs) < 2 or evaluator.program.get_symbol(gid).kind != SymbolKind.FUNCTION:
        return refs
    kept = tuple(ref for ref in refs if is_given_to(evaluator, gid, ref) != instance)
    return kept or refs


def is_given_to(evaluator: Evaluator, gid: int, ref: Ref) -> bool:
    """Return whether a member is assigned to a function itself.

    It is not assigned to its prototype or to what the function constructs.
    """
    if ref[0] < 0:
        return False
    bases = [write.base for write in evaluator.program.files[ref[0]].writes if write.value == ref[1]]
    return bool(bases) and all(
        any(isinstance(atom, Function) and atom.gid == gid for atom in evaluator.value(ref[0], base)) for base in bases
    )
