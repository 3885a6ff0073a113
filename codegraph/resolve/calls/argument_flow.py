"""Flow of arguments into undeclared parameters, level by level.

Value flow through undeclared parameters: callers decide what a function holds, level by level.

On level 0 nothing is known of what is passed. A level knows what resolved calls of the levels below pass, as far as it
was known there. What a parameter holds on a level is computed when it is first asked for, as a piece of work of its own
one level down, so it depends neither on who asks nor on when. Sets only grow from level to level, and one that exceeds
its bound becomes unknown for good.
"""

from __future__ import annotations

from collections.abc import Container, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.calls.construction import makes
from codegraph.resolve.faults import Task
from codegraph.resolve.query import Context
from codegraph.resolve.types.values import (
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
    make_function,
    symbols_in,
)  # fmt: skip
from codegraph_parsers import ops
from codegraph_parsers.facts import Flag

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


class Passed(NamedTuple):
    """What calls pass for a parameter. `full`: too many things; `omitted`: some call leaves it to its default;
    `always`: all calls are known and pass it. `rests`: parameters that the arguments rest on."""

    value: Value = UNKNOWN
    full: bool = False
    omitted: bool = False
    always: bool = False
    rests: Parameters = CLEAN


Parts = MutableMapping[int, dict[tuple[int, int], Passed]]
"""Function → (position, file) → what the calls in that file pass, where that is kept."""

Arguments = dict[int, list["int | Value"]]
"""Position of a parameter → the arguments that meet it."""


MatchedCall = tuple[list[tuple[int, "int | Value"]], frozenset[int]]
"""Arguments of a call by position of the parameter they meet, and parameters that it leaves to defaults."""


class Met(NamedTuple):
    """A file and its calls of one function.

    `arguments` are those of all of them, None where they must be asked for call by call, since some are spread.
    `omitted` are the parameters that some call leaves to their defaults."""

    file: int
    calls: list[tuple[int, bool]]
    arguments: Arguments | None = None
    omitted: frozenset[int] = frozenset()


NOTHING = Passed()
NONE_OMITTED: Final[frozenset[int]] = frozenset()
FULL = Passed(full=True)
TOO_MUCH: Value = (make_function(-1, None),) * (MAX_PASSED + 1)

Mentions = MutableMapping[int, "set[tuple[int, Piece]]"]
"""File → where something is passed that its symbols are part of: level, and what is passed or a part of it."""


