"""Fitting text to a budget: ever shorter renderings of one answer, the first that fits, never a cut in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.tokens import token_bound


def fit(steps: Sequence[Callable[[], list[str]]], budget: int, after: Sequence[str] = ()) -> list[str]:
    """Return the first rendering of `steps` (longest first) whose text stays within `budget` tokens; 0 is no limit.

    The lines `after` it are left out first. The last step is returned when even that one is too long: an answer is
    shortened, not withheld.
    """
    lines: list[str] = []
    for step in steps:
        lines = step()
        for whole in ([*lines, *after], lines) if after else (lines,):
            if not budget or token_bound("\n".join(whole)) <= budget:
                return whole
    return lines
