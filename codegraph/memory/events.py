"""The closed set of things that can happen to memory. The log of these events is the only truth; see `apply`.

An event holds what was decided, never how to decide it: replaying an old log must not depend on today's policy. Where
an event replaces a value it holds the old one too, so that it can be undone without searching the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from codegraph.memory.facts.events import FactsKeyed, MemoryEmbedded
from codegraph.memory.learning.events import LearningEvent
from codegraph.memory.model import (
    NEVER,
    Anchor,
    Body,
    Link,
    MemoryStatus,
    Origin,
    Session,
    ToolUse,
    Vocabulary,
    Weights,
)
from codegraph.memory.provenance.events import (
    ProvenanceEvent,
)
from codegraph.memory.review.events import MemoryStaged


class Access(StrEnum):
    """How a memory was read. Only being opened or cited counts as a use."""

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


@dataclass(frozen=True, slots=True)
class MemoryStored:
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


@dataclass(frozen=True, slots=True)
class MemoryRevised:
    memory: str
    number: int  # of the new revision
    body: Body
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StatusChanged:
    memory: str
    before: MemoryStatus
    after: MemoryStatus
    reason: str = ""
    successor_before: str = ""
    successor: str = ""


@dataclass(frozen=True, slots=True)
class MemoryRated:
    """Importance or confidence moved without an edit, by decay or by feedback: no new revision."""

    memory: str
    importance_before: float
    importance: float
    confidence_before: float
    confidence: float
    decayed_before: int = NEVER
    decayed_at: int = NEVER


@dataclass(frozen=True, slots=True)
class ProtectionChanged:
    memory: str
    after: bool


@dataclass(frozen=True, slots=True)
class ValidityChanged:
    memory: str
    from_before: int
    to_before: int
    valid_from: int
    valid_to: int


@dataclass(frozen=True, slots=True)
class MemoriesAccessed:
    memories: tuple[str, ...]
    how: Access


@dataclass(frozen=True, slots=True)
class MemoryAnchored:
    """All anchors of a memory, replacing those it had."""

    memory: str
    before: tuple[Anchor, ...]
    anchors: tuple[Anchor, ...]


@dataclass(frozen=True, slots=True)
class MemoryVerified:
    """Somebody vouched for a memory as its anchors are now."""

    memory: str
    verified_before: int
    verified_at: int
    before: tuple[Anchor, ...] = ()
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryLinked:
    link: Link
    before: Link | None = None  # the link of these ends and this relationship that it replaces


@dataclass(frozen=True, slots=True)
class MemoryUnlinked:
    link: Link


@dataclass(frozen=True, slots=True)
class MemoryAliased:
    memory: str
    alias: str  # another id it answers to: `mem-0017`, a kref, an imported id


@dataclass(frozen=True, slots=True)
class RevisionTagged:
    """A moving tag now names this revision; 0 is none."""

    memory: str
    tag: str
    before: int
    number: int


@dataclass(frozen=True, slots=True)
class SessionStarted:
    session: Session


@dataclass(frozen=True, slots=True)
class SessionEnded:
    session: str
    ended_at: int
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ToolUsed:
    use: ToolUse


@dataclass(frozen=True, slots=True)
class WeightsSet:
    before: Weights
    weights: Weights


@dataclass(frozen=True, slots=True)
class CycleRan:
    cycle: Cycle
    namespace: str
    affected: int


@dataclass(frozen=True, slots=True)
class OperationUndone:
    operation: str
    undone: bool = True  # False when the undoing itself was undone


@dataclass(frozen=True, slots=True)
class MemoryErased:
    """All earlier events of the memory have lost their text; nothing but its id remains."""

    memory: str


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


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its place in the log. `operation` groups what one call did; it is the undo token."""

    seq: int
    at: int
    operation: str
    actor: str
    event: MemoryEvent
