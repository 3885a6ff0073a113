"""What can happen in the learning loop. The names in the comments are those its users know the events by."""

from __future__ import annotations

from dataclasses import dataclass

from codegraph.memory.learning.model import Floors, How, ProposalOutcome, Resolution, Run, RunOutcome, Standing


@dataclass(frozen=True, slots=True)
class RunStarted:
    """run.started"""

    run: Run


@dataclass(frozen=True, slots=True)
class RunEnded:
    """run.finished, run.failed"""

    run: str
    outcome: RunOutcome
    category: str
    ended_at: int


@dataclass(frozen=True, slots=True)
class RunReopened:
    """An end was taken back; the fields are those of that end."""

    run: str
    outcome: RunOutcome
    category: str
    ended_at: int


@dataclass(frozen=True, slots=True)
class ContextServed:
    """context.served: a retrieval, hit or miss."""

    serving: str
    run: str
    namespace: str
    query: str
    stage: str
    capsules: int
    tokens: int
    top_score: float
    skipped: bool
    source: str


@dataclass(frozen=True, slots=True)
class ContextInjected:
    """context.injected: what a retrieval delivered. Only these memories can earn credit in the run."""

    serving: str
    run: str
    namespace: str
    memories: tuple[str, ...]
    tokens: int
    source: str


@dataclass(frozen=True, slots=True)
class CitationNoted:
    """The model says, in the middle of a run, that it leans on a memory."""

    run: str
    memory: str
    reason: str


@dataclass(frozen=True, slots=True)
class CitationDropped:
    """A citation that was noted is taken back before its run ended."""

    run: str
    memory: str
    reason: str


@dataclass(frozen=True, slots=True)
class MemoryCited:
    """memory.cited: a noted citation, at the end of its run."""

    run: str
    memory: str
    reason: str


@dataclass(frozen=True, slots=True)
class MemoryUncited:
    """A citation is noted again and no longer landed, because the end of its run was taken back."""

    run: str
    memory: str
    reason: str


@dataclass(frozen=True, slots=True)
class UsefulnessChanged:
    memory: str
    before: Standing
    after: Standing
    run: str  # "" for consolidation


@dataclass(frozen=True, slots=True)
class CitationsMoved:
    """Citations, by sequence number, that `source` held are now held by `target`."""

    source: str
    target: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConflictFound:
    conflict: str
    newer: str
    existing: str
    similarity: float
    namespace: str


@dataclass(frozen=True, slots=True)
class ConflictResolved:
    conflict: str
    before: Resolution
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class LessonRecorded:
    memory: str
    run: str
    namespace: str
    how: How
    source: str
    similarity: float


@dataclass(frozen=True, slots=True)
class ProposalFiled:
    memory: str
    namespace: str
    expires_at: int
    source: str
    run: str


@dataclass(frozen=True, slots=True)
class ProposalSettled:
    memory: str
    before: ProposalOutcome
    outcome: ProposalOutcome
    reason: str


@dataclass(frozen=True, slots=True)
class FloorsSet:
    namespace: str
    before: Floors
    floors: Floors
    reverts: int = 0


LearningEvent = (
    RunStarted
    | RunEnded
    | RunReopened
    | ContextServed
    | ContextInjected
    | CitationNoted
    | CitationDropped
    | MemoryCited
    | MemoryUncited
    | UsefulnessChanged
    | CitationsMoved
    | ConflictFound
    | ConflictResolved
    | LessonRecorded
    | ProposalFiled
    | ProposalSettled
    | FloorsSet
)


def subject(event: LearningEvent) -> str:
    """The memory or run that an event is about, "" for neither."""
    match event:
        case RunStarted(run):
            return run.id
        case RunEnded() | RunReopened() | ContextServed() | ContextInjected():
            return event.run
        case CitationsMoved():
            return event.source
        case ConflictFound():
            return event.newer
        case ConflictResolved() | FloorsSet():
            return ""
        case _:
            return event.memory
