"""Assignments to attributes of things that are not the enclosing receiver: `Service.handler = f`, `table[key] = f`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program import Ref
from codegraph.resolve.values import CL, DI, FN, IN, SC, ST
from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator


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


def apply_writes(evaluator: Evaluator) -> None:
    """Give classes and functions the members that code assigns to them. Two passes: a write may rest on another."""
    program = evaluator.program
    for _ in range(2):
        added = False
        for file, facts in enumerate(program.files[: program.tree]):
            for write in facts.writes:
                if not write.value:
                    continue
                if write.name == "[]":
                    for entity in evaluator.entities(file, write.base):
                        if entity[0] == 0 and (file, write.value) not in evaluator.stored.setdefault(entity[1], []):
                            evaluator.stored[entity[1]].append((file, write.value))
                    continue
                for atom in evaluator.value(file, write.base):
                    if atom[0] in (CL, IN, ST, SC, FN, DI) and atom[1] < program.end:
                        known = evaluator.classes.own(atom[1], write.name)
                        if not known and not program.semantics[file].function_objects:
                            known = evaluator.members.in_class(atom[1], write.name)[0].refs
                        if atom[0] == FN or not known or _loose(evaluator, known):
                            evaluator.classes.add_member(atom[1], write.name, (file, write.value))
                            added = True
        if not added:
            break
        evaluator.reset()
