"""How likely a span is the object of a predicate, and another its subject: what a small network makes of a sentence.

For wordings that no rule knows, and for doubts about what rules read. `transformer.py` gives each word a vector; the
layers here tell from those of a span what it is. All are fitted together by `scripts/fit_facts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.spans import Reading
from codegraph.memory.facts.extract.transformer import Model, gelu, linear, shipped, softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

NONE: Final = "0"
"""The class of a span that is no object."""

PROPERTY: Final = "has_"
"""The class of an object of any property."""

USER: Final = -1
PROJECT: Final = -2
"""Subjects that no span names."""


_NAMELESS: Final = w.words("new old latest current next previous first last other same one date deadline")
_ANY: Final = w.words("a an another any some each every no")
"""Words in front of what is one of several, and has no name."""


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


class Weighing:
    """One sentence weighed. Nothing is computed before it is asked for."""

    def __init__(self, read: Reading, model: Model | None = None) -> None:
        self.read = read
        self._model = model or shipped()
        self.classes = self._model.classes

    @cached_property
    def _vectors(self) -> tuple[Floats, Floats]:
        """Of the sentence, and of each span."""
        read, model = self.read, self._model
        found = model.cutter.places(lead(read), [one.text for one in read.tokens])
        vectors = model.encode(found.pieces)
        bounds = np.array(read.spans, dtype=np.int64)
        sorts = model.arrays["sort"][[model.sorts.get(one, 0) for one in read.sorts]]
        ends = vectors[found.first[bounds[:, 0]]], vectors[found.last[bounds[:, 1] - 1]]
        return vectors[0], gelu(linear(model.arrays, "span", np.concatenate([*ends, sorts], axis=1)))

    @cached_property
    def objects(self) -> Floats:
        """The likelihood of each class (`Model.classes`) for each span: they sum to one."""
        if not self.read.spans:
            return np.zeros((0, len(self._model.classes)), np.float32)
        whole, spans = self._vectors
        both = np.concatenate([spans, np.broadcast_to(whole, (len(spans), len(whole)))], axis=1)
        return softmax(linear(self._model.arrays, "class", both))

    def of_object(self, span: int, predicate: str) -> float:
        return float(self.objects[span, self._class(predicate)])

    def subjects(self, span: int, predicate: str) -> list[tuple[float, int]]:
        """Who may be the subject of an object, with likelihoods that sum to one."""
        whole, spans = self._vectors
        a, bounds = self._model.arrays, self.read.spans
        who = list(subjects(self.read, span))
        named = [one for one in who if one >= 0]
        left = [int(bounds[one][0] < bounds[span][0]) for one in named]
        asked = spans[span] @ a["object"] + a["of"][self._class(predicate)]
        unnamed = a["unnamed"] @ a["subject"] + whole @ a["sentence"]
        heard = np.concatenate([unnamed, spans[named] @ a["subject"] + a["side"][left]])
        return list(zip(softmax((gelu(asked + heard) @ a["fit"])[:, 0]).tolist(), who, strict=True))

    def ended(self, span: int, predicate: str) -> bool:
        """Whether the sentence says that the fact is over."""
        whole, spans = self._vectors
        a = self._model.arrays
        inner = gelu(np.concatenate([spans[span], whole]) @ a["end"] + a["end.of"][self._class(predicate)])
        return bool((inner @ a["over"] + a["over.bias"])[0] > 0)

    def likely(self, least: float) -> list[Weighed]:
        """The likeliest facts whose objects do not overlap, each object likelier than `least`."""
        classes, spans = self._model.classes, self.read.spans
        found = [
            (float(self.objects[span, number]), span, classes[number])
            for span, number in zip(*np.nonzero(self.objects > least), strict=True)
            if classes[number] not in (NONE, PROPERTY)
        ]
        found.sort(key=lambda one: (-one[0], one[1]))
        told: list[Weighed] = []
        for likelihood, span, predicate in found:
            start, end = spans[span]
            if not any(start < spans[one.span][1] and spans[one.span][0] < end for one in told):
                able = [one for one in self.subjects(span, predicate) if one[1] < 0 or _names(self.read, one[1])]
                best, who = max(able, key=lambda one: one[0])
                told.append(Weighed(int(span), predicate, who, likelihood, best))
        return told

    def _class(self, predicate: str) -> int:
        classes = self._model.classes
        return classes.index(predicate if predicate in classes else PROPERTY)


def _names(read: Reading, span: int) -> bool:
    """Whether a span may be what something is called: not `new` of `the new one`, nor the date of what is due then."""
    start, end = read.spans[span]
    return read.lemmas[end - 1] not in _NAMELESS and read.tokens[start - 1 if start else 0].low not in _ANY


def lead(read: Reading) -> list[str]:
    """Words in front of a sentence that tell what kind it is."""
    return [read.mood, *(["scoped"] if read.scoped else []), ":"]


def subjects(read: Reading, span: int) -> Iterator[int]:
    """Who or what may be the subject of an object."""
    yield USER
    yield PROJECT
    start, end = read.spans[span]
    yield from (k for k, (a, b) in enumerate(read.spans) if b <= start or a >= end)
