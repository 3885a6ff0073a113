"""Comparison of an index with one that is made from nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from codegraph.indexing.pipeline import index_repository
from codegraph.indexing.verification import compare_rows, read_rows
from codegraph.query.index import Index
from codegraph.settings.config import Config


class Holding(NamedTuple):
    """Parts of a generation beyond its rows: numbers of symbols, edges by ids, search results."""

    symbols: list[tuple]
    edges: list[tuple]
    search: list[tuple]


def holding(index: Index) -> Holding:
    return Holding(
        [tuple(row) for row in index.iterate_all_symbols()],
        sorted((e.source.id, e.target.id, e.kind, e.resolution, e.lines) for e in index.iterate_edges()),
        [(h.symbol.id, round(h.score, 9)) for h in index.search("order save main helper", limit=50)],
    )


def assert_as_rebuilt(root: Path, config: Config, scratch: Path) -> Holding:
    """Check that the index of `root` equals one made now in `scratch`, and return what it holds."""
    other = replace(config, home=scratch)
    index_repository(root, other, force=True, wait_s=60)
    with Index.open(root, config) as kept, Index.open(root, other) as rebuilt:
        assert compare_rows(read_rows(kept), read_rows(rebuilt)).differences == ()
        found, wanted = holding(kept), holding(rebuilt)
    for name in Holding._fields:
        assert getattr(found, name) == getattr(wanted, name), f"{name} differ from a rebuild"
    return wanted
