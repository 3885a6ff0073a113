"""Similarity of two texts: equal, or different claims on the same subject.

All functions are pure. Meaning is a cosine of the encoder, and words are compared as sets (Jaccard). *Precise* parts
are compared separately: addresses, dates, amounts, numbers. Texts of similar words make different claims when something
precise, a negation or a preference differs. The cosines are those of the shipped encoder; see `docs/kimetsu.md` for how
they were measured.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from codegraph.memory.claims import extract_claims
from codegraph.memory.recall.tokenization import tokenize

NEAR: Final = 0.85
"""From here on a lesson is merged into the memory that is there."""

CLOSE: Final = 0.80
"""From here on two memories whose texts differ are looked at as a contradiction."""

SAME: Final = 0.92
"""From here on consolidation takes two memories for one."""

LOOSE: Final = 0.75
"""From here up to `NEAR`, memories of one theme are distilled."""

SAME_WORDS: Final = 0.5
NEAR_WORDS: Final = 0.34
"""Shares of their words from which texts speak of the same: on their own, and with something precise that differs."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_CLAUSE_END: Final = re.compile(r"[.;,!?\n]+(?:\s+|$)")
_TURNS: Final = re.compile(
    r"\b(?:rather than|instead of|in favou?r of|before|after|over|than|from|to|not)\b", re.IGNORECASE
)
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


class Likeness(StrEnum):
    NONE = "none"
    SAME = "same"
    CONFLICT = "conflict"


class Claims(NamedTuple):
    """Parsed text for comparison."""

    words: frozenset[str]  # stems, without what is precise and without negations
    precise: frozenset[str]
    negated: bool
    preferred: frozenset[str]  # of a comparison: what stands before `over`
    other: frozenset[str]  # what stands after it
    rest: str  # the text without what is precise


def normalize_text(text: str) -> str:
    """Return a text without differences of case, spacing and closing punctuation.

    Two texts that are equal then are exact duplicates."""
    return " ".join(text.casefold().split()).rstrip(".!;: ")


def compare(first: str, second: str) -> Likeness:
    """Return how two texts relate, by their words alone."""
    a, b = take_apart(first), take_apart(second)
    shared, all_words = a.words & b.words, a.words | b.words
    if not all_words:
        return Likeness.SAME if a.precise and a.precise == b.precise else Likeness.NONE
    share = len(shared) / len(all_words)
    if share >= NEAR_WORDS and a.precise != b.precise and a.precise and b.precise:
        return Likeness.CONFLICT
    if share < SAME_WORDS:
        return Likeness.NONE
    if is_opposed(first, second):
        return Likeness.CONFLICT
    # Where each names something that the other does not, one of the two was chosen: pnpm here, yarn there.
    apart = a.words - b.words - _VERBS, b.words - a.words - _VERBS
    return Likeness.CONFLICT if all(apart) else Likeness.SAME


def is_opposed(one: str, other: str) -> bool:
    """Return whether two texts of similar words make different claims.

    A precise part differs, one is negated or prefers what the other puts second, they have opposite words, two things
    changed places around a turning word, or one word replaces another in an otherwise equal text. In doubt the result
    is True: texts that are not merged are kept as a conflict, and nothing is lost.
    """
    a, b = take_apart(one), take_apart(other)
    negated = a.negated != b.negated and extract_claims(one).negates != extract_claims(other).negates
    if a.precise != b.precise or negated or _is_reversed(a, b):
        return True
    return _has_opposites(a.rest, b.rest) or _is_turned(a.rest, b.rest) or _is_replaced(a.rest, b.rest)


def _is_reversed(a: Claims, b: Claims) -> bool:
    """Return whether one prefers what the other puts second."""
    if a.other and b.other:
        return bool(a.other & b.preferred and b.other & a.preferred)
    return any(x.other and x.other <= y.preferred and not x.preferred <= y.preferred for x, y in ((a, b), (b, a)))


@lru_cache(maxsize=20_000)
def take_apart(text: str) -> Claims:
    precise: set[str] = set()
    rest = text.replace("’", "'")
    for pattern, form in _PRECISE:
        rest = pattern.sub(lambda m, form=form: _take(precise, form, m), rest)
    before, mark, after = rest, "", ""
    found = _OVER.search(rest)
    if found:
        before, mark, after = rest[: found.start()], found[0], rest[found.end() :]
    negated = len(_NEGATION.findall(before)) % 2 == 1
    first = frozenset(tokenize(_PLAIN.sub(" ", before)))
    second = frozenset(tokenize(_PLAIN.sub(" ", after))) if mark else frozenset()
    preferred = (first - second) - _VERBS
    return Claims(first | second, frozenset(precise), negated, preferred, second - first, rest)


