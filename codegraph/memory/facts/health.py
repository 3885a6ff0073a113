"""Reliability of the facts about an entity.

It finds weak, old and contradicting facts, and suggests actions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from codegraph.memory.facts.contradictions import Advice, Contradiction, find_contradictions
from codegraph.memory.facts.fact_model import Fact, format_value
from codegraph.memory.facts.predicates import get_rule
from codegraph.memory.memory_ids import format_fact_id
from codegraph.memory.times import DAY

LOW_CONFIDENCE = 0.7
STALE_DAYS = 90


class Health(NamedTuple):
    total: int  # facts that are believed, whenever they were true
    active: int  # of those, true now
    low_confidence: tuple[Fact, ...]  # the weakest first
    stale: tuple[Fact, ...]  # the oldest first
    contradictions: tuple[Contradiction, ...]
    actions: tuple[str, ...]


def assess_health(
    facts: Sequence[Fact],
    now: int,
    names: Collection[str] = (),
    *,
    low_confidence: float = LOW_CONFIDENCE,
    stale_after_days: int = STALE_DAYS,
) -> Health:
    """Assess what is believed of an entity, under any of its `names`.

    `facts` are those beliefs. Facts that are not true yet at `now` are left out.
    """
    begun = [fact for fact in facts if fact.valid_from <= now]
    active = [fact for fact in begun if fact.is_valid(now)]
    weak = sorted((f for f in active if f.confidence < low_confidence), key=lambda f: (f.confidence, f.row))
    stale = sorted((f for f in active if is_stale(f, now, stale_after_days)), key=lambda f: (f.valid_from, f.row))
    conflicts = tuple(find_contradictions((f for f in begun if f.valid_to != f.valid_from), names))
    return Health(
        len(begun), len(active), tuple(weak), tuple(stale), conflicts, tuple(_list_actions(weak, stale, conflicts))
    )


def is_stale(fact: Fact, now: int, days: int) -> bool:
    """Return whether a fact is older than some days and harmful when outdated."""
    return get_rule(fact.predicate).vital and fact.valid_from < now - days * DAY


def format_statement(fact: Fact) -> str:
    return f"{fact.subject} · {fact.predicate} · {format_value(fact.object)}"


def _list_actions(weak: Sequence[Fact], stale: Sequence[Fact], conflicts: Sequence[Contradiction]) -> list[str]:
    found = [_resolve(conflict) for conflict in conflicts]
    found += [
        f"confirm {format_fact_id(f.memory)} ({format_statement(f)}): confidence {f.confidence:.2f}" for f in weak
    ]
    found += [f"check that {format_fact_id(f.memory)} ({format_statement(f)}) still holds" for f in stale]
    return found


def _resolve(conflict: Contradiction) -> str:
    pair = f"{format_fact_id(conflict.first.memory)} and {format_fact_id(conflict.second.memory)}"
    what = f"{conflict.first.predicate}: {' or '.join(conflict.values)}"
    match conflict.advice:
        case Advice.DROP_WEAKER if conflict.about is not None:
            return f"invalidate {format_fact_id(conflict.about.memory)}, the weaker of {pair} ({what})"
        case Advice.CLOSE_OLDER if conflict.about is not None:
            return f"invalidate {format_fact_id(conflict.about.memory)}, the older of {pair} ({what})"
        case _:
            return f"decide between {pair} ({what})"
