#!/usr/bin/env python3
"""Measure how well later changes of rules are linked and recalled.

    python scripts/eval_amendments.py [--show]

All notes of `tests/evaluation/amendments.jsonl` are told to one memory in the order of their days: decoys, rules that
have nothing to do with one another, rules, and their changes. Printed for each half: how many changes are linked to
their rule, in how many the reply names the rule (so that the writer may say that it is replaced), how many come before
it and how many come first when its question is asked, and how many links are wrong. `--show` lists the failures of the
half `development`; rows of the other half are never shown.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.embed.static import StaticEncoder
from codegraph.memory.intake import Settings, Statement, record_statement
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter
from codegraph.memory.notes import Draft
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest

ROWS: Final = Path(__file__).resolve().parent.parent / "tests" / "evaluation" / "amendments.jsonl"
SHOWN_HALF: Final = "development"
NAMESPACE: Final = "evaluation"
BEGIN: Final = date(2024, 10, 1)
DAYS: Final = 540
"""Over these days the notes without a day of their own are spread, so that their age tells nothing."""

LIMIT: Final = 10


class Note(NamedTuple):
    """A text of the set, and the day on which it is told."""

    day: str
    row: str  # id of its row
    half: str
    part: str  # rule, change, first, second, decoy
    text: str


class ToldNotes(NamedTuple):
    """The notes of the set in memory."""

    ids: dict[tuple[str, str], str]  # of memories, by row and part
    links: list[tuple[Note, str]]  # what was linked, and to which memory
    named: set[str]  # rows of changes whose reply named the rule


def list_notes(rows: list[dict[str, str]]) -> list[Note]:
    """Return the texts of all rows in the order in which they are told."""
    return sorted(_split(rows), key=lambda note: note.day)


def _split(rows: list[dict[str, str]]) -> Iterator[Note]:
    for number, row in enumerate(rows):
        day = str(BEGIN + timedelta(days=number * 7919 % DAYS))
        match row["type"]:
            case "pair":
                yield Note(row["rule_on"], row["id"], row["half"], "rule", row["rule"])
                yield Note(row["change_on"], row["id"], row["half"], "change", row["change"])
            case "unrelated":
                yield Note(day, row["id"], row["half"], "first", row["first"])
                yield Note(day, row["id"], row["half"], "second", row["second"])
            case _:
                yield Note(day, row["id"], row["half"], "decoy", row["text"])


class Clock:
    """Microseconds; each reading is one later than the last."""

    at = 0

    def __call__(self) -> int:
        self.at += 1
        return self.at

    def set_day(self, day: str) -> None:
        self.at = max(self.at, int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1_000_000)


def tell(engine: MemoryEngine, clock: Clock, notes: list[Note], settings: Settings) -> ToldNotes:
    """Tell memory the notes, all as decisions: their kinds must not tell them apart."""
    encode = StaticEncoder().encode
    told = ToldNotes({}, [], set())
    for note in notes:
        clock.set_day(note.day)
        statement = Statement(Draft(note.text, "decision", namespace=NAMESPACE), settings=settings)
        with engine.write() as recording:
            receipt = record_statement(recording, statement, encode)
        told.ids[note.row, note.part] = receipt.memory.id
        told.links.extend((note, one.memory.id) for one in receipt.amended)
        beside = {one.memory.id for one in receipt.amended} | {memory.id for memory in receipt.near}
        if note.part == "change" and told.ids[note.row, "rule"] in beside:
            told.named.add(note.row)
    return told


def score(recaller: Recaller, rows: list[dict[str, str]], told: ToldNotes, show: bool) -> dict[str, dict[str, int]]:
    """Return the figures of each half."""
    figures: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    texts = {id: key for key, id in told.ids.items()}
    right: set[str] = set()
    for note, target in told.links:
        if note.part == "change" and target == told.ids[note.row, "rule"]:
            right.add(note.row)
        else:
            figures[note.half]["wrong links"] += 1
            if show and note.half == SHOWN_HALF:
                other = texts[target]
                print(f"wrong link: {note.row} {note.part}: {note.text} -> {other[0]} {other[1]}", file=sys.stderr)
    for row in rows:
        if row["type"] != "pair":
            continue
        found = recaller.recall(RecallRequest(row["question"], filter=Filter((NAMESPACE,)), limit=LIMIT))
        order = [result.memory.id for result in found.results]
        rule, change = (told.ids[row["id"], part] for part in ("rule", "change"))
        at_change = order.index(change) if change in order else LIMIT
        at_rule = order.index(rule) if rule in order else LIMIT
        half = figures[row["half"]]
        half["pairs"] += 1
        half["named in the reply"] += row["id"] in told.named
        half["linked"] += row["id"] in right
        half["later before earlier"] += at_change < at_rule
        half["later first of all"] += at_change == 0
        if show and row["half"] == SHOWN_HALF and (row["id"] not in right or at_change >= at_rule):
            print(f"{row['id']} linked={row['id'] in right} rule={at_rule} change={at_change}", file=sys.stderr)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rows", type=Path, default=ROWS, help="the set")
    parser.add_argument("--show", action="store_true", help="list failures of the half `development`")
    parser.add_argument("--without", action="store_true", help="do not look for amendments")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    rows = [json.loads(line) for line in chosen.rows.read_text(encoding="utf-8").splitlines()]
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        engine = MemoryEngine(Path(folder), actor="evaluation", clock=clock)
        told = tell(engine, clock, list_notes(rows), Settings(finds_amendments=not chosen.without))
        figures = score(Recaller(engine, StaticEncoder()), rows, told, chosen.show)
        engine.close()
    if chosen.json:
        print(json.dumps(figures))
        return 0
    for half, counted in sorted(figures.items()):
        print(f"{half}: {counted['pairs']} pairs, {counted['wrong links']} wrong links")
        for name in ("linked", "named in the reply", "later before earlier", "later first of all"):
            print(f"  {name:<22}{counted[name]:>4}  {counted[name] / counted['pairs']:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
