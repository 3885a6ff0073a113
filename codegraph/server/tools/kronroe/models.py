"""Requests and answers of the toolset `kronroe`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from codegraph.memory.facts.checks import MAX_NAME, MAX_QUERY, MAX_TEXT
from codegraph.memory.facts.health import LOW_CONFIDENCE, STALE_DAYS
from codegraph.memory.facts.model import DEFAULT_EPISODE
from codegraph.memory.facts.task import HORIZON_DAYS, KEY_FACTS
from codegraph.operations.facts.answers import (
    AboutAnswer,
    ChangedAnswer,
    ContradictionRow,
    FactRow,
    HealthAnswer,
    RecalledFact,
    TaskAnswer,
)
from codegraph.operations.facts.requests import INTENTS, MODES, OPERATORS
from codegraph.operations.parameter import argument, option
from codegraph.server.reply import DEFAULT_TOKENS, FEWEST_TOKENS, MOST_TOKENS

AnyValue = object
"""What JSON can say; a field that is itself called `object` hides the name of the type."""

MOST_RESULTS = 200
MOST_FACTS = 64
MOST_DIMENSIONS = 16_384

__all__ = ["AboutAnswer", "ChangedAnswer", "HealthAnswer", "TaskAnswer"]


def _query(help: str) -> Any:
    return argument(help, longest=MAX_QUERY)


def _vector(help: str) -> Any:
    return option(help, default=None, most=MOST_DIMENSIONS)


def _entity(help: str) -> Any:
    return argument(help, longest=MAX_NAME)


def _predicate() -> Any:
    return option("only facts of this predicate, such as works_at", default=None, longest=MAX_NAME)


def _minimum() -> Any:
    return option("only facts of at least this confidence", default=None, low=0, high=1)


def _mode() -> Any:
    return option(
        "which confidence min_confidence is compared with: as stated (base), or with age and source (effective)",
        default=None,
        choices=MODES,
    )


def _scored() -> Any:
    return option("score at most so many rows", default=None, low=1)


def _hybrid() -> Any:
    return option("also rank by query_embedding, which it needs", default=None)


def _intent() -> Any:
    return option("which time is meant; read from the query unless given", default=None, choices=INTENTS)


def _operator() -> Any:
    return option("how the query's time is meant; read from it unless given", default=None, choices=OPERATORS)


_QUERY_VECTOR = "embedding of the query, of this server's encoder"


@dataclass(frozen=True, slots=True)
class StatedFact:
    """One fact that a text states, as its reader says."""

    subject: str = _entity("what the fact is about, such as gateway")
    predicate: str = argument("relation or property, such as listens_on", longest=MAX_NAME)
    object: AnyValue = argument("the value: a text, a number or a boolean")  # noqa: RUF009 - as every other field
    valid_from: str | None = option("RFC 3339 time since when it is true; now unless given", default=None)
    valid_to: str | None = option("RFC 3339 time when it ceases to be true", default=None)
    confidence: float | None = option("1.0 unless given", default=None, low=0, high=1)
    source: str | None = option("where it comes from, such as user_statement", default=None, longest=MAX_NAME)


@dataclass(frozen=True, slots=True)
class RememberInput:
    text: str = argument("the text to keep; at most 32 KiB", longest=MAX_TEXT)
    episode_id: str = option("conversation or episode the facts belong to", default=DEFAULT_EPISODE, longest=MAX_NAME)
    idempotency_key: str | None = option(
        "the same key again stores nothing; not with query_embedding", default=None, longest=MAX_NAME
    )
    query_embedding: tuple[float, ...] | None = _vector(
        "embedding of the text, of this server's encoder; not with idempotency_key"
    )
    facts: tuple[StatedFact, ...] | None = option(
        "what the text states, as you understand it; without it only closed forms are read, such as versions, ports, "
        "owners, employers and due dates",
        default=None,
        most=MOST_FACTS,
    )


class RememberOutput(NamedTuple):
    fact_ids: tuple[str, ...]  # the text itself first
    facts: tuple[FactRow, ...]
    contradictions: tuple[ContradictionRow, ...]
    created: bool
    ended: tuple[FactRow, ...] = ()  # what the text took the place of


@dataclass(frozen=True, slots=True)
class RecallInput:
    query: str = _query("the question, in natural language")
    limit: int = option("", default=10, low=1, high=MOST_RESULTS)
    include_scores: bool = option("what each channel adds", default=False)
    min_confidence: float | None = _minimum()
    confidence_filter_mode: str | None = _mode()
    max_scored_rows: int | None = _scored()
    query_embedding: tuple[float, ...] | None = _vector(_QUERY_VECTOR)
    use_hybrid: bool | None = _hybrid()
    temporal_intent: str | None = _intent()
    temporal_operator: str | None = _operator()


@dataclass(frozen=True, slots=True)
class RecallScoredInput:
    query: str = _query("the question, in natural language")
    limit: int = option("", default=10, low=1, high=MOST_RESULTS)
    min_confidence: float | None = _minimum()
    confidence_filter_mode: str | None = _mode()
    max_scored_rows: int | None = _scored()
    query_embedding: tuple[float, ...] | None = _vector(_QUERY_VECTOR)
    use_hybrid: bool | None = _hybrid()
    temporal_intent: str | None = _intent()
    temporal_operator: str | None = _operator()


class RecallOutput(NamedTuple):
    temporal_intent: str
    temporal_operator: str
    results: tuple[RecalledFact, ...]


@dataclass(frozen=True, slots=True)
class AssembleContextInput:
    query: str = _query("what the context is for")
    max_tokens: int = option("budget of the text", low=1)
    query_embedding: tuple[float, ...] | None = _vector(_QUERY_VECTOR)


class AssembleContextOutput(NamedTuple):
    result: str


@dataclass(frozen=True, slots=True)
class FactsAboutInput:
    entity: str = _entity("name of the entity, such as alice")
    as_of: str | None = option("what is true at this time or commit; now unless given", default=None)
    known_at: str | None = option("what was believed at this time or commit; now unless given", default=None)
    history: bool = option("also what ended, and what is no longer believed", default=False)


@dataclass(frozen=True, slots=True)
class AssertFactInput:
    subject: str = _entity("the entity, such as alice")
    predicate: str = argument("relation or property, such as works_at", longest=MAX_NAME)
    object: AnyValue = argument("the value: a text, a number or a boolean")  # noqa: RUF009 - as every other field
    valid_from: str | None = option("RFC 3339 time since when it is true; now unless given", default=None)
    confidence: float | None = option("1.0 unless given; not with idempotency_key", default=None, low=0, high=1)
    source: str | None = option(
        "where it comes from, such as user_statement; not with idempotency_key", default=None, longest=MAX_NAME
    )
    idempotency_key: str | None = option(
        "the same key again stores nothing; not with confidence or source", default=None, longest=MAX_NAME
    )


class AssertFactOutput(NamedTuple):
    fact_id: str
    fact: FactRow
    contradictions: tuple[ContradictionRow, ...]
    created: bool


@dataclass(frozen=True, slots=True)
class CorrectFactInput:
    fact_id: str = argument("id of the fact (kf_…)", longest=MAX_NAME)
    new_value: AnyValue = argument("the right value: a text, a number or a boolean")  # noqa: RUF009


class CorrectFactOutput(NamedTuple):
    fact_id: str  # of the new fact
    old: FactRow
    new: FactRow
    contradictions: tuple[ContradictionRow, ...]


@dataclass(frozen=True, slots=True)
class InvalidateFactInput:
    fact_id: str = argument("id of the fact (kf_…)", longest=MAX_NAME)


class InvalidateFactOutput(NamedTuple):
    fact_id: str
    invalidated: bool  # False when it had ended already
    fact: FactRow


@dataclass(frozen=True, slots=True)
class WhatChangedInput:
    entity: str = _entity("the entity")
    since: str = argument("RFC 3339 time, or a commit; only later changes are told")
    predicate: str | None = _predicate()


@dataclass(frozen=True, slots=True)
class MemoryHealthInput:
    entity: str = _entity("the entity")
    predicate: str | None = _predicate()
    low_confidence_threshold: float = option("facts below it are flagged", default=LOW_CONFIDENCE, low=0, high=1)
    stale_after_days: int = option("facts that matter are stale after so many days", default=STALE_DAYS, low=0)


@dataclass(frozen=True, slots=True)
class RecallForTaskInput:
    task: str = _query("the task or decision to prepare")
    subject: str | None = option("only facts about this entity", default=None, longest=MAX_NAME)
    now: str | None = option("RFC 3339 time that staleness is judged at; now unless given", default=None)
    horizon_days: int = option("look back so many days", default=HORIZON_DAYS, low=1)
    limit: int = option("at most so many key facts", default=KEY_FACTS, low=1, high=MOST_RESULTS)
    query_embedding: tuple[float, ...] | None = _vector(_QUERY_VECTOR)
    use_hybrid: bool | None = _hybrid()
    max_tokens: int = option("budget of the reply", default=DEFAULT_TOKENS, low=FEWEST_TOKENS, high=MOST_TOKENS)
