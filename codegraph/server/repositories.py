"""Repositories that a call may use.

A path is allowed when it lies, with links resolved, in an allowed root: the client's roots (over stdio; over HTTP they
only choose among the others), the folder in which the server was started with the work tree and index around it, and
the folders of `--allow-root`. Everything else is an error that names the roots; no file outside is opened, and the
error does not tell whether it exists.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import CodegraphError, IncompatibleIndexError, NotIndexedError, UnreadableError
from codegraph.operations.context import Context
from codegraph.operations.refresh import refresh_index, start_new_checkout
from codegraph.operations.request_folder import find_work_tree
from codegraph.query_results import Freshness
from codegraph.server.background_indexing import Indexer, format_estimate, is_oversized_folder
from codegraph.server.comparisons import Comparisons
from codegraph.settings.config import Config, load
from codegraph.store.layout import find_indexed_root

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress
    from codegraph.query.index import Index

PATIENCE_SECONDS = 1.0
"""After refreshing did not work out, how long nobody tries again."""

MOST_IDLE = 4
"""Open indexes of one repository that wait for a call. What one read it need not read again."""


class ForbiddenError(CodegraphError):
    """A path outside the allowed roots."""


@dataclass(slots=True)
class Repositories:
    """The repositories of one server process. Safe to use from several threads."""

    cwd: Path
    allowed: tuple[Path, ...] = ()  # --allow-root
    trusting: bool = True  # clients' roots are allowed: whoever started the server over stdio could read them anyway
    _idle: dict[tuple[Path, Config], list[Index]] = field(default_factory=dict)
    _given_up: dict[Path, tuple[float, str]] = field(default_factory=dict)
    _indexing: dict[Path, threading.Lock] = field(default_factory=dict)
    _comparisons: Comparisons = field(default_factory=Comparisons)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _indexer: Indexer = field(default_factory=Indexer)

    def list_roots(self, client: Sequence[Path] = ()) -> tuple[Path, ...]:
        """Return the resolved allowed roots, the default one first."""
        found = find_indexed_root(load(self.cwd).home, self.cwd)
        own = [self.cwd, find_work_tree(self.cwd), *([found[0]] if found else []), *self.allowed]
        known = tuple(dict.fromkeys(map(_resolve_links, own)))
        told = [path for path in map(_resolve_links, client) if self.trusting or is_within(path, known)]
        return tuple(dict.fromkeys((*told, *known)))

    def resolve_repository(self, asked: str | None, client: Sequence[Path] = ()) -> Path:
        """Return the folder of a repository argument.

        It is a path (relative ones start at the default root) or the folder name of an allowed root. None means the
        client's first indexed root, else its first, else the server's own folder.

        Raises ForbiddenError, UnreadableError.
        """
        roots = self.list_roots(client)
        if asked is None or not asked.strip():
            told = set(map(_resolve_links, client))
            candidates = [root for root in roots if root in told] or [roots[0]]
            indexed = (path for path in candidates if find_indexed_root(load(path).home, path))
            return next(indexed, candidates[0])
        named = [root for root in roots if root.name == asked]
        if len(named) == 1:
            return named[0]
        return self.resolve_folder(asked, client)

    def is_allowed(self, folder: Path, client: Sequence[Path] = ()) -> bool:
        """Return whether a client may ask about a folder."""
        return is_within(_resolve_links(folder), self.list_roots(client))

    def resolve_folder(self, asked: str, client: Sequence[Path] = ()) -> Path:
        """Return an existing folder that a client named.

        Raises ForbiddenError, UnreadableError.
        """
        roots = self.list_roots(client)
        if "\0" in asked:
            raise UnreadableError("a path cannot hold a NUL character", hint="give the folder of a repository")
        found = _resolve_links(roots[0] / os.path.expanduser(asked))  # leaves the `~` of a user that is unknown
        if not is_within(found, roots):
            listed = ", ".join(map(str, roots))
            raise ForbiddenError(
                f"{asked} lies outside what this server may read",
                hint=f"allowed: {listed}; its user can start it with `--allow-root PATH`",
            )
        if not os.path.isdir(found):  # also false for a name too long to exist, where Path raises
            raise UnreadableError(f"{asked} is not a folder here", hint=f"give one in {', '.join(map(str, roots))}")
        return found

    def open(
        self, folder: Path, progress: Progress | None = None, *, surface: str = "mcp", starts_index: bool = True
    ) -> Context:
        """Open a context on the newest generation of an index.

        A repository without an index is indexed in the background, and waited for a moment. `give_back` ends its use.

        Raises IndexPendingError when that takes longer, and the errors of indexing.
        """
        config = load(folder)
        start_new_checkout(folder, config)
        context = Context(folder, config, progress, self._take_idle_index(folder, config), surface=surface)
        try:
            context.index(refresh=False)
        except (NotIndexedError, IncompatibleIndexError):
            if not starts_index:
                raise
            self._indexer.wait(self._find_root(folder, config), config, progress)
            context.index(refresh=False)
        return self._refresh(context)

    def make_context(self, folder: Path, progress: Progress | None = None) -> Context:
        """Return a context of a folder for requests that need no index.

        The folder is known to be allowed. `close_context` ends its use."""
        return Context(folder, load(folder), progress, surface="mcp")

    def close_context(self, context: Context) -> None:
        """End the use of a context of `make_context`."""
        context.close()

    def start_indexing(self, folder: Path) -> None:
        """Start to index the repository of a folder when it has no index.

        Indexing runs in the background. Waits for nothing."""
        config = load(folder)
        root = self._find_root(folder, config)
        if find_indexed_root(config.home, folder) is None and not is_oversized_folder(root):
            self._indexer.start(root, config)

    @staticmethod
    def _find_root(folder: Path, config: Config) -> Path:
        found = find_indexed_root(config.home, folder)  # of an older format, when there is one
        return _resolve_links(found[0] if found else find_work_tree(folder))

    def _refresh(self, context: Context) -> Context:
        """Return the context with an index that is up to date with the files.

        One call a work tree refreshes at a time, others wait.
        """
        index = context.index(refresh=False)
        compare = partial(self._comparisons.compare, config=context.config, asked=time.monotonic())
        context.freshness = compare(index)
        if context.freshness.fresh:
            return context
        with self._get_turn(index.root):
            until, kept = self._given_up.get(index.root, (0.0, ""))
            if time.monotonic() < until:
                context.freshness = context.freshness._replace(kept=kept)
                return context
            context.opened, context.freshness, long_s = refresh_index(index, context.config, context.progress, compare)
            if long_s:
                context.freshness = self._start_refresh(context, context.opened, context.freshness, long_s)
            elif not context.freshness.fresh:
                self._given_up[index.root] = (time.monotonic() + PATIENCE_SECONDS, context.freshness.kept)
        return context

    def _start_refresh(self, context: Context, index: Index, freshness: Freshness, seconds: float) -> Freshness:
        """Start a refresh that takes longer than a question may.

        Returns `freshness` with a note about it."""
        vectors = context.config.vectors and index.compute_stats().vectors.rows > 0
        try:
            self._indexer.start(index.root, context.config, vectors=vectors, seconds=seconds)
        except CodegraphError as error:
            return freshness._replace(kept=f"{freshness.kept}; {error.message}")
        left = format_estimate(self._indexer.estimate_seconds_left(index.root, context.config))
        return freshness._replace(kept=f"a refresh is running, {left} left: ask again then", refreshing=True)

    def give_back(self, context: Context) -> None:
        """Close a context that `open` returned.

        Its index is kept open for the next call of the same generation.
        """
        index, context.opened, context.freshness = context.opened, None, None
        context.close()
        if index is None:
            return
        with self._lock:
            idle = self._idle.setdefault((index.root, context.config), [])
            if len(idle) < MOST_IDLE:
                idle.append(index)
                return
        index.close()

    def _take_idle_index(self, folder: Path, config: Config) -> Index | None:
        """Return an index of the newest generation that an earlier call left open."""
        found = find_indexed_root(config.home, folder) if folder.exists() else None
        if found is None:
            return None
        root, where = found
        generation = where.get_current()
        with self._lock:
            idle = self._idle.pop((root, config), [])
            current = [index for index in idle if index.generation == generation]
            self._idle[root, config] = current[1:]
        for index in idle:
            if index.generation != generation:
                index.close()
        return current[0] if current else None

    def _get_turn(self, root: Path) -> threading.Lock:
        with self._lock:
            return self._indexing.setdefault(root, threading.Lock())


def is_within(path: Path, roots: Sequence[Path]) -> bool:
    """Return whether a path is one of some folders, or below one."""
    return any(path == root or root in path.parents for root in roots)


def _resolve_links(path: Path) -> Path:
    return Path(os.path.realpath(path))
