"""What a text says of a time to come. `From 1 August it listens on 9443` is the last word on the port, and on 22 July
not yet the answer: asked about the present, what holds stands in front of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from codegraph.memory.dates import DAY, MONTHS, Interval, calendar_span, nearest_span
from codegraph.memory.recall.rivals import Told, moved, words_of
from codegraph.memory.recall.words import sentences

_MONTH: Final = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_DATE: Final = re.compile(
    rf"\b(?:\d{{4}}-\d\d-\d\d|(?:\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH})|"
    rf"(?:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!:)|(?:(?<=from )|(?<=in )|(?<=as of )|(?<=next ))(?:{_MONTH}))"
    r"(?:,?\s+(?:19|20)\d\d)?)\b",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(
    r"\b(?:from|as of|starting|beginning|effective|will|is going to|are going to|planned|scheduled|due)\b",
    re.IGNORECASE,
)
_STILL: Final = re.compile(r"\b(?:will|is going to|are going to|planned|scheduled)\b", re.IGNORECASE)
"""What is said so is to come, however long ago a day without a year was."""

_ASKS_AHEAD: Final = re.compile(
    r"\b(?:when|until|since|how long|dates?|days?|deadline|due|plans?|planned|next|will|going to|upcoming|scheduled?|"
    r"coming|future|soon|from|after)\b",
    re.IGNORECASE,
)


def comes(text: str, at: int, now: int) -> bool:
    """Whether all that a text says, which was told `at` that time, begins after `now`."""
    parts = sentences(text)
    return bool(parts) and all(_comes(part, at, now) for part in parts)


def holding_first(found: Sequence[Told], asked: Collection[str], question: str, now: int) -> list[int]:
    """Places of the answers with what holds in front of what is to come and says no more of what is asked. `asked`: the
    terms of a question about the present; one about what is to come leaves the order as it is."""
    coming = [] if _ASKS_AHEAD.search(question) else [comes(one.text, one.at, now) for one in found]
    if not any(coming):
        return list(range(len(found)))
    return moved(found, words_of(found), frozenset(asked), lambda one, other: coming[one] and not coming[other])


def _comes(part: str, at: int, now: int) -> bool:
    spans = [span for match in _DATE.finditer(part) if (span := _told(match[0], part, at)) is not None]
    return bool(spans) and min(span.start for span in spans) > now and _BEGINS.search(part) is not None


def _told(words: str, part: str, at: int) -> Interval | None:
    """The days that words in a sentence mean which was told `at` that time."""
    span = nearest_span(words, at)
    if span is not None and span.end <= at and _STILL.search(part):
        return calendar_span(words, at + 364 * DAY)
    return span
