"""Fitting of text to a budget.

An answer has ever shorter renderings, of which the first that fits is used. Nothing is cut in the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.text.token_counts import bound_tokens


def fit(steps: Sequence[Callable[[], list[str]]], budget: int, after: Sequence[str] = ()) -> list[str]:
    """Return the first rendering of `steps` that fits `budget` tokens; 0 is no limit.

    `steps` are ordered longest first. The lines `after` a rendering are left out first. The last step is returned when
    even that one is too long: an answer is shortened, not withheld.
    """
    lines: list[str] = []
    for step in steps:
        lines = step()
        for whole in ([*lines, *after], lines) if after else (lines,):
            if not budget or bound_tokens("\n".join(whole)) <= budget:
                return whole
    return lines
