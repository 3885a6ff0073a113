"""Types that follow from declarations alone, and not from the flow of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from codegraph.resolve.calls.function_adapters import is_method
from codegraph.resolve.calls.parameters import find_inherited_type
from codegraph.resolve.evaluator import VALUE_KINDS
from codegraph.resolve.program.declaration_spaces import list_union_members
from codegraph.resolve.types.abstract_values import (
    CALLABLES,
    EXTERNAL,
    FAR,
    INSTANCES,
    AliasUnion,
    Atom,
    ExternalInstance,
    ExternalName,
    Function,
    FunctionType,
    NamedSymbol,
    SelfInstance,
    TypeVariable,
    Value,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.binding import Binding
    from codegraph.resolve.program.program import Ref

DECLARED = frozenset((
    ops.INSTANCE, ops.LITERAL, ops.SELF, ops.SUPER, ops.CLASSREF, ops.OBJECT, ops.FUNCTYPE, ops.TYPEOF, ops.RETURN_TYPE,
))  # fmt: skip
"""Operations that are declarations, or whose type the language itself gives."""

UNCHANGED = frozenset((
    ops.CONST, ops.GENERIC, ops.EXCLUDED, ops.DISCRIMINATED, ops.SPREAD, ops.DEREF, ops.SLICE, ops.TEMPLATE,
))  # fmt: skip
"""Operations whose type is as certain as that of their first operand."""

UNDECLARED = (ExternalName, ExternalInstance, TypeVariable)
"""Atoms of which no declaration here says what a call gives."""

OPEN = (SelfInstance, ExternalName, ExternalInstance)
"""Atoms that may have members which nothing declares."""

MAX_NESTED = 120


class StaticTypes:
    """Judgements whether declarations alone give the type of an expression.

    They are kept where they depend on no parameter. A language that has everything declared
    (`InferencePolicy.is_static` without `has_parameter_flow`) is not followed: there only members of libraries have no
    declarations.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.exprs = evaluator.exprs
        self.value = evaluator.value
        self.suppositions = 0  # judgements in progress that were taken for granted so far
        self.judging: dict[tuple[int, int], int] = {}  # judgements in progress → how deeply they are nested
        self.lowest = FAR  # outermost judgement in progress that the current one took for granted
        self.rules: dict[int, Callable[[int, int, Expr], bool]] = {
            ops.NAME: self._decide_lookup,
            ops.IMPORT: self._decide_import,
            ops.SYM: self._decide_own_symbol,
            ops.VAR: self._decide_own_symbol,
            ops.UNION: self._decide_parts,
            ops.TUPLE: self._decide_parts,
            ops.LIST: self._decide_list,
            ops.DICT: self._decide_dict,
            ops.PARAM: self._decide_parameter,
            ops.ATTR: self._decide_member,
            ops.METHOD_REF: self._decide_member,
            ops.CALL: self._decide_call,
            ops.NEW: self._decide_call,
            ops.DECLARED: self._decide_narrowed,
            ops.FLOW: self._decide_flow,
            ops.ADAPTED: self._decide_adapted,
            ops.PLACE: self._decide_place,
            ops.DECORATED: self._decide_decorated,
            ops.ARGTYPE: self._decide_argument,
            ops.MEMBER_TYPE: self._decide_member_type,
            ops.OPERATOR: self._decide_operator,
            ops.FIELD_OF: self._decide_field,
            ops.INDEX: self._decide_element,
            ops.ITER: self._decide_element,
            ops.KEYOF: self._decide_element,
            ops.ITEM: self._decide_element,
            ops.AWAIT: self._decide_element,
            ops.ENTER: self._decide_element,
            ops.BEHIND: self._decide_behind,
        }
        self.decide = self.queries.define_query(self._compute_decide, by_file=True)
        self._decide_symbol = self.queries.define_query(self._compute_decide_symbol)
        self._decide_result = self.queries.define_query(self._compute_decide_result)

    # -- judgements ---------------------------------------------------------------------------------------------

    def decide_target(self, file: int, index: int, targets: Value) -> bool:
        """Return whether declarations decide what a call of the expression runs.

        The expression must name all of `targets`: which functions a variable holds does not follow from types.
        """
        return self.decide_name(file, index) and (self._is_closed(file) or self._is_naming_all(file, index, targets))

    def _is_naming_all(self, file: int, index: int, targets: Value) -> bool:
        named: set[int] | None = None
        for atom in targets:
            if isinstance(atom, CALLABLES):
                if named is None:
                    entities = self.evaluator.entities(file, index)
                    named = {entity.gid for entity in entities if isinstance(entity, NamedSymbol)}
                if atom.gid not in named:
                    return False
        return True

    def _is_closed(self, file: int) -> bool:
        """Return whether a language has everything declared, so that only functions flow."""
        inference = self.program.semantics[file].inference
        return inference.is_static and not inference.has_parameter_flow

    def decide_name(self, file: int, index: int) -> bool:
        """Return whether declarations decide which symbols the expression names."""
        expr = self.exprs[file][index]
        op = expr[0]
        if op == ops.ATTR or op == ops.METHOD_REF:
            for atom in self.value(file, expr[1]):
                if isinstance(atom, OPEN) and not self._is_above(atom, expr[2]):
                    return False
            return self.decide(file, expr[1])
        if op in UNCHANGED or op == ops.FLOW:
            return self.decide_name(file, expr[1])
        if op == ops.ADAPTED:
            return not is_method(self.evaluator, file, expr[2]) and self.decide_name(file, expr[1])
        if op == ops.NAME:
            found, value = self.evaluator.names.look_up(file, index)
            if value or not found.any:  # a member of the class around; a function beside the types of its arguments
                return True
            return found.sure and len(found.refs) == 1 and (found.refs[0][0] < 0 or self._is_naming(found.refs[0]))
        return op in (ops.SYM, ops.VAR, ops.IMPORT, ops.DECORATED)

    def _is_naming(self, ref: Ref) -> bool:
        op = self.exprs[ref[0]][ref[1]][0]
        return op in (ops.ATTR, ops.METHOD_REF, ops.SYM, ops.VAR, ops.IMPORT, ops.DECORATED) and self.decide_name(*ref)

    def _compute_decide(self, file: int, index: int) -> bool:
        """Return whether declarations decide the value of an expression.

        One that depends on itself, as a variable of a loop does, is as certain as its other dependencies: it is assumed
        to be decided. A result found under that assumption is kept only if it is negative.
        """
        expr = self.exprs[file][index]
        op = expr[0]
        if op in DECLARED:
            return True
        if self._is_closed(file):
            return self._is_free_of_libraries(file, index)
        if op in UNCHANGED:
            return self.decide(file, expr[1])
        rule = self.rules.get(op)
        if rule is None:
            return False
        key, judging = (file, index), self.judging
        at = judging.get(key)
        if at is not None:
            self.lowest = at if at < self.lowest else self.lowest
            self.suppositions += 1
            self.queries.note_cycle()
            return True
        depth = len(judging)
        if depth > MAX_NESTED:
            self.queries.note_cycle()
            return False
        judging[key] = depth
        lowest, self.lowest = self.lowest, FAR
        suppositions = self.suppositions
        found = rule(file, index, expr)
        del judging[key]
        if not found or self.lowest >= depth:  # all that was supposed has been confirmed, or does not matter
            self.queries.provisional_reads -= self.suppositions - suppositions
            self.suppositions = suppositions
        if lowest < self.lowest or self.lowest >= depth:
            self.lowest = lowest
        return found

    def _is_free_of_libraries(self, file: int, index: int) -> bool:
        """Return whether an expression is no member of a library's object."""
        is_member = self.exprs[file][index][0] == ops.ATTR
        return not any(
            isinstance(atom, ExternalInstance) and (is_member or _is_beyond(atom)) for atom in self.value(file, index)
        )

    # -- names and members --------------------------------------------------------------------------------------

    def _decide_lookup(self, file: int, index: int, expr: Expr) -> bool:
        found, value = self.evaluator.names.look_up(file, index)
        return bool(value) or self._decide_found(found)

    def _decide_import(self, file: int, index: int, expr: Expr) -> bool:
        return self._decide_found(self.evaluator.scopes.imported(file, expr[1]))

    def _decide_found(self, found: Binding) -> bool:
        if not found.any or not found.sure or any(_is_beyond(atom) for atom in found.atoms):
            return False
        return all(self._decide_symbol(ref[1]) if ref[0] < 0 else self.decide(*ref) for ref in found.refs)

    def _decide_own_symbol(self, file: int, index: int, expr: Expr) -> bool:
        return self._decide_symbol(self.program.offsets[file] + expr[1])

    def _compute_decide_symbol(self, gid: int) -> bool:
        """Return whether the type of a symbol is declared.

        A compiler that infers types gives an undeclared one the type of what initialises it."""
        symbol = self.program.get_symbol(gid)
        if symbol.kind not in VALUE_KINDS or symbol.kind == SymbolKind.TYPE:
            return True
        evaluator = self.evaluator
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        values = facts.values.get(local, ())
        declared = facts.declared.get(local)
        known = evaluator.types.instantiate(file, declared) if declared else ()
        if known:
            return not values or not all(
                isinstance(atom, FunctionType) for atom in known
            )  # else also the very functions that it holds
        above = self.program.get_parent(gid)
        if above >= 0 and self.program.get_symbol(above).kind == SymbolKind.ENUM:
            return True
        if not self.program.semantics[file].inference.is_static or not values or evaluator.stored.get(gid):
            return False
        return all(self.decide(file, each) for each in values)

    def _decide_member(self, file: int, index: int, expr: Expr) -> bool:
        value = self.value(file, expr[1])
        for atom in value:
            if isinstance(
                atom, ExternalInstance
            ):  # what an object of a library has, about which nothing is declared here
                return False
            if isinstance(atom, OPEN) and not self._is_above(atom, expr[2]):
                return False
        if not self.decide(file, expr[1]):
            return False
        members, static = self.evaluator.members, self.program.semantics[file].inference.is_static
        for atom in value:
            if isinstance(atom, (AliasUnion, ExternalName)):
                continue
            extensions = self.evaluator.extensions.find_member_extensions(file, expr, atom, expr[2])
            found, owner, _ = members.find(file, atom, expr[2])
            if extensions.refs:
                found = extensions
            elif not static and (
                not found.any or members.dynamic.find_value(file, atom, expr[2], found, owner) is not None
            ):
                return False
            for ref in found.refs:
                if not (self._decide_symbol(ref[1]) if ref[0] < 0 else self._decide_binding(*ref)):
                    return False
        return True

    def _is_above(self, atom: Atom, name: str) -> bool:
        """Return whether a member belongs to the classes of its receiver.

        A member of a subclass does not, nor does a member of a library's result.
        """
        if isinstance(atom, SelfInstance):
            return self.evaluator.members.in_class(atom.gid, name)[0].any
        return not _is_beyond(atom)

    def _decide_binding(self, file: int, index: int) -> bool:
        """Return whether the type of a member is declared.

        An assignment to an undeclared one is no declaration.
        """
        expr = self.exprs[file][index]
        if expr[0] == ops.UNION:
            return all(self._decide_binding(file, part) for part in list_union_members(self.exprs[file], index))
        if expr[0] == ops.SYM:
            gid = self.program.offsets[file] + expr[1]
            if self.program.get_symbol(gid).kind == SymbolKind.PROPERTY:
                return self._decide_result(gid)
        elif (
            expr[0] not in (ops.VAR, ops.IMPORT, ops.DECORATED) and not self.program.semantics[file].inference.is_static
        ):
            return False
        return self.decide(file, index)

    def _decide_decorated(self, file: int, index: int, expr: Expr) -> bool:
        value = self.evaluator.value
        return self.decide(file, expr[1]) and all(not value(file, e) or self.decide(file, e) for e in expr[2])

    # -- calls --------------------------------------------------------------------------------------------------

    def _decide_call(self, file: int, index: int, expr: Expr) -> bool:
        value, parameters = self.value(file, expr[1]), self.evaluator.classes.parameters
        binds = False
        for atom in value:
            if isinstance(atom, UNDECLARED):
                return False
            binds = binds or (isinstance(atom, CALLABLES) and bool(parameters(atom.gid)))
        if not value or not self.decide(file, expr[1]):
            return False
        if binds:  # arguments bind type variables
            for argument in (*expr[2], *[e for _, e in expr[3]]):
                if self.value(file, argument) and not self.decide(file, argument):
                    return False
        for atom in value:
            if not self._decide_outcome(file, atom):
                return False
        return self._is_naming_all(file, expr[1], tuple([atom for atom in value if isinstance(atom, Function)]))

    def _decide_outcome(self, file: int, atom: Atom) -> bool:
        """Return whether the type of the result of calling `atom` is declared."""
        if isinstance(atom, Function):
            return self._decide_result(atom.gid)
        if isinstance(atom, INSTANCES) and not self.evaluator.classes.find_underlying_functions(atom):
            member = self.program.semantics[file].protocols.call_member
            return bool(member) and self._decide_operation(file, (atom,), (member,))
        return not isinstance(atom, UNDECLARED)

    def _compute_decide_result(self, gid: int) -> bool:
        """Return whether a function's result is declared.

        A compiler that infers types gives an undeclared one the type of what the body returns."""
        evaluator = self.evaluator
        file, local = self.program.locate(gid)
        facts, semantics = self.program.files[file], self.program.semantics[file]
        declared = evaluator.calls.evaluate_declared_result(file, local, facts)
        if declared:
            return not isinstance(declared[0], FunctionType) or semantics.inference.is_static
        if semantics.overloads.candidates == "signatures" and evaluator.calls.signatures.list_signatures(gid):
            return True
        if not semantics.inference.is_static:
            return False
        given = (*facts.yields.get(local, ()), *facts.returns.get(local, ()))
        return bool(given) and all(self.decide(file, e) for e in given)

    def _decide_operation(self, file: int, value: Value, members: tuple[str, ...]) -> bool:
        """Return whether the members that an operation runs declare results."""
        semantics, end = self.program.semantics[file], self.program.end
        for atom in value:
            if _is_beyond(atom):
                return False
            if semantics.inference.is_static or not isinstance(atom, INSTANCES) or atom.gid >= end:
                continue
            found = [self.evaluator.members.evaluate_attribute(file, atom, member) for member in members if member]
            if not all(isinstance(each, Function) and self._decide_result(each.gid) for each in found[0] if found):
                return False
        return True

    def _decide_parameter(self, file: int, index: int, expr: Expr) -> bool:
        """Return whether a parameter holds nothing but what is declared.

        It may also hold what callers pass.
        """
        evaluator, facts = self.evaluator, self.program.files[file]
        local: int = expr[1]
        position: int = expr[2]
        self.program.get_symbol(self.program.offsets[file] + local)
        params = facts.params.get(local, ())
        if position >= len(params):
            return False
        param = params[position]
        if param.type:
            declared = evaluator.types.instantiate(file, param.type)
            if declared:
                return bool(param.variadic) or self.value(file, index) == declared
        elif find_inherited_type(evaluator, file, local, position):
            return True
        expected = facts.expected.get(local)
        if expected and evaluator.get_contextual_type(file, expected, position):
            return self.decide(file, expected)
        if not param.default or param.variadic or not self.program.semantics[file].inference.is_static:
            return False
        default = evaluator.value(file, param.default)
        return self.value(file, index) == default and self.decide(file, param.default)

    def _decide_argument(self, file: int, index: int, expr: Expr) -> bool:
        at: int = expr[1]
        call = self.exprs[file][at]
        parameters = self.evaluator.classes.parameters
        if any(isinstance(atom, ExternalInstance) for atom in self.value(file, index)) or not self.decide(
            file, call[1]
        ):
            return False
        value = self.value(file, call[1])
        if not any(isinstance(atom, CALLABLES) and parameters(atom.gid) for atom in value):
            return True
        arguments: tuple[int, ...] = call[2]
        exprs, given = self.exprs[file], [e for e in arguments if self.value(file, e)]
        return all(self._is_written(exprs[e], file) or self.decide(file, e) for e in given)

    def _decide_member_type(self, file: int, index: int, expr: Expr) -> bool:
        """Return whether the type whose member type is asked for is known."""
        at: int = expr[1]
        expected = self.exprs[file][at][0] in (ops.ARGTYPE, ops.MEMBER_TYPE)
        if expected and not self.decide(file, at):
            return False
        return not any(isinstance(atom, EXTERNAL) for atom in self.evaluator.types.instantiate(file, at))

    def _is_written(self, expr: Expr, file: int) -> bool:
        """Return whether an argument is a function written in its place."""
        return expr[0] == ops.SYM and bool(self.program.files[file].symbols[int(expr[1])].flags & Flag.ANONYMOUS)

    # -- other operations ---------------------------------------------------------------------------------------

    def _decide_parts(self, file: int, index: int, expr: Expr) -> bool:
        return all(self.decide(file, e) for e in expr[1:])

    def _decide_list(self, file: int, index: int, expr: Expr) -> bool:
        return all(self.decide(file, e) for e in expr[2])

    def _decide_dict(self, file: int, index: int, expr: Expr) -> bool:
        return all(self.decide(file, value) for _, _, value in expr[2])

    def _decide_place(self, file: int, index: int, expr: Expr) -> bool:
        return self.decide(file, expr[1]) and all(self.decide(file, value) for _, value in expr[2])

    def _decide_narrowed(self, file: int, index: int, expr: Expr) -> bool:
        known = bool(expr[1]) and bool(self.evaluator.types.instantiate(file, expr[1]))
        return known or self.decide(file, expr[2])

    def _decide_flow(self, file: int, index: int, expr: Expr) -> bool:
        if not self.value(file, expr[2]):
            return self.decide(file, expr[1])
        named: int = expr[1]
        gid: int = self.program.offsets[file] + self.exprs[file][named][1]
        return not self.evaluator.stored.get(gid) and self.decide(file, expr[2])

    def _decide_adapted(self, file: int, index: int, expr: Expr) -> bool:
        return self.decide(file, expr[2] if is_method(self.evaluator, file, expr[2]) else expr[1])

    def _decide_behind(self, file: int, index: int, expr: Expr) -> bool:
        return self.decide(file, expr[1])

    def _decide_field(self, file: int, index: int, expr: Expr) -> bool:
        return self.decide(file, expr[2])

    def _decide_operator(self, file: int, index: int, expr: Expr) -> bool:
        operands = (expr[1], *expr[3])
        if not all(self.decide(file, e) for e in operands):
            return False
        member = self.program.semantics[file].operators.members.get(str(expr[2]), "")
        return all(self._decide_operation(file, self.value(file, e), (member,)) for e in operands)

    def _decide_element(self, file: int, index: int, expr: Expr) -> bool:
        semantics, op = self.program.semantics[file], expr[0]
        if not self.decide(file, expr[1]):
            return False
        members = semantics.protocols.iteration_members
        if op == ops.INDEX:
            members = (semantics.protocols.subscript_member,)
        elif op == ops.ENTER:
            members = (semantics.protocols.enter_member,)
        elif op == ops.AWAIT:
            members = semantics.protocols.await_members
        return self._decide_operation(file, self.value(file, expr[1]), members)


def _is_beyond(atom: Atom) -> bool:
    """Return whether an atom is the result of a member of a library.

    Nothing is declared about it here.
    """
    return isinstance(atom, EXTERNAL) and ("(" in atom.name or "[" in atom.name)
