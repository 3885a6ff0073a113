"""Overriding: the methods of base classes that a class replaces.

Which methods of the classes above the methods of a class replace. Where names are shared by overloads each one has its
own; everywhere else a name stands for all that there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.resolve.program.program import alternatives
from codegraph.resolve.types.assignability import parameter_type
from codegraph.resolve.types.values import (
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
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program, Ref

_INNER = re.compile(r"<[^<>]*>")
_OUTER = re.compile(r"\b(?:\w+\s*(?:::|\.)\s*)+|\b(?:const|struct|class|enum|typename|final)\b|@\w+|\s+")


def replaced(evaluator: Evaluator, gid: int) -> Iterator[tuple[int, int]]:
    """(method of a class, method above that it replaces)"""
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
        own = methods(evaluator, gid, name)
        if not own or own[0] >= program.end or program.symbol(own[0]).kind == SymbolKind.CONSTRUCTOR:
            continue
        if apart:
            for method in own:
                if semantics.dispatch.has_hiding and _is_hiding(evaluator, method):
                    continue
                for base in _above(evaluator, gid, name, method, own):
                    yield method, base
            continue
        for ancestor, _ in line[1:]:
            above = methods(evaluator, ancestor, name)
            if above:
                yield own[0], above[0]
                break


def implemented(evaluator: Evaluator, file: int) -> Iterator[tuple[int, int]]:
    """(member of an extension, interface of the tree that it implements one of), whatever type is extended"""
    program = evaluator.program
    facts, offset = program.files[file], program.offsets[file]
    for extension in facts.extensions if file < program.tree else ():
        if extension.trait:
            evaluator.queries.begin()
            for atom in evaluator.value(file, extension.trait):
                if isinstance(atom, APPLIED) and atom.gid < program.end:
                    yield from ((offset + member, atom.gid) for member in extension.members)


def methods(evaluator: Evaluator, gid: int, name: str) -> list[int]:
    """Methods that a class itself has under a name."""
    return [
        a.gid for ref in evaluator.classes.own(gid, name) for a in evaluator.ref_value(ref) if isinstance(a, Function)
    ]


def _is_hiding(evaluator: Evaluator, gid: int) -> bool:
    """Whether a method can only hide others of its name, or be hidden: it belongs to its class alone."""
    symbol = evaluator.program.symbol(gid)
    return bool(symbol.flags & Flag.STATIC) or symbol.visibility == "private"


def _above(evaluator: Evaluator, gid: int, name: str, method: int, own: list[int]) -> list[int]:
    """What one method replaces: of every base the nearest, without what another of them already replaces."""
    classes = evaluator.classes
    found: dict[int, int] = {}
    for base, _ in classes.bases(gid)[0]:
        for ancestor, _ in classes.linear(base)[0]:
            chosen = _same(evaluator, gid, method, own, methods(evaluator, ancestor, name))
            if chosen is not None:
                found[ancestor] = chosen
                break
    covered = {a for ancestor in found for a, _ in classes.linear(ancestor)[0][1:]}
    return [chosen for ancestor, chosen in found.items() if ancestor not in covered]


def _same(evaluator: Evaluator, gid: int, method: int, own: list[int], above: list[int]) -> int | None:
    """The one of several methods above that has the parameters of a method."""
    fitting = [each for each in above if _alike(evaluator, method, each)]
    if evaluator.program.semantics[evaluator.program.file_of[gid]].dispatch.has_hiding:
        fitting = [each for each in fitting if not _is_hiding(evaluator, each)]
    if not fitting:
        return None
    rivals = {each for each in own if _alike(evaluator, method, each)}
    alone = len(fitting) == 1 and len({_shape(evaluator, each) for each in rivals}) == 1
    agreeing = [each for each in fitting if _agree(evaluator, gid, method, each, unless_known=alone)]
    shape = _shape(evaluator, method)  # `int[]` and `String[]` are of one class
    written = [each for each in agreeing if _shape(evaluator, each) == shape]
    return next(iter(written or agreeing), None)


def _alike(evaluator: Evaluator, one: int, other: int) -> bool:
    """Whether two methods have as many parameters, and both or none of them a receiver, constant or not."""
    a, b = evaluator.program.symbol(one), evaluator.program.symbol(other)
    return len(a.parameters) == len(b.parameters) and not (a.flags ^ b.flags) & (Flag.CONST | Flag.STATIC)


def _shape(evaluator: Evaluator, gid: int) -> tuple[str, ...]:
    return tuple(_bare(each.type) for each in evaluator.program.symbol(gid).parameters)


def _bare(text: str) -> str:
    """A type as written, without type arguments, qualifiers and constness."""
    before = ""
    while before != text:
        before, text = text, _INNER.sub("", text)
    return _OUTER.sub("", text)


def _agree(evaluator: Evaluator, gid: int, one: int, other: int, *, unless_known: bool) -> bool:
    """Whether two methods take the same types, as a class sees them; `unless_known`: or types that are not known."""
    calls = evaluator.calls
    receiver: Atom = make_instance(gid, evaluator.classes.own_arguments(gid))
    mine, theirs = calls.parameters(one, True), calls.parameters(other, True)
    if len(mine) != len(theirs):
        return unless_known
    shapes = zip(_shape(evaluator, one), _shape(evaluator, other), strict=True)
    written = [a == b for a, b in shapes]
    if len(written) != len(mine):
        return unless_known or all(written)
    for same, (at, param), (position, inherited) in zip(written, mine, theirs, strict=True):
        if same:
            continue
        left = _heads(parameter_type(calls, make_function(one, receiver), at, param))
        right = _heads(parameter_type(calls, make_function(other, receiver), position, inherited))
        if unless_known and (not left or not right or "variable" in left | right):
            continue
        if not left or left != right:
            return False
    return True


def _heads(value: Value) -> set[object]:
    """What a type is, whatever its type arguments are; type variables of functions are all alike."""
    return {
        (atom.gid,)
        if isinstance(atom, (ClassObject, Instance, SelfInstance))
        else "variable"
        if isinstance(atom, TypeVariable)
        else atom
        for atom in value
    }


def beneath(program: Program, own: tuple[Ref, ...], refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Overloads from further up, without those that accessors which nobody wrote stand before."""
    said = [program.files[file].exprs[index] for file, index in own if file >= 0]
    counts = {len(expr[1]) for expr in said if expr[0] == ops.FUNCTYPE}
    if not counts:
        return refs
    found: list[Ref] = []
    for file, part in alternatives(program, refs):
        expr: Expr = program.files[file].exprs[part] if file >= 0 else (ops.UNKNOWN,)
        if expr[0] == ops.SYM:
            symbol: int = expr[1]
            program.reads.read_symbol(program.offsets[file] + symbol)
            if len(program.files[file].params.get(symbol, ())) in counts:
                continue
        found.append((file, part))
    return tuple(found)
