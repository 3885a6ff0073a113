"""The graphs of two states that differ in few files, made together: one is resolved, the other is what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from codegraph.config import Config
from codegraph.errors import CodegraphError
from codegraph.model import Graph, GraphDelta
from codegraph.resolve import resolve
from codegraph.resolve.pair import Pair, Side
from codegraph.resolve.watch import UnforeseenError
from codegraph.revision import graphs
from codegraph.revision.tree import SourceTree
from codegraph.store.delta import commit_delta
from codegraph.store.lock import writer_lock
from codegraph_parsers.facts import FileFacts

MOST_FILES: Final = 400
"""Of more files that differ, the other state is resolved whole."""


class Together:
    """Resolves the newer state (`Resolving`), and keeps the graph of `base`, the older one. When that cannot be had
    this way there is none, as if nobody had tried."""

    def __init__(
        self, base: SourceTree, config: Config, parsed: graphs.Parses, before: Mapping[str, graphs.Facts],
        kept: Callable[[], None],
    ) -> None:  # fmt: skip
        """`before` are all files of the older state that are not the same in the newer; `kept` is called when its
        graph is there."""
        self._base = base
        self._config = config
        self._before = before
        self._kept = kept
        self._removed = sorted(parsed.rows.keys() - base.files.keys())
        self._delta: GraphDelta | None = None

    def resolve(self, facts: Sequence[FileFacts], manifests: Mapping[str, str]) -> Graph:
        newer = {each.path: each for each in facts}
        differing = self._before.keys() | set(self._removed)
        older = {path: each for path, each in newer.items() if path not in differing}
        older |= {path: each.facts for path, each in self._before.items() if each.facts is not None}
        try:
            pair = Pair(Side(newer, manifests), Side(older, graphs.manifests_of(self._base)))
        except UnforeseenError:
            return resolve(facts, manifests)
        try:
            self._delta = pair.older()
        except UnforeseenError:
            self._delta = None
        return pair.graph

    def committed(self, generation: Path) -> None:
        """Put what differs beside a copy of that generation."""
        delta, folder = self._delta, graphs.folder_of(self._base, self._config)
        if delta is None:
            return
        rows = [each.row for _, each in sorted(self._before.items())]
        chunks = dict.fromkeys((*self._before, *self._removed))
        try:
            with writer_lock(folder.lock):
                if not folder.current():
                    info = graphs.run_info(self._base, self._config)
                    commit_delta(folder, delta, rows, self._removed, info, chunks, source=generation)
        except CodegraphError:
            return  # whatever is wrong is said where the graph is asked for
        graphs.forget_others(folder, self._config)
        self._kept()
