"""Contradictions between facts whose times overlap.

They are two values of a predicate that has one at a time, and two subjects of a thing that has one at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from codegraph.memory.facts.fact_model import (
    NEVER,
    Fact,
    encode_object,
    format_value,
    normalize_entity,
    normalize_predicate,
)
from codegraph.memory.facts.predicates import get_rule
from codegraph.memory.times import DAY

LONG: Final = 30 * DAY
"""An overlap above this is no handover any more."""

WEAKER: Final = 0.3
"""A difference in confidence from which on the weaker fact is the likely error."""

LATER: Final = DAY // 24
"""A time between two recordings from which on the later one is taken as news."""

_OPEN: Final = 1 << 62


class Severity(StrEnum):
    HIGH = "high"  # one interval lies within the other
    MEDIUM = "medium"
    LOW = "low"


class Advice(StrEnum):
    DROP_WEAKER = "drop_weaker"
    CLOSE_OLDER = "close_older"
    MANUAL = "manual"


class Contradiction(NamedTuple):
    """Pair of facts that contradict each other.

    `first` was recorded before `second`. `about` is the fact that the advice is to invalidate, None for manual.
    """

    first: Fact
    second: Fact
    overlap: int  # microseconds; 0 when neither ends
    severity: Severity
    advice: Advice
    about: Fact | None

    @property
    def values(self) -> tuple[str, str]:
        """Values in which the two facts differ.

        They are the objects, or the subjects when the object is the same.
        """
        if get_rule(self.first.predicate).sole and self.first.subject != self.second.subject:
            return self.first.subject, self.second.subject
        return format_value(self.first.object), format_value(self.second.object)


def find_contradictions(facts: Iterable[Fact], names: Collection[str] = ()) -> list[Contradiction]:
    """Find contradictions among believed facts, by entity and predicate.

    Those of facts recorded first come first. `names` are the keys of the names of one thing.
    """
    known = dict.fromkeys(names, "")
    groups: dict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        rules, word = get_rule(fact.predicate), normalize_predicate(fact.predicate)
        if rules.single:
            subject = normalize_entity(fact.subject)
            groups[known.get(subject, subject), word, ""].append(fact)
        if rules.sole and isinstance(fact.object, str):
            thing = normalize_entity(fact.object)
            groups["of", word, known.get(thing, thing)].append(fact)
    found = [c for group in groups.values() for c in _find_in_group(group)]
    return sorted(found, key=lambda c: (c.first.recorded_at, c.first.row, c.second.row))


def _find_in_group(group: Sequence[Fact]) -> Iterable[Contradiction]:
    ordered = sorted(group, key=lambda f: (f.recorded_at, f.row))
    for first, second in combinations(ordered, 2):
        found = compare_facts(first, second)
        if found is not None:
            yield found


def compare_facts(first: Fact, second: Fact) -> Contradiction | None:
    """Return the contradiction between two facts of one entity and predicate.

    `first` was recorded first. The result is None when they agree.
    """
    sole = get_rule(first.predicate).sole
    if (
        normalize_entity(first.subject) == normalize_entity(second.subject)
        if sole
        else _normalize_value(first) == _normalize_value(second)
    ):
        return None
    start = max(first.valid_from, second.valid_from)
    end = min(_end(first), _end(second))
    if end <= start:
        return None
    severity = Severity.LOW
    if _has_within(first, second) or _has_within(second, first):
        severity = Severity.HIGH
    elif end - start > LONG:
        severity = Severity.MEDIUM
    advice, about = _choose_advice(first, second)
    return Contradiction(first, second, 0 if end == _OPEN else end - start, severity, advice, about)


def _normalize_value(fact: Fact) -> str:
    return fact.object.strip().casefold() if isinstance(fact.object, str) else encode_object(fact.object)


def _end(fact: Fact) -> int:
    return _OPEN if fact.valid_to == NEVER else fact.valid_to


def _has_within(outer: Fact, inner: Fact) -> bool:
    return outer.valid_from <= inner.valid_from and _end(inner) <= _end(outer)


def _choose_advice(first: Fact, second: Fact) -> tuple[Advice, Fact | None]:
    if abs(first.confidence - second.confidence) >= WEAKER - 1e-9:
        return Advice.DROP_WEAKER, min(first, second, key=lambda f: f.confidence)
    if second.recorded_at - first.recorded_at > LATER:
        return Advice.CLOSE_OLDER, first
    return Advice.MANUAL, None
