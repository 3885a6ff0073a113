"""Tokenization of text into the terms that recall counts.

Terms are lower-case stems, without words that carry no meaning. A name is one term however its letters are cased:
`gRPC`, `grpc` and `GRPC`. Its parts, and the names that neighbouring words spell together (`git hub`), are further
*forms* of it.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

_RUN: Final = re.compile(r"(?:\b[vV])?\d+(?:\.\d+)+(?![\d.]*[^\W\d_])|[^\W_]+(?:['’][^\W_]+)?")
_BORDER: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{2})(?=[0-9])")
_PLURAL: Final = re.compile(r"[A-Z]+s")  # of an abbreviation: `URLs` has no parts
_JOINT: Final = re.compile(r"[ _./-]")  # what may stand between the parts of a name
_IDEOGRAPH: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯]")

_STOPS: Final = """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing down during each few for from further had has have having he her here hers herself him
    himself his how i if in into is it its itself just me more most my myself no nor not of off on once only or other
    our ours ourselves out over own same she should so some such than that the their theirs them themselves then there
    these they this those through to too under until up us very was we were what when where which while who whom why
    will with would you your yours yourself yourselves i'm i've i'd i'll you're you've you'd it's that's don't didn't
    doesn't isn't wasn't can't couldn't won't wouldn't let's what's there's they're we're we've he's she's im ive dont
    please might must may shall get gets got getting
"""
STOP_WORDS: Final = frozenset(_STOPS.split())
"""Words a query is asked with, not about. They count nowhere."""


class Word(NamedTuple):
    """Run of letters and digits in the form that recall counts."""

    terms: tuple[str, ...]  # one, but for versions and scripts without spaces; none of a stop word
    parts: tuple[str, ...]  # of a compound name, and what neighbouring ones spell together; () of a plain word


class Forms(NamedTuple):
    """Other spellings of a term of a question."""

    joined: tuple[str, ...] = ()  # names that it spells together with the words beside it
    broken: tuple[str, ...] = ()  # those of them that break off a piece that is hardly a word: the `o` of `o auth`
    split: tuple[tuple[str, ...], ...] = ()  # pairs of words, as `pairs` makes them, that spell it when all are there
    parts: tuple[str, ...] = ()  # words that are a part of it


def tokenize(text: str) -> list[str]:
    """Return the terms of a text in order, repeated as often as they occur."""
    return [term for run in _RUN.findall(text) for term in _read_word(run).terms]


def find_parts(text: str) -> list[str]:
    """Return the parts of the compound names of a text."""
    return [part for run in _RUN.findall(text) for part in _read_word(run).parts]


def find_opened_names(text: str) -> list[str]:
    """Return the names that a text may spell with a stop word: `my sql`.

    Names of other words are found by their pairs.
    """
    found = [(match[1], match[2]) for match in _OPENED.finditer(text)]
    return [stem(f"{first}{second}".lower()) for first, second in found if can_open(first, second) and tokenize(second)]


def find_forms(text: str) -> dict[str, Forms]:
    """Return the other spellings of the terms of a question, by term.

    They are of words, not of versions or unspaced scripts."""
    joined: dict[str, list[str]] = {}
    broken: dict[str, list[str]] = {}
    for size in _JOINED:
        for runs in find_neighbours(text, size):
            name = stem("".join(runs).lower())
            pieces = any(len(run) <= _PIECE and run.lower() not in STOP_WORDS for run in runs)
            for term in (term for run in runs for term in _read_word(run).terms):
                joined.setdefault(term, []).append(name)
                if pieces:
                    broken.setdefault(term, []).append(name)
    found: dict[str, Forms] = {}
    for run in _RUN.findall(text):
        word = _read_word(run)
        if len(word.terms) == 1 and "." not in run:
            term = word.terms[0]
            apart = tuple(stem(part) for part in _split(run) if part not in STOP_WORDS)
            found[term] = Forms(
                tuple(dict.fromkeys(joined.get(term, ()))), tuple(broken.get(term, ())), _list_splits(run), apart
            )
    return found


def can_open(first: str, second: str) -> bool:
    """Return whether a stop word may begin a name that ends with the next word."""
    return first.lower() in _OPENING and (first != "I" or second[0].isupper())


def find_terms(text: str, asked: Collection[str], spelt: Mapping[str, Forms]) -> frozenset[str]:
    """Return those of the terms `asked` that a text has in any spelling.

    `spelt` has the other spellings that `find_forms` finds for the question."""
    return Spellings(text).find_terms(asked, spelt)


class Spellings:
    """Spellings of the words of one text, which many lists of terms are compared with."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._said = {form for run in _RUN.findall(text) for forms in _read_word(run) for form in forms}

    @cached_property
    def _joined(self) -> set[str]:
        """Names that neighbouring words spell together."""
        return {stem("".join(runs).lower()) for size in _JOINED for runs in find_neighbours(self._text, size)}

    def find_terms(self, asked: Collection[str], spelt: Mapping[str, Forms]) -> frozenset[str]:
        """Return those of the terms `asked` that the text has in any spelling."""
        said = self._said
        found = {term for term in asked if term in said or (term in spelt and not said.isdisjoint(spelt[term].joined))}
        if len(found) < len(asked):
            found.update(self._joined.intersection(asked))
        return frozenset(found)


