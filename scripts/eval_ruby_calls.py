"""Calls that ran in a Ruby project against the edges that codegraph finds.

    RUBYOPT=-r$PWD/scripts/call_truth/tracer.rb TRACED_ROOT=PROJECT TRACED_INTO=FOLDER rspec   # or rake test
    python scripts/eval_ruby_calls.py PROJECT FOLDER [--missed 40] [--sample 50 --seed 1]

A pair is a method that called and the method that ran. It is found where an edge of a call, named or implied, leads
from the one to the other. Calls of code that only an `eval` defines have no symbol, and count as missed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph_parsers import extract, languages
from codegraph_parsers.file_facts import FileFacts, Flag, SourceFile, SymbolKind

CALLING = frozenset((EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS))
HELD = frozenset((SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE))
TESTS = ("test/", "spec/", "/test/", "/spec/")


class Place(NamedTuple):
    path: str
    line: int


class Pair(NamedTuple):
    """A place that called, and the definition that ran."""

    caller: Place
    callee: Place
    name: str


class Call(NamedTuple):
    """An edge of a call between symbols of the project."""

    source: tuple[str, int]
    target: tuple[str, int]
    line: int
    how: str


def list_edges(graph: Graph) -> list[Call]:
    starts = graph.offsets

    def locate(gid: int) -> tuple[str, int]:
        at = bisect_right(starts, gid) - 1
        return graph.files[at].path, gid - starts[at]

    return [
        Call(locate(edge.source), locate(edge.target), edge.lines[0], edge.resolution.value)
        for edge in graph.edges
        if edge.kind in CALLING and edge.source >= 0 and edge.target >= 0
    ]


def read_pairs(folder: Path) -> Iterator[Pair]:
    for file in sorted(folder.glob("*.tsv")):
        for row in file.read_text(encoding="utf-8").splitlines():
            path, line, to, at, name = row.split("\t")
            yield Pair(Place(path, int(line)), Place(to, int(at)), name)


def read_files(root: Path) -> list[FileFacts]:
    listed = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=True).stdout
    found: list[FileFacts] = []
    for path in listed.splitlines():
        content = (root / path).read_bytes() if (root / path).is_file() else b""
        if languages.detect(path, content[:200]) == "ruby":
            found.append(extract.parse(SourceFile(path, content, "ruby", "")))
    return found


def is_test(path: str) -> bool:
    return path.startswith(TESTS[:2]) or any(part in path for part in TESTS[2:])


class Index:
    """Symbols of files by the lines that they are on."""

    def __init__(self, files: Iterable[FileFacts]) -> None:
        self.files = {facts.path: facts for facts in files}
        self.keys: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for facts in self.files.values():
            for at, symbol in enumerate(facts.symbols):
                if not symbol.flags & Flag.ANONYMOUS and symbol.kind not in HELD:
                    self.keys[facts.path].append((symbol.start_line, symbol.end_line, at))

    def find_around(self, place: Place) -> tuple[str, int]:
        """Return the innermost named symbol around a line."""
        inside = [each for each in self.keys.get(place.path, []) if each[0] <= place.line <= each[1]]
        return place.path, min(inside, key=lambda each: (each[1] - each[0], -each[2]))[2] if inside else 0

    def find_parent(self, key: tuple[str, int]) -> tuple[str, int]:
        symbol = self.files[key[0]].symbols[key[1]]
        return (key[0], symbol.parent) if symbol.parent > 0 else key

    def find_at(self, place: Place, name: str) -> tuple[str, int]:
        """Return the symbol that is defined on a line, -1 where there is none."""
        facts = self.files.get(place.path)
        for at, symbol in enumerate(facts.symbols) if facts is not None else ():
            if place.line in (symbol.line, symbol.start_line) and symbol.name == name:
                return place.path, at
        starting = [each for each in self.keys.get(place.path, []) if each[0] == place.line]
        return place.path, starting[-1][2] if starting else -1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path)
    parser.add_argument("recorded", type=Path)
    parser.add_argument("--missed", type=int, default=0, help="list so many missed pairs")
    parser.add_argument("--sample", type=int, default=0, help="list so many edges at random")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    files = read_files(given.project)
    index = Index(files)
    edges = list_edges(resolve(files, {}, [facts.path for facts in files]))
    found = {(edge.source, edge.target) for edge in edges}
    wanted: dict[str, set[tuple[tuple[str, int], tuple[str, int]]]] = defaultdict(set)
    names: dict[tuple[tuple[str, int], tuple[str, int]], Pair] = {}
    for pair in read_pairs(given.recorded):
        if is_test(pair.callee.path) or pair.caller.path not in index.files:
            continue
        around = index.find_around(pair.caller)
        if pair.name == "method_added":  # the class calls it, at the end of a definition
            around = index.find_parent(around)
        key = (around, index.find_at(pair.callee, pair.name))
        side = "tests" if is_test(pair.caller.path) else "library"
        wanted[side].add(key)
        names.setdefault(key, pair)
    for side, pairs in sorted(wanted.items()):
        right = len(pairs & found)
        print(f"{given.project.name}: {side}: {right} of {len(pairs)} pairs found, {right / len(pairs):.3f}")
    missed = sorted(names[key] for side in wanted for key in wanted[side] - found)
    for pair in random.Random(given.seed).sample(missed, min(given.missed, len(missed))):
        print(f"missed {pair.caller.path}:{pair.caller.line} -> {pair.callee.path}:{pair.callee.line} {pair.name}")
    for edge in random.Random(given.seed).sample(edges, min(given.sample, len(edges))):
        target = index.files[edge.target[0]].symbols[edge.target[1]]
        print(f"edge {edge.source[0]}:{edge.line} -> {edge.target[0]}:{target.line} {target.qualname} {edge.how}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
