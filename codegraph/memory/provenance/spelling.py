"""Words that were mistyped: which of the words in use may be meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

MOST: Final = 3
"""Words in use that one mistyped word may stand for."""


def allowed(word: str) -> int:
    """Typing errors that a word of its length may have."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def corrections(word: str, known: Collection[str]) -> list[str]:
    """The words in use nearest to `word` within its errors, nearest first; none when it is in use itself."""
    if word in known:
        return []
    most = allowed(word)
    if not most:
        return []
    near: list[tuple[int, str]] = []
    for other in known:
        if abs(len(other) - len(word)) <= most:
            steps = distance(word, other, most)
            if steps <= most:
                near.append((steps, other))
    return [other for _, other in sorted(near)[:MOST]]


def distance(a: str, b: str, most: int) -> int:
    """Insertions, deletions, replacements and swaps of neighbours from one word to the other (optimal string
    alignment); anything above `most` is `most + 1`."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def matching(word: str, words: Iterable[str], *, typos: bool = True) -> float:
    """How well a query's word is among the words of a text: 1 for itself, .9 for a beginning, .8 with a typing
    error."""
    best = 0.0
    most = allowed(word) if typos else 0
    for other in words:
        if other == word:
            return 1.0
        if len(word) > 2 and other.startswith(word):
            best = max(best, 0.9)
        elif best < 0.8 and most and distance(word, other, most) <= most:
            best = 0.8
    return best
