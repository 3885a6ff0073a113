"""How likely a span is the object of a predicate, and another its subject: logistic models over `features.py`.

For wordings that no rule knows. The weights are numbers in `weights.json`, found by `scripts/fit_facts.py`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import features
from codegraph.memory.facts.extract.features import PROJECT, USER
from codegraph.memory.facts.extract.spans import Reading

NONE: Final = "0"
"""The class of a span that is no object."""

PROPERTY: Final = "has_"
"""The class of an object of any property."""

_SCALE: Final = 100
"""Weights are stored in hundredths."""


class Weights(NamedTuple):
    """Of a feature of an object: class, weight, class, weight …; of the others: one weight. All in hundredths."""

    classes: Sequence[str]
    bias: Sequence[int]
    object: Mapping[str, Sequence[int]]
    subject: Mapping[str, int]
    end: Mapping[str, int]


class Weighed(NamedTuple):
    """A fact that a sentence may state: `subject` is a span, `USER` or `PROJECT`; both likelihoods are in 0 to 1."""

    span: int
    predicate: str
    subject: int
    of_object: float
    of_subject: float

    @property
    def likelihood(self) -> float:
        return self.of_object * self.of_subject


@cache
def shipped() -> Weights:
    text = (resources.files("codegraph.memory.facts.extract") / "weights.json").read_text(encoding="utf-8")
    raw = json.loads(text)
    return Weights(raw["classes"], raw["bias"], raw["object"], raw["subject"], raw["end"])


def objects(read: Reading, span: int, weights: Weights) -> list[float]:
    """The likelihood of each class for a span: they sum to one."""
    scores = list(weights.bias)
    known = weights.object
    for feature in features.of_object(read, span):
        pairs = known.get(feature)
        if pairs is not None:
            both = iter(pairs)
            for number, weight in zip(both, both, strict=True):
                scores[number] += weight
    best = max(scores)
    powers = [math.exp((score - best) / _SCALE) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def subject_of(read: Reading, span: int, predicate: str, subject: int, weights: Weights) -> float:
    known = weights.subject
    score = known[""] + sum(known.get(one, 0) for one in features.of_subject(read, span, predicate, subject))
    return 1 / (1 + math.exp(-score / _SCALE))


def ended(read: Reading, span: int, predicate: str, weights: Weights) -> bool:
    """Whether a sentence says that the fact is over."""
    known = weights.end
    return known[""] + sum(known.get(one, 0) for one in features.of_end(read, span, predicate)) > 0


def subjects(read: Reading, span: int) -> Iterator[int]:
    """Who or what may be the subject of an object."""
    yield USER
    yield PROJECT
    start, end = read.spans[span]
    yield from (k for k, (a, b) in enumerate(read.spans) if b <= start or a >= end)


def weigh(read: Reading, weights: Weights, least: float) -> list[Weighed]:
    """The likeliest facts whose objects do not overlap, each object likelier than `least`."""
    found: list[tuple[float, int, str]] = []
    for span in range(len(read.spans)):
        for name, one in zip(weights.classes, objects(read, span, weights), strict=True):
            if one > least and name not in (NONE, PROPERTY):
                found.append((one, span, name))
    found.sort(key=lambda one: (-one[0], one[1]))
    told: list[Weighed] = []
    for likelihood, span, predicate in found:
        start, end = read.spans[span]
        if any(start < read.spans[one.span][1] and read.spans[one.span][0] < end for one in told):
            continue
        ranked = [
            (subject_of(read, span, predicate, who, weights), -k, who) for k, who in enumerate(subjects(read, span))
        ]
        best, _, who = max(ranked)
        told.append(Weighed(span, predicate, who, likelihood, best))
    return told
