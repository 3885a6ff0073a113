"""Visibility of members that interfaces and extensions give to types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import Binding
from codegraph.resolve.types.abstract_values import APPLIED, UNKNOWN, ClassObject, Instance, Value
from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Ref


def select_visible_members(evaluator: Evaluator, file: int, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Select the members of interfaces that are visible in a file.

    They are given to a type outside the tree. The file must have a name for the interface: otherwise a member of that
    name is the type's own.
    """
    if not refs:
        return ()
    evaluator.queries.file_reads += 1
    program = evaluator.program
    found: list[Ref] = []
    for ref in refs:
        gid = ref[1]
        if ref[0] >= 0:
            expr = program.files[ref[0]].exprs[ref[1]]
            gid = program.offsets[ref[0]] + int(expr[1]) if expr[0] in (ops.SYM, ops.VAR) else -1
        if gid < 0:
            found.append(ref)
            continue
        provided = evaluator.classes.provided.get(gid)
        value = evaluator.value(*provided) if provided is not None else UNKNOWN
        interfaces = [atom.gid for atom in value if isinstance(atom, ClassObject)] or [program.get_parent(gid)]
        if any(_is_named(evaluator, file, interface) for interface in interfaces):
            found.append(ref)
    return tuple(found)


def _is_named(evaluator: Evaluator, file: int, interface: int) -> bool:
    """Return whether a file has an interface in one of its scopes.

    It declares or imports it, perhaps by a wildcard.
    """
    program = evaluator.program
    if interface < 0 or program.file_of[interface] == file:
        return True
    name, facts = program.get_symbol(interface).name, program.files[file]
    program.reads.read_symbol(interface)
    program.reads.read_fact("stars", file)
    if any(name in (entry.name, entry.module.rsplit("::", 1)[-1]) for entry in facts.imports):
        return True
    return any(evaluator.scopes.wildcards.find_member(file, scope, name).any for scope in facts.stars)


def select_applicable(evaluator: Evaluator, found: Binding, atom: Instance) -> Binding:
    """Select the members of one name that apply to a receiver's type arguments."""
    if len(found.refs) < 2 or not atom.arguments or not evaluator.classes.applied:
        return found
    kept = tuple(ref for ref in found.refs if not _is_for_others(evaluator, ref, atom))
    return found._replace(refs=kept) if kept else found


def _is_for_others(evaluator: Evaluator, ref: Ref, atom: Instance) -> bool:
    if ref[0] >= 0:
        return False
    evaluator.reads.read_extra(ref[1])
    target = evaluator.classes.applied.get(ref[1])
    for each in evaluator.value(*target) if target is not None else UNKNOWN:
        if isinstance(each, APPLIED) and each.gid == atom.gid:
            return any(_are_different(mine, given) for mine, given in zip(each.arguments, atom.arguments, strict=False))
    return False


def _are_different(one: Value, other: Value) -> bool:
    """Return whether two type arguments are known to be different types."""
    if len(one) != 1 or len(other) != 1:
        return False
    first, second = one[0], other[0]
    return isinstance(first, APPLIED) and isinstance(second, APPLIED) and first.gid != second.gid
