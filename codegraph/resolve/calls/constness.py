"""Overloads chosen by constness of the receiver and the arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from codegraph.resolve.types.abstract_values import INSTANCES, Function, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, Symbol
from codegraph_parsers.headings import list_template_parameters

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


ARGUMENTS: Final = re.compile(r"<[^<>]*>")
REFERRED: Final = re.compile(r"\bconst\s*[&*]")  # `T const&`
CONSTANT_ARGUMENT: Final = re.compile(r"<\s*const\b|\bconst\s*\*?\s*[>,]")  # `<const T>`, `<T const*>`
POINTER_ARGUMENT: Final = re.compile(r"\*\s*[>,]")


def select_by_constness(calls: Calls, file: int, functions: list[Function], expr: Expr) -> list[Function]:
    """Select methods by the constness of the receiver.

    Applies where two methods differ only in leaving the receiver unchanged.
    """
    shapes: dict[tuple[str, ...], set[int]] = {}
    for atom in functions:
        symbol = calls.program.get_symbol(atom.gid)
        shapes.setdefault(tuple(p.type for p in symbol.parameters), set()).add(symbol.flags & Flag.CONST)
    if not any(len(both) > 1 for both in shapes.values()):
        return functions
    wanted: int = Flag.CONST if _is_receiver_constant(calls, file, functions, expr[1]) else 0
    kept: list[Function] = []
    for atom in functions:
        symbol = calls.program.get_symbol(atom.gid)
        alone = len(shapes[tuple(p.type for p in symbol.parameters)]) == 1
        alone = alone or any(_is_conditional(calls, a, symbol) for a in functions)
        if alone or symbol.flags & Flag.CONST == wanted:
            kept.append(atom)
    return kept


def _is_receiver_constant(calls: Calls, file: int, functions: list[Function], callee: int) -> bool:
    """Return whether the object that methods are called on must not be changed.

    The target of a smart pointer is constant where the type argument says so, whatever the pointer itself is.
    """
    expr = calls.program.files[file].exprs[callee]
    if expr[0] == ops.ATTR:
        named = {a.gid for a in calls.evaluator.value(file, expr[1]) if isinstance(a, INSTANCES)}
        receivers = {a.receiver.gid for a in functions if a.receiver is not None and isinstance(a.receiver, INSTANCES)}
        if named and receivers and named.isdisjoint(receivers):
            return bool(CONSTANT_ARGUMENT.search(_read_declaration(calls, file, expr[1])))
    return is_constant(calls, file, callee, receiver=True)


def _is_element_constant(calls: Calls, file: int, container: int, depth: int) -> bool:
    """Return whether an element of a container, or what it points to, is constant."""
    declared = _read_declaration(calls, file, container)
    if POINTER_ARGUMENT.search(declared):
        return bool(CONSTANT_ARGUMENT.search(declared))
    return is_constant(calls, file, container, depth + 1)


def _read_declaration(calls: Calls, file: int, index: int) -> str:
    """Return the declaration of a parameter, field or variable, "" for others."""
    facts = calls.program.files[file]
    expr = facts.exprs[index]
    if expr[0] == ops.PARAM:
        position: int = expr[2]
        shown = facts.symbols[int(expr[1])].parameters
        return shown[position].type if position < len(shown) else ""
    if expr[0] not in (ops.NAME, ops.ATTR, ops.VAR):
        return ""
    entities = calls.evaluator.entities(file, index)
    return (
        calls.program.get_symbol(entities[0].gid).signature
        if len(entities) == 1 and isinstance(entities[0], NamedSymbol)
        else ""
    )


def _is_constant_type(text: str) -> bool:
    """Return whether a written type is that of something constant.

    Constant pointers to what may be changed are not, nor are type arguments."""
    while (plain := ARGUMENTS.sub("", text)) != text:
        text = plain
    return text.startswith("const ") or bool(REFERRED.search(text))


def _is_conditional(calls: Calls, atom: Function, other: Symbol) -> bool:
    """Return whether a method depends on a condition.

    `other` differs from it only in leaving the receiver unchanged.
    """
    symbol = calls.program.get_symbol(atom.gid)
    if not symbol.flags & Flag.CONSTRAINED or not (symbol.flags ^ other.flags) & Flag.CONST:
        return False
    alike = [p.type for p in symbol.parameters] == [p.type for p in other.parameters]
    return alike and list_template_parameters(symbol.signature) != list_template_parameters(other.signature)


def select_by_argument_constness(calls: Calls, file: int, functions: list[Function], expr: Expr) -> list[Function]:
    """Select functions by the constness of the arguments.

    Applies where parameters differ only in being constant.
    """
    shapes: dict[tuple[str, ...], list[Function]] = {}
    for atom in functions:
        parameters = calls.program.get_symbol(atom.gid).parameters
        shapes.setdefault(tuple(_strip_qualifiers(p.type) for p in parameters), []).append(atom)
    if len(shapes) == len(functions):
        return functions
    fixed = [is_constant(calls, file, e) for e in expr[2]]
    passing = [is_temporary(calls, file, e) for e in expr[2]]
    kept: list[Function] = []
    for alike in shapes.values():
        misses = [
            sum(
                (p.type.startswith("const ") != f) + 2 * (p.type.rstrip().endswith("&&") != t)
                for p, f, t in zip(calls.program.get_symbol(a.gid).parameters, fixed, passing, strict=False)
            )
            for a in alike
        ]
        kept.extend(a for a, m in zip(alike, misses, strict=True) if m == min(misses))
    return kept


def select_by_ref_qualifier(calls: Calls, file: int, functions: list[Function], expr: Expr) -> list[Function]:
    """Select methods by their ref-qualifiers.

    Some of them are only for temporary receivers.
    """
    passing = [
        a for a in functions if a.receiver is not None and calls.program.get_symbol(a.gid).signature.endswith("&&")
    ]
    if not passing or len(passing) == len(functions):
        return functions
    at: int = expr[1]
    called = calls.program.files[file].exprs[at]
    if called[0] == ops.GENERIC:
        at = called[1]
        called = calls.program.files[file].exprs[at]
    inner: int = called[1] if called[0] == ops.ATTR else at
    base = -1 if called[0] == ops.NAME else inner
    if base >= 0 and is_temporary(calls, file, base):
        return passing
    return [a for a in functions if a not in passing]


def _strip_qualifiers(text: str) -> str:
    """Strip constness and rvalue references from the type of a parameter.

    They only say whether an argument may be changed or moved from.
    """
    return text.replace("const", "").replace("&&", "&").replace(" ", "")


def is_temporary(calls: Calls, file: int, index: int, depth: int = 0) -> bool:
    """Return whether nothing else names an object.

    It is constructed there, or is the result of a function that returns no reference.
    """
    expr = calls.program.files[file].exprs[index]
    op = expr[0]
    if op in (ops.NEW, ops.LITERAL):
        return True
    if op == ops.CALL:
        targets = calls.find_targets(file, expr)
        heads = [_read_result_type(calls, a.gid) for a in targets if isinstance(a, Function)]
        return bool(targets) and not any("&" in head and "&&" not in head for head in heads)
    if op in (ops.CONST, ops.UNION) and depth < 4:
        return all(is_temporary(calls, file, e, depth + 1) for e in expr[1:])
    return False


def is_constant(calls: Calls, file: int, index: int, depth: int = 0, *, receiver: bool = False) -> bool:
    """Return whether a value must not be changed.

    With `receiver`, that is asked of the object that a member is called on.
    """
    program = calls.program
    facts = program.files[file]
    expr = facts.exprs[index]
    op = expr[0]
    if depth > 8:
        return False
    if op in (ops.CONST, ops.LITERAL):
        return True
    if op == ops.DECLARED and not expr[1]:  # the address of something
        return is_constant(calls, file, expr[2], depth + 1, receiver=receiver)
    if op == ops.PARAM:
        owner: int = expr[1]
        position: int = expr[2]
        shown = facts.symbols[owner].parameters
        return position < len(shown) and _is_constant_type(shown[position].type)
    if op in (ops.NAME, ops.ATTR) and not receiver:
        flags = [
            program.get_symbol(e.gid).flags for e in calls.evaluator.entities(file, index) if isinstance(e, NamedSymbol)
        ]
        if any(f & Flag.CONST for f in flags):
            return True
        if any(f & Flag.ADDRESS for f in flags):
            return False
    if op == ops.NAME:
        scope: int = expr[2]
        return bool(facts.symbols[scope].flags & Flag.CONST)
    if op == ops.ATTR:
        return is_constant(calls, file, expr[1], depth + 1)
    if op in (ops.CALL, ops.NEW):
        targets = calls.find_targets(file, expr)
        return any(isinstance(a, Function) and _is_result_constant(calls, a.gid) for a in targets)
    if op == ops.GENERIC:  # `held.cast<int>()`: arguments of a method say nothing of the receiver
        return is_constant(calls, file, expr[1], depth + 1, receiver=receiver)
    if op in (ops.INDEX, ops.ITER):
        return _is_element_constant(calls, file, expr[1], depth)
    if op == ops.DEREF:
        return is_constant(calls, file, expr[1], depth + 1)
    if op == ops.UNION and depth < 4:
        return any(is_constant(calls, file, e, depth + 1, receiver=receiver) for e in expr[1:])
    return False


def _is_result_constant(calls: Calls, gid: int) -> bool:
    """Return whether the declared result of a function begins with `const`."""
    return "const" in _read_result_type(calls, gid).split()


def _read_result_type(calls: Calls, gid: int) -> str:
    """Return the declared result of a function: the text before its name."""
    symbol = calls.program.get_symbol(gid)
    return symbol.signature.split(symbol.name, 1)[0]
