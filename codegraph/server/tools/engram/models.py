"""Requests and answers of the toolset, in the shapes its users know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from codegraph.memory.review.staging import CONFIDENCE
from codegraph.memory.review.tiers import CURATED, LOW_RISK, REVIEWED_KINDS
from codegraph.operations.parameter import argument, option

LIMIT = 20
MOST_RECALLED = 500

_LOW = ", ".join(kind for kind in REVIEWED_KINDS if kind in LOW_RISK)
_CURATED = ", ".join(kind for kind in REVIEWED_KINDS if kind in CURATED)


@dataclass(frozen=True, slots=True)
class RememberInput:
    fact: str = argument("the fact, in the first person and from the user's perspective")
    kind: str = option(
        f"{_LOW}: of low risk; {_CURATED}: curated, always reviewed by a person",
        default="preference",
        choices=tuple(map(str, REVIEWED_KINDS)),
    )
    confidence: float = option("how sure it is that the fact is true and lasts", default=CONFIDENCE, low=0, high=1)


class RememberOutput(NamedTuple):
    result: str  # staged mem-0042: [tooling] I prefer pnpm over npm


@dataclass(frozen=True, slots=True)
class RecallInput:
    query: str = option("words to look for; all promoted facts unless given", default="")
    limit: int = option("at most this many", default=LIMIT, low=1, high=MOST_RECALLED)


class Recalled(NamedTuple):
    id: str
    fact: str
    kind: str
    confidence: float


class RecallOutput(NamedTuple):
    result: tuple[Recalled, ...]
