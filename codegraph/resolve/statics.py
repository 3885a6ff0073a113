"""Members of one name on both sides of a class: those of the class itself and those of its instances."""

from __future__ import annotations

from codegraph.resolve.program import Program
from codegraph.resolve.values import CL, FN, IN, SC, ST, Atom, Value
from codegraph_parsers.facts import Flag

OF_CLASS, OF_INSTANCE = frozenset((CL, SC)), frozenset((IN, ST))


def own_side(program: Program, file: int, receiver: Atom, found: Value) -> Value:
    """Of functions that a member name of `receiver` leads to those of its side, where both sides have some.

    `found` are function atoms, or entities `(0, graph id)`; what is neither stays."""
    tag = receiver[0]
    if not program.semantics[file].statics_apart or (tag not in OF_CLASS and tag not in OF_INSTANCE):
        return found
    wanted = tag in OF_CLASS
    sides = [a[0] not in (0, FN) or bool(program.symbol(a[1]).flags & Flag.STATIC) == wanted for a in found]
    if all(sides):
        return found
    kept = tuple(a for a, fits in zip(found, sides, strict=True) if fits)
    return kept or found
