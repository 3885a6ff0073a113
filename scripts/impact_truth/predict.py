"""Tests that codegraph predicts for a function, and recordings in the same terms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self

from codegraph.analysis.test_name_similarity import Likeness
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.impact.closure import Closure, Seeds
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import SymbolKind

FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})


@dataclass
class Predictor:
    """Tests of one indexed work tree, by what a change of one body reaches."""

    index: Index
    closure: Closure
    rows: dict[int, SymbolRow] = field(default_factory=dict)

    @classmethod
    def open(cls, root: Path, home: Path) -> Self:
        config = Config(home, vectors=False, workers=2)
        index_repository(root, config)
        index = Index.open(root, config)
        return cls(index, Closure(index, Seeds((), (), ())))

    @cached_property
    def by_path(self) -> dict[str, list[SymbolRow]]:
        found: dict[str, list[SymbolRow]] = {}
        for row in self.index.iterate_all_symbols():
            if row.kind in FUNCTIONS:
                found.setdefault(row.path, []).append(row)
        return found

    @cached_property
    def tests(self) -> list[int]:
        """Test functions and methods; a class stands for none of its own."""
        nodes = self.index.list_test_nodes()
        return [row.node for row in self.index.list_symbols(nodes) if row.kind in FUNCTIONS]

    def find_node(self, path: str, line: int, qualname: str) -> int:
        """Return the function that code was compiled from, -1 if there is none.

        For a lambda or comprehension it is the named function around it.
        """
        names = [part for part in qualname.split(".") if part != "<locals>"]
        while names and names[-1].startswith("<"):
            names.pop()
        at = [
            r
            for r in self.by_path.get(path, ())
            if names and r.name == names[-1] and r.start_line <= line <= r.end_line
        ]
        return max(at, key=lambda r: r.start_line).node if at else -1

    def select_tests(self, nodes: Sequence[int]) -> list[int]:
        """Return the tests to run when these nodes changed, in no order."""
        known = set(self.tests)
        return [test for test in self.closure.tested.find_tests(nodes) if test in known]

    def order_tests(self, node: int) -> list[int]:
        """Return the tests to run when one function's body changed.

        They are in the order of a report.
        """
        known, (row,) = set(self.tests), self.index.list_symbols([node])
        like = Likeness((row.name,), (row.path,))
        hits = [hit for hit in self.closure.tested.find_paths([node]) if hit.node in known]
        ids = {r.node: r.id for r in self.index.list_symbols(hit.node for hit in hits)}
        hits.sort(key=lambda h: (h.depth > 0, h.depth - like.compute_steps(ids[h.node]), h.weakest, ids[h.node]))
        return [hit.node for hit in hits]


def read_executions(predictor: Predictor, recording: Path, source: str) -> tuple[dict[int, set[int]], set[int]]:
    """Return the tests by function that they execute, and every test that ran.

    Only functions below the folder `source` count.
    """
    data = json.loads(recording.read_text())
    nodes = [predictor.find_node(*place) for place in data["places"]]
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
