"""Facts for a task: important ones, doubtful ones, and checks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from codegraph.memory.anchors.anchor_state import AnchorReport, AnchorState
from codegraph.memory.facts.contradictions import Contradiction, find_contradictions
from codegraph.memory.facts.fact_model import NEVER, Fact
from codegraph.memory.facts.health import LOW_CONFIDENCE, format_statement, is_stale
from codegraph.memory.facts.ranking import RankedFact
from codegraph.memory.memory_ids import format_fact_id
from codegraph.memory.times import format_rfc3339

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


def build_task_context(
    key: Sequence[RankedFact], related: Sequence[Fact], reports: Sequence[Sequence[AnchorReport]], now: int, days: int
) -> TaskContext:
    """Build the context of a task from key facts and what is questionable about them.

    `related` are other believed facts of the entities of the key facts. `reports` say what became of the code that each
    key fact is anchored to. An important fact that is older than `days` is stale.
    """
    facts = [ranked.fact for ranked in key]
    rows = {fact.row for fact in facts}
    conflicts = [
        c
        for c in find_contradictions({f.row: f for f in (*related, *facts) if f.valid_from <= now}.values())
        if (c.first.row in rows or c.second.row in rows) and c.first.is_valid(now) and c.second.is_valid(now)
    ]
    found: list[Watchout] = []
    for ranked, anchors in zip(key, reports):
        found += [Watchout(ranked.fact, Reason.ENDED, _format_ended(over)) for over in ranked.outdated]
        found += _list_fact_watchouts(ranked.fact, anchors, now, days)
    found += [_build_conflict_watchout(c) for c in conflicts]
    counts = [sum(w.reason is r for w in found) for r in (Reason.LOW_CONFIDENCE, Reason.STALE, Reason.CONTRADICTED)]
    return TaskContext(tuple(found), tuple(dict.fromkeys(_check(w) for w in found)), *counts)


def _list_fact_watchouts(fact: Fact, anchors: Sequence[AnchorReport], now: int, days: int) -> list[Watchout]:
    found = []
    if fact.confidence < LOW_CONFIDENCE:
        found.append(Watchout(fact, Reason.LOW_CONFIDENCE, f"confidence {fact.confidence:.2f}"))
    if fact.valid_to != NEVER and fact.valid_to <= now:
        found.append(Watchout(fact, Reason.ENDED, f"ended {format_rfc3339(fact.valid_to)[:10]}"))
    elif is_stale(fact, now, days):
        found.append(
            Watchout(fact, Reason.STALE, f"since {format_rfc3339(fact.valid_from)[:10]}, not confirmed lately")
        )
    for report in anchors:
        if report.state in _CHANGED:
            detail = f"{report.anchor.target} {_CHANGED[report.state]}"
            found.append(Watchout(fact, Reason.CODE_CHANGED, detail))
    return found


def _format_ended(over: Fact) -> str:
    return f"no longer: {format_statement(over)}"


def _build_conflict_watchout(conflict: Contradiction) -> Watchout:
    other = f"{format_fact_id(conflict.first.memory)} says {conflict.values[0]}"
    return Watchout(conflict.second, Reason.CONTRADICTED, f"{other}; severity {conflict.severity.value}")


def _check(watchout: Watchout) -> str:
    what = format_statement(watchout.fact)
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
