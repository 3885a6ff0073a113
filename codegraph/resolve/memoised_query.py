"""Memoised queries about a program, independent of the order they are asked in.

A query that is asked for while it is being computed is a *cycle*: the asking query gets a provisional value. An answer
that depends on such a value depends on which query was asked first. It is therefore kept only for the current piece of
work (the sites of one file, one class, the values passed for one parameter), which always asks in the same order. Every
other answer is kept for all pieces. So no result depends on what was computed before it, and a piece of work can be
repeated alone.

Answers may depend on parameters of functions, whose values differ from context to context (see `argument_flow`): those
are kept by context. Classes and names are context-insensitive: they are computed in the first context, whichever
context asks.

Nothing is recorded here; `recorded_queries` has the queries of a program that is kept for edits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, TypeVar, cast

from codegraph.resolve.faults import MAX_EVALUATIONS, EvaluationLimitError, Task
from codegraph.resolve.incremental.reads import ignore_read
from codegraph.resolve.types.abstract_values import CLEAN, EVERYTHING, FAR, UNKNOWN, Parameters, Value
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from types import MethodType

    from codegraph.resolve.calls.argument_flow import Level
    from codegraph.resolve.program.program import Program

P = ParamSpec("P")
T = TypeVar("T")

Key = tuple[Any, ...]
ExprKey = tuple[int, int]
Dependent = tuple[Any, Parameters]
"""An answer and the parameters that it depends on."""

MAX_STACK: Final = 220  # nested evaluations; a chain longer than this is unknown
MAX_PARAMETERS: Final = 24  # parameters one value is known to rest on; with more it is recomputed whenever any changes
MAX_RETRIES: Final = 6
LEAVES: Final = frozenset((ops.LITERAL, ops.SELF, ops.SUPER, ops.CLASSREF, ops.OBJECT, ops.LAMBDA_SELF, ops.SYM))
"""Operations whose value rests on no other expression that may be in progress."""

MOST_EXPRESSIONS = 2_000_000
"""Expressions whose values are kept: those of some 3,000 files.

Beyond, all are forgotten between two pieces of work. To find those again that are needed costs little, and those of a
large tree take more memory than its facts."""

NO_ROW: Final[list[Value | None]] = []


class Context:
    """Answers that depend on what callers pass, as far as one level knows it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.values: dict[ExprKey, tuple[Value, Parameters]] = {}
        self.answers: dict[Key, Dependent] = {}
        self.cycles: dict[ExprKey, Cycle] = {}


class Provisional:
    """Answers of one piece of work that depend on provisional values.

    `retries` counts how often each was computed; `positions` are the places in `unfinished` at which each was first
    added.
    """

    __slots__ = ("answers", "positions", "retries", "unfinished", "values")

    def __init__(self) -> None:
        self.values: dict[ExprKey, tuple[Value, Parameters]] = {}
        self.answers: dict[Key, Any] = {}
        self.retries: dict[Key, int] = {}
        self.positions: dict[Key, int] = {}
        self.unfinished: list[Key] = []  # expressions and queries that are provisional, in the order in which they end

    def clear(self) -> None:
        self.values.clear()
        self.answers.clear()
        self.retries.clear()
        self.positions.clear()
        self.unfinished.clear()

    def end(self, key: Key) -> None:
        """Record that an expression or query has ended with a provisional answer."""
        self.positions.setdefault(key, len(self.unfinished))
        self.unfinished.append(key)

    def list_since(self, begun: int) -> ProvisionalRows:
        """Return the answers added after the first `begun` ones, in compact form.

        They take a fifth of the memory.
        """
        members = tuple(dict.fromkeys(self.unfinished[begun:]))
        values, answers, retries = self.values.get, self.answers.get, self.retries.get
        return ProvisionalRows(
            members,
            tuple([values(key) for key in members]),
            {key: answer for key in members if (answer := answers(key)) is not None} if self.answers else NO_ANSWERS,
            bytes([retries(key, 0) for key in members]),
        )

    def add(self, rows: ProvisionalRows) -> None:
        """Add the rows that `list_since` of another piece of work returned.

        They count as ended now.
        """
        self.positions.update(dict.fromkeys(rows.members, len(self.unfinished)))
        self.unfinished += rows.members
        self.answers.update(rows.answers)
        for key, value, retries in zip(*rows[:2], rows.retries, strict=True):
            if value is not None:
                self.values[key] = value
            if retries:
                self.retries[key] = retries


