"""When a fact began or ended, as its text dates it: `3 May 2026`, `Q2 2025`, `mid-March`, `end of last year`.

A question's times are taken loosely (`memory/recall/temporal.py`); a fact's are those of the calendar, as wide as they
were said, and words that are no date as a whole are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from codegraph.errors import InvalidError
from codegraph.memory.recall.temporal import DAY, Interval, intervals
from codegraph.memory.times import parse_time

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_OF_YEAR: Final = r"(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d|last\s+year|this\s+year))"
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_PARTS: Final[Mapping[str, tuple[int, int]]] = {
    "early": (0, 4), "mid": (4, 8), "middle": (4, 8), "late": (8, 12), "beginning": (0, 2), "start": (0, 2),
    "end": (10, 12),
}  # fmt: skip
"""From which to which twelfth of a span each goes."""

_AGO: Final = re.compile(
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?P<unit>day|week)s?\s+ago", re.I
)
_LONG_AGO: Final = re.compile(r"(?:a\s+)?[\w-]+(?:\s+of)?\s+(?:day|week|month|year)s?\s+ago", re.IGNORECASE)
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTS: Final = {word: at for at, word in enumerate(_NUMBERS, 1)} | {"a": 1, "an": 1}
_LEADING: Final = re.compile(r"^(?:(?:the|in|on|at|of)\s+)+", re.IGNORECASE)
_PART: Final = re.compile(
    r"(?:(?P<near>early|mid|late)[\s-]+|(?P<at>beginning|start|middle|end)\s+of\s+)(?:(?:in|the)\s+)*(?P<rest>.+)", re.I
)
_HALF: Final = re.compile(
    r"(?:h(?P<h>[12])|(?P<half>first|second|last)\s+half(?:\s+of)?)[\s,]*(?:the\s+)?(?P<rest>.+)", re.IGNORECASE
)

Match = re.Match[str]


def calendar_span(words: str, now: int) -> Interval | None:
    """The time that the whole of `words` names, None where it names none so. A day, a month, a quarter or a season
    without a year is the last one that has begun. Microseconds since 1970 in UTC."""
    text = _LEADING.sub("", words.strip().rstrip("."))
    part = _PART.fullmatch(text)
    if part:
        return _part(calendar_span(part["rest"], now), *_PARTS[(part["near"] or part["at"]).lower()])
    half = _HALF.fullmatch(text)
    if half:
        first = half["h"] == "1" or (half["half"] or "").lower() == "first"
        return _part(calendar_span(half["rest"], now), *((0, 6) if first else (6, 12)))
    for pattern, meant in _FORMS:
        found = pattern.fullmatch(text)
        if found:
            return meant(found, now)
    if _LONG_AGO.fullmatch(text):
        return next(iter(intervals(text, now)), None)
    return None


def nearest_span(words: str, now: int) -> Interval | None:
    """The same, where a day, a month or a season without a year may also be the next one: whichever is nearer. A day of
    the week is the next one."""
    last = calendar_span(words, now)
    if last is None or last.end > now or _SAID_WHEN.search(words):
        return last
    if _DAY_OF_WEEK.search(words):
        return calendar_span(words, now + 7 * DAY)
    following = calendar_span(words, now + 364 * DAY)
    return following if following and now < following.start and following.start - now < now - last.start else last


_SAID_WHEN: Final = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:last|past|previous|this|ago|yesterday|today|tonight)\b", re.IGNORECASE
)
_DAY_OF_WEEK: Final = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)


def _part(span: Interval | None, start: int, end: int) -> Interval | None:
    """Twelfths of a span, in whole months of a year and in whole days of what is shorter."""
    if span is None or span.width <= 7 * DAY:
        return span
    first = datetime.fromtimestamp(span.start / 1e6, UTC)
    if span.width > 364 * DAY:
        return _months(first.year, first.month + start, end - start)
    days = span.width // DAY
    return Interval(span.start + days * start // 12 * DAY, span.start + days * end // 12 * DAY)


def _dated(found: Match, now: int) -> Interval | None:
    parts = found.groupdict()
    month = int(parts["number"] or 0) if "number" in parts else _MONTHS.index(str(parts["month"]).lower()[:3]) + 1
    day = parts.get("day")
    today = datetime.fromtimestamp(now / 1e6, UTC)
    year = _year_of(parts["year"], now, begun=(month, int(day or 1)) <= (today.month, today.day))
    if not 1 <= month <= 12:
        return None
    if day is None:
        return _months(year, month, 1)
    start = _start(year, month, int(day))
    return Interval(start, start + DAY) if start is not None else None


def _year_of(words: str | None, now: int, *, begun: bool) -> int:
    """The year that is said; else this one if what is meant has `begun` in it, else the one before."""
    this = datetime.fromtimestamp(now / 1e6, UTC).year
    said = (words or "").lower()
    if said.isdigit():
        return int(said)
    return this - (said.startswith("last") or (not said and not begun))


def _quarter(found: Match, now: int) -> Interval | None:
    parts = found.groupdict()
    said = parts.get("first") or parts.get("last") or str(_ORDINALS[str(parts.get("ordinal")).lower()])
    number = int(said)
    begun = 3 * number - 2 <= datetime.fromtimestamp(now / 1e6, UTC).month
    return _months(_year_of(parts["year"], now, begun=begun), 3 * number - 2, 3)


def _season(found: Match, now: int) -> Interval | None:
    """Of three whole months, as north of the equator. `Last spring` is the last one that is over."""
    month = _SEASONS[found["season"].lower()]
    which = (found["which"] or "").lower()
    today = datetime.fromtimestamp(now / 1e6, UTC)
    year = _year_of(found["year"], now, begun=month <= today.month or which == "this")
    span = _months(year, month, 3)
    return _months(year - 1, month, 3) if which == "last" and span and span.end > now else span


def _before(found: Match, now: int) -> Interval | None:
    today = datetime.fromtimestamp(now / 1e6, UTC)
    back, unit = int((found["which"] or "this").lower() in ("last", "previous", "past")), found["unit"].lower()
    if unit in ("week", "weekend"):
        monday = now - now % DAY - (today.weekday() + 7 * back) * DAY
        return Interval(monday + (5 * DAY if unit == "weekend" else 0), monday + 7 * DAY)
    if unit == "year":
        return _months(today.year - back, 1, 12)
    length = 3 if unit == "quarter" else 1
    at = today.year * 12 + (today.month - 1) // length * length - length * back
    return _months(at // 12, at % 12 + 1, length)


def _ago(found: Match, now: int) -> Interval:
    count = found["count"].lower()
    days = (int(count) if count.isdigit() else _COUNTS[count]) * (7 if found["unit"].lower() == "week" else 1)
    return _days_back(now, days)


def _near(found: Match, now: int) -> Interval:
    return _days_back(now, {"yesterday": 1, "last": 1, "tomorrow": -1}.get(found[0].lower().split()[0], 0))


def _weekday(found: Match, now: int) -> Interval:
    today = datetime.fromtimestamp(now / 1e6, UTC).weekday()
    return _days_back(now, (today - _WEEKDAYS.index(found["weekday"].lower())) % 7 or 7)


def _days_back(now: int, days: int) -> Interval:
    midnight = now - now % DAY
    return Interval(midnight - days * DAY, midnight - (days - 1) * DAY)


def _instant(found: Match, now: int) -> Interval | None:
    try:
        at = parse_time(found[0], "date")
    except InvalidError:
        return None
    return Interval(at, at + 1)


def _months(year: int, month: int, count: int) -> Interval | None:
    begin, end = year * 12 + month - 1, year * 12 + month - 1 + count
    start, over = _start(begin // 12, begin % 12 + 1, 1), _start(end // 12, end % 12 + 1, 1)
    return Interval(start, over) if start is not None and over is not None else None


def _start(year: int, month: int, day: int) -> int | None:
    """Its first microsecond, None for a day that no calendar has."""
    try:
        moment = datetime(year, month, day, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except ValueError:
        return None
    return moment // timedelta(microseconds=1)


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[Match, int], Interval | None]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), meant)
    for pattern, meant in (
        (rf"{_DAY}(?:\s+of)?\s+{_MONTH}{_OF_YEAR}?", _dated),
        (rf"{_MONTH}\s+(?:the\s+)?{_DAY}{_OF_YEAR}?", _dated),
        (rf"(?:(?:last|this|past)\s+)?{_MONTH}{_OF_YEAR}?", _dated),
        (r"(?P<year>(?:19|20)\d\d)[-/](?P<number>\d{1,2})", _dated),
        (r"(?P<year>(?:19|20)\d\d)[-/](?P<number>\d{1,2})[-/](?P<day>\d{1,2})", _dated),
        (r"\d{4}-\d\d-\d\dt\d\d:\d\d\S*", _instant),
        (rf"q(?P<first>[1-4]){_OF_YEAR}?", _quarter),
        (r"q(?P<first>[1-4])[ /,-]*(?P<year>(?:19|20)\d\d)", _quarter),
        (r"(?P<year>(?:19|20)\d\d)[ -]?q(?P<last>[1-4])", _quarter),
        (rf"(?P<ordinal>first|second|third|fourth|last)\s+quarter{_OF_YEAR}", _quarter),
        (rf"(?:(?P<which>last|this|past)\s+)?(?P<season>spring|summer|autumn|fall|winter){_OF_YEAR}?", _season),
        (r"(?:(?P<which>last|previous|this|past|current)\s+)?(?P<unit>week|weekend|month|quarter|year)", _before),
        (r"(?P<year>(?:19|20)\d\d)", lambda found, now: _months(int(found["year"]), 1, 12)),
        (_AGO.pattern, _ago),
        (r"yesterday|today|tomorrow|tonight|(?:this|yesterday) (?:morning|afternoon|evening)|last night", _near),
        (
            r"(?:last\s+|this\s+|past\s+)?(?P<weekday>mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rs|rsday|urday)?",
            _weekday,
        ),
    )
)
"""Forms of dates, the more exact ones first, and what each means."""
