"""Evidence for an edge, or the reason for its absence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.graph_model import Resolution
from codegraph.resolve.types.abstract_values import ClassObject, ExternalName, Function, Module, Namespace, Value
from codegraph.resolve.types.static_types import StaticTypes
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

EXACT_BASES = frozenset((ops.SELF, ops.SUPER, ops.BEHIND, ops.CLASSREF))
STATIC = (Module, Namespace, ClassObject, ExternalName)
STATIC_RESOLUTIONS = frozenset((Resolution.EXACT, Resolution.TYPED))
VARIABLES = frozenset((ops.VAR, ops.FLOW))
NAMING = frozenset((ops.SYM, ops.IMPORT, ops.DECORATED))


class Evidence:
    """Judgements on what decides an expression.

    One that depends on itself is negative.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.static_types = StaticTypes(evaluator)
        self.is_exact = self.queries.define_query(self._compute_is_exact, cycle=lambda *_: False, by_file=True)

    def classify(self, file: int, index: int) -> Resolution:
        """Return how it is known what an expression names."""
        index = self.evaluator.implicit_receivers.resolve(file, index)
        if self.is_exact(file, index) or self._is_variable(file, index):
            return Resolution.EXACT
        return Resolution.TYPED if self.static_types.decide_name(file, index) else Resolution.INFERRED

    def _is_variable(self, file: int, index: int) -> bool:
        """Return whether scopes and imports alone lead to a variable.

        The value of the variable does not matter.
        """
        exprs = self.evaluator.exprs
        expr = exprs[file][index]
        if expr[0] != ops.NAME:
            return expr[0] in VARIABLES
        found, value = self.evaluator.names.look_up(file, index)
        if value or found.atoms or len(found.refs) != 1 or not found.sure:  # of several, a build has one
            return False
        file, index = found.refs[0]
        return file >= 0 and exprs[file][index][0] in VARIABLES

    def classify_target(self, file: int, index: int, targets: Value) -> Resolution:
        """Return how it is known that a call of an expression runs `targets`."""
        if self.is_exact(file, index):
            return Resolution.EXACT
        return Resolution.TYPED if self.static_types.decide_target(file, index, targets) else Resolution.INFERRED

    def classify_operand(self, file: int, *indices: int) -> Resolution:
        """Return how it is known which members an operation runs.

        The text names its operands, and not the members."""
        typed = all(self.static_types.decide(file, index) for index in indices)
        return Resolution.TYPED if typed else Resolution.INFERRED

    def _compute_is_exact(self, file: int, index: int) -> bool:
        """Return whether no types are needed to tell what an expression names.

        Scopes, imports and the receiver decide it alone.
        """
        expr = self.evaluator.exprs[file][index]
        op = expr[0]
        if op in NAMING:
            return True
        if op == ops.NAME:
            found, value = self.evaluator.names.look_up(file, index)
            if value:
                return True
            if not found.sure:
                return False
            for ref in found.refs:
                if ref[0] >= 0 and not self.is_exact(ref[0], ref[1]):
                    return False
            return bool(found.refs or found.atoms)
        if op == ops.UNION:
            if len(expr) == 2:
                return False  # it may be something that is nowhere written
            values = {part: value for part in expr[1:] if (value := self.evaluator.value(file, part))}
            if self.program.semantics[file].linkage.build_variants == "definitions" and len(values) > 1:
                outside = [any(isinstance(a, ExternalName) for a in value) for value in values.values()]
                if any(outside) and not all(outside):
                    return False  # some builds take it from elsewhere
            return bool(values) and all(self.is_exact(file, part) for part in values)
        if op in (ops.GENERIC, ops.FLOW, ops.ADAPTED):
            return self.is_exact(file, expr[1])
        if op == ops.INDEX and all(isinstance(a, Function) for a in self.evaluator.value(file, expr[1])):  # `f[T]`
            return self.is_exact(file, expr[1])
        if op in (ops.ATTR, ops.METHOD_REF):
            exprs = self.program.files[file].exprs
            at: int = expr[1]
            if exprs[at][0] == ops.CONST:
                at = exprs[at][1]
            if exprs[at][0] in EXACT_BASES:
                return True
            value = self.evaluator.value(file, expr[1])
            for atom in value:
                if not isinstance(atom, STATIC):
                    return False
            return bool(value) and self.is_exact(file, expr[1])
        return False

    def classify_alternatives(self, file: int, how: Resolution, symbols: list[int]) -> Resolution:
        """Return how it is known that an expression means several symbols.

        Where they are alternatives of which a build has one, the name does not say which one it is. A property is read
        and written under the same name.
        """
        if how not in STATIC_RESOLUTIONS or self.program.semantics[file].linkage.build_variants != "definitions":
            return how
        seen = [found for symbol in symbols if not (found := self.program.get_symbol(symbol)).flags & Flag.OVERLOAD]
        named = how is Resolution.EXACT  # members of several types that a value may have differ in their types
        twins = [(s.kind, s.name if named else s.qualname) for s in seen if s.kind is not SymbolKind.PROPERTY]
        apart = len(set(twins)) == len(twins)
        return how if apart and not any(found.flags & Flag.CONDITIONAL for found in seen) else Resolution.INFERRED

    def find_name(self, file: int, index: int) -> str:
        """Return the name of an unresolved expression."""
        expr = self.evaluator.exprs[file][index]
        suffix = self.program.semantics[file].lookup.method_suffix
        if expr[0] == ops.NAME:
            return str(expr[1]).removesuffix(suffix)
        if expr[0] in (ops.ATTR, ops.METHOD_REF):
            if expr[0] == ops.METHOD_REF and expr[2] in self.program.semantics[file].construction.constructors:
                return self.find_name(file, expr[1])
            prefix = self.program.semantics[file].members.class_prefix
            return str(expr[2]).removesuffix(suffix).removeprefix(prefix)
        if expr[0] == ops.IMPORT:
            position: int = expr[1]
            entry = self.program.files[file].imports[position]
            return entry.alias or entry.name or entry.module
        if expr[0] == ops.PARAM:
            params = self.program.files[file].params.get(expr[1], ())
            position = expr[2]
            return params[position].name if position < len(params) else "<parameter>"
        if expr[0] in (ops.GENERIC, ops.INDEX, ops.EXCLUDED, ops.ADAPTED, ops.DISCRIMINATED):
            return self.find_name(file, expr[1])
        return "<expression>"

    def find_reason(self, file: int, index: int) -> str:
        expr = self.evaluator.exprs[file][index]
        if expr[0] in (ops.ATTR, ops.METHOD_REF):
            return "no-such-member" if self.evaluator.value(file, expr[1]) else "unknown-receiver"
        if expr[0] == ops.NAME:
            return "unknown-name"
        if expr[0] in (ops.EXCLUDED, ops.DISCRIMINATED):
            return self.find_reason(file, expr[1])
        return "parameter" if expr[0] == ops.PARAM else "unknown-value"
