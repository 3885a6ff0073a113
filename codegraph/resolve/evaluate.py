"""Expressions to values. One evaluator for every language; what differs is in `Semantics`.

Values are computed on demand and kept. A value asked for while it is being computed counts as unknown there, and what
was computed from such a gap is kept for the work at hand only (see `work`), so results do not depend on which
expression was asked for first. What classes and names are does not depend on what callers pass: it is looked up on
level 0 (see `levels`), whatever the level of the expression that asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from codegraph.resolve.adapters import adapted
from codegraph.resolve.calls import Calls
from codegraph.resolve.classes import Classes
from codegraph.resolve.containers import Containers
from codegraph.resolve.cycles import Cycle, ExprKey, cycle_of
from codegraph.resolve.declaration_spaces import select_value_parts
from codegraph.resolve.excluded import excluded
from codegraph.resolve.faults import MAX_EVALUATIONS, EvaluationLimitError, Task
from codegraph.resolve.found import Found
from codegraph.resolve.levels import Level, Levels
from codegraph.resolve.linkage import Linkage
from codegraph.resolve.members import Members
from codegraph.resolve.names import Names
from codegraph.resolve.naming import Naming
from codegraph.resolve.operators import Operators
from codegraph.resolve.parameters import field_of, overridden, with_shapes
from codegraph.resolve.program import Program, Ref, is_class
from codegraph.resolve.scopes import Scopes
from codegraph.resolve.shapes import Shapes
from codegraph.resolve.types import Types
from codegraph.resolve.unions import discriminated, listed
from codegraph.resolve.values import (
    CL,
    CLEAN,
    EI,
    EVERYTHING,
    EX,
    FAR,
    FN,
    FT,
    IN,
    NS,
    SC,
    ST,
    SU,
    TV,
    UNKNOWN,
    Taint,
    Value,
    join,
    overloaded,
)  # fmt: skip
from codegraph.resolve.work import Work
from codegraph_parsers import ops
from codegraph_parsers.facts import Expr, Flag, SymbolKind

T = TypeVar("T")

MAX_STACK = 220  # nested evaluations; a chain longer than this is unknown
MAX_TAINT = 24  # parameters one value is known to rest on; with more it is recomputed whenever any changes
LEAVES = frozenset((ops.LITERAL, ops.SELF, ops.SUPER, ops.CLASSREF, ops.OBJECT, ops.LAMBDA_SELF, ops.SYM))
"""Operations whose value rests on no other expression that may be half-done."""

NO_ROW: Final[list[Value | None]] = []


class Checkpoint(NamedTuple):
    """State of an evaluator between two evaluations."""

    stack: dict[ExprKey, int]
    height: int
    lowest: int
    taint: Taint
    level: Level
    unfinished: list[ExprKey]
    deepest: int
    work: Work
    opened: list[tuple[set[Any], set[Any]]]


class Evaluator:
    """Values and entities of expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.record = program.record
        self.exprs = program.exprs
        # By file, the values of its expressions that are known; made for the files that are asked about.
        self.memo: list[list[Value | None]] = [NO_ROW] * len(self.exprs)
        self.stack: dict[tuple[int, int], int] = {}
        self.lowest = FAR  # shallowest unfinished evaluation that the current one met
        self.deepest = 0  # how deeply evaluations have nested since the outermost one began
        self.unfinished: list[ExprKey] = []  # expressions evaluated with a gap in them, as they ended
        self.taint: Taint = CLEAN  # parameters that the current evaluation rests on
        self.work = Work()
        self.level = Level(0)
        self.budget = MAX_EVALUATIONS  # evaluations that are left to the piece of work at hand
        self.apart: dict[tuple[Any, ...], tuple[Any, bool]] = {}  # made on level 0 for higher ones; with a gap or not
        self.parameter_taint: dict[tuple[int, int], Taint] = {}
        self.open: list[set[Any]] = []  # what is being looked up or compared, by the parts that do so
        self.stored: dict[int, list[Ref]] = {}  # variable → values stored in its container elsewhere
        self.types = Types(self)
        self.substitute = self.types.substitute
        self.classes = Classes(self)
        self.scopes = Scopes(program, self.work)
        self.scopes.on_ground = self.on_ground
        self.open.append(self.scopes.open)
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
        self.levels = Levels(self)
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
        }  # fmt: skip
        self.handlers: list[Callable[[int, Expr], Value]] = [
            handlers.get(op, self.unknown) for op in range(max(ops.NAMES) + 1)
        ]

    # -- the loop -----------------------------------------------------------------------------------------------

    def value(self, file: int, index: int) -> Value:
        try:
            found = self.memo[file][index]
        except IndexError:  # no row yet
            found = None
        if found is None:
            return self._evaluate(file, index)
        if self.record is not None:
            self.record.again((file, index))
        return found

    def _evaluate(self, file: int, index: int) -> Value:
        memo = self.memo[file]
        if memo is NO_ROW:
            memo = self.memo[file] = [None] * len(self.exprs[file])
        expr, record = self.exprs[file][index], self.record
        op: int = expr[0]
        if op in LEAVES:
            found = self.handlers[op](file, expr)
            memo[index] = found if record is None else None
            return found
        key = (file, index)
        level, work = self.level, self.work
        kept = level.values.get(key)
        if kept is None and key in work.values:
            kept = work.values[key]
            work.gaps += 1
        if kept is not None:
            if record is not None:
                record.again((file, index, level.number))
            if kept[1]:
                self.add_taint(kept[1])
            return kept[0]
        stack = self.stack
        depth = len(stack)
        at = stack.get(key, -1 if depth <= MAX_STACK else 0)
        if at >= 0:
            work.gaps += 1
            self.lowest = min(at, self.lowest)
            return UNKNOWN
        self.deepest = depth if depth > self.deepest or not depth else self.deepest
        self.budget -= 1
        if self.budget < 0:
            raise EvaluationLimitError
        begun = -1
        if not work.retries and record is None and not work.values and not work.kept:
            cycle = level.cycles.get(key)
            if cycle is not None and self._is_same(cycle):
                return self._leave(cycle)
            begun = len(self.unfinished)
        stack[key] = depth
        lowest, self.lowest = self.lowest, FAR
        taint, self.taint = self.taint, CLEAN
        gaps = work.gaps
        outer = record.begin() if record is not None else None
        result = self.name(file, index, expr) if op == ops.NAME else self.handlers[op](file, expr)
        del stack[key]
        if record is not None and outer is not None:
            pure = work.gaps == gaps and not self.taint
            record.kept[key if pure else (file, index, level.number)] = record.end(outer)
        if work.gaps != gaps:
            self._keep_with_gap(key, result, depth, begun)
        elif self.taint:
            level.values[key] = (result, self.taint)
        else:
            memo[index] = result
        inner = FAR if self.lowest >= depth else self.lowest
        self.lowest = lowest if lowest < inner else inner
        if taint:
            self.add_taint(taint)
        return result

    def _keep_with_gap(self, key: ExprKey, result: Value, depth: int, begun: int) -> None:
        """Keep what may be kept of a value with a gap in it. `begun`: what was unfinished when it was begun, -1 where
        the piece of work had met a gap before."""
        work = self.work
        self.unfinished.append(key)
        if self.lowest >= depth or work.gives_up(key):
            work.values[key] = (result, self.taint)
            if begun >= 0 and self.lowest >= depth and not any(self.open):
                found = self.unfinished[begun:]
                self.level.cycles[key] = cycle_of(result, self.taint, found, self.deepest - depth, work)

    def _is_same(self, cycle: Cycle) -> bool:
        """Whether a cycle, begun here, would say what it said: nothing that it asks for is in progress."""
        stack = self.stack
        return len(stack) + cycle.depth <= MAX_STACK and cycle.members.isdisjoint(stack) and not any(self.open)

    def _leave(self, cycle: Cycle) -> Value:
        cycle.leave(self.work)
        self.unfinished.extend(cycle.members)
        if cycle.taint:
            self.add_taint(cycle.taint)
        return cycle.value

    def unknown(self, file: int, expr: Expr) -> Value:
        return UNKNOWN

    def set_aside_taint(self) -> Taint:
        """Start a part whose own taint matters; the taint so far, to be added again."""
        before, self.taint = self.taint, CLEAN
        return before

    def add_taint(self, taint: Taint) -> None:
        if not self.taint:
            self.taint = taint
        elif self.taint is not taint and not taint <= self.taint:
            both = self.taint | taint
            self.taint = both if len(both) <= MAX_TAINT else EVERYTHING

    def attempt(self, task: Task, compute: Callable[[], T], default: T) -> T:
        """Return what a piece of work gives, or `default` where it is left out or fails."""
        faults = self.program.faults
        if faults.is_left_out(task):
            return default
        self.program.pulse.count += 1
        before, budget = self.save_checkpoint(), self.budget
        self.budget = MAX_EVALUATIONS
        try:
            return compute()
        except Exception as error:  # noqa: BLE001 - the promise: what cannot be resolved costs no other piece
            self.recover(task, error, before)
            return default
        finally:
            self.budget = budget

    def recover(self, task: Task, error: Exception, before: Checkpoint, line: int = 0) -> None:
        """Note that a piece failed, and restore the state from before.

        Raises the error where the program is kept for edits."""
        if self.record is not None:
            raise error
        self.program.faults.note(task, self.program.files[task.file].path, error, line)
        while len(before.stack) > before.height:
            before.stack.popitem()
        self.stack, self.unfinished, self.level = before.stack, before.unfinished, before.level
        self.lowest, self.taint, self.deepest = before.lowest, before.taint, before.deepest
        self.work.take_up(before.work)
        for each in self.open:
            each.clear()
        for each, had in before.opened:
            each.update(had)

    def save_checkpoint(self) -> Checkpoint:
        """Return the state to which a failure goes back."""
        opened = [(each, each.copy()) for each in self.open if each] if self.stack else []
        return Checkpoint(
            self.stack, len(self.stack), self.lowest, self.taint, self.level, self.unfinished, self.deepest,
            self.work.copy(), opened,
        )  # fmt: skip

    def alone(self, level: Level, compute: Callable[[], T]) -> tuple[T, bool]:
        """What `compute` gives on a level as a piece of work of its own, and whether there is a gap in it."""
        stack, lowest, taint, before = self.stack, self.lowest, self.taint, self.level
        work = self.work.set_aside()
        opened = [(each, each.copy()) for each in self.open if each]
        unfinished, self.unfinished = self.unfinished, []
        deepest = self.deepest
        self.stack, self.lowest, self.taint, self.level = {}, FAR, CLEAN, level
        for each, _ in opened:
            each.clear()
        result = compute()
        gap = self.work.gaps > 0
        for each, had in opened:
            each.update(had)
        self.stack, self.lowest, self.taint, self.level = stack, lowest, taint, before
        self.work.take_up(work)
        self.unfinished, self.deepest = unfinished, deepest
        return result, gap

    def on_ground(self, key: tuple[Any, ...], compute: Callable[..., T], *given: Any) -> T:
        """What `compute` gives on level 0, where nothing is known of what callers pass; it rests on no parameter."""
        if self.level.number == 0:
            taint, self.taint = self.taint, CLEAN
            result = compute(*given)
            self.taint = taint
            return result
        kept = self.apart.get(key)
        record = self.record
        if kept is None:
            outer = record.begin() if record is not None else None
            kept = self.apart[key] = self.alone(self.levels.ground, partial(compute, *given))
            if record is not None and outer is not None:
                record.kept[("apart", *key)] = record.end(outer)
        elif record is not None:
            record.again(("apart", *key))
        if kept[1]:
            self.work.gaps += 1
        return kept[0]

    def ref_value(self, ref: Ref) -> Value:
        return self.symbol_value(ref[1]) if ref[0] < 0 else self.value(ref[0], ref[1])

    def found_value(self, found: Found) -> Value:
        if not found.atoms and len(found.refs) == 1:
            return self.ref_value(found.refs[0])
        parts = [found.atoms, *[self.ref_value(ref) for ref in found.refs]]
        return overloaded(parts) if all(a[0] == FN for part in parts for a in part) else join(parts)

    def symbol_value(self, gid: int) -> Value:
        symbol = self.program.symbol(gid)
        kind = symbol.kind
        if is_class(symbol):
            if symbol.flags & Flag.DECLARATION:
                return tuple((CL, each, ()) for each in self.linkage.defined(gid))
            return ((CL, gid, ()),)
        if kind == SymbolKind.MODULE:
            return ((NS, self.program.namespace_of(gid)),)
        if kind in VALUE_KINDS and not (kind == SymbolKind.CONSTANT and self.program.is_case(gid)):
            return self.variable(gid)
        return ((FN, gid, None),)

    def variable(self, gid: int) -> Value:
        """A variable, constant, field or alias: its declared type, else all that is assigned to it."""
        file, local = self.program.locate(gid)
        facts = self.program.files[file]
        declared = facts.declared.get(local)
        if declared:
            known = self.types.of(file, declared)
            if known:
                held = facts.values.get(local) if all(atom[0] == FT for atom in known) else None
                if held:  # what it may hold, and the very functions that it is known to
                    functions = (atom for v in held for atom in self.value(file, v) if atom[0] == FN)
                    return join([known, tuple(functions)])
                return known
        values = facts.values.get(local)
        if not values:
            return UNKNOWN
        value = listed(self, gid, values) if len(values) == 1 else join([self.value(file, v) for v in values])
        if self.record is not None:
            self.record.extra(gid)
        stored = self.stored.get(gid)
        return self.with_stored(value, stored) if stored else value

    # -- operations ---------------------------------------------------------------------------------------------

    def name(self, file: int, index: int, expr: Expr) -> Value:
        found, value = self.names.looked_up(file, index, expr)
        return value or self.found_value(found)

    def union(self, file: int, expr: Expr) -> Value:
        named = (
            select_value_parts(self.program.files[file], expr[1:])
            if self.program.semantics[file].types_apart
            else expr[1:]
        )
        parts = [self.value(file, part) for part in named]
        if self.program.semantics[file].overloads and all(len(p) == 1 and p[0][0] == FN for p in parts):
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
        if self.record is not None:
            self.record.extra(gid)
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
        if self.record is not None:
            self.record.symbol(self.program.offsets[file] + local)
        params = facts.params.get(local, ())
        if position >= len(params):
            return UNKNOWN
        param = params[position]
        if param.type:
            declared = self.types.of(file, param.type)
            if declared:
                function = not param.variadic and all(atom[0] in (FT, TV) for atom in declared)
                if function:  # what may be passed, not which function it is
                    passed = self.passed_for(file, local, position)
                    return join([declared, tuple(atom for atom in passed if atom[0] == FN)])
                if not param.variadic:
                    return with_shapes(self, file, local, position, declared)
                return self.types.variadic(file, declared, param.variadic)
        else:
            said = overridden(self, file, local, position)
            if said:
                return self.types.variadic(file, said, param.variadic)
        expected = facts.expected.get(local)
        if expected:
            wanted = self.value(file, expected)
            signatures = tuple(atom for atom in wanted if atom[0] == FN)
            for atom in self.types.functional((*self.types.instance(wanted), *signatures)):
                if atom[0] == FT and position < len(atom[1]) and atom[1][position]:
                    return atom[1][position]
        passed = self.passed_for(file, local, position)
        if param.variadic:
            return self.types.variadic(file, passed, param.variadic)
        default = self.value(file, param.default) if param.default else UNKNOWN
        if not passed:
            return default
        key = (self.program.offsets[file] + local, position)
        return passed if self.levels.passed(self.level, key).always else join([default, passed])

    def passed_for(self, file: int, local: int, position: int) -> Value:
        """What callers pass for a parameter."""
        if not self.program.semantics[file].parameter_flow:
            return UNKNOWN
        key = (self.program.offsets[file] + local, position)
        self.add_taint(self.parameter_taint.setdefault(key, frozenset((key,))))
        return self.levels.passed(self.level, key).value

    def attr(self, file: int, expr: Expr) -> Value:
        base = self.value(file, expr[1])
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
        return ((FT, tuple(of(file, p) for p in expr[1]), of(file, expr[2])),)

    def home(self, file: int, local: int) -> int:
        """The class around a receiver: what an extension scope extends."""
        gid = self.program.offsets[file] + local
        if self.record is not None:
            self.record.extra(gid)
        return self.classes.attached.get(gid, gid)

    def self_(self, file: int, expr: Expr) -> Value:
        return ((ST, self.home(file, expr[1])),)

    def super_(self, file: int, expr: Expr) -> Value:
        gid = self.home(file, expr[1])
        return ((SU, gid, (ST, gid)),)

    def behind(self, file: int, expr: Expr) -> Value:
        classes = [atom for atom in self.value(file, expr[2]) if atom[0] == CL]
        return tuple((SU, each[1], atom[2]) for atom in self.value(file, expr[1]) for each in classes)

    def classref(self, file: int, expr: Expr) -> Value:
        return ((SC, self.home(file, expr[1])),)

    def object_(self, file: int, expr: Expr) -> Value:
        return ((IN, self.program.offsets[file] + expr[1], ()),)

    def passed(self, file: int, expr: Expr) -> Value:
        return self.value(file, expr[1])

    def await_(self, file: int, expr: Expr) -> Value:
        members = self.program.semantics[file].await_members
        return join([self.members.run(file, atom, members) or (atom,) for atom in self.value(file, expr[1])])

    def enter(self, file: int, expr: Expr) -> Value:
        member = self.program.semantics[file].enter_member
        results: list[Value] = []
        for atom in self.value(file, expr[1]):
            entered = (atom,) if atom[0] == EI else self.members.run(file, atom, (member,))
            results.append(entered or self.members.iterate(file, atom))
        return join(results)

    def deref(self, file: int, expr: Expr) -> Value:
        return join([self.members.dereference(file, atom) or (atom,) for atom in self.value(file, expr[1])])

    def decorated(self, file: int, expr: Expr) -> Value:
        """A decorated definition: itself, and what its decorators make of it where that is known."""
        return join([self.value(file, expr[1]), *[self.value(file, made) for made in expr[2]]])

    def typeof(self, file: int, expr: Expr) -> Value:
        return tuple((CL, a[1], a[2]) if a[0] == IN else a for a in self.value(file, expr[1]))

    def return_type(self, file: int, expr: Expr) -> Value:
        called = [(IN, a[1], a[2]) if a[0] == CL else a for a in self.value(file, expr[1])]
        return join([self.calls.result(file, atom, (), (), 0) for atom in called])

    def method_ref(self, file: int, expr: Expr) -> Value:
        if expr[2] in self.program.semantics[file].constructors:
            return self.value(file, expr[1])
        return self.attr(file, (ops.ATTR, expr[1], expr[2]))

    def lambda_self(self, file: int, expr: Expr) -> Value:
        own = self.program.offsets[file] + expr[1]
        if self.record is not None:
            self.record.extra(own)
        gid = self.classes.attached.get(own, own if self.program.semantics[file].function_objects else -1)
        return ((ST, gid),) if gid >= 0 else UNKNOWN


VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.TYPE})
__all__ = ["CLEAN", "EI", "EVERYTHING", "EX", "SU", "Evaluator", "Taint"]
