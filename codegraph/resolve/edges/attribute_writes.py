"""Assignments to attributes of other objects: `Service.handler = f`.

Assignments to attributes of things that are not the enclosing receiver: `Service.handler = f`, `table[key] = f`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.static_members import is_given_to
from codegraph.resolve.types.values import CL, DI, FN, IN, SC, ST
from codegraph_parsers import ops
from codegraph_parsers.facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

PASSES: Final = 2


def _loose(evaluator: Evaluator, known: tuple[Ref, ...]) -> bool:
    """Whether bindings are fields without a declared type, of a language whose objects take any value anywhere."""
    program = evaluator.program
    for file, index in known:
        if file < 0 or not program.semantics[file].function_objects:
            return False
        expr = program.files[file].exprs[index]
        if expr[0] != ops.VAR or expr[1] in program.files[file].declared:
            return False
    return True


class Given(NamedTuple):
    """A member or stored value that one write gives: `name` is "[]" for a value stored in a container."""

    gid: int
    name: str
    ref: Ref
    function: bool  # given to a function, which has as many values for one name as there are writes


def given(evaluator: Evaluator, file: int) -> list[Given]:
    """What the writes of a file give to what, as far as it is known so far."""
    program = evaluator.program
    found: list[Given] = []
    for write in program.files[file].writes:
        if not write.value:
            continue
        ref = (file, write.value)
        if write.name == "[]":
            entities = evaluator.entities(file, write.base)
            found.extend(Given(entity[1], write.name, ref, True) for entity in entities if entity[0] == 0)
            continue
        for atom in evaluator.value(file, write.base):
            if atom[0] in (CL, IN, ST, SC, FN, DI) and atom[1] < program.end:
                known = evaluator.classes.own(atom[1], write.name)
                if known and atom[0] in (IN, ST) and program.symbol(atom[1]).kind == SymbolKind.FUNCTION:
                    known = tuple(ref for ref in known if not is_given_to(evaluator, atom[1], ref))
                declared = program.symbol(atom[1]).kind == SymbolKind.INTERFACE  # it names all members that it has
                if not known and (declared or not program.semantics[file].function_objects):
                    known = evaluator.members.in_class(atom[1], write.name)[0].refs
                if atom[0] == FN or not known or _loose(evaluator, known):
                    found.append(Given(atom[1], write.name, ref, atom[0] == FN))
    return found
