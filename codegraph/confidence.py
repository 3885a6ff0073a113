"""How often an edge of a kind of evidence is right: measured precision, never an invented number.

The figures are the precision of call edges per (language, resolution) on the development truth; an edge whose pair was
not measured has no confidence.
"""

from __future__ import annotations

from typing import Final

from codegraph.model import Resolution

MEASURED: Final[dict[tuple[str, Resolution], float]] = {}
"""Filled in from an evaluation run; see BENCHMARKS.md."""


def confidence(language: str, resolution: Resolution) -> float | None:
    return MEASURED.get((language, resolution))
