"""Requests and answers of the toolset `kimetsu`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from codegraph.memory.checks import MAX_CONTENT, MAX_NAME
from codegraph.memory.learning.broker import BUDGET_TOKENS, MAX_CAPSULES, MIN_SCORE, MOST_CAPSULES, ROLES, STAGES
from codegraph.memory.learning.figures import LAST_RUNS
from codegraph.memory.model import KINDS, RunOutcome, Vocabulary
from codegraph.operations.parameter import argument, option

KIND_NAMES = tuple(str(kind) for kind in KINDS[Vocabulary.KIMETSU])
RECORDED = (*KIND_NAMES, *ROLES)

OUTCOMES = (str(RunOutcome.FINISHED), str(RunOutcome.FAILED))
_RUN = "id of the run; the one opened last in this repository unless given"


@dataclass(frozen=True, slots=True)
class ContextInput:
    query: str = argument("what the task is about, in a few words")
    stage: str | None = option(
        "stage of the task: kinds that help there rank higher", default=None, choices=tuple(STAGES)
    )
    budget_tokens: int = option("tokens that the reply's text may take", default=BUDGET_TOKENS, low=500, high=30_000)
    min_score: float = option("skip when the best capsule scores below", default=MIN_SCORE, low=0, high=1)
    max_capsules: int = option("", default=MAX_CAPSULES, low=1, high=MOST_CAPSULES)
    tags: tuple[str, ...] = option("a capsule that holds one of these ranks higher", default=())
    prefer_roles: tuple[str, ...] = option("kinds that rank higher", default=())
    run_id: str | None = option(
        f"{_RUN}; without any, or with an id of your own, one is started", default=None, longest=MAX_NAME
    )


class Usage(NamedTuple):
    how_to_use: str


class CapsuleOut(NamedTuple):
    id: str
    kind: str
    content: str
    score: float
    confidence: float
    usefulness: float  # factor of its score from what runs said, 1 is neutral
    tags: tuple[str, ...] | None = None
    stale: tuple[str, ...] | None = None  # code it speaks of that changed since


class ContextOutput(NamedTuple):
    ok: bool
    skipped: bool
    run_id: str
    serving_id: str
    stage: str
    top_score: float
    min_score: float
    budget_tokens: int
    used_tokens: int
    capsule_count: int
    excluded_count: int
    capsules: tuple[CapsuleOut, ...]
    usage: Usage


@dataclass(frozen=True, slots=True)
class RecordInput:
    lesson: str = argument(
        "the rule, concrete and actionable; may be left out with `outcome`", longest=MAX_CONTENT, default=""
    )
    tags: tuple[str, ...] = option("domain words, such as rust or linker", default=())
    context: str = option("what problem it was learned from", default="", longest=MAX_CONTENT)
    confidence: float = option("how sure you are that it generalises", default=0.8, low=0, high=1)
    kind: str = option("", default="fact", choices=RECORDED)
    run_id: str | None = option(_RUN, default=None, longest=MAX_NAME)
    outcome: str | None = option(
        "also end the run: what was cited in it earns or loses by how it went", default=None, choices=OUTCOMES
    )
    category: str = option("why it failed; `Gate`, a verifier did, is no signal", default="", longest=MAX_NAME)


class ConflictOut(NamedTuple):
    conflict_id: str
    similarity: float
    new_memory_id: str
    new_text: str
    existing_memory_id: str
    existing_text: str
    detected_at: str


class RunEndedOut(NamedTuple):
    run_id: str
    outcome: str
    cited: int
    passengers: int  # delivered, not cited


class RecordOutput(NamedTuple):
    ok: bool
    result: str  # added, merged, duplicate, proposed; or ended, without a lesson
    memory_id: str | None  # of the memory that holds the lesson
    proposal_id: str | None  # in its place, while the lesson waits for review
    kind: str
    lesson: str
    tags: tuple[str, ...]
    similarity: float | None
    conflicts: tuple[ConflictOut, ...]
    usage: str
    run: RunEndedOut | None = None  # where an outcome ended it


@dataclass(frozen=True, slots=True)
class CiteInput:
    memory_id: str = argument("id of a capsule", longest=MAX_NAME)
    reason: str = option("what it helped with", default="", longest=MAX_NAME)
    run_id: str | None = option(_RUN, default=None, longest=MAX_NAME)


class CiteOutput(NamedTuple):
    ok: bool
    run_id: str
    memory_id: str
    citations: int  # noted in the run so far


@dataclass(frozen=True, slots=True)
class BlameInput:
    run_id: str = argument("id of the run", longest=MAX_NAME)


class BlamedOut(NamedTuple):
    memory_id: str
    kind: str
    text: str
    cited: bool
    reason: str
    deliveries: int
    usefulness_score: float
    use_count: int
    last_useful_at: str


class BlameOutput(NamedTuple):
    run_id: str
    outcome: str
    category: str
    started_at: str
    ended_at: str
    cited: tuple[BlamedOut, ...]
    passengers: tuple[BlamedOut, ...]


@dataclass(frozen=True, slots=True)
class InsightsInput:
    last_n_runs: int = option("window: so many last runs", default=LAST_RUNS, low=1, high=10_000)
    since: str | None = option("window: since this time instead, such as 2026-03-01", default=None, longest=64)
    top: int = option("memories in a list", default=10, low=0, high=100)


class InsightsOutput(NamedTuple):
    runs: int
    since: str
    retrieval: dict[str, object]
    skips: dict[str, object]
    citations: dict[str, object]
    proposals: dict[str, object]
    usefulness: dict[str, object]
    harvest: dict[str, object]
    corpus: dict[str, object]
    tokens: dict[str, object]


@dataclass(frozen=True, slots=True)
class ConflictsInput:
    limit: int = option("", default=50, low=1, high=200)


class ConflictsOutput(NamedTuple):
    open: int
    conflicts: tuple[ConflictOut, ...]
    usage: str


@dataclass(frozen=True, slots=True)
class StatusInput:
    pass


class FloorsOut(NamedTuple):
    lexical: float
    semantic: float


class StatusOutput(NamedTuple):
    ok: bool
    memories: int
    by_kind: dict[str, int]
    rated: int
    pending_proposals: int
    open_conflicts: int
    runs: int
    open_run: str
    floors: FloorsOut
    decay_half_life_days: float
    encoder: str
