"""Overloads told apart by indirection: an object or its address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import INSTANCES, Atom, Function, Instance, Value
from codegraph.resolve.types.assignability import are_convertible, get_parameter_type
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


def select_by_indirection(calls: Calls, file: int, functions: list[Function], expr: Expr) -> list[Function]:
    """Select overloads by whether arguments are objects or addresses.

    Some of the overloads take an address where others take an object.
    """
    for position, index in enumerate(expr[2]):
        pointing = [a for a in functions if _is_pointer_parameter(calls, a, position)]
        if not pointing or len(pointing) == len(functions):
            continue
        value = calls.evaluator.value(file, index)
        address = calls.evaluator.operators.is_address(file, index)
        if calls.program.files[file].exprs[index][0] == ops.LITERAL:
            unfit = [
                a for a in pointing if _is_text(calls, file, value) and not _can_take_text(calls, file, a, position)
            ]
        elif address is False and _is_object(calls, file, value):
            unfit = pointing
        elif address and any(_find_parameter_type(calls, a, position) == value for a in pointing):
            unfit = [a for a in functions if a not in pointing and _find_parameter_type(calls, a, position) == value]
        else:
            continue
        functions = [a for a in functions if a not in unfit] or functions
    return functions


def _is_pointer_parameter(calls: Calls, atom: Function, position: int) -> bool:
    shown = calls.program.get_symbol(atom.gid).parameters
    return position < len(shown) and is_pointer_text(shown[position].type)


def is_pointer_text(text: str) -> bool:
    """Return whether a written type is that of an address.

    A pointer among its type arguments does not count.
    """
    return "*" in text.split("<", 1)[0] or "*" in text.rpartition(">")[2]


def _find_parameter_type(calls: Calls, atom: Function, position: int) -> Value:
    params = calls.list_parameters(atom.gid, atom.receiver is not None)
    return get_parameter_type(calls, atom, *params[position]) if position < len(params) else ()


def _is_object(calls: Calls, file: int, value: Value) -> bool:
    """Return whether a value is known to be an object that is not converted.

    It is no text or array, which become addresses, and of no class that may define a conversion.
    """
    return bool(value) and all(
        isinstance(atom, INSTANCES) and _is_unconvertible(calls, file, atom.gid) for atom in value
    )


def _is_unconvertible(calls: Calls, file: int, gid: int) -> bool:
    evaluator, program = calls.evaluator, calls.program
    if gid >= program.end:
        number = evaluator.types.find_builtin(file, program.semantics[file].arithmetic.conversion_ranks[0])
        return not program.get_symbol(gid).name.startswith("__") or gid == number or are_convertible(calls, gid, number)
    line = evaluator.classes.linear(gid)
    return not line.hidden and not any(_has_conversion(calls, each) for each, _ in line.ancestors)


def _has_conversion(calls: Calls, gid: int) -> bool:
    """Return whether a class defines a conversion (`operator const char*()`)."""
    at, local = calls.program.locate(gid)
    calls.program.reads.read_table(gid)
    return any(name.startswith("operator ") for name in calls.program.files[at].names.get(local, {}))


def _is_text(calls: Calls, file: int, value: Value) -> bool:
    text = calls.evaluator.types.find_builtin(file, calls.program.semantics[file].arithmetic.character_type)
    return bool(value) and all(_is_seen_as(calls, file, atom, text) for atom in value)


def _is_seen_as(calls: Calls, file: int, atom: Atom, gid: int) -> bool:
    types = calls.evaluator.types
    plain = types.as_plain_instance(file, atom)
    return isinstance(plain, Instance) and types.find_ancestor_arguments(plain, gid) is not None


def _can_take_text(calls: Calls, file: int, atom: Function, position: int) -> bool:
    """Return whether the address that a function takes may be that of characters."""
    wanted = _find_parameter_type(calls, atom, position)
    return not wanted or any(not isinstance(each, Instance) or each.gid >= calls.program.end for each in wanted)
