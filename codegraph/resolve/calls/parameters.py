"""Parameters: inherited declarations, and results that depend on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.program import Program, is_class
from codegraph.resolve.types.abstract_values import (
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
from codegraph.resolve.types.generics import Bindings
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls
    from codegraph.resolve.evaluator import Evaluator


def find_inherited_type(evaluator: Evaluator, file: int, local: int, position: int) -> Value:
    """Return the type that an overridden method declares for a parameter.

    The parameter itself is undeclared, and has the same place and name.
    """
    program, facts = evaluator.program, evaluator.program.files[file]
    symbol = facts.symbols[local]
    owner = program.offsets[file] + symbol.parent
    derived = symbol.parent in facts.bases and is_class(facts.symbols[symbol.parent])
    if not derived or not program.semantics[file].inference.has_parameter_flow:
        return UNKNOWN
    found, above, _ = evaluator.members.find_in_bases(owner, symbol.name, owner)
    for atom in evaluator.evaluate_binding(found) if above >= 0 else ():
        if not isinstance(atom, Function):
            continue
        at, base = program.locate(atom.gid)
        params, name = program.files[at].params.get(base, ()), facts.params[local][position].name
        if position < len(params) and params[position].name == name and params[position].type:
            declared = evaluator.types.instantiate(at, params[position].type)
            return evaluator.substitute(declared, evaluator.members.bind_arguments(make_self_instance(owner), above))
    return UNKNOWN


def is_protocol(program: Program, file: int, declared: Value) -> bool:
    """Return whether a declared type only says which members an object has."""
    if program.semantics[file].types.conformance != "protocol":
        return False
    classes = (a.gid for a in declared if isinstance(a, Instance) and a.gid < program.end)
    return any(program.get_symbol(gid).kind == SymbolKind.INTERFACE for gid in classes)


def add_passed_objects(evaluator: Evaluator, file: int, local: int, position: int, declared: Value) -> Value:
    """Add passed objects of the tree to a parameter type that is a protocol.

    The type may also be a collection of a protocol.
    """
    program = evaluator.program
    if is_protocol(program, file, declared):
        return join(
            [
                declared,
                select_undeclared_objects(evaluator, declared, evaluator.find_passed_value(file, local, position)),
            ]
        )
    parts: list[Atom] = []
    for atom in declared:
        if isinstance(atom, Instance) and len(atom.arguments) == 1 and atom.gid >= program.end:
            (element,) = atom.arguments
            if is_protocol(program, file, element):
                items = evaluator.iterated(file, evaluator.find_passed_value(file, local, position))
                atom = make_instance(atom.gid, (join([element, select_undeclared_objects(evaluator, element, items)]),))
        parts.append(atom)
    return tuple(parts)


def select_undeclared_objects(evaluator: Evaluator, declared: Value, passed: Value) -> Value:
    """Select the passed objects whose classes do not declare a protocol.

    The classes are of the tree.
    """
    program, linear = evaluator.program, evaluator.classes.linear
    shapes = {a.gid for a in declared if isinstance(a, Instance)}
    objects = [a for a in passed if isinstance(a, INSTANCES) and a.gid < program.end]
    return tuple(a for a in objects if shapes.isdisjoint(gid for gid, _ in linear(a.gid)[0]))


def can_use_arguments(calls: Calls, gid: int) -> bool:
    """Return whether the result of a function can depend on its arguments."""
    at, local = calls.program.locate(gid)
    facts, classes = calls.program.files[at], calls.evaluator.classes
    if classes.parameters(gid) or list_returned_parameters(facts, local):
        return True
    if facts.symbols[local].flags & Flag.STATIC:
        owner = calls.owner(gid)
        if owner >= 0 and classes.parameters(owner):
            return True
    return calls.program.semantics[at].overloads.candidates == "signatures" and bool(
        calls.signatures.list_signatures(gid)
    )


def list_returned_parameters(facts: FileFacts, local: int) -> list[int]:
    """Return the positions of the parameters that a function returns.

    There are none if it may return anything else.
    """
    returns = facts.returns.get(local)
    if not returns or local in facts.yields:
        return []
    exprs = [_strip_narrowing(facts, e) for e in returns]
    return [] if any(e[0] != ops.PARAM or e[1] != local for e in exprs) else [e[2] for e in exprs]


def _strip_narrowing(facts: FileFacts, index: int) -> Expr:
    expr = facts.exprs[index]
    while expr[0] in (ops.EXCLUDED, ops.DISCRIMINATED):
        index = expr[1]
        expr = facts.exprs[index]
    return expr


def _bind_by_ancestor(calls: Calls, atom: Instance, gid: int, mapping: Bindings) -> None:
    """Bind type parameters of a class by an instance of an ancestor.

    For example, `Ring<T>` is matched against a `Shape<Core>`.
    """
    evaluator, at = calls.evaluator, calls.program.file_of[gid]
    for ancestor, seen in evaluator.classes.linear(gid)[0]:
        for pattern, given in zip(seen, atom.arguments, strict=False) if ancestor == atom.gid else ():
            evaluator.types.unify(at, pattern, given, mapping, frozenset((gid,)))


def evaluate_field(calls: Calls, file: int, expr: Expr) -> Value:
    """Return a field of a matched constructor.

    The type arguments of the matched value are substituted.
    """
    evaluator, program = calls.evaluator, calls.program
    constructor, matched, key = expr[1], evaluator.value(file, expr[2]), expr[3]
    results: list[Value] = []
    named = evaluator.entities(file, constructor)
    if program.semantics[file].lookup.type_namespace == "uncallable":
        plain = evaluator.value(file, constructor)
        value = calls.resolve_called_name(file, constructor, plain)
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
                mapping.update(evaluator.members.bind_arguments(atom, owner))
                if owner == entity.gid != atom.gid:
                    _bind_by_ancestor(calls, atom, owner, mapping)
        for position, param in enumerate(params):
            if (param.name == key or position == key) and param.type:
                value = evaluator.types.instantiate(at, param.type)
                results.append(evaluator.substitute(value, mapping))
        if not params and isinstance(key, str) and evaluator.members.is_class(entity.gid):
            seen = [a for a in matched if isinstance(a, Instance) and a.gid == entity.gid] or [
                make_instance(entity.gid, ())
            ]
            results.extend(evaluator.members.evaluate_attribute(file, a, key) for a in seen)
    return join(results)
