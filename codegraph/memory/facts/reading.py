"""From a text to statements: what the extractor found, with the words that date it as instants."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from codegraph.memory.dates import DAY, Interval, calendar_span, nearest_span
from codegraph.memory.facts.checks import MAX_NAME
from codegraph.memory.facts.extract import Extracted, extract
from codegraph.memory.facts.model import NEVER, predicate_key
from codegraph.memory.facts.write import EXTRACTED, Statement
from codegraph.memory.times import rfc3339

CONFIDENCE: Final = 0.85
"""Of a fact that was read out of a text: a little below the precision of reading by rules, 0.868 on labelled texts
that no rule was made from."""

WEIGHED: Final = 0.7
"""Of a fact that no rule read: its likelihood was weighed, and about so many of those are right."""

MOST: Final = 64
"""Facts of one text at most: a list of names is not a memory."""


_NEXT_CLAUSE: Final = re.compile(r",?\s+(?:and|but|so|because|when|while)\s|[,;:]\s", re.IGNORECASE)


def statements_of(text: str, now: int, before: str = "") -> list[Statement]:
    """The facts of a text said at `now`. What is over without a date ends now; what began nobody says when, always.
    `before`: what was told just before, which `it`, `she` or `he` at the beginning may mean."""
    found = [fact for fact in extract(text, before) if _fits(fact)]
    return [_statement(fact, now) for fact in found[:MOST]]


def _fits(fact: Extracted) -> bool:
    return all(0 < len(part.encode()) <= MAX_NAME for part in (fact.subject, fact.predicate, fact.object))


def _statement(fact: Extracted, now: int) -> Statement:
    read = nearest_span if fact.ahead else calendar_span
    began, over = _resolve_span(fact.valid_from, read, now), _resolve_span(fact.valid_to, read, now)
    since = began.start if began else None
    until = NEVER
    if fact.ended or fact.valid_to:
        to_come = fact.ahead and over is not None
        until = (
            (over.start if to_come else min(over.start, now)) if over and (since is None or over.start > since) else now
        )
        since = NEVER if since is None or since >= until else since
    confidence = WEIGHED if fact.weighed else CONFIDENCE
    dated = "; ".join(filter(None, (_dated("from", fact.valid_from, began), _dated("until", fact.valid_to, over))))
    return Statement(
        fact.subject,
        predicate_key(fact.predicate),
        fact.object,
        since,
        until,
        confidence,
        EXTRACTED,
        dated=dated,
        news=fact.news,
    )


def _resolve_span(words: str, read: Callable[[str, int], Interval | None], now: int) -> Interval | None:
    """Return the time of a date.

    A clause that follows it may have been taken for a part of it: `May and Tom took over`."""
    return read(words, now) or read(_NEXT_CLAUSE.split(words, maxsplit=1)[0], now)


def _dated(which: str, words: str, span: Interval | None) -> str:
    """A time wider than a day as it was said, and what it may mean: `from early 2025 (2025-01-01 … 2025-04-30)`."""
    if span is None or span.width <= DAY:
        return ""
    return f"{which} {words} ({rfc3339(span.start)[:10]} … {rfc3339(span.end - 1)[:10]})"
