"""Declaration spaces of languages that keep types and values of one name apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph.resolve.types.abstract_values import Function, NamedSymbol, Value, join, make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program
    from codegraph.resolve.types.abstract_values import Entity

ONLY_TYPES: Final = frozenset({SymbolKind.INTERFACE, SymbolKind.TYPE})
TYPES: Final = ONLY_TYPES | {SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.ENUM}
ONLY_VALUES: Final = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FUNCTION})
NAMES: Final = frozenset({ops.NAME, ops.IMPORT, ops.ATTR})
LONGEST: Final = 8  # parts of one name


def list_union_members(exprs: list[Expr], index: int) -> list[int]:
    """Return the members of an expression that are no unions, each once.

    They come in order of appearance. A variable that a loop or its own initialiser assigns again is a union that
    contains itself.
    """
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
    """Return the value that a type expression stands for.

    Where a name is declared as a type and as a value, only the type counts.
    """
    expr = evaluator.exprs[file][index]
    if expr[0] == ops.UNION:
        return join([as_type(evaluator, file, part) for part in list_union_members(evaluator.exprs[file], index)])
    if expr[0] not in NAMES:
        return evaluator.value(file, index)
    named = evaluator.entities(file, index)
    types = select_space(evaluator.program, named, typed=True)
    if len(types) == len(named) or any(not isinstance(entity, NamedSymbol) for entity in types):
        value = evaluator.value(file, index)
        if all(not isinstance(atom, Function) for atom in value):
            return value
        return tuple(
            make_instance(atom.gid) if isinstance(atom, Function) and is_constructor(evaluator.program, atom) else atom
            for atom in value
        )
    return join([evaluator.evaluate_symbol(entity.gid) for entity in types if isinstance(entity, NamedSymbol)])


def is_constructor(program: Program, atom: Function) -> bool:
    """Return whether the name of a function may be used as a type.

    Such a type is that of the objects that the function constructs.
    """
    return atom.gid < program.end and program.get_symbol(atom.gid).kind == SymbolKind.FUNCTION


def resolve_space(program: Program, file: int, named: tuple[Entity, ...], *, typed: bool) -> tuple[Entity, ...]:
    """Return the entities that a name means in a type or in a value.

    These are all entities in a language that does not keep types and values apart.
    """
    namespace = program.semantics[file].lookup.type_namespace
    if namespace == "separate":
        return select_space(program, named, ONLY_TYPES, typed=typed)
    if namespace != "uncallable" or not named:
        return named
    if not typed:
        return select_space(program, named, TYPES, typed=False)
    kinds = [program.get_symbol(entity.gid).kind if isinstance(entity, NamedSymbol) else None for entity in named]
    return tuple(entity for entity, kind in zip(named, kinds, strict=True) if kind != SymbolKind.FUNCTION)


def select_space(
    program: Program, named: tuple[Entity, ...], types: frozenset[SymbolKind] = ONLY_TYPES, *, typed: bool
) -> tuple[Entity, ...]:
    """Return the types of a name in a type, and its values elsewhere."""
    if len(named) < 2:
        return named
    kinds = [(entity, program.get_symbol(entity.gid) if isinstance(entity, NamedSymbol) else None) for entity in named]
    others, kept = (ONLY_VALUES, types) if typed else (types, ONLY_VALUES)
    meant = {symbol.name for _, symbol in kinds if symbol is not None and symbol.kind in kept}
    return tuple(
        entity for entity, symbol in kinds if symbol is None or symbol.kind not in others or symbol.name not in meant
    )


def select_value_parts(facts: FileFacts, parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of `parts` that remain in a value.

    All of `parts` are declarations of one name."""
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
