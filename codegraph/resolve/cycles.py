"""Values that rest on themselves, kept for every piece of work that begins with one of them.

What has a gap in it is kept for the piece of work at hand only (see `work`), because it depends on what was asked
first. But where a piece has met no gap yet, and nothing that an evaluation asks for is in progress, the evaluation says
the same as it did at the beginning of another piece: it is enough to leave behind what it left there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from codegraph.resolve.values import Taint, Value
from codegraph.resolve.work import Work

ExprKey = tuple[int, int]


class Cycle(NamedTuple):
    """An evaluation that met no gap but its own. `members` are the expressions that it left unfinished or with a gap,
    `depth` how deeply it nested; the rest is what it left in a piece of work that was blank."""

    value: Value
    taint: Taint
    members: frozenset[ExprKey]
    depth: int
    values: dict[ExprKey, tuple[Value, Taint]]
    retries: dict[tuple[Any, ...], int]
    kept: dict[tuple[Any, ...], Any]

    def leave(self, work: Work) -> None:
        """Leave behind what the evaluation did."""
        work.gaps += 1
        work.values.update(self.values)
        work.retries.update(self.retries)
        work.kept.update(self.kept)


def cycle_of(value: Value, taint: Taint, members: list[ExprKey], depth: int, work: Work) -> Cycle:
    return Cycle(value, taint, frozenset(members), depth, work.values.copy(), work.retries.copy(), work.kept.copy())
