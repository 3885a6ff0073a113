"""Overrides by object literals.

Members of a literal override those of its declared type. A literal implements a type where it is returned, passed,
assigned or asserted as one. Nothing at the literal names the type, so the types that contexts expect are used. What is
spread into a literal is a part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.incremental.summaries import CLASS_KINDS
from codegraph.resolve.types.abstract_values import EXTERNAL, Instance, NamedSymbol, Value, join
from codegraph.resolve.types.object_literals import is_literal
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter
    from codegraph.resolve.program.program import Program

FUNCTION_MEMBERS: Final = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY))
WRITTEN_LITERALS: Final = frozenset((ops.OBJECT, ops.VAR, ops.FLOW, ops.UNION, ops.AWAIT))
"""Expressions that may be a literal of the same function; what a call gives, the function that is called implements."""

MAX_DEPTH: Final = 4  # literals in literals, and spreads of spreads


class TypedLiteral(NamedTuple):
    """A literal and the types that its context declares for it."""

    literal: int
    wanted: Value
    depth: int


def emit_literal_overrides(emitter: Emitter, file: int) -> None:
    """Emit the members of types that functions in object literals override."""
    pairs = dict.fromkeys((*_find_expected(emitter, file), *_find_given(emitter, file)))
    for source, target in pairs:
        emitter.program.reads.read_line(source)
        line = emitter.program.get_symbol(source).line
        emitter.link(source, target, EdgeKind.OVERRIDES, Resolution.TYPED, line)


def _find_expected(emitter: Emitter, file: int) -> Iterator[tuple[int, int]]:
    """Yield functions of literals with the members expected in their place."""
    facts, offset = emitter.program.files[file], emitter.program.offsets[file]
    for local, expected in facts.expected.items():
        expr = facts.exprs[expected]
        symbol = facts.symbols[local]
        if expr[0] != ops.MEMBER_TYPE or symbol.flags & Flag.ANONYMOUS:
            continue
        emitter.evaluator.queries.begin()
        for target in _find_members(emitter, file, emitter.evaluator.types.instantiate(file, expr[1]), expr[2]):
            yield offset + local, target


def _find_given(emitter: Emitter, file: int) -> Iterator[tuple[int, int]]:
    """Yield functions of assigned and returned literals with the declared members.

    Variables and spreads are followed.
    """
    evaluator, facts = emitter.evaluator, emitter.program.files[file]
    seen: set[tuple[int, Value]] = set()
    for local, declared in facts.declared.items():
        held = facts.values.get(local) or facts.returns.get(local, ())
        written = [value for value in held if facts.exprs[value][0] in WRITTEN_LITERALS]
        if not written:
            continue
        evaluator.queries.begin()
        wanted = evaluator.types.instantiate(file, declared)
        if facts.symbols[local].flags & Flag.ASYNC:
            members = emitter.program.semantics[file].protocols.await_members
            wanted = join([evaluator.members.call_members(file, atom, members) or (atom,) for atom in wanted])
        atoms = [atom for value in written for atom in evaluator.value(file, value)]
        queue = [
            TypedLiteral(a.gid, wanted, 0)
            for a in atoms
            if isinstance(a, Instance) and is_literal(emitter.program, a.gid)
        ]
        while queue:
            given = queue.pop()
            if given.wanted and given.depth < MAX_DEPTH and (given.literal, given.wanted) not in seen:
                seen.add((given.literal, given.wanted))
                yield from _match(emitter, given, queue)


def _match(emitter: Emitter, given: TypedLiteral, queue: list[TypedLiteral]) -> Iterator[tuple[int, int]]:
    """Yield functions of a literal with the members they override.

    Literals in it are added to the queue.
    """
    evaluator, program = emitter.evaluator, emitter.program
    if given.literal >= program.end:
        return
    file, local = program.locate(given.literal)
    facts, offset = program.files[file], program.offsets[file]
    program.reads.read_table(given.literal)
    for name, member in facts.names.get(local, {}).items():
        for part in _list_parts(facts.exprs, member):
            expr = facts.exprs[part]
            inner: int = expr[1]
            if expr[0] == ops.OBJECT:
                wanted = join([evaluator.members.evaluate_attribute(file, atom, name) for atom in given.wanted])
                queue.append(TypedLiteral(offset + inner, evaluator.types.as_instances(wanted), given.depth + 1))
            elif facts.symbols[inner].kind in FUNCTION_MEMBERS and not facts.symbols[inner].flags & Flag.ANONYMOUS:
                program.reads.read_symbol(offset + inner)
                if facts.symbols[inner].name == name:  # else something else that it only has a reference to
                    for target in _find_members(emitter, file, given.wanted, name):
                        yield offset + inner, target
    for spread in facts.stars.get(local, ()):
        for atom in evaluator.value(file, spread):
            if isinstance(atom, Instance) and is_literal(program, atom.gid):
                queue.append(TypedLiteral(atom.gid, given.wanted, given.depth + 1))


def _list_parts(exprs: list[tuple[int, ...]], member: int) -> list[int]:
    """Return the functions and literals in the value of a property."""
    found: list[int] = []
    seen: set[int] = set()
    queue = [member]
    while queue:
        part = queue.pop()
        if part in seen:
            continue
        seen.add(part)
        expr = exprs[part]
        if expr[0] in (ops.SYM, ops.OBJECT):
            found.append(part)
        elif expr[0] == ops.OVERRIDDEN:
            queue.append(expr[1])
        elif expr[0] == ops.UNION:
            queue += reversed(expr[1:])
    return found


def _find_members(emitter: Emitter, file: int, wanted: Value, name: str) -> Iterator[int]:
    """Yield the members of types that have a name, those of libraries included."""
    evaluator, program = emitter.evaluator, emitter.program
    for atom in wanted:
        if isinstance(atom, Instance) and is_literal(program, atom.gid):
            continue  # a type that nobody wrote
        found = evaluator.members.find(file, atom, name)[0]
        for entity in evaluator.found_entities(found):
            if isinstance(entity, NamedSymbol) and _is_member_of_type(program, entity.gid):
                yield entity.gid
        for each in found.atoms:
            if isinstance(each, EXTERNAL):
                yield emitter.intern_external_atom(file, each)


def _is_member_of_type(program: Program, gid: int) -> bool:
    """Return whether a symbol has a name and stands in a type, not in another literal."""
    file, local = program.locate(gid)
    parent = program.files[file].symbols[local].parent
    if program.get_symbol(gid).flags & Flag.ANONYMOUS or parent < 0:
        return False
    above = program.offsets[file] + parent
    return program.get_symbol(above).kind in CLASS_KINDS | {SymbolKind.TYPE} and not is_literal(program, above)
