"""Taking the events of the learning loop back, and taking a memory's words out of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from codegraph.memory.learning.events import (
    CitationDropped,
    CitationNoted,
    CitationsMoved,
    ConflictResolved,
    FloorsSet,
    LearningEvent,
    MemoryCited,
    MemoryUncited,
    ProposalSettled,
    RunEnded,
    RunReopened,
    UsefulnessChanged,
)
from codegraph.memory.learning.model import RunOutcome
from codegraph.store.memory.reader import Reader

UNDONE: Final = -1
"""In place of the change that a setting of floors reverts: `memory undo` did it, and `tune --revert` skips it."""


def inverse_learning(event: LearningEvent, state: Reader) -> tuple[LearningEvent | None, str]:
    """The event that takes `event` back, and the id of a memory that stays because it changed again since.

    Deliveries, lessons and conflicts that were found happened: what they led to is undone, they are not."""
    learning = state.learning
    match event:
        case RunEnded(id, outcome, category, ended_at):
            run = learning.run(id)
            same = run is not None and (run.outcome, run.ended_at) == (outcome, ended_at)
            return (RunReopened(id, outcome, category, ended_at) if same else None), ""
        case RunReopened(id, outcome, category, ended_at):
            run = learning.run(id)
            open_again = run is not None and run.outcome is RunOutcome.OPEN
            return (RunEnded(id, outcome, category, ended_at) if open_again else None), ""
        case CitationNoted(run, memory, reason):
            noted = any(c.memory == memory for c in learning.marks(run))
            return (CitationDropped(run, memory, reason) if noted else None), ""
        case CitationDropped(run, memory, reason):
            run_is = learning.run(run)
            still = run_is is not None and run_is.outcome is RunOutcome.OPEN
            return (CitationNoted(run, memory, reason) if still else None), ""
        case MemoryCited(run, memory, reason):
            return (MemoryUncited(run, memory, reason) if learning.landed(run, memory) else None), ""
        case MemoryUncited(run, memory, reason):
            return (MemoryCited(run, memory, reason) if not learning.landed(run, memory) else None), ""
        case UsefulnessChanged(memory, before, after, run):
            if learning.standing(memory) != after:
                return None, memory
            return UsefulnessChanged(memory, after, before, run), ""
        case CitationsMoved(source, target, citations):
            return CitationsMoved(target, source, citations), ""
        case ConflictResolved(id, before, resolution):
            conflict = learning.conflict(id)
            same = conflict is not None and conflict.resolution is resolution
            return (ConflictResolved(id, resolution, before) if same else None), ""
        case ProposalSettled(memory, before, outcome, _):
            proposal = learning.proposal(memory)
            if proposal is None or proposal.outcome is not outcome:
                return None, memory
            return ProposalSettled(memory, outcome, before, ""), ""
        case FloorsSet(namespace, before, floors):
            return (FloorsSet(namespace, floors, before, UNDONE) if learning.floors(namespace) == floors else None), ""
        case _:
            return None, ""


def redacted_learning(event: LearningEvent, id: str) -> LearningEvent:
    """The event without words about the memory `id`; its figures stay."""
    match event:
        case CitationNoted() | CitationDropped() | MemoryCited() | MemoryUncited() | ProposalSettled():
            return replace(event, reason="") if event.memory == id else event
        case _:
            return event
