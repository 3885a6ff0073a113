"""Queries whose reads are recorded in the dependency graph.

Every answer is recorded with what it rests on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from codegraph.resolve.calls.argument_flow import Level, Levels, Met, Parameter, Passed
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Piece, Recorder
from codegraph.resolve.query import Frame, Key, Memo, Policy, Pop, Push, Queries, QueryFrame
from codegraph.resolve.types.values import CLEAN, Value

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program


def make_queries(program: Program) -> Queries:
    """Return the queries of an evaluation."""
    ground = Level(0)
    return Queries(program, ground) if program.record is None else RecordedQueries(program, ground, program.record)


def make_levels(evaluator: Evaluator) -> Levels:
    record = evaluator.program.record
    return Levels(evaluator) if record is None else RecordedLevels(evaluator, record)


class RecordedMemo(Memo):
    """Answers whose use is recorded."""

    again: Callable[[Key], None]

    def get(self, key: Key, default: Any = None) -> Any:
        found = _get(self, key)
        if found is not None:
            self.again((self.name, *key))
        return found


_get = dict[Key, Any].get


def _bind_by_file(queries: Queries, memo: Memo, compute: Callable[..., Any], record: Recorder) -> Callable[..., Any]:
    """Bind a query by file as where nothing is recorded."""
    name, rows, owner, active, (cycle, *_, limit) = memo.name, memo.rows, memo.owner, memo.active, memo.policy
    again, begin, end = record.again, record.begin, record.end

    def ask(file: int, index: int) -> Any:
        row = rows[file]
        answer = row.get(index)
        if answer is not None:
            again((name, file, index))
            return answer
        key = (file, index)
        if cycle is not None:
            if key in active or len(active) > limit:
                queries.provisional_reads += 1
                return cycle(owner, file, index)
            active.add(key)
        reads = queries.provisional_reads
        parameters, queries.parameters = queries.parameters, CLEAN
        outer = begin()
        answer = compute(file, index)
        vertex = end(outer)
        if cycle is not None:
            active.discard(key)
        if queries.provisional_reads == reads and not queries.parameters:
            row[index] = answer
            record.kept[name, file, index] = vertex
        if parameters:
            queries.add_parameters(parameters)
        return answer

    return ask


class RecordedQueries(Queries):
    """Queries that tell a recorder what they read.

    The key of a final answer is its query and key; that of another one has the number of the context besides."""

    replays_cycles = False  # what a cycle read would not be known

    def __init__(self, program: Program, ground: Level, record: Recorder) -> None:
        super().__init__(program, ground)
        self.record = record
        self.note_use = record.again

    def get_value(self, file: int, index: int) -> Value:
        row = self.values[file]
        found = row[index] if row else None
        record, key = self.record, (file, index)
        if found is not None:
            record.again(key)
            return found
        context = self.context
        if key in context.values or key in self.provisional.values:
            record.again((file, index, context.number))
            return self.evaluate(file, index)
        outer = record.begin()
        found = self.evaluate(file, index)
        vertex = record.end(outer)
        record.kept[(file, index, context.number) if self.values[file][index] is None else key] = vertex
        return found

    def make_memo(self, name: str, policy: Policy, active: set[Any], owner: object) -> Memo:
        memo = RecordedMemo(name, policy, active, owner)
        memo.again = self.record.again
        return memo

    def bind(self, memo: Memo, compute: Callable[..., Any], arity: int) -> Callable[..., Any]:
        if memo.policy.by_file:
            return _bind_by_file(self, memo, compute, self.record)
        return self.bind_frames(memo, compute, arity)

    def find_frames(self, policy: Policy) -> tuple[Push, Pop]:
        record, (push, pop) = self.record, super().find_frames(policy)

        def push_recorded(memo: Memo, key: Key) -> Frame | None:
            frame = push(memo, key)
            return None if frame is None else (frame, record.begin())

        def pop_recorded(memo: Memo, key: Key, answer: Any, frame: Frame) -> None:
            vertex = record.end(frame[1])
            pop(memo, key, answer, frame[0])
            if key in memo:
                record.kept[(memo.name, *key)] = vertex
            else:
                record.kept[(memo.name, *key, self.context.number)] = vertex
            if policy.insensitive and self.context.number:
                record.kept["isolated", memo.name, *key] = vertex

        return push_recorded, pop_recorded

    def recover(self, task: Task, error: Exception, before: QueryFrame, line: int = 0) -> NoReturn:
        """Raise the error: a program that is kept contains none."""
        raise error


class RecordedLevels(Levels):
    """Levels that say what is passed anew when what it rests on has changed."""

    def __init__(self, evaluator: Evaluator, record: Recorder) -> None:
        super().__init__(evaluator)
        self.record = record

    def compute_passed(self, level: Level, key: Parameter) -> Passed:
        piece, outer = Piece("passed", self.record.items[key[0]], key[1]), self.record.begin()
        found = super().compute_passed(level, key)
        self.mention(found, level, piece)
        self.record.fact("calls", piece.at)
        self.record.end_piece(piece, outer)
        return found

    def compute_part(self, below: Level, key: Parameter, met: Met) -> Passed:
        piece, outer = Piece("part", self.record.items[key[0]], key[1], met.file), self.record.begin()
        found = super().compute_part(below, key, met)
        self.record.end_piece(piece, outer)
        if below.parts is not None:
            self.mention(found, below, piece)
        return found

    def get_met(self, below: Level, gid: int) -> list[Met]:
        return self.list_met(below, gid)  # calls of an edited file are others from level to level

    def match_calls(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> Met:
        """Leave the arguments to those who ask for one parameter."""
        return Met(file, calls)
