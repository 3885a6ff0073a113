"""Nine signals of one candidate, each between 0 and 1, and the score that their weighted sum is."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from codegraph.memory.identity import parents
from codegraph.memory.model import SIGNALS, Anchor, Memory, Weights
from codegraph.memory.recall.question import Question
from codegraph.memory.times import DAY

RECENT: Final = 90 * DAY
"""The recency of a memory falls to 1/e in this time without a use."""


_SAME: Final = 1e-9


class Signals(NamedTuple):
    """In the order of `model.SIGNALS`."""

    vector_similarity: float = 0.0
    graph_strength: float = 0.0
    token_overlap: float = 0.0
    temporal: float = 0.0
    tag_matching: float = 0.0
    importance: float = 0.0
    confidence: float = 0.0
    recency: float = 0.0
    scope: float = 0.0


@dataclass(frozen=True, slots=True)
class Location:
    """Where the caller is: any part may be unknown."""

    namespace: str = ""
    path: str = ""  # of a file or folder, relative to the repository
    symbols: tuple[str, ...] = ()  # symbol ids


def normalised(weights: Weights, *, located: bool) -> Mapping[str, float]:
    """Weights that sum to 1. `scope` takes part only where the caller says where it is; all zero counts as all
    equal."""
    given: dict[str, float] = asdict(weights)
    active = {name: max(given[name], 0.0) if name != "scope" or located else 0.0 for name in SIGNALS}
    total = sum(active.values())
    if total <= 0:
        active = {name: 1.0 if name != "scope" or located else 0.0 for name in SIGNALS}
        total = sum(active.values())
    return {name: value / total for name, value in active.items()}


def weigh_varying(weights: Mapping[str, float], found: Collection[Signals]) -> Mapping[str, float]:
    """Return weights over the signals that differ among the candidates.

    Where none differs, all of them count."""
    spread = {name for name, values in zip(SIGNALS, zip(*found)) if max(values) - min(values) > _SAME}
    total = sum(weights[name] for name in spread)
    if total <= 0:
        return weights
    return {name: value / total if name in spread else 0.0 for name, value in weights.items()}


def score(signals: Signals, weights: Mapping[str, float]) -> float:
    return sum(weights[name] * value for name, value in zip(SIGNALS, signals))


def recency(memory: Memory, now: int) -> float:
    return math.exp(-max(now - max(memory.accessed_at, memory.updated_at), 0) / RECENT)


def tag_matching(tags: Sequence[str], question: Question) -> float:
    """The share of the shorter side's words that the other has; a tag matches when all of its words are asked for."""
    if not tags or not question.terms:
        return 0.0
    matched = sum(question.has_words_of(tag) for tag in tags)
    return min(1.0, matched / min(len(tags), len(question.terms)))


def scope(memory: Memory, anchors: Sequence[Anchor], location: Location | None) -> float:
    """How near a memory is to where the caller is: the same symbol 1, the same file 0.8, further up the tree less; the
    namespace alone 0.3, one it inherits from 0.15."""
    if location is None:
        return 0.0
    near = 0.0
    if location.namespace == memory.namespace:
        near = 0.3
    elif memory.namespace in parents(location.namespace):
        near = 0.15
    for anchor in anchors:
        if any(anchor.target == name or anchor.target.endswith((f"::{name}", f".{name}")) for name in location.symbols):
            return 1.0
        near = max(near, _nearness(anchor.path or _path_of(anchor.target), location.path))
    return near


def _path_of(target: str) -> str:
    return target.partition("::")[0].rpartition(":")[2]


def _nearness(path: str, here: str) -> float:
    if not path or not here:
        return 0.0
    if path == here:
        return 0.8
    mine, theirs = path.split("/"), here.split("/")
    shared = 0
    for a, b in zip(mine, theirs):
        if a != b:
            break
        shared += 1
    return 0.3 + 0.4 * shared / max(len(mine), len(theirs)) if shared else 0.0
