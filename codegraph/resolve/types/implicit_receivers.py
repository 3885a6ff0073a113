"""Receivers that no text names, and names that several scopes may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.overloads import has_open_receiver, is_applicable
from codegraph.resolve.types.abstract_values import (
    EXTERNAL,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    FunctionType,
    Instance,
    Module,
    Value,
    join,
    make_function_type,
    make_instance,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

OUTSIDE = (*EXTERNAL, Module)
"""Atoms that say nothing of whether the tree knows a name."""


class ImplicitReceivers:
    """Choice among the receivers and scopes that may know a name."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self._find_callee = evaluator.queries.define_query(self._compute_callee)
        self.find_companion = evaluator.queries.define_query(self._compute_companion)
        self.choose = evaluator.queries.define_query(self._compute_choice)

    def resolve(self, file: int, index: int) -> int:
        """Return the part that an expression stands for, else the expression."""
        expr = self.evaluator.exprs[file][index]
        while expr[0] == ops.FIRST:
            index = self.choose(file, expr)
            expr = self.evaluator.exprs[file][index]
        return index

    def _compute_choice(self, file: int, expr: Expr) -> int:
        """Return the first part that the tree or the library knows.

        What a base outside the tree may have counts only where nothing else does.
        """
        parts: tuple[int, ...] = expr[1:]
        outside = -1
        for part in parts:
            entities = self.evaluator.entities(file, part)
            if any(not isinstance(entity, OUTSIDE) for entity in entities):
                return part
            value = self.evaluator.value(file, part)
            if any(not isinstance(atom, OUTSIDE) for atom in value):
                return part
            if (value or entities) and outside < 0:
                outside = part
        if outside >= 0:
            return outside
        return next((part for part in parts if self.evaluator.exprs[file][part][0] == ops.NAME), parts[0])

    def resolve_callee(self, file: int, call: Expr) -> int:
        """Return the expression that a call names.

        Of several scopes that may know its name, it is the innermost one with a function that takes the arguments. None
        outside a class is meant while a base of that class may declare one.
        """
        callee: int = call[1]
        if self.evaluator.exprs[file][callee][0] != ops.FIRST:
            return callee
        return self._find_callee(file, call)

    def _compute_callee(self, file: int, call: Expr) -> int:
        callee: int = call[1]
        expr = self.evaluator.exprs[file][callee]
        calls = self.evaluator.calls
        for part in expr[1:]:
            index = self.resolve(file, part)
            value = self.evaluator.value(file, index)
            value = self.evaluator.extensions.select_called(file, (call[0], index, *call[2:]), value)
            functions = [atom for atom in value if isinstance(atom, Function)]
            if any(is_applicable(calls, file, atom, call) for atom in functions):
                return index
            if any(has_open_receiver(calls, atom) for atom in functions):
                break
        return self.resolve(file, callee)

    # -- function types with a receiver -----------------------------------------------------------------------------

    def get_marked(self, file: int, shape: FunctionType) -> Value | None:
        """Return the receiver that a function type takes, None for one that takes none."""
        marker = self.program.semantics[file].functions.receiver_type
        if not marker or not shape.parameters:
            return None
        gid = self.evaluator.types.find_builtin(file, marker)
        for atom in shape.parameters[0]:
            if isinstance(atom, Instance) and atom.gid == gid:
                return atom.arguments[0] if atom.arguments else UNKNOWN
        return None

    def drop_receiver(self, file: int, shape: FunctionType) -> FunctionType:
        """Return a function type without its receiver."""
        if self.get_marked(file, shape) is None:
            return shape
        return make_function_type(shape.parameters[1:], shape.result)

    def find_receiver(self, file: int, local: int) -> Value:
        """Return the receiver that the context of a function literal gives it."""
        self.program.reads.read_symbol(self.program.offsets[file] + local)
        expected = self.program.files[file].expected.get(local)
        if not expected:
            return UNKNOWN
        wanted = self.evaluator.value(file, expected)
        shapes = self.evaluator.types.as_function_types(self.evaluator.types.as_instances(wanted))
        found = (self.get_marked(file, shape) for shape in shapes if isinstance(shape, FunctionType))
        return join([value for value in found if value])

    # -- objects that are their own class ---------------------------------------------------------------------------

    def as_single_instance(self, atom: Atom) -> Atom:
        """Return the instance that the name of a class stands for, where it has just one."""
        if not isinstance(atom, ClassObject):
            return atom
        if self.program.get_symbol(atom.gid).flags & Flag.SINGLETON:
            return make_instance(atom.gid, ())
        companion = self.find_companion(atom.gid)
        return make_instance(companion, ()) if companion >= 0 else atom

    def _compute_companion(self, gid: int) -> int:
        """Return the object that the name of a class stands for, -1 for none."""
        companion = self.program.semantics[self.program.file_of[gid]].members.companion_member
        for ref in self.evaluator.classes.find_own(gid, companion) if companion else ():
            for atom in self.evaluator.evaluate_ref(ref):
                if isinstance(atom, ClassObject):
                    return atom.gid
        return -1

    def as_values(self, file: int, value: Value) -> Value:
        """Return a value in which names of classes are the objects that they stand for."""
        if not self.program.semantics[file].members.companion_member:
            return value
        return tuple(self.as_single_instance(atom) for atom in value)
