"""Fitting text to a budget: ever shorter renderings of one answer, the first that fits, never a cut in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.tokens import token_bound


def fit(steps: Sequence[Callable[[], list[str]]], budget: int) -> list[str]:
    """The first rendering of `steps` (longest first) whose text stays within `budget` tokens; 0 is no limit.

    The last step is returned when even that one is too long: an answer is shortened, not withheld.
    """
    lines: list[str] = []
    for step in steps:
        lines = step()
        if not budget or token_bound("\n".join(lines)) <= budget:
            break
    return lines
