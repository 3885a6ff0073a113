"""An index that is kept up to date by one process for as long as that lives: what a watcher holds open.

    with LiveIndex.open(root, config) as live:
        live.refresh()               # compare the whole tree
        live.refresh(["src/a.py"])   # paths that may have changed

A refresh compares first, and commits a generation only when something differs. Hints save time and decide nothing:
a path that did not change costs one look, and one not hinted at is found by the next comparison of the whole tree.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from codegraph.answers import Freshness
from codegraph.config import Config
from codegraph.errors import IncompatibleIndexError, NotIndexedError, StorageError
from codegraph.index import Index
from codegraph.pipeline import Progress, index_repository
from codegraph.store.layout import index_folder


def expected_seconds(index: Index, freshness: Freshness) -> float:
    """How long a process that holds nothing in memory would need to bring `index` up to date, by its last run.

    Names are resolved and a generation is written as a whole; files are read as far as they changed."""
    stats = index.stats()
    share = 1.0 if freshness.outdated else min(1.0, freshness.behind / max(1, stats.file_count))
    taken = stats.seconds.get
    whole = taken("resolve", 0.0) + taken("commit", 0.0)
    return whole + share * (taken("parse", 0.0) + taken("embed", 0.0))


class Refreshed(NamedTuple):
    """What one refresh found and did. Paths are printable and relative to the root; `generation` is the current one."""

    generation: int
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    redone: str  # what was made anew: "" when nothing was, else a few words such as `4 files parsed, graph resolved`
    reason: str  # why, such as `2 files changed` or `settings or parser changed`
    seconds: float
    warnings: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        return (*self.changed, *self.added, *self.removed)


class LiveIndex:
    """The index of one work tree, refreshed as often as asked. For one thread at a time.

    Another process may commit in between: every refresh starts from the newest generation, whoever made it."""

    def __init__(self, root: Path, config: Config) -> None:
        self.root = root
        self.config = config

    @classmethod
    def open(cls, root: Path, config: Config) -> LiveIndex:
        """Costs nothing yet: the first refresh reads, and makes the index where there is none."""
        return cls(Path(os.path.realpath(root)), config)

    def refresh(self, hints: Iterable[str] | None = None, *, progress: Progress | None = None) -> Refreshed:
        """Bring the index up to date. `hints` are printable paths relative to the root that may have changed, those of
        folders ending in "/": anything in them may have, and they may be gone. None compares the whole tree.

        Raises UnreadableError (the root is gone), LockedError (another process is writing), StorageError."""
        began = time.perf_counter()
        before = None if hints is not None and not list(hints) else self._differences()
        if before is None or before.fresh:
            number = index_folder(self.config.home, self.root).current()
            return Refreshed(number, (), (), (), "", "nothing changed", time.perf_counter() - began)
        done = index_repository(self.root, self.config, progress=progress)
        redone = "" if done.unchanged else f"{done.parsed:,} files parsed, {done.reused:,} from the cache"
        return Refreshed(
            done.stats.generation, before.changed, before.added, before.removed, redone, done.reason,
            time.perf_counter() - began, done.warnings,
        )  # fmt: skip

    def _differences(self) -> Freshness:
        try:
            with Index.open(self.root, self.config) as index:
                if index.root == self.root:
                    return index.freshness()
        except (NotIndexedError, IncompatibleIndexError, StorageError):
            pass  # what indexing from nothing puts right, or says better
        return Freshness(0, 0.0, (), (), (), "there is no index")

    def close(self) -> None:
        """Let go of what is held in memory."""

    def __enter__(self) -> LiveIndex:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
