"""An index that is kept up to date by one process for as long as that lives: what a watcher holds open.

    with LiveIndex.open(root, config) as live:
        live.refresh()               # compare the whole tree
        live.refresh(["src/a.py"])   # paths that may have changed

A refresh compares first, and commits a generation only when something differs. Hints save time and decide nothing:
a path that did not change costs one look, and one not hinted at is found by the next comparison of the whole tree.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from codegraph.answers import Freshness
from codegraph.config import Config
from codegraph.errors import IncompatibleIndexError, NotIndexedError, StorageError
from codegraph.index import Index
from codegraph.maintenance import trim_caches
from codegraph.pipeline import Progress, index_repository
from codegraph.scan.walk import Candidate, scan
from codegraph.store.layout import index_folder
from codegraph.store.lock import writer_lock
from codegraph.warm import MOST_FILES, Taken, Warm


def expected_seconds(index: Index, freshness: Freshness) -> float:
    """How long a process that holds nothing in memory would need to bring `index` up to date, by its last run.

    Names are resolved and a generation is written as a whole; files are read as far as they changed."""
    stats = index.stats()
    share = 1.0 if freshness.outdated else min(1.0, freshness.behind / max(1, stats.file_count))
    taken = stats.seconds.get
    whole = taken("resolve", 0.0) + taken("commit", 0.0)
    return whole + share * (taken("parse", 0.0) + taken("embed", 0.0))


def _redone(taken: Taken) -> str:
    return f"{taken.parsed:,} files parsed, {taken.reused:,} from the cache, what rests on them resolved"


def _reason(changed: Collection[str], added: Collection[str], removed: Collection[str]) -> str:
    counts = ((len(changed), "changed"), (len(added), "added"), (len(removed), "removed"))
    return ", ".join(f"{n} file{'s' if n != 1 else ''} {what}" for n, what in counts if n)


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


class Refreshed(NamedTuple):
    """What one refresh found and did. Paths are printable and relative to the root; `generation` is the current one."""

    generation: int
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    redone: str  # what was made anew: "" when nothing was, else a few words such as `4 files parsed, graph resolved`
    reason: str  # why, such as `2 files changed` or `settings or codegraph itself changed`
    seconds: float
    warnings: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        return (*self.changed, *self.added, *self.removed)


class LiveIndex:
    """The index of one work tree, refreshed as often as asked. For one thread at a time.

    Another process may commit in between: every refresh starts from the newest generation, whoever made it."""

    def __init__(self, root: Path, config: Config, *, stays: bool = False) -> None:
        self.root = root
        self.config = config
        self._stays = stays
        self._warm: Warm | None = None

    @classmethod
    def open(cls, root: Path, config: Config, *, stays: bool = False) -> LiveIndex:
        """Costs nothing yet: the first refresh reads, and makes the index where there is none.

        With `stays`, the first change makes it hold the graph in memory, which costs about as much as indexing; every
        later one then costs what it changes. `close` gives the memory back."""
        return cls(Path(os.path.realpath(root)), config, stays=stays)

    def _prepare(self) -> bool:
        """Hold what refreshes need in memory. Whether that can be had."""
        if self._warm is None or not self._warm.is_current():
            self.close()
            self._warm = Warm.load(self.root, self.config)
        return self._warm is not None

    def refresh(self, hints: Iterable[str] | None = None, *, progress: Progress | None = None) -> Refreshed:
        """Bring the index up to date. `hints` are printable paths relative to the root that may have changed, those of
        folders ending in "/": anything in them may have, and they may be gone. None compares the whole tree.

        Raises UnreadableError (the root is gone), LockedError (another process is writing), StorageError."""
        began = time.perf_counter()
        if hints is not None:
            hints = list(hints)
        quick = self._quick(hints, began, progress or _silent) if hints else None
        if quick is not None:
            return quick
        before = None if hints is not None and not list(hints) else self._differences()
        if before is None or before.fresh:
            number = index_folder(self.config.home, self.root).current()
            return Refreshed(number, (), (), (), "", "nothing changed", time.perf_counter() - began)
        taken = self._take_in(before, progress or _silent) if not before.outdated else None
        if taken is not None:
            return Refreshed(
                taken.generation, before.changed, before.added, before.removed, _redone(taken),
                _reason(before.changed, before.added, before.removed), time.perf_counter() - began, taken.warnings,
            )  # fmt: skip
        self.close()
        done = index_repository(self.root, self.config, progress=progress)
        redone = "" if done.unchanged else f"{done.parsed:,} files parsed, {done.reused:,} from the cache"
        return Refreshed(
            done.stats.generation, before.changed, before.added, before.removed, redone, done.reason,
            time.perf_counter() - began, done.warnings,
        )  # fmt: skip

    def _quick(self, hints: Collection[str], began: float, progress: Progress) -> Refreshed | None:
        """Refresh without looking at anything but the hints. None when that is not enough."""
        warm = self._warm
        if warm is None or not warm.is_current():
            return None
        found = warm.differing(hints)
        if found is None or len(found[0]) + len(found[1]) > MOST_FILES:
            return None
        changed, removed = found
        if not changed and not removed:
            return Refreshed(warm.generation, (), (), (), "", "nothing changed", time.perf_counter() - began)
        taken = self._give(warm, changed, removed, progress)
        if taken is None:
            return None
        paths = tuple(c.path for c in changed)
        return Refreshed(
            taken.generation, paths, (), tuple(removed), _redone(taken), _reason(paths, (), removed),
            time.perf_counter() - began, taken.warnings,
        )  # fmt: skip

    def _take_in(self, before: Freshness, progress: Progress) -> Taken | None:
        """Refresh what a comparison of the whole tree found. None when a whole run must do that."""
        if before.behind > MOST_FILES or not (self._stays and self._prepare()):
            return None
        warm = self._warm
        if warm is None or not warm.is_current():
            return None
        listed = {c.path: c for c in scan(self.root, self.config).candidates}
        wanted = [*before.changed, *before.added]
        if any(path not in listed for path in wanted):
            return None
        return self._give(warm, [listed[path] for path in wanted], before.removed, progress)

    def _give(
        self, warm: Warm, changed: Sequence[Candidate], removed: Collection[str], progress: Progress
    ) -> Taken | None:
        """Let what is held take in an edit; it is let go of when it could not, or was interrupted."""
        taken = None
        try:
            taken = warm.take_in(changed, removed, progress=progress)
        finally:
            if taken is None:
                self.close()
        return taken

    def _differences(self) -> Freshness:
        try:
            with Index.open(self.root, self.config) as index:
                if index.root == self.root:
                    return index.freshness()
        except (NotIndexedError, IncompatibleIndexError, StorageError):
            pass  # what indexing from nothing puts right, or says better
        return Freshness(0, 0.0, (), (), (), "there is no index")

    def settle(self) -> None:
        """Force what quick refreshes left to the system to the disk, and seal it: reads all of the index, once. Raises
        LockedError (another process is writing), StorageError."""
        folder = index_folder(self.config.home, self.root)
        if folder.is_loose():
            with writer_lock(folder.lock):
                folder.settle()
                trim_caches(self.config, folder)

    def close(self) -> None:
        """Let go of what is held in memory."""
        if self._warm is not None:
            self._warm.close()
            self._warm = None
            gc.unfreeze()
            gc.collect()

    def __enter__(self) -> LiveIndex:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
