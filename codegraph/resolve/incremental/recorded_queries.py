"""Queries whose reads are recorded in the dependency graph.

Every answer is recorded with its dependencies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from codegraph.resolve.calls.argument_flow import CallGroup, Level, Levels, Parameter, PassedValue
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Piece, Recorder
from codegraph.resolve.memoised_query import Frame, Key, Memo, Policy, Pop, Push, Queries, QueryFrame
from codegraph.resolve.types.abstract_values import CLEAN, Value

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.program import Program


def make_queries(program: Program) -> Queries:
    """Build the queries of an evaluation."""
    ground = Level(0)
    return Queries(program, ground) if program.record is None else RecordedQueries(program, ground, program.record)


def make_levels(evaluator: Evaluator) -> Levels:
    record = evaluator.program.record
    return Levels(evaluator) if record is None else RecordedLevels(evaluator, record)


def _bind_by_file(
    queries: RecordedQueries, memo: Memo, compute: Callable[..., Any], record: Recorder
) -> Callable[..., Any]:
    """Bind a query of expressions as where nothing is recorded."""
    rows, owner, active, (cycle, *_, limit) = memo.rows, memo.owner, memo.active, memo.policy
    first, reserve, append = queries.first_vertices, queries.add_vertices, record.append

    def ask(file: int, index: int) -> Any:
        row = rows[file]
        answer = row.get(index)
        outer, vertex = record.current, (first[file] or reserve(file)) + index
        if answer is not None:
            if vertex != outer:
                append(vertex)
            return answer
        key = (file, index)
        if cycle is not None:
            if key in active or len(active) > limit:
                queries.provisional_reads += 1
                return cycle(owner, file, index)
            active.add(key)
        reads = queries.provisional_reads
        parameters, queries.parameters = queries.parameters, CLEAN
        if vertex == outer:
            answer = compute(file, index)
        else:
            append(vertex)
            append(~vertex)
            record.current = vertex
            answer = compute(file, index)
            record.current = outer
            append(~outer)
        if cycle is not None:
            active.discard(key)
        if queries.provisional_reads == reads and not queries.parameters:
            row[index] = answer
        if parameters:
            queries.add_parameters(parameters)
        return answer

    return ask


class RecordedQueries(Queries):
    """Queries that report their reads to a recorder.

    An expression has one vertex, whatever is asked of it and in whatever context. Any other final answer has one of its
    own; one that is not final is kept by its query, its key and the number of the context.
    """

    def __init__(self, program: Program, ground: Level, record: Recorder) -> None:
        super().__init__(program, ground)
        self.record, self.append = record, record.append
        self.note_read = record.append
        self.first_vertices: list[int] = [0] * len(self.exprs)  # by file, that of its first expression; 0: none yet

    def add_vertices(self, file: int) -> int:
        """Add the vertices of the expressions of a file, and return the first."""
        first = self.first_vertices[file] = self.record.count
        self.record.count += len(self.exprs[file])
        return first

    def get_value(self, file: int, index: int) -> Value:
        record, row = self.record, self.values[file]
        outer, vertex = record.current, (self.first_vertices[file] or self.add_vertices(file)) + index
        found = row[index] if row else None
        if vertex == outer:
            return self.evaluate(file, index) if found is None else found
        append = self.append
        append(vertex)
        if found is None:
            append(~vertex)
            record.current = vertex
            found = self.evaluate(file, index)
            record.current = outer
            append(~outer)
        return found

    def make_memo(self, name: str, policy: Policy, active: set[Any], owner: object) -> Memo:
        memo = super().make_memo(name, policy, active, owner)
        memo.vertices = {}
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
            if key in memo and memo.vertices is not None:
                memo.vertices[key] = vertex
            else:
                named = (memo.name, *key, self.context.number)
                before = record.kept.get(named)
                if before is not None:  # a cycle may bring back what was computed then
                    record.add_read(vertex, before)
                record.kept[named] = vertex
            if policy.insensitive and self.context.number:
                record.kept["isolated", memo.name, *key] = vertex

        return push_recorded, pop_recorded

    def forget(self) -> None:
        super().forget()
        self.record.joined.clear()

    def note_use(self, key: Key) -> None:
        vertex = self.record.kept.get(key)
        if vertex is not None:
            self.append(vertex)

    def recover(self, task: Task, error: Exception, before: QueryFrame, line: int = 0) -> NoReturn:
        """Raise the error: a program that is kept for edits contains no faults."""
        raise error


class RecordedLevels(Levels):
    """Levels that compute passed values again when their dependencies have changed."""

    def __init__(self, evaluator: Evaluator, record: Recorder) -> None:
        super().__init__(evaluator)
        self.record = record

    def compute_passed(self, level: Level, key: Parameter) -> PassedValue:
        piece = Piece("passed", self.record.items[key[0]], key[1])
        outer = self.record.begin_piece(piece)
        found = super().compute_passed(level, key)
        self.mention(found, level, piece)
        self.record.read_item(("calls", piece.at))
        self.record.end_piece(outer)
        return found

    def compute_part(self, below: Level, key: Parameter, met: CallGroup) -> PassedValue:
        piece = Piece("part", self.record.items[key[0]], key[1], met.file)
        outer = self.record.begin_piece(piece)
        found = super().compute_part(below, key, met)
        self.record.end_piece(outer)
        if below.parts is not None:
            self.mention(found, below, piece)
        return found

    def get_call_groups(self, below: Level, gid: int) -> list[CallGroup]:
        return self.list_call_groups(below, gid)  # calls of an edited file are others from level to level

    def group_calls(self, gid: int, file: int, calls: list[tuple[int, bool]]) -> CallGroup:
        """Leave the arguments to queries for one parameter."""
        return CallGroup(file, calls)
