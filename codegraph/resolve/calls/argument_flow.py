"""Flow of arguments into undeclared parameters, level by level.

Level 0 is context-insensitive: nothing is known of what is passed. A level knows the arguments of calls that were
resolved on the levels below, evaluated as far as they were known there. The value of a parameter on a level is computed
when it is first asked for, as a piece of work of its own one level down, so it depends neither on who asks nor on when.
Sets only grow from level to level, and one that exceeds its bound becomes unknown for good.
"""

from __future__ import annotations

from collections.abc import Container, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.calls.construction import is_allocator_call
from codegraph.resolve.faults import Task
from codegraph.resolve.memoised_query import Context
from codegraph.resolve.types.abstract_values import (  # fmt: skip
    CLEAN,
    EVERYTHING,
    UNKNOWN,
    ClassObject,
    Function,
    FunctionType,
    Instance,
    ListLiteral,
    LiteralValue,
    MappingLiteral,
    Parameters,
    SelfInstance,
    TupleInstance,
    Value,
    join,
    list_symbols,
    make_function,
)
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.incremental.dependency_graph import Piece

MAX_LEVEL = 4  # what is passed on through more hands than this stays unknown
MAX_RESTS = 24  # parameters that what is passed is known to rest on
MAX_PASSED = 3  # different things passed for one parameter; more say nothing about a single call
FLOWING = (
    Function,
    ClassObject,
    Instance,
    ListLiteral,
    MappingLiteral,
    LiteralValue,
    TupleInstance,
    FunctionType,
    SelfInstance,
)

Parameter = tuple[int, int]
"""A function and the position of one of its parameters."""

CallsOfFile = dict[tuple[int, bool], None]
"""Calls in one file: (expression, whether a receiver is bound)."""

Calls = MutableMapping[int, dict[int, CallsOfFile]]
"""Function → file → calls of it there."""


class PassedValue(NamedTuple):
    """Values that calls pass for a parameter.

    `full`: there are too many of them; `omitted`: some call leaves the parameter to its default; `always`: all calls
    are known and pass it. `rests`: parameters that the arguments depend on.
    """

    value: Value = UNKNOWN
    full: bool = False
    omitted: bool = False
    always: bool = False
    rests: Parameters = CLEAN


Parts = MutableMapping[int, dict[tuple[int, int], PassedValue]]
"""Function → (position, file) → what the calls in that file pass, where that is kept."""

Arguments = dict[int, list["int | Value"]]
"""Position of a parameter → the arguments that meet it."""


MatchedCall = tuple[list[tuple[int, "int | Value"]], frozenset[int]]
"""Arguments of a call by position of the parameter they meet, and parameters that it leaves to defaults."""


class CallGroup(NamedTuple):
    """Calls of one function in one file.

    `arguments` are those of all of the calls, None where they must be asked for call by call, since some are spread.
    `omitted` are the parameters that some call leaves to their defaults.
    """

    file: int
    calls: list[tuple[int, bool]]
    arguments: Arguments | None = None
    omitted: frozenset[int] = frozenset()


NOTHING = PassedValue()
NONE_OMITTED: Final[frozenset[int]] = frozenset()
FULL = PassedValue(full=True)
TOO_MUCH: Value = (make_function(-1, None),) * (MAX_PASSED + 1)

Mentions = MutableMapping[int, "set[tuple[int, Piece]]"]
"""File → where something is passed that its symbols are part of: level, and what is passed or a part of it."""


