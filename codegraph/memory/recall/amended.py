"""The place of amendments in an answer: before what they amend, which names them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.model import Link, Memory
from codegraph.memory.recall.request import Amending, Recalled, Source
from codegraph.memory.recall.signals import Signals

_BEFORE: Final = 1.0001
"""By how much what is moved in front of another memory scores more."""


def place_amendments(
    found: Sequence[Recalled], links: Iterable[Link], others: Mapping[str, Memory], *, reorder: bool = True
) -> list[Recalled]:
    """Return answers with each amendment before what it amends, which names it.

    `others`: memories that are no answers of their own and may be told. Without `reorder` the order stays: a question
    about the past asks for the earlier one."""
    here = {result.memory.id: result for result in found}
    by: dict[str, dict[str, int]] = defaultdict(dict)
    for link in links:
        if link.is_amendment and (link.source in here or link.source in others):
            by[link.target][link.source] = link.at
    if not by:
        return list(found)
    placed: dict[str, Recalled] = {}

    def put(result: Recalled, open_ids: frozenset[str]) -> None:
        """Place a result behind what amends it. `open_ids`: of those that wait for it, were links to form a circle."""
        id = result.memory.id
        if id in placed:
            return
        amending = sorted(by.get(id, {}).items(), key=lambda one: (-one[1], one[0]))
        for other, _ in amending if reorder else ():
            if other not in open_ids:
                known = here.get(other) or Recalled(others[other], 0.0, Signals(), (Source.LINK,))
                put(_raise(known, result), open_ids | {id})
        placed[id] = replace(result, amended_by=tuple(Amending(*one) for one in amending))

    for result in found:
        put(result, frozenset())
    return list(placed.values())


def _raise(result: Recalled, over: Recalled) -> Recalled:
    """Return a result with a score above that of what it amends."""
    score = max(result.score, over.score * _BEFORE)
    by = score / result.score if result.score > 0 else 1.0
    return replace(result, score=score, factor=result.factor * by, instead=result.instead or over.memory.id)
