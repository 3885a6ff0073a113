"""Values of several types, and unions too large to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.program.binding import Found
from codegraph.resolve.program.declaration_spaces import union_members
from codegraph.resolve.types.values import MAX_ATOMS, AliasUnion, Atom, Instance, NamedSymbol, Value, make_alias_union
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_LISTED: Final = 400  # a tree of syntax has a type for every kind of node
MAX_ALIASES: Final = 4  # aliases of what a discriminant may be

Units = frozenset[str | int]
"""What a type of few values allows: texts, and graph ids of cases of enumerations."""


def listed(evaluator: Evaluator, gid: int, values: tuple[int, ...]) -> Value:
    """The one value of a name. Of an alias that lists more types than a value may have, the alias stands for them:
    what all of them have is known, and conditions choose among them."""
    program = evaluator.program
    file = program.file_of[gid]
    value = evaluator.value(file, values[0])
    if value or program.symbol(gid).kind != SymbolKind.TYPE or len(evaluator.exprs[file][values[0]]) <= MAX_ATOMS:
        return value
    if evaluator.exprs[file][values[0]][0] != ops.UNION or evaluator.classes.parameters(gid):
        return value
    return (make_alias_union(gid),)


def alternatives(evaluator: Evaluator, gid: int) -> tuple[list[Atom], bool]:
    """What an alias lists, those of other such aliases in it included, and whether that is all of it."""
    program = evaluator.program
    found: dict[Atom, None] = {}
    whole = True
    pending, seen = [gid], {gid}
    while pending:
        file, local = program.locate(pending.pop(0))
        program.reads.read_symbol(program.offsets[file] + local)
        listed_types = program.files[file].values.get(local, ())
        for part in dict.fromkeys(part for e in listed_types for part in union_members(evaluator.exprs[file], e)):
            value = evaluator.types.of(file, part)
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


def common(evaluator: Evaluator, file: int, gid: int, name: str) -> list[Atom]:
    """Of what an alias lists, one for each declaration of a member: none if there are many, or if one lacks it."""
    atoms, whole = alternatives(evaluator, gid)
    found: dict[Found, Atom] = {}
    for atom in atoms if whole else ():
        binding = evaluator.members.find(file, atom, name)[0]
        if not binding.any:
            return []
        found.setdefault(binding, atom)
        if len(found) > MAX_ATOMS:
            return []
    return list(found.values())


def discriminated(evaluator: Evaluator, file: int, expr: Expr) -> Value:
    """Without what a member rules out that a condition compares. What may have any value there stays."""
    value = evaluator.value(file, expr[1])
    if not any(isinstance(atom, (Instance, AliasUnion)) for atom in value) or (
        len(value) == 1 and all(isinstance(atom, Instance) for atom in value)
    ):
        return value  # what is of one type is told apart from nothing
    wanted = units(evaluator, file, expr[2])
    if not wanted:
        return value
    name, holds = expr[3], expr[4]
    kept: list[Atom] = []
    for given in value:
        for atom in alternatives(evaluator, given.gid)[0] if isinstance(given, AliasUnion) else (given,):
            have, may_lack = told(evaluator, file, atom, name)
            if not have or (have & wanted if holds else may_lack or not have <= wanted):
                kept.append(atom)
    return tuple(dict.fromkeys(kept)) if len(kept) <= MAX_ATOMS else value


def told(evaluator: Evaluator, file: int, atom: Atom, name: str) -> tuple[Units, bool]:
    """What the declaration of a member allows, nothing where that is not known, and whether it may be missing."""
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
    symbol = program.symbol(program.offsets[at] + expr[1])
    declared = program.files[at].declared.get(expr[1], 0)
    return units(evaluator, at, declared) if declared else frozenset(), bool(symbol.flags & Flag.OPTIONAL)


def units(evaluator: Evaluator, file: int, index: int, hops: int = 0) -> Units:
    """The few values that an expression may have: literals and cases of enumerations; nothing where it is any other."""
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.LITERAL:
        return frozenset((expr[2],)) if expr[2] else frozenset()
    if expr[0] == ops.UNION:
        parts = [units(evaluator, file, part, hops) for part in union_members(evaluator.exprs[file], index)]
        return frozenset[str | int]().union(*parts) if all(parts) else frozenset()
    found: set[str | int] = set()
    program = evaluator.program
    for entity in evaluator.entities(file, index):
        if not isinstance(entity, NamedSymbol):
            return frozenset()
        gid: int = entity.gid
        symbol = program.symbol(gid)
        at, local = program.locate(gid)
        values = program.files[at].values.get(local, ())
        parent = program.parent(gid)
        if symbol.kind == SymbolKind.CONSTANT and parent >= 0 and program.symbol(parent).kind == SymbolKind.ENUM:
            found.add(gid)
        elif symbol.kind == SymbolKind.TYPE and len(values) == 1 and hops < MAX_ALIASES:
            inner = units(evaluator, at, values[0], hops + 1)
            if not inner:
                return frozenset()
            found |= inner
        else:
            return frozenset()
    return frozenset(found)
