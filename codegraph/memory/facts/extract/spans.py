"""A sentence as spans that may name something: each with a coarse sort, for reading that weighs instead of parsing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import catalogue, kinds, sorts
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.lexicon import VERBS, forms_of
from codegraph.memory.facts.extract.phrases import Phrase, joined
from codegraph.memory.facts.extract.tokens import Kind, Token, tokens

MOST_TOKENS: Final = 60
"""Of a sentence; what is longer is a list or data."""

_LONGEST: Final = 6  # tokens of a span
_CLASSES: Final = (
    ("D", w.DETERMINERS),
    ("I", w.PREPOSITIONS),
    ("C", w.CONJUNCTIONS),
    ("R", w.PRONOUNS),
    ("B", w.BE),
    ("H", w.HAVE),
    ("M", w.MODALS),
    ("N", w.NEGATIONS),
    ("W", w.RELATIVES),
    ("U", w.SUBORDINATORS),
    ("A", w.ADVERBS),
)
_TAGS: Final = {word: tag for tag, group in reversed(_CLASSES) for word in group} | {"'s": "'s"}
_NO_START: Final = frozenset(["D", "I", "C", "B", "H", "M", "N", "W", "U", "'s", "arrow", "bound"])
_NO_PART: Final = frozenset(["arrow", "bound", "W", "U", "M", "N", "H", "B"])
_NO_END: Final = frozenset(["D", "I", "C", "'s", "R"])
_FIRST: Final = frozenset(["i", "me", "we", "us"])
_VAGUE: Final = n.GENERIC_NOUNS | n.QUALITIES


class Reading(NamedTuple):
    """A sentence with a tag and a lemma for each token, and the spans (from, to) with their sorts."""

    tokens: tuple[Token, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    sorts: tuple[str, ...]
    mood: str
    scoped: bool

    def text(self, span: int) -> str:
        start, end = self.spans[span]
        return joined(self.tokens[start:end])


def read(text: str, mood: str, *, scoped: bool) -> Reading:
    found = tokens(text)
    tags = tuple(map(_tag, found))
    lemmas = tuple(_lemma(one) for one in found)
    spans = tuple(_spans(found, tags)) if len(found) < MOST_TOKENS else ()
    return Reading(found, tags, lemmas, spans, tuple(sort_of(found[a:b]) for a, b in spans), mood, scoped)


def _tag(token: Token) -> str:
    if token.kind is not Kind.WORD:
        return f"S{token.text}" if token.kind is Kind.STOP else token.kind.value
    low = token.low
    known = _TAGS.get(low)
    if known is not None:
        return known
    if n.is_software(token.text):
        return "soft"
    if low in n.GAZETTEER:
        return "city"
    if token.text[:1].isupper():
        return "CAP" if token.start else "Cap0"
    if low in n.TITLES:
        return "title"
    if low in n.TEAMS:
        return "team"
    forms = forms_of(low)
    if forms:
        return "v" + "/".join(sorted(form.value[:2] for form in forms))
    if re.search(r"\d", low):
        return "alnum"
    return "codey" if re.search(r"[_.()/@#-]", low) else "n"


def _lemma(token: Token) -> str:
    if token.kind not in (Kind.WORD, Kind.STOP):
        return f"<{token.kind.value}>"
    verbs = VERBS.get(token.low)
    return min(verbs) if verbs else token.low


def _spans(found: Sequence[Token], tags: Sequence[str]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for start, tag in enumerate(tags):
        if tag[0] == "S" or tag in _NO_START or (tag == "R" and found[start].low not in _FIRST):
            continue
        for last in range(start, min(len(tags), start + _LONGEST)):
            if tags[last][0] == "S" or tags[last] in _NO_PART:
                break
            if tags[last] not in _NO_END:
                spans.append((start, last + 1))
            elif last == start:
                spans.append((start, last + 1))
                break
    return spans


def sort_of(found: Sequence[Token]) -> str:
    """One coarse sort of what a span may name."""
    last = found[-1]
    if len(found) == 1:
        if last.kind is not Kind.WORD:
            return "portish" if last.kind is Kind.VERSION and sorts.is_port(last) else last.kind.value
        if last.low in _FIRST:
            return "I" if last.low in ("i", "me") else "we"
    text = " ".join(one.text for one in found)
    named = _named(text)
    if named:
        return named
    phrase = Phrase(text, tuple(found))
    if sorts.is_team(phrase):
        return "team"
    if sorts.is_title(phrase):
        return "title"
    if any(one.kind is not Kind.WORD for one in found):
        return "mixed"
    if all(one.text[:1].isupper() for one in found):
        if last.low in n.ORGANISATIONS:
            return "org"
        if found[0].start == 0 and len(found) == 1:
            return "Cap0"
        return "person" if sorts.is_person_name(phrase) else "CAPS"
    if sorts.is_host(phrase):
        return "host"
    return _sort_of_noun(found)


def _named(text: str) -> str:
    low = text.lower()
    if low in n.LANGUAGES:
        return "lang"
    if low in n.PLATFORMS:
        return "platform"
    if n.is_software(text):
        return "soft"
    if low in n.GAZETTEER:
        return "city"
    return "practice" if low in catalogue.PRACTICES else ""


def _sort_of_noun(found: Sequence[Token]) -> str:
    last = found[-1]
    if n.is_software(last.text) or n.is_software(found[0].text):
        return "hassoft"
    if last.low in kinds.COMPONENTS:
        return "comp"
    if last.low in n.MACHINES:
        return "machine"
    return "vague" if last.low in _VAGUE else "noun"
