"""Two answers held against each other: one goes in front of another that it outdoes on the words of the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from codegraph.memory.recall.words import terms

NEAR: Final = 0.4
"""Part of the better one's score that what is moved in front of it has at least."""

REACH: Final = 20
"""How many of the best are looked at."""


class Told(NamedTuple):
    """A memory as an answer. `at` is when it was told, in microseconds."""

    text: str
    at: int
    score: float


def words_of(found: Sequence[Told]) -> list[frozenset[str]]:
    """The terms of each answer."""
    return [frozenset(terms(one.text)) for one in found]


def moved(
    found: Sequence[Told],
    words: Sequence[frozenset[str]],
    asked: frozenset[str],
    outdone: Callable[[int, int], bool],
) -> list[int]:
    """The order with an answer moved in front of the one that it outdoes, where it has all words of the question that
    this has; of several the one that was told last."""
    order = list(range(len(found)))
    for later in range(min(len(found), REACH)):
        shared = asked & words[later]
        better = [
            one
            for one in order[:REACH]
            if outdone(later, one)
            and shared <= words[one]
            and asked & words[one]
            and found[one].score >= NEAR * found[later].score
        ]
        best = max(better, key=lambda one: (len(asked & words[one]), found[one].at), default=None)
        at = order.index(later)
        if best is not None and order.index(best) > at:
            order.remove(best)
            order.insert(at, best)
    return order
