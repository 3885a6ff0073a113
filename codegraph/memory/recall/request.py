"""Requests to recall and their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from codegraph.memory.anchors.anchor_state import AnchorReport
from codegraph.memory.memory_model import NEVER, Filter, Memory, Weights
from codegraph.memory.recall.expansion import Hop
from codegraph.memory.recall.ranking_profile import DOCUMENTED, Profile
from codegraph.memory.recall.signals import Location, Signals, score

MOST_RESULTS = 500


class Source(StrEnum):
    """Way in which a memory became a candidate."""

    WORDS = "words"
    MEANING = "meaning"
    ANCHOR = "anchor"
    NEARBY = "nearby"  # anchored to what is around the code that is asked about, in the graph
    LINK = "link"
    BRIDGE = "bridge"
    LISTED = "listed"  # a list was asked for


class Nearby(NamedTuple):
    """Code that a memory may be anchored to, and the weight of such a memory.

    The code that is asked about has the weight 1.
    """

    target: str  # symbol id or path
    weight: float


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """Request to recall.

    `about` names symbols, files or folders: memories anchored there become candidates, and the caller is taken to be
    there. An empty query asks for everything anchored to `about`. Without `about`, or with the whole repository as
    `about`, it asks for the newest and most important memories that pass the filter. A question for a list does the
    same.
    """

    query: str
    about: tuple[str, ...] = ()
    nearby: tuple[Nearby, ...] = ()  # what is around `about` in the graph, where an index tells
    location: Location | None = None
    filter: Filter = field(default_factory=Filter)
    limit: int = 10
    depth: int = 1  # hops along links from the best hits; 0 adds nothing
    bridges: bool = True
    per_session: int = 0  # at most so many memories of one session; 0 is no limit
    profile: Profile = DOCUMENTED
    weights: Weights | None = None  # None: those that are set, else those of the profile
    now: int = NEVER  # when it is asked; NEVER is the clock's
    expired: bool = False  # also what was true only before


class Amending(NamedTuple):
    """Later memory that amends an earlier one, and when this was recorded."""

    id: str
    at: int


@dataclass(frozen=True, slots=True)
class RecallResult:
    """One memory of an answer.

    `score` is the weighted sum of `signals` times `factor`. `factor` is 1 unless the code that the memory is anchored
    to changed, the memory is context of the answer, its validity has ended, or it replaces an ended one
    (`temporal_rerank.py`).
    """

    memory: Memory
    score: float
    signals: Signals
    sources: tuple[Source, ...]
    path: tuple[Hop, ...] = ()  # how a linked memory or a bridge was reached
    anchors: tuple[AnchorReport, ...] = ()
    factor: float = 1.0
    instead: str = ""  # id of the answer that is over or amended, and in whose place this one is told
    amended_by: tuple[Amending, ...] = ()  # the latest first


def scale_result(result: RecallResult, weights: Mapping[str, float], level: float) -> RecallResult:
    """Return a result whose `token_overlap` and score are comparable across answers.

    Within an answer, overlap is a share of the best one's; `level` is the value of that best one.
    """
    signals = result.signals._replace(token_overlap=result.signals.token_overlap * level)
    before = score(result.signals, weights)
    return replace(result, signals=signals, score=result.score * (score(signals, weights) / before if before else 1.0))


@dataclass(frozen=True, slots=True)
class Recollection:
    results: tuple[RecallResult, ...]
    weights: Mapping[str, float]  # as they were used: normalised
    candidates: int  # memories that were scored
    passing: int  # memories that passed the filter
    warnings: tuple[str, ...] = ()
    newest: tuple[Memory, ...] = ()  # some of those that passed, where none of them answers
    level: float = 1.0  # how much of the question's words the best answer has, by rarity

    def scale_results(self) -> tuple[RecallResult, ...]:
        """Return the results with scores that are comparable across answers."""
        return tuple(scale_result(result, self.weights, self.level) for result in self.results)
