"""Type expressions as values: arguments, substitution and unification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.resolve.calls.method_references import select_fittest
from codegraph.resolve.program.declaration_spaces import as_type, list_union_members
from codegraph.resolve.types.abstract_values import (  # fmt: skip
    APPLIED,
    CALLABLES,
    CLASS_OBJECTS,
    SEQUENCES,
    UNKNOWN,
    AliasUnion,
    Atom,
    ClassObject,
    ExternalInstance,
    ExternalName,
    Function,
    FunctionType,
    Instance,
    ListLiteral,
    LiteralValue,
    MappingLiteral,
    Module,
    NamedSymbol,
    SelfClass,
    SelfInstance,
    TupleInstance,
    TypeVariable,
    Value,
    clip,
    join,
    make_applied,
    make_external_instance,
    make_function_type,
    make_instance,
    make_list,
    make_self_instance,
    make_tuple,
)
from codegraph.resolve.types.assignability import apply_receiver
from codegraph.resolve.types.associated_types import resolve_projection
from codegraph.resolve.types.specialisations import specialize, to_primary_template
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

Bindings = dict[tuple[int, str], Value]
"""(owner graph id, type parameter) → what it stands for."""


MAX_COERCIONS = 3  # what a boxed vector of something leads to is a slice of it
ALIASES = frozenset((SymbolKind.TYPE, SymbolKind.VARIABLE, SymbolKind.CONSTANT))  # may name a type with parameters


class Types:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.builtins: dict[tuple[int, str], int] = {}
        self.wrapped: dict[int, frozenset[int]] = {}
        self.metaclasses = self._find_metaclasses()
        # Comparisons of shapes in progress: (given class, interface).
        self.comparing: set[tuple[int, int]] = evaluator.queries.guard("comparing")

    def _find_metaclasses(self) -> frozenset[int]:
        """Return the prelude classes whose instances are classes.

        `type[X]` is some class that is X or derives from it.
        """
        program = self.program
        found: set[int] = set()
        for at in program.prelude_of.values():
            expr = program.files[at].exprs[
                program.files[at].names.get(0, {}).get(program.semantics[at].builtins.metaclass, 0)
            ]
            if expr[0] == ops.SYM:
                found.add(program.offsets[at] + expr[1])
        return frozenset(found)

    def find_builtin(self, file: int, name: str) -> int:
        """Return the graph id of a prelude class by name, -1 for none."""
        prelude = self.program.prelude[file] if file < self.program.tree else file
        key = (prelude, name)
        found = self.builtins.get(key)
        if found is None:
            found = -1
            if prelude >= 0:
                expr = self.program.files[prelude].names.get(0, {}).get(name)
                if expr:
                    for atom in self.evaluator.value(prelude, expr):
                        if isinstance(atom, ClassObject):
                            found = atom.gid
            self.builtins[key] = found
        return found

    def as_instances(self, value: Value) -> Value:
        """Convert the value of a type expression to values of that type."""
        if len(value) == 1:
            atom = value[0]
            if isinstance(atom, ClassObject):
                return (make_instance(atom.gid, atom.arguments),)
        result: list[Atom] = []
        for atom in value:
            if isinstance(atom, ClassObject):
                result.append(make_instance(atom.gid, atom.arguments))
            elif isinstance(atom, SelfClass):
                result.append(make_self_instance(atom.gid))
            elif isinstance(atom, ExternalName):
                result.append(make_external_instance(atom.name))
            elif isinstance(atom, TupleInstance):
                result.append(make_tuple(tuple(self.as_instances(v) for v in atom.elements)))
            elif isinstance(
                atom,
                (
                    TypeVariable,
                    FunctionType,
                    Instance,
                    SelfInstance,
                    LiteralValue,
                    ExternalInstance,
                    Module,
                    AliasUnion,
                ),
            ):  # a module is the one value of its type
                result.append(atom)
            elif isinstance(atom, Function):
                gid: int = atom.gid
                if self.program.semantics[self.program.file_of[gid]].members.is_prototype_based:
                    result.append(atom)  # `typeof f`
        return tuple(result)

    def instantiate(self, file: int, index: int) -> Value:
        """Return a value of the type that an expression names."""
        return self.as_instances(self.evaluate_type(file, index))

    def evaluate_type(self, file: int, index: int) -> Value:
        """Return the value of an expression where a type is expected."""
        if self.program.semantics[file].lookup.type_namespace == "separate":
            return as_type(self.evaluator, file, index)
        return self.evaluator.value(file, index)

    def wrap_variadic(self, file: int, value: Value, how: str) -> Value:
        """Return the value that a rest parameter has inside its function."""
        builtins = self.program.semantics[file].builtins
        name = builtins.variadic_type if how == "*" else builtins.keyword_type if how == "**" else ""
        gid = self.find_builtin(file, name) if name else -1
        if gid < 0:
            return value
        return (make_instance(gid, (value,) if how == "*" else (UNKNOWN, value)),)

    def as_counterpart(self, file: int, atom: Atom) -> Atom:
        """Return an instance of a library's type as that of a file's own prelude.

        Languages of one family have preludes of their own.
        """
        program = self.program
        if not isinstance(atom, Instance) or atom.gid < program.end or not program.semantics[file].family:
            return atom
        home = program.prelude[file] if file < program.tree else file
        if program.file_of[atom.gid] == home:
            return atom
        gid = self.find_builtin(file, program.get_symbol(atom.gid).name)
        return make_instance(gid, atom.arguments) if gid >= 0 else atom

    def as_plain_instance(self, file: int, atom: Atom) -> Atom:
        """Convert a literal to an instance of its class."""
        if isinstance(atom, ListLiteral):
            return make_instance(atom.gid, (join(atom.elements),))
        if isinstance(atom, MappingLiteral):
            return make_instance(atom.gid, (atom.key, join([v for _, v in atom.items])))
        if isinstance(atom, LiteralValue):
            return make_instance(atom.gid, ())
        if isinstance(atom, TupleInstance):
            name = self.program.semantics[file].builtins.tuple_type
            gid = self.find_builtin(file, name) if name else -1
            return make_instance(gid, (join(atom.elements),)) if gid >= 0 else atom
        if isinstance(atom, SelfInstance):
            return make_instance(atom.gid, self.evaluator.classes.build_own_arguments(atom.gid))
        return atom

    def evaluate_type_application(self, file: int, expr: Expr) -> Value:
        """Evaluate the application of a type to type arguments."""
        evaluator = self.evaluator
        arguments = tuple(self.instantiate(file, e) for e in expr[2])
        result: list[Atom] = []
        for atom in self.evaluate_type(file, expr[1]):
            if isinstance(atom, APPLIED):
                if isinstance(atom, ClassObject) and atom.gid == self.find_tuple_class(file):
                    result.append(make_tuple(arguments))
                else:
                    whole = make_applied(atom, atom.gid, self.complete_arguments(file, atom.gid, arguments))
                    result.append(specialize(evaluator, file, whole, expr))
            else:
                result.append(atom)
        alias = self._find_alias(file, expr[1])
        value = clip(tuple(result))
        if alias is not None:
            names = evaluator.classes.parameters(alias)
            mapping = dict(zip(((alias, name) for name in names), arguments, strict=False))
            if mapping:
                value = self.substitute(evaluator.evaluate_variable(alias), mapping)
        return value

    def complete_arguments(self, file: int, gid: int, arguments: tuple[Value, ...]) -> tuple[Value, ...]:
        """Add defaults for type arguments that are left out.

        They may be parts of the ones that are given.
        """
        if not self.program.semantics[file].types.has_type_argument_defaults:
            return arguments
        names = self.evaluator.classes.parameters(gid)
        if len(arguments) >= len(names):
            return arguments
        at, local = self.program.locate(gid)
        known = dict(self.program.files[at].type_params.get(local, ()))
        mapping: Bindings = dict(zip(((gid, name) for name in names), arguments, strict=False))
        for name in names[len(arguments) :]:
            bound = known.get(name, 0)
            mapping[gid, name] = self.instantiate_with(at, bound, mapping) if bound else UNKNOWN
        return tuple(mapping[gid, name] for name in names)

    def instantiate_with(self, file: int, index: int, mapping: Bindings) -> Value:
        """Return a value of a type, with type parameters replaced by their bindings.

        Members of type parameters are those of their bindings.
        """
        expr = self.evaluator.exprs[file][index]
        if expr[0] != ops.MEMBER_TYPE:
            return self.substitute(self.instantiate(file, index), mapping)
        base = self.instantiate_with(file, expr[1], mapping)
        return join([self.evaluator.members.evaluate_attribute(file, atom, expr[2]) for atom in base])

    def find_tuple_class(self, file: int) -> int:
        name = self.program.semantics[file].builtins.tuple_type
        return self.find_builtin(file, name) if name else -2

    def _find_alias(self, file: int, index: int) -> int | None:
        """Return the graph id of the generic alias that an expression names.

        A type comes before a value of the same name.
        """
        found: int | None = None
        for entity in self.evaluator.entities(file, index):
            if isinstance(entity, NamedSymbol):
                symbol = self.program.get_symbol(entity.gid)
                if symbol.kind in ALIASES and not symbol.flags & Flag.NOMINAL:
                    if symbol.kind == SymbolKind.TYPE:
                        return entity.gid
                    found = entity.gid if found is None else found
        return found

    def evaluate_member_type(self, file: int, expr: Expr) -> Value:
        """Return the type of a member: `T["key"]`, associated types."""
        members = self.evaluator.members
        value = self.instantiate(file, expr[1])
        if any(isinstance(atom, ExternalInstance) for atom in value):
            value = join([value, self.get_aliased(file, expr[1])])
        return join([members.evaluate_attribute(file, atom, expr[2]) for atom in value])

    def get_aliased(self, file: int, index: int) -> Value:
        """Return the objects that generic types from outside the tree are applied to.

        `Optional<Order>` of a library without sources is an alias that changes the members of an object type, if an
        object literal is given for it. Of a class nothing is known: it may be what the type contains.
        """
        program, exprs = self.program, self.evaluator.exprs[file]
        found: list[Atom] = []
        for part in (
            list_union_members(exprs, index) if program.semantics[file].lookup.type_namespace == "separate" else ()
        ):
            expr = exprs[part]
            if (
                expr[0] != ops.GENERIC
                or not expr[2]
                or any(not isinstance(a, ExternalName) for a in self.evaluate_type(file, expr[1]))
            ):
                continue
            first: int = expr[2][0]
            for atom in (*self.instantiate(file, first), *self.get_aliased(file, first)):
                if isinstance(atom, Instance) and atom.gid < program.end and self._is_object_type(atom.gid):
                    found.append(atom)
        return tuple(found)

    def _is_object_type(self, gid: int) -> bool:
        symbol = self.program.get_symbol(gid)
        return symbol.kind in (SymbolKind.INTERFACE, SymbolKind.TYPE) or bool(symbol.flags & Flag.ANONYMOUS)

    def substitute(self, value: Value, mapping: Mapping[tuple[int, str], Value], receiver: Atom | None = None) -> Value:
        """Substitute type variables, and the receiver type for a known `receiver`."""
        if not value:
            return value
        parts: list[Value] = []
        changed = False
        for atom in value:
            if isinstance(atom, APPLIED):
                if atom.arguments:
                    inner = tuple(self.substitute(a, mapping, receiver) for a in atom.arguments)
                    if inner != atom.arguments:
                        atom = make_applied(atom, atom.gid, inner)
                        changed = True
            elif isinstance(atom, TypeVariable):
                bound = mapping.get((atom.gid, atom.name))
                if bound is None and "::" in atom.name:
                    bound = resolve_projection(self.evaluator.members, atom, mapping)
                if bound is not None:
                    parts.append(bound)
                    changed = True
                    continue
            elif isinstance(atom, SelfInstance):
                if receiver is not None and (
                    not isinstance(receiver, SelfInstance) or self._is_above(atom.gid, receiver.gid)
                ):
                    parts.append((receiver,))
                    changed = True
                    continue
            elif isinstance(atom, FunctionType):
                atom = make_function_type(
                    tuple(self.substitute(a, mapping, receiver) for a in atom.parameters),
                    self.substitute(atom.result, mapping, receiver),
                )
                changed = True
            elif isinstance(atom, TupleInstance):
                atom = make_tuple(tuple(self.substitute(a, mapping, receiver) for a in atom.elements))
                changed = True
            elif isinstance(atom, ListLiteral):
                atom = make_list(atom.gid, tuple(self.substitute(a, mapping, receiver) for a in atom.elements))
                changed = True
            parts.append((atom,))
        return clip(join(parts)) if changed else value

    def _is_above(self, above: int, gid: int) -> bool:
        """Return whether a class is an ancestor of another.

        What every class derives from is one.
        """
        if above == gid:
            return False
        if any(ancestor == above for ancestor, _ in self.evaluator.classes.linear(gid)[0]):
            return True
        file = self.program.file_of[gid]
        root = self.program.semantics[file].builtins.root_class
        return bool(root) and self.find_builtin(file, root) == above

    def unify(self, file: int, pattern: Value, actual: Value, bindings: Bindings, owners: frozenset[int]) -> None:
        """Unify `pattern` with `actual`, and bind the type variables of `owners`."""
        if not pattern or not actual:
            return
        for wanted in pattern:
            if isinstance(wanted, TypeVariable):
                if wanted.gid in owners:
                    key = (wanted.gid, wanted.name)
                    bindings[key] = join([bindings.get(key, UNKNOWN), tuple(self.strip_literal(a) for a in actual)])
            elif isinstance(wanted, Instance) and wanted.arguments:
                for given in self._select_callable_overloads(file, wanted, actual, bindings):
                    self._unify_instance(file, wanted, given, bindings, owners)
            elif isinstance(wanted, FunctionType):
                for given in self._select_callable_overloads(file, wanted, actual, bindings):
                    self._unify_function(file, wanted, given, bindings, owners)
            elif isinstance(wanted, TupleInstance):
                for given in actual:
                    if isinstance(given, SEQUENCES):
                        for left, right in zip(wanted.elements, given.elements, strict=False):
                            self.unify(file, left, right, bindings, owners)

    def _select_callable_overloads(
        self, file: int, wanted: Instance | FunctionType, actual: Value, bindings: Bindings
    ) -> Value:
        """Select the overloads that a function type can call.

        They are passed where that type is expected.
        """
        functions = [a for a in actual if isinstance(a, Function)]
        if (
            len(actual) < 2
            or not self.program.semantics[file].functions.has_functional_interfaces
            or len(functions) < len(actual)
        ):
            return actual
        shapes = (wanted,) if isinstance(wanted, FunctionType) else self.evaluator.shapes.find_function_types(wanted)
        if len(shapes) != 1:
            return actual
        passed = tuple(self.substitute(p, bindings) for p in shapes[0].parameters)
        return select_fittest(self.evaluator.calls, file, functions, passed)

    def list_primitives(self, file: int) -> frozenset[int]:
        """Return the graph ids of types whose values a language wraps for calls."""
        found = self.wrapped.get(file)
        if found is None:
            names = self.program.semantics[file].types.primitives
            found = self.wrapped[file] = frozenset(self.find_builtin(file, name) for name in names) - {-1}
        return found

    def as_function_types(self, value: Value) -> Value:
        """Convert functional interfaces in a value to function types.

        Other atoms stay as they are.
        """
        result: list[Atom] = []
        for atom in value:
            shapes = self.evaluator.classes.find_underlying_functions(atom) if isinstance(atom, Instance) else UNKNOWN
            if shapes:
                result.extend(shapes)
            elif isinstance(atom, Instance):
                shape = self.evaluator.shapes.find_function_types(atom)
                result.extend(shape or (atom,))
            elif isinstance(atom, Function):
                gid: int = atom.gid
                if self.program.semantics[self.program.file_of[gid]].members.is_prototype_based:
                    owner = self.evaluator.calls.owner(gid)
                    atom = self.evaluator.shapes.build_method_type(
                        atom.receiver or make_instance(max(owner, 0), ()), gid
                    )
                result.append(atom)
            else:
                result.append(atom)
        return tuple(result)

    def strip_literal(self, atom: Atom) -> Atom:
        return make_instance(atom.gid, ()) if isinstance(atom, LiteralValue) else atom

    def _unify_instance(
        self, file: int, wanted: Instance, given: Atom, bindings: Bindings, owners: frozenset[int], hops: int = 0
    ) -> None:
        if isinstance(given, CLASS_OBJECTS) and len(wanted.arguments) == 1:  # `Class<T>` given a class
            self.unify(file, wanted.arguments[0], self.as_instances((given,)), bindings, owners)
            return
        if (
            isinstance(given, ClassObject) and self.program.semantics[file].functions.has_functional_interfaces
        ):  # its constructor is handed over
            for shape in self.evaluator.shapes.find_function_types(wanted):
                passed = tuple(self.substitute(p, bindings) for p in shape.parameters)
                self.unify(
                    file,
                    shape.result,
                    self.evaluator.calls.evaluate_result(file, given, passed, (), 0),
                    bindings,
                    owners,
                )
            return
        if isinstance(given, Function):
            for shape in self.evaluator.shapes.find_function_types(wanted):
                self._unify_function(file, shape, given, bindings, owners)
            return
        given = self.as_plain_instance(file, given)
        if not isinstance(given, Instance):
            return
        arguments = self.find_ancestor_arguments(given, wanted.gid)
        if arguments is None and self.program.semantics[file].types.has_deref_coercion:
            inner = self.evaluator.members.follow_pointer(file, given) if hops < MAX_COERCIONS else UNKNOWN
            for each in inner:
                if each != given:
                    self._unify_instance(file, wanted, each, bindings, owners, hops + 1)
            if inner:
                return
        if arguments is None:
            arguments = self.infer_protocol_arguments(file, given, wanted.gid)
        if arguments is not None:
            for left, right in zip(wanted.arguments, arguments, strict=False):
                self.unify(file, left, right, bindings, owners)

    def infer_protocol_arguments(self, file: int, given: Instance, gid: int) -> tuple[Value, ...] | None:
        """Infer the type arguments of interface `gid` for a value with its methods.

        The value does not declare the interface. Returns None if the results of the methods say nothing.
        """
        evaluator = self.evaluator
        at, local = self.program.locate(gid)
        facts = self.program.files[at]
        self.program.reads.read_table(gid)
        key = (given.gid, gid)
        if (
            self.program.semantics[file].types.conformance != "protocol"
            or facts.symbols[local].kind != SymbolKind.INTERFACE
        ):
            return None
        if key in self.comparing:
            evaluator.queries.note_cycle()
            return None
        self.comparing.add(key)
        found: Bindings = {}
        for name, expr in facts.names.get(local, {}).items():
            for method in evaluator.value(at, expr):
                if isinstance(method, Function) and self.program.get_parent(method.gid) == gid:
                    pattern = evaluator.calls.evaluate_declared_result(at, method.gid - self.program.offsets[at], facts)
                    self.unify(
                        file, pattern, evaluator.members.call_members(file, given, (name,)), found, frozenset((gid,))
                    )
        self.comparing.discard(key)
        return tuple(found.get((gid, name), UNKNOWN) for name in evaluator.classes.parameters(gid)) if found else None

    def find_ancestor_arguments(self, given: Instance, gid: int) -> tuple[Value, ...] | None:
        """Return the type arguments of an instance seen as its ancestor `gid`.

        Returns None when that is no ancestor.
        """
        if given.gid == gid:
            return given.arguments
        classes = self.evaluator.classes
        for ancestor, arguments in classes.linear(given.gid)[0]:
            plain = (
                to_primary_template(self.evaluator, make_instance(ancestor, arguments))
                if ancestor in classes.plain
                else None
            )
            if plain is not None and plain.gid == gid:
                ancestor, arguments = gid, plain.arguments
            if ancestor == gid:
                names = classes.parameters(given.gid)
                mapping = dict(zip(((given.gid, name) for name in names), given.arguments, strict=False))
                return tuple(self.substitute(a, mapping) for a in arguments)
        return None

    def _unify_function(
        self, file: int, wanted: FunctionType, given: Atom, bindings: Bindings, owners: frozenset[int]
    ) -> None:
        if isinstance(given, FunctionType):
            for left, right in zip(wanted.parameters, given.parameters, strict=False):
                self.unify(file, left, right, bindings, owners)
            self.unify(file, wanted.result, given.result, bindings, owners)
        elif isinstance(given, CALLABLES) and wanted.result:
            passed = tuple(self.substitute(p, bindings) for p in wanted.parameters)
            if isinstance(given, Function):
                bound, passed = apply_receiver(self.evaluator.calls, given, passed)
                given = bound or given
            self.unify(
                file, wanted.result, self.evaluator.calls.evaluate_result(file, given, passed, (), 0), bindings, owners
            )
        elif isinstance(given, ExternalName) and given.name.rpartition(".")[2][:1].isupper():  # a class of a library
            self.unify(file, wanted.result, self.as_instances((given,)), bindings, owners)
