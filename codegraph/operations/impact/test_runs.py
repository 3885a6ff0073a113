"""Tests that may run symbols of one state.

Made once for a generation, and kept beside it.
"""

from __future__ import annotations

import gc
import zlib
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from codegraph.analysis.csr import Csr, Int32s, Int64s, Mask
from codegraph.analysis.executions import Bits, Rules, Runs, compute_runs
from codegraph.analysis.impact import compute_reach, find_causes
from codegraph.analysis.tests_for import TestReach, find_tests
from codegraph.operations.impact.test_rules import build_rules
from codegraph.query.index import Index

_KEY = "tested-by:5"
_BLOCK = 16
"""Rows of the table of tests that are compressed together: a report asks for a few of thousands."""

_COLUMNS = ("user", "used", "given", "rank", "unless", "held")


class _Table:
    """Rows of `Runs.bits` as they are kept: read when they are asked for."""

    def __init__(self, packed: np.ndarray, ends: Int64s, width: int) -> None:
        self._packed = packed
        self._ends = ends
        self._width = max(1, width)
        self._blocks: dict[int, Bits] = {}

    def __getitem__(self, rows: Int32s) -> Bits:
        return np.stack([self._block(row // _BLOCK)[row % _BLOCK] for row in rows.tolist()])

    def _block(self, number: int) -> Bits:
        found = self._blocks.get(number)
        if found is None:
            start = int(self._ends[number - 1]) if number else 0
            raw = zlib.decompress(self._packed[start : int(self._ends[number])].tobytes())
            found = self._blocks[number] = np.frombuffer(raw, dtype=np.uint8).reshape(-1, self._width)
        return found


class TestRuns:
    """Tests that may run symbols.

    `is_test` is bool[n] over the symbols, `modules` the symbols of files in order of number.
    """

    def __init__(self, index: Index, is_test: Mask, modules: Int64s) -> None:
        self.index = index
        self.is_test = is_test
        self._modules = modules
        kept = index.load_analysis(_KEY)
        self.is_new = kept is None
        if kept is None:
            kept = self._make()
        self.rules = Rules(int(kept["nodes"][0]), *(kept[name] for name in _COLUMNS))
        self.runs = Runs(kept["tests"], kept["row"], _Table(kept["bits"], kept["ends"], (kept["tests"].size + 7) // 8))

    def _make(self) -> dict[str, np.ndarray]:
        collecting = gc.isenabled()
        gc.disable()  # a million small tuples live until the end: collecting finds nothing and costs a third
        try:
            rules = build_rules(self.index)
            made = compute_runs(rules, np.flatnonzero(self.is_test).tolist())
        finally:
            if collecting:
                gc.enable()
        rows = np.arange(int(made.row.max(initial=-1)) + 1, dtype=np.int32)
        blocks = [zlib.compress(made.bits[rows[at : at + _BLOCK]].tobytes(), 1) for at in range(0, len(rows), _BLOCK)]
        kept = {
            "nodes": np.array([rules.nodes]), **{name: getattr(rules, name) for name in _COLUMNS},
            "tests": made.tests, "row": made.row,
            "bits": np.frombuffer(b"".join(blocks), dtype=np.uint8),
            "ends": np.cumsum([len(block) for block in blocks], dtype=np.int64),
        }  # fmt: skip
        self.index.cache_analysis(_KEY, kept)
        return kept

    def _list_nodes(self, symbols: Sequence[int]) -> list[int]:
        """Return the nodes of rules that stand for symbols.

        A module runs where anything of it does.
        """
        places = np.searchsorted(self._modules, list(symbols))
        found = list(symbols)
        for symbol, at in zip(symbols, places.tolist(), strict=True):
            if at < self._modules.size and int(self._modules[at]) == symbol:
                found.append(self.is_test.size + at)
        return found

    def find_tests(self, symbols: Sequence[int]) -> list[int]:
        """Find the tests that may run one of these symbols."""
        return self.runs.find_tests(self._list_nodes(symbols)).tolist()

    def find_paths(self, symbols: Sequence[int]) -> list[TestReach]:
        """Return the same tests, nearest first, each with the symbol it depends on.

        Distances are between nodes of rules, which may be a step more than between symbols.
        """
        chosen = set(self.find_tests(symbols))
        seeds = np.array(sorted(set(self._list_nodes(symbols))), dtype=np.int64)
        reach = compute_reach(self._reverse, seeds, self.rules.rank.astype(np.int64), budget=self.rules.nodes)
        is_test = np.zeros(self.rules.nodes, dtype=np.bool_)
        is_test[: self.is_test.size] = self.is_test
        caused = find_causes(reach)
        beside = caused >= self.is_test.size  # a module's node, which stands for the module
        caused[beside] = self._modules[caused[beside] - self.is_test.size]
        return [hit for hit in find_tests(reach, is_test, caused) if hit.node in chosen]

    @cached_property
    def _reverse(self) -> Csr:
        return self.rules.reverse()
