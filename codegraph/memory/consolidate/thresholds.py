"""Default thresholds of maintenance.

Requests read them without loading the cycles.
"""

from __future__ import annotations

from typing import Final

SIMILARITY: Final = 0.92  # cosine from which texts are alike
THRESHOLD_DAYS: Final = 30  # without use, after which a memory fades
FORGET_BELOW: Final = 0.1  # importance
CLUSTER_SIZE: Final = 5  # memories from which a summary is made
