"""Types that a call expects of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.types.generics import Bindings
from codegraph.resolve.types.values import (
    UNKNOWN,
    Atom,
    ClassObject,
    ExternalInstance,
    Function,
    FunctionType,
    Value,
    join,
    make_instance,
)
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, FileFacts, Param

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


class Expected:
    """Types that arguments are expected to have."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.evaluator = calls.evaluator
        self.program = calls.program

    def argument_type(self, file: int, expr: Expr) -> Value:
        """What the called function expects of one argument: gives lambdas their parameter types."""
        return self.evaluator.types.functional(self.wanted(file, expr))

    def wanted(self, file: int, expr: Expr) -> Value:
        """Declared type of the parameter that one argument meets, type parameters bound."""
        facts = self.program.files[file]
        at: int = expr[1]
        call, which = facts.exprs[at], expr[2]
        results: list[Value] = []
        for target in self.calls.signatures.typed(file, self.calls.targets(file, call), call):
            gid, receiver, made = -1, None, -1
            mapping: Bindings = {}
            if isinstance(target, Function):
                gid, receiver = target.gid, target.receiver
            elif isinstance(target, ClassObject):
                constructor = self.calls.constructors(target.gid)
                if constructor:
                    gid, receiver = constructor[0].gid, make_instance(target.gid, target.arguments)
                    made = -1 if target.arguments else target.gid
            elif isinstance(target, FunctionType) and isinstance(which, int) and which < len(target.parameters):
                results.append(target.parameters[which])
                continue
            if gid < 0:
                continue
            context = expr[3] if len(expr) > 3 else 0
            results.append(self._expected(file, call, gid, receiver, which, mapping, context, made))
        return join(results)

    def _expected(
        self,
        file: int,
        call: Expr,
        gid: int,
        receiver: Atom | None,
        which: int | str,
        mapping: Bindings,
        context: int = 0,
        made: int = -1,
    ) -> Value:
        """What a parameter of function `gid`, perhaps a constructor of class `made`, expects of an argument."""
        evaluator = self.evaluator
        facts = self.program.files[file]
        at = self.program.file_of[gid]
        wanted: Param | None = None
        params = self.calls.parameters(gid, receiver is not None)
        for order, (_, param) in enumerate(params):
            if (
                param.name == which
                or order == which
                or (param.variadic == "*" and isinstance(which, int) and order <= which)
            ):
                wanted = param
                break
        if wanted is None or not wanted.type:
            return UNKNOWN
        value = evaluator.types.of(at, wanted.type)
        if any(isinstance(atom, ExternalInstance) for atom in value):
            value = join([value, evaluator.types.get_aliased(at, wanted.type)])
        if wanted.variadic and self.program.semantics[at].functions.has_rest_containers:
            value = evaluator.iterated(at, value)
        owner = self.calls.owner(gid)
        if receiver is not None and owner >= 0:
            mapping.update(evaluator.members.arguments(receiver, owner))
        if evaluator.classes.parameters(gid) or (made == owner and evaluator.classes.parameters(made)):
            plain = tuple(
                UNKNOWN if order == which or self._waits(facts, e, order, which) else evaluator.value(file, e)
                for order, e in enumerate(call[2])
            )
            self.calls.bind(at, gid, receiver is not None, plain, (), mapping, frozenset((gid, made)))
            written = {word: e for word, e in call[3] if word.startswith("[")}
            for i, name in enumerate(evaluator.classes.parameters(gid) if written else ()):
                if f"[{i}]" in written:
                    mapping[gid, name] = evaluator.types.of(file, written[f"[{i}]"])
            if context:
                self.bind_result(file, gid, context, mapping)
        value = evaluator.substitute(value, mapping, receiver)
        return evaluator.shapes.bounded(value, gid, mapping, receiver)

    def _waits(self, facts: FileFacts, e: int, order: int, which: int | str) -> bool:
        """Whether what an argument gives is settled after another one: a function that takes something which has yet to
        be inferred is so after those before it."""
        expr = facts.exprs[e]
        if expr[0] != ops.SYM:
            return False
        symbol: int = expr[1]
        return not (isinstance(which, int) and (order < which or not facts.params.get(symbol)))

    def bind_result(self, file: int, gid: int, context: int, mapping: Bindings) -> None:
        """Bind type parameters that no argument binds by the type that the call's result is expected to have."""
        evaluator = self.evaluator
        at, local = self.program.locate(gid)
        expr = self.program.files[file].exprs[context]
        if expr[0] == ops.ARGTYPE:
            expected = self.wanted(file, expr)
        else:
            expected = evaluator.types.of(file, context)
        known: Bindings = {}
        evaluator.types.unify(
            at, self.calls.declared_result(at, local, self.program.files[at]), expected, known, frozenset((gid,))
        )
        for key, value in known.items():
            if not mapping.get(key):
                mapping[key] = value
