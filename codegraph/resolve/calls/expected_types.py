"""Types that a call expects of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.calls.overloads import choose
from codegraph.resolve.types.abstract_values import (
    UNKNOWN,
    Atom,
    ClassObject,
    Constructors,
    ExternalInstance,
    Function,
    FunctionType,
    Value,
    join,
    make_function,
    make_instance,
)
from codegraph.resolve.types.generics import Bindings
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, Flag, Param

if TYPE_CHECKING:
    from codegraph.resolve.calls.calls import Calls


class ExpectedTypes:
    """Types that arguments are expected to have."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.evaluator = calls.evaluator
        self.program = calls.program

    def evaluate_argument_type(self, file: int, expr: Expr) -> Value:
        """Return what the called function expects of one argument.

        That gives lambdas their parameter types.
        """
        return self.evaluator.types.as_function_types(self.find_expected(file, expr))

    def find_expected(self, file: int, expr: Expr) -> Value:
        """Return the declared type of an argument's parameter, type parameters bound."""
        facts = self.program.files[file]
        at: int = expr[1]
        call, which = facts.exprs[at], expr[2]
        results: list[Value] = []
        for target in self.calls.signatures.expand_declared(file, self.calls.find_targets(file, call), call):
            gid, receiver, made = -1, None, -1
            mapping: Bindings = {}
            if isinstance(target, Function):
                gid, receiver = target.gid, target.receiver
            elif isinstance(target, ClassObject):
                constructor = self._choose_constructors(file, target, call)
                if constructor:
                    gid, receiver = constructor[0].gid, make_instance(target.gid, target.arguments)
                    made = -1 if target.arguments else target.gid
            elif isinstance(target, FunctionType) and which == ops.TRAILING:
                results.extend(target.parameters[-1:])
                continue
            elif isinstance(target, FunctionType) and isinstance(which, int) and which < len(target.parameters):
                results.append(target.parameters[which])
                continue
            if gid < 0:
                continue
            context = expr[3] if len(expr) > 3 else 0
            results.append(self._evaluate_expected(file, call, gid, receiver, which, mapping, context, made))
        return join(results)

    def _choose_constructors(self, file: int, target: ClassObject, call: Expr) -> Constructors:
        """Return the constructors of a class that a construction may run, best first."""
        found = self.calls.find_constructors(target.gid)
        if len(found) < 2 or self.program.semantics[file].overloads.candidates != "definitions":
            return found
        made = make_instance(target.gid, target.arguments)
        chosen = choose(self.calls, file, tuple(make_function(each.gid, made) for each in found), call)
        return tuple(each for each in chosen if isinstance(each, Function)) or found

    def _evaluate_expected(
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
        """Return what a parameter of function `gid` expects of an argument.

        The function may be a constructor of class `made`.
        """
        evaluator = self.evaluator
        facts = self.program.files[file]
        at = self.program.file_of[gid]
        wanted: Param | None = None
        params = self.calls.list_parameters(gid, receiver is not None)
        for order, (_, param) in enumerate(params[-1:] if which == ops.TRAILING else params):
            if (
                which == ops.TRAILING
                or param.name == which
                or order == which
                or (param.variadic == "*" and isinstance(which, int) and order <= which)
            ):
                wanted = param
                break
        if wanted is None or not wanted.type:
            return UNKNOWN
        value = evaluator.types.instantiate(at, wanted.type)
        if any(isinstance(atom, ExternalInstance) for atom in value):
            value = join([value, evaluator.types.get_aliased(at, wanted.type)])
        if wanted.variadic and self.program.semantics[at].functions.has_rest_containers:
            value = evaluator.iterated(at, value)
        owner = self.calls.owner(gid)
        if receiver is not None and owner >= 0:
            mapping.update(evaluator.members.bind_arguments(receiver, owner))
        if evaluator.classes.parameters(gid) or (made == owner and evaluator.classes.parameters(made)):
            plain = tuple(
                UNKNOWN if order == which or self._is_deferred(facts, e, order, which) else evaluator.value(file, e)
                for order, e in enumerate(call[2])
            )
            if receiver is not None:
                self.calls.bind_receiver(at, gid - self.program.offsets[at], receiver, mapping)
            self.calls.bind(at, gid, receiver is not None, plain, (), mapping, frozenset((gid, made)))
            if self.program.get_symbol(gid).flags & Flag.RECEIVER:
                self.calls.bind_receiver(at, gid - self.program.offsets[at], receiver, mapping)
            written = {word: e for word, e in call[3] if word.startswith("[")}
            for i, name in enumerate(evaluator.classes.parameters(gid) if written else ()):
                if f"[{i}]" in written:
                    mapping[gid, name] = evaluator.types.instantiate(file, written[f"[{i}]"])
            if context:
                self.bind_result(file, gid, context, mapping)
        value = evaluator.substitute(value, mapping, receiver)
        return evaluator.shapes.replace_by_bounds(value, gid, mapping, receiver)

    def _is_deferred(self, facts: FileFacts, e: int, order: int, which: int | str) -> bool:
        """Return whether an argument is inferred after another one.

        A function is, if parameters of it have yet to be inferred; it comes after the arguments before it.
        """
        expr = facts.exprs[e]
        if expr[0] != ops.SYM:
            return False
        symbol: int = expr[1]
        return not (isinstance(which, int) and (order < which or not facts.params.get(symbol)))

    def bind_result(self, file: int, gid: int, context: int, mapping: Bindings) -> None:
        """Bind type parameters by the expected type of a call's result.

        Those that an argument binds stay as they are.
        """
        evaluator = self.evaluator
        at, local = self.program.locate(gid)
        expr = self.program.files[file].exprs[context]
        if expr[0] == ops.ARGTYPE:
            expected = self.find_expected(file, expr)
        else:
            expected = evaluator.types.instantiate(file, context)
        known: Bindings = {}
        evaluator.types.unify(
            at,
            self.calls.evaluate_declared_result(at, local, self.program.files[at]),
            expected,
            known,
            frozenset((gid,)),
        )
        for key, value in known.items():
            if not mapping.get(key):
                mapping[key] = value