NO_ANSWERS: Final[dict[Key, Any]] = {}


class ProvisionalRows(NamedTuple):
    """Provisional answers of a piece of work in columns, to be kept.

    Large programs keep millions of rows.
    """

    members: tuple[Key, ...]
    values: tuple[tuple[Value, Parameters] | None, ...]
    answers: dict[Key, Any]
    retries: bytes


class Cycle(NamedTuple):
    """An evaluation that met no provisional value but its own.

    It can be replayed in another piece of work, or later in the same one. `depth` is how deeply it nested, and
    `provisional` the answers it left. It would return and leave the same answers wherever none of them is in progress
    or provisional already.
    """

    value: Value
    parameters: Parameters
    depth: int
    provisional: ProvisionalRows


class QueryFrame(NamedTuple):
    """Saved state of a piece of work that is interrupted or may fail."""

    stack: dict[ExprKey, int]
    height: int
    lowest: int
    deepest: int
    parameters: Parameters
    context: "Level"  # noqa: UP037 - a compiled module would look the class up before it is made
    provisional: Provisional
    provisional_reads: int
    earliest: int
    active: list[tuple[set[Any], set[Any]]]


class IsolatedAnswer(NamedTuple):
    """The answer of an isolated piece of work.

    `is_provisional` says that it depends on a provisional value.
    """

    answer: Any
    is_provisional: bool


class Policy(NamedTuple):
    """Rules by which a query is computed.

    `cycle` gives the answer while the query is being computed; without it only expressions can lead back to the query.
    An `insensitive` query does not depend on what callers pass. Answers of a `sensitive` one that do are kept by
    context, and provisional ones for the piece of work. One that `retries` keeps provisional answers only after enough
    computations, or when no cycle around it is open. `limit` bounds how deeply a query nests. The key of a `shared`
    query has the language of the asking file in place of the file. The key of a query `by_file` is a file and an
    expression in it.
    """

    cycle: Callable[..., Any] | None = None
    insensitive: bool = False
    sensitive: bool = False
    retries: bool = False
    shared: bool = False
    by_file: bool = False
    limit: int = FAR


class Memo(dict[Key, Any]):
    """Answers of one query, none of which is None.

    `active` are the keys being computed, of this query and of all queries of its object. `vertices` are those of its
    answers, where reads are recorded.
    """

    def __init__(self, name: str, policy: Policy, active: set[Any], owner: object) -> None:
        super().__init__()
        self.name = name
        self.policy = policy
        self.active = active
        self.owner = owner
        self.vertices: dict[Key, int] | None = None
        self.rows: defaultdict[int, dict[int, Any]] = defaultdict(dict)  # of a query by file, instead of the rest


Frame = tuple[Any, ...]
"""State of the asking query, set aside for the one that is asked."""

Push = Callable[[Memo, Key], Frame | None]
"""Begin to compute an answer that is not final yet; None where there is one all the same, in `Queries.early`."""

Pop = Callable[[Memo, Key, Any, Frame], None]
"""Keep an answer that was computed as far as that may be, and go on with the query that asked for it."""


# Queries nest deeply. A call with its arguments spelt out takes no room on the stack of the interpreter, unlike `*key`.


def _bind_one(queries: Queries, memo: Memo, compute: Callable[..., Any], push: Push, pop: Pop) -> Callable[..., Any]:
    get, vertices, read = memo.get, memo.vertices, queries.note_read

    def ask(one: Any) -> Any:
        key = (one,)
        answer = get(key)
        if answer is None:
            frame = push(memo, key)
            if frame is None:
                return queries.early
            answer = compute(one)
            pop(memo, key, answer, frame)
        elif vertices is not None:
            read(vertices[key])
        return answer

    return ask


