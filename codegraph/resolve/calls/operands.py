"""Operators by the types of their operands, numbers among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.program.program import is_class
from codegraph.resolve.types.abstract_values import (
    INSTANCES,
    UNKNOWN,
    Atom,
    Function,
    Instance,
    LiteralValue,
    SelfInstance,
    Value,
    make_instance,
)
from codegraph.resolve.types.assignability import are_convertible, get_parameter_type
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

ARITHMETIC = frozenset("+-*/%&|^")


class Operands:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.numbers: dict[int, Value] = {}  # prelude → instances of its types of numbers

    # -- numbers ----------------------------------------------------------------------------------------------------

    def evaluate_numbers(self, file: int, expr: Expr) -> Value:
        """Return the result of an operator whose operands are both numbers.

        A number literal has the type of the other operand.
        """
        semantics = self.program.semantics[file]
        if not semantics.arithmetic.number_type or expr[0] != ops.OPERATOR or not expr[3]:
            return UNKNOWN
        left = self.evaluator.value(file, expr[1])
        if not self.are_numbers(file, left):
            return UNKNOWN
        right = self.evaluator.value(file, expr[3][0])
        if not self.are_numbers(file, right):
            return UNKNOWN
        told = [tuple(atom for atom in value if not isinstance(atom, LiteralValue)) for value in (left, right)]
        return told[0] or ((told[1] or left) if expr[2] not in semantics.arithmetic.shifts else left)

    def evaluate_left_literal(self, file: int, expr: Expr) -> Value:
        """Return the result of an operator of which only the left operand is known.

        That is a number literal, whose type the result has.
        """
        left = self.evaluator.value(file, expr[1]) if expr[0] == ops.OPERATOR else UNKNOWN
        return (
            left if all(isinstance(atom, LiteralValue) for atom in left) and self.are_numbers(file, left) else UNKNOWN
        )

    def promote_numbers(self, file: int, expr: Expr, arguments: tuple[Value, ...]) -> Value:
        """Return the result of built-in arithmetic: the wider of two numeric types."""
        evaluator, numbers = self.evaluator, self.program.semantics[file].arithmetic.conversion_ranks
        if not numbers or expr[2] not in ARITHMETIC or len(arguments) != 1:
            return UNKNOWN
        types = [evaluator.types.find_builtin(file, name) for name in numbers]
        widest = 0
        for value in (evaluator.value(file, expr[1]), arguments[0]):
            if len(value) != 1 or not isinstance(value[0], Instance):
                return UNKNOWN
            gid = value[0].gid
            if gid not in types and not are_convertible(evaluator.calls, gid, types[0]):
                return UNKNOWN
            widest = max(widest, types.index(gid) if gid in types else 0)
        if any(evaluator.operators.is_address(file, each) is not False for each in (expr[1], *expr[3])):
            return UNKNOWN
        return (make_instance(types[widest], ()),)

    def are_numbers(self, file: int, value: Value) -> bool:
        """Return whether a value is known to be a number of the language."""
        number = self._find_number_class(file) if value else -1
        linear = self.evaluator.classes.linear
        return number >= 0 and all(
            isinstance(atom, (Instance, SelfInstance, LiteralValue))
            and any(gid == number for gid, _ in linear(atom.gid)[0])
            for atom in value
        )

    def _find_number_class(self, file: int) -> int:
        name = self.program.semantics[file].arithmetic.number_type
        return self.evaluator.types.find_builtin(file, name) if name else -1

    # -- definitions for one operand each ---------------------------------------------------------------------------

    def select_definitions(self, file: int, value: Value, member: str, arguments: tuple[int, ...]) -> Value:
        """Select the definitions of an operator in classes that may take an operand."""
        evaluator = self.evaluator
        given = evaluator.value(file, arguments[0]) if arguments else UNKNOWN
        found: dict[Atom, None] = {}
        for atom in self._expand_literals(file, value):
            functions = evaluator.members.evaluate_attribute(file, atom, member)
            if not arguments:
                kept = functions
            elif isinstance(atom, INSTANCES) and atom.gid >= self.program.end:  # its own operators are not all declared
                kept = tuple(each for each in functions if self._can_take(file, each, given))
            elif len(functions) > 1:
                kept = tuple(each for each in functions if self._can_take(file, each, given) is not False) or functions
            else:
                kept = functions
            found.update(dict.fromkeys(kept))
        return tuple(found)

    def _expand_literals(self, file: int, value: Value) -> Value:
        """Replace number literals by instances of all numeric types.

        A literal may be of any of them.
        """
        if not any(isinstance(atom, LiteralValue) for atom in value) or not self.are_numbers(file, value):
            return value
        prelude = self.program.prelude[file]
        kept = self.numbers.get(prelude)
        if kept is None:
            first, symbols = self.program.offsets[prelude], self.program.files[prelude].symbols
            classes = (first + local for local, symbol in enumerate(symbols) if is_class(symbol))
            kept = tuple(make_instance(gid, ()) for gid in classes if self.are_numbers(file, (make_instance(gid, ()),)))
            self.numbers[prelude] = kept
        return kept

    def is_rejected(self, file: int, function: Atom, expr: Expr) -> bool:
        """Return whether a function cannot take the operand of an operator.

        The operator does not run it then: its definition comes from a macro. The result of the function is probable all
        the same.
        """
        operand = expr[2] if expr[0] == ops.INDEX else expr[3][0] if expr[3] else 0
        return bool(operand) and self._can_take(file, function, self.evaluator.value(file, operand)) is False

    def _can_take(self, file: int, function: Atom, given: Value) -> bool | None:
        """Return whether a function takes an operand, None where unknown."""
        program, calls = self.program, self.evaluator.calls
        if not isinstance(function, Function):
            return None
        params = calls.list_parameters(function.gid, True)
        wanted = get_parameter_type(calls, function, *params[0]) if params else UNKNOWN
        classes = [atom.gid for atom in wanted if isinstance(atom, INSTANCES)]
        if not wanted or not given or len(classes) < len(wanted):
            return None
        if any(program.get_symbol(gid).kind == SymbolKind.INTERFACE for gid in classes):
            return None
        if all(isinstance(atom, LiteralValue) for atom in given) and self.are_numbers(file, given):
            return self.are_numbers(file, wanted)
        passed = [atom.gid for atom in given if isinstance(atom, (*INSTANCES, LiteralValue))]
        if len(passed) < len(given):
            return None
        linear = self.evaluator.classes.linear
        return any(one == gid for one in classes for other in passed for gid, _ in linear(other)[0])
