"""Expressions to values, for every language; policies of `Semantics` differ.

The operations of expressions are here and in the modules that `Evaluator` is made of. When they run, and what is kept
of what they give, is a matter of `query`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from codegraph.resolve.calls.argument_flow import Level
from codegraph.resolve.calls.calls import Calls
from codegraph.resolve.calls.function_adapters import adapted
from codegraph.resolve.calls.operators import Operators
from codegraph.resolve.calls.parameters import field_of, overridden, with_shapes
from codegraph.resolve.edges.naming import Naming
from codegraph.resolve.incremental.recorded_queries import make_levels, make_queries
from codegraph.resolve.program.binding import Found
from codegraph.resolve.program.declaration_spaces import select_value_parts
from codegraph.resolve.program.linkage import Linkage
from codegraph.resolve.program.names import Names
from codegraph.resolve.program.program import Program, Ref, is_class
from codegraph.resolve.program.scopes import Scopes
from codegraph.resolve.types.containers import Containers
from codegraph.resolve.types.functional_interfaces import Shapes
from codegraph.resolve.types.generics import Types
from codegraph.resolve.types.members import Members
from codegraph.resolve.types.mro import Classes
from codegraph.resolve.types.narrowing import excluded
from codegraph.resolve.types.object_literals import read_overridden
from codegraph.resolve.types.unions import discriminated, listed
from codegraph.resolve.types.values import (
    CLEAN,
    EVERYTHING,
    UNKNOWN,
    ClassObject,
    ExternalInstance,
    Function,
    FunctionType,
    Instance,
    Parameters,
    Super,
    TypeVariable,
    Value,
    join,
    make_class,
    make_function,
    make_function_type,
    make_instance,
    make_namespace,
    make_self_class,
    make_self_instance,
    make_super,
    overloaded,
)  # fmt: skip
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, Flag, SymbolKind


class Evaluator:
    """Values and entities of expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.queries = make_queries(program)
        self.value = self.queries.get_value
        self.attempt = self.queries.attempt
        self.reads = program.reads
        self.exprs = program.exprs
        self.single: dict[tuple[int, int], Parameters] = {}  # parameter → the set of it alone
        self.stored: dict[int, list[Ref]] = {}  # variable → values stored in its container elsewhere
        self.types = Types(self)
        self.substitute = self.types.substitute
        self.classes = Classes(self)
        self.scopes = Scopes(program, self.queries)
        self.linkage = Linkage(self.scopes, self.classes)
        self.members = Members(self)
        self.shapes = Shapes(self)
        self.names = Names(self)
        self.scopes.follow = self.names.follow
        self.containers = Containers(self)
        self.iterated = self.containers.iterated
        self.naming = Naming(self)
        self.entities = self.naming.entities
        self.found_entities = self.naming.found
        self.calls = Calls(self)
        self.operators = Operators(self)
        self.levels = make_levels(self)
        handlers: dict[int, Callable[[int, Expr], Value]] = {
            ops.UNION: self.union, ops.SYM: self.sym, ops.IMPORT: self.import_,
            ops.PARAM: self.param, ops.ATTR: self.attr, ops.CALL: self.calls.call, ops.NEW: self.calls.call,
            ops.INSTANCE: self.instance_of, ops.GENERIC: self.types.generic,
            ops.INDEX: self.containers.index, ops.ITER: self.containers.iter,
            ops.AWAIT: self.await_, ops.ENTER: self.enter,
            ops.TUPLE: self.containers.tuple_, ops.LIST: self.containers.list_, ops.DICT: self.containers.dict_,
            ops.LITERAL: self.containers.literal, ops.ITEM: self.containers.item, ops.SELF: self.self_,
            ops.SUPER: self.super_, ops.BEHIND: self.behind, ops.CLASSREF: self.classref, ops.FUNCTYPE: self.functype,
            ops.DECLARED: self.declared, ops.ARGTYPE: self.calls.expected.argument_type, ops.OBJECT: self.object_,
            ops.DEREF: self.deref, ops.FIELD_OF: partial(field_of, self.calls), ops.SLICE: self.containers.slice,
            ops.DECORATED: self.decorated, ops.SPREAD: self.passed, ops.CONST: self.passed,
            ops.TYPEOF: self.typeof, ops.PLACE: self.containers.place, ops.METHOD_REF: self.method_ref,
            ops.OPERATOR: self.operators.value, ops.VAR: self.var, ops.FLOW: self.flow, ops.KEYOF: self.containers.key,
            ops.RETURN_TYPE: self.return_type, ops.MEMBER_TYPE: self.types.member_type,
            ops.LAMBDA_SELF: self.lambda_self, ops.EXCLUDED: partial(excluded, self),
            ops.ADAPTED: partial(adapted, self), ops.DISCRIMINATED: partial(discriminated, self),
            ops.OVERRIDDEN: partial(read_overridden, self), ops.TEMPLATE: self.passed,
        }  # fmt: skip
        self.queries.handlers = [handlers.get(op, self.unknown) for op in range(max(ops.NAMES) + 1)]
        self.queries.name = self.name

    @property
    def level(self) -> Level:
        """Return what is known of what callers pass."""
        return self.queries.context

    @level.setter
    def level(self, level: Level) -> None:
        self.queries.context = level

    def unknown(self, file: int, expr: Expr) -> Value:
        return UNKNOWN

    def ref_value(self, ref: Ref) -> Value:
        return self.symbol_value(ref[1]) if ref[0] < 0 else self.value(ref[0], ref[1])

    def found_value(self, found: Found) -> Value:
        if not found.atoms and len(found.refs) == 1:
            return self.ref_value(found.refs[0])
        parts = [found.atoms, *[self.ref_value(ref) for ref in found.refs]]
        return overloaded(parts) if all(isinstance(a, Function) for part in parts for a in part) else join(parts)

    def symbol_value(self, gid: int) -> Value:
        symbol = self.program.symbol(gid)
        kind = symbol.kind
        if is_class(symbol):
            if symbol.flags & Flag.DECLARATION:
                return tuple(make_class(each, ()) for each in self.linkage.defined(gid))
            return (make_class(gid, ()),)
        if kind == SymbolKind.MODULE:
            return (make_namespace(self.program.namespace_of(gid)),)
        if kind in VALUE_KINDS and not (kind == SymbolKind.CONSTANT and self.program.is_case(gid)):
            return self.variable(gid)
        return (make_function(gid, None),)

    def variable(self, gid: int) -> Value:
        """A variable, constant, field or alias: its declared type, else all that is assigned to it."""
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        declared = facts.declared.get(local)
        if declared:
            known = self.types.of(file, declared)
            if known:
                held = facts.values.get(local) if all(isinstance(atom, FunctionType) for atom in known) else None
                if held:  # what it may hold, and the very functions that it is known to
                    functions = (atom for v in held for atom in self.value(file, v) if isinstance(atom, Function))
                    return join([known, tuple(functions)])
                return known
        values = facts.values.get(local)
        if not values:
            return UNKNOWN
        value = listed(self, gid, values) if len(values) == 1 else join([self.value(file, v) for v in values])
        self.reads.read_extra(gid)
        stored = self.stored.get(gid)
        return self.with_stored(value, stored) if stored else value

    # -- operations ---------------------------------------------------------------------------------------------

    def name(self, file: int, index: int, expr: Expr) -> Value:
        found, value = self.names.look_up(file, index)
        return value or self.found_value(found)

    def union(self, file: int, expr: Expr) -> Value:
        semantics = self.program.semantics[file]
        named = (
            select_value_parts(self.program.files[file], expr[1:])
            if semantics.lookup.type_namespace == "separate"
            else expr[1:]
        )
        parts = [self.value(file, part) for part in named]
        if semantics.overloads.candidates == "definitions" and all(
            len(p) == 1 and isinstance(p[0], Function) for p in parts
        ):
            return overloaded(parts)
        return join(parts)

    def sym(self, file: int, expr: Expr) -> Value:
        return self.symbol_value(self.program.offsets[file] + expr[1])

    def import_(self, file: int, expr: Expr) -> Value:
        return self.found_value(self.scopes.imported(file, expr[1]))

    def var(self, file: int, expr: Expr) -> Value:
        gid = self.program.offsets[file] + expr[1]
        return self.variable(gid)

    def flow(self, file: int, expr: Expr) -> Value:
        current = self.value(file, expr[2])
        if not current:
            return self.value(file, expr[1])
        named: int = expr[1]
        gid = self.program.offsets[file] + self.program.files[file].exprs[named][1]
        self.reads.read_extra(gid)
        stored = self.stored.get(gid)
        return self.with_stored(current, stored) if stored else current

    def with_stored(self, value: Value, stored: list[Ref]) -> Value:
        """A container with what code elsewhere puts into it under keys that are not known."""
        items = join([self.ref_value(ref) for ref in stored])
        return tuple(self.containers.with_item(atom, UNKNOWN, items) for atom in value) if items else value

    def param(self, file: int, expr: Expr) -> Value:
        local: int = expr[1]
        position: int = expr[2]
        facts = self.program.files[file]
        self.reads.read_symbol(self.program.offsets[file] + local)
        params = facts.params.get(local, ())
        if position >= len(params):
            return UNKNOWN
        param = params[position]
        if param.type:
            declared = self.types.of(file, param.type)
            if declared:
                function = not param.variadic and all(
                    isinstance(atom, (FunctionType, TypeVariable)) for atom in declared
                )
                if function:  # what may be passed, not which function it is
                    passed = self.passed_for(file, local, position)
                    return join([declared, tuple(atom for atom in passed if isinstance(atom, Function))])
                if not param.variadic:
                    return with_shapes(self, file, local, position, declared)
                return self.types.variadic(file, declared, param.variadic)
        else:
            said = overridden(self, file, local, position)
            if said:
                return self.types.variadic(file, said, param.variadic)
        expected = facts.expected.get(local)
        contextual = self.get_contextual_type(file, expected, position) if expected else UNKNOWN
        if contextual:
            return contextual
        passed = self.passed_for(file, local, position)
        if param.variadic:
            return self.types.variadic(file, passed, param.variadic)
        default = self.value(file, param.default) if param.default else UNKNOWN
        if not passed:
            return default
        key = (self.program.offsets[file] + local, position)
        return passed if self.levels.passed(self.level, key).always else join([default, passed])

    def get_contextual_type(self, file: int, expected: int, position: int) -> Value:
        """Return the type that a function is expected to give a parameter."""
        wanted = self.value(file, expected)
        signatures = tuple(atom for atom in wanted if isinstance(atom, Function))
        for atom in self.types.functional((*self.types.instance(wanted), *signatures)):
            if isinstance(atom, FunctionType) and position < len(atom.parameters) and atom.parameters[position]:
                return atom.parameters[position]
        return UNKNOWN

    def passed_for(self, file: int, local: int, position: int) -> Value:
        """What callers pass for a parameter."""
        if not self.program.semantics[file].inference.has_parameter_flow:
            return UNKNOWN
        key = (self.program.offsets[file] + local, position)
        self.queries.add_parameters(self.single.setdefault(key, frozenset((key,))))
        return self.levels.passed(self.level, key).value

    def get_object(self, file: int, index: int) -> Value:
        """Return the value whose member is named."""
        instead = self.names.find_value(file, index)
        return self.found_value(instead) if instead and instead.sure and instead.any else self.value(file, index)

    def attr(self, file: int, expr: Expr) -> Value:
        base = self.get_object(file, expr[1])
        name = expr[2]
        if len(base) == 1:
            return self.members.attribute(file, base[0], name)
        return join([self.members.attribute(file, atom, name) for atom in base])

    def instance_of(self, file: int, expr: Expr) -> Value:
        return self.types.of(file, expr[1])

    def declared(self, file: int, expr: Expr) -> Value:
        return self.types.of(file, expr[1]) or self.value(file, expr[2])

    def functype(self, file: int, expr: Expr) -> Value:
        of = self.types.of
        return (make_function_type(tuple(of(file, p) for p in expr[1]), of(file, expr[2])),)

    def home(self, file: int, local: int) -> int:
        """The class around a receiver: what an extension scope extends."""
        gid = self.program.offsets[file] + local
        self.reads.read_extra(gid)
        return self.classes.attached.get(gid, gid)

    def self_(self, file: int, expr: Expr) -> Value:
        return (make_self_instance(self.home(file, expr[1])),)

    def super_(self, file: int, expr: Expr) -> Value:
        gid = self.home(file, expr[1])
        return (make_super(gid, make_self_instance(gid)),)

    def behind(self, file: int, expr: Expr) -> Value:
        classes = [atom for atom in self.value(file, expr[2]) if isinstance(atom, ClassObject)]
        receivers = [atom.receiver for atom in self.value(file, expr[1]) if isinstance(atom, Super)]
        return tuple(make_super(each.gid, receiver) for receiver in receivers for each in classes)

    def classref(self, file: int, expr: Expr) -> Value:
        return (make_self_class(self.home(file, expr[1])),)

    def object_(self, file: int, expr: Expr) -> Value:
        return (make_instance(self.program.offsets[file] + expr[1], ()),)

    def passed(self, file: int, expr: Expr) -> Value:
        return self.value(file, expr[1])

    def await_(self, file: int, expr: Expr) -> Value:
        members = self.program.semantics[file].protocols.await_members
        return join([self.members.run(file, atom, members) or (atom,) for atom in self.value(file, expr[1])])

    def enter(self, file: int, expr: Expr) -> Value:
        member = self.program.semantics[file].protocols.enter_member
        results: list[Value] = []
        for atom in self.value(file, expr[1]):
            entered = (atom,) if isinstance(atom, ExternalInstance) else self.members.run(file, atom, (member,))
            results.append(entered or self.members.iterate(file, atom))
        return join(results)

    def deref(self, file: int, expr: Expr) -> Value:
        return join([self.members.dereference(file, atom) or (atom,) for atom in self.value(file, expr[1])])

    def decorated(self, file: int, expr: Expr) -> Value:
        """A decorated definition: itself, and what its decorators make of it where that is known."""
        return join([self.value(file, expr[1]), *[self.value(file, made) for made in expr[2]]])

    def typeof(self, file: int, expr: Expr) -> Value:
        return tuple(
            make_class(a.gid, a.arguments) if isinstance(a, Instance) else a for a in self.value(file, expr[1])
        )

    def return_type(self, file: int, expr: Expr) -> Value:
        called = [
            make_instance(a.gid, a.arguments) if isinstance(a, ClassObject) else a for a in self.value(file, expr[1])
        ]
        return join([self.calls.result(file, atom, (), (), 0) for atom in called])

    def method_ref(self, file: int, expr: Expr) -> Value:
        if expr[2] in self.program.semantics[file].construction.constructors:
            return self.value(file, expr[1])
        return self.attr(file, (ops.ATTR, expr[1], expr[2]))

    def lambda_self(self, file: int, expr: Expr) -> Value:
        own = self.program.offsets[file] + expr[1]
        self.reads.read_extra(own)
        gid = self.classes.attached.get(own, own if self.program.semantics[file].members.is_prototype_based else -1)
        return (make_self_instance(gid),) if gid >= 0 else UNKNOWN


VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.TYPE})
__all__ = ["CLEAN", "EVERYTHING", "Evaluator", "Parameters"]
