"""What one piece of work has met half-done, and what it keeps for itself.

A value asked for while it is being computed counts as unknown there: a gap. What was computed from a gap depends on who
asked first. It is therefore kept only for the piece of work at hand (the sites of one file, one class, what callers
pass for one parameter), which always asks in the same order; everything else is kept for all. So no result depends on
what was computed before it, and a piece of work can be done again alone.
"""

from __future__ import annotations

from typing import Any, Final

from codegraph.resolve.values import Taint, Value

MAX_RETRIES: Final = 6


class Work:
    """State of the piece of work at hand. `gaps` counts what was met half-done, or kept with a gap in it."""

    __slots__ = ("gaps", "kept", "retries", "values")

    def __init__(self) -> None:
        self.gaps = 0
        self.values: dict[tuple[int, int], tuple[Value, Taint]] = {}  # of expressions, with a gap in them
        self.retries: dict[tuple[Any, ...], int] = {}
        self.kept: dict[tuple[Any, ...], Any] = {}  # anything else with a gap in it, by what it is and its key

    def begin(self) -> None:
        """Start another piece of work."""
        self.values.clear()
        self.retries.clear()
        self.kept.clear()

    def recall(self, key: tuple[Any, ...]) -> Any:
        """What is kept under a key, None when nothing is. It has a gap in it."""
        found = self.kept.get(key)
        if found is not None:
            self.gaps += 1
        return found

    def gives_up(self, key: tuple[Any, ...]) -> bool:
        """Whether something that rests on what is still half-done was computed often enough to be kept as it is."""
        count = self.retries.get(key, 0) + 1
        self.retries[key] = count
        return count > MAX_RETRIES

    def copy(self) -> Work:
        """Return another object with the present state.

        The copy shares what this object keeps."""
        same = Work()
        same.take_up(self)
        return same

    def set_aside(self) -> Work:
        """Start a piece of work within another one; what the other has, to be taken up again."""
        before = Work()
        before.gaps, self.gaps = self.gaps, 0
        before.values, self.values = self.values, {}
        before.retries, self.retries = self.retries, {}
        before.kept, self.kept = self.kept, {}
        return before

    def take_up(self, before: Work) -> None:
        """Go on with a piece of work set aside."""
        self.gaps, self.values, self.retries, self.kept = before.gaps, before.values, before.retries, before.kept
