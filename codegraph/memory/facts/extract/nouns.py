"""Which words may be part of a noun phrase."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.tokens import Kind, Token

VALUES: Final = frozenset([Kind.NUMBER, Kind.VERSION])
NAMES: Final = frozenset([Kind.CODE, Kind.QUOTE, Kind.PATH, Kind.URL, Kind.EMAIL, Kind.PHONE, Kind.ADDRESS])


def closed_class(token: Token) -> bool:
    """Whether a word cannot be in a noun phrase behind its determiner."""
    low = token.low
    return (
        low in w.PREPOSITIONS or low in w.CONJUNCTIONS or low in w.SUBORDINATORS or low in w.PRONOUNS
        or low in w.BE or low in w.HAVE or low in w.DO or (low in w.MODALS and not token.text[:1].isupper())
        or low in w.NEGATIONS or low in w.RELATIVES
        or low in w.BOUNDS_MIN or low in w.BOUNDS_MAX or low in w.OPEN_UP or low in w.OPEN_DOWN or low == "'s"
    )  # fmt: skip


def is_noun(token: Token) -> bool:
    if token.kind in NAMES or token.kind in VALUES:
        return True
    if token.kind is not Kind.WORD or closed_class(token):
        return False
    return token.low not in w.DETERMINERS and (token.low not in w.ADVERBS or token.low in ADJECTIVES)


ADJECTIVES: Final = w.words(
    "daily nightly weekly monthly hourly early local public private internal native main only both first long"
)


_LIKE_ADJECTIVES: Final = re.compile(r"\w{2,}(?:ed|al|ive|ful|ous|able|ible|less|y|ic|ish|ent|ant)$|\w+-\w+$")
_PLAIN_ADJECTIVES: Final = w.words(
    "small big large tiny fast slow simple modern new old short long good great minimal clean full pure plain robust secure safe "
    "smart strict strong cheap single thin thick light free open opinionated lean dead little"
)


def adjectives_go_on(tokens: Sequence[Token], at: int, end: int, core: list[Token], determined: bool) -> bool:
    """`a small, layered package`: a comma between two adjectives behind an article."""
    if not core or len(core) > 2 or at + 2 >= end or tokens[at - 1].text[:1].isupper():
        return False
    if not all(t.low in _PLAIN_ADJECTIVES or _LIKE_ADJECTIVES.match(t.low) for t in core):
        return False
    one, following = tokens[at + 1], tokens[at + 2]
    if not determined and (following.kind is not Kind.WORD or not is_noun(following) or len(core) > 1):
        return False
    adjective = one.low in _PLAIN_ADJECTIVES or _LIKE_ADJECTIVES.match(one.low) is not None
    return adjective and one.kind is Kind.WORD and is_noun(one) and (is_noun(following) or following.text == ",")
