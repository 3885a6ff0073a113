"""A long sentence as clauses that can be read by themselves, without those that are asked, supposed or reported."""

from __future__ import annotations

import re
from typing import Final

_LONG: Final = 8  # words of a sentence that is worth taking apart
_SHORT: Final = 3  # words of a part that may state something
_BORDER: Final = re.compile(
    r"\s*[;()]\s*|\s+[-–—]+\s+|\s*—\s*|,?\s+(?:but|although|though|whereas|while|which|because)\s+"
    r"|,\s+(?:and\s+|so\s+|since\s+|as\s+|then\s+|also\s+)*|(?<=\w):\s+|,?\s+and\s+(?=(?:it|he|she|they|we|I|my|our|the|everything)\b)",
)
_ASKS: Final = re.compile(
    r"(?:so |and |but |ok(?:ay)?,? |hey,? |hm+,? |well,? )*(?:is|are|was|were|do|does|did|can|could|should|would|will|"
    r"have|has|what|who|why|where|when|which|how|isn't|aren't|didn't|doesn't|am)\b",
    re.I,
)
_SUPPOSES: Final = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|assuming|assume|wish|should|would|might|could|maybe|perhaps|"
    r"pretend|in case|provided|once|until|whether|as long as|as soon as|in theory|ideally|say|says|said|think|thinks|"
    r"thought|believe|believes|guess|heard|claims|claimed|suggests|suggested|wants|reckons|apparently|told|asked|hopes|"
    r"for example|e\.g|for instance|according|proposes|proposed|argues|argued)\b",
    re.I,
)
_TO_YOU: Final = re.compile(r"\b(?:you|your|yours|yourself)\b", re.I)


def of(text: str) -> list[str]:
    """The clauses up to one that supposes or asks; none of a sentence that begins with a question."""
    if len(text.split()) < _LONG or (text.endswith("?") and _ASKS.match(text)):
        return []
    pieces = [one.strip() for one in _BORDER.split(text) if one and one.strip()]
    if len(pieces) < 2:
        return []
    if text.endswith("?"):
        pieces = pieces[:-1]
    kept: list[str] = []
    for one in pieces:
        if _SUPPOSES.search(one) or _ASKS.match(one):
            break
        if len(one.split()) >= _SHORT and not _TO_YOU.search(one):
            kept.append(one)
    return kept