def _take(into: set[str], form: str, match: re.Match[str]) -> str:
    value = match[0].strip()
    match form:
        case "date":
            value = _date(match)
        case "money":
            value = _normalize_money(match)
        case _:
            value = value.lower().rstrip(".")
    into.add(value)
    return " "


_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"


def _date(match: re.Match[str]) -> str:
    parts = match.groupdict()
    month = f"{_MONTHS.index(parts['month'].lower()) + 1:02d}"
    return f"{parts['year']}-{month}-{int(parts['day']):02d}"


_CURRENCIES: Final = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "dollar": "usd", "euro": "eur", "pound": "gbp"}
_SCALE: Final = {"k": 1_000, "m": 1_000_000}
_AMOUNT: Final = r"(?P<number>\d[\d,]*(?:\.\d+)?)"


def _normalize_money(match: re.Match[str]) -> str:
    """Return amount and currency in one spelling.

    `$1,500`, `1500 USD` and `1.5k dollars` give the same.
    """
    currency = match["currency"].lower()
    currency = _CURRENCIES.get(currency) or _CURRENCIES.get(currency.removesuffix("s"), currency)
    amount = float(match["number"].replace(",", "")) * _SCALE.get((match["scale"] or "").lower(), 1)
    return f"{amount:g} {currency}"


_PRECISE: Final = tuple(
    (re.compile(pattern, re.I), form)
    for pattern, form in (
        (r"[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+", "mail"),
        (r"\bhttps?://[^\s<>\"')]+", "address"),
        (r"\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b", "iso"),
        (rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? (?P<year>\d{{4}})\b", "date"),
        (rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b", "date"),
        (rf"(?P<currency>[$€£¥]) ?{_AMOUNT}(?P<scale>[km]\b)?", "money"),
        (
            rf"\b{_AMOUNT} ?(?P<scale>[km])? ?(?P<currency>usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?)\b",
            "money",
        ),
        (r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b", "account"),
        (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "uuid"),
        (r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b", "hash"),
        (r"\b[A-Z][A-Z0-9]+-\d+\b", "ticket"),
        (r"(?<![\w.])v?\d+(?:[.:]\d+)*(?![\w])", "number"),
    )
)
_OVER: Final = re.compile(r"\s(?:over|instead of|rather than|and not|than)\s|,\s*(?:but )?(?:not|never)\s", re.I)
_NEGATION: Final = re.compile(
    r"\b(?:not|never|no longer|no|without|avoid|hate|dislike|stop(?:ped)?|cannot)\b|n't\b", re.I
)
_PLAIN: Final = re.compile(
    r"\b(?:not|never|always|usually|generally|really|no longer|any ?more|avoid|stop(?:ped)?|cannot|can|please)\b|n't\b",
    re.I,
)
_VERBS: Final = frozenset(tokenize("use using prefer like love hate dislike want choose work go run keep pick favour"))


def _has_opposites(one: str, other: str) -> bool:
    mine, theirs = _list_words(one), _list_words(other)
    only, others = mine - theirs, theirs - mine
    return any((only & a and others & b) or (only & b and others & a) for a, b in _OPPOSITES)


def _list_words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _is_turned(one: str, other: str) -> bool:
    mine, theirs = _find_around(one), _find_around(other)
    for turn, (left, right) in mine.items():
        there = theirs.get(turn)
        if there is None:
            continue
        stayed = (left & there[0]) | (right & there[1])
        if (left & there[1]) - stayed and (right & there[0]) - stayed:
            return True
    return False


def _find_around(text: str) -> dict[str, tuple[set[str], set[str]]]:
    """Find the nearest terms before and after each turning word."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for part in _CLAUSE_END.split(text):
        for match in _TURNS.finditer(part):
            left, right = tokenize(part[: match.start()])[-2:], tokenize(part[match.end() :])[:2]
            if left and right:
                found[match[0].lower()] = (set(left), set(right))
    return found


def _is_replaced(one: str, other: str) -> bool:
    mine, theirs = tokenize(one), tokenize(other)
    only = [t for t in dict.fromkeys(mine) if t not in theirs]
    others = [t for t in dict.fromkeys(theirs) if t not in mine]
    if (
        not only
        or not others
        or _VERBS.issuperset((*only, *others))
        or len(only) > _REPLACED
        or len(others) > _REPLACED
    ):
        return False
    shared = [t for t in mine if t in theirs]
    if len(shared) < 2 or any(_is_related(a, b) for a in only for b in others):
        return False
    # In an otherwise equal text: the shared terms stand in the same order.
    return shared == [t for t in theirs if t in mine]


def _is_related(a: str, b: str) -> bool:
    """Return whether two words are forms of one word, or one abbreviates the other.

    The stemmer keeps these forms apart.
    """
    short, long = sorted((a, b), key=len)
    return len(short) >= 4 and long.startswith(short[:4])
