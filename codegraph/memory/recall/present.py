"""An answer about the present: what is over stands behind what is not, the later word before the earlier one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.model import Memory
from codegraph.memory.recall.later import Told, later_first
from codegraph.memory.recall.outdated import Over
from codegraph.memory.recall.question import Question
from codegraph.memory.recall.request import Recalled, Source
from codegraph.memory.recall.signals import Signals
from codegraph.memory.recall.temporal import about_the_past

FADED: Final = 0.8
"""What is left of the score of a text of which something is over."""

_BEFORE: Final = 1.0001
"""By how much what is moved in front of another memory scores more."""


def asks_now(question: Question, *, expired: bool) -> bool:
    """Whether a question is about the present, as one without a time is."""
    return not expired and not question.times and not about_the_past(question.text)


def in_order(
    found: Sequence[Recalled], over: Mapping[str, Over], later: Mapping[str, Memory], question: Question, limit: int
) -> list[Recalled]:
    """Answers, best first, of which those in `over` are outdated. `later`: memories that took the place of these and
    may be told."""
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
    order = later_first([Told(r.memory.body.content, r.memory.created_at, r.score) for r in told], question.terms)
    placed: list[Recalled] = []
    for at, place in enumerate(order):
        behind = max((told[one].score for one in order[at + 1 :]), default=0.0)
        placed.append(_raised(told[place], behind * _BEFORE) if told[place].score < behind else told[place])
    return placed[:limit]


def _raised(result: Recalled, score: float) -> Recalled:
    """A result with at least this score."""
    if result.score >= score:
        return result
    return _times(result, score / result.score) if result.score > 0 else replace(result, score=score)


def _times(result: Recalled, by: float) -> Recalled:
    return replace(result, score=result.score * by, factor=result.factor * by)
