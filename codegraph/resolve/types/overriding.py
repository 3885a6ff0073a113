"""Overriding: the methods and properties of base classes that a class replaces.

Where overloads share a name, each overload replaces its own counterpart. Everywhere else a name stands for all its
definitions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from codegraph.resolve.program.program import iterate_alternatives
from codegraph.resolve.types.abstract_values import (
    APPLIED,
    Atom,
    ClassObject,
    Function,
    Instance,
    SelfInstance,
    TypeVariable,
    Value,
    make_function,
    make_instance,
)
from codegraph.resolve.types.assignability import get_parameter_type
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program, Ref

_INNER = re.compile(r"<[^<>]*>")
_OUTER = re.compile(r"\b(?:\w+\s*(?:::|\.)\s*)+|\b(?:const|struct|class|enum|typename|final)\b|@\w+|\s+")


def find_overrides(evaluator: Evaluator, gid: int) -> Iterator[tuple[int, int]]:
    """Yield the methods and properties of a class with those above that they replace."""
    program, classes = evaluator.program, evaluator.classes
    line = classes.linear(gid).ancestors
    semantics = program.semantics[program.file_of[gid]]
    if len(line) < 2 or semantics.types.conformance in ("structural", "trait"):
        return
    file, local = program.locate(gid)
    names = [*program.files[file].names.get(local, {}), *classes.added.get(gid, {})]
    # functions that are values are told apart by name
    apart = semantics.overloads.candidates == "definitions" and not semantics.members.is_prototype_based
    for name in dict.fromkeys(names):
        own = list_methods(evaluator, gid, name)
        for held in list_properties(evaluator, gid, name) if apart and not own else ():
            above = partial(_find_property, evaluator, name=name)
            found = _find_overridden(evaluator, gid, above)
            yield from ((held, base) for base in found if _can_override(program, held, base))
        if not own or own[0] >= program.end or program.get_symbol(own[0]).kind == SymbolKind.CONSTRUCTOR:
            continue
        if apart:
            for method in own:
                if semantics.dispatch.has_hiding and _is_hiding(evaluator, method):
                    continue
                above = partial(_find_counterpart, evaluator, name=name, gid=gid, method=method, own=own)
                found = _find_overridden(evaluator, gid, above)
                yield from ((method, base) for base in found if _can_override(program, method, base))
            continue
        for ancestor, _ in line[1:]:
            inherited = list_methods(evaluator, ancestor, name)
            if inherited:
                yield own[0], inherited[0]
                break


def _can_override(program: Program, member: int, base: int) -> bool:
    """Return whether a member that may hide others replaces one above."""
    hides = program.get_symbol(member).flags & Flag.HIDING
    return not hides or program.get_symbol(program.get_parent(base)).kind == SymbolKind.INTERFACE


def find_implementations(evaluator: Evaluator, file: int) -> Iterator[tuple[int, int]]:
    """Yield the members of extensions with the interfaces that they implement.

    The interfaces are of the tree. The extended type may be any.
    """
    program = evaluator.program
    facts, offset = program.files[file], program.offsets[file]
    for extension in facts.extensions if file < program.tree else ():
        if extension.trait:
            evaluator.queries.begin()
            for atom in evaluator.value(file, extension.trait):
                if isinstance(atom, APPLIED) and atom.gid < program.end:
                    yield from ((offset + member, atom.gid) for member in extension.members)


def list_methods(evaluator: Evaluator, gid: int, name: str) -> list[int]:
    """Return the methods that a class itself has under a name."""
    return [
        a.gid
        for ref in evaluator.classes.find_own(gid, name)
        for a in evaluator.evaluate_ref(ref)
        if isinstance(a, Function)
    ]


def list_properties(evaluator: Evaluator, gid: int, name: str) -> list[int]:
    """Return the properties of a class under a name that may override others.

    What a class has of an object that stands for it is not its own.
    """
    program, found = evaluator.program, list[int]()
    for file, index in iterate_alternatives(program, evaluator.classes.find_own(gid, name)):
        expr: Expr = program.files[file].exprs[index] if file >= 0 else (ops.UNKNOWN,)
        if expr[0] != ops.VAR:
            continue
        held: int = program.offsets[file] + expr[1]
        is_property = program.get_symbol(held).kind == SymbolKind.PROPERTY and not _is_hiding(evaluator, held)
        if is_property and evaluator.calls.owner(held) == gid:
            found.append(held)
    return found


def _find_property(evaluator: Evaluator, ancestor: int, *, name: str) -> int | None:
    return next(iter(list_properties(evaluator, ancestor, name)), None)


def _is_hiding(evaluator: Evaluator, gid: int) -> bool:
    """Return whether a member can only hide others of its name, or be hidden.

    It belongs to its class alone.
    """
    symbol = evaluator.program.get_symbol(gid)
    return bool(symbol.flags & Flag.STATIC) or symbol.visibility == "private"


def _find_overridden(evaluator: Evaluator, gid: int, find: Callable[[int], int | None]) -> list[int]:
    """Return the members that one member overrides, the nearest of every base.

    `find` gives the one that a class above has. Those that another of them already overrides are left out.
    """
    classes = evaluator.classes
    found: dict[int, int] = {}
    for base, _ in classes.find_bases(gid)[0]:
        for ancestor, _ in classes.linear(base)[0]:
            chosen = find(ancestor)
            if chosen is not None:
                found[ancestor] = chosen
                break
    covered = {a for ancestor in found for a, _ in classes.linear(ancestor)[0][1:]}
    return [chosen for ancestor, chosen in found.items() if ancestor not in covered]


def _find_counterpart(
    evaluator: Evaluator, ancestor: int, *, name: str, gid: int, method: int, own: list[int]
) -> int | None:
    return _select_counterpart(evaluator, gid, method, own, list_methods(evaluator, ancestor, name))


def _select_counterpart(evaluator: Evaluator, gid: int, method: int, own: list[int], above: list[int]) -> int | None:
    """Select the method among those above that has the parameters of a method."""
    fitting = [each for each in above if _are_alike(evaluator, method, each)]
    if evaluator.program.semantics[evaluator.program.file_of[gid]].dispatch.has_hiding:
        fitting = [each for each in fitting if not _is_hiding(evaluator, each)]
    if not fitting:
        return None
    rivals = {each for each in own if _are_alike(evaluator, method, each)}
    alone = len(fitting) == 1 and len({_list_parameter_types(evaluator, each) for each in rivals}) == 1
    agreeing = [each for each in fitting if _are_types_equal(evaluator, gid, method, each, unless_known=alone)]
    shape = _list_parameter_types(evaluator, method)  # `int[]` and `String[]` are of one class
    written = [each for each in agreeing if _list_parameter_types(evaluator, each) == shape]
    return next(iter(written or agreeing), None)


def is_override(evaluator: Evaluator, gid: int, method: int, above: int) -> bool:
    """Return whether a method of a class replaces one of a class above it."""
    own = list_methods(evaluator, gid, evaluator.program.get_symbol(method).name)
    return _select_counterpart(evaluator, gid, method, own or [method], [above]) is not None


def _are_alike(evaluator: Evaluator, one: int, other: int) -> bool:
    """Return whether two methods agree in all but the types of parameters.

    They have as many parameters and type parameters, both or none of them has a receiver, and both or none of them is
    constant.
    """
    a, b = evaluator.program.get_symbol(one), evaluator.program.get_symbol(other)
    parameters = evaluator.classes.parameters
    if len(parameters(one)) != len(parameters(other)):
        return False
    return len(a.parameters) == len(b.parameters) and not (a.flags ^ b.flags) & (Flag.CONST | Flag.STATIC)


def _list_parameter_types(evaluator: Evaluator, gid: int) -> tuple[str, ...]:
    return tuple(_strip_type(each.type) for each in evaluator.program.get_symbol(gid).parameters)


def _strip_type(text: str) -> str:
    """Strip type arguments, qualifiers and constness from a type as written."""
    before = ""
    while before != text:
        before, text = text, _INNER.sub("", text)
    return _OUTER.sub("", text)


def _are_types_equal(evaluator: Evaluator, gid: int, one: int, other: int, *, unless_known: bool) -> bool:
    """Return whether two methods take the same types, as a class sees them.

    With `unless_known`, types that are not known may differ.
    """
    calls = evaluator.calls
    receiver: Atom = make_instance(gid, evaluator.classes.build_own_arguments(gid))
    mine, theirs = calls.list_parameters(one, True), calls.list_parameters(other, True)
    if len(mine) != len(theirs):
        return unless_known
    shapes = zip(_list_parameter_types(evaluator, one), _list_parameter_types(evaluator, other), strict=True)
    written = [a == b for a, b in shapes]
    if len(written) != len(mine):
        return unless_known or all(written)
    for same, (at, param), (position, inherited) in zip(written, mine, theirs, strict=True):
        if same:
            continue
        left = _erase_arguments(get_parameter_type(calls, make_function(one, receiver), at, param))
        right = _erase_arguments(get_parameter_type(calls, make_function(other, receiver), position, inherited))
        if unless_known and (not left or not right or "variable" in left | right):
            continue
        if not left or left != right:
            return False
    return True


def _erase_arguments(value: Value) -> set[object]:
    """Return the types in a value without their type arguments.

    All type variables of functions count as equal.
    """
    return {
        (atom.gid,)
        if isinstance(atom, (ClassObject, Instance, SelfInstance))
        else "variable"
        if isinstance(atom, TypeVariable)
        else atom
        for atom in value
    }


def select_inherited_overloads(program: Program, own: tuple[Ref, ...], refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Select the inherited overloads that implicit accessors do not hide.

    Such accessors have no source text.
    """
    said = [program.files[file].exprs[index] for file, index in own if file >= 0]
    if any(expr[0] == ops.VAR for expr in said):  # a variable hides what its bases have
        return ()
    counts = {len(expr[1]) for expr in said if expr[0] == ops.FUNCTYPE}
    if not counts:
        return refs
    found: list[Ref] = []
    for file, part in iterate_alternatives(program, refs):
        expr: Expr = program.files[file].exprs[part] if file >= 0 else (ops.UNKNOWN,)
        if expr[0] == ops.SYM:
            symbol: int = expr[1]
            program.reads.read_symbol(program.offsets[file] + symbol)
            if len(program.files[file].params.get(symbol, ())) in counts:
                continue
        found.append((file, part))
    return tuple(found)
