"""Time words of a question as intervals: `two weeks ago`, `last Tuesday`, `in March 2024`, `past three months`.

Times are microseconds since 1970 in UTC, intervals half open. What is said loosely is taken loosely: *two weeks ago*
is the day meant and a quarter of the distance around it.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from codegraph.memory.model import NEVER, Memory

DAY: Final = 86_400_000_000
NEUTRAL: Final = 0.5
"""The signal of every memory when a question names no time."""

_NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two couple", "three few", "four several", "five", "six", "seven", "eight", "nine", "ten")
    )
    for word in words.split()
}  # fmt: skip
_UNITS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}
MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_COUNT: Final = rf"(\d{{1,3}}|{'|'.join(_NUMBERS)})(?:\s+of)?"
_AGO: Final = re.compile(rf"\b(?:a\s+)?{_COUNT}\s+(day|week|month|year)s?\s+ago\b", re.IGNORECASE)
_PAST: Final = re.compile(
    rf"\b(?:past|last|previous|recent)\s+(?:{_COUNT}\s+)?(day|week|month|year)s?\b", re.IGNORECASE
)
_THIS: Final = re.compile(r"\bthis\s+(week|month|year)\b", re.IGNORECASE)
_NEAR: Final = re.compile(r"\b(today|yesterday)\b", re.IGNORECASE)
_WEEKDAY: Final = re.compile(rf"\b(?:last|past|this|on)\s+({'|'.join(WEEKDAYS)})\b(?!\s+\w+s\b)", re.IGNORECASE)
_MONTH: Final = re.compile(rf"\b(?:in|during|of|since|last)\s+({'|'.join(MONTHS)})(?:,?\s+(\d{{4}}))?\b", re.IGNORECASE)
_OF_MONTH: Final = re.compile(
    rf"\b(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{'|'.join(MONTHS)})|(?P<m2>{'|'.join(MONTHS)})\s+"
    rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))\b(?:,?\s+(?P<y>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})\b")
_MONTHS_OF_YEARS: Final = re.compile(
    rf"\b(?:(?:in|during|of|since|last|by|until|before|after|as\s+of|early|late|mid)[\s-]+)?(?:{'|'.join(MONTHS)}),?\s+(?:19|20)\d\d\b"
    rf"|\b(?:in|during|of|since|last|by|until|before|after|as\s+of)\s+(?:{'|'.join(MONTHS)})\b",
    re.IGNORECASE,
)
_EVERY: Final = re.compile(
    r"^\W*(?:\w+\W+){0,5}?(?:do|does|is|are|am|can|should|will)\b"
    r"(?!.*\b(?:was|were|did|had|been|said|told)\b)",
    re.IGNORECASE,
)
"""A question about what is so on every such day, or will be: `when do we open on Saturday?`"""

_WAS: Final = re.compile(
    r"\b(?:was|were|did|had|been|used to|\w{2,}ed|led|went|ran|wrote|said|told|knew|held|kept|left|met|sold|bought|"
    r"took|gave|became|ago|last|previous(?:ly)?|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_DATED: Final = re.compile(rf"\d{{4}}\b|\b(?:{'|'.join(MONTHS)}|{'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"\b(?:in|during|since|of)\s+((?:19|20)\d\d)\b")


_FORMERLY: Final = re.compile(
    r"\b(?:used to|previously|formerly|former|in the past|originally|initially|at first|back then|"
    r"(?:planned|set|meant|scheduled|intended) first|earlier|history|ever|once|"
    r"the (?:old|previous|prior|original|first) \w+)\b|\bbefore\s*[?.!]*$|\bno longer\b",
    re.IGNORECASE,
)


_BEFORE: Final = re.compile(
    r"\b(?:before|prior to)\s+(?:(?:it|he|she|they|we|i)\s+\w+\s+(?:to|on|at|by|with)\s+|"
    r"(?:moving|switching|going|changing) to\s+|joining\s+|using\s+)?"
    r"(?P<x>(?:the\s+|my\s+|our\s+)?[^\s?.!,]+(?:\s+[^\s?.!,]+){0,3})\s*[?.!]*$",
    re.IGNORECASE,
)
_NO_THING: Final = re.compile(
    r"\b(?:that|this|it|now|then|i|we|you|he|she|they|when|after|going|was|were|is|had|did|got|went|came|started|ended|"
    r"today|yesterday|last|next|days?|weeks?|months?|years?|noon|lunch|dinner|bed|work)\b|^\w+ing\b",
    re.IGNORECASE,
)


class Interval(NamedTuple):
    start: int  # first microsecond
    end: int  # first microsecond after it

    @property
    def width(self) -> int:
        return self.end - self.start


def about_the_past(question: str) -> bool:
    """Whether a question asks what was so, without a date: `what did we use before?`"""
    return _FORMERLY.search(question) is not None


def before_what(question: str) -> str:
    """What a question names as what came later: `who led it before Ada?`; "" where it names a time or nothing."""
    found = _BEFORE.search(question)
    if found is None or _NO_THING.search(found["x"]) or _DATED.search(found["x"]):
        return ""
    return found["x"]


def without_dates(question: str) -> str:
    """The question without its months, days and years: which facts it is about, apart from when."""
    for pattern in (_DATE, _OF_MONTH, _MONTHS_OF_YEARS, _YEAR):
        question = pattern.sub(" ", question)
    return re.sub(
        r"\b(?:as of|back in|on|in|at|by|since|until|before|after|during)\s*(?=[?.!,]|$)", " ", without_times(question)
    )


def was(question: str) -> bool:
    """Whether a question is put in the past, or names a year."""
    return _WAS.search(question) is not None


def intervals(question: str, now: int) -> tuple[Interval, ...]:
    """The times that a question names, seen from `now`, in the order of the kinds below."""
    text = question.lower()
    today = _midnight(now)
    found = [_ago(m, today) for m in _AGO.finditer(text)]
    found += [_past(m, today, now) for m in _PAST.finditer(text)]
    found += [_this(m.group(1), now) for m in _THIS.finditer(text)]
    found += [_near(m.group(1), today) for m in _NEAR.finditer(text)]
    found += [_weekday(m.group(1), today) for m in _WEEKDAY.finditer(text) if _is_past(m, text)]
    found += [day for m in _OF_MONTH.finditer(text) if (day := _of_month(m, now)) is not None]
    text = _OF_MONTH.sub(" ", text)  # the day alone is meant, and not its month
    months = [_month(MONTHS.index(m.group(1)) + 1, m.group(2), now) for m in _MONTH.finditer(text)]
    found += months
    for match in _DATE.finditer(text):
        day = _day(*map(int, match.groups()))
        if day:
            found.append(Interval(day, day + DAY))
    if not months:
        found += [Interval(_day(int(m.group(1)), 1, 1), _day(int(m.group(1)) + 1, 1, 1)) for m in _YEAR.finditer(text)]
    return tuple(dict.fromkeys(found))


def without_times(question: str) -> str:
    """The question without its relative time words: their answer is a date, which memories seldom spell like this."""
    for pattern in (_AGO, _PAST, _THIS, _NEAR):
        question = pattern.sub(" ", question)
    return _WEEKDAY.sub(lambda m: " " if _is_past(m, question) else m[0], question)


def _is_past(weekday: re.Match[str], question: str) -> bool:
    """Whether the last such day is meant, and no day like it."""
    return not weekday[0].lower().startswith("on") or _EVERY.match(question) is None


def temporal(memory: Memory, asked: tuple[Interval, ...]) -> float:
    """1 for a memory of an asked time, less with its distance in widths of the interval; neutral when none is asked.

    A memory's times are when it was recorded and, where it says so, when what it says was true."""
    if not asked:
        return NEUTRAL
    times = [Interval(memory.created_at, memory.created_at + 1)]
    if memory.valid_from != NEVER:
        times.append(Interval(memory.valid_from, memory.valid_to or max(memory.valid_from, memory.created_at) + 1))
    return max(_nearness(time, interval) for time in times for interval in asked)


