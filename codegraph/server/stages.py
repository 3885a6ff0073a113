"""Stages of indexing as one number that grows."""

from __future__ import annotations

from typing import Final

STAGES: Final = {"scan": (0, 5), "parse": (5, 40), "resolve": (40, 65), "embed": (65, 95), "commit": (95, 100)}
"""Where each stage of indexing begins and ends, in percent of a typical run: progress must only grow."""


def compute_percent(stage: str, done: int, total: int) -> int | None:
    """Return how far a run is, None for a stage that is not counted.

    `total` is 0 while it is unknown."""
    if stage not in STAGES:
        return None
    begin, end = STAGES[stage]
    return begin + (end - begin) * done // total if total else begin
