"""When a fact began or ended, as its text dates it: `3 May 2026`, `May 3rd`, `2026-05`, `Q2 2025`, `last month`.

A question's times are taken loosely (`memory/recall/temporal.py`); a fact's are those of the calendar.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from codegraph.memory.recall.temporal import DAY, Interval

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,?\s+(?P<year>(?:19|20)\d\d))?"
_DATES: Final = tuple(
    re.compile(rf"(?:the\s+)?{each}", re.IGNORECASE)
    for each in (
        rf"{_DAY}(?:\s+of)?\s+{_MONTH}{_YEAR}",
        rf"{_MONTH}\s+{_DAY}{_YEAR}",
        rf"{_MONTH}{_YEAR}",
        r"(?P<year>(?:19|20)\d\d)[-/](?P<number>\d{1,2})",
    )
)
_QUARTER: Final = re.compile(
    r"(?:q(?P<first>[1-4])[ /,-]*(?P<year>(?:19|20)\d\d)|(?P<late>(?:19|20)\d\d)[ -]?q(?P<last>[1-4]))", re.I
)
_LAST: Final = re.compile(r"(?:last|the previous|previous)\s+(?P<unit>week|month|quarter|year)", re.IGNORECASE)
_AGO: Final = re.compile(
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?P<unit>day|week)s?\s+ago", re.I
)
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTS: Final = {word: at for at, word in enumerate(_NUMBERS, 1)} | {"a": 1, "an": 1}


def calendar_span(words: str, now: int) -> Interval | None:
    """The day, week, month, quarter or year that the whole of `words` names, None where it names none so. A day or a
    month without a year is the last one that has begun. Microseconds since 1970 in UTC."""
    text = words.strip().rstrip(".")
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if found:
            return _dated(found.groupdict(), now)
    quarter = _QUARTER.fullmatch(text)
    if quarter:
        year, number = int(quarter["year"] or quarter["late"]), int(quarter["first"] or quarter["last"])
        return _months(year, 3 * number - 2, 3)
    last = _LAST.fullmatch(text)
    if last:
        return _before(last["unit"].lower(), now)
    ago = _AGO.fullmatch(text)
    if ago:
        count = ago["count"].lower()
        days = (int(count) if count.isdigit() else _COUNTS[count]) * (7 if ago["unit"].lower() == "week" else 1)
        return Interval(now - now % DAY - days * DAY, now - now % DAY - (days - 1) * DAY)
    return None


def _dated(parts: dict[str, str | None], now: int) -> Interval | None:
    month = int(parts["number"] or 0) if "number" in parts else _MONTHS.index(str(parts["month"]).lower()[:3]) + 1
    day, year = parts.get("day"), parts["year"]
    today = datetime.fromtimestamp(now / 1e6, UTC)
    number = int(year) if year else today.year - ((month, int(day or 1)) > (today.month, today.day))
    if not 1 <= month <= 12:
        return None
    if day is None:
        return _months(number, month, 1)
    start = _start(number, month, int(day))
    return Interval(start, start + DAY) if start is not None else None


def _before(unit: str, now: int) -> Interval | None:
    today = datetime.fromtimestamp(now / 1e6, UTC)
    if unit == "week":
        monday = now - now % DAY - today.weekday() * DAY
        return Interval(monday - 7 * DAY, monday)
    if unit == "year":
        return _months(today.year - 1, 1, 12)
    length = 3 if unit == "quarter" else 1
    at = today.year * 12 + (today.month - 1) // length * length - length
    return _months(at // 12, at % 12 + 1, length)


def _months(year: int, month: int, count: int) -> Interval | None:
    end = year * 12 + month - 1 + count
    start, over = _start(year, month, 1), _start(end // 12, end % 12 + 1, 1)
    return Interval(start, over) if start is not None and over is not None else None


def _start(year: int, month: int, day: int) -> int | None:
    """Its first microsecond, None for a day that no calendar has."""
    try:
        moment = datetime(year, month, day, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except ValueError:
        return None
    return moment // timedelta(microseconds=1)