def list_pairs(found: Sequence[str], reach: int = 1) -> list[str]:
    """Return the pairs of terms at most `reach` apart.

    Each pair is one term, and the order of its terms does not matter.
    """
    return [
        f"{min(a, b)}\0{max(a, b)}" for apart in range(1, reach + 1) for a, b in zip(found, found[apart:]) if a != b
    ]


_REMEMBERED: Final = 200_000
_KNOWN: dict[str, Word] = {}
"""Texts repeat their words: looking one up costs a tenth of splitting and stemming it. A cache, no state."""

_JOINED: Final = (2, 3)
"""Words beside each other that may be one name."""

_PIECE: Final = 2
"""Letters of a piece of a name that is no word by itself, at most."""

_MOST_PARTS: Final = 6
"""Parts of a name: what has more is no name that somebody asks for by a part of it."""

_SHORTEST_SPLIT: Final = 4
_LONGEST_SPLIT: Final = 24
"""Letters of a word that two words beside each other may spell."""

_OPENING: Final = frozenset(("i", "my"))
"""Stop words that names begin with."""

_OPENED: Final = re.compile(r"(?<![^\W_])([Ii]|[Mm][Yy])[ _./-]([^\W_]+)")


def _read_word(run: str) -> Word:
    known = _KNOWN.get(run)
    if known is None:
        if len(_KNOWN) >= _REMEMBERED:
            _KNOWN.clear()
        known = _KNOWN[run] = _read(run)
    return known


def _read(run: str) -> Word:
    if "." in run:  # a version is one name, and one of the series that it is of
        whole = run.lstrip("vV")
        series = whole.split(".")
        return Word((whole, ".".join(series[:2])) if len(series) > 2 else (whole,), ())
    plain = _normalize_run(run)
    if plain.lower() in STOP_WORDS:
        return Word((), ())
    if _IDEOGRAPH.search(plain):
        return Word(tuple(plain[i : i + 2] for i in range(max(1, len(plain) - 1))), ())
    split = _split(run)
    kept = [part for part in split if part not in STOP_WORDS]
    apart = [
        "".join(split[start:end])
        for start in range(len(split))
        for end in range(start + 2, len(split) + 1)
        if end - start < len(split)
    ]
    return Word((stem(plain.replace("'", "").lower()),), tuple(stem(part) for part in (*kept, *apart)))


