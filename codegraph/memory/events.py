"""Closed set of events of memory.

The log of these events is the only source of truth; see `apply`. An event holds what was decided, never how to decide
it: replaying an old log must not depend on today's policy. An event that replaces a value holds the old one too, so
that it can be undone without searching the log.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from codegraph.memory.memory_model import (
    NEVER,
    Anchor,
    Artifact,
    Body,
    Bundle,
    Conversation,
    Dream,
    Floors,
    How,
    Link,
    MemoryStatus,
    Message,
    Origin,
    Place,
    ProposalOutcome,
    Resolution,
    Run,
    RunOutcome,
    Session,
    Standing,
    ToolUse,
    Vocabulary,
    Weights,
)
from codegraph.runtime.value_classes import Value, define
from codegraph.store.memory.review import LearnedBy


@define
class FactsKeyed(Value):
    """A call had an idempotency key.

    The same call with this key gets its answer again.
    """

    scope: str  # tool
    key: str  # SHA-256 of namespace and key, so that no text of a caller is kept in it
    memories: tuple[str, ...]


@define
class MemoryEmbedded(Value):
    """The writer supplied a vector.

    It is used instead of the encoder's while their sizes agree.
    """

    memory: str
    vector: tuple[float, ...]


class Access(StrEnum):
    """Ways in which a memory was read.

    Only opening and citing count as a use.
    """

    OPENED = "opened"
    SERVED = "served"  # delivered by a recall
    CITED = "cited"


class Cycle(StrEnum):
    """Maintenance cycles."""

    DECAY = "decay"
    CREATIVE = "creative"
    CLUSTER = "cluster"
    FORGET = "forget"
    SUMMARIZE = "summarize"


@define
class MemoryStored(Value):
    memory: str
    body: Body
    status: MemoryStatus
    namespace: str
    origin: Origin
    vocabulary: Vocabulary
    created_at: int
    updated_at: int
    session: str = ""
    protected: bool = False
    valid_from: int = NEVER
    valid_to: int = NEVER


@define
class MemoryRevised(Value):
    memory: str
    number: int  # of the new revision
    body: Body
    reason: str = ""


@define
class StatusChanged(Value):
    memory: str
    before: MemoryStatus
    after: MemoryStatus
    reason: str = ""
    successor_before: str = ""
    successor: str = ""


@define
class MemoryRated(Value):
    """Importance or confidence changed by decay or by feedback.

    It is no edit and makes no revision.
    """

    memory: str
    importance_before: float
    importance: float
    confidence_before: float
    confidence: float
    decayed_before: int = NEVER
    decayed_at: int = NEVER


@define
class ProtectionChanged(Value):
    memory: str
    after: bool


@define
class ValidityChanged(Value):
    memory: str
    from_before: int
    to_before: int
    valid_from: int
    valid_to: int


@define
class MemoriesAccessed(Value):
    memories: tuple[str, ...]
    how: Access


@define
class MemoryAnchored(Value):
    """All anchors of a memory, replacing those it had."""

    memory: str
    before: tuple[Anchor, ...]
    anchors: tuple[Anchor, ...]


@define
class MemoryVerified(Value):
    """Somebody confirmed a memory with its current anchors."""

    memory: str
    verified_before: int
    verified_at: int
    before: tuple[Anchor, ...] = ()
    anchors: tuple[Anchor, ...] = ()


@define
class MemoryLinked(Value):
    link: Link
    before: Link | None = None  # the link of these ends and this relationship that it replaces


@define
class MemoryUnlinked(Value):
    link: Link


@define
class MemoryAliased(Value):
    memory: str
    alias: str  # another id it answers to: `mem-0017`, a kref, an imported id


@define
class RevisionTagged(Value):
    """A moving tag now names this revision; 0 is none."""

    memory: str
    tag: str
    before: int
    number: int


@define
class SessionStarted(Value):
    session: Session


@define
class SessionEnded(Value):
    session: str
    ended_at: int
    summary: str = ""


@define
class ToolUsed(Value):
    use: ToolUse


@define
class WeightsSet(Value):
    before: Weights
    weights: Weights


@define
class CycleRan(Value):
    cycle: Cycle
    namespace: str
    affected: int


@define
class OperationUndone(Value):
    operation: str
    undone: bool = True  # False when the undoing itself was undone


@define
class MemoryErased(Value):
    """All earlier events of the memory lost their text.

    Only its id remains.
    """

    memory: str


@define
class MemoryStaged(Value):
    """A memory was put into the review queue.

    The fields are those of `store.memory.review.StagedEntry`.
    """

    memory: str
    number: int
    tier: int
    learned_by: LearnedBy
    days: int
    same_as: str = ""
    conflicts: tuple[str, ...] = ()


# items with provenance


@define
class ItemPlaced(Value):
    """A memory got a place, got another one, or lost it."""

    memory: str
    before: Place | None
    place: Place | None


@define
class ArtifactAttached(Value):
    memory: str
    artifact: Artifact
    attached: bool = True  # False when it was detached


@define
class BundleChanged(Value):
    """A bundle has a new revision, or is deprecated or restored.

    `before` is None when it is new."""

    before: Bundle | None
    bundle: Bundle


@define
class ConversationOpened(Value):
    conversation: Conversation


@define
class MessageBuffered(Value):
    message: Message


@define
class BufferCleared(Value):
    """Messages of a session left the working memory, or returned to it.

    `first` and `last` are sequence numbers of their events.
    """

    session: str
    first: int
    last: int
    cleared: bool = True


@define
class DreamRan(Value):
    project: str
    before: Dream
    dream: Dream


ProvenanceEvent = (
    ItemPlaced | ArtifactAttached | BundleChanged | ConversationOpened | MessageBuffered | BufferCleared | DreamRan
)


# the learning loop: the names in the docstrings are those its users know the events by


@define
class RunStarted(Value):
    """Start of a run: `run.started`."""

    run: Run


@define
class _End(Value):
    run: str
    outcome: RunOutcome
    category: str
    ended_at: int


class RunEnded(_End):
    """End of a run: `run.finished`, `run.failed`."""


class RunReopened(_End):
    """The end of a run was undone.

    The fields are those of that end.
    """


@define
class ContextServed(Value):
    """Retrieval, hit or miss: `context.served`."""

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


@define
class ContextInjected(Value):
    """Memories that a retrieval delivered: `context.injected`.

    Only these memories can earn credit in the run.
    """

    serving: str
    run: str
    namespace: str
    memories: tuple[str, ...]
    tokens: int
    source: str


@define
class _Citation(Value):
    run: str
    memory: str
    reason: str


class CitationNoted(_Citation):
    """The model states during a run that it relies on a memory."""


class CitationDropped(_Citation):
    """A noted citation was withdrawn before its run ended."""


class MemoryCited(_Citation):
    """Noted citation, at the end of its run: `memory.cited`."""


class MemoryUncited(_Citation):
    """A citation is only noted again, because the end of its run was undone."""


@define
class UsefulnessChanged(Value):
    memory: str
    before: Standing
    after: Standing
    run: str  # "" for consolidation


@define
class CitationsMoved(Value):
    """Citations of `source`, by sequence number, were moved to `target`."""

    source: str
    target: str
    citations: tuple[int, ...]


@define
class ConflictFound(Value):
    conflict: str
    newer: str
    existing: str
    similarity: float
    namespace: str


@define
class ConflictResolved(Value):
    conflict: str
    before: Resolution
    resolution: Resolution


@define
class LessonRecorded(Value):
    memory: str
    run: str
    namespace: str
    how: How
    source: str
    similarity: float


@define
class ProposalFiled(Value):
    memory: str
    namespace: str
    expires_at: int
    source: str
    run: str


@define
class ProposalSettled(Value):
    memory: str
    before: ProposalOutcome
    outcome: ProposalOutcome
    reason: str


@define
class FloorsSet(Value):
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


MemoryEvent = (
    MemoryStored
    | MemoryRevised
    | StatusChanged
    | MemoryRated
    | ProtectionChanged
    | ValidityChanged
    | MemoriesAccessed
    | MemoryAnchored
    | MemoryVerified
    | MemoryLinked
    | MemoryUnlinked
    | MemoryAliased
    | RevisionTagged
    | SessionStarted
    | SessionEnded
    | ToolUsed
    | WeightsSet
    | CycleRan
    | OperationUndone
    | MemoryErased
    | MemoryStaged
    | FactsKeyed
    | MemoryEmbedded
    | LearningEvent
    | ProvenanceEvent
)


ROW_CHANGES: Final = (
    MemoryRevised,
    StatusChanged,
    MemoryRated,
    ProtectionChanged,
    ValidityChanged,
    MemoryAnchored,
    MemoryVerified,
    RevisionTagged,
    MemoryEmbedded,
)
"""Events that change the row of one memory and the rows that describe it, and nothing else."""


@define
class RecordedEvent(Value):
    """Event with its position in the log.

    `operation` groups the events of one call and is the undo token.
    """

    seq: int
    at: int
    operation: str
    actor: str
    event: MemoryEvent
