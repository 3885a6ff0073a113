#!/usr/bin/env python3
"""Precision and recall of fact extraction on the labelled texts of `tests/facts/`, as one markdown table.

A fact counts when subject, predicate and object are readings that the label accepts, after `folded`, and when it is
closed exactly if the text says that it is no longer so. Optional labels count neither way. The guide of the labels is
`tests/facts/README.md`. Of the sealed half, of the fresh blind half and of the texts set apart figures are printed
and nothing else.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

LABELS = Path(__file__).resolve().parent.parent / "tests" / "facts"
EXTRACTOR = "codegraph.memory.facts.extract"
HALVES = ("development", "sealed")
SETS = (*HALVES, "more", "fresh_tuning", "fresh_blind", "varied", "taught", "apart")
UNREAD = ("sealed", "fresh_blind", "apart")

Extract = Callable[[str], Iterable[Any]]

_LEADING = re.compile(r"^(?:(?:the|an?|this|these|that|those|my|our|your|his|her|its|their|each|every)\s+)+")
_QUOTES = str.maketrans("", "", "`\"'“”‘’«»")
_COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: str(number) for number, word in enumerate(_COUNTED)} | {"once": "1 times", "twice": "2 times"}
_UNITS = {
    "milliseconds?|millis|msecs?": "ms",
    "seconds?|secs?|sec": "s",
    "minutes?|mins?": "min",
    "hours?|hrs?": "h",
    "days?": "d",
    "kilobytes?": "kb",
    "megabytes?": "mb",
    "gigabytes?": "gb",
    "per ?cent": "%",
}
_PEOPLE = {"i": "user", "me": "user", "we": "project", "us": "project"}


class Label(NamedTuple):
    """A fact that the text states: every accepted reading of its three parts, folded."""

    kind: str
    subjects: frozenset[str]
    predicates: frozenset[str]
    objects: frozenset[str]
    valid_from: str | None
    valid_to: str | None
    closed: bool | None  # None: a reader may say either
    optional: bool


class Text(NamedTuple):
    id: str
    text: str
    trap: str | None
    labels: tuple[Label, ...]


class Found(NamedTuple):
    """What the extractor said, folded; `starts` and `ends` tell whether it gave the dates."""

    subject: str
    predicate: str
    object: str
    closed: bool
    starts: bool
    ends: bool


class Outcome(NamedTuple):
    """One text scored."""

    text: Text
    matched: tuple[tuple[Label, Found], ...]
    missed: tuple[Label, ...]
    wrong: tuple[Found, ...]


def folded(value: object) -> str:
    """The form in which names and values are compared: case, articles, quotes, units, `v` of versions, number words."""
    text = unicodedata.normalize("NFKC", str(value)).casefold().translate(_QUOTES)
    text = _LEADING.sub("", " ".join(text.split()).strip(" .,;:!?()[]<>*"))
    text = re.sub(r"\b(" + "|".join(_NUMBERS) + r")\b", lambda m: _NUMBERS[m[1]], text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"^(?:[\^~<>=]+\s*)?v?(?=\d)", "", text)
    text = re.sub(r"^(\d[\w.]*)\+$", r"\1", text)
    for unit, short in _UNITS.items():
        text = re.sub(rf"(?<=\d)[\s-]*(?:{unit}|{short})(?![\w])", f" {short}", text)
    text = re.sub(r"^(\d+)\s*(?:times|attempts|retries)$", r"\1", text)
    return _PEOPLE.get(text, text)


def load(half: str, folder: Path = LABELS) -> list[Text]:
    lines = (folder / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Text(row["id"], row["text"], row.get("trap"), tuple(map(_label, row["facts"])))
        for row in map(json.loads, lines)
    ]


def _label(fact: dict[str, Any]) -> Label:
    closed = bool(fact.get("ended")) or "valid_to" in fact
    return Label(
        fact["kind"],
        _readings(fact["subject"]),
        _readings(fact["predicate"]),
        _readings(fact["object"]),
        fact.get("valid_from"),
        fact.get("valid_to"),
        None if "maybe_valid_to" in fact and not closed else closed,
        bool(fact.get("optional")),
    )


def _readings(value: str | list[str]) -> frozenset[str]:
    return frozenset(map(folded, [value] if isinstance(value, str) else value))


def _found(fact: Any) -> Found:
    starts, ends = (bool(getattr(fact, name, None)) for name in ("valid_from", "valid_to"))
    closed = ends or bool(getattr(fact, "ended", False))
    return Found(folded(fact.subject), folded(fact.predicate), folded(fact.object), closed, starts, ends)


def states(label: Label, found: Found) -> bool:
    return (
        found.subject in label.subjects
        and found.predicate in label.predicates
        and found.object in label.objects
        and label.closed in (None, found.closed)
    )


def score(text: Text, facts: Iterable[Any]) -> Outcome:
    """What was found of a text. A second reading of one label is neither a hit nor wrong."""
    found = list(dict.fromkeys(map(_found, facts)))
    matched: list[tuple[Label, Found]] = []
    missed: list[Label] = []
    for label in (one for one in text.labels if not one.optional):
        hit = next((f for f in found if states(label, f)), None)
        if hit is None:
            missed.append(label)
        else:
            matched.append((label, hit))
    wrong = tuple(f for f in found if not any(states(label, f) for label in text.labels))
    return Outcome(text, tuple(matched), tuple(missed), wrong)


def ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "–"


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Recall by kind, since what is wrong has no kind of its own; precision over all."""
    hits = Counter(label.kind for o in outcomes for label, _ in o.matched)
    misses = Counter(label.kind for o in outcomes for label in o.missed)
    wrong = sum(len(o.wrong) for o in outcomes)
    yield "| kind | labels | recall | precision |"
    yield "|---|--:|--:|--:|"
    found, labels = hits.total(), hits.total() + misses.total()
    yield f"| all | {labels} | {ratio(found, labels)} | {ratio(found, found + wrong)} |"
    for kind in sorted(hits.keys() | misses.keys()):
        yield f"| {kind} | {hits[kind] + misses[kind]} | {ratio(hits[kind], hits[kind] + misses[kind])} | |"
    yield ""
    bare = [o for o in outcomes if not any(not label.optional for label in o.text.labels)]
    yield f"{len(bare)} texts without a fact, {sum(bool(o.wrong) for o in bare)} of them with something wrong found."
    pairs = [pair for o in outcomes for pair in o.matched]
    for end, given in (
        ("starts", [f.starts for label, f in pairs if label.valid_from]),
        ("ends", [f.ends for label, f in pairs if label.valid_to]),
    ):
        yield f"Of the facts found, {sum(given)} of {len(given)} stated {end} were given."


