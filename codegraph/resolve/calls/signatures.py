"""Bare signatures of one body, of which a call picks one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.overloads import choose
from codegraph.resolve.types.abstract_values import (
    CALLABLES,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    FunctionType,
    Instance,
    LiteralValue,
    Value,
    make_function,
)
from codegraph.resolve.types.assignability import Fit, compute_fit
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, Param, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls, Keywords
    from codegraph.resolve.program.program import Program


FUNCTIONS = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD))
UNCALLED = frozenset((SymbolKind.ENUM, SymbolKind.INTERFACE))


def select_callable(program: Program, value: Value, expr: Expr) -> Value:
    """Select what can be called of a name for a type and a value at once."""
    kept = tuple(a for a in value if not isinstance(a, ClassObject) or program.get_symbol(a.gid).kind not in UNCALLED)
    constructs = expr[0] != ops.NEW or any(isinstance(a, CALLABLES) for a in kept)
    return kept if kept and constructs else value


class Signatures:
    """Signatures of functions, and the choice among them."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.known: dict[int, dict[tuple[int, str], list[int]]] = {}  # file → (scope, name) → symbols
        self.bodies: dict[int, set[tuple[int, str]]] = {}  # file → (scope, name) of the functions that have a body

    def list_signatures(self, gid: int) -> list[int]:
        """Return the graph ids of the bare signatures of a body, in source order.

        Where there is no body, they belong to the last of them.
        """
        program = self.calls.program
        file, local = program.locate(gid)
        program.reads.read_name(file, program.files[file].symbols[local].name)
        table = self.known.get(file)
        if table is None:
            table, bodies = dict[tuple[int, str], list[int]](), set[tuple[int, str]]()
            self.known[file], self.bodies[file] = table, bodies
            for at, symbol in enumerate(program.files[file].symbols):
                if symbol.flags & Flag.OVERLOAD:
                    table.setdefault((symbol.parent, symbol.name), []).append(program.offsets[file] + at)
                elif symbol.kind in FUNCTIONS:
                    bodies.add((symbol.parent, symbol.name))
        symbol = program.files[file].symbols[local]
        key = (symbol.parent, symbol.name)
        found = table.get(key, [])
        if symbol.flags & Flag.OVERLOAD and (found[-1] != gid or len(found) < 2 or key in self.bodies[file]):
            return []
        return found

    def expand_declared(self, file: int, targets: Value, call: Expr) -> Value:
        """Replace functions in variables by the signatures of the declared types."""
        found: list[Atom] = []
        for target in targets:
            found.extend(
                (self._find_declared_signatures(target) if isinstance(target, Function) else UNKNOWN) or (target,)
            )
        several = len(found) > len(targets)
        return choose(self.calls, file, tuple(found), call) if several else tuple(found)

    def _find_declared_signatures(self, atom: Function) -> Value:
        """Return the signatures in the declared type of a function's variable."""
        program, evaluator = self.calls.program, self.calls.evaluator
        at, local = program.locate(atom.gid)
        facts, member = program.files[at], program.semantics[at].protocols.call_member
        program.reads.read_symbol(atom.gid)
        expected = facts.expected.get(local)
        if not expected or not member or facts.symbols[local].flags & Flag.ANONYMOUS:
            return UNKNOWN
        if facts.exprs[expected][0] == ops.ARGTYPE:
            return UNKNOWN
        result: list[Atom] = []
        for each in evaluator.types.instantiate(at, expected):
            result.extend(
                evaluator.members.evaluate_attribute(at, each, member) if isinstance(each, Instance) else (each,)
            )
        return tuple(result) if all(isinstance(each, (Function, FunctionType)) for each in result) else UNKNOWN

    def choose_signatures(
        self, file: int, atom: Function, arguments: tuple[Value, ...], keywords: Keywords
    ) -> list[Function]:
        """Return the first signature that fits, and those before it that may.

        There are none for a function without signatures.
        """
        signatures = self.list_signatures(atom.gid)
        possible: list[Function] = []
        for gid in signatures:
            how = self._fit(file, gid, atom.receiver is not None, arguments, keywords)
            if how != Fit.CONFLICT:
                possible.append(make_function(gid, atom.receiver))
            if how in (Fit.SAME, Fit.CONVERTED):
                break
        return possible or [make_function(gid, atom.receiver) for gid in signatures]

    def select_for_null(self, atom: Atom, position: int) -> list[Function]:
        """Select the signatures for a call that passes null at a position.

        A function without signatures is returned itself.
        """
        if not isinstance(atom, Function):
            return []
        program = self.calls.program
        signatures = self.list_signatures(atom.gid)
        kept: list[Function] = [] if signatures else [atom]
        for gid in signatures:
            shown = program.get_symbol(gid).parameters
            null = program.semantics[program.file_of[gid]].builtins.null_type
            if position < len(shown) and shown[position].type == null != "":
                kept.append(make_function(gid, atom.receiver))
        return kept

    def _fit(self, file: int, gid: int, bound: bool, arguments: tuple[Value, ...], keywords: Keywords) -> Fit:
        calls = self.calls
        params = calls.list_parameters(gid, bound)
        spread = any(p.variadic == "*" for _, p in params)
        if len(arguments) > len(params) and not spread:
            return Fit.CONFLICT
        names = {p.name for _, p in params if not p.variadic}
        if any(word not in names for word, _ in keywords) and not any(p.variadic == "**" for _, p in params):
            return Fit.CONFLICT
        pairs = calls.match_arguments(gid, bound, arguments, keywords)
        met = {position for position, _, _ in pairs}
        if any(position not in met and not p.default and not p.variadic and p.name for position, p in params):
            return Fit.CONFLICT
        return max(
            (self._fit_argument(file, gid, position, p, value) for position, p, value in pairs), default=Fit.SAME
        )

    def _fit_argument(self, file: int, gid: int, position: int, param: Param, value: Value) -> Fit:
        program, evaluator = self.calls.program, self.calls.evaluator
        at, local = program.locate(gid)
        shown = program.files[at].symbols[local].parameters
        if value and position < len(shown) and shown[position].type == program.semantics[at].builtins.null_type != "":
            return Fit.CONFLICT
        wanted = evaluator.types.instantiate(at, param.type) if param.type else UNKNOWN
        literal = {a.text for a in wanted if isinstance(a, LiteralValue)}
        first = wanted[0] if wanted else None
        if isinstance(first, LiteralValue) and all(isinstance(a, LiteralValue) for a in wanted) and value:
            if all(isinstance(a, LiteralValue) for a in value):
                return (
                    Fit.SAME if all(a.text in literal for a in value if isinstance(a, LiteralValue)) else Fit.CONFLICT
                )
            same = any(isinstance(a, Instance) and a.gid == first.gid for a in value)
            return Fit.UNSURE if same else Fit.CONFLICT
        return compute_fit(self.calls, file, wanted, value)