def _nearness(time: Interval, asked: Interval) -> float:
    gap = max(time.start - asked.end, asked.start - time.end, 0)
    return math.exp(-gap / max(asked.width, DAY))


def _number(text: str | None) -> int:
    if not text:
        return 1
    return int(text) if text.isdigit() else _NUMBERS.get(text, 1)


def _midnight(at: int) -> int:
    return at - at % DAY


def _ago(match: re.Match[str], today: int) -> Interval:
    days = _number(match.group(1)) * _UNITS[match.group(2)]
    slack = 0 if match.group(2) == "day" else max(1, days // 4)
    centre = today - days * DAY
    return Interval(centre - slack * DAY, centre + (slack + 1) * DAY)


def _past(match: re.Match[str], today: int, now: int) -> Interval:
    days = _number(match.group(1)) * _UNITS[match.group(2)]
    if match.group(1) is None and match.group(2) == "year":
        year = datetime.fromtimestamp(now / 1e6, UTC).year
        return Interval(_day(year - 1, 1, 1), _day(year, 1, 1))
    whole = days if match.group(1) else 2 * days  # `last month` may be the calendar's
    return Interval(today - whole * DAY, max(now, today + DAY))


def _this(unit: str, now: int) -> Interval:
    day = datetime.fromtimestamp(now / 1e6, UTC)
    if unit == "week":
        start = _midnight(now) - day.weekday() * DAY
        return Interval(start, start + 7 * DAY)
    if unit == "month":
        return _month(day.month, str(day.year), now)
    return Interval(_day(day.year, 1, 1), _day(day.year + 1, 1, 1))


def _near(word: str, today: int) -> Interval:
    return Interval(today, today + DAY) if word == "today" else Interval(today - DAY, today)


def _weekday(name: str, today: int) -> Interval:
    """The last such day before today."""
    back = (datetime.fromtimestamp(today / 1e6, UTC).weekday() - WEEKDAYS.index(name)) % 7 or 7
    return Interval(today - back * DAY, today - (back - 1) * DAY)


def _month(month: int, year: str | None, now: int) -> Interval:
    """The month of that year, or the last such month that has begun."""
    current = datetime.fromtimestamp(now / 1e6, UTC)
    number = int(year) if year else current.year - (month > current.month)
    following = (number + month // 12, month % 12 + 1)
    return Interval(_day(number, month, 1), _day(*following, 1))


def _of_month(match: re.Match[str], now: int) -> Interval | None:
    """`5 March 2026`; without a year the last such day that has begun."""
    month = MONTHS.index(match["m"] or match["m2"]) + 1
    number, year = int(match["d"] or match["d2"]), datetime.fromtimestamp(now / 1e6, UTC).year
    start = _day(int(match["y"] or year), month, number)
    if not match["y"] and start > now:
        start = _day(year - 1, month, number)
    return Interval(start, start + DAY) if start else None


def _day(year: int, month: int, day: int) -> int:
    """Its first microsecond; 0 for a day that no calendar has."""
    try:
        moment = datetime(year, month, day, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except ValueError:
        return 0
    return moment // timedelta(microseconds=1)
