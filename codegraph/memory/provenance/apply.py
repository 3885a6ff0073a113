"""What the events of items do to the projections, and what takes them back."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from codegraph.memory.model import Memory
from codegraph.memory.provenance.events import (
    ArtifactAttached,
    BufferCleared,
    BundleChanged,
    ConversationOpened,
    DreamRan,
    ItemPlaced,
    MessageBuffered,
    ProvenanceEvent,
)
from codegraph.store.memory.provenance import Artifact, Bundle, Conversation, Dream, Message, Place
from codegraph.store.memory.reader import Reader


class ProvenanceProjections(Protocol):
    """State that the events of items change."""

    def memory(self, id: str) -> Memory | None: ...
    def put_place(self, row: int, place: Place | None) -> None: ...
    def put_artifact(self, row: int, artifact: Artifact) -> None: ...
    def drop_artifact(self, row: int, artifact: Artifact) -> None: ...
    def put_bundle(self, bundle: Bundle, at: int) -> None: ...
    def put_conversation(self, conversation: Conversation) -> None: ...
    def put_message(self, seq: int, message: Message, at: int) -> None: ...
    def clear_buffer(self, session: str, first: int, last: int, cleared: bool) -> None: ...
    def put_dream(self, project: str, dream: Dream) -> None: ...


def apply_provenance(event: ProvenanceEvent, seq: int, at: int, state: ProvenanceProjections) -> None:
    """Events of a memory that is no longer there (erased) do nothing."""
    match event:
        case BundleChanged(_, bundle):
            state.put_bundle(bundle, at)
        case ConversationOpened(conversation):
            state.put_conversation(conversation)
        case MessageBuffered(message):
            if message.text:  # an erased one has none
                state.put_message(seq, message, at)
        case BufferCleared(session, first, last, cleared):
            state.clear_buffer(session, first, last, cleared)
        case DreamRan(project, _, dream):
            state.put_dream(project, dream)
        case ItemPlaced(id) | ArtifactAttached(id):
            memory = state.memory(id)
            if memory is None:
                return
            if isinstance(event, ItemPlaced):
                state.put_place(memory.row, event.place)
            elif event.attached:
                state.put_artifact(memory.row, event.artifact)
            else:
                state.drop_artifact(memory.row, event.artifact)


def inverse_of_provenance(event: ProvenanceEvent, state: Reader) -> tuple[ProvenanceEvent | None, str]:
    """As `undo.inverse`. What was said was said: messages and conversations stay."""
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


def without_text(event: ProvenanceEvent, id: str) -> ProvenanceEvent:
    """The event without any text of the memory `id`. Places keep what makes them differ from one another."""
    match event:
        case ItemPlaced(memory, before, place) if memory == id:
            return ItemPlaced(id, _bare_place(before, id), _bare_place(place, id))
        case ArtifactAttached(memory, artifact) if memory == id:
            return replace(event, artifact=Artifact(artifact.revision, artifact.name, ""))
        case BundleChanged(before, bundle):
            left = _without(bundle, id)
            return BundleChanged(_without(before, id) if before else None, left)
        case _:
            return event


def _bare_place(place: Place | None, id: str) -> Place | None:
    return Place("", id, place.kind) if place is not None else None


def _without(bundle: Bundle, id: str) -> Bundle:
    return replace(bundle, members=tuple(member for member in bundle.members if member != id))
