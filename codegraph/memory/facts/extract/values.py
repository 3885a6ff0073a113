"""Values of extraction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class News(StrEnum):
    """Whether a text says that a fact took the place of another one."""

    NONE = ""
    BESIDE = "beside"  # it is so as well
    NOW = "now"  # it is so now, since then, from now on
    MOVED = "moved"  # something was changed, moved, taken over


@dataclass(frozen=True, slots=True)
class Extracted:
    """A fact as a text states it. Dates are words of the text, such as `last week` or `v4`, "" where there are none.

    `weighed`: no rule read it, its likelihood alone (`weighing.py`). `ahead`: it is told as something to come, so that
    a date without a year may be the next one: `moves to port 3100 in December`.
    """

    subject: str
    predicate: str
    object: str
    valid_from: str = ""
    valid_to: str = ""
    ended: bool = False
    weighed: bool = False
    news: News = News.NONE
    ahead: bool = False
