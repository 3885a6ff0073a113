"""Values of the memory engine: memories, revisions, links, anchors, sessions.

Every vocabulary of tools shares them. Times are integer microseconds since 1970 in UTC; 0 is *never*. Nothing here
reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, TypeVar, cast

from codegraph.runtime.value_classes import Value, define

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]
Metadata = Mapping[str, JsonValue]
"""Free key-value data of a memory. Written as JSON; keys keep their order."""

NEVER: Final = 0
T = TypeVar("T")


def convert(kind: type[T], record: object, /, **given: object) -> T:
    """Make a record of another type of the fields that it shares with one."""
    names = [each.name for each in fields(cast(Any, kind))]
    return kind(
        **{name: getattr(record, name) for name in names if name not in given and hasattr(record, name)}, **given
    )


class MemoryKind(StrEnum):
    """Kinds that some vocabulary documents.

    A memory's kind is text, because a vocabulary may meet one of its own. A kind that the writing vocabulary does not
    know waits for review (`policy.decide_initial_status`).
    """

    DECISION = "decision"
    PATTERN = "pattern"
    PREFERENCE = "preference"
    STYLE = "style"
    HABIT = "habit"
    INSIGHT = "insight"
    CONTEXT = "context"
    # facts with a subject, a predicate and a validity
    FACT = "fact"
    EPISODE = "episode"
    # what a reviewed profile keeps
    TOOLING = "tooling"
    PROJECT = "project"
    INFRA = "infra"
    IDENTITY = "identity"
    FISCAL = "fiscal"
    PEOPLE = "people"
    CONSTRAINT = "constraint"
    LOCATION = "location"
    HEALTH = "health"
    # captures with provenance
    CORRECTION = "correction"
    ARCHITECTURE = "architecture"
    IMPLEMENTATION = "implementation"
    SYNTHESIS = "synthesis"
    REFLECTION = "reflection"
    SUMMARY = "summary"
    SKILL = "skill"
    ACTION = "action"
    ERROR = "error"
    CONVERSATION = "conversation"
    # lessons of runs
    CONVENTION = "convention"
    COMMAND = "command"
    FAILURE_PATTERN = "failure_pattern"


class Vocabulary(StrEnum):
    """Set of words that a memory was written in.

    It determines the possible kinds and the first status.
    """

    CODEGRAPH = "codegraph"
    CODEMEM = "codemem"
    KRONROE = "kronroe"
    ENGRAM = "engram"
    KUMIHO = "kumiho"
    KIMETSU = "kimetsu"


_K = MemoryKind

RULES: Final = frozenset((_K.DECISION, _K.ARCHITECTURE, _K.CONSTRAINT, _K.CONVENTION, _K.PATTERN, _K.PREFERENCE))
"""Kinds of which two that disagree cannot both be followed."""

CODEMEM_KINDS: Final = (_K.DECISION, _K.PATTERN, _K.PREFERENCE, _K.STYLE, _K.HABIT, _K.INSIGHT, _K.CONTEXT)

KINDS: Final[Mapping[Vocabulary, tuple[MemoryKind, ...]]] = {
    Vocabulary.CODEGRAPH: tuple(MemoryKind),
    Vocabulary.CODEMEM: CODEMEM_KINDS,
    Vocabulary.KRONROE: (_K.FACT, _K.EPISODE),
    Vocabulary.ENGRAM: (
        _K.PREFERENCE,
        _K.TOOLING,
        _K.PROJECT,
        _K.INFRA,
        _K.IDENTITY,
        _K.FISCAL,
        _K.PEOPLE,
        _K.CONSTRAINT,
        _K.LOCATION,
        _K.HEALTH,
    ),
    Vocabulary.KUMIHO: (
        _K.DECISION,
        _K.PREFERENCE,
        _K.FACT,
        _K.CORRECTION,
        _K.ARCHITECTURE,
        _K.IMPLEMENTATION,
        _K.SYNTHESIS,
        _K.REFLECTION,
        _K.SUMMARY,
        _K.SKILL,
        _K.ACTION,
        _K.ERROR,
        _K.CONVERSATION,
    ),
    Vocabulary.KIMETSU: (_K.PREFERENCE, _K.CONVENTION, _K.COMMAND, _K.FAILURE_PATTERN, _K.FACT),
}


class MemoryStatus(StrEnum):
    """Status in the lifecycle of a memory.

    pending → active → (stale | superseded | deprecated | rejected | archived).
    """

    PENDING = "pending"  # waits for review; no recall returns it
    ACTIVE = "active"
    STALE = "stale"  # known to be out of date; still returned, and said to be stale
    SUPERSEDED = "superseded"  # another memory took its place
    DEPRECATED = "deprecated"
    REJECTED = "rejected"  # reviewed and refused
    ARCHIVED = "archived"  # deleted, forgotten or merged away; `restore` and `undo` bring it back


RECALLABLE: Final = (MemoryStatus.ACTIVE, MemoryStatus.STALE)
"""The only statuses any recall returns unless it is asked for history."""


class Origin(StrEnum):
    """Author of a memory.

    A person's memory is never displaced by a machine's.
    """

    HUMAN = "human"
    AGENT = "agent"
    HOOK = "hook"  # captured from a coding agent's session
    IMPORTED = "imported"
    DERIVED = "derived"  # made by consolidation from other memories


class Relationship(StrEnum):
    """Types of links between memories, and from memories to code."""

    RELATES_TO = "RELATES_TO"
    LEADS_TO = "LEADS_TO"
    PART_OF = "PART_OF"
    REINFORCES = "REINFORCES"
    CONTRADICTS = "CONTRADICTS"
    EVOLVED_INTO = "EVOLVED_INTO"
    DERIVED_FROM = "DERIVED_FROM"
    INVALIDATED_BY = "INVALIDATED_BY"
    DEPENDS_ON = "DEPENDS_ON"
    IMPORTS = "IMPORTS"
    EXTENDS = "EXTENDS"
    CALLS = "CALLS"
    CONTAINS = "CONTAINS"
    SUPERSEDES = "SUPERSEDES"
    BLOCKS = "BLOCKS"
    IMPLEMENTS = "IMPLEMENTS"
    INHERITS = "INHERITS"
    SIMILAR_TO = "SIMILAR_TO"
    PRECEDED_BY = "PRECEDED_BY"
    EXEMPLIFIES = "EXEMPLIFIES"
    EXPLAINS = "EXPLAINS"
    SHARES_THEME = "SHARES_THEME"
    SUMMARIZES = "SUMMARIZES"


@dataclass(frozen=True, slots=True)
class Body:
    """Content of a revision: everything that an edit can change."""

    content: str
    kind: str = MemoryKind.CONTEXT
    importance: float = 0.5  # 0 … 1
    confidence: float = 1.0  # 0 … 1
    tags: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Revision:
    """One immutable state of a memory's body.

    Numbers start at 1; the highest is the latest.
    """

    memory: str
    number: int
    body: Body
    at: int
    reason: str = ""
    tags: tuple[str, ...] = ()  # moving names of revisions, such as `published`; `latest` is implied


@dataclass(frozen=True, slots=True)
class Memory:
    """The current state of one memory."""

    id: str  # UUIDv7, lower case
    row: int  # sequence number of the event that stored it: the key of every derived store, the same after a rebuild
    seq: int  # of the last event that changed anything a derived store keeps of it
    body: Body  # of the latest revision
    status: MemoryStatus
    namespace: str  # "" for none
    origin: Origin
    vocabulary: Vocabulary
    revision: int
    content_hash: str  # SHA-256 of the content, hexadecimal
    created_at: int
    updated_at: int  # of the last revision
    accessed_at: int  # last time it was opened, cited or delivered
    verified_at: int = NEVER  # last time somebody or something checked that it holds; not a use
    decayed_at: int = NEVER
    access_count: int = 0  # times opened, updated or cited. Being scored or delivered by a recall does not count
    served_count: int = 0  # times delivered by a recall
    protected: bool = False  # no maintenance may archive, merge or decay it
    session: str = ""
    successor: str = ""  # id of the memory that took its place
    valid_from: int = NEVER  # when what it says became true; NEVER is since always
    valid_to: int = NEVER  # when it ceased to be true; NEVER is still

    @property
    def curated(self) -> bool:
        """Return whether the memory is protected or was written by a person."""
        return self.protected or self.origin is Origin.HUMAN


AMENDS: Final = "amends"
"""Label of the link from a memory to an earlier one that it changes."""


@dataclass(frozen=True, slots=True)
class Link:
    """Typed, directed relation.

    An end is a memory's id, or a symbol's id for links to code.
    """

    source: str
    target: str
    relationship: Relationship
    weight: float = 1.0
    label: str = ""  # the word of a vocabulary that has others than the 23
    at: int = NEVER
    metadata: Metadata = field(default_factory=dict)

    @property
    def is_amendment(self) -> bool:
        """Return whether the source is a later memory that changes the target."""
        return self.label == AMENDS

    def get_other_end(self, id: str) -> str:
        return self.target if self.source == id else self.source


class AnchorKind(StrEnum):
    SYMBOL = "symbol"
    FILE = "file"
    COMMIT = "commit"


class PremiseKind(StrEnum):
    VALUE = "value"  # of a constant, variable or field
    SIGNATURE = "signature"  # of a function, or the heading of a class


@dataclass(frozen=True, slots=True)
class Premise:
    """Dependency of an anchored body, as it was when the anchor was made."""

    kind: PremiseKind
    target: str  # symbol id
    digest: str  # of the syntax of the value or signature
    text: str = ""  # of a short value
    stamp: str = ""  # of its file's content: while that is the same, the premise holds


@dataclass(frozen=True, slots=True)
class Anchor:
    """Code that a memory describes, as it was when the memory was last confirmed."""

    kind: AnchorKind
    repository: str  # repository id; clones and worktrees share it
    target: str  # symbol id, path or full commit id
    syntax_hash: str = ""  # of the symbol's or file's syntax without comments and layout; "" where there is none
    commit: str = ""  # HEAD when the hash was taken
    path: str = ""  # where the target was then
    line: int = 0
    offered: bool = False  # found in the memory's text, not named by the writer
    premises: tuple[Premise, ...] | None = None  # None: there was no index to take them from
    stamp: str = ""  # of its file's content: while that is the same, nothing has to be parsed to say so


@define
class Session(Value):
    """Session of a person or an agent."""

    id: str
    namespace: str
    started_at: int
    ended_at: int = NEVER
    agent: str = ""
    summary: str = ""


@define
class ToolUse(Value):
    """Tool call of a coding agent, with the parts that patterns need."""

    session: str
    namespace: str
    tool: str
    at: int = NEVER
    path: str = ""  # the file it read or changed
    pattern: str = ""  # what it searched for
    failed: bool = False


@define
class Weights(Value):
    """Weights of the nine signals.

    They are normalized over those that are active for a query.
    """

    vector_similarity: float = 0.25
    graph_strength: float = 0.25
    token_overlap: float = 0.15
    temporal: float = 0.10
    tag_matching: float = 0.10
    importance: float = 0.05
    confidence: float = 0.05
    recency: float = 0.05
    scope: float = 0.10  # active only where the caller says where it is


SIGNALS: Final = tuple(Weights.__dataclass_fields__)


@define
class Filter(Value):
    """Conditions on the memories that a question is about.

    They are applied before any cut; an empty tuple is no restriction.
    """

    namespaces: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # all of them
    statuses: tuple[MemoryStatus, ...] = RECALLABLE
    origins: tuple[Origin, ...] = ()
    session: str = ""
    since: int = NEVER  # created at or after
    until: int = NEVER  # created before; NEVER is no restriction
    rows: tuple[int, ...] | None = None  # only these; None is no restriction


# items with provenance


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


@define
class Place(Value):
    """Place of an item.

    Space, name and kind together are unique.
    """

    space: str
    name: str
    kind: str


@define
class Artifact(Value):
    """File on this machine that belongs to a revision.

    Its content is not in the database.
    """

    revision: int
    name: str
    location: str  # absolute path
    size: int = 0  # bytes when it was attached
    digest: str = ""  # SHA-256 then, hexadecimal


@define
class Bundle(Value):
    """Group of items.

    Each change of its members is a revision.
    """

    space: str
    name: str
    number: int
    members: tuple[str, ...]  # ids of memories
    created_at: int = 0
    deprecated: bool = False


@define
class Message(Value):
    session: str
    role: Role
    text: str  # without credentials and personal data


@define
class BufferedMessage(Value):
    """Message of the working memory.

    `seq` is that of its event.
    """

    seq: int
    role: Role
    text: str
    at: int


@define
class Conversation(Value):
    session: str
    user: str  # a digest: who it is need not be known
    context: str


@define
class Dream(Value):
    """Position in the log that maintenance has read up to, and the time."""

    cursor: int
    at: int


# the learning loop; tokens are counted offline by an upper bound


class RunOutcome(StrEnum):
    OPEN = "open"
    FINISHED = "finished"
    FAILED = "failed"


GATE: Final = "Gate"
"""Category of a run that failed because its verifier did. That is no signal: it is not the memory's fault."""

