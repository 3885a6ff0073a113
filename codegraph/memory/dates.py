"""Grammar of dates in texts and questions.

Examples are `3 May 2026`, `Q2 2025`, `mid-March` and `between 2019 and 2021`. The grammar is read in two ways. Words
that are a date as a whole are read strictly by the calendar, with the width that they name (`parse_calendar_span`);
facts are dated from texts in this way. In a question, dates stand among other words (`find_dates`), and loose
expressions are read loosely: *two weeks ago* is the day meant and a quarter of the distance around it.

Times are microseconds since 1970 in UTC. Intervals are half open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.times import DAY, parse_time
from codegraph.text.lazy_pattern import compile_lazily

MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_SHORT_MONTHS: Final = tuple(name[:3] for name in MONTHS)
YEAR: Final = r"(?:19|20)\d\d"
WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MONTH_WORD: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_MONTH: Final = rf"(?P<month>{MONTH_WORD})\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_OF_YEAR: Final = r"(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d|last\s+year|this\s+year))"
_SHORT_WEEKDAYS: Final = tuple(name[:3] for name in WEEKDAYS)
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_PARTS: Final[Mapping[str, tuple[int, int]]] = {
    "early": (0, 4), "mid": (4, 8), "middle": (4, 8), "late": (8, 12), "beginning": (0, 2), "start": (0, 2),
    "end": (10, 12),
}  # fmt: skip
"""From which to which twelfth of a span each goes."""

_COUNTS: Final = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two couple", "three few", "four several", "five", "six", "seven", "eight", "nine", "ten")
    )
    for word in words.split()
}  # fmt: skip
_COUNT: Final = rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})"
_UNITS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}

_AGO: Final = rf"(?:a\s+)?{_COUNT}(?:\s+of)?\s+(?P<unit>day|week|month|year)s?\s+ago"
_LEADING: Final = compile_lazily(r"^(?:(?:the|in|on|at|of)\s+)+", re.IGNORECASE)
_PART: Final = compile_lazily(
    r"(?:(?P<near>early|mid|late)[\s-]+|(?P<at>beginning|start|middle|end)\s+of\s+)(?:(?:in|the)\s+)*(?P<rest>.+)", re.I
)
_HALF: Final = compile_lazily(
    r"(?:h(?P<h>[12])|(?P<half>first|second|last)\s+half(?:\s+of)?)[\s,]*(?:the\s+)?(?P<rest>.+)", re.IGNORECASE
)

Match = re.Match[str]


class Interval(NamedTuple):
    start: int  # first microsecond
    end: int  # first microsecond after it

    @property
    def width(self) -> int:
        return self.end - self.start


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def parse_calendar_span(words: str, now: int) -> Interval | None:
    """Return the time that the whole of `words` names, None for anything else.

    A day, a month, a quarter or a season without a year is the last one that has begun. Times are microseconds since
    1970 in UTC.
    """
    text = _LEADING.sub("", words.strip().rstrip("."))
    part = _PART.fullmatch(text)
    if part:
        return _narrow_span(parse_calendar_span(part["rest"], now), *_PARTS[(part["near"] or part["at"]).lower()])
    half = _HALF.fullmatch(text)
    if half:
        first = half["h"] == "1" or (half["half"] or "").lower() == "first"
        return _narrow_span(parse_calendar_span(half["rest"], now), *((0, 6) if first else (6, 12)))
    for pattern, meant in _FORMS:
        found = _compile(pattern).fullmatch(text)
        if found:
            return meant(found, now)
    return None


def parse_nearest_span(words: str, now: int) -> Interval | None:
    """Return the time that `words` name, which may be in the future.

    It works as `parse_calendar_span`, but a day, a month or a season without a year is the last or the next one,
    whichever is nearer. A day of the week is the next one.
    """
    last = parse_calendar_span(words, now)
    if last is None or last.end > now or _SAID_WHEN.search(words):
        return last
    if _DAY_OF_WEEK.search(words):
        return parse_calendar_span(words, now + 7 * DAY)
    following = parse_calendar_span(words, now + 364 * DAY)
    return following if following and now < following.start and following.start - now < now - last.start else last


_SAID_WHEN: Final = compile_lazily(
    r"\b(?:19|20)\d\d\b|\b(?:last|past|previous|this|ago|yesterday|today|tonight)\b", re.IGNORECASE
)
_DAY_OF_WEEK: Final = compile_lazily(rf"\b{WEEKDAY}\b", re.IGNORECASE)


def read_date(words: str, now: int, ahead: bool = False) -> Interval | None:
    """Return the time of a date that was said at `now`, the nearest one if `ahead`.

    Days of the week, and days of the month without a month, are read as statements mean them. The result is None for no
    words.
    """
    if not words:
        return None
    if weekday := _OF_WEEK.fullmatch(words):
        return _resolve_day_of_week(weekday, now, ahead)
    if day := _DAY_OF_MONTH.fullmatch(words):
        return _resolve_day_of_month(int(day[1]), now, ahead)
    return (parse_nearest_span if ahead else parse_calendar_span)(_IN_FRONT.sub("", words), now)


_OF_WEEK: Final = compile_lazily(rf"(?:(?P<which>last|this|next|past|coming) )?(?P<day>{WEEKDAY})", re.IGNORECASE)
_IN_FRONT: Final = compile_lazily(rf"(?:(?:last|this|next) )?{WEEKDAY},? (?:the )?(?=\S)", re.IGNORECASE)
_DAY_OF_MONTH: Final = compile_lazily(r"the (\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE)


def _resolve_day_of_week(found: Match, now: int, ahead: bool) -> Interval | None:
    """Return a day of a week: `last` is of the week before, `next` of the week after."""
    which = (found["which"] or "").lower()
    week = 7 * DAY
    monday = now - now % DAY - datetime.fromtimestamp(now / 1e6, UTC).weekday() * DAY
    if which == "last":
        return parse_calendar_span(found["day"], monday)
    if which == "next":
        return parse_calendar_span(found["day"], monday + 2 * week)
    return parse_calendar_span(found["day"], now + week if ahead or which in ("this", "coming") else now)


def _resolve_day_of_month(day: int, now: int, ahead: bool) -> Interval | None:
    """Return the next or the last day of a month with this number, today included."""
    midnight = now - now % DAY
    days = (midnight + (away if ahead else -away) * DAY for away in range(62))
    return next((Interval(at, at + DAY) for at in days if datetime.fromtimestamp(at / 1e6, UTC).day == day), None)


def _narrow_span(span: Interval | None, start: int, end: int) -> Interval | None:
    """Return twelfths of a span.

    They are whole months of a year, and whole days of a shorter span.
    """
    if span is None or span.width <= 7 * DAY:
        return span
    first = datetime.fromtimestamp(span.start / 1e6, UTC)
    if span.width > 364 * DAY:
        years = round(span.width / (365.25 * DAY))
        return _make_months(first.year, first.month + years * start, years * (end - start))
    days = span.width // DAY
    return Interval(span.start + days * start // 12 * DAY, span.start + days * end // 12 * DAY)


def _resolve_day_or_month(found: Match, now: int) -> Interval | None:
    parts = found.groupdict()
    month = int(parts["number"] or 0) if "number" in parts else _SHORT_MONTHS.index(str(parts["month"]).lower()[:3]) + 1
    day = parts.get("day")
    today = datetime.fromtimestamp(now / 1e6, UTC)
    year = _resolve_year(parts["year"], now, begun=(month, int(day or 1)) <= (today.month, today.day))
    if not 1 <= month <= 12:
        return None
    if day is None:
        return _make_months(year, month, 1)
    start = _compute_start(year, month, int(day))
    return Interval(start, start + DAY) if start is not None else None


def _resolve_year(words: str | None, now: int, *, begun: bool) -> int:
    """Return the year that is said.

    Without one it is this year if the time meant has `begun` in it, else the year before.
    """
    this = datetime.fromtimestamp(now / 1e6, UTC).year
    said = (words or "").lower()
    if said.isdigit():
        return int(said)
    return this - (said.startswith("last") or (not said and not begun))


def _resolve_quarter(found: Match, now: int) -> Interval | None:
    parts = found.groupdict()
    said = parts.get("first") or parts.get("last") or str(_ORDINALS[str(parts.get("ordinal")).lower()])
    number = int(said)
    begun = 3 * number - 2 <= datetime.fromtimestamp(now / 1e6, UTC).month
    return _make_months(_resolve_year(parts["year"], now, begun=begun), 3 * number - 2, 3)


def _resolve_season(found: Match, now: int) -> Interval | None:
    """Return the three whole months of a season of the northern hemisphere.

    `Last spring` is the last one that is over.
    """
    month = _SEASONS[found["season"].lower()]
    which = (found["which"] or "").lower()
    today = datetime.fromtimestamp(now / 1e6, UTC)
    year = _resolve_year(found["year"], now, begun=month <= today.month or which == "this")
    span = _make_months(year, month, 3)
    return _make_months(year - 1, month, 3) if which == "last" and span and span.end > now else span


def _resolve_calendar_unit(found: Match, now: int) -> Interval | None:
    today = datetime.fromtimestamp(now / 1e6, UTC)
    back, unit = int((found["which"] or "this").lower() in ("last", "previous", "past")), found["unit"].lower()
    if unit in ("week", "weekend"):
        monday = now - now % DAY - (today.weekday() + 7 * back) * DAY
        return Interval(monday + (5 * DAY if unit == "weekend" else 0), monday + 7 * DAY)
    if unit == "year":
        return _make_months(today.year - back, 1, 12)
    length = 3 if unit == "quarter" else 1
    at = today.year * 12 + (today.month - 1) // length * length - length * back
    return _make_months(at // 12, at % 12 + 1, length)


def _resolve_unit_before_last(found: Match, now: int) -> Interval | None:
    today = datetime.fromtimestamp(now / 1e6, UTC)
    if found["unit"].lower() == "year":
        return _make_months(today.year - 2, 1, 12)
    if found["unit"].lower() == "week":
        monday = now - now % DAY - (today.weekday() + 14) * DAY
        return Interval(monday, monday + 7 * DAY)
    at = today.year * 12 + today.month - 3
    return _make_months(at // 12, at % 12 + 1, 1)


def _resolve_fiscal_year(found: Match, now: int) -> Interval | None:
    """Return the calendar year with the number of a fiscal year.

    The month in which a fiscal year begins is not known."""
    return _make_months(_expand_year(found["fiscal"]), 1, 12)


def _resolve_decade(found: Match, now: int) -> Interval | None:
    return _make_months(_expand_year(found["decade"]), 1, 120)


def _expand_year(digits: str) -> int:
    """Return a year of four digits.

    Two digits from 30 on are a year of the last century.
    """
    year = int(digits)
    return year if len(digits) == 4 else year + (1900 if year >= 30 else 2000)


def _resolve_ago(found: Match, now: int) -> Interval:
    return _compute_span_ago(found, now, ("month", "year"))


def _resolve_vague_ago(found: Match, now: int) -> Interval:
    return _compute_span_ago(found, now, ("week", "month", "year"))


def _compute_span_ago(found: Match, now: int, wide: tuple[str, ...]) -> Interval:
    """Return the day at a distance before now.

    For `wide` units, a quarter of the distance around it is included.
    """
    unit = found["unit"].lower()
    days = _parse_count(found["count"]) * _UNITS[unit]
    slack = max(1, days // 4) if unit in wide else 0
    around = _compute_day_back(now, days)
    return Interval(around.start - slack * DAY, around.end + slack * DAY)


def _parse_count(word: str | None) -> int:
    return int(word) if word and word.isdigit() else _COUNTS.get((word or "").lower(), 1)


def _resolve_near_day(found: Match, now: int) -> Interval:
    return _compute_day_back(now, {"yesterday": 1, "last": 1, "tomorrow": -1}.get(found[0].lower().split()[0], 0))


def _resolve_weekday(found: Match, now: int) -> Interval:
    today = datetime.fromtimestamp(now / 1e6, UTC).weekday()
    return _compute_day_back(now, (today - _SHORT_WEEKDAYS.index(found["weekday"].lower())) % 7 or 7)


def _compute_day_back(now: int, days: int) -> Interval:
    midnight = now - now % DAY
    return Interval(midnight - days * DAY, midnight - (days - 1) * DAY)


def _parse_instant(found: Match, now: int) -> Interval | None:
    try:
        at = parse_time(found[0], "date")
    except InvalidError:
        return None
    return Interval(at, at + 1)


def _make_months(year: int, month: int, count: int) -> Interval | None:
    begin, end = year * 12 + month - 1, year * 12 + month - 1 + count
    start, over = _compute_start(begin // 12, begin % 12 + 1, 1), _compute_start(end // 12, end % 12 + 1, 1)
    return Interval(start, over) if start is not None and over is not None else None


def _compute_start(year: int, month: int, day: int) -> int | None:
    """Return the first microsecond of a day, None for a day that does not exist."""
    try:
        moment = datetime(year, month, day, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    except ValueError:
        return None
    return moment // timedelta(microseconds=1)


_FORMS: Final[tuple[tuple[str, Callable[[Match, int], Interval | None]], ...]] = (
    (rf"{_DAY}(?:\s+of)?\s+{_MONTH}{_OF_YEAR}?", _resolve_day_or_month),
    (rf"{_MONTH}\s+(?:the\s+)?{_DAY}{_OF_YEAR}?", _resolve_day_or_month),
    (rf"(?:(?:last|this|past)\s+)?{_MONTH}{_OF_YEAR}?", _resolve_day_or_month),
    (r"(?P<year>(?:19|20)\d\d)[-/](?P<number>\d{1,2})", _resolve_day_or_month),
    (r"(?P<year>(?:19|20)\d\d)[-/](?P<number>\d{1,2})[-/](?P<day>\d{1,2})", _resolve_day_or_month),
    (r"\d{4}-\d\d-\d\dt\d\d:\d\d\S*", _parse_instant),
    (rf"q(?P<first>[1-4]){_OF_YEAR}?", _resolve_quarter),
    (r"q(?P<first>[1-4])[ /,-]*(?P<year>(?:19|20)\d\d)", _resolve_quarter),
    (r"(?P<year>(?:19|20)\d\d)[ -]?q(?P<last>[1-4])", _resolve_quarter),
    (rf"(?P<ordinal>first|second|third|fourth|last)\s+quarter{_OF_YEAR}", _resolve_quarter),
    (rf"(?:(?P<which>last|this|past)\s+)?(?P<season>spring|summer|autumn|fall|winter){_OF_YEAR}?", _resolve_season),
    (
        r"(?:(?P<which>last|previous|this|past|current)\s+)?(?P<unit>week|weekend|month|quarter|year)",
        _resolve_calendar_unit,
    ),
    (r"(?P<year>(?:19|20)\d\d)", lambda found, now: _make_months(int(found["year"]), 1, 12)),
    (r"(?P<unit>week|month|year)\s+before\s+last", _resolve_unit_before_last),
    (r"(?:fy|fiscal(?:\s+year)?)[\s']*(?P<fiscal>(?:19|20)\d\d|\d\d)", _resolve_fiscal_year),
    (r"'?(?P<decade>(?:19|20)\d0|\d0)'?s", _resolve_decade),
    (_AGO, _resolve_ago),
    (
        r"yesterday|today|tomorrow|tonight|(?:this|yesterday) (?:morning|afternoon|evening)|last night",
        _resolve_near_day,
    ),
    (
        r"(?:last\s+|this\s+|past\s+)?(?P<weekday>mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rs|rsday|urday)?",
        _resolve_weekday,
    ),
)
"""Forms of dates, the more exact ones first, and what each means."""


class Wording(Enum):
    """The way in which a question names a time."""

    DATE = "date"  # of the calendar: memories may spell it, too
    RELATIVE = "relative"  # seen from today: memories seldom spell it like this
    RANGE = "range"  # from one date to another


class DateFound(NamedTuple):
    """Time named in a text, and the position of its words.

    The preposition before them is not included.
    """

    span: Interval
    wording: Wording
    start: int
    end: int


class _Phrase(NamedTuple):
    wording: Wording
    pattern: str  # its group `date` is what names the time
    meant: Callable[[Match, int], Interval | None]


_NAMED_MONTH: Final = "|".join(MONTHS)
_NUMERIC: Final = rf"{YEAR}[-/]\d{{1,2}}[-/]\d{{1,2}}(?!\d)"
_QUARTER: Final = rf"q[1-4](?:[ /,-]*{YEAR})?|{YEAR}[ -]?q[1-4]"
_OF: Final = rf"(?:,?\s+(?:of\s+)?(?:{YEAR}|last\s+year|this\s+year))"
_SEASON: Final = r"(?:spring|summer|autumn|fall|winter)"
_PART_OF: Final = (
    r"(?:(?:early|mid|late)[\s-]+(?:the\s+)?|(?:the\s+)?(?:beginning|start|middle|end)\s+of\s+(?:the\s+)?)"
)
_DECADE: Final = r"(?:(?:19|20)\d0'?s|(?<=the\s)'?\d0'?s)"
_MONTH_DAY: Final = (
    rf"\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH_WORD}\b|{MONTH_WORD}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)"
)
_IN: Final = (
    r"(?:in|during|of|since|before|by|after|until|till|up\s+to|as\s+of|prior\s+to|from|following|throughout|through)"
)
_BARE: Final = (
    rf"(?:{_NUMERIC}|{YEAR}[-/]\d\d(?!\d)|(?:{_MONTH_DAY})(?:,?\s+{YEAR})?|{_PART_OF}?(?:{MONTH_WORD}{_OF}?|{_QUARTER}|"
    rf"h[12]\s+{YEAR}|{_SEASON}{_OF}?|{_DECADE}|{YEAR}|(?:last|this)\s+(?:year|month|week)))"
)
"""A date as it may stand where nothing else is expected: at either end of a range."""

_DASH: Final = r"\s*(?:-|–|—|\.\.)\s*"
_TO: Final = rf"(?:{_DASH}|\s+(?:to|until|till|through)\s+(?:the\s+)?)"
_FIRST: Final = rf"(?P<first>{_BARE})"
_LAST: Final = rf"(?P<last>{_BARE})\b"
_EVERY: Final = compile_lazily(
    r"^\W*(?:\w+\W+){0,5}?(?:do|does|is|are|am|can|should|will)\b"
    r"(?!.*\b(?:was|were|did|had|been|said|told)\b)",
    re.IGNORECASE,
)
"""A question about what is so on every such day, or will be: `when do we open on Saturday?`"""


_TAKEN: Final = "\0"
_NAMES_TIME: Final = compile_lazily(
    rf"\d|day|week|month|quarter|year|spring|summer|autumn|\bfall|winter|\b{MONTH_WORD}\b", re.IGNORECASE
)
"""What every phrase of time has some of: most questions name no time, and need none of the patterns below."""


def find_intervals(question: str, now: int) -> tuple[Interval, ...]:
    """Return the times that a question names, seen from `now`."""
    return tuple(dict.fromkeys(found.span for found in find_dates(question, now)))


def find_dates(question: str, now: int) -> list[DateFound]:
    """Return the times that a question names, in the order of its words."""
    found: list[DateFound] = []
    for phrase, match in _match_phrases(question):
        span = phrase.meant(match, now)
        if span is not None:
            found.append(DateFound(span, phrase.wording, *match.span("date")))
    return sorted(found, key=lambda one: one.start)


def strip_times(question: str) -> str:
    """Remove the relative time words from a question.

    The answer to them is a date, which memories seldom spell like this.
    """
    return _strip_phrases(question, (Wording.RELATIVE,))


def strip_dates(question: str) -> str:
    """Remove the months, days and years from a question.

    The rest says what the facts are about.
    """
    return re.sub(
        r"\b(?:as of|back in|at the time of|between|from|on|in|at|by|since|until|before|after|during)\s*(?=[?.!,]|$)",
        " ",
        _strip_phrases(question, tuple(Wording)),
    )


def _strip_phrases(question: str, wordings: tuple[Wording, ...]) -> str:
    for phrase, match in _match_phrases(question):
        if phrase.wording in wordings:
            question = f"{question[: match.start()]}{' ' * len(match[0])}{question[match.end() :]}"
    return question


def _match_phrases(question: str) -> Iterator[tuple[_Phrase, Match]]:
    """Yield the phrases of time, the more exact kinds first.

    Words that matched one phrase are not matched again.
    """
    if not _NAMES_TIME.search(question):
        return
    text = question
    for phrase in _PHRASES:
        for match in _compile(phrase.pattern).finditer(text):
            if phrase.meant is not _resolve_last_weekday or _is_past(match, question):
                yield phrase, match
                text = f"{text[: match.start()]}{_TAKEN * len(match[0])}{text[match.end() :]}"


def _is_past(weekday: Match, question: str) -> bool:
    """Return whether the last such day is meant, and not any such day."""
    return not weekday[0].lower().startswith("on") or _EVERY.match(question) is None


def _resolve_date(match: Match, now: int) -> Interval | None:
    return parse_calendar_span(match["date"], now)


def _join_spans(match: Match, now: int) -> Interval | None:
    """Return the time from the beginning of one date to the end of another.

    The year of the last date counts for both if the first has none.
    """
    first, last = match["first"], match["last"]
    if re.search(YEAR, last) and not re.search(YEAR, first):
        first = f"{first} {re.findall(YEAR, last)[-1]}"
    start, end = parse_calendar_span(first, now), parse_calendar_span(last, now)
    return Interval(start.start, end.end) if start and end and start.start < end.end else None


def _resolve_years(match: Match, now: int) -> Interval | None:
    """Return the time of a range of years: `2016–2018`, `2019/20`.

    Two digits are the end of a range if they are no month, or follow the year.
    """
    first, last = int(match["first"]), match["last"]
    second = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    if len(last) == 2 and int(last) <= 12 and not (match["by"] == "/" and second == first + 1):
        return parse_calendar_span(f"{first}-{last}", now)
    return _make_months(first, 1, 12 * (second - first + 1)) if first <= second else None


def _resolve_past(match: Match, now: int) -> Interval | None:
    today, unit = now - now % DAY, match["unit"].lower()
    if match["count"] is None and unit in ("year", "quarter"):
        return parse_calendar_span(f"last {unit}", now)
    days = _parse_count(match["count"]) * _UNITS.get(unit, 91)
    whole = days if match["count"] else 2 * days  # `last month` may be the calendar's
    return Interval(today - whole * DAY, max(now, today + DAY))


def _resolve_last_weekday(match: Match, now: int) -> Interval | None:
    return parse_calendar_span(match["day"], now)


_PHRASES: Final = tuple(
    _Phrase(wording, pattern, meant)
    for wording, pattern, meant in (
        (
            Wording.RANGE,
            rf"\bbetween\s+(?:the\s+)?(?P<date>{_FIRST}(?:{_TO}|\s+and\s+(?:the\s+)?){_LAST})",
            _join_spans,
        ),
        (Wording.RANGE, rf"\bfrom\s+(?:the\s+)?(?P<date>{_FIRST}{_TO}{_LAST})", _join_spans),
        (
            Wording.RANGE,
            r"(?<![\w.:/-])(?<!port )(?<!ports )"
            rf"(?P<date>(?P<first>{YEAR})\s*(?P<by>[-–—/])\s*(?P<last>{YEAR}|\d\d))(?![\w/-])",
            _resolve_years,
        ),
        (Wording.RANGE, rf"(?<![\w.:/-])(?<!port )(?<!ports )(?P<date>{_FIRST}{_TO}{_LAST})(?<=\d)", _join_spans),
        (Wording.DATE, rf"\b(?P<date>{_NUMERIC})", _resolve_date),
        (
            Wording.DATE,
            rf"\b(?P<date>{_PART_OF}(?:(?:{MONTH_WORD}|{_SEASON})\b{_OF}?|{_QUARTER}|{_DECADE}|{YEAR}\b|"
            r"(?:last|this)\s+(?:year|month)\b))",
            _resolve_date,
        ),
        (
            Wording.DATE,
            rf"\b(?P<date>h[12](?:\s+of)?[\s,]+(?:{YEAR}|last\s+year|this\s+year)|"
            rf"(?:first|second|last)\s+half\s+of\s+(?:the\s+)?(?:{_BARE}))\b",
            _resolve_date,
        ),
        (
            Wording.DATE,
            rf"\b(?P<date>(?:first|second|third|fourth|last)\s+quarter{_OF}|{_QUARTER}{_OF}?)\b",
            _resolve_date,
        ),
        (Wording.DATE, rf"\b(?P<date>(?:fy|fiscal(?:\s+year)?)[\s']*(?:{YEAR}|\d\d))\b", _resolve_date),
        (Wording.DATE, rf"(?<!\w)(?:the\s+)?(?P<date>{_DECADE})\b", _resolve_date),
        (
            Wording.DATE,
            rf"\b(?P<date>(?:(?:last|past|this)\s+{_SEASON}|{_SEASON}{_OF})|(?<=\bin\s)(?:{_SEASON}|the\s+{_SEASON})|"
            rf"(?<=during\s)(?:{_SEASON}|the\s+{_SEASON}))\b(?!\s+of\b)",
            _resolve_date,
        ),
        (Wording.DATE, rf"\b(?P<date>(?:{_MONTH_DAY})(?:,?\s+{YEAR}\b)?)", _resolve_date),
        (Wording.DATE, rf"\b(?P<date>{MONTH_WORD}\.?,?\s+(?:of\s+)?{YEAR})\b", _resolve_date),
        (Wording.DATE, rf"\b(?:{_IN}|on|last|to)\s+(?:the\s+)?(?P<date>(?:{_NAMED_MONTH}){_OF}?)\b", _resolve_date),
        (Wording.DATE, rf"\b{_IN}\s+(?:the\s+)?(?P<date>{YEAR}(?:[-/]\d\d)?)\b(?![.:/-]\d)", _resolve_date),
        (Wording.RELATIVE, r"\b(?:the\s+)?(?P<date>(?:week|month|year)\s+before\s+last)\b", _resolve_date),
        (Wording.RELATIVE, rf"\b(?P<date>{_AGO})\b", _resolve_vague_ago),
        (
            Wording.RELATIVE,
            rf"\b(?P<date>(?:past|last|previous|recent)\s+(?:{_COUNT}(?:\s+of)?\s+)?(?P<unit>day|week|month|quarter|year)s?)\b",
            _resolve_past,
        ),
        (Wording.RELATIVE, r"\b(?P<date>this\s+(?:week|month|quarter|year))\b", _resolve_date),
        (Wording.RELATIVE, r"\b(?P<date>today|yesterday)\b", _resolve_date),
        (
            Wording.RELATIVE,
            rf"\b(?:last|past|this|on)\s+(?P<date>(?P<day>{'|'.join(WEEKDAYS)}))\b(?!\s+\w+s\b)",
            _resolve_last_weekday,
        ),
    )
)
"""Phrases of time in a question, the more exact kinds first, and what each means."""
