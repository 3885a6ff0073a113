"""Facts for a task: those that matter, those to be wary of, and checks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from codegraph.memory.anchors.state import AnchorReport, AnchorState
from codegraph.memory.facts.contradictions import Contradiction, contradictions
from codegraph.memory.facts.health import LOW_CONFIDENCE, is_stale, statement
from codegraph.memory.facts.model import NEVER, Fact
from codegraph.memory.facts.ranking import RankedFact
from codegraph.memory.identity import fact_id
from codegraph.memory.times import rfc3339

HORIZON_DAYS = 30
KEY_FACTS = 8


class Reason(StrEnum):
    LOW_CONFIDENCE = "low_confidence"
    STALE = "stale"
    ENDED = "ended"
    CONTRADICTED = "contradicted"
    CODE_CHANGED = "code_changed"


class Watchout(NamedTuple):
    fact: Fact
    reason: Reason
    detail: str


class TaskContext(NamedTuple):
    watchouts: tuple[Watchout, ...]
    checks: tuple[str, ...]
    low_confidence: int
    stale: int
    contradicted: int


_CHANGED = {
    AnchorState.CHANGED: "changed",
    AnchorState.MOVED: "moved",
    AnchorState.GONE: "is gone",
}


def task_context(
    key: Sequence[RankedFact], related: Sequence[Fact], reports: Sequence[Sequence[AnchorReport]], now: int, days: int
) -> TaskContext:
    """`related`: other facts that are believed of the entities of the key facts; `reports`: what became of the code
    that each key fact is anchored to. A fact that matters and is older than `days` is stale."""
    facts = [ranked.fact for ranked in key]
    rows = {fact.row for fact in facts}
    conflicts = [
        c
        for c in contradictions({f.row: f for f in (*related, *facts) if f.valid_from <= now}.values())
        if (c.first.row in rows or c.second.row in rows) and c.first.valid(now) and c.second.valid(now)
    ]
    found: list[Watchout] = []
    for ranked, anchors in zip(key, reports):
        found += [Watchout(ranked.fact, Reason.ENDED, _no_longer(over)) for over in ranked.outdated]
        found += _of_fact(ranked.fact, anchors, now, days)
    found += [_of_conflict(c) for c in conflicts]
    counts = [sum(w.reason is r for w in found) for r in (Reason.LOW_CONFIDENCE, Reason.STALE, Reason.CONTRADICTED)]
    return TaskContext(tuple(found), tuple(dict.fromkeys(_check(w) for w in found)), *counts)


def _of_fact(fact: Fact, anchors: Sequence[AnchorReport], now: int, days: int) -> list[Watchout]:
    found = []
    if fact.confidence < LOW_CONFIDENCE:
        found.append(Watchout(fact, Reason.LOW_CONFIDENCE, f"confidence {fact.confidence:.2f}"))
    if fact.valid_to != NEVER and fact.valid_to <= now:
        found.append(Watchout(fact, Reason.ENDED, f"ended {rfc3339(fact.valid_to)[:10]}"))
    elif is_stale(fact, now, days):
        found.append(Watchout(fact, Reason.STALE, f"since {rfc3339(fact.valid_from)[:10]}, not confirmed lately"))
    for report in anchors:
        if report.state in _CHANGED:
            detail = f"{report.anchor.target} {_CHANGED[report.state]}"
            found.append(Watchout(fact, Reason.CODE_CHANGED, detail))
    return found


def _no_longer(over: Fact) -> str:
    return f"no longer: {statement(over)}"


def _of_conflict(conflict: Contradiction) -> Watchout:
    other = f"{fact_id(conflict.first.memory)} says {conflict.values[0]}"
    return Watchout(conflict.second, Reason.CONTRADICTED, f"{other}; severity {conflict.severity.value}")


def _check(watchout: Watchout) -> str:
    what = statement(watchout.fact)
    match watchout.reason:
        case Reason.LOW_CONFIDENCE:
            return f"confirm: {what}"
        case Reason.STALE:
            return f"ask whether it still holds: {what}"
        case Reason.ENDED:
            return f"find out what followed: {what}"
        case Reason.CONTRADICTED:
            return f"settle which value holds: {watchout.fact.subject} · {watchout.fact.predicate}"
        case Reason.CODE_CHANGED:
            return f"read the code again: {watchout.detail}"
