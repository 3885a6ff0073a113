"""Construction that gives something else: what a class's maker (`__new__`) returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import FN, IN, LI, ST, TU, UNKNOWN, Atom, Value, join

if TYPE_CHECKING:
    from codegraph.resolve.calls import Calls, Keywords
    from codegraph.resolve.program import Program

MADE = frozenset((IN, TU, LI))


def made(
    calls: Calls, file: int, atom: Atom, instance: Value, arguments: tuple[Value, ...], keywords: Keywords
) -> Value:
    """What constructing a class gives: an instance and what else its maker returns, or that alone if it says so."""
    program: Program = calls.program
    members = calls.evaluator.members
    gid: int = atom[1]
    maker = program.semantics[program.file_of[gid]].maker
    if not maker or gid >= program.end:
        return instance
    found, owner, _ = members.in_class(gid, maker)
    if not found.any or not 0 <= owner < program.end:
        return instance
    others: list[Atom] = []
    declared = True
    for method in [each for each in calls.evaluator.found_value(found) if each[0] == FN]:
        for each in calls.result(file, (method[0], method[1], instance[0]), arguments, keywords, 0):
            if each[0] in MADE and not _related(calls, gid, each):
                others.append(each)
            elif each[0] in (IN, ST):
                declared = False
        at, local = program.locate(method[1])
        declared = declared and bool(program.files[at].declared.get(local))
    return tuple(others) if others and declared else join([instance, tuple(others) or UNKNOWN])


def _related(calls: Calls, gid: int, atom: Atom) -> bool:
    """Whether an atom is an instance of a class, of one below or of one above it."""
    if atom[0] != IN:
        return False
    linear = calls.evaluator.classes.linear
    return any(gid == each for each, _ in linear(atom[1])[0]) or any(atom[1] == each for each, _ in linear(gid)[0])