class Level(Context):
    """One level of argument flow: passed values by parameter, and their dependents."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.passed: MutableMapping[int, dict[int, PassedValue]] = {}  # function → position → what is passed
        self.parts: Parts | None = None
        self.calls: Calls = {}  # that sites resolved on this level make
        self.met: dict[int, list[CallGroup]] = {}  # function → what calls known here pass it, where that is not edited
        self.asked: frozenset[Parameter] = CLEAN  # parameters of which is known whether they hold more than below
        self.changed: Parameters = CLEAN  # those that do


class Levels:
    """All levels of one program, from the context-insensitive one upwards."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.ground = evaluator.level
        self.all = [self.ground]
        self.mentions: Mentions | None = None
        self.matched: dict[tuple[int, int, int, bool], MatchedCall] = {}  # of calls that are asked for one by one
        self.met: dict[tuple[int, int], CallGroup] = {}  # (function, file) → calls there as the last level knew them

    @property
    def top(self) -> Level:
        return self.all[-1]

    def find_passed(self, level: Level, key: Parameter) -> PassedValue:
        """Return what calls pass for a parameter, as far as `level` knows."""
        self.evaluator.reads.read_passed(*key)
        if level.number == 0:
            return NOTHING
        held = level.passed.get(key[0])
        found = held.get(key[1]) if held is not None else None
        if found is None:
            found = self.compute_passed(level, key)
            level.passed.setdefault(key[0], {})[key[1]] = found
        return found

    def compute_passed(self, level: Level, key: Parameter) -> PassedValue:
        below = self.all[level.number - 1]
        before = self.find_passed(below, key)
        if before.full or (below.number and key[0] not in below.calls and self.is_same(below, before.rests)):
            return before  # no call is new, and none passes anything else than one level down
        task = Task("passed", self.evaluator.program.file_of[key[0]], (*key, level.number))
        queries, compute = self.evaluator.queries, partial(self._evaluate_passed, below, key, before)
        return queries.attempt(task, lambda: queries.isolate(below, compute).answer, FULL)

    def mention(self, passed: PassedValue, level: Level, piece: Piece) -> None:
        """Record the files whose symbols are part of a passed value."""
        if self.mentions is not None:
            file_of = self.evaluator.program.file_of
            gids = list_symbols(passed.value)
            gids.update(gid for gid, _ in passed.rests if gid >= 0)
            for file in {file_of[gid] for gid in gids}:
                self.mentions.setdefault(file, set()).add((level.number, piece))

    def is_same(self, level: Level, keys: Parameters) -> bool:
        """Return whether no parameter has a new value on a level.

        The level below is the one compared with.
        """
        if keys is EVERYTHING:
            return False
        if keys <= level.asked:
            return keys.isdisjoint(level.changed)
        for key in keys:
            new, old = self.find_passed(level, key), self.find_passed(self.all[level.number - 1], key)
            if new.value != old.value or new.always != old.always:
                return False
        return True

    def _evaluate_passed(self, below: Level, key: Parameter, before: PassedValue) -> PassedValue:
        """Evaluate what the level above `below` knows of a parameter.

        Arguments are evaluated as on `below`.
        """
        gid, wanted = key
        value, omitted, rests = before.value, before.omitted, before.rests if below.number else CLEAN
        for met in self.get_call_groups(below, gid):
            if met.arguments is not None and wanted not in met.arguments and wanted not in met.omitted:
                continue
            part = self.find_part(below, key, met)
            omitted = omitted or part.omitted
            if part.value:
                value = join([value, part.value])
            if part.full or len(value) > MAX_PASSED or (part.value and not value):
                return FULL
            rests = join_parameters(rests, part.rests)
        always = bool(value) and not omitted and self.is_closed(gid)
        return PassedValue(value, False, omitted, always, rests)

    def get_call_groups(self, below: Level, gid: int) -> list[CallGroup]:
        """Return all calls of a function that a level knows, in path order."""
        while below.number and gid not in below.calls:  # it knows no more than the one below it
            below = self.all[below.number - 1]
        found = below.met.get(gid)
        if found is None:
            found = below.met[gid] = self.list_call_groups(below, gid)
        return found

    def list_call_groups(self, below: Level, gid: int) -> list[CallGroup]:
        return self.list_call_groups_in(below, gid, None)

    def list_call_groups_in(self, below: Level, gid: int, files: Container[int] | None) -> list[CallGroup]:
        """Return the calls in some files (None: all) that a level knows, in path order."""
        known: dict[int, dict[tuple[int, bool], None]] = {}
        for each in self.all[: below.number + 1]:
            for file, calls in each.calls.get(gid, {}).items():
                if files is None or file in files:
                    known.setdefault(file, {}).update(calls)
        rank = self.evaluator.program.rank
        return [self.group_calls(gid, file, sorted(known[file])) for file in sorted(known, key=rank.__getitem__)]

    def group_calls(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> CallGroup:
        found = self.met.get((gid, file))
        if found is None or found.calls != calls:
            found = self.met[gid, file] = self._compute_call_group(gid, file, calls)
        return found

    def _compute_call_group(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> CallGroup:
        exprs = self.evaluator.exprs[file]
        arguments: Arguments = {}
        omitted: set[int] = set()
        for index, bound in calls:
            written: tuple[int, ...] = exprs[index][2]
            for e in written:
                if exprs[e][0] == ops.SPREAD:
                    return CallGroup(file, calls)
            found, left = self._match_call(gid, file, index, bound)
            omitted |= left
            for position, argument in found:
                arguments.setdefault(position, []).append(argument)
        return CallGroup(file, calls, arguments, frozenset(omitted) if omitted else NONE_OMITTED)

    def find_part(self, below: Level, key: Parameter, met: CallGroup) -> PassedValue:
        """Return what the calls in one file pass for a parameter."""
        parts = None if below.parts is None else below.parts.setdefault(key[0], {})
        if parts is not None and (key[1], met.file) in parts:
            return parts[key[1], met.file]
        found = self.compute_part(below, key, met)
        if parts is not None:
            parts[key[1], met.file] = found
        return found

    def compute_part(self, below: Level, key: Parameter, met: CallGroup) -> PassedValue:
        queries = self.evaluator.queries
        queries.begin()
        queries.parameters = CLEAN
        task = Task("part", met.file, (*key, below.number))
        return queries.attempt(task, partial(self._evaluate_part, key, met), FULL)

    def _evaluate_part(self, key: Parameter, met: CallGroup) -> PassedValue:
        queries = self.evaluator.queries
        gid, wanted = key
        file, calls, arguments, left = met
        value, omitted = UNKNOWN, wanted in left
        # Arguments are evaluated once it is known which parameter they meet: few parameters are asked for.
        if arguments is not None:
            for argument in arguments.get(wanted, ()):
                value = self._add_argument(value, file, argument)
                if len(value) > MAX_PASSED:
                    return FULL
            return PassedValue(value, False, omitted, False, queries.parameters)
        for index, bound in calls:
            found, defaults = self.match_call(gid, file, index, bound)
            omitted = omitted or wanted in defaults
            for position, argument in found:
                if position == wanted:
                    value = self._add_argument(value, file, argument)
                    if len(value) > MAX_PASSED:
                        return FULL
        return PassedValue(value, False, omitted, False, queries.parameters)

    def _add_argument(self, value: Value, file: int, argument: int | Value) -> Value:
        """Add the value of an argument to a value.

        The result has more than `MAX_PASSED` atoms when that is too much.
        """
        held = self.evaluator.value(file, argument) if isinstance(argument, int) else argument
        kept = tuple([a for a in held if isinstance(a, FLOWING)])
        return (join([value, kept]) or TOO_MUCH) if kept else value

    def match_call(self, gid: int, file: int, index: int, bound: bool) -> MatchedCall:
        """Match the arguments of a call with the parameters of a function."""
        self.evaluator.reads.read_symbol(gid)
        key = (gid, file, index, bound)
        found = self.matched.get(key)
        if found is None:
            found, exprs = self._match_call(gid, file, index, bound), self.evaluator.exprs[file]
            written: tuple[int, ...] = exprs[index][2]
            if not any(exprs[e][0] == ops.SPREAD for e in written):  # else it depends on what is spread
                self.matched[key] = found
        return found

    def _match_call(self, gid: int, file: int, index: int, bound: bool) -> MatchedCall:
        calls = self.evaluator.calls
        expr = self.evaluator.exprs[file][index]
        first: tuple[Value, ...] = (UNKNOWN,) if is_allocator_call(self.evaluator.program, file, gid, expr) else ()
        pairs = calls.match_arguments(gid, bound, (*first, *calls.list_positional(file, expr[2])), expr[3])
        arguments = [(position, argument) for position, _, argument in pairs]
        given = {position for position, _ in arguments}
        omitted = [at for at, p in calls.list_parameters(gid, bound) if p.default and at not in given]
        return arguments, frozenset(omitted) if omitted else NONE_OMITTED

    def is_closed(self, gid: int) -> bool:
        """Return whether all callers of a function are known.

        They are if its module exports by name and does not export the function.
        """
        program = self.evaluator.program
        above = program.get_parent(gid)
        around = program.get_symbol(above).flags if above >= 0 and program.get_parent(above) >= 0 else 0
        exported = (program.get_symbol(gid).flags | around) & Flag.EXPORTED
        return program.semantics[program.file_of[gid]].modules.has_explicit_exports and not exported

    def advance(self, asked: set[Parameter]) -> Parameters:
        """Advance to the next level.

        Returns the parameters for which more is known there, among `asked` and those that their arguments depend on.
        """
        below = self.top
        level = Level(below.number + 1)
        self.all.append(level)
        changed: set[Parameter] = set()
        asked, queue = set(asked), list(asked)
        for key in queue:  # grows while it is read
            new, old = self.find_passed(level, key), self.find_passed(below, key)
            if new.value != old.value or new.always != old.always:
                changed.add(key)
            more = () if new.rests is EVERYTHING else new.rests - asked
            asked.update(more)
            queue.extend(more)
        level.asked, level.changed = frozenset(asked), frozenset(changed)
        same = level.asked - changed
        level.values = {k: v for k, v in below.values.items() if v[1] <= same}
        level.answers = {k: v for k, v in below.answers.items() if v[1] <= same}
        level.cycles = {
            k: v
            for k, v in below.cycles.items()
            if v.parameters <= same and all(kept is None or kept[1] <= same for kept in v.provisional.values)
        }
        return level.changed


def join_parameters(parameters: Parameters, more: Parameters) -> Parameters:
    """Join two sets of parameters, as far as they are counted."""
    if more <= parameters or parameters is EVERYTHING:
        return parameters
    both = parameters | more
    return both if len(both) <= MAX_RESTS and more is not EVERYTHING else EVERYTHING


def collect_parameters(several: list[Parameters]) -> set[Parameter]:
    """Collect the parameters of several sets, as far as they are counted."""
    found: set[Parameter] = set()
    for parameters in several:
        if parameters is not EVERYTHING:
            found |= parameters
    return found