MIXED: Final = "Mixed"
"""Category of a run that partly worked. It says of no memory whether it helped."""


@define
class Run(Value):
    """Attempt at a task.

    Its end rates the memories in it.
    """

    id: str
    namespace: str
    started_at: int
    session: str = ""
    agent: str = ""
    task: str = ""
    model: str = ""  # the language model it worked with, for prices
    ended_at: int = 0
    outcome: RunOutcome = RunOutcome.OPEN
    category: str = ""  # why it failed

    @property
    def counts(self) -> bool:
        """Return whether the end of the run rates the memories in it."""
        if self.outcome is RunOutcome.FAILED:
            return not self.gated and self.category != MIXED
        return self.outcome is RunOutcome.FINISHED

    @property
    def gated(self) -> bool:
        return self.category.lower() == GATE.lower()


@define
class Serving(Value):
    """Retrieval, hit or miss: the event `context.served`."""

    id: str
    run: str  # "" outside of any
    namespace: str
    at: int
    query: str
    stage: str
    capsules: int
    tokens: int
    top_score: float  # of the best candidate, delivered or not
    skipped: bool
    source: str  # who asked: `context`, `prompt`, `brief`


@define
class Injection(Value):
    """Delivery of a retrieval to the model: the event `context.injected`."""

    serving: str
    run: str
    namespace: str
    at: int
    memories: tuple[str, ...]  # in the order of delivery
    tokens: int
    source: str


