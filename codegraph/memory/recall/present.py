"""Answers in the order of the time that is asked about. Of the present: what is over stands behind what is not, the
later word before the earlier one, what was told of it next before what it changed; of the past the other way round.
What only asks answers last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.dates import find_intervals, strip_dates, strip_times
from codegraph.memory.model import Memory
from codegraph.memory.recall.asking import told_first
from codegraph.memory.recall.coming import holding_first
from codegraph.memory.recall.earlier import before_first, then_first
from codegraph.memory.recall.later import asks_for_several, later_first
from codegraph.memory.recall.outdated import Over
from codegraph.memory.recall.question import Question
from codegraph.memory.recall.request import Recalled, Source
from codegraph.memory.recall.rivals import Told
from codegraph.memory.recall.signals import Signals
from codegraph.memory.recall.temporal import find_successor, is_about_the_past
from codegraph.memory.recall.words import terms

FADED: Final = 0.8
"""What is left of the score of a text of which something is over."""

_BEFORE: Final = 1.0001
"""By how much what is moved in front of another memory scores more."""


def asks_now(question: Question, *, expired: bool) -> bool:
    """Whether a question is about the present, as one without a time is."""
    return (
        not expired and not question.times and not (is_about_the_past(question.text) or find_successor(question.text))
    )


def stated_first(found: Sequence[Recalled], question: Question) -> list[Recalled]:
    """Answers with what only asks behind what states something in the same words."""
    return _placed(found, told_first([_told(r) for r in found], question.terms))


def in_order_then(found: Sequence[Recalled], question: Question, now: int) -> list[Recalled]:
    """Answers to what was so before something (`who led it before Ada?`) or at a time (`who led it in March?`)."""
    told = [_told(r) for r in found]
    followed = terms(find_successor(question.text))
    asked = terms(strip_dates(question.text))
    if followed:
        return _placed(found, before_first(told, asked, followed))
    dates = find_intervals(strip_times(question.text), now)
    if len(dates) == 1 and dates[0].end <= now:
        return _placed(found, then_first(told, asked, dates[0].end))
    return list(found)


def in_order(
    found: Sequence[Recalled],
    over: Mapping[str, Over],
    later: Mapping[str, Memory],
    question: Question,
    limit: int,
    now: int,
    changed: Mapping[str, Memory] | None = None,
) -> list[Recalled]:
    """Answers, best first, of which those in `over` are outdated. `later`: memories that took the place of these and
    may be told. `changed`: what was told next of an answer, and changes it."""
    here = {r.memory.id: r for r in found}
    taken: set[str] = set()
    told: list[Recalled] = []
    for result in found:
        gone = over.get(result.memory.id)
        if gone is None:
            if result.memory.id not in taken:
                told.append(result)
            continue
        for id in gone.by:
            known = here.get(id) or (Recalled(later[id], 0.0, Signals(), (Source.LINK,)) if id in later else None)
            if known is not None and id not in taken and id not in over and known not in told:
                taken.add(id)
                told.append(replace(_raised(known, result.score), instead=result.memory.id))
        told.append(_times(result, FADED))
    told.sort(key=lambda r: -r.score)
    if asks_for_several(question.text):
        return told[:limit]
    told = _placed(told, later_first([_told(r) for r in told], question.terms, question.text))
    told = _placed(told, holding_first([_told(r) for r in told], question.terms, question.text, now))
    return _with_changes(told, changed or {})[:limit]


def _with_changes(found: Sequence[Recalled], changed: Mapping[str, Memory]) -> list[Recalled]:
    """Answers with what changed them in front of them."""
    told: list[Recalled] = []
    here = {r.memory.id: r for r in found}
    ids: set[str] = set()
    for result in found:
        memory = changed.get(result.memory.id)
        if memory is not None and memory.id not in ids:
            known = here.get(memory.id) or Recalled(memory, 0.0, Signals(), (Source.LINK,))
            told.append(replace(_raised(known, result.score * _BEFORE), instead=result.memory.id))
            ids.add(memory.id)
        if result.memory.id not in ids:
            told.append(result)
            ids.add(result.memory.id)
    return told


def _told(result: Recalled) -> Told:
    return Told(result.memory.body.content, result.memory.created_at, result.score)


def _placed(found: Sequence[Recalled], order: Sequence[int]) -> list[Recalled]:
    """Answers in this order, each with a score above those behind it."""
    placed: list[Recalled] = []
    for at, place in enumerate(order):
        behind = max((found[one].score for one in order[at + 1 :]), default=0.0)
        placed.append(_raised(found[place], behind * _BEFORE) if found[place].score < behind else found[place])
    return placed


def _raised(result: Recalled, score: float) -> Recalled:
    """A result with at least this score."""
    if result.score >= score:
        return result
    return _times(result, score / result.score) if result.score > 0 else replace(result, score=score)


def _times(result: Recalled, by: float) -> Recalled:
    return replace(result, score=result.score * by, factor=result.factor * by)
