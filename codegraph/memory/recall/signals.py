"""Nine signals of a candidate and their weighted sum, the score.

Each signal is between 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from codegraph.memory.memory_ids import list_parents
from codegraph.memory.memory_model import SIGNALS, Anchor, Memory, Weights
from codegraph.memory.recall.question import Question
from codegraph.memory.times import DAY

RECENT: Final = 90 * DAY
"""The recency of a memory falls to 1/e in this time without a use."""


_SAME: Final = 1e-9


class Signals(NamedTuple):
    """Nine signals of a candidate, in the order of `model.SIGNALS`."""

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
    """Location of the caller.

    Any part may be unknown.
    """

    namespace: str = ""
    path: str = ""  # of a file or folder, relative to the repository
    symbols: tuple[str, ...] = ()  # symbol ids


def normalize_weights(weights: Weights, *, located: bool) -> Mapping[str, float]:
    """Return weights that sum to 1.

    `scope` is left out when the location of the caller is unknown. Weights that are all zero count as all equal.
    """
    given: dict[str, float] = asdict(weights)
    active = {name: max(given[name], 0.0) if name != "scope" or located else 0.0 for name in SIGNALS}
    total = sum(active.values())
    if total <= 0:
        active = {name: 1.0 if name != "scope" or located else 0.0 for name in SIGNALS}
        total = sum(active.values())
    return {name: value / total for name, value in active.items()}


def weigh_varying(weights: Mapping[str, float], found: Collection[Signals]) -> Mapping[str, float]:
    """Return weights over the signals that differ among the candidates.

    When none differs, all of them count.
    """
    spread = {name for name, values in zip(SIGNALS, zip(*found)) if max(values) - min(values) > _SAME}
    total = sum(weights[name] for name in spread)
    if total <= 0:
        return weights
    return {name: value / total if name in spread else 0.0 for name, value in weights.items()}


def score(signals: Signals, weights: Mapping[str, float]) -> float:
    return sum(weights[name] * value for name, value in zip(SIGNALS, signals))


def compute_recency(memory: Memory, now: int) -> float:
    return math.exp(-max(now - max(memory.accessed_at, memory.updated_at), 0) / RECENT)


def compute_tag_overlap(tags: Sequence[str], question: Question) -> float:
    """Return the share of the shorter side's words that the other side has.

    A tag matches when the question has all of its words.
    """
    if not tags or not question.terms:
        return 0.0
    matched = sum(question.has_words_of(tag) for tag in tags)
    return min(1.0, matched / min(len(tags), len(question.terms)))


def compute_scope(memory: Memory, anchors: Sequence[Anchor], location: Location | None) -> float:
    """Return how near a memory is to the location of the caller.

    The same symbol is 1, the same file 0.8, and less further up the tree. The namespace alone is 0.3, and one it
    inherits from 0.15.
    """
    if location is None:
        return 0.0
    near = 0.0
    if location.namespace == memory.namespace:
        near = 0.3
    elif memory.namespace in list_parents(location.namespace):
        near = 0.15
    for anchor in anchors:
        if any(anchor.target == name or anchor.target.endswith((f"::{name}", f".{name}")) for name in location.symbols):
            return 1.0
        near = max(near, _compute_nearness(anchor.path or _get_path(anchor.target), location.path))
    return near


def _get_path(target: str) -> str:
    return target.partition("::")[0].rpartition(":")[2]


def _compute_nearness(path: str, here: str) -> float:
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
