"""Undo of operations.

New events restore what the events of an operation replaced. The log itself is never shortened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import events
from codegraph.memory.events import LearningEvent, MemoryEvent
from codegraph.memory.memory_engine import Recording, decode
from codegraph.memory.memory_model import Memory, MemoryStatus, RunOutcome, convert
from codegraph.store.memory.reader import Reader

UNDONE: Final = -1
"""In place of the change that a setting of floors reverts: `memory undo` did it, and `tune --revert` skips it."""


@dataclass(frozen=True, slots=True)
class UndoResult:
    """Result of an undo.

    `restored` counts the changes that were reversed. `kept` names memories that were changed again since and stay as
    they are.
    """

    operation: str  # what was undone
    token: str  # undoes the undoing
    restored: int
    kept: tuple[str, ...]


def undo(recording: Recording, token: str) -> UndoResult:
    """Undo one operation.

    Raises NotFoundError for an unknown token, and InvalidError for an operation that cannot be undone.
    """
    state = recording.state
    operation = state.find_operation(token.strip().lower())
    if operation is None:
        raise NotFoundError(f"no operation {token!r}", hint="the verbs that change memory print their undo token")
    if operation.undone:
        raise InvalidError(f"operation {operation.id} is undone already", hint="undo the undoing with its own token")
    happened = [decode(row).event for row in state.iterate_events(operation=operation.id)]
    if any(isinstance(event, events.MemoryErased) for event in happened):
        raise InvalidError("an erasure cannot be undone", hint="that is what it is for")
    restored, kept = 0, []
    for event in reversed(happened):
        back, stays = build_inverse(event, state)
        if stays:
            kept.append(stays)
        if back is not None:
            recording.record(back)
            restored += 1
    recording.record(events.OperationUndone(operation.id))
    return UndoResult(operation.id, recording.operation, restored, tuple(dict.fromkeys(kept)))


_SWAPPED: Final[Mapping[type, tuple[tuple[str, str], ...]]] = {
    events.StatusChanged: (("before", "after"), ("successor_before", "successor")),
    events.MemoryRated: (
        ("importance_before", "importance"), ("confidence_before", "confidence"), ("decayed_before", "decayed_at"),
    ),
    events.ValidityChanged: (("from_before", "valid_from"), ("to_before", "valid_to")),
    events.MemoryVerified: (("verified_before", "verified_at"), ("before", "anchors")),
    events.RevisionTagged: (("before", "number"),),
    events.WeightsSet: (("before", "weights"),),
    events.ItemPlaced: (("before", "place"),),
    events.DreamRan: (("before", "dream"),),
    events.UsefulnessChanged: (("before", "after"),),
    events.CitationsMoved: (("source", "target"),),
    events.ConflictResolved: (("before", "resolution"),),
    events.ProposalSettled: (("before", "outcome"),),
    events.FloorsSet: (("before", "floors"),),
}  # fmt: skip
"""Fields that hold what was and what is: an event with both the other way round takes it back."""

_FLIPPED: Final[Mapping[type, str]] = {
    events.ProtectionChanged: "after",
    events.OperationUndone: "undone",
    events.ArtifactAttached: "attached",
    events.BufferCleared: "cleared",
}
"""Flags that an event sets, and that its inverse sets to the opposite."""


_OPPOSITES: Final[Mapping[type, type]] = {
    events.RunEnded: events.RunReopened,
    events.CitationNoted: events.CitationDropped,
    events.MemoryCited: events.MemoryUncited,
}
"""Events of which one takes the other back, with the same fields."""


def _reverse(event: MemoryEvent, **more: object) -> MemoryEvent:
    kinds = {**_OPPOSITES, **{back: there for there, back in _OPPOSITES.items()}}
    if type(event) in kinds:
        return convert(kinds[type(event)], event)
    changed = {old: getattr(event, new) for old, new in _SWAPPED.get(type(event), ())}
    changed |= {new: getattr(event, old) for old, new in _SWAPPED.get(type(event), ())}
    flag = _FLIPPED.get(type(event))
    return replace(event, **changed, **({flag: not getattr(event, flag)} if flag else {}), **more)


def build_inverse(event: MemoryEvent, state: Reader) -> tuple[MemoryEvent | None, str]:
    """Return the event that reverses `event`, and the id of a memory that is kept.

    A memory is kept when it was changed again since. Accesses, aliases, sessions, tool calls, cycles, messages,
    deliveries, lessons and conflicts that were found are facts of the past: their effects are undone, they themselves
    are not.
    """
    match event:
        case events.MemoryLinked(link, before):
            now = state.find_link(link.source, link.target, link.relationship, link.label)
            if now is None:
                return None, ""
            if now != link:
                return None, link.source
            return (events.MemoryLinked(before, link) if before else events.MemoryUnlinked(link)), ""
        case events.MemoryUnlinked(link):
            return events.MemoryLinked(link), ""
        case events.WeightsSet(_, weights):
            return (_reverse(event) if state.read_weights() == weights else None), ""
        case events.OperationUndone() | events.BufferCleared():
            return _reverse(event), ""
        case events.BundleChanged(before, bundle):
            now = state.find_bundle(bundle.space, bundle.name)
            if now is None or now.number != bundle.number or now.deprecated != bundle.deprecated:
                return None, ""
            old = before or replace(bundle, members=(), deprecated=True)
            number = bundle.number + (old.members != bundle.members)
            return events.BundleChanged(bundle, replace(old, number=number)), ""
        case events.DreamRan(project, _, dream):
            return (_reverse(event) if state.read_dream(project) == dream else None), ""
        case _ if isinstance(event, LearningEvent):
            return _invert_learning(event, state)
        case _:
            memory = state.find_memory(getattr(event, "memory", ""))
            return (None, "") if memory is None else _invert_memory(event, memory, state)


def _invert_memory(event: MemoryEvent, memory: Memory, state: Reader) -> tuple[MemoryEvent | None, str]:
    id, body = memory.id, memory.body
    match event:
        case events.MemoryStored():
            if memory.status is MemoryStatus.ARCHIVED:
                return None, ""
            return events.StatusChanged(id, memory.status, MemoryStatus.ARCHIVED, "undone", memory.successor, ""), ""
        case events.MemoryRevised(_, number):
            if memory.revision != number or number < 2:
                return None, id
            old = next(r.body for r in state.list_revisions(memory) if r.number == number - 1)
            return events.MemoryRevised(id, number + 1, old, f"revision {number} undone"), ""
        case events.MemoryAnchored(_, before, anchors):
            now = state.read_anchors([memory.row]).get(memory.row, ())
            # What the anchors rest on may have been added since: that is no change of anybody's.
            same = [replace(a, premises=None) for a in now] == [replace(a, premises=None) for a in anchors]
            return (events.MemoryAnchored(id, now, before), "") if same else (None, id)
        case events.ArtifactAttached(_, artifact, attached):
            there = artifact in state.list_artifacts(memory.row)
            return (_reverse(event) if there is attached else None), ""
        case events.StatusChanged():
            same = memory.status is event.after
            event = replace(event, reason="undone")
        case events.MemoryRated():
            same = (body.importance, body.confidence) == (event.importance, event.confidence)
        case events.ProtectionChanged(_, after):
            same = memory.protected is after
        case events.ValidityChanged():
            same = (memory.valid_from, memory.valid_to) == (event.valid_from, event.valid_to)
        case events.MemoryVerified():
            same = memory.verified_at == event.verified_at
        case events.RevisionTagged():
            same = True
        case events.ItemPlaced(_, before, place):
            taken = before is not None and state.find_items(before.space, before.name, before.kind)  # by another item
            same = state.find_place(memory.row) == place and not taken
        case _:
            return None, ""
    return (_reverse(event), "") if same else (None, id)


def _invert_learning(event: LearningEvent, state: Reader) -> tuple[MemoryEvent | None, str]:
    learning = state.learning
    match event:
        case events.RunEnded(id, outcome, _, ended_at):
            run = learning.find_run(id)
            same = run is not None and (run.outcome, run.ended_at) == (outcome, ended_at)
        case events.RunReopened(id) | events.CitationDropped(id):
            run = learning.find_run(id)
            same = run is not None and run.outcome is RunOutcome.OPEN
        case events.CitationNoted(run, memory):
            same = any(c.memory == memory for c in learning.list_marks(run))
        case events.MemoryCited(run, memory):
            same = learning.has_landed(run, memory)
        case events.MemoryUncited(run, memory):
            same = not learning.has_landed(run, memory)
        case events.CitationsMoved():
            same = True
        case events.ConflictResolved(id, _, resolution):
            conflict = learning.get_conflict(id)
            same = conflict is not None and conflict.resolution is resolution
        case events.FloorsSet(namespace, _, floors):
            return (_reverse(event, reverts=UNDONE) if learning.read_floors(namespace) == floors else None), ""
        case events.UsefulnessChanged(memory, _, after):
            return (_reverse(event), "") if learning.read_standing(memory) == after else (None, memory)
        case events.ProposalSettled(memory, _, outcome):
            proposal = learning.get_proposal(memory)
            same = proposal is not None and proposal.outcome is outcome
            return (_reverse(event, reason=""), "") if same else (None, memory)
        case _:
            return None, ""
    return (_reverse(event) if same else None), ""
