"""Effect of runs on the ranking of a memory, and its decay.

All functions are pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from codegraph.memory.memory_model import Run, RunOutcome, Standing
from codegraph.memory.times import DAY

CITED: Final = 1.0
PASSENGER: Final = 0.1
"""Signals of a run's end, added when it succeeded and taken away when it failed: for a memory that was cited, and for
one that was delivered and not cited."""

SPAN: Final = 0.5
"""The multiplier goes from 1 - SPAN for a mean signal of -1 to 1 + SPAN for one of 1."""

TRUSTED: Final = 3
"""Signals after which the mean counts in full; fewer count in proportion."""

MOST_GAIN: Final = 0.10
"""What usefulness may add to a relevance of 0 to 1. Without it, what was useful once answers every question."""

HALF_LIFE_DAYS: Final = 30.0


def compute_signal(run: Run, *, cited: bool) -> float:
    """Return the rating that the end of a run gives a memory delivered in it.

    0 means no rating.
    """
    if not run.counts:
        return 0.0
    size = CITED if cited else PASSENGER
    return size if run.outcome is RunOutcome.FINISHED else -size


def update_standing(before: Standing, run: Run, *, cited: bool) -> Standing:
    """Return the standing after a run.

    Only a cited success changes `last_useful_at`.
    """
    delta = compute_signal(run, cited=cited)
    if not delta:
        return before
    useful = cited and run.outcome is RunOutcome.FINISHED
    return replace(
        before,
        score=round(before.score + delta, 6),
        uses=before.uses + 1,
        cited=before.cited + cited,
        last_useful_at=max(before.last_useful_at, run.ended_at) if useful else before.last_useful_at,
        rated_at=max(before.rated_at, run.ended_at),
    )


def compute_multiplier(standing: Standing) -> float:
    """Return the multiplier before decay, from 0.5 to 1.5.

    It is 1 for a memory that no run rated.
    """
    trust = min(standing.uses / TRUSTED, 1.0)
    return 1 + SPAN * max(-1.0, min(1.0, standing.ratio)) * trust


def compute_decayed_multiplier(
    standing: Standing, created_at: int, now: int, half_life_days: float = HALF_LIFE_DAYS
) -> float:
    """Return the multiplier after decay.

    It is 1 + (multiplier - 1) · 2^(-age / half-life). 0 days turn decay off. A useful memory ages from its last useful
    run, or from its creation. A harmful one ages from the last run that rated it. A boosted memory falls to neutral and
    never below it; a blamed one rises to neutral.
    """
    now_is = compute_multiplier(standing)
    if half_life_days <= 0 or now_is == 1:
        return now_is
    since = standing.rated_at if now_is < 1 else standing.last_useful_at or created_at
    age = max(now - since, 0) / DAY
    return 1 + (now_is - 1) * 2 ** (-age / half_life_days)


def adjust_relevance(relevance: float, factor: float) -> float:
    """Return a relevance of 0 to 1 times the factor.

    A gain is at most `MOST_GAIN`, a loss is not limited.
    """
    if factor <= 1:
        return relevance * factor
    return min(relevance * factor, relevance + MOST_GAIN, 1.0)
