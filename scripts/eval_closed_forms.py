#!/usr/bin/env python
"""Precision and recall of closed forms, on both halves of the set.

    python scripts/eval_closed_forms.py [--file tests/evaluation/closed_forms.jsonl] [--show]

Of the held-out half only the figures are printed, never a row: `--show` lists the errors of the development half.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.facts.fact_model import Triple

FILE: Final = Path(__file__).resolve().parents[1] / "tests" / "evaluation" / "closed_forms.jsonl"
SHOWN: Final = "development"
PREDICATES: Final = {
    "has_version": "version", "listens_on": "port", "has_url": "address", "has_email": "address",
    "runs_on_host": "address", "owns": "owner", "works_at": "works_at", "located_in": "moved_to",
    "renamed_to": "renamed_to", "due_on": "due", "expires_on": "expires",
}  # fmt: skip
"""Names of predicates in the set, by ours. What has none there is not scored."""


class Days(NamedTuple):
    """The days that a date may mean, first and last; both "" for no date."""

    first: str = ""
    last: str = ""

    def has(self, day: str) -> bool:
        return self.first <= day <= self.last if day else not self.first


class Triplet(NamedTuple):
    """A fact as it is compared: folded, with the days that its dates may mean."""

    subject: str
    predicate: str
    object: str
    begins: Days
    ends: Days


@dataclass
class Score:
    found: int = 0
    wrong: int = 0
    missed: int = 0
    empty: int = 0  # texts without a fact
    misread: int = 0  # of those, texts in which one is found
    errors: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.found / max(1, self.found + self.wrong)

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + self.missed)


def main(arguments: list[str]) -> int:
    """Print the scores of both halves."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--show", action="store_true", help="list the errors of the development half")
    chosen = parser.parse_args(arguments)
    print("| half | facts | precision | recall | texts without a fact that were misread |\n|---|--:|--:|--:|--:|")
    for half, score in score_halves(chosen.file).items():
        facts = score.found + score.missed
        print(f"| {half} | {facts} | {score.precision:.3f} | {score.recall:.3f} | {score.misread} of {score.empty} |")
        if chosen.show and half == SHOWN:
            print("\n".join(score.errors), file=sys.stderr)
    return 0


def score_halves(file: Path = FILE) -> dict[str, Score]:
    """Score every half of the set."""
    scores: dict[str, Score] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip():
            row = json.loads(line)
            score_row(row, scores.setdefault(row["half"], Score()))
    return scores


def score_row(row: dict[str, Any], score: Score) -> None:
    """Add what is found in one sentence to a score."""
    at = int(datetime.fromisoformat(row["told_on"]).replace(hour=12, tzinfo=UTC).timestamp() * 1_000_000)
    said = [fold_triple(one, at) for one in read_closed_forms(row["text"], at) if one.predicate in PREDICATES]
    left = list(row["facts"])
    optional = list(row.get("optional_facts", ()))
    wrong: list[Triplet] = []
    for one in said:
        match = next((fact for fact in left if is_same(one, fact)), None)
        if match is not None:
            left.remove(match)
            score.found += 1
        elif not any(is_same(one, fact) for fact in optional):
            wrong.append(one)
    score.wrong += len(wrong)
    score.missed += len(left)
    if not row["facts"] and not optional:
        score.empty += 1
        score.misread += bool(wrong)
    if wrong or left:
        score.errors.append(f"{row['text']}\n  wrong: {wrong}\n  missed: {left}")


def fold_triple(triple: Triple, at: int) -> Triplet:
    """Return a triple in the terms of the set."""
    predicate = PREDICATES[triple.predicate]
    ends = (triple.subject, str(triple.object))
    subject, value = reversed(ends) if predicate == "owner" else ends
    begins = (
        Days() if not triple.valid_from or triple.valid_from == at else read_days("from", triple, triple.valid_from)
    )
    ends = read_days("until", triple, triple.valid_to) if triple.valid_to else Days()
    return Triplet(fold(subject), predicate, fold(value), begins, ends)


def read_days(which: str, triple: Triple, at: int) -> Days:
    """Return the days that a date of a triple may mean: as wide as it was said."""
    wide = re.search(rf"{which} [^;]*?\((\S+) … (\S+)\)", triple.dated)
    day = datetime.fromtimestamp(at / 1e6, UTC).date().isoformat()
    return Days(wide[1], wide[2]) if wide else Days(day, day)


def fold(text: str) -> str:
    """Return a text without its case, its leading article and the `v` of a version."""
    words = text.casefold().strip(" .`'\"").removeprefix("the ")
    return words[1:] if words[:1] == "v" and words[1:2].isdigit() else words


def list_forms(fact: dict[str, Any], name: str) -> Iterator[str]:
    """Yield the accepted forms of a part of a labelled fact."""
    yield fold(str(fact[name]))
    yield from (fold(str(form)) for form in fact.get(f"{name}_any", ()))


def is_same(said: Triplet, fact: dict[str, Any]) -> bool:
    """Return whether a fact that was found is a labelled one, with its dates."""
    return (
        said.predicate == fact["predicate"]
        and said.subject in list_forms(fact, "subject")
        and said.object in list_forms(fact, "object")
        and said.begins.has(fact.get("valid_from") or "")
        and said.ends.has(fact.get("valid_to") or "")
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
