"""Placement of amendments in an answer: before the memories that they amend."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.memory_model import Link, Memory
from codegraph.memory.recall.request import Amending, RecallResult, Source
from codegraph.memory.recall.signals import Signals

_BEFORE: Final = 1.0001
"""By how much what is moved in front of another memory scores more."""


def place_amendments(
    found: Sequence[RecallResult], links: Iterable[Link], others: Mapping[str, Memory], *, reorder: bool = True
) -> list[RecallResult]:
    """Return the answers with each amendment before what it amends.

    The amended memory names its amendments. `others` are memories that are not answers but may be added. Without
    `reorder` the order stays: a question about the past asks for the earlier memory.
    """
    here = {result.memory.id: result for result in found}
    by: dict[str, dict[str, int]] = defaultdict(dict)
    for link in links:
        if link.is_amendment and (link.source in here or link.source in others):
            by[link.target][link.source] = link.at
    if not by:
        return list(found)
    placed: dict[str, RecallResult] = {}

    def put(result: RecallResult, open_ids: frozenset[str]) -> None:
        """Place a result behind what amends it. `open_ids`: of those that wait for it, were links to form a circle."""
        id = result.memory.id
        if id in placed:
            return
        amending = sorted(by.get(id, {}).items(), key=lambda one: (-one[1], one[0]))
        for other, _ in amending if reorder else ():
            if other not in open_ids:
                known = here.get(other) or RecallResult(others[other], 0.0, Signals(), (Source.LINK,))
                put(_raise(known, result), open_ids | {id})
        placed[id] = replace(result, amended_by=tuple(Amending(*one) for one in amending))

    for result in found:
        put(result, frozenset())
    return list(placed.values())


def _raise(result: RecallResult, over: RecallResult) -> RecallResult:
    """Return a result with a higher score than what it amends."""
    score = max(result.score, over.score * _BEFORE)
    by = score / result.score if result.score > 0 else 1.0
    return replace(result, score=score, factor=result.factor * by, instead=result.instead or over.memory.id)
