"""Parameters: inherited declarations, and results that depend on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.program import Program, is_class
from codegraph.resolve.types.generics import Bindings
from codegraph.resolve.types.values import (
    CALLABLES,
    INSTANCES,
    UNKNOWN,
    Atom,
    Function,
    Instance,
    NamedSymbol,
    Value,
    join,
    make_instance,
    make_named_symbol,
    make_self_instance,
)
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, FileFacts, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls
    from codegraph.resolve.evaluator import Evaluator


def overridden(evaluator: Evaluator, file: int, local: int, position: int) -> Value:
    """The type that an overridden method declares for an undeclared parameter of the same place and name."""
    program, facts = evaluator.program, evaluator.program.files[file]
    symbol = facts.symbols[local]
    owner = program.offsets[file] + symbol.parent
    derived = symbol.parent in facts.bases and is_class(facts.symbols[symbol.parent])
    if not derived or not program.semantics[file].inference.has_parameter_flow:
        return UNKNOWN
    found, above, _ = evaluator.members.find_in_bases(owner, symbol.name, owner)
    for atom in evaluator.found_value(found) if above >= 0 else ():
        if not isinstance(atom, Function):
            continue
        at, base = program.locate(atom.gid)
        params, name = program.files[at].params.get(base, ()), facts.params[local][position].name
        if position < len(params) and params[position].name == name and params[position].type:
            declared = evaluator.types.of(at, params[position].type)
            return evaluator.substitute(declared, evaluator.members.arguments(make_self_instance(owner), above))
    return UNKNOWN


def is_shape(program: Program, file: int, declared: Value) -> bool:
    """Whether a declared type says no more than which members an object has."""
    if program.semantics[file].types.conformance != "protocol":
        return False
    classes = (a.gid for a in declared if isinstance(a, Instance) and a.gid < program.end)
    return any(program.symbol(gid).kind == SymbolKind.INTERFACE for gid in classes)


def with_shapes(evaluator: Evaluator, file: int, local: int, position: int, declared: Value) -> Value:
    """A declared type of a parameter; where it, or what it is a collection of, says no more than which members an
    object has, with the objects of the tree that are passed."""
    program = evaluator.program
    if is_shape(program, file, declared):
        return join([declared, shaped(evaluator, declared, evaluator.passed_for(file, local, position))])
    parts: list[Atom] = []
    for atom in declared:
        if isinstance(atom, Instance) and len(atom.arguments) == 1 and atom.gid >= program.end:
            (element,) = atom.arguments
            if is_shape(program, file, element):
                items = evaluator.iterated(file, evaluator.passed_for(file, local, position))
                atom = make_instance(atom.gid, (join([element, shaped(evaluator, element, items)]),))
        parts.append(atom)
    return tuple(parts)


def shaped(evaluator: Evaluator, declared: Value, passed: Value) -> Value:
    """Of what is passed for such a parameter the objects of classes of the tree that do not say that they fit it."""
    program, linear = evaluator.program, evaluator.classes.linear
    shapes = {a.gid for a in declared if isinstance(a, Instance)}
    objects = [a for a in passed if isinstance(a, INSTANCES) and a.gid < program.end]
    return tuple(a for a in objects if shapes.isdisjoint(gid for gid, _ in linear(a.gid)[0]))


def reads_arguments(calls: Calls, gid: int) -> bool:
    """Tell if the result of a function can depend on what it is passed."""
    at, local = calls.program.locate(gid)
    facts, classes = calls.program.files[at], calls.evaluator.classes
    if classes.parameters(gid) or returned_parameters(facts, local):
        return True
    if facts.symbols[local].flags & Flag.STATIC:
        owner = calls.owner(gid)
        if owner >= 0 and classes.parameters(owner):
            return True
    return calls.program.semantics[at].overloads.candidates == "signatures" and bool(calls.signatures.of(gid))


def returned_parameters(facts: FileFacts, local: int) -> list[int]:
    """Positions of the parameters that a function returns; empty if it may return anything else."""
    returns = facts.returns.get(local)
    if not returns or local in facts.yields:
        return []
    exprs = [_whole(facts, e) for e in returns]
    return [] if any(e[0] != ops.PARAM or e[1] != local for e in exprs) else [e[2] for e in exprs]


def _whole(facts: FileFacts, index: int) -> Expr:
    expr = facts.exprs[index]
    while expr[0] in (ops.EXCLUDED, ops.DISCRIMINATED):
        index = expr[1]
        expr = facts.exprs[index]
    return expr


def _seen_below(calls: Calls, atom: Instance, gid: int, mapping: Bindings) -> None:
    """Bind type parameters of a class by an instance of one above it: `Ring<T>` is matched in a `Shape<Core>`."""
    evaluator, at = calls.evaluator, calls.program.file_of[gid]
    for ancestor, seen in evaluator.classes.linear(gid)[0]:
        for pattern, given in zip(seen, atom.arguments, strict=False) if ancestor == atom.gid else ():
            evaluator.types.unify(at, pattern, given, mapping, frozenset((gid,)))


def field_of(calls: Calls, file: int, expr: Expr) -> Value:
    """A field of a matched constructor, as the matched value's type arguments make it."""
    evaluator, program = calls.evaluator, calls.program
    constructor, matched, key = expr[1], evaluator.value(file, expr[2]), expr[3]
    results: list[Value] = []
    named = evaluator.entities(file, constructor)
    if program.semantics[file].lookup.type_namespace == "uncallable":
        plain = evaluator.value(file, constructor)
        value = calls.called_name(file, constructor, plain)
        if value != plain:  # a type of that name cannot be matched like this
            named = tuple(make_named_symbol(a.gid) for a in value if isinstance(a, CALLABLES))
    for entity in named:
        if not isinstance(entity, NamedSymbol):
            continue
        at, local = program.locate(entity.gid)
        params = program.files[at].params.get(local, ())
        owner = entity.gid if evaluator.members.is_class(entity.gid) else calls.owner(entity.gid)
        mapping: Bindings = {}
        for atom in matched:
            if isinstance(atom, Instance) and owner >= 0:
                mapping.update(evaluator.members.arguments(atom, owner))
                if owner == entity.gid != atom.gid:
                    _seen_below(calls, atom, owner, mapping)
        for position, param in enumerate(params):
            if (param.name == key or position == key) and param.type:
                value = evaluator.types.of(at, param.type)
                results.append(evaluator.substitute(value, mapping))
        if not params and isinstance(key, str) and evaluator.members.is_class(entity.gid):
            seen = [a for a in matched if isinstance(a, Instance) and a.gid == entity.gid] or [
                make_instance(entity.gid, ())
            ]
            results.extend(evaluator.members.attribute(file, a, key) for a in seen)
    return join(results)