def _normalize_run(run: str) -> str:
    """Return a run without accents and without a suffix after an apostrophe."""
    folded = run.replace("’", "'")
    if folded.lower() in STOP_WORDS:
        return folded
    folded = folded.split("'")[0] if folded.lower().endswith(("'s", "'re", "'ve", "'ll", "'d", "'m")) else folded
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))


def _split(run: str) -> list[str]:
    """Return the parts of a compound name in lower case, [] for a plain word."""
    plain = _normalize_run(run).replace("'", "")
    if _PLURAL.fullmatch(plain):
        return []
    found = [part.lower() for part in _BORDER.split(plain) if part]
    return found if 1 < len(found) <= _MOST_PARTS else []


def find_neighbours(text: str, size: int) -> list[tuple[str, ...]]:
    """Return runs of neighbouring words that may be one name."""
    found = [match for match in _RUN.finditer(text) if "." not in match[0]]
    near = [_JOINT.fullmatch(text, a.end(), b.start()) is not None for a, b in itertools.pairwise(found)]
    rows = (found[i : i + size] for i in range(len(found) - size + 1) if all(near[i : i + size - 1]))
    return [tuple(match[0] for match in row) for row in rows]


def _list_splits(run: str) -> tuple[tuple[str, ...], ...]:
    """Return the pairs of terms that may spell a name.

    It is split at its capitals, and at any place that gives two terms.
    """
    whole = _normalize_run(run).replace("'", "").lower()
    ways = [_split(run)] if _split(run) else []
    if whole.isalnum() and _SHORTEST_SPLIT <= len(whole) <= _LONGEST_SPLIT:
        ways += [[whole[:at], whole[at:]] for at in range(1, len(whole))]
    kept = [tuple(list_pairs([stem(part) for part in way])) for way in ways if not STOP_WORDS.intersection(way)]
    return tuple(dict.fromkeys(way for way in kept if way))


# stems


_STEMMED: Final = re.compile(r"[a-z]{4,}")
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
_SUFFIXES: Final = (
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
    """Return the stem of a lower-case word.

    It strips plurals, participles and the common derivations (after Porter 1980, fewer steps). A stem need not be a
    word. Short words, words with digits or of other scripts are returned unchanged.
    """
    word = _BASES.get(word, word)
    if not _STEMMED.fullmatch(word):
        return word
    word = _strip_participle(_strip_plural(word))
    if word.endswith("y") and _VOWEL.search(word[:-1]):
        word = word[:-1] + "i"
    word = _strip_derivation(word)
    word = _strip_suffix(word)
    if word.endswith("e") and (
        _count_syllables(word[:-1]) > 1 or (_count_syllables(word[:-1]) == 1 and not _SHORT.search(word[:-1]))
    ):
        word = word[:-1]
    if word.endswith("ll") and _count_syllables(word) > 1:
        word = word[:-1]
    return word


def _count_syllables(text: str) -> int:
    return len(_MEASURE.findall(text))


def _strip_plural(word: str) -> str:
    if word.endswith("sses") or word.endswith("ies"):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _strip_participle(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _count_syllables(word[:-3]) else word
    for ending in ("ed", "ing"):
        base = word[: -len(ending)]
        if word.endswith(ending) and _VOWEL.search(base):
            if base.endswith(("at", "bl", "iz")):
                return base + "e"
            if _DOUBLED.search(base):
                return base[:-1]
            if _count_syllables(base) == 1 and _SHORT.search(base):
                return base + "e"
            return base
    return word


def _strip_derivation(word: str) -> str:
    for ending, replacement in _DERIVED:
        if word.endswith(ending):
            base = word[: -len(ending)]
            return base + replacement if _count_syllables(base) else word
    return word


def _strip_suffix(word: str) -> str:
    for ending in _SUFFIXES:
        if word.endswith(ending):
            base = word[: -len(ending)]
            if _count_syllables(base) > 1 and (ending != "ion" or base.endswith(("s", "t"))):
                return base
            return word
    return word
