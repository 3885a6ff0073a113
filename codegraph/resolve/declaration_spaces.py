"""Declaration spaces: types and values of one name, where a language keeps the two apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.values import FN, IN, Atom, Value, join
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, FileFacts, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.naming import Entity
    from codegraph.resolve.program import Program

ONLY_TYPES: Final = frozenset({SymbolKind.INTERFACE, SymbolKind.TYPE})
TYPES: Final = ONLY_TYPES | {SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.ENUM}
ONLY_VALUES: Final = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FUNCTION})
NAMES: Final = frozenset({ops.NAME, ops.IMPORT, ops.ATTR})
LONGEST: Final = 8  # parts of one name


def union_members(exprs: list[Expr], index: int) -> list[int]:
    """Return the members of an expression that are no unions, each once, in order of appearance.

    A variable that a loop or its own initialiser assigns again is a union that contains itself."""
    members: dict[int, None] = {}
    seen: set[int] = set()
    pending = [index]
    while pending:
        at = pending.pop()
        expr = exprs[at]
        if expr[0] != ops.UNION:
            members[at] = None
        elif at not in seen:
            seen.add(at)
            pending.extend(reversed(expr[1:]))
    return list(members)


def as_type(evaluator: Evaluator, file: int, index: int) -> Value:
    """Return what a type expression stands for: of a name that is also a value's, the type alone."""
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.UNION:
        return join([as_type(evaluator, file, part) for part in union_members(evaluator.exprs[file], index)])
    if expr[0] not in NAMES:
        return evaluator.value(file, index)
    named = evaluator.entities(file, index)
    types = one_side(evaluator.program, named, typed=True)
    if len(types) == len(named) or any(entity[0] != 0 for entity in types):
        value = evaluator.value(file, index)
        if all(atom[0] != FN for atom in value):
            return value
        return tuple((IN, atom[1], ()) if is_constructor(evaluator.program, atom) else atom for atom in value)
    return join([evaluator.symbol_value(entity[1]) for entity in types])


def is_constructor(program: Program, atom: Atom) -> bool:
    """Whether a function's name may stand in a type, which then is that of what the function constructs."""
    return atom[0] == FN and atom[1] < program.end and program.symbol(atom[1]).kind == SymbolKind.FUNCTION


def meant_by(program: Program, file: int, named: tuple[Entity, ...], *, typed: bool) -> tuple[Entity, ...]:
    """What is meant of what a name names, in a language that keeps types and values apart."""
    semantics = program.semantics[file]
    if semantics.types_apart:
        return one_side(program, named, ONLY_TYPES, typed=typed)
    if not semantics.type_names or not named:
        return named
    if not typed:
        return one_side(program, named, TYPES, typed=False)
    kinds = [program.symbol(entity[1]).kind if entity[0] == 0 else None for entity in named]
    return tuple(entity for entity, kind in zip(named, kinds, strict=True) if kind != SymbolKind.FUNCTION)


def one_side(
    program: Program, named: tuple[Entity, ...], types: frozenset[SymbolKind] = ONLY_TYPES, *, typed: bool
) -> tuple[Entity, ...]:
    """What is meant of what a name names: its types in a type, its values elsewhere."""
    if len(named) < 2:
        return named
    kinds = [(entity, program.symbol(entity[1]) if entity[0] == 0 else None) for entity in named]
    others, kept = (ONLY_VALUES, types) if typed else (types, ONLY_VALUES)
    meant = {symbol.name for _, symbol in kinds if symbol is not None and symbol.kind in kept}
    return tuple(
        entity for entity, symbol in kinds if symbol is None or symbol.kind not in others or symbol.name not in meant
    )


def values_of(facts: FileFacts, parts: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of `parts` as a value, where all of them are declarations of one name."""
    found: dict[int, SymbolKind] = {}
    name = ""
    pending = list(parts)
    for at, part in enumerate(pending):  # it grows
        expr: Expr = facts.exprs[part]
        if expr[0] == ops.UNION and at < LONGEST:
            pending.extend(each for each in expr[1:] if each not in pending)
            continue
        if expr[0] == ops.FLOW:
            named: int = expr[1]
            expr = facts.exprs[named]
        if expr[0] not in (ops.SYM, ops.VAR):
            return parts
        local: int = expr[1]
        symbol = facts.symbols[local]
        if name not in ("", symbol.name):
            return parts
        name = symbol.name
        found[part] = symbol.kind
    kept = tuple(part for part, kind in found.items() if kind not in ONLY_TYPES)
    return kept if kept and len(kept) < len(found) else parts
