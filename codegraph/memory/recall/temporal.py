"""Time signals of a question: nearness to a memory, and the past."""

from __future__ import annotations

import math
import re
from typing import Final

from codegraph.memory.dates import MONTHS, WEEKDAYS, Interval
from codegraph.memory.memory_model import NEVER, Memory
from codegraph.memory.times import DAY
from codegraph.text.lazy_pattern import compile_lazily

NEUTRAL: Final = 0.5
"""The signal of every memory when a question names no time."""

_WAS: Final = compile_lazily(
    r"\b(?:was|were|did|had|been|used to|\w{2,}ed|led|went|ran|wrote|said|told|knew|held|kept|left|met|sold|bought|"
    r"took|gave|became|ago|last|previous(?:ly)?|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_DATED: Final = compile_lazily(rf"\d{{4}}\b|\b(?:{'|'.join(MONTHS)}|{'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
_NO_TIME: Final = (
    r"(?!(?:\w+\s+)?(?:days?|weeks?|weekend|months?|quarters?|years?|nights?|conversations?|chats?|discussions?|sessions?|"
    r"messages?|answers?|questions?|time)\b)\w+"
)
"""A word that is no stretch of time, and nothing that was said: `the previous week` is a date."""

_FORMERLY: Final = compile_lazily(
    r"\b(?:used to|previously|formerly|in the past|originally|initially|at first|back then|"
    r"(?:planned|set|meant|scheduled|intended) first|earlier|history|ever|once|"
    rf"(?:former|previous|prior|preceding|erstwhile) {_NO_TIME}|ex-\w+|did\b[^?.!]*\buse to|"
    rf"(?:the|my|our|his|her|its|their|\w+['’]s) (?:very )?(?:old|original|first|initial|earliest) {_NO_TIME})\b|"
    r"\bbefore\s*[?.!]*$|\bno longer\b",
    re.IGNORECASE,
)
_FIRST: Final = compile_lazily(
    r"\b(?:originally|initially|at first|in the beginning|to begin with|"
    rf"(?:the|my|our|his|her|its|their|\w+['’]s) (?:very )?(?:original|first|initial|earliest) {_NO_TIME})\b",
    re.IGNORECASE,
)


_HAPPENED: Final = (
    r"(?:\s+(?:took\s+over|joined|left|arrived|retired|resigned|quit|stepped\s+(?:down|in)|was\s+(?:hired|appointed))\b"
    r"[^?.!,]*)?"
)
_THING: Final = r"(?P<x>(?:the\s+|my\s+|our\s+)?[^\s?.!,]+(?:\s+[^\s?.!,]+){0,3}?)"
_CHANGING: Final = (
    r"(?:(?:it|he|she|they|we|i)\s+\w+\s+(?:to|on|at|by|with)\s+|(?:moving|switching|going|changing) to\s+|joining\s+|"
    r"using\s+)?"
)
_BEFORE: Final = compile_lazily(rf"\b(?:before|prior to)\s+{_CHANGING}{_THING}{_HAPPENED}\s*[?.!]*$", re.IGNORECASE)
_AFTER: Final = compile_lazily(rf"\b(?:after|following)\s+(?:leaving\s+)?{_THING}{_HAPPENED}\s*[?.!]*$", re.IGNORECASE)
_NO_THING: Final = compile_lazily(
    r"\b(?:that|this|it|now|then|i|we|you|he|she|they|when|after|going|was|were|is|had|did|got|went|came|started|ended|"
    r"today|yesterday|last|next|days?|weeks?|months?|years?|noon|lunch|dinner|bed|work)\b|^\w+ing\b",
    re.IGNORECASE,
)


def is_about_the_past(question: str) -> bool:
    """Return whether a question asks about the past without a date.

    An example is `what did we use before?`.
    """
    return _FORMERLY.search(question) is not None


def is_about_the_first(question: str) -> bool:
    """Return whether a question asks for the first state of a thing.

    Examples are `the first owner` and `originally`.
    """
    return _FIRST.search(question) is not None


def find_successor(question: str) -> str:
    """Return what a question names as the later thing.

    An example is `who led it before Ada?`. The result is "" when it names a time or nothing.
    """
    return _get_thing(_BEFORE.search(question))


def find_predecessor(question: str) -> str:
    """Return what a question names as the earlier thing.

    An example is `who led it after Ada left?`. The result is "" as for `find_successor`.
    """
    return _get_thing(_AFTER.search(question))


def _get_thing(found: re.Match[str] | None) -> str:
    if found is None or _NO_THING.search(found["x"]) or _DATED.search(found["x"]):
        return ""
    return found["x"]


def is_in_past_tense(question: str) -> bool:
    """Return whether a question is in the past tense or names a year."""
    return _WAS.search(question) is not None


def score_time(memory: Memory, asked: tuple[Interval, ...]) -> float:
    """Return how well the times of a memory fit the times that are asked about.

    It is 1 for a memory of an asked time, less with its distance in widths of the interval, and neutral when no time is
    asked. A memory's times are when it was recorded and, if it has one, the period in which its content was true.
    """
    if not asked:
        return NEUTRAL
    times = [Interval(memory.created_at, memory.created_at + 1)]
    if memory.valid_from != NEVER:
        times.append(Interval(memory.valid_from, memory.valid_to or max(memory.valid_from, memory.created_at) + 1))
    return max(_compute_nearness(time, interval) for time in times for interval in asked)


def _compute_nearness(time: Interval, asked: Interval) -> float:
    gap = max(time.start - asked.end, asked.start - time.end, 0)
    return math.exp(-gap / max(asked.width, DAY))
