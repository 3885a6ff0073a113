"""Values of the learning loop. The store knows this module; it imports nothing but the standard library.

Times are microseconds since 1970 in UTC, 0 is never. Tokens are counted offline by an upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class RunOutcome(StrEnum):
    OPEN = "open"
    FINISHED = "finished"
    FAILED = "failed"


GATE: Final = "Gate"
"""Category of a run that failed because its verifier did. That is no signal: it is not the memory's fault."""

MIXED: Final = "Mixed"
"""Category of a run that partly worked. It says of no memory whether it helped."""


@dataclass(frozen=True, slots=True)
class Run:
    """One attempt at a task, from whose end memories are judged."""

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
        """Whether its end says anything about the memories in it."""
        if self.outcome is RunOutcome.FAILED:
            return not self.gated and self.category != MIXED
        return self.outcome is RunOutcome.FINISHED

    @property
    def gated(self) -> bool:
        return self.category.lower() == GATE.lower()


@dataclass(frozen=True, slots=True)
class Serving:
    """One retrieval, hit or miss: the event `context.served`."""

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


@dataclass(frozen=True, slots=True)
class Injection:
    """What one retrieval put before the model: the event `context.injected`."""

    serving: str
    run: str
    namespace: str
    at: int
    memories: tuple[str, ...]  # in the order of delivery
    tokens: int
    source: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A memory that the model leaned on. `seq` is that of the event that landed it, 0 while its run is open."""

    seq: int
    run: str
    memory: str  # who holds it now: consolidation moves it to the survivor
    original: str  # what was cited
    at: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What runs said of a memory so far."""

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


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two memories close in meaning whose texts differ. It blocks nothing."""

    id: str
    newer: str
    existing: str
    similarity: float  # cosine
    namespace: str
    at: int
    resolution: Resolution = Resolution.OPEN
    resolved_at: int = 0


class How(StrEnum):
    """What became of a lesson that was recorded."""

    ADDED = "added"
    MERGED = "merged"  # into a near duplicate
    DUPLICATE = "duplicate"  # the same text was there
    PROPOSED = "proposed"  # waits for a person


@dataclass(frozen=True, slots=True)
class Lesson:
    """One call to record something, whatever became of it."""

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


@dataclass(frozen=True, slots=True)
class Proposal:
    memory: str  # the pending memory
    namespace: str
    filed_at: int
    expires_at: int  # 0 is never
    source: str
    run: str
    outcome: ProposalOutcome = ProposalOutcome.PENDING
    settled_at: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Floors:
    """The least evidence of a candidate that is delivered: either is enough.

    `lexical` is the share of the query's terms that a memory has, `semantic` the cosine of both."""

    lexical: float = 0.5
    semantic: float = 0.35


@dataclass(frozen=True, slots=True)
class FloorsChange:
    seq: int
    namespace: str
    at: int
    before: Floors
    floors: Floors
    reverts: int = 0  # the change it takes back, 0 for none
