"""Claims of a text that vectors blur: its numbers, and negations.

All functions are pure.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|without|don['’]t|doesn['’]t|isn['’]t|cannot|can['’]t|won['’]t|avoid|stop|nor)\b", re.I
)


class Claims(NamedTuple):
    """Claims of a text.

    Texts with different claims do not say the same, however similar their words are.
    """

    numbers: frozenset[str]
    negates: bool  # two negations are none


def extract_claims(text: str) -> Claims:
    return Claims(frozenset(_NUMBER.findall(text)), len(_NEGATION.findall(text)) % 2 == 1)
