"""Queries of a program that is kept for edits: every answer is recorded with what it rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from codegraph.resolve.faults import Task
from codegraph.resolve.levels import Level, Levels, Met, Parameter, Passed
from codegraph.resolve.query import Frame, Key, Memo, Policy, Pop, Push, Queries, QueryFrame
from codegraph.resolve.record import Piece, Recorder
from codegraph.resolve.values import Value

if TYPE_CHECKING:
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.program import Program

T = TypeVar("T")


def make_queries(program: Program) -> Queries:
    """Return the queries of an evaluation, recorded where the program is kept for edits."""
    ground = Level(0)
    return Queries(program, ground) if program.record is None else RecordedQueries(program, ground, program.record)


def make_levels(evaluator: Evaluator) -> Levels:
    record = evaluator.program.record
    return Levels(evaluator) if record is None else RecordedLevels(evaluator, record)


class RecordedMemo(Memo):
    """Answers whose use is recorded."""

    record: Recorder

    def get(self, key: Key, default: Any = None) -> Any:
        found = super().get(key)
        if found is not None:
            self.record.again((self.name, *key))
        return found


class RecordedQueries(Queries):
    """Queries that tell a recorder what they read.

    The key of a final answer is its query and key; that of another one has the number of the context besides."""

    replays_cycles = False  # what a cycle read would not be known

    def __init__(self, program: Program, ground: Level, record: Recorder) -> None:
        super().__init__(program, ground)
        self.record = record

    def value(self, file: int, index: int) -> Value:
        row = self.values[file]
        record, key = self.record, (file, index)
        if row and row[index] is not None:
            record.again(key)
            return row[index] or ()
        number = self.context.number
        if key in self.context.values or key in self.provisional.values:
            record.again((file, index, number))
            return self.evaluate(file, index)
        outer = record.begin()
        found = self.evaluate(file, index)
        vertex = record.end(outer)
        record.kept[(file, index, number) if self.values[file][index] is None else key] = vertex
        return found

    def make_memo(self, name: str, policy: Policy, active: set[Any], owner: object) -> Memo:
        memo = RecordedMemo(name, policy, active, owner)
        memo.record = self.record
        return memo

    def bind(self, memo: Memo, compute: Callable[..., Any], arity: int) -> Callable[..., Any]:
        return self.bind_frames(memo, compute, arity)

    def find_frames(self, policy: Policy) -> tuple[Push, Pop]:
        record, (push, pop) = self.record, super().find_frames(policy)

        def push_recorded(memo: Memo, key: Key) -> Frame | None:
            frame = push(memo, key)
            return None if frame is None else (frame, record.begin())

        def pop_recorded(memo: Memo, key: Key, answer: Any, frame: Frame) -> None:
            vertex = record.end(frame[1])
            pop(memo, key, answer, frame[0])
            number = self.context.number
            record.kept[(memo.name, *key) if key in memo else (memo.name, *key, number)] = vertex
            if policy.insensitive and number:
                record.kept["isolated", memo.name, *key] = vertex

        return push_recorded, pop_recorded

    def recover(self, task: Task, error: Exception, before: QueryFrame, line: int = 0) -> NoReturn:
        """Raise the error: a program that is kept contains none."""
        raise error

    def ignore_reads(self, compute: Callable[[], T]) -> T:
        outer = self.record.begin()
        answer = compute()
        self.record.trace = outer
        return answer

    def reread(self, key: Key) -> None:
        self.record.again(key)


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

    def met(self, below: Level, gid: int) -> list[Met]:
        return self.list_met(below, gid)  # calls of an edited file are others from level to level

    def meet(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> Met:
        """Leave the arguments to those who ask for one parameter."""
        return Met(file, calls)
