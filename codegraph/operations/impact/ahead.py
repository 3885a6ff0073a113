"""The graph of the older state, made by a process of its own while this one makes that of the newer.

It is wanted only when something left its place, which parsing the files that differ tells. Whatever goes wrong there
goes wrong again, and is said, where the graph is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Final

from codegraph.analysis.changes import VALUES
from codegraph.config import Config
from codegraph.errors import CodegraphError
from codegraph.parse_pool import worker_count
from codegraph.python_processes import start_process
from codegraph.revision import graphs
from codegraph.revision.tree import SourceTree
from codegraph_parsers.facts import FileFacts, Flag, SymbolKind

MOST_FILES: Final = 1_000
"""Differing files that are looked through for what left its place. Of more it is taken for granted."""

BEHIND: Final = 5
"""How much nicer the other process is: where there are only two processors, the newer state has the longer way."""


class Ahead:
    """At most one graph on its way."""

    def __init__(self, base: SourceTree, config: Config) -> None:
        self._base = base
        self._config = config
        self._process: BaseProcess | None = None

    def begin(self, parsed: graphs.Parses) -> bool:
        """All files of the newer state are `parsed`, and about to be resolved. Whether the other process is at it."""
        if worker_count(self._config.workers) < 2 or graphs.is_kept(self._base, self._config):
            return False
        try:
            if self._is_wanted(parsed):
                self._process = start_process(_make, (self._base, self._config, parsed.rows), root=self._base.root)
        except (OSError, CodegraphError):
            pass  # nothing was promised
        return self.is_coming

    def _is_wanted(self, parsed: graphs.Parses) -> bool:
        rows, files = parsed.rows, self._base.files
        paths = [path for path, file in files.items() if path not in rows or rows[path].row.digest != file.digest]
        if len(paths) > MOST_FILES:
            return True
        before = graphs.facts_of(self._base, sorted(paths), self._config)
        return any(
            defined(outcome.facts) - defined(parsed.facts(path))
            for path, outcome in before.items() if outcome.facts is not None
        )  # fmt: skip

    @property
    def is_coming(self) -> bool:
        """Whether another process is at it."""
        return self._process is not None

    def wait(self) -> None:
        """Until it is there, or known not to come."""
        if self._process is not None:
            self._process.join()
            self._process = None

    def close(self) -> None:
        """Nobody will ask any more."""
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()
            self.wait()


def defined(facts: FileFacts | None) -> frozenset[tuple[str, str]]:
    """List what can leave its place in a file, or be used otherwise.

    These are qualified names and headings of all but local variables and what has no name."""
    return frozenset(
        (symbol.qualname, symbol.signature if symbol.kind not in VALUES else "")
        for symbol in (facts.symbols if facts is not None else ())
        if not symbol.flags & Flag.ANONYMOUS and not (symbol.flags & Flag.LOCAL and symbol.kind is SymbolKind.VARIABLE)
    )  # fmt: skip


def _make(base: SourceTree, config: Config, known: Mapping[str, graphs.Known]) -> None:
    """In the other process: the graph, and what is asked of it first."""
    import gc

    from codegraph.operations.impact.closure import Closure, Seeds

    gc.disable()
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    with suppress(CodegraphError), graphs.index_of(base, config, known=known) as index:
        Closure(index, Seeds((), (), ())).prepare()
