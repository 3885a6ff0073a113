"""Whether two facts say the same, or speak of the same and differ. Pure, from words alone.

Words are compared as sets (Jaccard) apart from what is *precise*: addresses, dates, amounts, numbers. Two facts that
share half of their words and everything precise say the same; with other precise parts they contradict one another.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from codegraph.memory.recall.words import terms

SAME: Final = 0.5
NEAR: Final = 0.34


class Likeness(StrEnum):
    NONE = "none"
    SAME = "same"
    CONFLICT = "conflict"


class Statement(NamedTuple):
    """A fact taken apart."""

    words: frozenset[str]  # stems, without what is precise and without negations
    precise: frozenset[str]
    negated: bool
    preferred: frozenset[str]  # of a comparison: what stands before `over`
    other: frozenset[str]  # what stands after it


def compare(first: str, second: str) -> Likeness:
    """How two facts relate."""
    a, b = taken_apart(first), taken_apart(second)
    shared, all_words = a.words & b.words, a.words | b.words
    if not all_words:
        return Likeness.SAME if a.precise and a.precise == b.precise else Likeness.NONE
    share = len(shared) / len(all_words)
    if share >= NEAR and a.precise != b.precise and a.precise and b.precise:
        return Likeness.CONFLICT
    if share < SAME:
        return Likeness.NONE
    if a.negated != b.negated or a.precise != b.precise or _reversed(a, b):
        return Likeness.CONFLICT
    # Where each names something that the other does not, one of the two was chosen: pnpm here, yarn there.
    apart = a.words - b.words - _VERBS, b.words - a.words - _VERBS
    return Likeness.CONFLICT if all(apart) else Likeness.SAME


def _reversed(a: Statement, b: Statement) -> bool:
    """Whether one prefers what the other puts second."""
    if a.other and b.other:
        return bool(a.other & b.preferred and b.other & a.preferred)
    return any(x.other and x.other <= y.preferred and not x.preferred <= y.preferred for x, y in ((a, b), (b, a)))


@lru_cache(maxsize=20_000)
def taken_apart(text: str) -> Statement:
    precise: set[str] = set()
    rest = text.replace("’", "'")
    for pattern, form in _PRECISE:
        rest = pattern.sub(lambda m, form=form: _take(precise, form, m), rest)
    before, mark, after = rest, "", ""
    found = _OVER.search(rest)
    if found:
        before, mark, after = rest[: found.start()], found[0], rest[found.end() :]
    negated = len(_NEGATION.findall(before)) % 2 == 1
    first = frozenset(terms(_PLAIN.sub(" ", before)))
    second = frozenset(terms(_PLAIN.sub(" ", after))) if mark else frozenset()
    preferred = (first - second) - _VERBS
    return Statement(first | second, frozenset(precise), negated, preferred, second - first)


def _take(into: set[str], form: str, match: re.Match[str]) -> str:
    value = match[0].strip()
    match form:
        case "date":
            value = _date(match)
        case "money":
            value = _money(match)
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


def _money(match: re.Match[str]) -> str:
    """Amount and currency, however they are written: `$1,500` is `1500 USD` is `1.5k dollars`."""
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
_VERBS: Final = frozenset(terms("use using prefer like love hate dislike want choose work go run keep pick favour"))
