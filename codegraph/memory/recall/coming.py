"""What a text says of a time to come. `From 1 August it listens on 9443` is the last word on the port, and on 22 July
not yet the answer: asked about the present, what holds stands in front of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final

from codegraph.memory.recall.rivals import Told, moved, words_of
from codegraph.memory.recall.temporal import DAY, MONTHS

_MONTH: Final = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_DAY: Final = re.compile(
    rf"\b(?:(?P<y>(?:19|20)\d\d)-(?P<n>\d\d)-(?P<d>\d\d)|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\b|"
    rf"(?P<m2>{_MONTH})\s+(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)|(?:from|in|as of|next)\s+(?P<m3>{_MONTH}))\b",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(
    r"\b(?:from|as of|starting|beginning|effective|will|is going to|are going to|planned|scheduled|due)\b",
    re.IGNORECASE,
)
_PARTS: Final = re.compile(r"[;.!?]\s+|\n+")
_ASKS_AHEAD: Final = re.compile(
    r"\b(?:when|until|since|how long|dates?|days?|deadline|due|plans?|planned|next|will|going to|upcoming|scheduled?|"
    r"coming|future|soon|from|after)\b",
    re.IGNORECASE,
)
_SAID_LATE: Final = 60 * DAY
"""A day that long before it is told of is that of this year, not of the next."""


def comes(text: str, at: int, now: int) -> bool:
    """Whether all that a text says, which was told `at` that time, begins after `now`."""
    parts = [part for part in _PARTS.split(text) if part.strip()]
    return bool(parts) and all(_comes(part, at, now) for part in parts)


def holding_first(found: Sequence[Told], asked: Collection[str], question: str, now: int) -> list[int]:
    """Places of the answers with what holds in front of what is to come and says no more of what is asked. `asked`: the
    terms of a question about the present; one about what is to come leaves the order as it is."""
    coming = [] if _ASKS_AHEAD.search(question) else [comes(one.text, one.at, now) for one in found]
    if not any(coming):
        return list(range(len(found)))
    return moved(found, words_of(found), frozenset(asked), lambda one, other: coming[one] and not coming[other])


def _comes(part: str, at: int, now: int) -> bool:
    days = [day for match in _DAY.finditer(part) if (day := _start(match, at))]
    return bool(days) and min(days) > now and _BEGINS.search(part) is not None


def _start(match: re.Match[str], at: int) -> int:
    """The first microsecond of a day, seen from the time when it was told of; 0 for one that there is not."""
    told = datetime.fromtimestamp(at / 1e6, UTC)
    name = match["m"] or match["m2"] or match["m3"]
    month = int(match["n"]) if match["n"] else next(i for i, m in enumerate(MONTHS, 1) if m.startswith(name.lower()))
    number = int(match["d"] or match["d2"] or match["d3"] or 1)
    for year in (int(match["y"] or told.year), told.year + 1):
        try:
            start = int(datetime(year, month, number, tzinfo=UTC).timestamp()) * 1_000_000
        except ValueError:
            return 0
        if match["y"] or start > at - _SAID_LATE:
            return start
    return 0