@define
class Citation(Value):
    """Memory that the model relied on.

    `seq` is that of the event that ended its run, 0 while the run is open.
    """

    seq: int
    run: str
    memory: str  # who holds it now: consolidation moves it to the survivor
    original: str  # what was cited
    at: int
    reason: str = ""


@define
class Standing(Value):
    """Sum of the ratings of a memory by runs."""

    score: float = 0.0  # sum of signals
    uses: int = 0  # number of signals
    cited: int = 0  # of them, by a citation
    last_useful_at: int = 0  # end of the last successful run that cited it
    rated_at: int = 0  # end of the last run that said anything

    @property
    def ratio(self) -> float:
        """Mean signal, -1 to 1; 0 without any."""
        return self.score / self.uses if self.uses else 0.0


class Resolution(StrEnum):
    OPEN = ""
    KEPT_NEW = "kept_new"
    KEPT_EXISTING = "kept_existing"
    KEPT_BOTH = "kept_both"


RESOLUTIONS: Final = (Resolution.KEPT_NEW, Resolution.KEPT_EXISTING, Resolution.KEPT_BOTH)


@define
class Conflict(Value):
    """Two memories close in meaning whose texts differ.

    A conflict blocks nothing.
    """

    id: str
    newer: str
    existing: str
    similarity: float  # cosine
    namespace: str
    at: int
    resolution: Resolution = Resolution.OPEN
    resolved_at: int = 0


