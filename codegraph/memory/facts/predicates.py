"""Properties of predicates: number of values, importance, ageing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from codegraph.memory.facts.fact_model import Fact, normalize_predicate
from codegraph.memory.times import DAY


@dataclass(frozen=True, slots=True)
class Rule:
    single: bool = False  # two values at the same time contradict each other
    vital: bool = False  # to act on an outdated one does harm
    half_life: int = 0  # days in which confidence in it falls to a half; 0 for what does not age
    sole: bool = False  # an object has one subject at a time: what two people lead at the same time contradicts itself
    replaced: bool = False  # several are possible, but what holds *now* took the place of what held
    moved: bool = False  # several are possible; who *moved* to one left the other
    handed: bool = False  # an object may have several subjects, until one *takes it over*


_STABLE: Final = Rule(single=True)
_ANY: Final = Rule()
_EMPLOYMENT: Final = Rule(single=True, vital=True, half_life=730)
_PLACE: Final = Rule(single=True, vital=True, half_life=1095)
_MAIL: Final = Rule(single=True, vital=True, half_life=1460)
_NUMBER: Final = Rule(single=True, vital=True, half_life=365)

RULES: Final[Mapping[str, Rule]] = {
    "works_at": _EMPLOYMENT,
    "job_title": _EMPLOYMENT,
    "has_role": Rule(vital=True, half_life=730, handed=True),
    "reports_to": Rule(single=True, half_life=730),
    "lives_in": _PLACE,
    "located_in": _PLACE,
    "phone": _PLACE,
    "has_phone": _PLACE,
    "email": _MAIL,
    "has_email": _MAIL,
    "born_in": _STABLE,
    "born_on": _STABLE,
    "full_name": _STABLE,
    "has_name": _STABLE,
    "renamed_to": _STABLE,
    "has_version": _NUMBER,
    "min_version": _NUMBER,
    "max_version": _NUMBER,
    "version": _NUMBER,
    "port": _NUMBER,
    "host": _NUMBER,
    "leads": Rule(vital=True, half_life=730, sole=True, handed=True),
    "owns": Rule(vital=True, half_life=730, handed=True),
    "member_of": Rule(half_life=730, moved=True),
    "listens_on": Rule(vital=True, replaced=True),
    "runs_on_host": Rule(vital=True, replaced=True),
    "depends_on": Rule(half_life=730),
    "uses": Rule(half_life=730),
    "due_on": Rule(single=True, vital=True),
    "expires_on": Rule(single=True, vital=True),
    "started_on": _STABLE,
    "written_in": Rule(moved=True),
    "has_url": Rule(replaced=True),
}

_PROPERTY: Final = Rule(single=True)
"""A property named by its own predicate, `has_request_timeout`, has one value."""


def get_rule(predicate: str) -> Rule:
    key = normalize_predicate(predicate)
    return RULES.get(key, _PROPERTY if key.startswith("has_") else _ANY)


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
"""Factors of confidence by source, or by the part before its colon. A source without one counts in full."""


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
