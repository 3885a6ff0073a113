"""Splitting of texts into sentences."""

from __future__ import annotations

import re
from typing import Final

_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+")
_CLAUSE_ENDS: Final = re.compile(r"(?<=[.!?;])\s+(?=\S)|\n+")


def split_sentences(text: str, *, at_semicolons: bool = True) -> list[str]:
    """Split a text into its sentences, unchanged.

    Semicolons separate sentences as well, unless whole sentences are to be shown.
    """
    return [part for part in (_CLAUSE_ENDS if at_semicolons else _ENDS).split(text) if part.strip()]
