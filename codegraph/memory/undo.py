"""Taking an operation back: new events that restore what its events replaced. The log itself is never shortened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory.engine import Recording, decode
from codegraph.memory.events import (
    ArtifactAttached,
    BufferCleared,
    BundleChanged,
    CitationDropped,
    CitationNoted,
    CitationsMoved,
    ConflictResolved,
    DreamRan,
    FloorsSet,
    ItemPlaced,
    LearningEvent,
    MemoryAnchored,
    MemoryCited,
    MemoryErased,
    MemoryEvent,
    MemoryLinked,
    MemoryRated,
    MemoryRevised,
    MemoryStored,
    MemoryUncited,
    MemoryUnlinked,
    MemoryVerified,
    OperationUndone,
    ProposalSettled,
    ProtectionChanged,
    ProvenanceEvent,
    RevisionTagged,
    RunEnded,
    RunReopened,
    StatusChanged,
    UsefulnessChanged,
    ValidityChanged,
    WeightsSet,
)
from codegraph.memory.model import MemoryStatus, RunOutcome
from codegraph.store.memory.reader import Reader

UNDONE: Final = -1
"""In place of the change that a setting of floors reverts: `memory undo` did it, and `tune --revert` skips it."""


@dataclass(frozen=True, slots=True)
class Undone:
    """`restored` changes were taken back; `kept` names memories that changed again since, and stay as they are."""

    operation: str  # what was undone
    token: str  # undoes the undoing
    restored: int
    kept: tuple[str, ...]


def undo(recording: Recording, token: str) -> Undone:
    """Take back one operation. Raises NotFoundError for an unknown token, InvalidError for what cannot be undone."""
    state = recording.state
    operation = state.operation(token.strip().lower())
    if operation is None:
        raise NotFoundError(f"no operation {token!r}", hint="the verbs that change memory print their undo token")
    if operation.undone:
        raise InvalidError(f"operation {operation.id} is undone already", hint="undo the undoing with its own token")
    events = [decode(row).event for row in state.log(operation=operation.id)]
    if any(isinstance(event, MemoryErased) for event in events):
        raise InvalidError("an erasure cannot be undone", hint="that is what it is for")
    restored, kept = 0, []
    for event in reversed(events):
        back, stays = inverse(event, state)
        if stays:
            kept.append(stays)
        if back is not None:
            recording.record(back)
            restored += 1
    recording.record(OperationUndone(operation.id))
    return Undone(operation.id, recording.operation, restored, tuple(dict.fromkeys(kept)))


def inverse(event: MemoryEvent, state: Reader) -> tuple[MemoryEvent | None, str]:
    """The event that takes `event` back, and the id of a memory that stays because it changed again since."""
    match event:
        case MemoryLinked(link, before):
            now = state.link(link.source, link.target, link.relationship, link.label)
            if now is None:
                return None, ""
            if now != link:
                return None, link.source
            return (MemoryLinked(before, link) if before else MemoryUnlinked(link)), ""
        case MemoryUnlinked(link):
            return MemoryLinked(link), ""
        case WeightsSet(before, weights):
            return (WeightsSet(weights, before), "") if state.weights() == weights else (None, "")
        case OperationUndone(operation, undone):
            return OperationUndone(operation, not undone), ""
        case (
            MemoryStored()
            | MemoryRevised()
            | StatusChanged()
            | MemoryRated()
            | ProtectionChanged()
            | ValidityChanged()
            | MemoryAnchored()
            | MemoryVerified()
            | RevisionTagged()
        ):
            return _invert_memory(event, state)
        case _ if isinstance(event, LearningEvent):
            return _invert_learning(event, state)
        case _ if isinstance(event, ProvenanceEvent):
            return _invert_provenance(event, state)
        case _:
            return None, ""  # accesses, aliases, sessions, tool calls and cycles happened


def _invert_memory(event: MemoryEvent, state: Reader) -> tuple[MemoryEvent | None, str]:
    memory = state.memory(event.memory)  # type: ignore[union-attr] - the caller chose events of one memory
    if memory is None:
        return None, ""
    id, moved_on = memory.id, (None, memory.id)
    match event:
        case MemoryStored():
            if memory.status is MemoryStatus.ARCHIVED:
                return None, ""
            return StatusChanged(id, memory.status, MemoryStatus.ARCHIVED, "undone", memory.successor, ""), ""
        case MemoryRevised(_, number):
            if memory.revision != number or number < 2:
                return moved_on
            old = next(r.body for r in state.revisions(memory) if r.number == number - 1)
            return MemoryRevised(id, number + 1, old, f"revision {number} undone"), ""
        case StatusChanged():
            if memory.status is not event.after:
                return moved_on
            return StatusChanged(id, event.after, event.before, "undone", event.successor, event.successor_before), ""
        case MemoryRated():
            if (memory.body.importance, memory.body.confidence) != (event.importance, event.confidence):
                return moved_on
            return (
                MemoryRated(
                    id,
                    event.importance,
                    event.importance_before,
                    event.confidence,
                    event.confidence_before,
                    event.decayed_at,
                    event.decayed_before,
                ),
                "",
            )
        case ProtectionChanged(_, after):
            return (ProtectionChanged(id, not after), "") if memory.protected is after else moved_on
        case ValidityChanged():
            if (memory.valid_from, memory.valid_to) != (event.valid_from, event.valid_to):
                return moved_on
            return ValidityChanged(id, event.valid_from, event.valid_to, event.from_before, event.to_before), ""
        case MemoryAnchored(_, before, anchors):
            now = state.anchors([memory.row]).get(memory.row, ())
            # What the anchors rest on may have been added since: that is no change of anybody's.
            same = [replace(a, premises=None) for a in now] == [replace(a, premises=None) for a in anchors]
            return (MemoryAnchored(id, now, before), "") if same else moved_on
        case MemoryVerified():
            if memory.verified_at != event.verified_at:
                return moved_on
            return MemoryVerified(id, event.verified_at, event.verified_before, event.anchors, event.before), ""
        case RevisionTagged(_, tag, before, number):
            return RevisionTagged(id, tag, number, before), ""
        case _:
            return None, ""


def _invert_provenance(event: ProvenanceEvent, state: Reader) -> tuple[ProvenanceEvent | None, str]:
    """Return what takes an event of an item back, as `inverse` does.

    Messages and conversations happened: they stay."""
    match event:
        case ItemPlaced(id, before, place):
            memory = state.memory(id)
            if memory is None:
                return None, ""
            if state.place(memory.row) != place:
                return None, id
            if before is not None and state.items_at(before.space, before.name, before.kind):
                return None, id  # another item has taken the place
            return ItemPlaced(id, place, before), ""
        case ArtifactAttached(id, artifact, attached):
            memory = state.memory(id)
            there = memory is not None and artifact in state.artifacts(memory.row)
            return (ArtifactAttached(id, artifact, not attached), "") if there is attached and memory else (None, "")
        case BundleChanged(before, bundle):
            now = state.bundle(bundle.space, bundle.name)
            if now is None or now.number != bundle.number or now.deprecated != bundle.deprecated:
                return None, ""
            old = before or replace(bundle, members=(), deprecated=True)
            number = bundle.number + (old.members != bundle.members)
            return BundleChanged(bundle, replace(old, number=number)), ""
        case BufferCleared(session, first, last, cleared):
            return BufferCleared(session, first, last, not cleared), ""
        case DreamRan(project, before, dream):
            return (DreamRan(project, dream, before), "") if state.dream(project) == dream else (None, "")
        case _:
            return None, ""


def _invert_learning(event: LearningEvent, state: Reader) -> tuple[LearningEvent | None, str]:
    """Return what takes an event of the learning loop back, as `inverse` does.

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
            conflict = learning.get_conflict(id)
            same = conflict is not None and conflict.resolution is resolution
            return (ConflictResolved(id, resolution, before) if same else None), ""
        case ProposalSettled(memory, before, outcome, _):
            proposal = learning.get_proposal(memory)
            if proposal is None or proposal.outcome is not outcome:
                return None, memory
            return ProposalSettled(memory, outcome, before, ""), ""
        case FloorsSet(namespace, before, floors):
            return (FloorsSet(namespace, floors, before, UNDONE) if learning.floors(namespace) == floors else None), ""
        case _:
            return None, ""
