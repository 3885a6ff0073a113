"""Edges of structure: imports, bases, overrides, declared types, tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.edges.imports import emit_imports
from codegraph.resolve.edges.literal_overrides import emit_literal_overrides
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.summaries import CLASS_KINDS, FUNCTION_KINDS
from codegraph.resolve.program.declaration_spaces import resolve_space
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    EXTERNAL,
    Atom,
    ClassObject,
    Function,
    Instance,
    NamedSymbol,
    make_class,
)
from codegraph.resolve.types.overriding import find_implementations, find_overrides, list_methods
from codegraph.resolve.types.synthesized_members import find_metaclass_member
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter


VALUE_KINDS = frozenset((SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT))
CALLS = frozenset((EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS))
MERGED = (SymbolKind.CLASS, SymbolKind.INTERFACE)


def emit_structure(emitter: Emitter, file: int) -> None:
    """Emit imports, bases, overrides and declared types of a file."""
    for number, step in enumerate(plan_structure(emitter, file)):
        emitter.evaluator.attempt(Task("structure", file, number), step, None)
        emitter.site_edges = []


def plan_structure(emitter: Emitter, file: int) -> Iterator[Callable[[], None]]:
    """Yield the pieces of work that make up the structure of a file."""
    facts = emitter.program.files[file]
    offset = emitter.program.offsets[file]
    yield partial(emit_imports, emitter, file)
    for local, bases in facts.bases.items():
        for base in bases:
            if base.kind != "underlying":
                kind = EdgeKind.IMPLEMENTS if base.kind == "implements" else EdgeKind.INHERITS
                yield partial(emit_base, emitter, file, offset + local, base.expr, kind, base.line)
    for local, symbol in enumerate(facts.symbols):
        if symbol.kind in CLASS_KINDS:
            yield partial(emit_class, emitter, file, local)
    yield partial(emit_implementations, emitter, file)
    if emitter.program.semantics[file].types.conformance == "structural":
        yield partial(emit_satisfied, emitter, file)
    if emitter.program.semantics[file].members.is_prototype_based:
        yield partial(emit_literal_overrides, emitter, file)
    for local, declared in facts.declared.items():
        yield partial(emit_declared_type, emitter, file, local, declared)


def emit_class(emitter: Emitter, file: int, local: int) -> None:
    """Emit what a class implements and overrides, and the calls of its statement."""
    gid = emitter.program.offsets[file] + local
    line = emitter.program.files[file].symbols[local].line
    for at, trait in emitter.evaluator.classes.traits.get(gid, ()):
        emit_base(emitter, at, gid, trait, EdgeKind.IMPLEMENTS, line)
    emit_overrides(emitter, gid)
    if emitter.program.semantics[file].construction.metaclass_hooks:
        emit_class_hooks(emitter, file, local)


def emit_implementations(emitter: Emitter, file: int) -> None:
    """Emit overrides by members of extensions that implement an interface."""
    facts, offset = emitter.program.files[file], emitter.program.offsets[file]
    for member, interface in find_implementations(emitter.evaluator, file):
        name, line = facts.symbols[member - offset].name, facts.symbols[member - offset].line
        for base in list_methods(emitter.evaluator, interface, name)[:1]:
            emitter.link(member, base, EdgeKind.OVERRIDES, Resolution.EXACT, line)


def emit_declared_type(emitter: Emitter, file: int, local: int, declared: int) -> None:
    """Emit edges to the types that a symbol is declared to have."""
    facts, offset = emitter.program.files[file], emitter.program.offsets[file]
    named = resolve_space(emitter.program, file, emitter.evaluator.entities(file, declared), typed=True)
    for entity in named:
        if (
            not isinstance(entity, NamedSymbol)
            or entity.gid >= emitter.program.end
            or facts.symbols[local].flags & Flag.ANONYMOUS
        ):
            continue
        if not emitter.program.get_symbol(entity.gid).flags & Flag.ANONYMOUS:  # else what is around it would be named
            line = facts.symbols[local].line
            emitter.link(offset + local, entity.gid, EdgeKind.TYPE_OF, Resolution.EXACT, line)


def emit_base(emitter: Emitter, file: int, source: int, expr: int, kind: EdgeKind, line: int) -> None:
    how = emitter.evidence.classify(file, expr)
    aliases = emitter.evaluator.entities(file, expr) if emitter.program.semantics[file].dispatch.has_alias_bases else ()
    named = [e.gid for e in aliases if e.kind == 0 and e.gid < emitter.program.end]
    named = [gid for gid in named if emitter.program.get_symbol(gid).kind == SymbolKind.TYPE]
    for gid in named:
        emitter.link(emitter.owner_of[source], gid, kind, how, line)
    for entity in emitter.evaluator.entities(file, expr):
        if isinstance(entity, NamedSymbol) and is_variable(emitter, entity.gid):  # it holds the class, and is used
            emitter.link(emitter.owner_of[source], entity.gid, EdgeKind.REFERENCES, how, line)
        elif isinstance(entity, NamedSymbol) and is_own_interface(emitter, source, entity.gid):
            emitter.link(emitter.owner_of[source], entity.gid, kind, how, line)
    for atom in emitter.evaluator.classes.evaluate_base(source, file, expr) if not named else ():
        if is_unnamed_class(emitter, atom):
            continue
        if isinstance(atom, (ClassObject, Instance, Function)) and emitter.owner_of[source] != atom.gid:
            emitter.link(emitter.owner_of[source], atom.gid, kind, how, line)
        elif isinstance(atom, EXTERNAL):
            emitter.link(emitter.owner_of[source], emitter.intern_external_atom(file, atom), kind, how, line)


def is_own_interface(emitter: Emitter, source: int, gid: int) -> bool:
    """Return whether a class names a base of its own name that it merges with."""
    own, symbol = emitter.program.get_symbol(source), emitter.program.get_symbol(gid)
    return gid != source and own.name == symbol.name and (own.kind, symbol.kind) == MERGED


def is_variable(emitter: Emitter, gid: int) -> bool:
    """Return whether a symbol is a named variable of the tree."""
    if gid >= emitter.program.end or emitter.owner_of[gid] != gid:
        return False
    return emitter.program.get_symbol(gid).kind in VALUE_KINDS


def is_unnamed_class(emitter: Emitter, atom: Atom) -> bool:
    """Return whether an atom is a class that a function makes.

    It has no name, and the function is not what others inherit from.
    """
    if not isinstance(atom, APPLIED) or atom.gid >= emitter.program.end:
        return False
    gid: int = atom.gid
    if not emitter.program.get_symbol(gid).flags & Flag.ANONYMOUS:
        return False
    return emitter.program.get_symbol(emitter.owner_of[gid]).kind in FUNCTION_KINDS


def emit_overrides(emitter: Emitter, gid: int) -> None:
    """Emit overrides by the methods of a class."""
    program, defined = emitter.program, emitter.evaluator.linkage.defined
    program.reads.read_extra(gid)
    for method, base in find_overrides(emitter.evaluator, gid):
        if base < program.end and base != method:
            source = defined(method)[0]
            program.reads.read_line(source)
            line = program.get_symbol(source).line
            emitter.link(source, defined(base)[0], EdgeKind.OVERRIDES, Resolution.EXACT, line)


def emit_class_hooks(emitter: Emitter, file: int, local: int) -> None:
    """Emit the calls that a class statement makes.

    They run the hooks of the metaclass, and the subclass hooks of the nearest class above.
    """
    evaluator, program = emitter.evaluator, emitter.program
    semantics, symbol = program.semantics[file], program.files[file].symbols[local]
    gid = program.offsets[file] + local
    around = emitter.owner_of[program.offsets[file] + symbol.parent]
    by_class = [
        find_metaclass_member(evaluator, make_class(gid, ()), name)[0]
        for name in semantics.construction.metaclass_hooks
    ]
    by_bases = [evaluator.members.find_in_bases(gid, name, gid)[0] for name in semantics.construction.subclass_hooks]
    for found in (*by_class, *by_bases):
        for entity in evaluator.found_entities(found):
            if (
                isinstance(entity, NamedSymbol)
                and entity.gid < program.end
                and program.get_symbol(entity.gid).kind in FUNCTION_KINDS
            ):
                emitter.link(around, entity.gid, EdgeKind.IMPLICIT_CALLS, Resolution.TYPED, symbol.line)


def emit_satisfied(emitter: Emitter, file: int) -> None:
    """Emit the interfaces that types of a file implement by their shape."""
    for gid, interface, pairs in emitter.structural.list_satisfied(file):
        if not emitter.program.get_symbol(interface).flags & Flag.ANONYMOUS:
            emitter.link(gid, interface, EdgeKind.IMPLEMENTS, Resolution.TYPED, emitter.program.get_symbol(gid).line)
        for method, signature in pairs:
            if emitter.program.get_symbol(signature).flags & Flag.ANONYMOUS:
                continue
            line = emitter.program.get_symbol(method).line
            emitter.program.reads.read_line(method)
            emitter.link(method, signature, EdgeKind.OVERRIDES, Resolution.TYPED, line)


def emit_tests(emitter: Emitter) -> None:
    """Emit TESTS edges: a test covers what it calls that is no test itself.

    A test file whose tests are anonymous functions stands for them.
    """
    program = emitter.program
    for source, edges in emitter.settled.edges.items():
        if program.reads.are_recorded and any(is_call(edge, program.end) for edge in edges):
            program.reads.read_symbol(source)
        test = program.files[program.file_of[source]].symbols[source - program.offsets[program.file_of[source]]]
        if not test.flags & Flag.TEST or test.kind in CLASS_KINDS:
            continue
        for edge, found in list(edges.items()):
            target = edge[0]
            if not is_call(edge, program.end) or program.get_symbol(target).flags & Flag.TEST:
                continue
            at = program.file_of[target]
            program.reads.read_symbol(program.offsets[at])
            if test.kind == SymbolKind.MODULE and program.files[at].symbols[0].flags & Flag.TEST:
                continue
            have = edges.get((target, EdgeKind.TESTS))
            edges[target, EdgeKind.TESTS] = [*found] if have is None else [*have, *found[1:]]


def is_call(edge: tuple[int, EdgeKind], end: int) -> bool:
    """Return whether an edge is a call of something in the tree."""
    return edge[1] in CALLS and 0 <= edge[0] < end
