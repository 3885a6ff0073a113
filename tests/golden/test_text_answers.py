"""Comparison of text answers about a fixed small graph with files.

Regenerate them with `just golden` and read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.asking import ask

from codegraph.operations import requests as r
from codegraph.render.page import WIDTH
from codegraph.render.text import render_text

ANSWERS = Path(__file__).parent / "answers"
CASES: dict[str, tuple[str, object]] = {
    "symbol-method": ("symbol", r.SymbolRequest("Store.save")),
    "symbol-class": ("symbol", r.SymbolRequest("MemoryStore")),
    "explore": ("explore", r.ExploreRequest("how does main reach Store.load?", budget=0)),
    "explore-short": ("explore", r.ExploreRequest("how does main reach Store.load?", budget=240)),
    "explore-nothing": ("explore", r.ExploreRequest("zebra")),
    "search": ("search", r.SearchRequest("save")),
    "search-nothing": ("search", r.SearchRequest("zebra")),
    "search-explained": ("search", r.SearchRequest("save", explain=True)),
    "symbols": ("symbols", r.SymbolsRequest("save")),
    "symbols-nothing": ("symbols", r.SymbolsRequest("zebra")),
    "refs": ("refs", r.RefsRequest("Store")),
    "callers": ("callers", r.CallersRequest("Store.save")),
    "callers-deep": ("callers", r.CallersRequest("Store.load", depth=3)),
    "callers-limited": ("callers", r.CallersRequest("Store.save", limit=1)),
    "callers-none": ("callers", r.CallersRequest("unused")),
    "callees": ("callees", r.CalleesRequest("Store.save")),
    "callees-unresolved": ("callees", r.CalleesRequest("main")),
    "path": ("path", r.PathRequest("main", "Store.load")),
    "path-none": ("path", r.PathRequest("Store.load", "main")),
    "impact": ("impact", r.ImpactRequest("Store.load")),
    "impact-short": ("impact", r.ImpactRequest("Store.load", budget=20)),
    "cycles-none": ("cycles", r.CyclesRequest(kind=("calls",))),
    "cycles": ("cycles", r.CyclesRequest()),
    "clusters": ("clusters", r.ClustersRequest()),
    "rank": ("rank", r.RankRequest(limit=3)),
    "dead-code": ("dead-code", r.DeadCodeRequest()),
    "unresolved": ("unresolved", r.UnresolvedRequest()),
    "graph-mermaid": ("graph", r.GraphRequest("Store.save")),
    "graph-dot": ("graph", r.GraphRequest("Store.save", format="dot")),
}


@pytest.mark.parametrize("case", CASES)
def test_the_answer_reads_as_agreed(case: str):
    text = render_text(ask(*CASES[case]).results)
    agreed = ANSWERS / f"{case}.txt"
    if os.environ.get("CODEGRAPH_UPDATE_GOLDEN"):
        agreed.write_text(text, encoding="utf-8")
    assert text == agreed.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", [c for c in CASES if not c.startswith(("graph", "explore"))])
def test_lines_fit_a_terminal(case: str):
    assert [line for line in render_text(ask(*CASES[case]).results).splitlines() if len(line) > WIDTH] == []


def test_no_agreed_answer_is_left_over():
    assert {p.stem for p in ANSWERS.glob("*.txt")} == set(CASES)
