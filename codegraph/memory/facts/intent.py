"""Time that a question about facts means.

The caller gives it, or else the question's own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from codegraph.memory.dates import DateFound, Interval, Wording, find_dates
from codegraph.memory.facts.fact_model import NEVER
from codegraph.memory.recall.temporal import find_predecessor, find_successor, is_about_the_past
from codegraph.memory.times import DAY


class Intent(StrEnum):
    TIMELESS = "timeless"
    CURRENT_STATE = "current_state"
    HISTORICAL_POINT = "historical_point"
    HISTORICAL_INTERVAL = "historical_interval"


class Operator(StrEnum):
    CURRENT = "current"
    AS_OF = "as_of"
    DURING = "during"
    BEFORE = "before"
    BY = "by"
    AFTER = "after"
    UNKNOWN = "unknown"


_OPERATOR_OF: Final[Mapping[Intent, Operator]] = {
    Intent.TIMELESS: Operator.UNKNOWN,
    Intent.CURRENT_STATE: Operator.CURRENT,
    Intent.HISTORICAL_POINT: Operator.AS_OF,
    Intent.HISTORICAL_INTERVAL: Operator.DURING,
}
_INTENT_OF: Final[Mapping[Operator, Intent]] = {
    Operator.CURRENT: Intent.CURRENT_STATE,
    Operator.DURING: Intent.HISTORICAL_INTERVAL,
    Operator.UNKNOWN: Intent.TIMELESS,
}

_IN_FRONT: Final = tuple(
    (operator, re.compile(rf"\b(?:{words})\s+(?:the\s+)?(?:(?!(?:in|during)\b)\w+\s+){{0,2}}$", re.IGNORECASE))
    for operator, words in (
        (Operator.BEFORE, "before|prior to|until|till|up to|earlier than"),
        (Operator.BY, "by"),
        (Operator.AFTER, "after|since|following|later than"),
        (Operator.DURING, "during|throughout|between|within|over"),
        (Operator.AS_OF, "as of|on|at|back in"),
    )
)
"""Prepositions that stand in front of a date."""

_NOW: Final = re.compile(r"\b(?:now|currently|current|today|at present|presently|these days|still|right now)\b", re.I)
_ANYTIME: Final = re.compile(r"\b(?:always|in general|of all time|regardless of (?:the )?time)\b", re.I)


@dataclass(frozen=True, slots=True)
class AskedTime:
    """Time that a question is about.

    Without an interval a historical question is about all of the past.
    """

    intent: Intent
    operator: Operator
    interval: Interval | None
    told: bool  # by the caller or the question; else the present is taken for granted


def parse_asked_time(query: str, now: int, intent: Intent | None = None, operator: Operator | None = None) -> AskedTime:
    """Return the time that a question is about.

    The intent and the operator of the caller take precedence. The interval always comes from the question.
    """
    date = min(find_dates(query, now), key=lambda found: found.span.width, default=None)
    read = _parse_operator(query, date, now)
    if operator is None and intent is not None:
        historical = intent in (Intent.HISTORICAL_POINT, Intent.HISTORICAL_INTERVAL)
        keeps = historical and read in (Operator.BEFORE, Operator.BY, Operator.AFTER)
        operator = read if keeps and read is not None else _OPERATOR_OF[intent]
    told = operator is not None or read is not None
    operator = operator or read or Operator.CURRENT
    if intent is None:
        intent = _INTENT_OF.get(operator, Intent.HISTORICAL_POINT)
    return AskedTime(intent, operator, date.span if date else None, told)


def _parse_operator(query: str, date: DateFound | None, now: int) -> Operator | None:
    if date is not None:
        if date.wording is Wording.RANGE:
            return Operator.DURING
        in_front = query[: date.start]
        for operator, words in _IN_FRONT:
            if words.search(in_front):
                return operator
        if date.span.start <= now < date.span.end and _NOW.search(query):
            return Operator.CURRENT
        return Operator.DURING if date.span.width > DAY else Operator.AS_OF
    if _ANYTIME.search(query):
        return Operator.UNKNOWN
    if is_about_the_past(query) or find_successor(query) or find_predecessor(query):
        return Operator.AS_OF
    return Operator.CURRENT if _NOW.search(query) else None


def is_feasible(valid_from: int, valid_to: int, wanted: AskedTime, now: int) -> bool:
    """Return whether a fact that is true from `valid_from` to `valid_to` may answer.

    One that begins after `now` never does.
    """
    if valid_from > now or (valid_to != NEVER and valid_to <= valid_from):
        return False
    current = valid_to == NEVER or valid_to > now
    span = wanted.interval
    match wanted.operator:
        case Operator.CURRENT:
            return current
        case Operator.UNKNOWN:
            return True
        case Operator.AFTER:
            return current if span is None else valid_to == NEVER or valid_to > span.end
        case _ if span is None:
            return True
        case Operator.BEFORE:
            return valid_from < span.start
        case Operator.BY:
            return valid_from < span.end
        case _:
            return valid_from < span.end and (valid_to == NEVER or valid_to > span.start)


_WEIGHTS: Final[Mapping[Intent, float]] = {
    Intent.TIMELESS: 0.0,
    Intent.CURRENT_STATE: 0.10,
    Intent.HISTORICAL_POINT: 0.22,
    Intent.HISTORICAL_INTERVAL: 0.20,
}
"""How much the time of a fact counts beside its words, which count 1 for the best."""


def fit(valid_from: int, valid_to: int, wanted: AskedTime, now: int) -> float:
    """Return the score that a feasible fact gains from its time.

    It is from 0 to the intent's weight. For the present it depends on whether a fact holds, and since when; for a point
    on whether it held then; for an interval on how much of it the fact covers.
    """
    weight = _WEIGHTS[wanted.intent]
    if not weight or not wanted.told:
        return 0.0
    if wanted.intent is Intent.CURRENT_STATE:
        holds = valid_to == NEVER or valid_to > now
        share = (0.5 if holds else 0.0) + 0.5 / (1.0 + max(now - valid_from, 0) / (365 * DAY))
    elif wanted.interval is None or wanted.operator is Operator.UNKNOWN:
        share = 1.0 if NEVER != valid_to <= now else 0.5
    elif wanted.operator in (Operator.BEFORE, Operator.BY):
        share = 1.0 if valid_to != NEVER and valid_to <= wanted.interval.end else 0.3
    elif wanted.operator is Operator.AFTER:
        share = 1.0 if valid_from >= wanted.interval.start else 0.3
    elif wanted.intent is Intent.HISTORICAL_POINT:
        share = 1.0 if valid_from <= wanted.interval.start and not NEVER != valid_to <= wanted.interval.start else 0.3
    else:
        covered = min(valid_to or wanted.interval.end, wanted.interval.end) - max(valid_from, wanted.interval.start)
        share = max(0.0, min(1.0, covered / max(wanted.interval.width, 1)))
    return weight * share
