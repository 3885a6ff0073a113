"""When two texts say the same, and when they only sound the same. Pure.

The thresholds are cosines of the encoder. Measured with the shipped one on the labelled pairs of
`tests/support/lessons.py`, it puts rewordings and other statements about the same topic apart so far that no
mapping of its scale is needed; see `docs/kimetsu.md` for the figures.
"""

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.claims import claims_of
from codegraph.memory.recall.words import terms

NEAR: Final = 0.85
"""From here on a lesson is merged into the memory that is there."""

CLOSE: Final = 0.80
"""From here on two memories whose texts differ are looked at as a contradiction."""

SAME: Final = 0.92
"""From here on consolidation takes two memories for one."""

LOOSE: Final = 0.75
"""From here up to `NEAR`, memories of one theme are distilled."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_SENTENCE: Final = re.compile(r"[.;,!?\n]+(?:\s+|$)")
_TURNS: Final = re.compile(
    r"\b(?:rather than|instead of|in favou?r of|before|after|over|than|from|to|not)\b", re.IGNORECASE
)
_IN_PLACE: Final = re.compile(r"\b(?:rather than|instead of|in favou?r of|over)\b", re.IGNORECASE)
_OPPOSITES: Final = tuple(
    (frozenset(a.split()), frozenset(b.split()))
    for a, b in (
        ("always every must", "never"),
        ("before first", "after last"),
        ("enable enabled on", "disable disabled off"),
        ("allow allowed", "forbid forbidden deny denied"),
        ("public", "private"),
        ("local", "utc remote"),
        ("sync synchronous", "async asynchronous"),
    )
)
_REPLACED: Final = 2
"""Terms that one text may have in place of as many others of the second: more is another way of saying it."""


def normalised(text: str) -> str:
    """The text without differences of case, spacing and closing punctuation: what makes an exact duplicate."""
    return " ".join(text.casefold().split()).rstrip(".!;: ")


def opposed(one: str, other: str) -> bool:
    """Whether two texts of like words make different claims: other numbers, one negated, opposite words, two things
    that changed places around a turning word, or one thing in place of another in an otherwise equal text.

    It errs towards yes: what is not merged stays beside the other as a conflict, and is not lost."""
    if claims_of(one).numbers != claims_of(other).numbers:
        return True
    return _negated(one, other) or _opposite(one, other) or _turned(one, other) or _replaced(one, other)


def _negated(one: str, other: str) -> bool:
    """A negation on one side alone, unless it only names what is replaced: `rg, not grep` is `rg instead of grep`."""
    plain = [text for text in (one, other) if not claims_of(text).negates]
    return len(plain) == 1 and not _IN_PLACE.search(plain[0])


def _opposite(one: str, other: str) -> bool:
    mine, theirs = _words(one), _words(other)
    only, others = mine - theirs, theirs - mine
    return any((only & a and others & b) or (only & b and others & a) for a, b in _OPPOSITES)


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _turned(one: str, other: str) -> bool:
    mine, theirs = _around(one), _around(other)
    for turn, (left, right) in mine.items():
        there = theirs.get(turn)
        if there is None:
            continue
        stayed = (left & there[0]) | (right & there[1])
        if (left & there[1]) - stayed and (right & there[0]) - stayed:
            return True
    return False


def _around(text: str) -> dict[str, tuple[set[str], set[str]]]:
    """The nearest terms before and after each turning word."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for part in _SENTENCE.split(text):
        for match in _TURNS.finditer(part):
            left, right = terms(part[: match.start()])[-2:], terms(part[match.end() :])[:2]
            if left and right:
                found[match[0].lower()] = (set(left), set(right))
    return found


def _replaced(one: str, other: str) -> bool:
    mine, theirs = terms(one), terms(other)
    only = [t for t in dict.fromkeys(mine) if t not in theirs]
    others = [t for t in dict.fromkeys(theirs) if t not in mine]
    if not only or not others or len(only) > _REPLACED or len(others) > _REPLACED:
        return False
    shared = [t for t in mine if t in theirs]
    if len(shared) < 2 or any(_akin(a, b) for a in only for b in others):
        return False
    # In an otherwise equal text: the shared terms stand in the same order.
    return shared == [t for t in theirs if t in mine]


def _akin(a: str, b: str) -> bool:
    """Forms of one word that the stemmer keeps apart, or an abbreviation."""
    short, long = sorted((a, b), key=len)
    return len(short) >= 4 and long.startswith(short[:4])
