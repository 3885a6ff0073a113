"""Members that no class of a linearisation has written, and that are there all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.scopes import NOTHING, Found
from codegraph.resolve.values import CL, Atom

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator


def unwritten_constructor(evaluator: Evaluator, atom: Atom) -> Found:
    """What calling the constructor of the bases names where none of them has written one: the next base."""
    line = [gid for gid, _ in evaluator.classes.linear(atom[2][1])[0]]
    after = line.index(atom[1]) + 1 if atom[1] in line else len(line)
    return Found(((-1, line[after]),)) if after < len(line) else NOTHING


def of_metaclass(evaluator: Evaluator, atom: Atom, name: str) -> tuple[Found, int, Atom | None]:
    """A member that the declared class of a class gives it; the class is the receiver."""
    program = evaluator.program
    for ancestor, _ in evaluator.classes.linear(atom[1])[0]:
        at, local = program.locate(ancestor)
        declared = program.files[at].declared.get(local)
        for each in evaluator.value(at, declared) if declared else ():
            if each[0] == CL:
                found, owner, _ = evaluator.members.in_class(each[1], name)
                if found.refs or found.atoms:
                    return found, owner, atom
    return NOTHING, -1, None
