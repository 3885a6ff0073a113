"""Comparison of the values that an earlier and a later text state.

A later text takes back an earlier one by a value of the same sort, or by saying that somebody or something is gone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum
from typing import Final

from codegraph.memory.dates import MONTHS, WEEKDAYS
from codegraph.memory.recall.tokenization import tokenize
from codegraph.text.lazy_pattern import compile_lazily

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
    """Degree to which the values of two texts are of one sort."""

    NONE = 0
    NUMBER = 1  # amounts, of which one goes without its unit
    SORT = 2  # dates, days, times, versions, or amounts of one unit


def compare_values(earlier: str, later: str) -> Likeness:
    """Return whether two texts state a value of one sort."""
    if any(sort.search(earlier) and sort.search(later) for sort in _SORTS):
        return Likeness.SORT
    before, after = ({(m[1] or "").lower() for m in _AMOUNT.finditer(text)} for text in (earlier, later))
    if (before & after) - {""} or any(_is_same_scale(one, other) for one in before for other in after):
        return Likeness.SORT
    bare = ("" in before and after) or ("" in after and before)
    return Likeness.NUMBER if bare else Likeness.NONE


def _is_same_scale(one: str, other: str) -> bool:
    """Return whether two units measure the same scale.

    `2 years` and `18 months` do, `30 days` and `20 minutes` do not.
    """
    for scale in _SCALES:
        if one in scale and other in scale:
            first, second = scale[one], scale[other]
            return abs(first - second) < 2 or min(first, second) >= _DAYS
    return False


def is_gone(earlier: str, later: str, asked: Collection[str]) -> bool:
    """Return whether the later text says that a thing named earlier is gone.

    Examples are `Greg quit` and `we dropped Switch`. Names that the question has do not count; their terms are `asked`.
    """
    for name in set(_NAME.findall(earlier)):
        word = re.escape(name)
        instead = rf"\b{word}\b(?:[^.!?]|\.(?=\d))*[.!?] [^.!?]*\binstead\b"
        said = re.search(rf"\b{word} {_GONE_BEHIND}|{_GONE_BEFORE}{word}\b|{instead}", later)
        if said and not set(tokenize(name)) & set(asked):
            return True
    return False
