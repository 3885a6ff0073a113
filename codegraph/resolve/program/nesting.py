"""Constants: names in classes that several files define parts of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.incremental.summaries import FUNCTION_KINDS
from codegraph.resolve.program.binding import Binding
from codegraph.resolve.program.program import IS_CLASS, IS_OPEN, Ref
from codegraph.resolve.types.abstract_values import UNKNOWN, Value, make_external_name, make_type_variable
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program


def find_constant(evaluator: Evaluator, file: int, name: str, scope: int) -> tuple[Binding, Value]:
    """Find a constant from symbol `scope` outwards.

    The classes around it have it themselves, then an ancestor of the innermost one, then any file at its top. What no
    file defines is outside. A type parameter is returned as a value.
    """
    program, classes = evaluator.program, evaluator.classes
    facts, offset = program.files[file], program.offsets[file]
    innermost = -1
    while scope > 0:
        gid = offset + scope
        program.reads.read_scope(gid, file)
        if any(name == each for each, _ in facts.type_params.get(scope, ())):
            return Binding(), (make_type_variable(gid, name),)
        mark = program.marks[gid]
        if mark & IS_CLASS and mark & IS_OPEN:
            program.reads.read_extra(gid)
            home = classes.attached.get(gid, gid)
            refs = classes.find_own(home, name)
            if refs and not is_method(program, refs[0]):
                return Binding(refs), UNKNOWN
            innermost = home if innermost < 0 else innermost
        scope = facts.symbols[scope].parent
    if innermost >= 0 and not is_base_name(evaluator, innermost, name):
        found = evaluator.members.in_class(innermost, name)[0]
        if found.any and not (found.refs and is_method(program, found.refs[0])):
            return found, UNKNOWN
    return find_top_constant(evaluator, file, name), UNKNOWN


def is_method(program: Program, ref: Ref) -> bool:
    """Return whether a binding is of a method, which may have the name of a constant."""
    file, index = ref
    expr = program.exprs[file][index] if file >= 0 else (ops.SYM, index)
    if expr[0] != ops.SYM:
        return expr[0] == ops.ATTR
    symbol = program.get_symbol(program.offsets[file] + expr[1] if file >= 0 else index)
    return symbol.kind in FUNCTION_KINDS


def is_base_name(evaluator: Evaluator, gid: int, name: str) -> bool:
    """Return whether a class names a base so: no ancestor says what that is."""
    program, classes = evaluator.program, evaluator.classes
    file, local = program.locate(gid)
    bases = [(file, base.expr) for base in program.files[file].bases.get(local, ())]
    for at, index in (*bases, *classes.traits.get(gid, ())):
        expr = program.files[at].exprs[index]
        while expr[0] in (ops.ATTR, ops.GENERIC):
            head: int = expr[1]
            expr = program.files[at].exprs[head]
        if expr[0] == ops.NAME and expr[1] == name:
            return True
    return False


def find_top_constant(evaluator: Evaluator, file: int, name: str) -> Binding:
    """Find a constant that files define at their top, the file itself first.

    Tests define constants for themselves, or else for other tests.
    """
    program = evaluator.program
    program.reads.read_name(file, name)
    own = program.files[file].names.get(0, {}).get(name)
    if own:
        return Binding(((file, own),))
    key = (program.semantics[file].family or program.files[file].language, "")
    program.reads.read_fact("space", *key)
    program.reads.read_fact("bound in", *key, name)
    refs = program.list_namespace_names(key).get(name, [])
    shared = select_shared(evaluator, refs)
    if shared:
        return Binding(shared)
    if refs and program.get_module_flags(file) & Flag.TEST and len(refs) == 1:
        return Binding(tuple(refs))
    known = evaluator.scopes.find_ambient(file, name)
    return known if known.any else Binding(atoms=(make_external_name(name),))


def select_shared(evaluator: Evaluator, refs: list[Ref]) -> tuple[Ref, ...]:
    """Select the bindings that are not of tests."""
    flags = evaluator.program.get_module_flags
    return tuple(ref for ref in refs if not flags(ref[0]) & Flag.TEST)
