"""Context of a request: repository, settings, and who hears of progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from codegraph.errors import CodegraphError, NotFoundError
from codegraph.operations.answers import Answer
from codegraph.query_results import SymbolRow
from codegraph.settings.config import Config

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress
    from codegraph.memory.memory_engine import MemoryEngine
    from codegraph.query.index import Index
    from codegraph.query_results import Freshness
    from codegraph.workspace.member_repositories import Place

T = TypeVar("T")


@dataclass(slots=True)
class Context:
    """State of a surface: its repository, settings, open index and open memory.

    A surface makes one per request, or keeps one as long as it serves one repository; `close` it when done.
    """

    repo: Path
    config: Config
    progress: Progress | None = None
    opened: Index | None = field(default=None, repr=False)
    freshness: Freshness | None = None  # of what is opened; None while they were not compared
    remembering: MemoryEngine | None = field(default=None, repr=False)
    surface: str = "cli"  # who asks: a person at a command line, or an agent (`mcp`)
    problems: list[str] = field(default_factory=list[str])  # what the next answer has to warn of
    wording: Callable[[str], str] = str  # how the surface says what names commands
    list_places: Callable[[], Sequence[Place]] | None = None  # of a workspace, where its user decides them
    can_read: Callable[[Path], bool] | None = None  # which repositories beside its own it may read; None: all

    def index(self, *, refresh: bool = True, load: Callable[[], object] | None = None) -> Index:
        """Return the repository's index, opened once, and updated if that is quick.

        See `refresh.refresh_index` for the update. `load` imports what the answer will need; a command line does that
        while the files are compared. Raises NotIndexedError with the command that creates an index.
        """
        if self.opened is None:
            from codegraph.operations.refresh import refresh_index, start_new_checkout
            from codegraph.operations.startup_overlap import make_look
            from codegraph.query.index import Index

            if refresh:
                start_new_checkout(self.repo, self.config)
            self.opened = Index.open(self.repo, self.config)
            if refresh:
                look = make_look(load) if load is not None and self.surface == "cli" else None
                self.opened, self.freshness, _ = refresh_index(
                    self.opened, self.config, self.progress, lambda index: index.compute_freshness(look)
                )
        return self.opened

    def is_fresh(self, root: Path) -> bool:
        """Return whether the open index is that of `root`, and was fresh when opened."""
        opened, freshness = self.opened, self.freshness
        return opened is not None and freshness is not None and freshness.fresh and opened.root == root

    def open_memory(self) -> MemoryEngine:
        """Return the memory of the home folder, which needs no index.

        The log records the surface as the writer: what a tool requests is written by a tool, whichever operation does
        it.
        """
        if self.remembering is None:
            from codegraph.memory.memory_engine import MemoryEngine

            self.remembering = MemoryEngine(self.config.home, actor=self.surface)
            if self.config.memory_uri:
                self.remembering.after_write = self._send_shared
        return self.remembering

    def _send_shared(self) -> None:
        """Send what was written in a shared namespace.

        What somebody has to do first is a warning.
        """
        from codegraph.memory.replication.participant import require_team

        problem = require_team(self.config.home, self.config.memory_uri).send()
        if problem is not None:
            told = f"not sent to the team, only kept here: {problem.message}; {problem.hint}".rstrip("; ")
            self.problems.append(told)

    def answer(self, results: T, *warnings: str, others: Sequence[SymbolRow] = (), names_only: str = "") -> Answer[T]:
        """Return an answer that rests on the open index.

        It carries how fresh the index is, and warns when it is not. `others` are definitions of the name asked about
        that the answer is not about; `names_only` says why it was found by names alone."""
        from codegraph.operations.refresh import format_freshness

        index = self.index()
        if self.freshness is None:
            self.freshness = index.compute_freshness()
        if names_only:
            warnings = (*warnings, names_only)
        warnings = (*warnings, *self.take_problems())
        if not self.freshness.fresh:
            warnings = (*warnings, format_freshness(self.freshness, time.time()))
        told = self.wording(names_only) if names_only else ""
        return Answer(results, self.freshness, tuple(map(self.wording, warnings)), tuple(others), told)

    def take_problems(self) -> tuple[str, ...]:
        """Return what went wrong beside the last answer, once."""
        found, self.problems = self.problems, []
        return tuple(found)

    def explain_missing(self, error: CodegraphError) -> CodegraphError:
        """Add the state of an outdated index to an error that nothing was found.

        The symbol may be in files that the index does not have yet.
        """
        if not isinstance(error, NotFoundError) or self.freshness is None or self.freshness.fresh:
            return error
        from codegraph.operations.refresh import format_freshness

        line = format_freshness(self.freshness, time.time())
        return NotFoundError(error.message, f"{line}\n{error.hint}" if error.hint else line)

    def close(self) -> None:
        if self.opened is not None:
            self.opened.close()
            self.opened = self.freshness = None
        if self.remembering is not None:
            self.remembering.close()
            self.remembering = None
