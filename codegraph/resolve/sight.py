"""Which members that interfaces give to types outside the tree a file can see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.values import CL, UNKNOWN
from codegraph_parsers import ops

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.program import Ref


def in_sight(evaluator: Evaluator, file: int, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Of members that interfaces give to a type outside the tree those of interfaces that a file has a name for: what
    else is called like them is the type's own."""
    if not refs:
        return ()
    evaluator.members.sided += 1
    program = evaluator.program
    found: list[Ref] = []
    for ref in refs:
        gid = ref[1]
        if ref[0] >= 0:
            expr = program.files[ref[0]].exprs[ref[1]]
            gid = program.offsets[ref[0]] + int(expr[1]) if expr[0] == ops.SYM else -1
        provided = evaluator.classes.provided.get(gid)
        value = evaluator.value(*provided) if provided is not None else UNKNOWN
        interfaces = [atom[1] for atom in value if atom[0] == CL] or [program.parent(gid)]
        if gid < 0 or any(_is_named(evaluator, file, interface) for interface in interfaces):
            found.append(ref)
    return tuple(found)


def _is_named(evaluator: Evaluator, file: int, interface: int) -> bool:
    """Whether a file has an interface in one of its scopes: it declares or imports it, perhaps by a wildcard."""
    program = evaluator.program
    if interface < 0 or program.file_of[interface] == file:
        return True
    name, facts = program.symbol(interface).name, program.files[file]
    if program.record is not None:
        program.record.symbol(interface)
        program.record.fact("stars", file)
    if any(name in (entry.name, entry.module.rsplit("::", 1)[-1]) for entry in facts.imports):
        return True
    return any(evaluator.scopes.wildcards.member(file, scope, name).any for scope in facts.stars)
