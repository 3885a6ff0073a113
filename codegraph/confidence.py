"""Confidence of edges: measured precision, never an invented number.

The figures are the precision of call edges per (language, resolution) on the development truth; an edge whose pair was
not measured has no confidence.
"""

from __future__ import annotations

from typing import Final

from codegraph.model import Resolution

MEASURED: Final[dict[tuple[str, Resolution], float]] = {
    ("c", Resolution.EXACT): 0.997,
    ("c", Resolution.INFERRED): 0.794,
    ("cpp", Resolution.EXACT): 0.995,
    ("cpp", Resolution.TYPED): 0.992,
    ("cpp", Resolution.INFERRED): 1.0,
    ("go", Resolution.EXACT): 1.0,
    ("go", Resolution.TYPED): 1.0,
    ("go", Resolution.INFERRED): 1.0,
    ("java", Resolution.EXACT): 1.0,
    ("java", Resolution.TYPED): 1.0,
    ("javascript", Resolution.EXACT): 1.0,
    ("python", Resolution.EXACT): 0.998,
    ("python", Resolution.TYPED): 0.996,
    ("python", Resolution.INFERRED): 0.953,
    ("rust", Resolution.EXACT): 0.999,
    ("rust", Resolution.TYPED): 1.0,
    ("typescript", Resolution.EXACT): 0.997,
    ("typescript", Resolution.TYPED): 0.993,
    ("typescript", Resolution.INFERRED): 0.5,
}
"""Printed by `scripts/eval.py --confidence`, where twenty edges or more were judged. Dispatch has none: compilers name
the declared target of a call only, so that truth cannot judge what may run in its place."""


def get_confidence(language: str, resolution: Resolution) -> float | None:
    return MEASURED.get((language, resolution))
