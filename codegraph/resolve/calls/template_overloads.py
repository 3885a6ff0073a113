"""Overload choice among templates."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from codegraph.resolve.types.abstract_values import Function, Instance, TypeVariable, Value
from codegraph.resolve.types.assignability import Fit
from codegraph.resolve.types.specialisations import find_primary_template
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind
from codegraph_parsers.headings import split_template_heading

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls
    from codegraph.resolve.calls.overloads import Candidate

MANY: Final = 1000  # more arguments than any template is given


def is_constrained(calls: Calls, gid: int) -> bool:
    """Return whether a template is only for types that meet a condition."""
    return bool(calls.program.get_symbol(gid).flags & Flag.CONSTRAINED)


def can_outrank(one: Candidate, other: Candidate) -> bool:
    """Return whether a candidate may be better than one that takes anything.

    Too little is known of the argument that the other takes.
    """
    return any(
        fit == Fit.UNSURE and position < len(other.wanted) and other.fits[position] != Fit.UNSURE
        and is_loose(other.wanted[position]) and not is_loose(one.wanted[position])
        for position, fit in enumerate(one.fits)
    )  # fmt: skip


def is_loose(wanted: Value) -> bool:
    """Return whether a parameter takes anything."""
    return any(isinstance(atom, TypeVariable) for atom in wanted)


def is_converted(calls: Calls, wanted: Value, given: Value, loose: Value) -> bool:
    """Return whether an object is taken as one of a base.

    A template (`loose`) takes it as what it is.
    """
    if not is_loose(loose) or is_loose(wanted) or not given:
        return False
    classes = {atom.gid for atom in wanted if isinstance(atom, Instance)}
    return bool(classes) and all(
        isinstance(atom, Instance)
        and atom.gid not in classes
        and find_primary_template(calls.evaluator, atom.gid) not in classes
        for atom in given
    )


def select_by_template_arguments(calls: Calls, file: int, functions: list[Function], expr: Expr) -> list[Function]:
    """Select the overloads that a call may mean by its template arguments.

    Only templates are given arguments (`f<int>()`). Without them, all template parameters must be deducible.
    """
    at: int = expr[1]
    given = calls.program.files[file].exprs[at][0] == ops.GENERIC
    kept: list[Function] = []
    for atom in functions:
        symbol = calls.program.get_symbol(atom.gid)
        types = tuple(p.type for p in symbol.parameters)
        if given:
            fits = symbol.kind == SymbolKind.CONSTRUCTOR or is_template(symbol.signature, types)
            fits = fits and len(calls.program.files[file].exprs[at][2]) <= _count_arguments(
                symbol.signature, symbol.name, types
            )
        else:
            fits = not _is_undeducible(symbol.name, symbol.signature, types)
        if fits:
            kept.append(atom)
    return kept or functions


def is_template(signature: str, types: tuple[str, ...]) -> bool:
    return signature.startswith("template") or any("auto" in each for each in types)


@lru_cache(maxsize=4096)
def _count_arguments(signature: str, name: str, types: tuple[str, ...]) -> int:
    """Return how many arguments a template can be given."""
    head, rest = split_template_heading(signature)
    member = re.search(rf">\s*::\s*~?{re.escape(name)}\s*\(", rest) is not None  # its class has parameters, too
    endless = not head or member or any("..." in each for each in head) or any("auto" in each for each in types)
    return MANY if endless else len(head)


_NAMED = re.compile(r"(\w+)\s*$")


@lru_cache(maxsize=4096)
def _is_undeducible(name: str, signature: str, types: tuple[str, ...]) -> bool:
    """Return whether a template has a parameter that no argument deduces.

    The parameter has no default.
    """
    text = ", ".join(types)
    head, rest = split_template_heading(signature)
    if re.search(rf">\s*::\s*~?{re.escape(name)}\s*\(", rest):  # of a class's member, written outside it
        return False
    for parameter in head:
        found = _NAMED.search(parameter)
        if found is None or "=" in parameter or "..." in parameter:
            continue
        if re.search(rf"\b{found.group(1)}\b(?!\s*::)", text) is None:
            return True
    return False
