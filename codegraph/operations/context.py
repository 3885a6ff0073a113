"""Where a request runs: which repository, which settings, and who is told about progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from codegraph.config import Config
from codegraph.operations.answers import Answer

if TYPE_CHECKING:
    from codegraph.answers import Freshness
    from codegraph.index import Index
    from codegraph.memory.engine import MemoryEngine
    from codegraph.pipeline import Progress

T = TypeVar("T")


@dataclass(slots=True)
class Context:
    """A surface makes one a request, or keeps one as long as it serves one repository; `close` it when done."""

    repo: Path
    config: Config
    progress: Progress | None = None
    compare: Callable[[Index], Freshness] | None = None  # another way to know freshness than to compare now
    opened: Index | None = field(default=None, repr=False)
    remembering: MemoryEngine | None = field(default=None, repr=False)

    def index(self) -> Index:
        """The repository's index, opened once. Raises NotIndexedError with the command that makes it."""
        if self.opened is None:
            from codegraph.index import Index

            self.opened = Index.open(self.repo, self.config)
        return self.opened

    def memory(self, actor: str) -> MemoryEngine:
        """The memory of the home folder, which needs no index. `actor` is who writes, for the log."""
        if self.remembering is None:
            from codegraph.memory.engine import MemoryEngine

            self.remembering = MemoryEngine(self.config.home, actor=actor)
        return self.remembering

    def answer(self, results: T, *warnings: str) -> Answer[T]:
        """An answer that rests on the open index: it carries how fresh that is, and warns when it is not."""
        freshness = self.compare(self.index()) if self.compare is not None else self.index().freshness()
        if freshness.fresh:
            return Answer(results, freshness, warnings)
        count = len(freshness.changed) + len(freshness.added) + len(freshness.removed)
        what = f"{count} file{'s' * (count != 1)} changed" if count else freshness.outdated
        return Answer(
            results, freshness, (*warnings, f"{what} since generation {freshness.generation}; run `codegraph index`")
        )

    def close(self) -> None:
        if self.opened is not None:
            self.opened.close()
            self.opened = None
        if self.remembering is not None:
            self.remembering.close()
            self.remembering = None
