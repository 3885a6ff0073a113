"""Shards of a program: files whose sites are emitted apart from others.

A shard is emitted by a copy of the prepared program, in a process of its own. After each level shards exchange what
files give one another: the calls of that level, the values that these pass for the parameters that any shard asks for,
and the joined values of the parameters. The shard of a call evaluates its arguments, the shard of the function joins
them. Every piece of work gives the same result wherever it is done, so a shard that lacks an answer computes it, and
the result does not depend on how many shards there are.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from codegraph.graph_model import Unresolved
from codegraph.resolve.calls.argument_flow import (
    MAX_LEVEL,
    MAX_PASSED,
    NOTHING,
    Level,
    Parameter,
    PassedValue,
    collect_parameters,
)
from codegraph.resolve.endpoints.endpoint_rows import FileRows
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Fragment, Mark, Piece
from codegraph.resolve.incremental.emission import EmissionRun, Made, Row
from codegraph.resolve.incremental.program_snapshot import decode_passed, encode_passed
from codegraph.resolve.program.program import Program, is_class
from codegraph.resolve.types.abstract_values import EVERYTHING, UNKNOWN, join

Exchange = Callable[[Sequence[bytes]], Sequence[bytes]]
"""Give every shard its message, by number, and return those of all others in order."""

PartRow = tuple[int, int, int, int, Any]
"""Level, function, position and file of what calls pass, and that, encoded."""

PassedRow = tuple[int, int, int, Any]
"""Level, function and position of what is passed, and that, encoded."""

FILE_COST: Final = 20
"""Cost of a file besides that of its sites, in sites."""

RANGES: Final = 4
"""Ranges of files that a shard has."""

ROUNDS: Final = 3 * MAX_LEVEL
"""Messages that every shard exchanges with the others."""


class ShardResult(NamedTuple):
    """Outcome of the emission of a shard.

    `made` are the calls of its files by level, `rows` and `misses` their edges and misses, `abroad` the edges that
    start elsewhere: by file where they start and file that emitted them. `passed` and `parts` are by level, encoded.
    """

    made: dict[int, list[Made]]
    rows: dict[int, list[Row]]
    misses: dict[int, list[tuple[Any, ...]]]
    abroad: dict[int, dict[int, list[Row]]]
    passed: list[list[tuple[int, int, Any]]]
    parts: list[list[tuple[int, tuple[int, int], Any]]]
    mentions: dict[int, set[tuple[int, tuple[Any, ...]]]]
    fragment: Fragment
    routes: dict[int, FileRows]


def partition_files(program: Program, count: int) -> list[list[int]]:
    """Partition the files of a program into `count` shards of about equal cost.

    Each is in path order. Neighbours stay together, because they ask for the same. A shard has several ranges of files,
    since code and tests of one size do not take equally long.
    """
    costs = [len(program.files[file].sites) + FILE_COST for file in program.order]
    total, before, ranges = sum(costs), 0, count * RANGES
    shards: list[list[int]] = [[] for _ in range(count)]
    for file, cost in zip(program.order, costs, strict=True):
        turn, at = divmod((before + cost // 2) * ranges // total, count)
        shards[at if turn % 2 == 0 else count - 1 - at].append(file)
        before += cost
    return shards


def warm_up(run: EmissionRun) -> None:
    """Warm up the caches: compute what most shards would compute themselves."""
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
        self.reached: dict[Parameter, int] = {}  # up to which level all shards were told what is passed
        self.learned: set[tuple[int, ...]] = set()  # parts and what is passed, of others

    def emit(self, exchange: Exchange) -> bytes:
        """Emit all levels, and return the result for `merge_results`."""
        run = self.run
        for number in range(MAX_LEVEL + 1):
            for file in self.files:
                run.emit(file, number)
            if number < MAX_LEVEL:
                wanted = self._exchange_calls(number, exchange)
                self._exchange_parts(number, wanted, exchange)
                self._exchange_passed(number, wanted, exchange)
                self.reached.update(dict.fromkeys(wanted, number + 1))
        for file in self.files:
            run.finish(file)
        return pickle.dumps(self._make_result(), pickle.HIGHEST_PROTOCOL)

    def _exchange_calls(self, number: int, exchange: Exchange) -> list[Parameter]:
        """Exchange the calls of a level with the other shards.

        Returns the parameters that any shard asks for.
        """
        run, calls = self.run, self.run.kept.calls[number]
        made = {file: run.kept.made[file][number] for file in self.files}
        wanted = self._list_wanted(number)
        for message in exchange([marshal.dumps((made, list(wanted)))] * self.count):
            theirs, others = marshal.loads(message)
            for file, by_function in theirs.items():
                for gid, each in by_function.items():
                    calls.setdefault(gid, {})[file] = each
            wanted.update(others)
        return sorted(key for key in wanted if key[0] >= 0)

    def _list_wanted(self, number: int) -> set[Parameter]:
        """Return the parameters that sites here depend on, directly or through callers."""
        wanted = collect_parameters([taint for file in self.files for taint in self.run.taints[file].values()])
        level, queue = self.all[number], list(wanted)
        for key in queue:  # grows while it is read
            passed = self._find_passed(level, key)
            if passed is not None and passed.rests is not EVERYTHING:
                more = passed.rests - wanted
                wanted |= more
                queue.extend(more)
        return wanted

    def _exchange_parts(self, number: int, wanted: Iterable[Parameter], exchange: Exchange) -> None:
        """Exchange what calls pass with the shards of the called functions.

        For parameters that nobody asked for before, that includes the levels below.
        """
        found: list[list[PartRow]] = [[] for _ in range(self.count)]
        for key in wanted:
            for below in self.all[self.reached.get(key, 0) : number + 1]:
                if not self._is_settled(below, key):
                    found[self._find_shard(key)] += self._list_parts(below, key)
        for message in exchange(list(map(marshal.dumps, found))):
            rows: list[PartRow] = marshal.loads(message)
            for level, gid, position, file, part in rows:
                parts = self.all[level].parts
                assert parts is not None
                parts.setdefault(gid, {})[position, file] = decode_passed(part)
                self.learned.add((level, gid, position, file))

    def _find_shard(self, key: Parameter) -> int:
        """Return the shard that joins the values passed for a parameter."""
        return self.shard_of.get(self.run.program.file_of[key[0]], 0)

    def _is_settled(self, below: Level, key: Parameter) -> bool:
        """Return whether the level above is known to pass what `below` does."""
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

    def _find_passed(self, level: Level, key: Parameter) -> PassedValue | None:
        """Return what is passed for a parameter where that is known here."""
        return level.passed.get(key[0], {}).get(key[1]) if level.number else NOTHING

    def _list_parts(self, below: Level, key: Parameter) -> list[PartRow]:
        """Return what calls here pass for a parameter, until that is too much."""
        queries, levels, value, found = self.run.evaluator.queries, self.levels, UNKNOWN, list[PartRow]()
        gid, position = key
        for met in levels.list_call_groups_in(below, gid, self.own):
            part: PassedValue = queries.isolate(below, partial(levels.find_part, below, key, met)).answer
            found.append((below.number, gid, position, met.file, encode_passed(part)))
            value = join([value, part.value]) if part.value else value
            if part.full or len(value) > MAX_PASSED or (part.value and not value):
                break
        return found

    def _exchange_passed(self, number: int, wanted: Iterable[Parameter], exchange: Exchange) -> None:
        """Exchange what is passed to the functions of each shard.

        For parameters that nobody asked for before, that includes the levels below.
        """
        found: list[PassedRow] = []
        for key in wanted:
            if self._find_shard(key) == self.number:
                for level in self.all[self.reached.get(key, 0) + 1 : number + 2]:
                    found.append((level.number, *key, encode_passed(self.levels.find_passed(level, key))))
        for message in exchange([marshal.dumps(found)] * self.count):
            rows: list[PassedRow] = marshal.loads(message)
            for above, gid, position, passed in rows:
                row = self.all[above].passed.setdefault(gid, {})
                if position not in row:
                    row[position] = decode_passed(passed)
                    self.learned.add((above, gid, position))

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
            {file: kept.routes[file] for file in self.files if file in kept.routes},
        )  # fmt: skip


def merge_results(run: EmissionRun, results: Iterable[bytes]) -> None:
    """Merge the results of all shards into a run, in their order."""
    kept = run.kept
    for message in results:
        result: ShardResult = pickle.loads(message)
        kept.made.update(result.made)
        kept.routes.update(result.routes)
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
        for parts, part_rows in zip(kept.parts, result.parts, strict=True):
            _fill(parts, part_rows)
        for file, places in result.mentions.items():
            kept.mentions.setdefault(file, set()).update((level, Piece(*piece)) for level, piece in places)
        run.record.add_fragment(result.fragment)


def _fill(table: Any, rows: Iterable[tuple[int, Any, Any]]) -> None:
    for gid, at, row in rows:
        known = table.setdefault(gid, {})
        if at not in known:
            known[at] = decode_passed(row)
