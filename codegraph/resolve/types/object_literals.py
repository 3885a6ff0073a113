"""Object literals: conflicts with interfaces, and properties under spreads."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.program.program import is_class
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    Atom,
    ClassObject,
    Instance,
    LiteralValue,
    MappingLiteral,
    Value,
    join,
)
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program

UNNAMED = frozenset(("[]", "[.]"))  # members that stand for any property


def has_conflict(calls: Calls, file: int, wanted: Value, have: Atom) -> bool:
    """Return whether an argument cannot be what a parameter of these types takes."""
    program = calls.program
    if (
        not wanted
        or not isinstance(have, (Instance, LiteralValue, MappingLiteral, ClassObject))
        or not program.semantics[file].members.is_prototype_based
    ):
        return False
    if any(
        not isinstance(a, Instance) or program.get_symbol(a.gid).kind != SymbolKind.INTERFACE or a.gid >= program.end
        for a in wanted
    ):
        return False
    required = [_list_members(calls, a.gid) for a in wanted if isinstance(a, Instance)]
    if any(members is None for members in required):
        return False
    keys = _list_keys(calls, have)
    known = {name for members in required for name in members or ()}
    if keys is not None and not keys <= known:
        return True  # a literal has no properties that nobody asked for
    return all(
        _has_mismatch(calls, file, members or {}, want, have) for members, want in zip(required, wanted, strict=True)
    )


def _list_members(calls: Calls, gid: int) -> dict[str, bool] | None:
    """Return the members of an interface, with whether each is required.

    Returns None where more may be allowed than the interface names.
    """
    line = calls.evaluator.classes.linear(gid)
    if line.hidden:
        return None
    found: dict[str, bool] = {}
    for ancestor, _ in line.ancestors:
        file, local = calls.program.locate(ancestor)
        facts = calls.program.files[file]
        calls.program.reads.read_table(ancestor)
        if facts.symbols[local].kind != SymbolKind.INTERFACE or ancestor >= calls.program.end:
            return None
        for name in facts.names.get(local, {}):
            found.setdefault(name, True)
        for symbol in facts.symbols[local + 1 :]:
            if symbol.parent == local and symbol.flags & Flag.OPTIONAL:
                found[symbol.name] = False
    return None if not found or not UNNAMED.isdisjoint(found) else found


def _list_keys(calls: Calls, have: Atom) -> set[str] | None:
    """Return the keys of an object literal whose keys are all known, else None."""
    if isinstance(have, MappingLiteral):
        return {text for text, _ in have.items} if all(text for text, _ in have.items) else None
    if not isinstance(have, Instance) or not is_literal(calls.program, have.gid):
        return None
    file, local = calls.program.locate(have.gid)
    facts = calls.program.files[file]
    calls.program.reads.read_table(have.gid)
    names = facts.names.get(local, {})
    return None if local in facts.stars or "[]" in names else set(names)


def is_literal(program: Program, gid: int) -> bool:
    """Return whether a class is that of an object literal."""
    symbol = program.get_symbol(gid)
    return bool(symbol.flags & Flag.ANONYMOUS) and symbol.kind == SymbolKind.CLASS and symbol.name == "<object>"


def _has_mismatch(calls: Calls, file: int, members: dict[str, bool], want: Atom, have: Atom) -> bool:
    """Return whether a required member is missing, or is another literal."""
    evaluator = calls.evaluator
    if isinstance(have, ClassObject) and "new()" in members:
        return False
    plain = evaluator.types.as_plain_instance(file, have)
    if not isinstance(plain, APPLIED) or not is_class(calls.program.get_symbol(plain.gid)):
        return False
    unknown = evaluator.classes.linear(plain.gid)[1] or (
        not isinstance(have, ClassObject) and (is_literal(calls.program, plain.gid) and _list_keys(calls, have) is None)
    )
    for name, required in members.items():
        if isinstance(plain, ClassObject) and evaluator.members.in_class(plain.gid, "new()")[0].any:
            return False
        given = evaluator.members.evaluate_attribute(file, have, name)
        there = bool(given) or evaluator.members.find(file, have, name)[0].any
        if required and not there and not unknown:
            return True
        if there and given and all(isinstance(a, LiteralValue) for a in given):
            asked = evaluator.members.evaluate_attribute(file, want, name)
            texts = {a.text for a in asked if isinstance(a, LiteralValue)}
            if (
                asked
                and all(isinstance(a, LiteralValue) and a.text for a in asked)
                and not texts & {a.text for a in given if isinstance(a, LiteralValue)}
            ):
                return True
    return False


class Overriding(NamedTuple):
    """Objects that may override a property.

    `is_sure` says that one of them does in any case.
    """

    atoms: Value
    is_sure: bool


def find_overriding(evaluator: Evaluator, file: int, expr: Expr) -> Overriding:
    """Return what overrides a property of an object literal before a spread.

    Object literals surely have the properties that they name. A property that another type declares may be missing from
    a value.
    """
    value, name = evaluator.value(file, expr[2]), expr[3]
    found = tuple(atom for atom in value if evaluator.members.find(file, atom, name)[0].any)
    are_literals = all(isinstance(atom, Instance) and is_literal(evaluator.program, atom.gid) for atom in found)
    return Overriding(found, bool(found) and len(found) == len(value) and are_literals)


def evaluate_overridden(evaluator: Evaluator, file: int, expr: Expr) -> Value:
    """Evaluate a property of an object literal that a spread follows."""
    overriding = find_overriding(evaluator, file, expr)
    own = () if overriding.is_sure else evaluator.value(file, expr[1])
    return join([own, *(evaluator.members.evaluate_attribute(file, atom, expr[3]) for atom in overriding.atoms)])