def _bind_two(queries: Queries, memo: Memo, compute: Callable[..., Any], push: Push, pop: Pop) -> Callable[..., Any]:
    get, vertices, read = memo.get, memo.vertices, queries.note_read

    def ask(one: Any, other: Any) -> Any:
        key = (one, other)
        answer = get(key)
        if answer is None:
            frame = push(memo, key)
            if frame is None:
                return queries.early
            answer = compute(one, other)
            pop(memo, key, answer, frame)
        elif vertices is not None:
            read(vertices[key])
        return answer

    return ask


def _bind_any(queries: Queries, memo: Memo, compute: Callable[..., Any], push: Push, pop: Pop) -> Callable[..., Any]:
    get, vertices, read = memo.get, memo.vertices, queries.note_read

    def ask(*key: Any) -> Any:
        answer = get(key)
        if answer is None:
            frame = push(memo, key)
            if frame is None:
                return queries.early
            answer = compute(*key)
            pop(memo, key, answer, frame)
        elif vertices is not None:
            read(vertices[key])
        return answer

    return ask


def _bind_shared(queries: Queries, memo: Memo, compute: Callable[..., Any], push: Push, pop: Pop) -> Callable[..., Any]:
    """Bind a query whose first argument is the asking file.

    The key has the language of that file instead.
    """
    get, vertices, read, files = memo.get, memo.vertices, queries.note_read, queries.program.files

    def ask(file: int, one: Any, other: Any) -> Any:
        key = (files[file].language, one, other)
        answer = get(key)
        if answer is None:
            frame = push(memo, key)
            if frame is None:
                return queries.early
            answer = compute(file, one, other)
            pop(memo, key, answer, frame)
        elif vertices is not None:
            read(vertices[key])
        return answer

    return ask


def _know_nothing(file: int, index: int, expr: Expr) -> Value:
    return UNKNOWN


_BINDERS: Final = {1: _bind_one, 2: _bind_two}


def _bind_by_file(queries: Queries, memo: Memo, compute: Callable[..., Any]) -> Callable[..., Any]:
    """Bind a query with a table for every file.

    The code of `push_cyclic` and `pop_cyclic` is inlined, because most questions are of such queries.
    """
    rows, owner, active, (cycle, *_, limit) = memo.rows, memo.owner, memo.active, memo.policy

    def ask(file: int, index: int) -> Any:
        row = rows[file]
        answer = row.get(index)
        if answer is not None:
            return answer
        key = (file, index)
        if cycle is not None:
            if key in active or len(active) > limit:
                queries.provisional_reads += 1
                return cycle(owner, file, index)
            active.add(key)
        reads = queries.provisional_reads
        parameters, queries.parameters = queries.parameters, CLEAN
        answer = compute(file, index)
        if cycle is not None:
            active.discard(key)
        if queries.provisional_reads == reads and not queries.parameters:
            row[index] = answer
        if parameters:
            queries.add_parameters(parameters)
        return answer

    return ask


