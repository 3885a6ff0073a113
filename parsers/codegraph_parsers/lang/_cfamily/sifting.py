"""Selection of the repairs that help, where all of them together do harm.

One wrong repair can cost the rest of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

PARSES = 24  # at most so many more for a file
BYTES = 3_000_000  # and so much to read in them all


class Reading(NamedTuple, Generic[T]):
    """A text, its syntax tree, and the amount of text in errors."""

    text: bytes
    tree: T
    weight: int


class Sieve(Generic[T]):
    def __init__(self, after: bytes, read: Callable[[bytes], Reading[T]]) -> None:
        self.lines = after.split(b"\n")
        self.read = read
        self.left = min(PARSES, BYTES // max(1, len(after)))

    def find_best(self, known: Reading[T]) -> Reading[T]:
        """Return the best reading between `known` and the text that is worse as a whole."""
        return self._try_halves(known, _list_changes(known.text.split(b"\n"), self.lines))

    def _try_halves(self, known: Reading[T], changes: list[range]) -> Reading[T]:
        if len(changes) < 2:
            return known
        half = len(changes) // 2
        for part in (changes[:half], changes[half:]):
            if self.left <= 0:
                break
            self.left -= 1
            attempt = self.read(self._apply_changes(known.text, part))
            known = attempt if attempt.weight <= known.weight else self._try_halves(known, part)
        return known

    def _apply_changes(self, text: bytes, changes: list[range]) -> bytes:
        lines = text.split(b"\n")
        for rows in changes:
            lines[rows.start : rows.stop] = self.lines[rows.start : rows.stop]
        return b"\n".join(lines)


def _list_changes(before: list[bytes], after: list[bytes]) -> list[range]:
    """Return the runs of lines that differ.

    Lines that were changed together stay together.
    """
    found: list[range] = []
    start = -1
    for row, (old, new) in enumerate(zip(before, after, strict=True)):
        if (old != new) != (start >= 0):
            if start >= 0:
                found.append(range(start, row))
            start = row if old != new else -1
    if start >= 0:
        found.append(range(start, len(before)))
    return found
