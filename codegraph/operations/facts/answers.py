"""Answers about facts.

Times are RFC 3339 texts, None for an open end. They are values only.
"""

from __future__ import annotations

from typing import NamedTuple

from codegraph.memory.facts.contradictions import Contradiction
from codegraph.memory.facts.fact_changes import ConfidenceShift
from codegraph.memory.facts.fact_model import Fact, Scalar
from codegraph.memory.facts.health import format_statement
from codegraph.memory.facts.ranking import Score
from codegraph.memory.facts.task_facts import Watchout
from codegraph.memory.memory_ids import format_fact_id
from codegraph.memory.times import DAY
from codegraph.operations.projection import project
from codegraph.operations.provenance.answers import StaleAnchor


class FactRow(NamedTuple):
    """One fact as every surface shows it."""

    fact_id: str
    subject: str
    predicate: str
    object: Scalar
    valid_from: str | None
    valid_to: str | None
    recorded_at: str
    expired_at: str | None
    confidence: float
    source: str | None = None
    episode_id: str | None = None
    dated: str | None = None  # its dates as they were said, where they are wider than a day

    @classmethod
    def build(cls, fact: Fact) -> FactRow:
        return project(cls, fact, fact_id=format_fact_id(fact.memory), episode_id=fact.episode)


class RecalledFact(NamedTuple):
    fact: FactRow
    stale: tuple[StaleAnchor, ...] | None = None  # None where no code changed
    outdated: tuple[str, ...] | None = None  # what was read out of a text, and is over
    score: Score | None = None


class ContradictionRow(NamedTuple):
    predicate: str
    first: FactRow
    second: FactRow
    overlap_days: float | None  # None while neither ends
    severity: str
    suggestion: str
    suggested_fact_id: str | None
    values: tuple[str, str]  # what the two say differently: their objects, or their subjects

    @classmethod
    def build(cls, found: Contradiction) -> ContradictionRow:
        days = round(found.overlap / DAY, 3) if found.overlap else None
        about = format_fact_id(found.about.memory) if found.about is not None else None
        told = {"overlap_days": days, "suggestion": found.advice, "suggested_fact_id": about}
        return project(cls, found, predicate=found.first.predicate, **told)


class RememberedAnswer(NamedTuple):
    facts: tuple[FactRow, ...]  # the text as it was said, then what was read out of it
    contradictions: tuple[ContradictionRow, ...]
    created: bool
    token: str
    ended: tuple[FactRow, ...] = ()  # what the text took the place of


class AssertedAnswer(NamedTuple):
    fact: FactRow
    contradictions: tuple[ContradictionRow, ...]
    created: bool
    token: str


class CorrectedAnswer(NamedTuple):
    old: FactRow
    new: FactRow
    contradictions: tuple[ContradictionRow, ...]
    token: str


class InvalidatedAnswer(NamedTuple):
    fact: FactRow
    token: str


class AboutAnswer(NamedTuple):
    entity: str
    as_of: str
    known_at: str
    facts: tuple[FactRow, ...]
    as_object: tuple[FactRow, ...] = ()  # facts of others that name the entity as their object
    also_known_as: tuple[str, ...] = ()
    mentioned_in: tuple[FactRow, ...] = ()  # texts that name the entity, and of which nothing was read about it


class CorrectionRow(NamedTuple):
    old: FactRow
    new: FactRow


class ConfidenceShiftRow(NamedTuple):
    fact: FactRow
    before: float
    after: float

    @classmethod
    def build(cls, shift: ConfidenceShift) -> ConfidenceShiftRow:
        return project(cls, shift, after=shift.fact.confidence)


class ChangedAnswer(NamedTuple):
    entity: str
    since: str
    predicate: str | None
    new_facts: tuple[FactRow, ...]
    invalidated_facts: tuple[FactRow, ...]
    corrections: tuple[CorrectionRow, ...]
    confidence_shifts: tuple[ConfidenceShiftRow, ...]
    scheduled: int  # recorded since then, and not true yet
    mentioned_in: tuple[FactRow, ...] = ()  # texts since then that name the entity, of which nothing was read about it


class HealthAnswer(NamedTuple):
    entity: str
    predicate: str | None
    generated_at: str
    total_facts: int
    active_facts: int
    low_confidence_facts: tuple[FactRow, ...]
    stale_high_impact_facts: tuple[FactRow, ...]
    contradiction_count: int
    contradictions: tuple[ContradictionRow, ...]
    recommended_actions: tuple[str, ...]
    agent_brief: str


class WatchoutRow(NamedTuple):
    fact_id: str
    statement: str
    reason: str
    detail: str

    @classmethod
    def build(cls, found: Watchout) -> WatchoutRow:
        statement = format_statement(found.fact)
        return project(cls, found, fact_id=format_fact_id(found.fact.memory), statement=statement)


class TaskAnswer(NamedTuple):
    task: str
    subject: str | None
    generated_at: str
    horizon_days: int
    query_used: str
    key_facts: tuple[FactRow, ...]
    low_confidence_count: int
    stale_high_impact_count: int
    contradiction_count: int
    watchouts: tuple[WatchoutRow, ...]
    recommended_next_checks: tuple[str, ...]
    agent_brief: str
    budget: int | None = None  # tokens of the text that a command line prints


class RecalledAnswer(NamedTuple):
    query: str
    temporal_intent: str
    temporal_operator: str
    results: tuple[RecalledFact, ...]


class ContextAnswer(NamedTuple):
    query: str
    text: str
    tokens: int
    shown: int
    found: int
