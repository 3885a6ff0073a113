"""Confidence of edges: measured precision, never an invented number.

The figures are the precision of call edges per (language, resolution), against compilers' truth of the development
projects, or as read in projects that played no part in development. An edge whose pair was not measured has no
confidence.
"""

from __future__ import annotations

from typing import Final

from codegraph.graph_model import Resolution

MEASURED: Final[dict[tuple[str, Resolution], float]] = {
    ("c", Resolution.EXACT): 0.997,
    ("c", Resolution.INFERRED): 0.794,
    ("cpp", Resolution.EXACT): 0.995,
    ("cpp", Resolution.TYPED): 0.992,
    ("cpp", Resolution.INFERRED): 1.0,
    ("csharp", Resolution.EXACT): 1.0,
    ("csharp", Resolution.TYPED): 0.967,
    ("go", Resolution.EXACT): 1.0,
    ("go", Resolution.TYPED): 1.0,
    ("go", Resolution.INFERRED): 1.0,
    ("java", Resolution.EXACT): 1.0,
    ("java", Resolution.TYPED): 1.0,
    ("javascript", Resolution.EXACT): 1.0,
    ("kotlin", Resolution.EXACT): 1.0,
    ("kotlin", Resolution.TYPED): 0.947,
    ("kotlin", Resolution.INFERRED): 1.0,
    ("php", Resolution.EXACT): 1.0,
    ("php", Resolution.TYPED): 1.0,
    ("php", Resolution.INFERRED): 1.0,
    ("python", Resolution.EXACT): 0.998,
    ("python", Resolution.TYPED): 0.996,
    ("python", Resolution.INFERRED): 0.953,
    ("ruby", Resolution.EXACT): 1.0,
    ("ruby", Resolution.TYPED): 0.977,
    ("ruby", Resolution.INFERRED): 1.0,
    ("rust", Resolution.EXACT): 0.999,
    ("rust", Resolution.TYPED): 1.0,
    ("typescript", Resolution.EXACT): 0.997,
    ("typescript", Resolution.TYPED): 0.993,
    ("typescript", Resolution.INFERRED): 0.5,
}
"""Figures that `scripts/eval.py --confidence` prints, where twenty edges or more were judged. Those of C#, Kotlin, PHP
and Ruby were judged by reading, 30 to 148 a pair (BENCHMARKS.md, "Languages resolved later"). Dispatch has
none: compilers name only the declared target of a call, and their truth cannot judge which override runs."""


def get_confidence(language: str, resolution: Resolution) -> float | None:
    """Return the measured precision of such edges, None where it was not measured."""
    return MEASURED.get((language, resolution))
