"""English words to their stems: plurals, participles and the common derivations (after Porter 1980, fewer steps).

A stem need not be a word; it only has to be the same for the forms of one word. Words with digits, short words and
words in other scripts stay as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_PLAIN: Final = re.compile(r"[a-z]{4,}")
_VOWEL: Final = re.compile(r"[aeiouy]")
_MEASURE: Final = re.compile(r"[aeiouy]+[^aeiouy]+")
"""As many of these as a stem has, so many syllables it keeps (Porter's m, with every y taken for a vowel)."""

_DOUBLED: Final = re.compile(r"([^aeioulsz])\1$")
_SHORT: Final = re.compile(r"(^|[^aeiouy])[aeiouy][^aeiouywx]$")

_DERIVED: Final = (
    ("ization", "ize"), ("isation", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"),
    ("iveness", "ive"), ("tional", "tion"), ("biliti", "ble"), ("entli", "ent"), ("ation", "ate"), ("alism", "al"),
    ("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("ator", "ate"), ("alli", "al"), ("izer", "ize"),
    ("ise", "ize"), ("abli", "able"), ("icate", "ic"), ("ative", ""), ("ical", "ic"), ("ness", ""), ("ful", ""),
    ("li", ""),
)  # fmt: skip
_ENDINGS: Final = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic",
)  # fmt: skip

_FORMS: Final = """
    begin began begun; break broke broken; bring brought; build built; buy bought; catch caught; choose chose chosen
    draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; fight fought
    find found; fly flew flown; forget forgot forgotten; freeze froze frozen; give gave given; grow grew grown
    hang hung; hide hid hidden; hold held; keep kept; know knew known; lead led; lend lent; lose lost; make made
    meet met; pay paid; ride rode ridden; ring rang rung; run ran; sell sold; send sent; shake shook shaken
    shrink shrank shrunk; sing sang sung; sink sank sunk; sleep slept; speak spoke spoken; spend spent; stand stood
    steal stole stolen; swim swam swum; take took taken; teach taught; tell told; think thought; throw threw thrown
    understand understood; wake woke woken; wear wore worn; win won; write wrote written
    minimum min; maximum max; database db; repository repo; configuration config; environment env; documentation docs
    production prod; authentication auth; application app; administrator admin; average avg; directory dir
    submit submission; decide decision; admit admission; permit permission; extend extension; subscribe subscription
    describe description; choose choice; fly flight; lose loss; sell sale; weigh weight; high height; long length
    deep depth; wide width; strong strength; marry marriage; die death; analyse analyze analysis; advise advice
    kubernetes k8s; postgresql postgres; information info; department dept; telephone phone
"""
_BASES: Final = {
    form: forms[0] for line in re.split(r"[;\n]", _FORMS) for forms in (line.split(),) for form in forms[1:]
}
"""Forms of verbs, what is made of them, and short forms, that no ending tells. What is another word as well (`left`,
`saw`) is not here."""


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a lower-case word."""
    word = _BASES.get(word, word)
    if not _PLAIN.fullmatch(word):
        return word
    word = _participle(_plural(word))
    if word.endswith("y") and _VOWEL.search(word[:-1]):
        word = word[:-1] + "i"
    word = _derivation(word)
    word = _ending(word)
    if word.endswith("e") and (
        _syllables(word[:-1]) > 1 or (_syllables(word[:-1]) == 1 and not _SHORT.search(word[:-1]))
    ):
        word = word[:-1]
    if word.endswith("ll") and _syllables(word) > 1:
        word = word[:-1]
    return word


def _syllables(text: str) -> int:
    return len(_MEASURE.findall(text))


def _plural(word: str) -> str:
    if word.endswith("sses") or word.endswith("ies"):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _participle(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _syllables(word[:-3]) else word
    for ending in ("ed", "ing"):
        base = word[: -len(ending)]
        if word.endswith(ending) and _VOWEL.search(base):
            if base.endswith(("at", "bl", "iz")):
                return base + "e"
            if _DOUBLED.search(base):
                return base[:-1]
            if _syllables(base) == 1 and _SHORT.search(base):
                return base + "e"
            return base
    return word


def _derivation(word: str) -> str:
    for ending, replacement in _DERIVED:
        if word.endswith(ending):
            base = word[: -len(ending)]
            return base + replacement if _syllables(base) else word
    return word


def _ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending):
            base = word[: -len(ending)]
            if _syllables(base) > 1 and (ending != "ion" or base.endswith(("s", "t"))):
                return base
            return word
    return word
