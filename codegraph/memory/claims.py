"""Claims of a text that vectors blur: its numbers, and negations. Pure."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|without|don['’]t|doesn['’]t|isn['’]t|cannot|can['’]t|won['’]t|avoid|stop|nor)\b", re.I
)


class Claims(NamedTuple):
    """Texts whose claims differ do not say the same, however alike their words are."""

    numbers: frozenset[str]
    negates: bool  # two negations are none


def claims_of(text: str) -> Claims:
    return Claims(frozenset(_NUMBER.findall(text)), len(_NEGATION.findall(text)) % 2 == 1)
