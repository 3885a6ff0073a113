"""Current confidence in a fact, by its stated confidence, age and source."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from codegraph.memory.facts.fact_model import Fact
from codegraph.memory.facts.predicates import get_rule
from codegraph.memory.times import DAY


class ConfidenceMode(StrEnum):
    BASE = "base"  # as it was stated
    EFFECTIVE = "effective"  # with age and source


SOURCE_WEIGHTS: Final[Mapping[str, float]] = {
    "user_statement": 1.0,
    "document": 1.0,
    "extracted": 0.95,
    "imported": 0.9,
    "inferred": 0.8,
    "model": 0.8,
    "guess": 0.5,
}
"""What is multiplied in for a source, or for what stands before its colon; one that is not listed counts in full."""


def compute_effective(fact: Fact, now: int) -> float:
    """Compute the effective confidence of a fact, from 0 to 1.

    It is base × 2^(−age / half-life of the predicate) × weight of the source. Age counts from `valid_from`.
    """
    half_life = get_rule(fact.predicate).half_life
    age = max(now - (fact.valid_from or fact.recorded_at), 0) / DAY
    faded = fact.confidence * (2 ** (-age / half_life) if half_life else 1.0)
    return min(1.0, max(0.0, faded * SOURCE_WEIGHTS.get(fact.source.partition(":")[0], 1.0)))


def compute_confidence(fact: Fact, mode: ConfidenceMode, now: int) -> float:
    return compute_effective(fact, now) if mode is ConfidenceMode.EFFECTIVE else fact.confidence
