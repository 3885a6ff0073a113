"""What codegraph predicts for a function: which tests to run. And recordings put in the same terms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self

from codegraph.analysis.likeness import Likeness
from codegraph.answers import SymbolRow
from codegraph.config import Config
from codegraph.index import Index
from codegraph.operations.impact.closure import Closure, Seeds
from codegraph.pipeline import index_repository
from codegraph_parsers.facts import SymbolKind

FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})


@dataclass
class Predictor:
    """Tests of one indexed work tree, by what a change of one body reaches."""

    index: Index
    closure: Closure
    rows: dict[int, SymbolRow] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path, home: Path) -> Self:
        config = Config(home, vectors=False, workers=2)
        index_repository(root, config)
        index = Index.open(root, config)
        return cls(index, Closure(index, Seeds((), (), ())))

    @cached_property
    def by_path(self) -> dict[str, list[SymbolRow]]:
        found: dict[str, list[SymbolRow]] = {}
        for row in self.index.all_symbols():
            if row.kind in FUNCTIONS:
                found.setdefault(row.path, []).append(row)
        return found

    @cached_property
    def tests(self) -> list[int]:
        """Test functions and methods; a class stands for none of its own."""
        nodes = self.index.test_nodes()
        return [row.node for row in self.index.symbols(nodes) if row.kind in FUNCTIONS]

    def node_at(self, path: str, line: int, qualname: str) -> int:
        """The function that code was compiled from, or the named one around a lambda or comprehension; -1: none."""
        names = [part for part in qualname.split(".") if part != "<locals>"]
        while names and names[-1].startswith("<"):
            names.pop()
        at = [
            r
            for r in self.by_path.get(path, ())
            if names and r.name == names[-1] and r.start_line <= line <= r.end_line
        ]
        return max(at, key=lambda r: r.start_line).node if at else -1

    def predicted(self, nodes: Sequence[int]) -> list[int]:
        """Tests to run when these changed, in no order."""
        known = set(self.tests)
        return [test for test in self.closure.tested.by(nodes) if test in known]

    def ordered(self, node: int) -> list[int]:
        """Tests to run when the body of one function changed, in the order of a report."""
        known, (row,) = set(self.tests), self.index.symbols([node])
        like = Likeness((row.name,), (row.path,))
        hits = [hit for hit in self.closure.tested.paths([node]) if hit.node in known]
        ids = {r.node: r.id for r in self.index.symbols(hit.node for hit in hits)}
        hits.sort(key=lambda h: (h.depth > 0, h.depth - like.steps(ids[h.node]), h.weakest, ids[h.node]))
        return [hit.node for hit in hits]


def observed(predictor: Predictor, recording: Path, source: str) -> tuple[dict[int, set[int]], set[int]]:
    """Tests by function they execute, of functions below the folder `source`, and every test that ran."""
    data = json.loads(recording.read_text())
    nodes = [predictor.node_at(*place) for place in data["places"]]
    tests = set(predictor.tests)
    own = [path.startswith(source + "/") for path, _, _ in data["places"]]
    found: dict[int, set[int]] = {}
    ran: set[int] = set()
    for test, executed in data["tests"].items():
        node = nodes[int(test)]
        if node not in tests:
            continue
        ran.add(node)
        for place in executed:
            if own[place] and nodes[place] >= 0:
                found.setdefault(nodes[place], set()).add(node)
    return found, ran
