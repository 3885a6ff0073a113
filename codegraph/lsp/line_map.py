"""Lines of a text that is edited, beside those of the text that is saved.

The index knows saved text. A position in an editor is asked about as the one that it had there, and what is found is
shown where it stands in the editor.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

MOST_COMPARED: Final = 2_000
"""Lines between the first and the last difference; of more, none is said to be the same."""


class _Run(NamedTuple):
    """Equal lines: so many from `edited` in one text and `saved` in the other."""

    edited: int
    saved: int
    size: int


class LineMap:
    """Equal lines of two texts, in both directions. Lines count from 0."""

    def __init__(self, edited: Sequence[str], saved: Sequence[str]) -> None:
        self._runs = _list_equal_runs(edited, saved)
        self.is_identity = len(self._runs) == 1 and len(edited) == len(saved) == self._runs[0].size

    def find_saved(self, line: int) -> int | None:
        """Return the saved line that an edited one is, None for one that is not saved."""
        at = bisect_right(self._runs, line, key=lambda run: run.edited) - 1
        if at < 0:
            return None
        run = self._runs[at]
        return run.saved + line - run.edited if line < run.edited + run.size else None

    def find_edited(self, line: int) -> int | None:
        """Return the edited line that a saved one is.

        None for one that is gone or was changed."""
        at = bisect_right(self._runs, line, key=lambda run: run.saved) - 1
        if at < 0:
            return None
        run = self._runs[at]
        return run.edited + line - run.saved if line < run.saved + run.size else None

    def find_nearest_edited(self, line: int) -> int:
        """Return the edited line that a saved one is, or else one near its place."""
        found = self.find_edited(line)
        if found is not None:
            return found
        at = bisect_right(self._runs, line, key=lambda run: run.saved) - 1
        return max(0, self._runs[at].edited + self._runs[at].size - 1) if at >= 0 else 0


def _list_equal_runs(edited: Sequence[str], saved: Sequence[str]) -> list[_Run]:
    """Return the runs of equal lines, in order."""
    shorter = min(len(edited), len(saved))
    head = 0
    while head < shorter and edited[head] == saved[head]:
        head += 1
    tail = 0
    while tail < shorter - head and edited[-1 - tail] == saved[-1 - tail]:
        tail += 1
    runs = [_Run(0, 0, head)]
    inner, outer = edited[head : len(edited) - tail], saved[head : len(saved) - tail]
    if inner and outer and max(len(inner), len(outer)) <= MOST_COMPARED:
        blocks = SequenceMatcher(None, inner, outer, autojunk=False).get_matching_blocks()
        runs += (_Run(head + block.a, head + block.b, block.size) for block in blocks)
    runs.append(_Run(len(edited) - tail, len(saved) - tail, tail))
    return [run for run in runs if run.size]
