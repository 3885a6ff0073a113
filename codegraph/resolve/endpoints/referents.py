"""Functions and values of the tree that expressions and members lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import INSTANCES, ClassObject, Function, NamedSymbol, make_instance
from codegraph_parsers.file_facts import FileFacts, Flag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.types.abstract_values import Atom


def has_tests(facts: FileFacts) -> bool:
    """Return whether a file has tests; what it makes is for them."""
    return any(symbol.flags & Flag.TEST for symbol in facts.symbols)


def list_functions(evaluator: Evaluator, file: int, index: int) -> list[int]:
    """Return the functions that an expression may be."""
    end = evaluator.program.end
    return [atom.gid for atom in evaluator.value(file, index) if isinstance(atom, Function) and atom.gid < end]


def list_methods(evaluator: Evaluator, file: int, owner: Atom, name: str) -> list[int]:
    """Return the functions that a member of an object may be, for code of a file."""
    end = evaluator.program.end
    value = evaluator.members.evaluate_attribute(file, owner, name)
    return [atom.gid for atom in value if isinstance(atom, Function) and atom.gid < end]


def list_run_functions(evaluator: Evaluator, file: int, index: int, methods: Sequence[str]) -> list[int]:
    """Return the functions that run when what an expression gives is used.

    These are functions, and `methods` of classes and objects."""
    found: list[int] = []
    for atom in evaluator.value(file, index):
        if isinstance(atom, Function):
            found.append(atom.gid)
        elif isinstance(atom, (ClassObject, *INSTANCES)) and atom.gid < evaluator.program.end:
            owner = make_instance(atom.gid, ()) if isinstance(atom, ClassObject) else atom
            found += (each for name in methods for each in list_methods(evaluator, file, owner, name))
    return [gid for gid in dict.fromkeys(found) if gid < evaluator.program.end]


def list_values(evaluator: Evaluator, file: int, index: int) -> list[tuple[int, int]]:
    """Return what is assigned to a name, as files and expressions."""
    program = evaluator.program
    found: list[tuple[int, int]] = []
    for each in evaluator.entities(file, index):
        if isinstance(each, NamedSymbol) and each.gid < program.end:
            of, local = program.locate(each.gid)
            found += ((of, value) for value in program.files[of].values.get(local, ()))
    return found
