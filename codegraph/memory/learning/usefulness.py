"""How much what runs said of a memory moves it in a ranking, and how that fades. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from codegraph.memory.model import Run, RunOutcome, Standing
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


def signal(run: Run, *, cited: bool) -> float:
    """What the end of a run says of a memory delivered in it; 0 when it says nothing."""
    if not run.counts:
        return 0.0
    size = CITED if cited else PASSENGER
    return size if run.outcome is RunOutcome.FINISHED else -size


def credited(before: Standing, run: Run, *, cited: bool) -> Standing:
    """The standing after a run. Only a cited success moves `last_useful_at`."""
    delta = signal(run, cited=cited)
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


def multiplier(standing: Standing) -> float:
    """0.5 to 1.5 before decay, 1 for a memory that no run spoke of."""
    trust = min(standing.uses / TRUSTED, 1.0)
    return 1 + SPAN * max(-1.0, min(1.0, standing.ratio)) * trust


def decayed(standing: Standing, created_at: int, now: int, half_life_days: float = HALF_LIFE_DAYS) -> float:
    """The multiplier as it counts now: 1 + (multiplier - 1) · 2^(-age / half-life). 0 days turn decay off.

    What was useful ages from when it last was, else from when it was made; what did harm ages from the last run that
    said so. A boosted memory comes down to neutral and never below it, a blamed one comes up to neutral."""
    now_is = multiplier(standing)
    if half_life_days <= 0 or now_is == 1:
        return now_is
    since = standing.rated_at if now_is < 1 else standing.last_useful_at or created_at
    age = max(now - since, 0) / DAY
    return 1 + (now_is - 1) * 2 ** (-age / half_life_days)


def adjusted(relevance: float, factor: float) -> float:
    """Relevance of 0 to 1 times the factor; a gain is at most `MOST_GAIN`, a loss is whole."""
    if factor <= 1:
        return relevance * factor
    return min(relevance * factor, relevance + MOST_GAIN, 1.0)
