"""Narrowing: values that a condition excludes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.abstract_values import Atom, ClassObject, Instance, ListLiteral, LiteralValue, Value
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

OF_CLASS = (Instance, ListLiteral, LiteralValue)


def evaluate_excluded(evaluator: Evaluator, file: int, expr: Expr) -> Value:
    """Drop instances of a class and its subclasses from a value.

    An atom that may be of any class stays. So does one that is declared to be of a superclass, because it may be of
    another subclass.
    """
    value = evaluator.value(file, expr[1])
    if not any(isinstance(atom, OF_CLASS) for atom in value):
        return value
    classes = {atom.gid for atom in evaluator.value(file, expr[2]) if isinstance(atom, ClassObject)}

    def is_out(atom: Atom) -> bool:
        return isinstance(atom, OF_CLASS) and any(gid in classes for gid, _ in evaluator.classes.linear(atom.gid)[0])

    return tuple(atom for atom in value if not is_out(atom)) if classes else value
