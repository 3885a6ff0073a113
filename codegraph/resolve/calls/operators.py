"""Operators: member and free functions that one may run.

One of them is chosen as for calls. A pointer has the language's own operators, whatever class it points to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.indirection import is_pointer_text
from codegraph.resolve.calls.operands import Operands
from codegraph.resolve.calls.overloads import choose, select_fittest
from codegraph.resolve.program.binding import Binding
from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.abstract_values import (
    INSTANCES,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    Instance,
    LiteralValue,
    SelfInstance,
    TypeVariable,
    Value,
    join,
    make_namespace,
)
from codegraph.resolve.types.assignability import get_parameter_type
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_HOPS = 8  # expressions followed to tell an address
MAX_HOMES = 4  # classes around a class
VARIABLES = frozenset((SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT))


class Operators:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.operands = Operands(evaluator)
        self.queries = evaluator.queries
        self.targets = self.queries.define_query(self._compute_targets, sensitive=True, retries=True)
        self.in_sight = self.queries.define_query(self._compute_in_sight)

    def evaluate_operator(self, file: int, expr: Expr) -> Value:
        """Return the result of an operator."""
        numbers = self.operands.evaluate_numbers(file, expr)
        if numbers:
            return numbers
        evaluator = self.evaluator
        arguments = tuple(evaluator.value(file, e) for e in expr[3])
        results: list[Value] = []
        for target in self.targets(file, expr):
            given = arguments
            if (
                isinstance(target, Function)
                and target.receiver is None
                and self.program.semantics[file].lookup.is_argument_dependent
            ):
                given = (evaluator.value(file, expr[1]), *arguments)
            results.append(evaluator.calls.evaluate_result(file, target, given, (), 0))
        return (
            join(results)
            or self.operands.evaluate_left_literal(file, expr)
            or self.operands.promote_numbers(file, expr, arguments)
        )

    def _compute_targets(self, file: int, expr: Expr) -> Value:
        """Return the targets of an OPERATOR or INDEX expression.

        They are kept, because operands that are operators ask again and again.
        """
        semantics = self.program.semantics[file]
        left: int = expr[1]
        indexed = expr[0] == ops.INDEX
        word: str = "[]" if indexed else expr[2]
        member = semantics.protocols.subscript_member if indexed else semantics.operators.members.get(word, "")
        arguments: tuple[int, ...] = ((expr[2],) if expr[2] else ()) if indexed else expr[3]
        calls, value = self.evaluator.calls, self.evaluator.value(file, left)
        found: list[Atom] = []
        for atom in value:
            found.extend(self.evaluator.extensions.evaluate_attribute(file, expr, atom, member))
        if semantics.arithmetic.number_type:
            if self.operands.evaluate_numbers(file, expr):
                return UNKNOWN
            return self.operands.select_definitions(file, value, member, arguments)
        if semantics.overloads.candidates != "definitions":
            return tuple(found)
        if found and word in semantics.arithmetic.pointer_operators and self.is_address(file, left):
            found = []
        call: Expr = (ops.CALL, left, arguments, ())
        if not semantics.lookup.is_argument_dependent:
            return choose(calls, file, tuple(found), call) if len(found) > 1 else tuple(found)
        if word == "=":
            return self.select_own_assignment(file, tuple(found), call)
        members = tuple(found)
        if members and not (indexed and not arguments):
            members = select_fittest(calls, file, members, call)
        if members and any(isinstance(a, Function) and a.gid < self.program.end for a in members):
            return members
        beside = self.find_free_functions(file, member, (left, *arguments)) if not indexed and word != "->" else UNKNOWN
        if beside:
            return beside
        return members or (tuple(found) if len(found) == 1 and _has_arity(self, found[0], arguments) else UNKNOWN)

    def select_own_assignment(self, file: int, found: Value, call: Expr) -> Value:
        """Select the assignment operators of a class itself; they hide those of bases."""
        calls = self.evaluator.calls
        own = tuple(
            a
            for a in found
            if isinstance(a, Function)
            and a.receiver is not None
            and isinstance(a.receiver, INSTANCES)
            and calls.owner(a.gid) == a.receiver.gid
        )
        return select_fittest(calls, file, own, call) if own else UNKNOWN

    # -- functions beside classes ---------------------------------------------------------------------------------

    def find_free_functions(self, file: int, name: str, operands: tuple[int, ...]) -> Value:
        """Return the free functions that overload an operator.

        They are visible, or in the namespaces of the operands' classes.
        """
        evaluator, program = self.evaluator, self.program
        values = [evaluator.value(file, e) for e in operands]
        classes = [a for value in values for a in value if isinstance(a, INSTANCES) and a.gid < program.end]
        if not classes:
            return UNKNOWN
        found: list[Value] = [self.in_sight(file, name)]
        homes: set[int] = set()
        for atom in classes:
            home = self.find_namespace(atom.gid)
            if home >= 0 and home not in homes:
                homes.add(home)
                found.append(
                    evaluator.evaluate_binding(evaluator.members.find_static(make_namespace(home), name, file))
                )
        functions = tuple(
            dict.fromkeys(a for value in found for a in value if isinstance(a, Function) and a.receiver is None)
        )
        addresses: dict[int, bool | None] = {}
        fitting = tuple(a for a in functions if self.is_candidate(file, a, operands, values, addresses))
        return select_fittest(evaluator.calls, file, fitting, (ops.CALL, 0, operands, ())) if fitting else UNKNOWN

    def find_namespace(self, gid: int) -> int:
        """Return the namespace that a class is in, -1 for none."""
        program = self.program
        for _ in range(MAX_HOMES):
            gid = self.evaluator.calls.owner(gid)
            if gid < 0:
                return -1
            symbol = program.get_symbol(gid)
            if symbol.flags & Flag.OPEN:
                return gid
        return -1

    def _compute_in_sight(self, file: int, name: str) -> Value:
        """Return the functions of no namespace that a file sees by its includes."""
        program, evaluator = self.program, self.evaluator
        refs: list[Ref] = []
        for at in sorted(evaluator.scopes.wildcards.visible(file)):
            program.reads.read_fact("bound", program.unit_of[at], name)
            program.reads.read_name(at, name)
            expr = program.files[at].names.get(0, {}).get(name)
            if expr:
                refs.append((at, expr))
        return evaluator.evaluate_binding(Binding(tuple(refs))) if refs else UNKNOWN

    def is_candidate(
        self,
        file: int,
        atom: Function,
        operands: tuple[int, ...],
        values: list[Value],
        addresses: dict[int, bool | None],
    ) -> bool:
        """Return whether a free function may be the one that an operator runs.

        Some operand of a class must meet a known parameter type, and no object may stand for an address. `addresses` is
        what is known of the operands, which is the same for hundreds of functions.
        """
        program, calls = self.program, self.evaluator.calls
        at, local = program.locate(atom.gid)
        params, shown = program.files[at].params.get(local, ()), program.get_symbol(atom.gid).parameters
        if len(params) != len(operands) or len(shown) != len(params):
            return False
        known = False
        for position, (param, value) in enumerate(zip(params, values, strict=True)):
            wanted = get_parameter_type(calls, atom, position, param)
            known = known or (bool(wanted) and any(isinstance(a, INSTANCES) and a.gid < program.end for a in value))
            if not value or not any(isinstance(a, Instance) and a.gid < program.end for a in wanted):
                continue
            if position not in addresses:
                addresses[position] = self.is_address(file, operands[position])
            address = addresses[position]
            if address is not None and address != is_pointer_text(shown[position].type):
                return False
        return known

    # -- addresses --------------------------------------------------------------------------------------------------

    def is_address(self, file: int, index: int, depth: int = 0) -> bool | None:
        """Return whether an expression is an address instead of an object.

        Returns None where that is not known.
        """
        evaluator, program = self.evaluator, self.program
        facts = program.files[file]
        expr = facts.exprs[index]
        op = expr[0]
        if depth > MAX_HOPS:
            return None
        if op == ops.DECLARED:
            return True
        if op == ops.PARAM:
            function: int = expr[1]
            position: int = expr[2]
            shown = facts.symbols[function].parameters
            if position < len(shown) and is_pointer_text(shown[position].type):
                return True
            params = facts.params.get(function, ())
            return self.is_pointer_type(file, params[position].type) if position < len(params) else None
        if op in (ops.SELF, ops.LAMBDA_SELF, ops.DEREF, ops.LITERAL):
            return False
        if op in (ops.INSTANCE, ops.CONST):
            inner: int = expr[1]
            return self.is_pointer_type(file, inner) if op == ops.INSTANCE else self.is_address(file, inner, depth + 1)
        if op in (ops.NAME, ops.ATTR, ops.VAR):
            found = [self.is_pointer_variable(e.gid) for e in evaluator.entities(file, index) if e.kind == 0]
            return None if not found or None in found else any(found)
        if op == ops.CALL:
            return self._is_pointer_result(evaluator.calls.find_targets(file, expr))
        if op == ops.NEW:
            return False
        if op == ops.INDEX:
            return self._is_element_address(file, expr, depth)
        if op == ops.OPERATOR:
            targets = self.targets(file, expr)
            return self._is_pointer_result(targets) if targets else self.is_address(file, expr[1], depth + 1)
        if op == ops.UNION:
            parts = {self.is_address(file, e, depth + 1) for e in expr[1:]}
            return parts.pop() if len(parts) == 1 else None
        return None

    def is_pointer_variable(self, gid: int) -> bool | None:
        """Return whether a variable or field is declared as a pointer.

        Returns None where that is not said.
        """
        symbol = self.program.get_symbol(gid)
        if symbol.kind not in VARIABLES:
            return None
        if symbol.flags & Flag.POINTER:
            return True
        file, local = self.program.locate(gid)
        declared = self.program.files[file].declared.get(local)
        return self.is_pointer_type(file, declared) if declared else None

    def is_pointer_type(self, file: int, index: int) -> bool | None:
        """Return whether a type is a name for a pointer.

        Returns None for a type parameter, which may stand for one.
        """
        if not index:
            return None
        named = [self.program.get_symbol(e.gid) for e in self.evaluator.entities(file, index) if e.kind == 0]
        if not named and any(isinstance(atom, TypeVariable) for atom in self.evaluator.value(file, index)):
            return None
        return any(s.kind == SymbolKind.TYPE and s.flags & Flag.POINTER for s in named)

    def _is_pointer_result(self, targets: Value) -> bool | None:
        program = self.program
        found: set[bool | None] = set()
        for atom in targets:
            if isinstance(atom, ClassObject):
                found.add(False)
            elif not isinstance(atom, Function):
                found.add(None)
            elif program.get_symbol(atom.gid).flags & Flag.POINTER:
                found.add(True)
            else:
                at, local = program.locate(atom.gid)
                declared = program.files[at].declared.get(local)
                external = atom.gid >= program.end  # may give what it holds, which types do not tell
                found.add(None if external or not declared else self.is_pointer_type(at, declared))
        return found.pop() if len(found) == 1 else None

    def _is_element_address(self, file: int, expr: Expr, depth: int) -> bool | None:
        """Return whether an element is an address.

        An element behind a pointer is none, one of an array of pointers is.
        """
        base, member = self.evaluator.value(file, expr[1]), self.program.semantics[file].protocols.subscript_member
        targets = tuple(
            a
            for atom in base
            for a in self.evaluator.members.evaluate_attribute(file, atom, member)
            if isinstance(a, Function)
        )
        address = self.is_address(file, expr[1], depth + 1)
        if address and all(
            isinstance(a, (Instance, SelfInstance, LiteralValue)) and a.gid < self.program.end for a in base
        ):
            return False
        inside = [a for a in targets if a.gid < self.program.end]
        if inside:
            return self._is_pointer_result(targets)
        return address


def _has_arity(operators: Operators, atom: Atom, arguments: tuple[int, ...]) -> bool:
    """Return whether the only definition takes that many arguments."""
    count = len(operators.evaluator.calls.list_parameters(atom.gid, True)) if isinstance(atom, Function) else -1
    return count == len(arguments)
