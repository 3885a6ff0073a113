#!/usr/bin/env python3
"""Compare an index in SCIP with that of a compiler-grade indexer, place by place.

`python scripts/eval_scip.py OURS.scip THEIRS.scip` prints precision, recall and F1 of definitions and references on
what both cover: names that both see as global symbols of the repository, in files that both have. `--differences N`
lists some of the places at which references differ, drawn at random, to be read.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.operations.scip_messages import load_messages

DEFINITION = 1
SEED = 7


class Place(NamedTuple):
    """A 0-based line and column of a file."""

    path: str
    line: int
    column: int


class Reference(NamedTuple):
    """A place, and the definition that it leads to."""

    place: Place
    target: Place


class DifferenceKind(StrEnum):
    MISSING = "missing"  # a reference of theirs at a place where ours has none
    ADDITIONAL = "additional"  # a reference of ours at a place where theirs has none
    TARGET = "target"  # different definitions at one place


class Difference(NamedTuple):
    """A place at which the indexes differ, with the targets that each has there."""

    place: Place
    kind: DifferenceKind
    ours: tuple[Place, ...]
    theirs: tuple[Place, ...]

    def format(self) -> str:
        ours, theirs = (
            ", ".join(f"{each.path}:{each.line + 1}" for each in side) or "-" for side in (self.ours, self.theirs)
        )
        place = f"{self.place.path}:{self.place.line + 1}:{self.place.column + 1}"
        return f"{self.kind:10} {place} ours {ours} theirs {theirs}"


class Side:
    """Definitions of one index by symbol, and references to them."""

    def __init__(self, path: Path, suffixes: tuple[str, ...]) -> None:
        index: Any = load_messages()["Index"]()
        index.ParseFromString(path.read_bytes())
        self.files: set[str] = set()
        self.definitions: dict[str, Place] = {}
        self.references: set[Reference] = set()
        documents = [each for each in index.documents if each.relative_path.endswith(suffixes)]
        for document in documents:
            self.files.add(document.relative_path)
            for each in document.occurrences:
                if each.symbol_roles & DEFINITION and is_global(each.symbol):
                    self.definitions.setdefault(each.symbol, place_of(document, each))
        for document in documents:
            for each in document.occurrences:
                target = self.definitions.get(each.symbol)
                if target is not None and not each.symbol_roles & DEFINITION:
                    self.references.add(Reference(place_of(document, each), target))


def is_global(symbol: str) -> bool:
    """Return whether a symbol is no local, parameter or type parameter, and no module."""
    return not symbol.startswith("local ") and not symbol.endswith((")", "]", "/", ":"))


def place_of(document: Any, occurrence: Any) -> Place:
    return Place(document.relative_path, occurrence.range[0], occurrence.range[1])


def list_differences(ours: set[Reference], theirs: set[Reference]) -> list[Difference]:
    """Return the places at which references differ, in their order."""
    targets: dict[Place, tuple[set[Place], set[Place]]] = defaultdict(lambda: (set(), set()))
    for at, side in enumerate((ours, theirs)):
        for each in side:
            targets[each.place][at].add(each.target)
    found: list[Difference] = []
    for place, (own, other) in sorted(targets.items()):
        if own != other:
            kind = DifferenceKind.MISSING if not own else DifferenceKind.TARGET if other else DifferenceKind.ADDITIONAL
            found.append(Difference(place, kind, tuple(sorted(own)), tuple(sorted(other))))
    return found


def compare(title: str, ours: set[Any], theirs: set[Any]) -> None:
    both = len(ours & theirs)
    precision, recall = both / max(1, len(ours)), both / max(1, len(theirs))
    score = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"{title:12} ours {len(ours):6} theirs {len(theirs):6} P {precision:.3f} R {recall:.3f} F1 {score:.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours", type=Path)
    parser.add_argument("theirs", type=Path)
    parser.add_argument("--suffix", default=".py,.ts,.tsx", help="files that are compared")
    parser.add_argument("--differences", type=int, default=0, metavar="N")
    parser.add_argument("--kind", choices=list(DifferenceKind), type=DifferenceKind, help="list only those of a kind")
    options = parser.parse_args()
    suffixes = tuple(options.suffix.split(","))
    ours, theirs = Side(options.ours, suffixes), Side(options.theirs, suffixes)
    files = ours.files & theirs.files
    print(f"files: {len(files)} in both, {len(ours.files)} of ours, {len(theirs.files)} of theirs")
    own, other = ({each for each in side.definitions.values() if each.path in files} for side in (ours, theirs))
    compare("definitions", own, other)
    known = own & other  # a reference counts where both have the definition
    mine, others = (
        {each for each in side.references if each.place.path in files and each.target in known}
        for side in (ours, theirs)
    )
    compare("references", mine, others)
    covered = {each.place for each in mine} & {each.place for each in others}
    compare(
        "where both",
        {each for each in mine if each.place in covered},
        {each for each in others if each.place in covered},
    )
    differences = list_differences(mine, others)
    counts = Counter(each.kind for each in differences)
    print("differing places: " + ", ".join(f"{each} {counts[each]}" for each in DifferenceKind))
    chosen = [each for each in differences if options.kind in (None, each.kind)]
    for each in sorted(random.Random(SEED).sample(chosen, min(options.differences, len(chosen)))):
        print(each.format())
    return 0


if __name__ == "__main__":
    sys.exit(main())
