"""What the events of the learning loop do to its projections."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from codegraph.memory.learning.events import (
    CitationDropped,
    CitationNoted,
    CitationsMoved,
    ConflictFound,
    ConflictResolved,
    ContextInjected,
    ContextServed,
    FloorsSet,
    LearningEvent,
    LessonRecorded,
    MemoryCited,
    MemoryUncited,
    ProposalFiled,
    ProposalSettled,
    RunEnded,
    RunReopened,
    RunStarted,
    UsefulnessChanged,
)
from codegraph.memory.learning.model import (
    Citation,
    Conflict,
    FloorsChange,
    Injection,
    Lesson,
    Proposal,
    ProposalOutcome,
    Resolution,
    Run,
    RunOutcome,
    Serving,
    Standing,
)


class LearningProjections(Protocol):
    """State of the learning loop that events change."""

    def run(self, id: str) -> Run | None: ...
    def put_run(self, run: Run) -> None: ...
    def add_serving(self, seq: int, serving: Serving) -> None: ...
    def add_injection(self, seq: int, injection: Injection) -> None: ...
    def put_mark(self, citation: Citation) -> None: ...
    def drop_mark(self, run: str, memory: str) -> None: ...
    def land(self, citation: Citation) -> None: ...
    def unland(self, run: str, memory: str) -> None: ...
    def move_citations(self, seqs: tuple[int, ...], source: str, target: str) -> None: ...
    def put_standing(self, memory: str, standing: Standing) -> None: ...
    def conflict(self, id: str) -> Conflict | None: ...
    def put_conflict(self, conflict: Conflict) -> None: ...
    def add_lesson(self, lesson: Lesson) -> None: ...
    def proposal(self, memory: str) -> Proposal | None: ...
    def put_proposal(self, proposal: Proposal) -> None: ...
    def add_floors(self, change: FloorsChange) -> None: ...


def apply_learning(event: LearningEvent, seq: int, at: int, state: LearningProjections) -> None:
    match event:
        case RunStarted(run):
            state.put_run(run)
        case RunEnded(id, outcome, category, ended_at):
            _change_run(state, id, outcome, category, ended_at)
        case RunReopened(id):
            _change_run(state, id, RunOutcome.OPEN, "", 0)
        case ContextServed():
            state.add_serving(
                seq,
                Serving(
                    event.serving, event.run, event.namespace, at, event.query, event.stage, event.capsules,
                    event.tokens, event.top_score, event.skipped, event.source,
                ),
            )  # fmt: skip
        case ContextInjected(serving, run, namespace, memories, tokens, source):
            state.add_injection(seq, Injection(serving, run, namespace, at, memories, tokens, source))
        case CitationNoted(run, memory, reason):
            state.put_mark(Citation(0, run, memory, memory, at, reason))
        case CitationDropped(run, memory):
            state.drop_mark(run, memory)
        case MemoryCited(run, memory, reason):
            state.land(Citation(seq, run, memory, memory, at, reason))
        case MemoryUncited(run, memory, reason):
            state.unland(run, memory)
            state.put_mark(Citation(0, run, memory, memory, at, reason))
        case CitationsMoved(source, target, citations):
            state.move_citations(citations, source, target)
        case UsefulnessChanged(memory, _, after):
            state.put_standing(memory, after)
        case _:
            _settle(event, seq, at, state)


def _settle(
    event: ConflictFound | ConflictResolved | LessonRecorded | ProposalFiled | ProposalSettled | FloorsSet,
    seq: int,
    at: int,
    state: LearningProjections,
) -> None:
    match event:
        case ConflictFound(id, newer, existing, similarity, namespace):
            state.put_conflict(Conflict(id, newer, existing, similarity, namespace, at))
        case ConflictResolved(id, _, resolution):
            conflict = state.conflict(id)
            if conflict is not None:
                resolved_at = 0 if resolution is Resolution.OPEN else at
                state.put_conflict(replace(conflict, resolution=resolution, resolved_at=resolved_at))
        case LessonRecorded(memory, run, namespace, how, source, similarity):
            state.add_lesson(Lesson(seq, memory, run, namespace, at, how, source, similarity))
        case ProposalFiled(memory, namespace, expires_at, source, run):
            state.put_proposal(Proposal(memory, namespace, at, expires_at, source, run))
        case ProposalSettled(memory, _, outcome, reason):
            proposal = state.proposal(memory)
            if proposal is not None:
                settled_at = 0 if outcome is ProposalOutcome.PENDING else at
                state.put_proposal(replace(proposal, outcome=outcome, settled_at=settled_at, reason=reason))
        case FloorsSet(namespace, before, floors, reverts):
            state.add_floors(FloorsChange(seq, namespace, at, before, floors, reverts))


def _change_run(state: LearningProjections, id: str, outcome: RunOutcome, category: str, ended_at: int) -> None:
    run = state.run(id)
    if run is not None:
        state.put_run(replace(run, outcome=outcome, category=category, ended_at=ended_at))
