"""Whether an index is what indexing from nothing gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from codegraph.config import Config
from codegraph.index import Index
from codegraph.pipeline import index_repository
from codegraph.verification import compare_rows, read_rows


class Holding(NamedTuple):
    """What the rows of a generation do not say: the numbers of its symbols, its edges by ids, what search finds."""

    symbols: list[tuple]
    edges: list[tuple]
    search: list[tuple]


def holding(index: Index) -> Holding:
    return Holding(
        [tuple(row) for row in index.all_symbols()],
        sorted((e.source.id, e.target.id, e.kind, e.resolution, e.lines) for e in index.all_edges()),
        [(h.symbol.id, round(h.score, 9)) for h in index.search("order save main helper", limit=50)],
    )


def assert_as_rebuilt(root: Path, config: Config, scratch: Path) -> Holding:
    """The index of `root` holds what one made now, in `scratch`, holds. Returns that."""
    other = replace(config, home=scratch)
    index_repository(root, other, force=True, wait_s=60)
    with Index.open(root, config) as kept, Index.open(root, other) as rebuilt:
        assert compare_rows(read_rows(kept), read_rows(rebuilt)).differences == ()
        found, wanted = holding(kept), holding(rebuilt)
    for name in Holding._fields:
        assert getattr(found, name) == getattr(wanted, name), f"{name} differ from a rebuild"
    return wanted