class Level(Context):
    """What is known on one level: by parameter what is passed, and what rests on that."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.passed: MutableMapping[int, dict[int, Passed]] = {}  # function → position → what is passed
        self.parts: Parts | None = None
        self.calls: Calls = {}  # that sites resolved on this level make
        self.met: dict[int, list[Met]] = {}  # function → what calls known here pass it, where that is not edited
        self.asked: frozenset[Parameter] = CLEAN  # parameters of which is known whether they hold more than below
        self.changed: Parameters = CLEAN  # those that do


class Levels:
    """All levels of one program, from the ground up."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.ground = evaluator.level
        self.all = [self.ground]
        self.mentions: Mentions | None = None
        self.matched: dict[tuple[int, int, int, bool], MatchedCall] = {}  # of calls that are asked for one by one
        self.met: dict[tuple[int, int], Met] = {}  # (function, file) → calls there as the last level knew them

    @property
    def top(self) -> Level:
        return self.all[-1]

    def passed(self, level: Level, key: Parameter) -> Passed:
        """What calls pass for a parameter as far as `level` knows."""
        self.evaluator.reads.read_passed(*key)
        if level.number == 0:
            return NOTHING
        held = level.passed.get(key[0])
        found = held.get(key[1]) if held is not None else None
        if found is None:
            found = self.compute_passed(level, key)
            level.passed.setdefault(key[0], {})[key[1]] = found
        return found

    def compute_passed(self, level: Level, key: Parameter) -> Passed:
        below = self.all[level.number - 1]
        before = self.passed(below, key)
        if before.full or (below.number and key[0] not in below.calls and self.is_same(below, before.rests)):
            return before  # no call is new, and none passes anything else than one level down
        task = Task("passed", self.evaluator.program.file_of[key[0]], (*key, level.number))
        queries, compute = self.evaluator.queries, partial(self._passed, below, key, before)
        return queries.attempt(task, lambda: queries.isolate(below, compute).answer, FULL)

    def mention(self, passed: Passed, level: Level, piece: Piece) -> None:
        """Note which files' symbols are part of what is passed."""
        if self.mentions is not None:
            file_of = self.evaluator.program.file_of
            gids = symbols_in(passed.value)
            gids.update(gid for gid, _ in passed.rests if gid >= 0)
            for file in {file_of[gid] for gid in gids}:
                self.mentions.setdefault(file, set()).add((level.number, piece))

    def is_same(self, level: Level, keys: Parameters) -> bool:
        """Whether no more is known of any of the parameters than on the level below."""
        if keys is EVERYTHING:
            return False
        if keys <= level.asked:
            return keys.isdisjoint(level.changed)
        for key in keys:
            new, old = self.passed(level, key), self.passed(self.all[level.number - 1], key)
            if new.value != old.value or new.always != old.always:
                return False
        return True

    def _passed(self, below: Level, key: Parameter, before: Passed) -> Passed:
        """What the level above `below` knows of a parameter: arguments are evaluated as on `below`."""
        gid, wanted = key
        value, omitted, rests = before.value, before.omitted, before.rests if below.number else CLEAN
        for met in self.get_met(below, gid):
            if met.arguments is not None and wanted not in met.arguments and wanted not in met.omitted:
                continue
            part = self.part(below, key, met)
            omitted = omitted or part.omitted
            if part.value:
                value = join([value, part.value])
            if part.full or len(value) > MAX_PASSED or (part.value and not value):
                return FULL
            rests = join_parameters(rests, part.rests)
        always = bool(value) and not omitted and self.closed(gid)
        return Passed(value, False, omitted, always, rests)

    def get_met(self, below: Level, gid: int) -> list[Met]:
        """Return all calls of a function that a level knows, in path order."""
        while below.number and gid not in below.calls:  # it knows no more than the one below it
            below = self.all[below.number - 1]
        found = below.met.get(gid)
        if found is None:
            found = below.met[gid] = self.list_met(below, gid)
        return found

    def list_met(self, below: Level, gid: int) -> list[Met]:
        return self.list_met_in(below, gid, None)

    def list_met_in(self, below: Level, gid: int, files: Container[int] | None) -> list[Met]:
        """Return the calls in some files (None: all) that a level knows, in path order."""
        known: dict[int, dict[tuple[int, bool], None]] = {}
        for each in self.all[: below.number + 1]:
            for file, calls in each.calls.get(gid, {}).items():
                if files is None or file in files:
                    known.setdefault(file, {}).update(calls)
        rank = self.evaluator.program.rank
        return [self.match_calls(gid, file, sorted(known[file])) for file in sorted(known, key=rank.__getitem__)]

    def match_calls(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> Met:
        found = self.met.get((gid, file))
        if found is None or found.calls != calls:
            found = self.met[gid, file] = self._compute_met(gid, file, calls)
        return found

    def _compute_met(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> Met:
        exprs = self.evaluator.exprs[file]
        arguments: Arguments = {}
        omitted: set[int] = set()
        for index, bound in calls:
            written: tuple[int, ...] = exprs[index][2]
            for e in written:
                if exprs[e][0] == ops.SPREAD:
                    return Met(file, calls)
            found, left = self._match_call(gid, file, index, bound)
            omitted |= left
            for position, argument in found:
                arguments.setdefault(position, []).append(argument)
        return Met(file, calls, arguments, frozenset(omitted) if omitted else NONE_OMITTED)

    def part(self, below: Level, key: Parameter, met: Met) -> Passed:
        """What the calls in one file pass, and whether one leaves the parameter to its default."""
        parts = None if below.parts is None else below.parts.setdefault(key[0], {})
        if parts is not None and (key[1], met.file) in parts:
            return parts[key[1], met.file]
        found = self.compute_part(below, key, met)
        if parts is not None:
            parts[key[1], met.file] = found
        return found

    def compute_part(self, below: Level, key: Parameter, met: Met) -> Passed:
        queries = self.evaluator.queries
        queries.begin()
        queries.parameters = CLEAN
        task = Task("part", met.file, (*key, below.number))
        return queries.attempt(task, partial(self._part, key, met), FULL)

    def _part(self, key: Parameter, met: Met) -> Passed:
        queries = self.evaluator.queries
        gid, wanted = key
        file, calls, arguments, left = met
        value, omitted = UNKNOWN, wanted in left
        # Arguments are evaluated once it is known which parameter they meet: few parameters are asked for.
        if arguments is not None:
            for argument in arguments.get(wanted, ()):
                value = self._with(value, file, argument)
                if len(value) > MAX_PASSED:
                    return FULL
            return Passed(value, False, omitted, False, queries.parameters)
        for index, bound in calls:
            found, defaults = self.arguments(gid, file, index, bound)
            omitted = omitted or wanted in defaults
            for position, argument in found:
                if position == wanted:
                    value = self._with(value, file, argument)
                    if len(value) > MAX_PASSED:
                        return FULL
        return Passed(value, False, omitted, False, queries.parameters)

    def _with(self, value: Value, file: int, argument: int | Value) -> Value:
        """What an argument may be in addition; more than `MAX_PASSED` when that is too much."""
        held = self.evaluator.value(file, argument) if isinstance(argument, int) else argument
        kept = tuple([a for a in held if isinstance(a, FLOWING)])
        return (join([value, kept]) or TOO_MUCH) if kept else value

    def arguments(self, gid: int, file: int, index: int, bound: bool) -> MatchedCall:
        """Return what a call passes."""
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
        first: tuple[Value, ...] = (UNKNOWN,) if makes(self.evaluator.program, file, gid, expr) else ()
        pairs = calls.match(gid, bound, (*first, *calls.written(file, expr[2])), expr[3])
        arguments = [(position, argument) for position, _, argument in pairs]
        given = {position for position, _ in arguments}
        omitted = [at for at, p in calls.parameters(gid, bound) if p.default and at not in given]
        return arguments, frozenset(omitted) if omitted else NONE_OMITTED

    def closed(self, gid: int) -> bool:
        """Whether all callers of a function are known: its module exports by name and not this one."""
        program = self.evaluator.program
        above = program.parent(gid)
        around = program.symbol(above).flags if above >= 0 and program.parent(above) >= 0 else 0
        exported = (program.symbol(gid).flags | around) & Flag.EXPORTED
        return program.semantics[program.file_of[gid]].modules.has_explicit_exports and not exported

    def rise(self, asked: set[Parameter]) -> Parameters:
        """Go one level up. The parameters for which more is known there, among `asked` and those that their arguments
        rest on."""
        below = self.top
        level = Level(below.number + 1)
        self.all.append(level)
        changed: set[Parameter] = set()
        asked, queue = set(asked), list(asked)
        for key in queue:  # grows while it is read
            new, old = self.passed(level, key), self.passed(below, key)
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
    """Return the parameters that something rests on, as far as they are counted."""
    found: set[Parameter] = set()
    for parameters in several:
        if parameters is not EVERYTHING:
            found |= parameters
    return found
