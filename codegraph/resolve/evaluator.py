"""Evaluation of expressions to values, for every language.

Languages differ in the policies of `Semantics`. The operations of expressions are methods of `Evaluator` and of the
objects that it is composed of. `query` decides when they run and which answers are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from codegraph.resolve.calls.argument_flow import Level
from codegraph.resolve.calls.calls import Calls
from codegraph.resolve.calls.function_adapters import evaluate_adapted
from codegraph.resolve.calls.operators import Operators
from codegraph.resolve.calls.parameters import add_passed_objects, evaluate_field, find_inherited_type
from codegraph.resolve.edges.named_symbols import Naming
from codegraph.resolve.incremental.recorded_queries import make_levels, make_queries
from codegraph.resolve.program.binding import Binding
from codegraph.resolve.program.declaration_spaces import select_value_parts
from codegraph.resolve.program.free_names import Names
from codegraph.resolve.program.linkage import Linkage
from codegraph.resolve.program.program import Program, Ref, is_class
from codegraph.resolve.program.scopes import Scopes
from codegraph.resolve.types.abstract_values import (  # fmt: skip
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
    join_overloads,
    make_class,
    make_function,
    make_function_type,
    make_instance,
    make_namespace,
    make_self_class,
    make_self_instance,
    make_super,
)
from codegraph.resolve.types.containers import Containers
from codegraph.resolve.types.functional_interfaces import Shapes
from codegraph.resolve.types.generics import Types
from codegraph.resolve.types.implicit_receivers import ImplicitReceivers
from codegraph.resolve.types.members import Members
from codegraph.resolve.types.mro import Classes
from codegraph.resolve.types.narrowing import evaluate_excluded
from codegraph.resolve.types.object_literals import evaluate_overridden
from codegraph.resolve.types.scoped_extensions import Extensions
from codegraph.resolve.types.unions import evaluate_discriminated, evaluate_listed
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind


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
        self.extensions = Extensions(self)
        self.shapes = Shapes(self)
        self.implicit_receivers = ImplicitReceivers(self)
        self.names = Names(self)
        self.scopes.follow, self.scopes.follow_own = self.names.follow, self.names.follow_own
        self.containers = Containers(self)
        self.iterated = self.containers.iterate_value
        self.naming = Naming(self)
        self.entities = self.naming.entities
        self.found_entities = self.naming.resolve_binding
        self.calls = Calls(self)
        self.operators = Operators(self)
        self.levels = make_levels(self)
        handlers = self._build_handlers()
        self.queries.handlers = [handlers.get(op, self.evaluate_unknown) for op in range(max(ops.NAMES) + 1)]
        self.queries.name = self.evaluate_name

    def _build_handlers(self) -> dict[int, Callable[[int, Expr], Value]]:
        """Return the evaluation of each operation."""
        return {
            ops.UNION: self.evaluate_union,
            ops.SYM: self.evaluate_own_symbol,
            ops.IMPORT: self.evaluate_import,
            ops.PARAM: self.evaluate_parameter,
            ops.ATTR: self.evaluate_attribute,
            ops.CALL: self.calls.evaluate_call,
            ops.NEW: self.calls.evaluate_call,
            ops.INSTANCE: self.evaluate_instance,
            ops.GENERIC: self.types.evaluate_type_application,
            ops.INDEX: self.containers.evaluate_index,
            ops.ITER: self.containers.evaluate_iteration,
            ops.AWAIT: self.evaluate_await,
            ops.ENTER: self.evaluate_enter,
            ops.TUPLE: self.containers.evaluate_tuple,
            ops.LIST: self.containers.evaluate_list,
            ops.DICT: self.containers.evaluate_dict,
            ops.LITERAL: self.containers.evaluate_literal,
            ops.ITEM: self.containers.evaluate_item,
            ops.SELF: self.evaluate_self,
            ops.SUPER: self.evaluate_super,
            ops.BEHIND: self.evaluate_behind,
            ops.CLASSREF: self.evaluate_class_reference,
            ops.FUNCTYPE: self.evaluate_function_type,
            ops.DECLARED: self.evaluate_declared,
            ops.ARGTYPE: self.calls.expected.evaluate_argument_type,
            ops.OBJECT: self.evaluate_object,
            ops.DEREF: self.evaluate_dereference,
            ops.FIELD_OF: partial(evaluate_field, self.calls),
            ops.SLICE: self.containers.evaluate_slice,
            ops.DECORATED: self.evaluate_decorated,
            ops.SPREAD: self.evaluate_operand,
            ops.CONST: self.evaluate_operand,
            ops.TYPEOF: self.evaluate_typeof,
            ops.PLACE: self.containers.evaluate_place,
            ops.METHOD_REF: self.evaluate_method_reference,
            ops.OPERATOR: self.operators.evaluate_operator,
            ops.VAR: self.evaluate_own_variable,
            ops.FLOW: self.evaluate_flow,
            ops.KEYOF: self.containers.evaluate_key,
            ops.RETURN_TYPE: self.evaluate_return_type,
            ops.MEMBER_TYPE: self.types.evaluate_member_type,
            ops.LAMBDA_SELF: self.evaluate_lambda_self,
            ops.EXCLUDED: partial(evaluate_excluded, self),
            ops.ADAPTED: partial(evaluate_adapted, self),
            ops.DISCRIMINATED: partial(evaluate_discriminated, self),
            ops.OVERRIDDEN: partial(evaluate_overridden, self),
            ops.TEMPLATE: self.evaluate_operand,
            ops.FIRST: self.evaluate_first,
        }

    @property
    def level(self) -> Level:
        """Level of argument flow on which expressions are evaluated."""
        return self.queries.context

    @level.setter
    def level(self, level: Level) -> None:
        self.queries.context = level

    def evaluate_unknown(self, file: int, expr: Expr) -> Value:
        return UNKNOWN

    def evaluate_ref(self, ref: Ref) -> Value:
        return self.evaluate_symbol(ref[1]) if ref[0] < 0 else self.value(ref[0], ref[1])

    def evaluate_binding(self, found: Binding) -> Value:
        if not found.atoms and len(found.refs) == 1:
            return self.evaluate_ref(found.refs[0])
        parts = [found.atoms, *[self.evaluate_ref(ref) for ref in found.refs]]
        return join_overloads(parts) if all(isinstance(a, Function) for part in parts for a in part) else join(parts)

    def evaluate_symbol(self, gid: int) -> Value:
        symbol = self.program.get_symbol(gid)
        kind = symbol.kind
        if is_class(symbol):
            if symbol.flags & Flag.DECLARATION:
                return tuple(make_class(each, ()) for each in self.linkage.defined(gid))
            is_part = symbol.flags & (Flag.PART | Flag.OPEN)
            return (make_class(self.classes.find_whole(gid) if is_part else gid, ()),)
        if kind == SymbolKind.MODULE:
            return (make_namespace(self.program.find_namespace(gid)),)
        if kind in VALUE_KINDS and not (kind == SymbolKind.CONSTANT and self.program.is_case(gid)):
            return self.evaluate_variable(gid)
        return (make_function(gid, None),)

    def evaluate_variable(self, gid: int) -> Value:
        """Return the value of a variable, constant, field or alias.

        It is of the declared type. Without one, it is the union of everything assigned to the variable.
        """
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        declared = facts.declared.get(local)
        if declared:
            known = self.types.instantiate(file, declared)
            if known:
                held = facts.values.get(local) if all(isinstance(atom, FunctionType) for atom in known) else None
                if held:  # what it may hold, and the very functions that it is known to
                    functions = (atom for v in held for atom in self.value(file, v) if isinstance(atom, Function))
                    return join([known, tuple(functions)])
                return known
        values = facts.values.get(local)
        if not values:
            return UNKNOWN
        value = evaluate_listed(self, gid, values) if len(values) == 1 else join([self.value(file, v) for v in values])
        self.reads.read_extra(gid)
        stored = self.stored.get(gid)
        return self.add_stored_items(value, stored) if stored else value

    # -- operations ---------------------------------------------------------------------------------------------

    def evaluate_name(self, file: int, index: int, expr: Expr) -> Value:
        found, value = self.names.look_up(file, index)
        return value or self.evaluate_binding(found)

    def evaluate_union(self, file: int, expr: Expr) -> Value:
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
            return join_overloads(parts)
        return join(parts)

    def evaluate_own_symbol(self, file: int, expr: Expr) -> Value:
        return self.evaluate_symbol(self.program.offsets[file] + expr[1])

    def evaluate_import(self, file: int, expr: Expr) -> Value:
        return self.evaluate_binding(self.scopes.imported(file, expr[1]))

    def evaluate_own_variable(self, file: int, expr: Expr) -> Value:
        gid = self.program.offsets[file] + expr[1]
        return self.evaluate_variable(gid)

    def evaluate_flow(self, file: int, expr: Expr) -> Value:
        current = self.value(file, expr[2])
        if not current:
            return self.value(file, expr[1])
        named: int = expr[1]
        gid = self.program.offsets[file] + self.program.files[file].exprs[named][1]
        self.reads.read_extra(gid)
        stored = self.stored.get(gid)
        return self.add_stored_items(current, stored) if stored else current

    def add_stored_items(self, value: Value, stored: list[Ref]) -> Value:
        """Add the items that code elsewhere stores in a container under unknown keys."""
        items = join([self.evaluate_ref(ref) for ref in stored])
        return tuple(self.containers.store_item(atom, UNKNOWN, items) for atom in value) if items else value

    def evaluate_parameter(self, file: int, expr: Expr) -> Value:
        local: int = expr[1]
        position: int = expr[2]
        facts = self.program.files[file]
        self.reads.read_symbol(self.program.offsets[file] + local)
        params = facts.params.get(local, ())
        if position >= len(params):
            return UNKNOWN
        param = params[position]
        if param.type:
            declared = self.types.instantiate(file, param.type)
            if declared:
                function = not param.variadic and all(
                    isinstance(atom, (FunctionType, TypeVariable)) for atom in declared
                )
                if function:  # what may be passed, not which function it is
                    passed = self.find_passed_value(file, local, position)
                    return join([declared, tuple(atom for atom in passed if isinstance(atom, Function))])
                if not param.variadic:
                    return add_passed_objects(self, file, local, position, declared)
                return self.types.wrap_variadic(file, declared, param.variadic)
        else:
            said = find_inherited_type(self, file, local, position)
            if said:
                return self.types.wrap_variadic(file, said, param.variadic)
        expected = facts.expected.get(local)
        contextual = self.get_contextual_type(file, expected, position) if expected else UNKNOWN
        if contextual:
            return contextual
        passed = self.find_passed_value(file, local, position)
        if param.variadic:
            return self.types.wrap_variadic(file, passed, param.variadic)
        default = self.value(file, param.default) if param.default else UNKNOWN
        if not passed:
            return default
        key = (self.program.offsets[file] + local, position)
        return passed if self.levels.find_passed(self.level, key).always else join([default, passed])

    def get_contextual_type(self, file: int, expected: int, position: int) -> Value:
        """Return the type that the context of a function expects of a parameter."""
        wanted = self.value(file, expected)
        signatures = tuple(atom for atom in wanted if isinstance(atom, Function))
        for each in self.types.as_function_types((*self.types.as_instances(wanted), *signatures)):
            atom = self.implicit_receivers.drop_receiver(file, each) if isinstance(each, FunctionType) else each
            if isinstance(atom, FunctionType) and position < len(atom.parameters) and atom.parameters[position]:
                return atom.parameters[position]
        return UNKNOWN

    def find_passed_value(self, file: int, local: int, position: int) -> Value:
        """Return the value that callers pass for a parameter."""
        if not self.program.semantics[file].inference.has_parameter_flow:
            return UNKNOWN
        key = (self.program.offsets[file] + local, position)
        self.queries.add_parameters(self.single.setdefault(key, frozenset((key,))))
        return self.levels.find_passed(self.level, key).value

    def get_object(self, file: int, index: int) -> Value:
        """Return the value of the expression whose member is accessed."""
        instead = self.names.find_value(file, index)
        return self.evaluate_binding(instead) if instead and instead.sure and instead.any else self.value(file, index)

    def evaluate_attribute(self, file: int, expr: Expr) -> Value:
        base = self.get_object(file, expr[1])
        name = expr[2]
        if self.extensions.is_used:
            found = [self.extensions.evaluate_attribute(file, expr, atom, name) for atom in base]
        else:
            found = [self.members.evaluate_attribute(file, atom, name) for atom in base]
        return found[0] if len(found) == 1 else join(found)  # one object may have more overloads than a union keeps

    def evaluate_instance(self, file: int, expr: Expr) -> Value:
        return self.types.instantiate(file, expr[1])

    def evaluate_declared(self, file: int, expr: Expr) -> Value:
        return self.types.instantiate(file, expr[1]) or self.value(file, expr[2])

    def evaluate_function_type(self, file: int, expr: Expr) -> Value:
        of = self.types.instantiate
        return (make_function_type(tuple(of(file, p) for p in expr[1]), of(file, expr[2])),)

    def find_receiver_class(self, file: int, local: int) -> int:
        """Return the class of a receiver: the one that an extension scope extends."""
        gid = self.program.offsets[file] + local
        self.reads.read_extra(gid)
        whole = self.classes.wholes.get(gid)
        return self.classes.attached.get(gid, gid) if whole is None else whole

    def evaluate_self(self, file: int, expr: Expr) -> Value:
        return (make_self_instance(self.find_receiver_class(file, expr[1])),)

    def evaluate_super(self, file: int, expr: Expr) -> Value:
        gid = self.find_receiver_class(file, expr[1])
        return (make_super(gid, make_self_instance(gid)),)

    def evaluate_behind(self, file: int, expr: Expr) -> Value:
        classes = [atom for atom in self.value(file, expr[2]) if isinstance(atom, ClassObject)]
        receivers = [atom.receiver for atom in self.value(file, expr[1]) if isinstance(atom, Super)]
        return tuple(make_super(each.gid, receiver) for receiver in receivers for each in classes)

    def evaluate_class_reference(self, file: int, expr: Expr) -> Value:
        return (make_self_class(self.find_receiver_class(file, expr[1])),)

    def evaluate_object(self, file: int, expr: Expr) -> Value:
        return (make_instance(self.program.offsets[file] + expr[1], ()),)

    def evaluate_operand(self, file: int, expr: Expr) -> Value:
        return self.value(file, expr[1])

    def evaluate_await(self, file: int, expr: Expr) -> Value:
        members = self.program.semantics[file].protocols.await_members
        return join([self.members.call_members(file, atom, members) or (atom,) for atom in self.value(file, expr[1])])

    def evaluate_enter(self, file: int, expr: Expr) -> Value:
        member = self.program.semantics[file].protocols.enter_member
        results: list[Value] = []
        for atom in self.value(file, expr[1]):
            entered = (
                (atom,) if isinstance(atom, ExternalInstance) else self.members.call_members(file, atom, (member,))
            )
            results.append(entered or self.members.iterate(file, atom))
        return join(results)

    def evaluate_dereference(self, file: int, expr: Expr) -> Value:
        return join([self.members.follow_pointer(file, atom) or (atom,) for atom in self.value(file, expr[1])])

    def evaluate_decorated(self, file: int, expr: Expr) -> Value:
        """Return the value of a decorated definition.

        It is the definition itself, and the known results of its decorators.
        """
        return join([self.value(file, expr[1]), *[self.value(file, made) for made in expr[2]]])

    def evaluate_typeof(self, file: int, expr: Expr) -> Value:
        operand: int = expr[1]
        inner = self.exprs[file][operand]
        wanted = inner[0] == ops.ARGTYPE  # the type itself, whatever function it stands for
        value = self.calls.expected.find_expected(file, inner) if wanted else self.value(file, operand)
        return tuple(make_class(a.gid, a.arguments) if isinstance(a, Instance) else a for a in value)

    def evaluate_return_type(self, file: int, expr: Expr) -> Value:
        called = [
            make_instance(a.gid, a.arguments) if isinstance(a, ClassObject) else a for a in self.value(file, expr[1])
        ]
        return join([self.calls.evaluate_result(file, atom, (), (), 0) for atom in called])

    def evaluate_method_reference(self, file: int, expr: Expr) -> Value:
        if expr[2] in self.program.semantics[file].construction.constructors:
            return self.value(file, expr[1])
        return self.evaluate_attribute(file, (ops.ATTR, expr[1], expr[2]))

    def evaluate_first(self, file: int, expr: Expr) -> Value:
        return self.value(file, self.implicit_receivers.choose(file, expr))

    def evaluate_lambda_self(self, file: int, expr: Expr) -> Value:
        if self.program.semantics[file].functions.receiver_type:
            return self.implicit_receivers.find_receiver(file, expr[1])
        own = self.program.offsets[file] + expr[1]
        self.reads.read_extra(own)
        gid = self.classes.attached.get(own, own if self.program.semantics[file].members.is_prototype_based else -1)
        return (make_self_instance(gid),) if gid >= 0 else UNKNOWN


VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.TYPE})
__all__ = ["CLEAN", "EVERYTHING", "Evaluator", "Parameters"]
