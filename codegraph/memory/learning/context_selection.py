"""Selection of the memories that answer a question, and its record.

Candidates come from recall. Floors require evidence, usefulness changes the order, and a budget drops whole capsules
from the end. Dropped memories are counted and earn nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from codegraph.memory.anchors.anchor_state import REPORTED
from codegraph.memory.events import Access, ContextInjected, ContextServed, MemoriesAccessed
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.kind_translation import translate_kind
from codegraph.memory.learning.usefulness import HALF_LIFE_DAYS, adjust_relevance, compute_decayed_multiplier
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Floors, JsonValue, Memory, MemoryKind, Standing, Vocabulary, convert
from codegraph.memory.recall.question import Question, understand
from codegraph.memory.recall.request import RecallResult
from codegraph.text.token_counts import bound_tokens

MIN_SCORE: Final = 0.15
MAX_CAPSULES: Final = 3
MOST_CAPSULES: Final = 20
BUDGET_TOKENS: Final = 6_000

TAGGED: Final = 1.4
PREFERRED: Final = 1.2
STAGED: Final = 1.1
"""Factors of a score: for a tag that was asked for, a preferred kind, a kind that fits the stage."""

LONGEST_QUERY: Final = 500

_K = MemoryKind
STAGES: Final[Mapping[str, tuple[MemoryKind, ...]]] = {
    "localization": (_K.FACT, _K.ARCHITECTURE, _K.CONTEXT),
    "patch_plan": (_K.CONVENTION, _K.DECISION, _K.FAILURE_PATTERN),
    "implementation": (_K.CONVENTION, _K.COMMAND, _K.PATTERN),
    "verification": (_K.COMMAND, _K.FAILURE_PATTERN),
    "review": (_K.CONVENTION, _K.PREFERENCE, _K.DECISION),
}
"""Kinds that help most at a stage of a task."""

ROLES: Final = {"semantic_operator": _K.FACT, "anti_pattern": _K.FAILURE_PATTERN}
"""Other words for kinds."""


@dataclass(frozen=True, slots=True)
class Ask:
    query: str
    stage: str = ""  # one of STAGES
    min_score: float = MIN_SCORE
    max_capsules: int = MAX_CAPSULES
    tags: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()  # kinds or roles


@dataclass(frozen=True, slots=True)
class Candidate:
    memory: Memory
    relevance: float  # score of the recall, 0 … 1
    coverage: float  # share of the query's terms in it
    cosine: float
    stale: tuple[str, ...] = ()  # anchors whose code changed since


@dataclass(frozen=True, slots=True)
class Capsule:
    """Memory in the form that a model gets."""

    memory: Memory
    score: float
    relevance: float
    usefulness: float  # the factor, 1 is neutral
    coverage: float
    cosine: float
    stale: tuple[str, ...] = ()

    def to_payload(self) -> dict[str, JsonValue]:
        """Return the capsule in the form in which it is sent."""
        body = self.memory.body
        shown: dict[str, JsonValue] = {
            "id": self.memory.id,
            "kind": translate_kind(body.kind, Vocabulary.KIMETSU),
            "content": body.content,
            "score": round(self.score, 4),
            "confidence": round(body.confidence, 4),
            "usefulness": round(self.usefulness, 4),
        }
        if body.tags:
            shown["tags"] = list(body.tags)
        if self.stale:
            shown["stale"] = list(self.stale)
        return shown

    @property
    def tokens(self) -> int:
        """Return the tokens that the capsule counts as."""
        return bound_tokens(json.dumps(self.to_payload(), ensure_ascii=False, separators=(",", ":")))


@dataclass(frozen=True, slots=True)
class CapsuleSelection:
    capsules: tuple[Capsule, ...]
    top_score: float  # of the best candidate before any floor
    excluded: int  # candidates that were not chosen


def build_candidates(query: str, found: Sequence[RecallResult]) -> list[Candidate]:
    """Return the results of a recall with the evidence that floors are compared with."""
    question = understand(query, 0)
    covered = {r.memory.id: _compute_coverage(question, r.memory) for r in found}
    cosines = {r.memory.id: r.signals.vector_similarity for r in found}
    return [
        Candidate(
            r.memory,
            min(r.score, 1.0),
            max(covered[r.memory.id], covered.get(r.instead, 0.0)),  # it is told in another one's place
            max(cosines[r.memory.id], cosines.get(r.instead, 0.0)),
            tuple(a.anchor.target for a in r.anchors if a.state in REPORTED),
        )
        for r in found
    ]


def _compute_coverage(question: Question, memory: Memory) -> float:
    """Return the share of the question's terms that a memory has.

    It is 0 when nothing is asked."""
    told = question.find_terms(" ".join((memory.body.content, *memory.body.tags)))
    return len(told) / len(question.terms) if question.terms else 0.0


def is_above_floors(candidate: Candidate, floors: Floors) -> bool:
    return candidate.coverage >= floors.lexical or candidate.cosine >= floors.semantic


def choose(
    ask: Ask,
    found: Sequence[Candidate],
    standings: Mapping[str, Standing],
    floors: Floors,
    now: int,
    half_life_days: float = HALF_LIFE_DAYS,
) -> CapsuleSelection:
    """Choose the capsules of an answer, best first.

    There are none when the best one stays below `min_score`.
    """
    rated: list[Capsule] = []
    for c in found:
        factor = compute_decayed_multiplier(
            standings.get(c.memory.id, Standing()), c.memory.created_at, now, half_life_days
        )
        score = min(adjust_relevance(c.relevance, factor) * _compute_boost(ask, c.memory), 1.0)
        rated.append(Capsule(c.memory, score, c.relevance, factor, c.coverage, c.cosine, c.stale))
    top = max((c.score for c in rated), default=0.0)
    kept = [c for c, of in zip(rated, found) if is_above_floors(of, floors)]
    kept.sort(key=lambda c: (-c.score, c.memory.row))
    if not kept or kept[0].score < ask.min_score:
        return CapsuleSelection((), top, len(found))
    kept = kept[: ask.max_capsules]
    return CapsuleSelection(tuple(kept), top, len(found) - len(kept))


def _compute_boost(ask: Ask, memory: Memory) -> float:
    factor = 1.0
    said = memory.body.content.lower()
    tags = {tag.lower() for tag in memory.body.tags}
    if any(tag.strip() and (tag.lower() in tags or tag.lower() in said) for tag in ask.tags):
        factor *= TAGGED
    kinds = {str(memory.body.kind), translate_kind(memory.body.kind, Vocabulary.KIMETSU)}
    if kinds & {str(ROLES.get(role, role)) for role in ask.prefer}:
        factor *= PREFERRED
    if memory.body.kind in STAGES.get(ask.stage, ()):
        factor *= STAGED
    return factor


@dataclass(frozen=True, slots=True)
class Delivery:
    """Memories that a retrieval delivered to the model, to be recorded."""

    query: str
    run: str
    namespace: str
    memories: tuple[str, ...]
    tokens: int
    top_score: float
    stage: str = ""
    source: str = "context"


def deliver(recording: Recording, delivery: Delivery) -> str:
    """Record a retrieval, hit or miss, and its delivery.

    Return its id.
    """
    id = recording.generate_id()
    memories = tuple(m for m in dict.fromkeys(delivery.memories) if recording.state.find_memory(m) is not None)
    query = " ".join(redact(delivery.query).split())[:LONGEST_QUERY]
    tokens, best = delivery.tokens if memories else 0, round(delivery.top_score, 6)
    told = {"query": query, "capsules": len(memories), "tokens": tokens, "top_score": best, "skipped": not memories}
    recording.record(convert(ContextServed, delivery, serving=id, **told))
    if memories:
        recording.record(convert(ContextInjected, delivery, serving=id, memories=memories))
        recording.record(MemoriesAccessed(memories, Access.SERVED))
    return id
