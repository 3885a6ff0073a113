"""What of an earlier text a later one takes back: a value of the same sort, or somebody or something that is gone."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum
from typing import Final

from codegraph.lazy_pattern import compile_lazily
from codegraph.memory.dates import MONTHS, WEEKDAYS
from codegraph.memory.recall.words import terms

_MONTHS: Final = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS)
_WEEKDAYS: Final = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in WEEKDAYS)
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)"
DATE: Final = rf"(?:\d{{1,2}}|{_DAY})(?: of)? (?:{_MONTHS})|(?:{_MONTHS}) \d{{1,2}}|{_DAY}|\d{{4}}-\d\d-\d\d"
_SORTS: Final = (
    compile_lazily(rf"\b(?:{DATE})\b", re.IGNORECASE),
    compile_lazily(rf"\b(?:{_WEEKDAYS})s?\b", re.IGNORECASE),
    compile_lazily(r"\b\d{1,2}(?::\d\d|\s?[ap]m)\b", re.IGNORECASE),
    compile_lazily(r"\bv?\d+(?:\.\d+)+\b(?!\s*%)", re.IGNORECASE),
)
"""Dates, days of the week, times of day, versions."""

_AMOUNT: Final = compile_lazily(
    r"(?<![\w.])\d[\d,.]*\s?(?:(?:are|is|were|left|now|in|on|at|for|from|per|a|of)\b|([A-Za-z%€$£°]+))?"
)

_UNITS: Final = (
    ("s sec secs second seconds", "m min mins minute minutes", "h hr hrs hour hours", "d day days", "week weeks",
     "month months", "year years"),
    ("kb kib", "mb mib", "gb gib", "tb tib"),
)  # fmt: skip
_SCALES: Final = tuple({unit: at for at, units in enumerate(scale) for unit in units.split()} for scale in _UNITS)
_DAYS: Final = 3
"""From here on any two units of time may tell one span."""

_GONE_BEHIND: Final = (
    r"(?:has |had |have |just |is |was |are |were |got |'s |’s )*"
    r"(?:quit|left|leaves|leaving|resigned|retired|retires|retiring|died|passed away|stepped (?:down|back|away)|"
    r"moved (?:on|to|away|over)|switched|changed (?:jobs?|teams?|roles?)|"
    r"away|gone|off|out|fired|laid off|let go|sacked|voted out|no longer|dead|broke|broken|torn down|"
    r"shut down|closed|folded|went (?:bust|under|bankrupt|out of business)|"
    r"on (?:\w+ )?(?:leave|sabbatical|holiday|vacation))\b"
)
_GONE_BEFORE: Final = (
    r"\b(?:instead of|rather than|in place of|retired|"
    r"drop|dropped|ditched|scrapped|abandoned|got rid of|removed|replac(?:ed|es)|killed|cancel+ed|left|quit|"
    r"gave up(?: on)?|moved (?:off|away from)|switched (?:from|off|away from)|no longer (?:use|with)|done with)"
    r"(?: the| our| my)? "
)
_NAME: Final = compile_lazily(r"\b(?!I\b|A\b)[A-Z][\w-]*")


class Likeness(Enum):
    """How alike the values of two texts are."""

    NONE = 0
    NUMBER = 1  # amounts, of which one goes without its unit
    SORT = 2  # dates, days, times, versions, or amounts of one unit


def alike(earlier: str, later: str) -> Likeness:
    """Whether both texts tell a value of one sort."""
    if any(sort.search(earlier) and sort.search(later) for sort in _SORTS):
        return Likeness.SORT
    before, after = ({(m[1] or "").lower() for m in _AMOUNT.finditer(text)} for text in (earlier, later))
    if (before & after) - {""} or any(_near(one, other) for one in before for other in after):
        return Likeness.SORT
    bare = ("" in before and after) or ("" in after and before)
    return Likeness.NUMBER if bare else Likeness.NONE


def _near(one: str, other: str) -> bool:
    """Whether two units are units of one thing: `2 years` and `18 months`, but not `30 days` and `20 minutes`."""
    for scale in _SCALES:
        if one in scale and other in scale:
            first, second = scale[one], scale[other]
            return abs(first - second) < 2 or min(first, second) >= _DAYS
    return False


def gone(earlier: str, later: str, asked: Collection[str]) -> bool:
    """Whether the later text says that somebody or something which the earlier one names is gone: `Greg quit`, `we
    dropped Switch`. Not of what the question names, whose terms are `asked`."""
    for name in set(_NAME.findall(earlier)):
        word = re.escape(name)
        instead = rf"\b{word}\b(?:[^.!?]|\.(?=\d))*[.!?] [^.!?]*\binstead\b"
        said = re.search(rf"\b{word} {_GONE_BEHIND}|{_GONE_BEFORE}{word}\b|{instead}", later)
        if said and not set(terms(name)) & set(asked):
            return True
    return False
