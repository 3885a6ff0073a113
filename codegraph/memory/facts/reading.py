"""From a text to statements: what the extractor found, with the words that date it as instants."""

from __future__ import annotations

from typing import Final

from codegraph.memory.facts.checks import MAX_NAME
from codegraph.memory.facts.dates import calendar_span
from codegraph.memory.facts.extract import Extracted, extract
from codegraph.memory.facts.model import NEVER
from codegraph.memory.facts.write import EXTRACTED, Statement
from codegraph.memory.recall.temporal import Interval, intervals

CONFIDENCE: Final = 0.85
"""Of a fact that was read out of a text: a little below the precision of reading by rules, 0.868 on labelled texts
that no rule was made from."""

WEIGHED: Final = 0.7
"""Of a fact that no rule read: its likelihood was weighed, and about so many of those are right."""

MOST: Final = 64
"""Facts of one text at most: a list of names is not a memory."""


def statements_of(text: str, now: int) -> list[Statement]:
    """The facts of a text said at `now`. What is over without a date ends now; what began nobody says when, always."""
    found = [fact for fact in extract(text) if _fits(fact)]
    return [_statement(fact, now) for fact in found[:MOST]]


def _fits(fact: Extracted) -> bool:
    return all(0 < len(part.encode()) <= MAX_NAME for part in (fact.subject, fact.predicate, fact.object))


def _statement(fact: Extracted, now: int) -> Statement:
    began, over = interval_of(fact.valid_from, now), interval_of(fact.valid_to, now)
    since = began.start if began else None
    until = NEVER
    if fact.ended or fact.valid_to:
        until = min(over.start, now) if over and (since is None or over.start > since) else now
        since = NEVER if since is None or since >= until else since
    confidence = WEIGHED if fact.weighed else CONFIDENCE
    return Statement(fact.subject, fact.predicate, fact.object, since, until, confidence, EXTRACTED)


def interval_of(words: str, now: int) -> Interval | None:
    """The time that words of a text mean, None for what is no date, such as `v4`."""
    if not words:
        return None
    span = calendar_span(words, now)
    if span is not None:
        return span
    times = intervals(f"in {words}", now) or intervals(words, now) or intervals(f"on {words}", now)
    return min(times, key=lambda t: t.width) if times else None
