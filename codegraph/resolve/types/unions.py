"""Values of several types, and unions too large to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.program.binding import Binding
from codegraph.resolve.program.declaration_spaces import list_union_members
from codegraph.resolve.types.abstract_values import (
    MAX_ATOMS,
    AliasUnion,
    Atom,
    Instance,
    NamedSymbol,
    Value,
    make_alias_union,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_LISTED: Final = 400  # a tree of syntax has a type for every kind of node
MAX_ALIASES: Final = 4  # aliases of what a discriminant may be

Units = frozenset[str | int]
"""What a type of few values allows: texts, and graph ids of cases of enumerations."""


def evaluate_listed(evaluator: Evaluator, gid: int, values: tuple[int, ...]) -> Value:
    """Return the value of a name with one assignment.

    An alias that lists more types than a value may have is returned as a union by itself: members that all of the types
    have are known, and conditions choose among them.
    """
    program = evaluator.program
    file = program.file_of[gid]
    value = evaluator.value(file, values[0])
    if value or program.get_symbol(gid).kind != SymbolKind.TYPE or len(evaluator.exprs[file][values[0]]) <= MAX_ATOMS:
        return value
    if evaluator.exprs[file][values[0]][0] != ops.UNION or evaluator.classes.parameters(gid):
        return value
    return (make_alias_union(gid),)


def list_alternatives(evaluator: Evaluator, gid: int) -> tuple[list[Atom], bool]:
    """Return the types that an alias lists, and whether they are all of them.

    Types of aliases in it are included.
    """
    program = evaluator.program
    found: dict[Atom, None] = {}
    whole = True
    pending, seen = [gid], {gid}
    while pending:
        file, local = program.locate(pending.pop(0))
        program.reads.read_symbol(program.offsets[file] + local)
        listed_types = program.files[file].values.get(local, ())
        for part in dict.fromkeys(part for e in listed_types for part in list_union_members(evaluator.exprs[file], e)):
            value = evaluator.types.instantiate(file, part)
            whole = whole and bool(value)
            for atom in value:
                if not isinstance(atom, AliasUnion):
                    found[atom] = None
                elif atom.gid not in seen:
                    seen.add(atom.gid)
                    pending.append(atom.gid)
        if len(found) > MAX_LISTED:
            return [], False
    return list(found), whole


def select_common(evaluator: Evaluator, file: int, gid: int, name: str) -> list[Atom]:
    """Select one type of an alias for each declaration of a common member.

    There are none if there are too many, or if one type lacks the member.
    """
    atoms, whole = list_alternatives(evaluator, gid)
    found: dict[Binding, Atom] = {}
    for atom in atoms if whole else ():
        binding = evaluator.members.find(file, atom, name)[0]
        if not binding.any:
            return []
        found.setdefault(binding, atom)
        if len(found) > MAX_ATOMS:
            return []
    return list(found.values())


def evaluate_discriminated(evaluator: Evaluator, file: int, expr: Expr) -> Value:
    """Drop the types whose discriminant does not meet a condition.

    The condition compares a member. A type that may have any value there stays.
    """
    value = evaluator.value(file, expr[1])
    if not any(isinstance(atom, (Instance, AliasUnion)) for atom in value) or (
        len(value) == 1 and all(isinstance(atom, Instance) for atom in value)
    ):
        return value  # what is of one type is told apart from nothing
    wanted = list_units(evaluator, file, expr[2])
    if not wanted:
        return value
    name, holds = expr[3], expr[4]
    kept: list[Atom] = []
    for given in value:
        for atom in list_alternatives(evaluator, given.gid)[0] if isinstance(given, AliasUnion) else (given,):
            have, may_lack = find_discriminant(evaluator, file, atom, name)
            if not have or (have & wanted if holds else may_lack or not have <= wanted):
                kept.append(atom)
    return tuple(dict.fromkeys(kept)) if len(kept) <= MAX_ATOMS else value


def find_discriminant(evaluator: Evaluator, file: int, atom: Atom, name: str) -> tuple[Units, bool]:
    """Return the values that the declaration of a member allows.

    They are empty where unknown. The flag says whether the member may be missing.
    """
    program = evaluator.program
    if not isinstance(atom, Instance):
        return frozenset(), False
    refs = evaluator.members.find(file, atom, name)[0].refs
    if len(refs) != 1 or refs[0][0] < 0:
        return frozenset(), False
    at, index = refs[0]
    expr = evaluator.exprs[at][index]
    if expr[0] != ops.VAR:
        return frozenset(), False
    symbol = program.get_symbol(program.offsets[at] + expr[1])
    declared = program.files[at].declared.get(expr[1], 0)
    return list_units(evaluator, at, declared) if declared else frozenset(), bool(symbol.flags & Flag.OPTIONAL)


def list_units(evaluator: Evaluator, file: int, index: int, hops: int = 0) -> Units:
    """Return the few values that an expression may have.

    These are literals and cases of enumerations. There are none where it may be anything else.
    """
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.LITERAL:
        return frozenset((expr[2],)) if expr[2] else frozenset()
    if expr[0] == ops.UNION:
        parts = [list_units(evaluator, file, part, hops) for part in list_union_members(evaluator.exprs[file], index)]
        return frozenset[str | int]().union(*parts) if all(parts) else frozenset()
    found: set[str | int] = set()
    program = evaluator.program
    for entity in evaluator.entities(file, index):
        if not isinstance(entity, NamedSymbol):
            return frozenset()
        gid: int = entity.gid
        symbol = program.get_symbol(gid)
        at, local = program.locate(gid)
        values = program.files[at].values.get(local, ())
        parent = program.get_parent(gid)
        if symbol.kind == SymbolKind.CONSTANT and parent >= 0 and program.get_symbol(parent).kind == SymbolKind.ENUM:
            found.add(gid)
        elif symbol.kind == SymbolKind.TYPE and len(values) == 1 and hops < MAX_ALIASES:
            inner = list_units(evaluator, at, values[0], hops + 1)
            if not inner:
                return frozenset()
            found |= inner
        else:
            return frozenset()
    return frozenset(found)
