"""How many vectors a codebase has."""

from __future__ import annotations

from typing import NamedTuple

from codegraph.operations.context import Context


class Embedded(NamedTuple):
    rows: int
    dimensions: int


def embedded(context: Context) -> Embedded:
    """Vectors of the open generation; none when it has none yet."""
    from codegraph.store.layout import index_folder
    from codegraph.store.snapshot import load as load_snapshot

    index = context.index()
    folder = index_folder(context.config.home, index.root)
    found = load_snapshot(folder.generation(index.generation))
    return Embedded(len(found), found.dimension) if found is not None else Embedded(0, 0)
