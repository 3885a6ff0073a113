"""Abstract values: what an expression may be at run time.

A `Value` is a tuple of atoms, each a plain tuple whose first item is one of the tags below. The empty value means
nothing is known. Sets are bounded by `MAX_ATOMS`; one atom more and the whole value becomes unknown, so that order
cannot matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

Atom = tuple[Any, ...]
Value = tuple[Atom, ...]

FN: Final = 0  # (gid, receiver atom | None)     a function, bound to a receiver or not
CL: Final = 1  # (gid, type arguments)           a class as a value; type arguments are Values
IN: Final = 2  # (gid, type arguments)           an instance
MO: Final = 3  # (unit key)                      a module
NS: Final = 4  # (family, qualified name)        an open namespace
EX: Final = 5  # (dotted name)                   something of a package outside the repository
EI: Final = 6  # (dotted name)                   a value that came from outside
TV: Final = 7  # (gid of owner, name)            a type variable
FT: Final = 8  # (parameter Values, result Value)   a declared function type
TU: Final = 9  # (Values)                        a tuple, element by element
LI: Final = 10  # (gid of class, Values)         a list literal, element by element
DI: Final = 11  # (gid of class, ((key text, Value), …), key Value)   a mapping literal
LV: Final = 12  # (gid of class, text)           a literal whose text is known
ST: Final = 13  # (gid)                          the receiver, whatever subclass it is
SU: Final = 14  # (gid, receiver atom)           the receiver seen as the bases of class gid
SC: Final = 15  # (gid)                          the receiver's class, whatever subclass it is
AL: Final = 16  # (gid)                          any of the types that an alias lists, more than a value may have

MAX_ATOMS = 9  # as many alternatives as modules have for platforms; with more, guesses outgrow what they find
MAX_OVERLOADS = 256  # a visitor has a method of one name for every kind of node
MAX_ELEMENTS = 24  # literals longer than this are known by element type only
MAX_DEPTH = 4  # nesting of type arguments kept

UNKNOWN: Value = ()


class SpreadValue(tuple[Atom, ...]):
    """An element of what a call spreads.

    It stands for any number of arguments."""

    __slots__ = ()


Parameters = frozenset[tuple[int, int]]
"""Parameters (function, position) that a value rests on."""

CLEAN: Parameters = frozenset()
EVERYTHING: Parameters = frozenset(((-1, -1),))
FAR: Final = 1 << 30  # deeper than any evaluation


def overloaded(values: Iterable[Value]) -> Value:
    """Union of the definitions of one name, from which a call chooses: more of them than of unrelated values."""
    result = tuple(dict.fromkeys(atom for value in values for atom in value))
    return result if len(result) <= MAX_OVERLOADS else UNKNOWN


def join(values: Sequence[Value]) -> Value:
    """Union of values in first-seen order. One that exceeds the bound has what differs in type arguments alone merged;
    if that is still too much it is unknown."""
    if len(values) == 1 and len(values[0]) < 2:
        return values[0]
    result: list[Atom] = []
    for value in values:
        for atom in value:
            if atom not in result:
                result.append(atom)
    if len(result) > MAX_ATOMS:
        result = merged(result)
    return tuple(result) if len(result) <= MAX_ATOMS else UNKNOWN


def merged(atoms: Sequence[Atom]) -> list[Atom]:
    """Atoms of one class as one that may have any of their type arguments, and members bound to such."""
    groups: dict[Atom, list[Atom]] = {}
    for atom in atoms:
        tag = atom[0]
        if tag in (CL, IN, LI):
            groups.setdefault((tag, atom[1]), []).append(atom)
        elif tag == FN and atom[2] is not None and atom[2][0] in (CL, IN):
            groups.setdefault((tag, atom[1], atom[2][:2]), []).append(atom)
        else:
            groups.setdefault((-1, atom), [atom])
    found: list[Atom] = []
    for (tag, *_), same in groups.items():
        if len(same) == 1:
            found.append(same[0])
        elif tag == LI:  # what a list holds after some of several branches added to it
            found.append((IN, same[0][1], (join([element for atom in same for element in atom[2]]),)))
        elif tag == FN:
            receivers = [atom[2] for atom in same]
            found.append((tag, same[0][1], (*receivers[0][:2], _arguments(receivers))))
        else:
            found.append((tag, same[0][1], _arguments(same)))
    return found


def _arguments(atoms: Sequence[Atom]) -> tuple[Value, ...]:
    """Type arguments of several applications of one class, place by place."""
    if len({len(atom[2]) for atom in atoms}) > 1:
        return ()
    return tuple(join(each) for each in zip(*(atom[2] for atom in atoms), strict=True))


def depth(value: Value) -> int:
    """Nesting of type arguments in a value."""
    deepest = 0
    for atom in value:
        if atom[0] in (CL, IN) and atom[2]:
            deepest = max(deepest, 1 + max(depth(argument) for argument in atom[2]))
    return deepest


def clip(value: Value) -> Value:
    """The value with type arguments nested too deeply forgotten: recursive generics must end."""
    if depth(value) <= MAX_DEPTH:
        return value
    return tuple((atom[0], atom[1], ()) if atom[0] in (CL, IN) else atom for atom in value)


def symbols_in(value: Value) -> set[int]:
    """Graph ids that are part of a value."""
    found: set[int] = set()
    for atom in value:
        tag = atom[0]
        if tag in (MO, EX, EI):
            continue
        if tag in (FT, TU):
            for inner in atom[1]:
                found |= symbols_in(inner)
            if tag == FT:
                found |= symbols_in(atom[2])
            continue
        found.add(atom[1])
        if tag in (CL, IN, LI):
            for inner in atom[2]:
                found |= symbols_in(inner)
        elif tag == DI:
            for _, inner in atom[2]:
                found |= symbols_in(inner)
            found |= symbols_in(atom[3])
        elif tag in (FN, SU) and atom[2] is not None:
            found |= symbols_in((atom[2],))
    found.discard(-1)
    return found
