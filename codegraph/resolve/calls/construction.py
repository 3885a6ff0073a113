"""Results of construction: type arguments, and what `__new__` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import (
    INSTANCES,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    Instance,
    ListLiteral,
    LiteralValue,
    TupleInstance,
    Value,
    join,
    make_function,
    make_instance,
)
from codegraph.resolve.types.generics import Bindings
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls, Keywords
    from codegraph.resolve.program.program import Program

MADE = (Instance, TupleInstance, ListLiteral)
DEEPEST = 3  # interfaces that construct interfaces


def evaluate_construction(
    calls: Calls, file: int, atom: ClassObject, arguments: tuple[Value, ...], keywords: Keywords, depth: int
) -> Value:
    """Return the result of constructing a class.

    A member of an interface may declare what constructing such an object returns.
    """
    member = calls.program.semantics[file].construction.construct_signature
    if member and depth < DEEPEST and calls.program.get_symbol(atom.gid).kind == SymbolKind.INTERFACE:
        methods = calls.evaluator.members.evaluate_attribute(file, make_instance(atom.gid, atom.arguments), member)
        if methods:
            return join([calls.evaluate_result(file, each, arguments, keywords, depth + 1) for each in methods])
    instance = make_instance(
        atom.gid, atom.arguments or infer_type_arguments(calls, file, atom.gid, arguments, keywords)
    )
    return apply_allocator(calls, file, atom, instance, arguments, keywords)


def infer_type_arguments(
    calls: Calls, file: int, gid: int, arguments: tuple[Value, ...], keywords: Keywords
) -> tuple[Value, ...]:
    """Infer the type arguments of a construction from the constructor's parameters."""
    evaluator = calls.evaluator
    names = evaluator.classes.parameters(gid)
    if not names:
        return ()
    mapping: Bindings = {}
    for constructor in calls.find_constructors(gid):
        method: int = constructor.gid
        owner, at = calls.owner(method), calls.program.file_of[method]
        given, told = resolve_class_names(calls, file, method, arguments, keywords)
        calls.bind(at, method, True, given, told, mapping, frozenset((gid, owner, method)))
        if owner != gid:  # what the constructor of a base says of the base's parameters
            for ancestor, seen in evaluator.classes.linear(gid)[0] if owner >= 0 else ():
                for name, pattern in zip(evaluator.classes.parameters(owner), seen if ancestor == owner else ()):
                    evaluator.types.unify(at, pattern, mapping.get((owner, name), UNKNOWN), mapping, frozenset((gid,)))
    if not mapping:
        return ()
    return tuple(mapping.get((gid, name), UNKNOWN) for name in names)


def resolve_class_names(
    calls: Calls, file: int, method: int, arguments: tuple[Value, ...], keywords: Keywords
) -> tuple[tuple[Value, ...], Keywords]:
    """Replace strings among arguments by the classes that they name.

    Applies where a class is expected. The class is one of the calling file.
    """
    evaluator = calls.evaluator
    metaclasses = evaluator.types.metaclasses
    if not metaclasses or not any(
        v and isinstance(v[0], LiteralValue) for v in (*arguments, *(v for _, v in keywords))
    ):
        return arguments, keywords
    at = calls.program.file_of[method]
    expected: set[int | str] = set()
    for position, param in calls.list_parameters(method, True):
        wanted = evaluator.types.instantiate(at, param.type) if param.type else UNKNOWN
        if any(isinstance(atom, Instance) and atom.gid in metaclasses for atom in wanted):
            expected |= {position, param.name}

    def told(value: Value) -> Value:
        if len(value) != 1 or not isinstance(value[0], LiteralValue) or not value[0].text.isidentifier():
            return value
        found = evaluator.evaluate_binding(evaluator.scopes.top(file, value[0].text))
        return tuple(atom for atom in found if isinstance(atom, ClassObject)) or value

    start = next((position for position, _ in calls.list_parameters(method, True)), 0)
    return (
        tuple(told(v) if start + i in expected else v for i, v in enumerate(arguments)),
        tuple((name, told(v) if name in expected else v) for name, v in keywords),
    )


def apply_allocator(
    calls: Calls, file: int, atom: ClassObject, instance: Instance, arguments: tuple[Value, ...], keywords: Keywords
) -> Value:
    """Return the result of constructing a class that may have an allocator.

    It is an instance, and the other results of the allocator, or these alone if it declares so.
    """
    program: Program = calls.program
    members = calls.evaluator.members
    gid: int = atom.gid
    maker = program.semantics[program.file_of[gid]].construction.allocator
    if not maker or gid >= program.end:
        return (instance,)
    found, owner, _ = members.in_class(gid, maker)
    if not found.any or not 0 <= owner < program.end:
        return (instance,)
    others: list[Atom] = []
    declared = True
    for method in [each for each in calls.evaluator.evaluate_binding(found) if isinstance(each, Function)]:
        given = ((atom,), *arguments)  # the class itself comes first
        for each in calls.evaluate_result(file, make_function(method.gid, instance), given, keywords, 0):
            if isinstance(each, MADE) and not _is_related(calls, gid, each):
                others.append(each)
            elif isinstance(each, INSTANCES):
                declared = False
        at, local = program.locate(method.gid)
        declared = declared and bool(program.files[at].declared.get(local))
    return tuple(others) if others and declared else join([(instance,), tuple(others) or UNKNOWN])


def is_allocator_call(program: Program, file: int, gid: int, call: Expr) -> bool:
    """Return whether a call runs an allocator by constructing its class (`Pair(1)`).

    Then the class, which is the first argument, is not among the arguments in the text.
    """
    name = program.get_symbol(gid).name
    called: int = call[1]
    callee = program.files[file].exprs[called]
    named = callee[0] == ops.ATTR and callee[2] == name
    return name == program.semantics[program.file_of[gid]].construction.allocator and not named


def _is_related(calls: Calls, gid: int, atom: Atom) -> bool:
    """Return whether an atom is an instance of a class or of a related one.

    Subclasses and superclasses are related.
    """
    if not isinstance(atom, Instance):
        return False
    linear = calls.evaluator.classes.linear
    return any(gid == each for each, _ in linear(atom.gid)[0]) or any(atom.gid == each for each, _ in linear(gid)[0])
