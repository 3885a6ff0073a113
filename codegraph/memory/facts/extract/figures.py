"""Figures that are likely to be properties, named by the nouns in front: `page size down to 500`, `heap is 6 GB`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from codegraph.memory.facts.extract import phrases
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import is_personal, snake
from codegraph.memory.facts.extract.sentences import Mood
from codegraph.memory.facts.extract.spans import Reading
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.weighing import PROPERTY, Weighing

LIKELY: Final = 0.65
"""Likelihood of a figure as the object of any property; the name is found by grammar."""

_BRIDGE: Final = w.words(
    "is are was be to at : = now still down up set went goes go gone stays stay remains amounts comes equals stands "
    "just only exactly currently capped limited fixed"
)
_MORE: Final = w.words("most least than older newer more less over under above below max. about roughly some") | {
    "at most",
    "at least",
    "up to",
    "older than",
    "more than",
    "less than",
}
_CHANGES: Final = w.words(
    "raise lower set reduce increase decrease cut bump double halve change make keep extend shorten limit cap allow "
    "shrink grow widen tighten relax default"
)
_FIGURES: Final = (Kind.NUMBER, Kind.VERSION)
_LONGEST: Final = 3  # words of a name
_FAR: Final = 4  # words between a name and its figure
_NO_NAME: Final = frozenset(
    ["D", "I", "C", "R", "B", "H", "M", "N", "W", "U", "A", "'s", "arrow", "bound", "CAP", "soft"]
)


def facts_of(weighed: Weighing) -> Iterator[Extracted]:
    """A property of the project, or of what `of` or a possessive names."""
    read = weighed.read
    for span, (start, end) in enumerate(read.spans):
        if end - start > 1 or read.tokens[start].kind not in _FIGURES:
            continue
        if weighed.of_object(span, PROPERTY) < LIKELY:
            continue
        named = _named(read, start)
        if named is not None:
            whose, name = named
            yield Extracted(whose, f"has_{snake(name)}", read.text(span), weighed=True)


def _named(read: Reading, figure: int) -> tuple[str, str] | None:
    at = figure
    while at and figure - at < _FAR and read.tokens[at - 1].low in _BRIDGE:
        at -= 1
    first = _begin(read, at)
    if first == at:
        return None
    before = read.tokens[first - 1].low if first else ""
    if before == "of" or (first > 1 and before in w.DETERMINERS and read.tokens[first - 2].low == "of"):
        whose = _joined(read, first, at)
        at = first - (1 if before == "of" else 2)
        first = _begin(read, at)
        return (whose, _joined(read, first, at)) if first < at else None
    if before == "'s":
        owner = _begin(read, first - 1)
        return (_joined(read, owner, first - 1), _joined(read, first, at)) if owner < first - 1 else None
    if first and (read.tags[first - 1][0] in "IRHMN" or before in _MORE) and before != "with":
        return None
    while first < at - 1 and read.tokens[first].low.endswith("ed") and read.lemmas[first] in _CHANGES:
        first += 1  # `raised max_connections to 400`
    name = _joined(read, first, at)
    return ("user" if before == "my" and is_personal(name) else "project"), name


def _begin(read: Reading, end: int) -> int:
    """Where the nouns begin that end there."""
    first = end
    while first and end - first < _LONGEST:
        tag, token = read.tags[first - 1], read.tokens[first - 1]
        if (
            tag in _NO_NAME
            or tag[0] == "S"
            or token.kind is not Kind.WORD
            or token.low in _BRIDGE
            or token.low in _MORE
        ):
            break
        first -= 1
    commanded = not first and read.mood == Mood.COMMAND.value and read.lemmas[0] in _CHANGES
    return 1 if commanded and end > 1 else first


def _joined(read: Reading, start: int, end: int) -> str:
    return phrases.joined(read.tokens[start:end])
