"""Shards of a program: groups of files whose sites are emitted apart from those of others.

A shard is emitted by a copy of the prepared program, in a process of its own. What it gives the others is what files
give one another: the calls of a level, then what these pass for the parameters that any shard asks for. Each call's
arguments are evaluated by the shard of its file alone. Every piece of work gives the same wherever it is done, so a
shard that lacks an answer computes it, and the result does not depend on how many shards there are.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from codegraph.model import Unresolved
from codegraph.resolve.calls.argument_flow import (
    MAX_LEVEL,
    MAX_PASSED,
    NOTHING,
    Level,
    Parameter,
    Passed,
    collect_parameters,
)
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Fragment, Mark, Piece
from codegraph.resolve.incremental.emission import EmissionRun, Made, Row
from codegraph.resolve.incremental.snapshot import decode_passed, encode_passed
from codegraph.resolve.program.program import Program, is_class
from codegraph.resolve.types.values import EVERYTHING, UNKNOWN, Value, join

Exchange = Callable[[Sequence[bytes]], Sequence[bytes]]
"""Give every shard its message, by number, and return those of all others in order."""

PartRow = tuple[int, int, int, int, object]
"""Level, function, position and file of what calls pass, and that, encoded."""

FILE_COST: Final = 20
"""What a file costs besides its sites, in sites."""

ROUNDS: Final = 3 * MAX_LEVEL
"""Messages that every shard exchanges with the others."""


class ShardResult(NamedTuple):
    """What the emission of a shard gave.

    `made` are the calls of its files by level, `rows` and `misses` what comes out of them, `abroad` the edges that
    start elsewhere: by file where they start and file that emitted them. `passed` and `parts` are by level, encoded."""

    made: dict[int, list[Made]]
    rows: dict[int, list[Row]]
    misses: dict[int, list[tuple[Any, ...]]]
    abroad: dict[int, dict[int, list[Row]]]
    passed: list[list[tuple[int, int, object]]]
    parts: list[list[tuple[int, tuple[int, int], object]]]
    mentions: dict[int, set[tuple[int, tuple[Any, ...]]]]
    fragment: Fragment


def partition_files(program: Program, count: int) -> list[list[int]]:
    """Return the files of a program as `count` ranges in path order that take about as long."""
    costs = [len(program.files[file].sites) + FILE_COST for file in program.order]
    total, before = sum(costs), 0
    shards: list[list[int]] = [[] for _ in range(count)]
    for file, cost in zip(program.order, costs, strict=True):
        shards[min(count - 1, (before + cost // 2) * count // total)].append(file)
        before += cost
    return shards


def warm_up(run: EmissionRun) -> None:
    """Compute what most shards would compute for themselves."""
    program, evaluator = run.program, run.evaluator
    for file in program.order:
        program.bind(file)
        program.list_imports(file)
        program.summarize(file)
        offset = program.offsets[file]
        for local, symbol in enumerate(program.files[file].symbols):
            if is_class(symbol):
                evaluator.queries.begin()
                find = partial(evaluator.classes.linear, offset + local)
                evaluator.attempt(Task("class", file, local), find, None)
    evaluator.queries.begin()


class Shard:
    """One shard, in the process that emits it."""

    def __init__(self, run: EmissionRun, shards: Sequence[Sequence[int]], number: int, mark: Mark) -> None:
        self.run = run
        self.files = shards[number]
        self.mark = mark
        self.own = frozenset(self.files)
        self.shard_of = {file: at for at, files in enumerate(shards) for file in files}
        self.number, self.count = number, len(shards)
        self.levels, self.all = run.evaluator.levels, run.levels
        self.asked: set[Parameter] = set()  # parameters that any shard asks for, as far as that was told
        self.learned: set[tuple[int, ...]] = set()  # parts and what is passed, of others

    def emit(self, exchange: Exchange) -> bytes:
        """Emit all levels, and return the result for `merge_results`."""
        run = self.run
        for number in range(MAX_LEVEL + 1):
            for file in self.files:
                run.emit(file, number)
            if number < MAX_LEVEL:
                fresh = self._exchange_calls(number, exchange)
                known = sorted(self.asked)
                self.asked.update(fresh)
                self._exchange_parts(number, known, fresh, exchange)
                self._exchange_passed(number, known, fresh, exchange)
        for file in self.files:
            run.finish(file)
        return pickle.dumps(self._make_result(), pickle.HIGHEST_PROTOCOL)

    def _exchange_calls(self, number: int, exchange: Exchange) -> list[Parameter]:
        """Tell the others the calls of a level, and learn theirs.

        Returns parameters that are asked for and were not before."""
        run, calls = self.run, self.run.kept.calls[number]
        wanted = self._list_wanted(number)
        made = {file: run.kept.made[file][number] for file in self.files}
        fresh = set(wanted)
        for message in exchange([marshal.dumps((made, wanted))] * self.count):
            theirs, others = marshal.loads(message)
            for file, by_function in theirs.items():
                for gid, each in by_function.items():
                    calls.setdefault(gid, {})[file] = each
            fresh.update(others)
        return sorted(key for key in fresh - self.asked if key[0] >= 0)

    def _list_wanted(self, number: int) -> list[Parameter]:
        """Return the parameters that sites here rest on, and those that what is passed for them rests on."""
        wanted = collect_parameters([taint for file in self.files for taint in self.run.taints[file].values()])
        for gid, positions in self.all[number].passed.items():
            for position, passed in positions.items():
                wanted.add((gid, position))
                if passed.rests is not EVERYTHING:
                    wanted |= passed.rests
        return sorted(wanted - self.asked)

    def _exchange_parts(
        self, number: int, known: Iterable[Parameter], fresh: Iterable[Parameter], exchange: Exchange
    ) -> None:
        """Tell the shards of functions what calls here pass, as level `number` knows it, and learn that of functions here.

        For `fresh` parameters that is told for all levels below, too."""
        found: list[list[PartRow]] = [[] for _ in range(self.count)]
        below = self.all[number]
        for key in known:
            if not self._is_settled(below, key):
                found[self._find_shard(key)] += self._list_parts(below, key)
        for key in fresh:
            for level in self.all[: number + 1]:
                found[self._find_shard(key)] += self._list_parts(level, key)
        for message in exchange(list(map(marshal.dumps, found))):
            for level, gid, position, file, part in marshal.loads(message):
                parts = self.all[level].parts
                assert parts is not None
                parts.setdefault(gid, {})[position, file] = decode_passed(part)
                self.learned.add((level, gid, position, file))

    def _find_shard(self, key: Parameter) -> int:
        """Return the shard that works out what is passed for a parameter: that of its function."""
        return self.shard_of.get(self.run.program.file_of[key[0]], 0)

    def _is_settled(self, below: Level, key: Parameter) -> bool:
        """Tell whether the level above passes what `below` does, as far as is known here without computing it."""
        passed = self._find_passed(below, key)
        if passed is None or passed.full:
            return passed is not None
        if not below.number or key[0] in below.calls or passed.rests is EVERYTHING:
            return False
        lower = self.all[below.number - 1]
        for rest in passed.rests:
            new, old = self._find_passed(below, rest), self._find_passed(lower, rest)
            if new is None or old is None or (new.value, new.always) != (old.value, old.always):
                return False
        return True

    def _find_passed(self, level: Level, key: Parameter) -> Passed | None:
        """Return what is passed for a parameter where that is known here."""
        return level.passed.get(key[0], {}).get(key[1]) if level.number else NOTHING

    def _list_parts(self, below: Level, key: Parameter) -> list[PartRow]:
        """Return what the calls in each file here pass for a parameter, until that is too much."""
        queries, levels, value, found = self.run.evaluator.queries, self.levels, UNKNOWN, list[PartRow]()
        gid, position = key
        for met in levels.list_met_in(below, gid, self.own):
            part: Passed = queries.isolate(below, partial(levels.part, below, key, met)).answer
            found.append((below.number, gid, position, met.file, encode_passed(part)))
            value = join([value, part.value]) if part.value else value
            if part.full or len(value) > MAX_PASSED or (part.value and not value):
                break
        return found

    def _exchange_passed(
        self, number: int, known: Iterable[Parameter], fresh: Iterable[Parameter], exchange: Exchange
    ) -> None:
        """Tell the others what is passed for parameters of functions here, as the next level knows it, and learn theirs.

        For `fresh` parameters that is told for all levels below, too."""
        found: list[tuple[int, int, int, object]] = []
        for keys, first in ((known, number + 1), (fresh, 1)):
            for gid, position in keys:
                if self._find_shard((gid, position)) == self.number:
                    for level in self.all[first : number + 2]:
                        passed = encode_passed(self.levels.passed(level, (gid, position)))
                        found.append((level.number, gid, position, passed))
        for message in exchange([marshal.dumps(found)] * self.count):
            for level, gid, position, passed in marshal.loads(message):
                row = self.all[level].passed.setdefault(gid, {})
                if position not in row:
                    row[position] = decode_passed(passed)
                    self.learned.add((level, gid, position))

    def _make_result(self) -> ShardResult:
        run, kept, learned = self.run, self.run.kept, self.learned
        return ShardResult(
            {file: kept.made[file] for file in self.files},
            run.rows,
            {file: list(map(tuple, misses)) for file, misses in run.misses.items()},
            {
                place: own
                for place, by_file in kept.abroad.items()
                if (own := {file: rows for file, rows in by_file.items() if file in self.own})
            },
            [
                [
                    (gid, at, encode_passed(each))
                    for gid, row in table.items() for at, each in row.items() if (level, gid, at) not in learned
                ]
                for level, table in enumerate(kept.passed)
            ],
            [
                [
                    (gid, at, encode_passed(each))
                    for gid, row in table.items() for at, each in row.items() if (level, gid, *at) not in learned
                ]
                for level, table in enumerate(kept.parts)
            ],
            {file: {(level, tuple(piece)) for level, piece in places} for file, places in kept.mentions.items()},
            run.record.export_fragment(self.mark),
        )  # fmt: skip


def merge_results(run: EmissionRun, results: Iterable[bytes]) -> None:
    """Take in what all shards gave, in their order."""
    kept = run.kept
    for message in results:
        result: ShardResult = pickle.loads(message)
        kept.made.update(result.made)
        for file, levels in result.made.items():
            for calls, made in zip(kept.calls, levels, strict=True):
                for gid, each in made.items():
                    calls.setdefault(gid, {})[file] = each
        run.rows.update(result.rows)
        run.misses.update({file: list(map(Unresolved._make, rows)) for file, rows in result.misses.items()})
        for place, by_file in result.abroad.items():
            kept.abroad.setdefault(place, {}).update(by_file)
        for table, rows in zip(kept.passed, result.passed, strict=True):
            _fill(table, rows)
        for table, rows in zip(kept.parts, result.parts, strict=True):
            _fill(table, rows)
        for file, places in result.mentions.items():
            kept.mentions.setdefault(file, set()).update((level, Piece(*piece)) for level, piece in places)
        run.record.add_fragment(result.fragment)


def _fill(table: Any, rows: Iterable[tuple[int, Any, Any]]) -> None:
    for gid, at, row in rows:
        known = table.setdefault(gid, {})
        if at not in known:
            known[at] = decode_passed(row)
