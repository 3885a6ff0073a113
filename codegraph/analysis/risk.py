"""Risk of a change of one symbol: a weighted sum of five parts in 0-1.

    risk = 0.30 reach + 0.20 centrality + 0.25 change + 0.10 churn + 0.15 untested

Reach and centrality say how much code depends on the symbol, the kind of the change how likely that code is to be
affected, churn how often the file changes anyway, and untested how few tests would notice. The weights are a judgement,
not a fit, and every part is shown wherever the sum is.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from codegraph.analysis.symbol_differences import ChangeKind

WEIGHTS: Final = {"reach": 0.30, "centrality": 0.20, "change": 0.25, "churn": 0.10, "untested": 0.15}
FULL_REACH: Final = 200
"""Dependents from which reach is 1; below, it grows with their logarithm."""

FULL_CHURN: Final = 20
"""Commits, of the last `CHURN_COMMITS`, that touched the file, from which churn is 1."""

CHURN_COMMITS: Final = 300

_CHANGES: Final = {
    ChangeKind.REMOVED: 1.0,
    ChangeKind.SIGNATURE: 0.9,
    ChangeKind.RENAMED: 0.7,
    ChangeKind.MOVED: 0.5,
    ChangeKind.BODY: 0.5,
    ChangeKind.ADDED: 0.1,
}
_MENDED: Final = 0.2
"""Of a removed, renamed or moved symbol that no unchanged code uses any more."""


class Risk(NamedTuple):
    """Parts in 0-1, and their weighted sum."""

    total: float
    reach: float
    centrality: float
    change: float
    churn: float
    untested: float


def compute_risk(
    kind: ChangeKind, *, dependents: int, broken: int, percentile: float, commits: int, tests: int
) -> Risk:
    """Compute the risk of a change.

    `dependents` is the number of symbols that reach the changed one, `broken` that of symbols whose uses do not fit any
    more, `percentile` its place in 0-1 by PageRank, and `commits` the number of recent commits that touched its file.
    """
    gone = kind in (ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED)
    change = _MENDED if gone and not broken else _CHANGES[kind]
    if broken:
        change = max(change, _CHANGES[ChangeKind.SIGNATURE])
    reach = min(1.0, math.log1p(dependents) / math.log1p(FULL_REACH))
    # A removed symbol that nothing uses needs no test, and neither does what rests on nothing.
    untested = 0.0 if gone and not broken else 1.0 / (1 + tests)
    parts = {
        "reach": reach,
        "centrality": percentile,
        "change": change,
        "churn": min(1.0, commits / FULL_CHURN),
        "untested": untested,
    }
    total = sum(WEIGHTS[name] * value for name, value in parts.items())
    return Risk(round(total, 4), *(round(value, 4) for value in parts.values()))
