"""Comparisons of work trees with their indexes, shared by calls.

From the second comparison on, a tree is no longer compared as a whole if the kernel reports its changes.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.query_results import Freshness
from codegraph.settings.config import Config

if TYPE_CHECKING:
    from codegraph.query.index import Index
    from codegraph.watch.stat_cache import StatCache  # many servers are asked once or never

MOST_TREES: Final = 4
"""Work trees of one server whose folders are watched: the system allows a user a hundred or so in all."""

RETRY_S: Final = 60.0
"""Seconds for which a tree that could not be watched is compared as a whole before that is tried again."""


class _Compared(NamedTuple):
    """A comparison, and its inputs.

    It began at `began` of the monotonic clock; `version` is that of the cache, -1 without one.
    """

    began: float
    generation: int
    config: Config
    version: int
    freshness: Freshness


@dataclass(slots=True)
class _Tree:
    """State of one work tree. `lock` guards the rest."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    compared: _Compared | None = None
    cache: StatCache | None = None
    retry_at: float = 0.0  # of the monotonic clock: when watching may be tried


@dataclass(slots=True)
class Comparisons:
    """The comparisons of one server.

    It is safe to use from several threads.
    """

    _trees: dict[Path, _Tree] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def compare(self, index: Index, config: Config, asked: float) -> Freshness:
        """Compare a work tree with `index`.

        The result is as of `asked` of the monotonic clock or later. Calls that came in before a comparison began share
        it; a later call may have been preceded by an edit that it did not see. Raises UnreadableError.
        """
        tree = self._find_tree(index.root)
        with tree.lock:
            last = tree.compared
            same = last is not None and (last.generation, last.config) == (index.generation, config)
            if last is not None and same and last.began >= asked:
                return last.freshness
            began = time.monotonic()
            version = self._update(tree, index.root, config) if last is not None else None
            if last is not None and same and last.version == version:
                found = last.freshness
            else:
                found = index.compute_freshness(tree.cache.look if tree.cache is not None else None)
            tree.compared = _Compared(began, index.generation, config, -1 if version is None else version, found)
            return found

    def _find_tree(self, root: Path) -> _Tree:
        """Return the state of a tree, which becomes the last to be evicted."""
        with self._lock:
            tree = self._trees.pop(root, None) or _Tree()
            self._trees[root] = tree
            old = list(self._trees)[:-MOST_TREES]
            for each in [self._trees.pop(other) for other in old]:
                with each.lock:
                    _stop_watching(each)
            return tree

    @staticmethod
    def _update(tree: _Tree, root: Path, config: Config) -> int | None:
        """Update the state of a tree.

        Returns the version of its files, None if the tree has to be compared as a whole.
        """
        from codegraph.watch.stat_cache import StatCache, UnwatchableError

        if tree.cache is not None and tree.cache.config != config:
            _stop_watching(tree)
        if tree.cache is None:
            if time.monotonic() < tree.retry_at:
                return None
            tree.cache = StatCache(root, config)
        try:
            return tree.cache.update()
        except UnwatchableError:
            tree.retry_at = time.monotonic() + RETRY_S
            _stop_watching(tree)
            return None
        except BaseException:
            _stop_watching(tree)
            raise


def _stop_watching(tree: _Tree) -> None:
    if tree.cache is not None:
        tree.cache.close()
        tree.cache = None
