"""What happens to items beside what happens to the memories they are."""

from __future__ import annotations

from dataclasses import dataclass

from codegraph.store.memory.provenance import Artifact, Bundle, Conversation, Dream, Message, Place


@dataclass(frozen=True, slots=True)
class ItemPlaced:
    """A memory got a place, or another one, or none."""

    memory: str
    before: Place | None
    place: Place | None


@dataclass(frozen=True, slots=True)
class ArtifactAttached:
    memory: str
    artifact: Artifact
    attached: bool = True  # False when it was detached


@dataclass(frozen=True, slots=True)
class BundleChanged:
    """A bundle has a new revision, or is deprecated or restored; `before` is None when it is new."""

    before: Bundle | None
    bundle: Bundle


@dataclass(frozen=True, slots=True)
class ConversationOpened:
    conversation: Conversation


@dataclass(frozen=True, slots=True)
class MessageBuffered:
    message: Message


@dataclass(frozen=True, slots=True)
class BufferCleared:
    """The messages of a session from `first` to `last`, by the sequence numbers of their events, left the working
    memory, or are back in it."""

    session: str
    first: int
    last: int
    cleared: bool = True


@dataclass(frozen=True, slots=True)
class DreamRan:
    project: str
    before: Dream
    dream: Dream


ProvenanceEvent = (
    ItemPlaced | ArtifactAttached | BundleChanged | ConversationOpened | MessageBuffered | BufferCleared | DreamRan
)
