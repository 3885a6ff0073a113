"""Values of extraction."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extracted:
    """A fact as a text states it. Dates are words of the text, such as `last week` or `v4`, "" where there are none.

    `weighed`: no rule read it, its likelihood alone (`weighing.py`).
    """

    subject: str
    predicate: str
    object: str
    valid_from: str = ""
    valid_to: str = ""
    ended: bool = False
    weighed: bool = False