class How(StrEnum):
    """Outcome of recording a lesson."""

    ADDED = "added"
    MERGED = "merged"  # into a near duplicate
    DUPLICATE = "duplicate"  # the same text was there
    PROPOSED = "proposed"  # waits for a person


@define
class Lesson(Value):
    """Call to record a lesson, with any outcome."""

    seq: int
    memory: str
    run: str
    namespace: str
    at: int
    how: How
    source: str  # `agent`, `distill`, `cli`
    similarity: float  # to the memory it was merged into


class ProposalOutcome(StrEnum):
    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EXPIRED = "expired"


@define
class Proposal(Value):
    memory: str  # the pending memory
    namespace: str
    filed_at: int
    expires_at: int  # 0 is never
    source: str
    run: str
    outcome: ProposalOutcome = ProposalOutcome.PENDING
    settled_at: int = 0
    reason: str = ""


@define
class Floors(Value):
    """Minimum evidence of a candidate that is delivered: either is enough.

    `lexical` is the share of the query's terms that a memory has, `semantic` the cosine of both.
    """

    lexical: float = 0.5
    semantic: float = 0.35


@define
class FloorsChange(Value):
    seq: int
    namespace: str
    at: int
    before: Floors
    floors: Floors
    reverts: int = 0  # the change it takes back, 0 for none
