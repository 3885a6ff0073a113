"""Calls: the definitions that a call reaches, and what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from codegraph.resolve.calls.construction import evaluate_construction
from codegraph.resolve.calls.expected_types import ExpectedTypes
from codegraph.resolve.calls.overloads import choose, is_applicable
from codegraph.resolve.calls.parameters import can_use_arguments, list_returned_parameters
from codegraph.resolve.calls.signatures import UNCALLED, Signatures, select_callable
from codegraph.resolve.program.binding import NOTHING
from codegraph.resolve.types.abstract_values import (  # fmt: skip
    APPLIED,
    CALLABLES,
    CLASS_OBJECTS,
    EXTERNAL,
    FAR,
    INSTANCES,
    SEQUENCES,
    UNKNOWN,
    Atom,
    ClassObject,
    Constructors,
    Function,
    FunctionType,
    Instance,
    SelfClass,
    SelfInstance,
    Value,
    join,
    make_class,
    make_external_instance,
    make_function,
    make_instance,
    make_namespace,
    make_self_instance,
    make_type_variable,
)
from codegraph.resolve.types.assignability import find_converted_classes, find_parameter_type
from codegraph.resolve.types.generics import Bindings
from codegraph.resolve.types.spread_value import SpreadValue
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, Flag, Param

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

Keywords = tuple[tuple[str, Value], ...]
ParameterList = tuple[tuple[int, Param], ...]
"""Parameters of a function with their positions, as its caller sees them."""

Argument = TypeVar("Argument")


class Arity(NamedTuple):
    """Numbers of arguments that a function takes."""

    least: int
    most: int
    has_rest: bool  # a declared parameter takes the rest


class Calls:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.queries = evaluator.queries
        self.signatures = Signatures(self)
        self.expected = ExpectedTypes(self)
        self.is_made_of_arguments = self.queries.define_query(self._compute_is_made_of_arguments)
        self.find_plain_result = self.queries.define_query(self._compute_plain_result, sensitive=True)
        self.get_parameter_type = self.queries.define_query(self._compute_parameter_type)
        self.get_converted_classes = self.queries.define_query(self._compute_converted_classes)
        self.owner = self.queries.define_query(self._compute_owner)
        self.get_parameter_shape = self.queries.define_query(self._compute_parameter_shape)
        self._parameters: dict[tuple[int, bool], ParameterList] = {}
        self._arities: dict[tuple[int, bool], Arity] = {}

    def find_targets(self, file: int, expr: Expr) -> Value:
        """Return the functions and classes that a call may run, overloads chosen.

        The expression is a call or a construction.
        """
        semantics = self.program.semantics[file]
        if semantics.lookup.extension_prefix:
            expr = (expr[0], self.evaluator.implicit_receivers.resolve_callee(file, expr), *expr[2:])
        instead = self.evaluator.names.find_value(file, expr[1])
        value = self.evaluator.value(file, expr[1]) if instead is None else self.evaluator.evaluate_binding(instead)
        if semantics.lookup.type_namespace == "uncallable":
            value = self.resolve_called_name(file, expr[1], value, expr[0] == ops.NEW)
        if not value and semantics.lookup.is_argument_dependent:
            value = self.look_up_by_arguments(file, expr)
        if not value and semantics.lookup.extension_prefix and semantics.lookup.method_suffix:
            value = self.find_callable_variable(file, expr[1])
        if semantics.lookup.extension_prefix and expr[0] == ops.CALL:
            value = self.evaluator.extensions.select_called(file, expr, value)
        if len(value) > 1 and semantics.members.is_prototype_based:
            value = select_callable(self.program, value, expr)
        if expr[0] == ops.NEW:
            value = tuple(make_class(a.gid, a.arguments) if isinstance(a, Instance) else a for a in value)
        if semantics.overloads.candidates == "definitions":
            if semantics.members.companion_member and expr[0] != ops.NEW:
                value = tuple(dict.fromkeys([made for atom in value for made in self._find_made(file, atom, expr)]))
            if semantics.protocols.call_member and expr[0] != ops.NEW:
                value = self.expand_callables(file, value, semantics.protocols.call_member)
            return choose(self, file, value, expr)
        return value

    def resolve_called_name(self, file: int, index: int, value: Value, made: bool = False) -> Value:
        """Return the meaning of a name that is called.

        A type that cannot be called leaves the name to what the language offers.
        """
        symbol = self.program.get_symbol
        if len(value) > 1 and any(isinstance(a, Function) for a in value):
            # Beside a function of its name: a type is only what is made of its fields, or what it says it is made from.
            return tuple(
                a
                for a in value
                if (
                    not isinstance(a, Function)
                    if made
                    else not isinstance(a, ClassObject) or self.is_callable_type(a.gid)
                )
            )
        if not value or any(not isinstance(a, ClassObject) or symbol(a.gid).kind not in UNCALLED for a in value):
            return value
        expr = self.evaluator.exprs[file][index]
        found = self.evaluator.scopes.find_ambient(file, str(expr[1])) if expr[0] == ops.NAME else NOTHING
        return self.evaluator.evaluate_binding(found) or value

    def is_callable_type(self, gid: int) -> bool:
        """Return whether calling a type constructs an instance of it.

        Its declaration has parameters then.
        """
        file, local = self.program.locate(gid)
        return bool(self.program.files[file].params.get(local))

    def expand_callables(self, file: int, value: Value, member: str) -> Value:
        """Replace callable instances by the functions that calling them runs."""
        result: list[Atom] = []
        for atom in value:
            inner = (
                self.evaluator.members.evaluate_attribute(file, atom, member)
                if isinstance(atom, INSTANCES)
                else UNKNOWN
            )
            result.extend(inner or (atom,))
        return tuple(dict.fromkeys(result))

    def find_callable_variable(self, file: int, index: int) -> Value:
        """Return the value of the variable of a name by which no function is found."""
        expr = self.evaluator.exprs[file][index]
        suffix = self.program.semantics[file].lookup.method_suffix
        if expr[0] == ops.FIRST:
            found = (self.find_callable_variable(file, part) for part in expr[1:])
            return next((value for value in found if value), UNKNOWN)
        if expr[0] not in (ops.NAME, ops.ATTR) or not str(expr[1 if expr[0] == ops.NAME else 2]).endswith(suffix):
            return UNKNOWN
        if expr[0] == ops.ATTR:
            value = self.evaluator.evaluate_attribute(file, (ops.ATTR, expr[1], str(expr[2]).removesuffix(suffix)))
        else:
            found_name, value = self.evaluator.names.resolve_name(file, str(expr[1]).removesuffix(suffix), expr[2])
            value = value or self.evaluator.evaluate_binding(found_name)
        return join([self._find_callable(file, atom) for atom in value])

    def _find_made(self, file: int, atom: Atom, expr: Expr) -> Value:
        """Return what runs where a class is called by its name.

        It is what its companion says where no constructor takes the arguments.
        """
        companion = self.evaluator.implicit_receivers.as_single_instance(atom)
        if companion is atom or not isinstance(atom, ClassObject) or not isinstance(companion, Instance):
            return (atom,)
        if any(
            is_applicable(self, file, each, expr)
            for each in self.find_constructors(atom.gid)
            if isinstance(each, Function)
        ):
            return (atom,)
        member = self.program.semantics[file].protocols.call_member
        return self.evaluator.members.evaluate_attribute(file, companion, member) or (atom,)

    def _find_callable(self, file: int, atom: Atom) -> Value:
        """Return what calling a variable or a class runs.

        No function has its name.
        """
        if not isinstance(atom, ClassObject):
            return (atom,)
        if not self.program.semantics[self.program.file_of[atom.gid]].lookup.extension_prefix:
            return (atom,)  # of another language of the family
        return self.evaluator.members.evaluate_attribute(file, atom, self.program.semantics[file].protocols.call_member)

    def look_up_by_arguments(self, file: int, expr: Expr) -> Value:
        """Return functions of an unqualified name by argument-dependent lookup.

        They are in the namespaces that the classes of the arguments belong to.
        """
        evaluator, program = self.evaluator, self.program
        called: int = expr[1]
        callee = program.files[file].exprs[called]
        if callee[0] != ops.NAME or expr[0] != ops.CALL:
            return UNKNOWN
        found: list[Value] = []
        homes: set[int] = set()
        for e in expr[2]:
            for atom in evaluator.value(file, e):
                home = (
                    program.get_parent(atom.gid)
                    if isinstance(atom, INSTANCES) and not program.is_external(atom.gid)
                    else -1
                )
                if home >= 0 and home not in homes and program.get_symbol(home).flags & Flag.OPEN:
                    homes.add(home)
                    found.append(
                        evaluator.evaluate_binding(
                            evaluator.members.find_static(make_namespace(home), str(callee[1]), file)
                        )
                    )
        return tuple(a for a in join(found) if isinstance(a, Function))

    def evaluate_call(self, file: int, expr: Expr) -> Value:
        evaluator = self.evaluator
        targets = self.find_targets(file, expr)
        if not targets:
            return UNKNOWN
        if expr[0] == ops.NEW and self.program.semantics[file].members.is_prototype_based:
            targets = tuple(make_class(a.gid, ()) if isinstance(a, Function) else a for a in targets)
        arguments: tuple[Value, ...] = ()
        keywords: Keywords = ()
        if any(map(self.can_use_arguments, targets)):
            arguments = self.evaluate_positional(file, expr[2])
            keywords = tuple(
                (name, evaluator.types.evaluate_type(file, e) if name.startswith("[") else evaluator.value(file, e))
                for name, e in expr[3]
            )
        results = [self.evaluate_result(file, atom, arguments, keywords, 0) for atom in targets]
        return (
            results[0]
            if len(results) == 1
            else join(results) or evaluator.linkage.select_declared_part(targets, results)
        )

    def can_use_arguments(self, atom: Atom) -> bool:
        """Return whether the result of calling an atom can depend on the arguments."""
        if isinstance(atom, Function):
            return self.is_made_of_arguments(atom.gid)
        if isinstance(atom, ClassObject):
            return not atom.arguments and bool(self.evaluator.classes.parameters(atom.gid))
        return isinstance(atom, INSTANCES)

    def _compute_is_made_of_arguments(self, gid: int) -> bool:
        """Return whether the result of a function can depend on its arguments."""
        return can_use_arguments(self, gid)

    def evaluate_positional(self, file: int, exprs: tuple[int, ...]) -> tuple[Value, ...]:
        """Evaluate positional arguments; a spread literal becomes its elements."""
        value = self.evaluator.value
        as_values = self.evaluator.implicit_receivers.as_values
        return tuple(
            [as_values(file, value(file, e)) if isinstance(e, int) else e for e in self.list_positional(file, exprs)]
        )

    def list_positional(self, file: int, exprs: tuple[int, ...]) -> tuple[int | Value, ...]:
        """Return positional arguments as expressions.

        Those that are spread, and anonymous functions, are returned as values.
        """
        evaluator, facts = self.evaluator, self.program.files[file]
        values: list[int | Value] = []
        for e in exprs:
            expr = facts.exprs[e]
            op = expr[0]
            local: int = expr[1] if op == ops.SYM else -1
            if op == ops.SPREAD:
                inner = evaluator.value(file, expr[1])
                if len(inner) == 1 and isinstance(inner[0], SEQUENCES):
                    values.extend(inner[0].elements)
                else:
                    element = evaluator.iterated(file, inner)
                    # Of several kinds: which comes where is unknown.
                    values.append(SpreadValue(element if len(element) == 1 else UNKNOWN))
            elif local >= 0 and facts.symbols[local].flags & Flag.ANONYMOUS:
                values.append((make_function(self.program.offsets[file] + local, None),))
            else:
                values.append(e)
        return tuple(values)

    def find_constructors(self, gid: int, own: bool = False) -> Constructors:
        """Return the constructor functions of a class.

        `own` leaves inherited ones out. The class itself is among them where it stands for an implicit constructor.
        """
        evaluator = self.evaluator
        file = self.program.file_of[gid]
        for name in self.program.semantics[file].construction.constructors:
            found, owner, _ = evaluator.members.in_class(gid, name or self.program.get_symbol(gid).name)
            if found.any and (owner == gid or not own):
                value = evaluator.evaluate_binding(found)
                return tuple(
                    make_function(gid, None) if isinstance(a, ClassObject) and a.gid == gid else a
                    for a in value
                    if isinstance(a, CALLABLES)
                )
        return ()

    def find_executed_constructors(self, gid: int) -> Constructors:
        """Return the constructors that constructing a class runs.

        There are none where the class stands for them itself.
        """
        inherited = self.program.semantics[self.program.file_of[gid]].construction.default_constructor == "inherited"
        return tuple(
            c
            for c in self.find_constructors(gid, own=not inherited)
            if c.gid < self.program.end or self.owner(c.gid) == gid
        )

    # -- what a call returns ------------------------------------------------------------------------------------

    def evaluate_result(
        self, file: int, atom: Atom, arguments: tuple[Value, ...], keywords: Keywords, depth: int
    ) -> Value:
        """Return the result of calling one atom."""
        if isinstance(atom, Function):
            return self.evaluate_function_result(file, atom, arguments, keywords)
        if isinstance(atom, ClassObject):
            return evaluate_construction(self, file, atom, arguments, keywords, depth)
        if isinstance(atom, SelfClass):
            return (make_self_instance(atom.gid),)
        if isinstance(atom, Instance) and atom.arguments and atom.gid in self.evaluator.types.metaclasses:
            return atom.arguments[0]
        if isinstance(atom, INSTANCES):
            shapes = self.evaluator.classes.find_underlying_functions(atom)
            if shapes:
                return join([shape.result for shape in shapes])
            member = self.program.semantics[file].protocols.call_member
            if member and depth < 3:
                methods = self.evaluator.members.evaluate_attribute(file, atom, member)
                return join([self.evaluate_result(file, m, arguments, keywords, depth + 1) for m in methods])
        if isinstance(atom, FunctionType):
            return atom.result
        if isinstance(atom, EXTERNAL):
            return (make_external_instance(atom.name if atom.name.endswith("()") else f"{atom.name}()"),)
        return join([each.result for each in self.evaluator.shapes.find_pointed_functions(file, atom)])

    def evaluate_function_result(
        self, file: int, atom: Function, arguments: tuple[Value, ...], keywords: Keywords
    ) -> Value:
        """Return the result of calling a function."""
        receiver = atom.receiver
        plain = (
            receiver is None
            or isinstance(receiver, SelfInstance)
            or (isinstance(receiver, APPLIED) and not receiver.arguments)
        )
        if not plain or self.can_use_arguments(atom):
            return self._evaluate_function_result(file, atom, arguments, keywords)
        return self.find_plain_result(atom.gid, receiver)

    def _compute_plain_result(self, gid: int, receiver: Atom | None) -> Value:
        """Return the result of a function that does not depend on arguments."""
        return self._evaluate_function_result(self.program.file_of[gid], make_function(gid, receiver), (), ())

    def _evaluate_function_result(
        self, file: int, atom: Function, arguments: tuple[Value, ...], keywords: Keywords
    ) -> Value:
        gid = atom.gid
        if self.program.semantics[self.program.file_of[gid]].overloads.candidates == "signatures":
            chosen = self.signatures.choose_signatures(file, atom, arguments, keywords)
            parts = [
                (self.evaluate_own_result if each == atom else self.evaluate_function_result)(
                    file, each, arguments, keywords
                )
                for each in chosen
            ]
            if chosen:
                return join(parts)
        return self.evaluate_own_result(file, atom, arguments, keywords)

    def evaluate_own_result(self, file: int, atom: Function, arguments: tuple[Value, ...], keywords: Keywords) -> Value:
        """Return the result of a function itself, whatever signatures it has."""
        gid, receiver = atom.gid, atom.receiver
        evaluator = self.evaluator
        at, local = self.program.locate(gid)
        facts = self.program.files[at]
        value = self.evaluate_declared_result(at, local, facts)
        if not value:
            value = self.infer_result(at, local, facts)
            handed = self.find_returned_arguments(gid, receiver is not None, at, local, arguments, keywords)
            value = value if handed is None else handed
        elif isinstance(value[0], FunctionType) and self.program.semantics[at].inference.has_inferred_results:
            inferred = self.infer_result(at, local, facts)
            if inferred and all(
                isinstance(each, Function) for each in inferred
            ):  # the very function says more than its type
                value = inferred
        elif self.is_bare(value) and not self.program.semantics[at].inference.is_static:
            inferred = self.infer_result(at, local, facts)
            if [each.gid for each in inferred if isinstance(each, Instance)] == [
                each.gid for each in value if isinstance(each, Instance)
            ]:
                value = inferred  # it has the type arguments that the declaration leaves out
        if not value:
            return UNKNOWN
        mapping: Bindings = {}
        owner = self.owner(gid)
        if receiver is not None and owner >= 0:
            mapping.update(evaluator.members.bind_arguments(receiver, owner))
        names = evaluator.classes.parameters(gid)
        free = [(gid, name) for name in names]
        if (
            facts.symbols[local].flags & Flag.STATIC and owner >= 0 and not mapping
        ):  # `Type.make(x)` decides what Type holds
            free += [(owner, name) for name in evaluator.classes.parameters(owner)]
        if free:
            words = {word: evaluator.types.as_instances(value) for word, value in keywords if word.startswith("[")}
            given = {(gid, name): words[f"[{i}]"] for i, name in enumerate(names) if f"[{i}]" in words}
            mapping.update(given)
            if facts.symbols[local].flags & Flag.RECEIVER:  # before functions among the arguments, which depend on it
                self.bind_receiver(at, local, receiver, mapping)
            self.bind(at, gid, receiver is not None, arguments, keywords, mapping, frozenset(g for g, _ in free))
            self.bind_receiver(at, local, receiver, mapping)
            if not self.program.semantics[at].inference.is_static:
                self.bind_defaults(at, gid, receiver is not None, arguments, keywords, mapping)
            mapping.update(given)
            lenient = self.program.semantics[at].inference.has_inferred_results
            for key in free:  # nothing is known of what was passed: it is something that the bound allows
                mapping.setdefault(key, evaluator.members.bound(make_type_variable(*key)) if lenient else UNKNOWN)
            if (
                receiver is not None
                and isinstance(receiver, Instance)
                and not receiver.arguments
                and len(free) > len(names)
            ):
                receiver = make_instance(receiver.gid, tuple(mapping[key] for key in free[len(names) :]))
        if isinstance(receiver, CLASS_OBJECTS) and facts.symbols[local].flags & Flag.CLASSMETHOD:
            # `Self` is an instance of the class that was asked
            if isinstance(receiver, ClassObject):
                receiver = make_instance(receiver.gid, receiver.arguments)
            else:
                receiver = make_self_instance(receiver.gid)
        return evaluator.substitute(value, mapping, receiver)

    def is_bare(self, value: Value) -> bool:
        """Return whether a declared type is one class without its type arguments."""
        atom = value[0]
        return (
            len(value) == 1
            and isinstance(atom, Instance)
            and not atom.arguments
            and bool(self.evaluator.classes.parameters(atom.gid))
        )

    def find_returned_arguments(
        self, gid: int, bound: bool, at: int, local: int, arguments: tuple[Value, ...], keywords: Keywords
    ) -> Value | None:
        """Return the arguments of a call that the function returns.

        The function only returns its parameters. Returns None for any other function.
        """
        wanted = list_returned_parameters(self.program.files[at], local)
        if not wanted:
            return None
        given = {position: value for position, _, value in self.match_arguments(gid, bound, arguments, keywords)}
        return join([given[position] for position in wanted]) if all(given.get(p) for p in wanted) else None

    def _compute_parameter_type(self, gid: int, receiver: Atom | None, position: int) -> Value:
        """Return the type of a parameter as the receiver's type arguments make it."""
        return find_parameter_type(self, gid, receiver, position)

    def _compute_converted_classes(self, gid: int) -> tuple[int, ...]:
        """Return the classes whose instances alone a constructor takes."""
        return find_converted_classes(self, gid)

    def _compute_parameter_shape(self, gid: int, value: Value) -> Value:
        """Return a parameter type in which type parameters are named by their place.

        Their bounds are part of the names. Functions that declare the same parameters have equal types then.
        """
        own: Bindings = {
            (gid, name): (make_type_variable(-1, f"{at}{self._list_bounds(gid, name)}"),)
            for at, name in enumerate(self.evaluator.classes.parameters(gid))
        }
        return self.evaluator.substitute(value, own) if own else value

    def _list_bounds(self, gid: int, name: str) -> list[int]:
        """Return the classes that bound a type parameter.

        They distinguish it from one with another bound.
        """
        bounds = self.evaluator.members.bound(make_type_variable(gid, name))
        return [each.gid for each in bounds if isinstance(each, Instance)]

    def _compute_owner(self, gid: int) -> int:
        """Return the class that a method belongs to."""
        self.program.reads.read_extra(gid)
        attached = self.evaluator.classes.attached.get(gid)
        if attached is not None:
            return attached
        parent = self.program.get_parent(gid)
        return self.evaluator.classes.find_whole(parent) if parent >= 0 else parent

    def evaluate_declared_result(self, at: int, local: int, facts: FileFacts) -> Value:
        declared = facts.declared.get(local)
        return self.evaluator.types.instantiate(at, declared) if declared else UNKNOWN

    def infer_result(self, at: int, local: int, facts: FileFacts) -> Value:
        """Infer a result from the return expressions.

        Only where the language lets results go undeclared.
        """
        semantics = self.program.semantics[at]
        if not (semantics.inference.has_inferred_results or facts.symbols[local].flags & Flag.ANONYMOUS):
            return UNKNOWN
        if facts.declared.get(local) and not semantics.inference.has_inferred_results:
            return UNKNOWN
        evaluator = self.evaluator
        yields = facts.yields.get(local)
        if yields:
            generator = semantics.builtins.generator_type
            gid = evaluator.types.find_builtin(at, generator) if generator else -1
            return (make_instance(gid, (join([evaluator.value(at, e) for e in yields]),)),) if gid >= 0 else UNKNOWN
        result = join([evaluator.value(at, e) for e in facts.returns.get(local, ())])
        if result and semantics.builtins.promise_type and facts.symbols[local].flags & Flag.ASYNC:
            gid = evaluator.types.find_builtin(at, semantics.builtins.promise_type)
            awaited = join(
                [evaluator.members.call_members(at, a, semantics.protocols.await_members) or (a,) for a in result]
            )
            return (make_instance(gid, (awaited,)),) if gid >= 0 else result
        return result

    # -- arguments and parameters -------------------------------------------------------------------------------

    def list_parameters(self, gid: int, bound: bool) -> ParameterList:
        """Return (position, parameter) of a function as its caller sees them.

        The receiver is left out when it is bound.
        """
        found = self._parameters.get((gid, bound))
        if found is not None:
            self.program.reads.read_symbol(gid)
            return found
        at, local = self.program.locate(gid)
        facts = self.program.files[at]
        start = 1 if bound and self.has_receiver_parameter(at, facts.symbols[local].flags) else 0
        found = self._parameters[gid, bound] = tuple(enumerate(facts.params.get(local, ())))[start:]
        return found

    def get_arity(self, gid: int, bound: bool) -> Arity:
        """Return how many arguments a function takes."""
        found = self._arities.get((gid, bound))
        if found is not None:
            self.program.reads.read_symbol(gid)
            return found
        params = self.list_parameters(gid, bound)
        least = sum(1 for _, p in params if not p.default and not p.variadic)
        has_rest = any(p.variadic for _, p in params)
        is_open = has_rest or bool(self.program.get_symbol(gid).flags & Flag.VARIADIC)
        found = self._arities[gid, bound] = Arity(least, FAR if is_open else len(params), has_rest)
        return found

    def has_receiver_parameter(self, file: int, flags: int) -> bool:
        """Return whether the first parameter of a function of a file is its receiver."""
        if flags & Flag.RECEIVER:
            return True
        return self.program.semantics[file].functions.has_explicit_receiver and not flags & Flag.STATIC

    def match_arguments(
        self, gid: int, bound: bool, arguments: tuple[Argument, ...], keywords: tuple[tuple[str, Argument], ...]
    ) -> list[tuple[int, Param, Argument]]:
        """Match arguments with parameters as (position, parameter, argument).

        The arguments are values, or anything that stands for them.
        """
        params = self.list_parameters(gid, bound)
        pairs: list[tuple[int, Param, Argument]] = []
        at = 0
        for value in arguments:
            if at >= len(params):
                break
            position, param = params[at]
            if param.variadic == "**":
                break
            pairs.append((position, param, value))
            if not param.variadic:
                at += 1
        for name, value in keywords:
            if name == ops.TRAILING:
                pairs.extend((position, param, value) for position, param in params[-1:])
                continue
            for position, param in params:
                if param.name == name and not param.variadic:
                    pairs.append((position, param, value))
                    break
            else:
                pairs.extend((position, param, value) for position, param in params[-1:] if param.variadic == "**")
        return pairs

    def bind(
        self, at: int, gid: int, bound: bool, arguments: tuple[Value, ...], keywords: Keywords, mapping: Bindings,
        owners: frozenset[int], skip: int = -1,
    ) -> None:  # fmt: skip
        """Bind type parameters of `owners` by the arguments of a call.

        Functions among the arguments come last: their own parameters depend on what the others bind.
        """
        evaluator = self.evaluator
        pairs = self.match_arguments(gid, bound, arguments, keywords)
        late = [p for p in pairs if any(isinstance(a, Function) for a in p[2])]
        for position, param, value in [p for p in pairs if p not in late] + late:
            if param.type and value and position != skip:
                pattern = evaluator.types.instantiate(at, param.type)
                evaluator.types.unify(at, pattern, value, mapping, owners)
        for owner in owners:  # a bound may say more: `S ~[]E`
            file, local = self.program.locate(owner)
            for name, limit in self.program.files[file].type_params.get(local, ()):
                known = mapping.get((owner, name))
                if limit and known:
                    pattern = evaluator.types.instantiate(file, limit)
                    evaluator.types.unify(file, pattern, known, mapping, owners)

    def bind_defaults(
        self, at: int, gid: int, bound: bool, arguments: tuple[Value, ...], keywords: Keywords, mapping: Bindings
    ) -> None:
        """Bind type parameters by the defaults of omitted arguments.

        Those that an argument binds stay as they are.
        """
        if any(isinstance(each, SpreadValue) for each in arguments):
            return  # perhaps it is not left out
        evaluator, exprs = self.evaluator, self.program.files[at].exprs
        given = {position for position, _, _ in self.match_arguments(gid, bound, arguments, keywords)}
        for position, param in self.list_parameters(gid, bound):
            if not (param.type and param.default) or position in given or exprs[param.default][0] == ops.LITERAL:
                continue
            found: Bindings = {}
            pattern = evaluator.types.instantiate(at, param.type)
            evaluator.types.unify(at, pattern, evaluator.value(at, param.default), found, frozenset((gid,)))
            for key, value in found.items():
                mapping.setdefault(key, value)

    def bind_receiver(self, at: int, local: int, receiver: Atom | None, mapping: Bindings) -> None:
        """Bind type parameters in the declared type of a receiver.

        An example is `def enter(self: T) -> T`.
        """
        facts, types = self.program.files[at], self.evaluator.types
        params = facts.params.get(local, ())
        if receiver is None or not self.has_receiver_parameter(at, facts.symbols[local].flags):
            return
        if not params or not params[0].type:
            return
        pattern = types.instantiate(at, params[0].type)
        types.unify(at, pattern, (receiver,), mapping, frozenset((self.program.offsets[at] + local,)))