def misses(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for text, _, missed, wrong in outcomes:
        if missed or wrong:
            yield f"{text.id} {text.text!r}" + (f" [{text.trap}]" if text.trap else "")
            for label in missed:
                parts = ("|".join(sorted(p)) for p in (label.subjects, label.predicates, label.objects))
                yield "    missed " + " · ".join(parts) + (" · closed" if label.closed else "")
            for f in wrong:
                yield f"    wrong  {f.subject} · {f.predicate} · {f.object}" + (" · closed" if f.closed else "")


def extractor() -> Extract | None:
    try:
        return importlib.import_module(EXTRACTOR).extract
    except ModuleNotFoundError as missing:
        if missing.name is None or not EXTRACTOR.startswith(missing.name):
            raise
        return None


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--half", choices=SETS, default="development")
    options.add_argument(
        "--show", action="store_true", help="list what was missed or wrong (not of a half that stays unread)"
    )
    chosen = options.parse_args()
    if chosen.show and chosen.half in UNREAD:
        options.error("this half stays unread")
    extract = extractor()
    if extract is None:
        print(f"nothing to score: there is no extractor yet ({EXTRACTOR})", file=sys.stderr)
        return 1
    outcomes = [score(text, extract(text.text)) for text in load(chosen.half)]
    if chosen.show:
        print("\n".join(misses(outcomes)), end="\n\n")
    print("\n".join(table(outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
