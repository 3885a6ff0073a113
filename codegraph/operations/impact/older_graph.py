"""Graph of the older state, built by another process in parallel.

This process builds the graph of the newer state meanwhile. The older one is needed only if a definition left its file
or has another heading, which parsing the changed files shows. An error in the other process occurs again, and is
reported, when the graph is requested.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Final

from codegraph.analysis.symbol_differences import VALUES
from codegraph.errors import CodegraphError
from codegraph.indexing.parse_pool import count_workers
from codegraph.revision import graphs
from codegraph.revision.tree import SourceTree
from codegraph.runtime.python_processes import start_process
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind

MOST_FILES: Final = 1_000
"""Largest number of changed files to compare. With more, the older graph is assumed to be needed."""

BEHIND: Final = 5
"""Niceness that the other process adds: with only two processors, the newer state takes longer and goes first."""


class OlderGraphBuild:
    """Build of at most one graph by another process."""

    def __init__(self, base: SourceTree, config: Config) -> None:
        self._base = base
        self._config = config
        self._process: BaseProcess | None = None

    def begin(self, parsed: graphs.Parses) -> bool:
        """Start the other process if its graph will be needed.

        All files of the newer state are parsed, and not yet resolved. Returns whether the process was started.
        """
        if count_workers(self._config.workers) < 2 or graphs.is_kept(self._base, self._config):
            return False
        try:
            if self._is_wanted(parsed):
                self._process = start_process(_make, (self._base, self._config, parsed.rows), root=self._base.root)
        except (OSError, CodegraphError):
            pass  # the graph is then built, and its error reported, on request
        return self.is_coming

    def _is_wanted(self, parsed: graphs.Parses) -> bool:
        rows, files = parsed.rows, self._base.files
        paths = [path for path, file in files.items() if path not in rows or rows[path].row.digest != file.digest]
        if len(paths) > MOST_FILES:
            return True
        before = graphs.read_facts(self._base, sorted(paths), self._config)
        return any(
            list_definitions(outcome.facts) - list_definitions(parsed.facts(path))
            for path, outcome in before.items() if outcome.facts is not None
        )  # fmt: skip

    @property
    def is_coming(self) -> bool:
        """Return whether another process builds the graph."""
        return self._process is not None

    def wait(self) -> None:
        """Wait until the other process has ended."""
        if self._process is not None:
            self._process.join()
            self._process = None

    def close(self) -> None:
        """Stop the other process: its result is not needed any more."""
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()
            self.wait()


def list_definitions(facts: FileFacts | None) -> frozenset[tuple[str, str]]:
    """List the definitions of a file that can leave their place or change their use.

    They are pairs of qualified name and heading. Local variables and anonymous symbols are left out.
    """
    return frozenset(
        (symbol.qualname, symbol.signature if symbol.kind not in VALUES else "")
        for symbol in (facts.symbols if facts is not None else ())
        if not symbol.flags & Flag.ANONYMOUS and not (symbol.flags & Flag.LOCAL and symbol.kind is SymbolKind.VARIABLE)
    )  # fmt: skip


def _make(base: SourceTree, config: Config, known: Mapping[str, graphs.KnownRow]) -> None:
    """Build the graph and the cached results of its closure, in the other process."""
    import gc

    from codegraph.operations.impact.closure import Closure, Seeds

    gc.disable()
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    with suppress(CodegraphError), graphs.open_index(base, config, known=known) as index:
        Closure(index, Seeds((), (), ())).prepare()
