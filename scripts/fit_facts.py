#!/usr/bin/env python3
"""Fits the weights by which facts are read from wordings that no rule knows.

They are written to `codegraph/memory/facts/extract/weights.json`.
From the labelled texts of `tests/facts/` but the sealed and the fresh blind half and those set apart, and from
sentences that `fact_templates.txt` spells out. Three logistic regressions (multinomial for objects, binary for
subjects and ends) with L2 penalty; weights below `SMALL` are left out. Needs scikit-learn, which the program does not:

    uv run --with scikit-learn python scripts/fit_facts.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix  # pyright: ignore[reportMissingImports]
from sklearn.linear_model import LogisticRegression  # pyright: ignore[reportMissingImports]

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from codegraph.memory.facts.extract import features, weighing
from codegraph.memory.facts.extract.sentences import Mood, sentences, stated
from codegraph.memory.facts.extract.spans import Reading, read
from codegraph.memory.facts.extract.weighing import NONE, PROPERTY, Weights
from scripts.eval_facts import SETS, UNREAD, Label, Text, folded, load
from scripts.fact_templates import spelt_out

SMALL: Final = 0.05
SMALL_OF_TWO: Final = 0.1
"""Weights of two classes are larger."""

OPTIONAL: Final = "?"
TARGET: Final = Path(weighing.__file__).with_name("weights.json")

PREDICATES: Final = frozenset((
    "works_at", "has_role", "leads", "member_of", "reports_to", "owns", "created_by", "uses",
    "written_in", "depends_on", "has_version", "min_version", "max_version", "listens_on", "runs_on_host", "has_url",
    "prefers", "avoids", "decided", "renamed_to", "replaced_by", "located_in", "due_on", "released_on",
    "started_on", "expires_on", "has_name", "has_email", "has_phone", "born_in",
))  # fmt: skip


class Example(NamedTuple):
    """A sentence with the label, if any, of each of its spans as an object, and the class that follows."""

    read: Reading
    labels: tuple[Label | None, ...]
    classes: tuple[str, ...]


def readings(text: str) -> list[Reading]:
    """The sentences of a text that state something, as the extractor weighs them."""
    found = ((stated(one), one.scope) for one in sentences(text))
    return [
        read(said, mood.value, scoped=bool(scope)) for (said, mood), scope in found if said and mood != Mood.NOTHING
    ]


def examples(texts: Iterable[Text]) -> list[Example]:
    found: list[Example] = []
    for text in texts:
        for one in readings(text.text):
            pairs = [_labelled(folded(one.text(span)), text.labels) for span in range(len(one.spans))]
            found.append(Example(one, tuple(p[0] for p in pairs), tuple(p[1] for p in pairs)))
    return found


def _labelled(name: str, labels: Sequence[Label]) -> tuple[Label | None, str]:
    fitting = [label for label in labels if name in label.objects]
    certain = [label for label in fitting if not label.optional]
    if not certain:
        return None, OPTIONAL if fitting else NONE
    known = sorted(certain[0].predicates & PREDICATES)
    return certain[0], known[0] if known else PROPERTY


class Columns:
    """Features met at least twice, numbered in the order of the alphabet."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        met = Counter(feature for row in rows for feature in set(row))
        self.names = sorted(feature for feature, times in met.items() if times > 1)
        self._number = {name: number for number, name in enumerate(self.names)}

    def matrix(self, rows: Sequence[Sequence[str]]) -> csr_matrix:
        numbers: list[int] = []
        starts = [0]
        for row in rows:
            numbers += [self._number[one] for one in row if one in self._number]
            starts.append(len(numbers))
        made = csr_matrix((np.ones(len(numbers)), numbers, starts), shape=(len(rows), len(self.names)))
        made.sum_duplicates()
        return made


def fit(found: Sequence[Example], strength: float = 1.0) -> Weights:
    rows: list[list[str]] = []
    wanted: list[str] = []
    for one in found:
        for span, name in enumerate(one.classes):
            if name != OPTIONAL:
                rows.append(features.of_object(one.read, span))
                wanted.append(name)
    columns = Columns(rows)
    model = LogisticRegression(C=strength, max_iter=80, tol=1e-3).fit(columns.matrix(rows), wanted)
    weights = np.where(np.abs(model.coef_) < SMALL, 0, model.coef_ * 100).round().astype(int)
    known: dict[str, tuple[int, ...]] = {}
    for number, name in enumerate(columns.names):
        column = weights[:, number]
        places = np.flatnonzero(column)
        if len(places):
            known[name] = tuple(int(value) for place in places for value in (place, column[place]))
    bias = tuple(int(value) for value in (model.intercept_ * 100).round())
    return Weights(tuple(map(str, model.classes_)), bias, known, _subjects(found), _ends(found))


def _subjects(found: Sequence[Example]) -> dict[str, int]:
    rows: list[list[str]] = []
    right: list[bool] = []
    for one in found:
        for span, (label, name) in enumerate(zip(one.labels, one.classes, strict=True)):
            if label is None:
                continue
            tried = list(weighing.subjects(one.read, span))
            fits = [_name(one.read, who) in label.subjects for who in tried]
            if any(fits):
                rows += [features.of_subject(one.read, span, name, who) for who in tried]
                right += fits
    return _binary(rows, right)


def _name(sentence: Reading, subject: int) -> str:
    if subject < 0:
        return "user" if subject == features.USER else "project"
    return folded(sentence.text(subject))


def _ends(found: Sequence[Example]) -> dict[str, int]:
    rows: list[list[str]] = []
    over: list[bool] = []
    for one in found:
        for span, (label, name) in enumerate(zip(one.labels, one.classes, strict=True)):
            if label is not None and label.closed is not None:
                rows.append(features.of_end(one.read, span, name))
                over.append(label.closed)
    return _binary(rows, over)


def _binary(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> dict[str, int]:
    """Weights in hundredths; that of nothing at all is the bias."""
    columns = Columns(rows)
    model = LogisticRegression(C=1.0, max_iter=80).fit(columns.matrix(rows), right)
    weights = np.where(np.abs(model.coef_[0]) < SMALL_OF_TWO, 0, model.coef_[0] * 100).round().astype(int)
    known = {name: int(weight) for name, weight in zip(columns.names, weights, strict=True) if weight}
    return {"": round(float(model.intercept_[0]) * 100), **known}


def main() -> int:
    texts = [text for half in SETS if half not in UNREAD for text in load(half)]
    weights = fit([*examples(texts), *examples(spelt_out())])
    TARGET.write_text(json.dumps(weights._asdict(), separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    print(
        f"{len(weights.object)} features of objects, {len(weights.subject)} of subjects, {TARGET.stat().st_size} bytes"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