class Queries:
    """Memoised answers of one program, and the state of the current query."""

    def __init__(self, program: Program, ground: Level) -> None:
        self.program = program
        self.exprs = program.exprs
        # By file, the values of its expressions that are known; made for the files that are asked about.
        self.values: list[list[Value | None]] = [NO_ROW] * len(self.exprs)
        self.handlers: list[Callable[[int, Expr], Value]] = []  # by operation
        self.name: Callable[[int, int, Expr], Value] = _know_nothing  # value of a NAME expression
        self.memos: dict[tuple[str, str], Memo] = {}
        self.isolated: dict[Key, IsolatedAnswer] = {}  # context-insensitive answers, where a context asked
        self.stack: dict[ExprKey, int] = {}  # expressions being evaluated, with how deeply they nest
        self.active: dict[str, set[Any]] = {}  # other queries being computed, by who computes them
        self.lowest = FAR  # shallowest unfinished evaluation that the current one met
        self.deepest = 0  # how deeply evaluations have nested since the outermost one began
        self.parameters: Parameters = CLEAN  # those that the current query depends on
        self.unions: dict[Parameters, Parameters] = {}  # sets of several parameters
        self.provisional = Provisional()
        self.provisional_reads = 0  # provisional values and answers that were used so far
        self.earliest = FAR  # position of the first provisional answer that the current evaluation used again
        self.heads: set[ExprKey] = set()  # expressions whose cycles are kept when they are met again
        self.early: Any = None  # what a query is that need not, or cannot, be computed
        self.file_reads = 0  # answers so far for which it mattered which file asks, not only its language
        self.ground = self.context = ground
        self.note_read: Callable[[int], None] = ignore_read  # a final answer was used again
        self.budget = MAX_EVALUATIONS  # evaluations that are left to the piece of work at hand
        self.expressions = 0  # in the rows of `values`

    # -- expressions ----------------------------------------------------------------------------------------------

    def get_value(self, file: int, index: int) -> Value:
        """Return the value of an expression."""
        try:
            found = self.values[file][index]
        except IndexError:  # no row yet
            found = None
        return self.evaluate(file, index) if found is None else found

    def evaluate(self, file: int, index: int) -> Value:
        """Compute the value of an expression that is not known yet."""
        memo = self.values[file]
        if memo is NO_ROW:
            memo = self.values[file] = [None] * len(self.exprs[file])
            self.expressions += len(memo)
        expr = self.exprs[file][index]
        op: int = expr[0]
        if op in LEAVES:
            found = memo[index] = self.handlers[op](file, expr)
            return found
        key = (file, index)
        context, provisional = self.context, self.provisional
        kept = context.values.get(key)
        if kept is None and key in provisional.values:
            kept = provisional.values[key]
            self.use_again(key)
        if kept is not None:
            if kept[1]:
                self.add_parameters(kept[1])
            return kept[0]
        stack = self.stack
        depth = len(stack)
        at = stack.get(key, -1 if depth <= MAX_STACK else 0)
        if at >= 0:
            self.provisional_reads += 1
            self.lowest = min(at, self.lowest)
            return UNKNOWN
        self.deepest = depth if depth > self.deepest or not depth else self.deepest
        self.budget -= 1
        if self.budget < 0:
            raise EvaluationLimitError
        cycle = context.cycles.get(key)
        if cycle is not None and self._is_replayable(cycle):
            return self._replay(cycle)
        begun = len(provisional.unfinished)
        earliest, self.earliest = self.earliest, FAR
        stack[key] = depth
        lowest, self.lowest = self.lowest, FAR
        parameters, self.parameters = self.parameters, CLEAN
        reads = self.provisional_reads
        result = self.name(file, index, expr) if op == ops.NAME else self.handlers[op](file, expr)
        del stack[key]
        if self.provisional_reads != reads:
            self._keep_provisional(key, result, depth, begun)
        elif self.parameters:
            context.values[key] = (result, self.parameters)
        else:
            memo[index] = result
        if earliest < self.earliest:
            self.earliest = earliest
        inner = FAR if self.lowest >= depth else self.lowest
        self.lowest = lowest if lowest < inner else inner
        if parameters:
            self.add_parameters(parameters)
        return result

    def _keep_provisional(self, key: ExprKey, result: Value, depth: int, begun: int) -> None:
        """Keep as much of a provisional value as allowed.

        `begun` is how many others had ended before it began.
        """
        provisional = self.provisional
        provisional.end(key)
        if self.lowest < depth:
            if self.is_exhausted(key):
                provisional.values[key] = (result, self.parameters)
            return
        provisional.values[key] = (result, self.parameters)
        if self.earliest >= begun and not any(self.active.values()):
            if key in self.heads:
                left = provisional.list_since(begun)
                self.context.cycles[key] = Cycle(result, self.parameters, self.deepest - depth, left)
            else:
                self.heads.add(key)

    def _is_replayable(self, cycle: Cycle) -> bool:
        """Return whether a cycle would give its old answer if it began here."""
        if len(self.stack) + cycle.depth > MAX_STACK or any(self.active.values()):
            return False
        members, positions = cycle.provisional.members, self.provisional.positions
        return self.stack.keys().isdisjoint(members) and (not positions or positions.keys().isdisjoint(members))

    def _replay(self, cycle: Cycle) -> Value:
        self.provisional_reads += 1
        self.deepest = max(self.deepest, len(self.stack) + cycle.depth)
        self.provisional.add(cycle.provisional)
        if cycle.parameters:
            self.add_parameters(cycle.parameters)
        return cycle.value

    def use_again(self, key: Key) -> None:
        """Make the current query depend on a provisional answer."""
        self.provisional_reads += 1
        at = self.provisional.positions[key]
        if at < self.earliest:
            self.earliest = at

    # -- other queries --------------------------------------------------------------------------------------------

    def define_query(
        self, compute: Callable[P, T], *, cycle: Callable[..., Any] | None = None, insensitive: bool = False,
        sensitive: bool = False, retries: bool = False, shared: bool = False, by_file: bool = False, limit: int = FAR,
    ) -> Callable[P, T]:  # fmt: skip
        """Return the memoised query whose answers a method computes.

        Its arguments are the key. For the rules see `Policy`.
        """
        policy = Policy(cycle, insensitive, sensitive, retries, shared, by_file, limit)
        method = cast("MethodType", compute)
        memo = self.get_memo(method.__name__, policy, method.__self__)
        return cast("Callable[P, T]", self.bind(memo, compute, len(signature(compute).parameters)))

    def get_memo(self, name: str, policy: Policy, owner: object) -> Memo:
        """Return the answers of a query of an object."""
        group = type(owner).__name__
        memo = self.memos.get((group, name))
        if memo is None:
            active = set[Any]() if policy.cycle is None else self.guard(group)
            memo = self.memos[group, name] = self.make_memo(name, policy, active, owner)
        return memo

    def make_memo(self, name: str, policy: Policy, active: set[Any], owner: object) -> Memo:
        return Memo(name, policy, active, owner)

    def guard(self, group: str) -> set[Any]:
        """Return the keys being computed in a group of queries.

        A key that is in the set already marks a cycle.
        """
        return self.active.setdefault(group, set())

    def note_cycle(self) -> None:
        """Make the current query depend on a provisional value."""
        self.provisional_reads += 1

    def find_final(self, ask: Callable[[int], T], key: int) -> T | None:
        """Return the answer of a query, None for a provisional one."""
        reads = self.provisional_reads
        answer = ask(key)
        return answer if self.provisional_reads == reads else None

    def bind(self, memo: Memo, compute: Callable[..., Any], arity: int) -> Callable[..., Any]:
        """Return the function that asks a query."""
        if memo.policy.by_file:
            return _bind_by_file(self, memo, compute)
        return self.bind_frames(memo, compute, arity)

    def bind_frames(self, memo: Memo, compute: Callable[..., Any], arity: int) -> Callable[..., Any]:
        binder = _bind_shared if memo.policy.shared else _BINDERS.get(arity, _bind_any)
        return binder(self, memo, compute, *self.find_frames(memo.policy))

    def find_frames(self, policy: Policy) -> tuple[Push, Pop]:
        """Return the functions that begin and end queries of a policy."""
        if policy.insensitive:
            return self.push_insensitive, self.pop_insensitive
        if policy.sensitive:
            return self.push_sensitive, self.pop_sensitive
        if policy.cycle is not None:
            return self.push_cyclic, self.pop_cyclic
        return self.push, self.pop

    def push(self, memo: Memo, key: Key) -> Frame | None:
        frame = (self.parameters, self.provisional_reads, self.file_reads)
        self.parameters = CLEAN
        return frame

    def pop(self, memo: Memo, key: Key, answer: Any, frame: Frame) -> None:
        parameters, reads, file_reads = frame
        final = self.provisional_reads == reads and not self.parameters
        if final and (file_reads == self.file_reads or not memo.policy.shared):
            memo[key] = answer
        if parameters:
            self.add_parameters(parameters)

    def push_cyclic(self, memo: Memo, key: Key) -> Frame | None:
        active, cycle = memo.active, memo.policy.cycle
        if cycle is not None and (key in active or len(active) > memo.policy.limit):
            self.provisional_reads += 1
            self.early = cycle(memo.owner, *key)
            return None
        active.add(key)
        frame = (self.parameters, self.provisional_reads, self.file_reads)
        self.parameters = CLEAN
        return frame

    def pop_cyclic(self, memo: Memo, key: Key, answer: Any, frame: Frame) -> None:
        memo.active.discard(key)
        self.pop(memo, key, answer, frame)

    def push_insensitive(self, memo: Memo, key: Key) -> Frame | None:
        named, active, cycle = (memo.name, *key), memo.active, memo.policy.cycle
        outer = None
        if self.context is not self.ground:
            found = self.isolated.get(named)
            if found is not None:
                self.note_use(("isolated", *named))
                self.provisional_reads += found.is_provisional
                self.early = found.answer
                return None
            outer = self.isolate_frame(self.ground)
        answer = self.provisional.answers.get(named)
        if answer is not None:
            self.use_again(named)
            self.note_use((*named, 0))
            self.early = answer
            return None
        if cycle is not None:
            if named in active:
                self.provisional_reads += 1
                self.early = cycle(memo.owner, *key)
                return None
            active.add(named)
        frame = (named, outer, self.parameters, self.provisional_reads)
        self.parameters = CLEAN
        return frame

    def pop_insensitive(self, memo: Memo, key: Key, answer: Any, frame: Frame) -> None:
        named, outer, parameters, reads = frame
        memo.active.discard(named)
        if self.provisional_reads == reads:
            memo[key] = answer
        else:
            self.provisional.end(named)
            if memo.policy.cycle is not None and (not memo.active or self.is_exhausted(named)):
                self.provisional.answers[named] = answer
        self.parameters = parameters
        if outer is not None:
            found = self.isolated[named] = IsolatedAnswer(answer, self.provisional_reads > 0)
            self.restore_frame(outer)
            self.provisional_reads += found.is_provisional

    def push_sensitive(self, memo: Memo, key: Key) -> Frame | None:
        named, context = (memo.name, *key), self.context
        kept: Dependent | None = context.answers.get(named)
        if kept is None:
            kept = self.provisional.answers.get(named)
            if kept is not None:
                self.use_again(named)
        if kept is not None:
            self.note_use((*named, context.number))
            if kept[1]:
                self.add_parameters(kept[1])
            self.early = kept[0]
            return None
        frame = (named, self.lowest, self.parameters, self.provisional_reads)
        self.lowest, self.parameters = FAR, CLEAN
        return frame

    def pop_sensitive(self, memo: Memo, key: Key, answer: Any, frame: Frame) -> None:
        named, lowest, parameters, reads = frame
        if self.provisional_reads == reads:
            if self.parameters:
                self.context.answers[named] = (answer, self.parameters)
            else:
                memo[key] = answer
        else:
            self.provisional.end(named)
            if self._can_keep(memo, named):
                self.provisional.answers[named] = (answer, self.parameters)
        if lowest < self.lowest:
            self.lowest = lowest
        if parameters:
            self.add_parameters(parameters)

    def _can_keep(self, memo: Memo, named: Key) -> bool:
        """Return whether a provisional answer can be kept for the piece of work."""
        if not memo.policy.retries:
            return self.lowest == FAR
        return not self.parameters and (self.lowest == FAR or self.is_exhausted(named))

    def is_exhausted(self, key: Key) -> bool:
        """Count a computation, and return whether there were enough.

        Then the provisional answer is kept as it is.
        """
        count = self.provisional.retries.get(key, 0) + 1
        self.provisional.retries[key] = count
        if count > 1:
            self.earliest = min(self.earliest, self.provisional.positions[key])
        return count > MAX_RETRIES

    def add_parameters(self, parameters: Parameters) -> None:
        """Make the current query depend on parameters."""
        if not self.parameters or parameters is EVERYTHING:
            self.parameters = parameters
        elif self.parameters is not EVERYTHING and not parameters <= self.parameters:
            both = self.parameters | parameters
            # Equal sets are one object: thousands of values rest on the same parameters.
            self.parameters = self.unions.setdefault(both, both) if len(both) <= MAX_PARAMETERS else EVERYTHING

    # -- pieces of work -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start another piece of work, and drop the provisional answers of the last one."""
        self.provisional.clear()
        if self.expressions > MOST_EXPRESSIONS and not self.stack and not any(self.active.values()):
            self.forget()

    def forget(self) -> None:
        """Forget the final answers, between two pieces of work.

        They are the same when they are computed again.
        """
        self.values[:] = [NO_ROW] * len(self.values)
        self.expressions = 0
        for memo in self.memos.values():
            memo.clear()
            memo.rows.clear()
            if memo.vertices is not None:
                memo.vertices.clear()

    def isolate(self, context: Level, compute: Callable[[], T]) -> IsolatedAnswer:
        """Compute an answer as a piece of work of its own."""
        outer = self.isolate_frame(context)
        answer = compute()
        found = IsolatedAnswer(answer, self.provisional_reads > 0)
        self.restore_frame(outer)
        return found

    def isolate_frame(self, context: Level) -> QueryFrame:
        """Begin a piece of work within another one, whose state is returned."""
        frame = self.save_frame(inside=True)
        self.stack, self.lowest, self.parameters, self.context = {}, FAR, CLEAN, context
        self.provisional, self.provisional_reads, self.earliest = Provisional(), 0, FAR
        for each, _ in frame.active:
            each.clear()
        return frame

    def save_frame(self, *, inside: bool = False) -> QueryFrame:
        """Return the state that `restore_frame` restores.

        `inside` says that it is the state of a query.
        """
        # With no expression in progress nothing else is, unless a query begins a piece of work.
        active = [(each, each.copy()) for each in self.active.values() if each] if self.stack or inside else []
        return QueryFrame(
            self.stack, len(self.stack), self.lowest, self.deepest, self.parameters, self.context,
            self.provisional, self.provisional_reads, self.earliest, active,
        )  # fmt: skip

    def restore_frame(self, frame: QueryFrame) -> None:
        self.stack = frame.stack
        self.lowest, self.deepest = frame.lowest, frame.deepest
        self.context, self.parameters = frame.context, frame.parameters
        self.provisional, self.provisional_reads = frame.provisional, frame.provisional_reads
        self.earliest = frame.earliest
        while len(self.stack) > frame.height:
            self.stack.popitem()
        for each in self.active.values():
            each.clear()
        for each, had in frame.active:
            each.update(had)

    def attempt(self, task: Task, compute: Callable[[], T], default: T) -> T:
        """Return the result of a piece of work.

        Returns `default` where it is left out or fails.
        """
        if self.program.faults.is_left_out(task):
            return default
        self.program.pulse.count += 1
        before, budget = self.save_frame(), self.budget
        self.budget = MAX_EVALUATIONS
        try:
            return compute()
        except Exception as error:  # noqa: BLE001 - the promise: what cannot be resolved costs no other piece
            self.recover(task, error, before)
            return default
        finally:
            self.budget = budget

    def recover(self, task: Task, error: Exception, before: QueryFrame, line: int = 0) -> None:
        """Record that a piece failed, and restore the state from before."""
        self.program.faults.note(task, self.program.files[task.file].path, error, line)
        self.restore_frame(before)

    def note_use(self, key: Key) -> None:
        """Record the use of a kept answer that is not final; does nothing here."""
