"""Reasons why a memory was or was not returned.

The recall is run again, and one memory is followed through it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from codegraph.memory.anchors.anchor_state import Judge
from codegraph.memory.memory_model import NEVER, Filter, Memory
from codegraph.memory.recall.recaller import COSINE_FLOOR, GATE, Pool, Recaller, build_result, choose_rows, is_admitted
from codegraph.memory.recall.request import Amending, RecallRequest, RecallResult
from codegraph.memory.times import format_rfc3339


class Verdict(StrEnum):
    RETURNED = "returned"
    FILTERED = "filtered"  # did not pass the filter; `detail` says which part
    HIDDEN = "hidden"  # not yet recorded, not yet true or no longer true at the time asked
    UNRELATED = "unrelated"  # no words, no meaning, no anchor and no link in common
    WEAK = "weak"  # related, but too little beside the best hit
    OUTRANKED = "outranked"  # beyond the limit, or its session had its share


class Share(NamedTuple):
    """A part of a signal of a turn: `value` times `weight`."""

    signal: str
    name: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Explanation:
    verdict: Verdict
    detail: str
    rank: int  # 1-based among all candidates, 0 when it was none
    recalled: RecallResult  # scored whether or not it was a candidate
    found: tuple[str, ...]  # terms of the question that are in the memory
    missing: tuple[str, ...]  # and those that are not
    window: tuple[Share, ...] = ()  # of the memory and of what is around it; () where it has nothing around it
    amended_by: tuple[Amending, ...] = ()  # the latest first
    amends: tuple[str, ...] = ()  # ids


def explain(recaller: Recaller, request: RecallRequest, memory: Memory, judge: Judge | None = None) -> Explanation:
    """Explain the place of a memory in an answer.

    Raises InvalidError as `recall` does."""
    pool = recaller.pool(request, also=[memory.row])
    chosen = choose_rows(pool)
    told = {result.memory.row: result for result in recaller.recall(request, judge).results}
    returned = list(told)
    with recaller.open_reader() as reader:
        links = [link for link in reader.list_links_of([memory.id]) if link.is_amendment]
    by = sorted((Amending(x.source, x.at) for x in links if x.target == memory.id), key=lambda one: (-one.at, one.id))
    rank = pool.order.index(memory.row) + 1 if memory.row in pool.order else 0
    verdict, detail = _decide_verdict(pool, memory, rank, chosen, returned)
    said = pool.question.find_terms(f"{memory.body.content} {' '.join(memory.body.tags)}")
    return Explanation(
        verdict,
        detail,
        rank,
        told.get(memory.row) or build_result(pool, memory.row, judge),
        tuple(term for term in pool.question.terms if term in said),
        tuple(term for term in pool.question.terms if term not in said),
        _divide(recaller, pool, memory),
        tuple(by),
        tuple(link.target for link in links if link.source == memory.id),
    )


def _divide(recaller: Recaller, pool: Pool, memory: Memory) -> tuple[Share, ...]:
    """Return the shares of a turn and of its window in their signals."""
    place, profile = pool.place(memory.row), pool.request.profile
    if place is None or not memory.session:
        return ()
    matches, window = pool.matches, profile.choose_scoring(pool.request.per_session).window
    words = (
        Share("token_overlap", "own words", float(matches.own[place]), window.own),
        Share("token_overlap", "words of its session", float(matches.session[place]), window.session),
        Share("token_overlap", "words of the turns around it", float(matches.near[place]), window.near),
    )
    pairs = max(0.0, float(matches.overlap[place]) - sum(share.value * share.weight for share in words))
    divided = (
        *words,
        Share("token_overlap", "pairs of words", pairs / window.pairs if window.pairs else 0.0, window.pairs),
    )
    if not window.meaning:
        return divided
    alone = profile.turns._replace(window=window._replace(meaning=0.0))
    request = replace(pool.request, profile=profile._replace(turns=alone, sessions=alone))
    own = float(recaller.pool(request, [memory.row]).matches.cosine[place])
    around = (float(matches.cosine[place]) - (1 - window.meaning) * own) / window.meaning
    return (
        *divided,
        Share("vector_similarity", "own meaning", own, 1 - window.meaning),
        Share("vector_similarity", "meaning of the turns around it", around, window.meaning),
    )


def _decide_verdict(
    pool: Pool, memory: Memory, rank: int, chosen: list[int], returned: list[int]
) -> tuple[Verdict, str]:
    row, request = memory.row, pool.request
    if row in returned:
        return Verdict.RETURNED, f"place {returned.index(row) + 1} of {len(returned)}"
    refused = _find_failed_filter(memory, request.filter)
    if refused:
        return Verdict.FILTERED, refused
    hidden = _explain_hidden(memory, pool.now if request.now else max(pool.now, memory.created_at), request.expired)
    if hidden:
        return Verdict.HIDDEN, hidden
    place = pool.place(row)
    if place is None or not rank:
        cosine = 0.0 if place is None else float(pool.matches.cosine[place])
        near = 0.0 if place is None else float(pool.relevance[place])
        if cosine < COSINE_FLOOR and (place is None or pool.matches.own[place] <= 0):
            return Verdict.UNRELATED, f"shares no word with the question; cosine {cosine:.2f}, below {COSINE_FLOOR}"
        return Verdict.WEAK, f"{near:.0%} of the best hit's relevance, and too many are nearer"
    if not is_admitted(pool, row):
        return Verdict.WEAK, f"{float(pool.relevance[place]):.0%} of the best hit's relevance, below {GATE:.0%}"
    if row not in chosen:
        return Verdict.OUTRANKED, f"its session has {request.per_session} better memories already"
    place = chosen.index(row) + 1
    if place <= request.limit:
        return Verdict.OUTRANKED, f"place {place}, but what amends or replaces other answers was put before it"
    return Verdict.OUTRANKED, f"place {place}, beyond the limit of {request.limit}"


def _find_failed_filter(memory: Memory, wanted: Filter) -> str:
    """Return the part of a filter that a memory does not pass, "" for none."""
    checks = (
        (wanted.statuses, memory.status, "status"),
        (wanted.namespaces, memory.namespace, "namespace"),
        (wanted.kinds, str(memory.body.kind), "kind"),
        (wanted.origins, memory.origin, "origin"),
    )
    for allowed, value, name in checks:
        if allowed and value not in allowed:
            return f"its {name} is {str(value) or 'none'}, asked for {', '.join(map(str, allowed))}"
    lacking = [tag for tag in wanted.tags if tag not in memory.body.tags]
    if lacking:
        return f"it has no tag {lacking[0]}"
    if wanted.session and memory.session != wanted.session:
        return f"it is of session {memory.session or 'none'}"
    if wanted.since and memory.created_at < wanted.since:
        return f"recorded {format_rfc3339(memory.created_at)}, before {format_rfc3339(wanted.since)}"
    if wanted.until and memory.created_at >= wanted.until:
        return f"recorded {format_rfc3339(memory.created_at)}, not before {format_rfc3339(wanted.until)}"
    return ""


def _explain_hidden(memory: Memory, now: int, expired: bool) -> str:
    if memory.created_at > now:
        return f"recorded {format_rfc3339(memory.created_at)}, after the time asked"
    if memory.valid_from != NEVER and memory.valid_from > now:
        return f"true only from {format_rfc3339(memory.valid_from)}"
    if not expired and memory.valid_to != NEVER and memory.valid_to <= now:
        return f"true only until {format_rfc3339(memory.valid_to)}"
    return ""
