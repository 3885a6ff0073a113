"""Classes whose tests request a function, and that get attributes by it.

A fixture of pytest gives the class of the test that requests it an attribute: `request.cls.client = make_client()`.
Tests request fixtures by their parameters or for their whole class, and fixtures request others in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.resolve.program.program import is_class
from codegraph.resolve.types.abstract_values import Function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind, Write

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


def list_requesting(evaluator: Evaluator, file: int) -> Iterator[tuple[int, int]]:
    """Yield the functions that tests of a file request, with what requests them.

    That is the class of a test, or a function that tests request."""
    program = evaluator.program
    facts, offset = program.files[file], program.offsets[file]
    if not program.semantics[file].callbacks.requester:
        return
    for kind, owner, index, _ in facts.sites:
        if kind != "requested":
            continue
        symbol = facts.symbols[owner]
        is_test = bool(symbol.flags & Flag.TEST) and symbol.kind is SymbolKind.METHOD
        requesting = symbol.parent if is_test else owner
        expr = facts.exprs[index]
        calls: tuple[int, ...] = expr[1:] if expr[0] == ops.UNION else (index,)
        for call in calls:
            called: int = facts.exprs[call][1]
            for atom in evaluator.value(file, called):
                if isinstance(atom, Function) and atom.gid < program.end:
                    yield atom.gid, offset + requesting


def list_requesting_classes(evaluator: Evaluator, file: int, write: Write) -> list[int]:
    """Return the classes that a write to the class of a test is given to."""
    program = evaluator.program
    facts = program.files[file]
    policy = program.semantics[file].callbacks.requester
    written = facts.exprs[write.base]
    if not policy or written[0] != ops.ATTR or written[2] != policy[1]:
        return []
    base: int = written[1]
    named = facts.exprs[base]
    if named[0] != ops.PARAM:
        return []
    local: int = named[1]
    position: int = named[2]
    if facts.params[local][position].name != policy[0]:
        return []
    waiting = [program.offsets[file] + local]
    seen = set(waiting)
    found: list[int] = []
    for gid in waiting:  # grows while it is read
        if is_class(program.get_symbol(gid)):
            found.append(gid)
            continue
        program.reads.read_subclasses(gid)
        new = [each for each in evaluator.classes.subclasses.get(gid, ()) if each not in seen]
        seen.update(new)
        waiting += new
    return found
