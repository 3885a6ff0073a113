"""Refresh of an index before a reader answers.

Compare the index with the files, and bring it up to date when that is quick.

No watcher is needed for this, and none is in the way: where one lives, its generation is waited for a moment. Whatever
keeps the index from being refreshed (another writer, a full disk, a long way to go) is said in the answer and never an
error.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import CodegraphError, IncompatibleIndexError, LockedError, NotIndexedError, StorageError
from codegraph.indexing.tree_changes import look_at
from codegraph.operations.request_folder import find_new_checkout
from codegraph.query.index import Index
from codegraph.query_results import Freshness
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder, list_index_folders
from codegraph.store.lock import is_locked

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import (
        Progress,  # most questions find the index fresh, and need nothing that writes
    )

MOST_FILES: Final = 500
"""Of more changed files, what refreshing takes is not predicted."""

OTHERS_SECONDS: Final = 1.0
"""How long a watcher or another writer is waited for: what they take for a few files, and nobody is kept waiting."""

PAUSE: Final = 0.01

SHOWN: Final = 3
"""Files behind that a freshness line names."""

Compare = Callable[[Index], Freshness]


class OpenedIndex(NamedTuple):
    """Open index, and how far the work tree is from it.

    `seconds` is the estimated time of a refresh that was not begun because it takes too long, else 0.
    """

    index: Index
    freshness: Freshness
    long_s: float = 0.0


def refresh_index(
    index: Index, config: Config, progress: Progress | None, compare: Compare = lambda index: index.compute_freshness()
) -> OpenedIndex:
    """Return `index`, or a newer generation in its place, with its freshness.

    An index that is replaced is closed.
    """
    found = compare(index)
    if found.fresh or config.refresh_s <= 0:
        return OpenedIndex(index, found if found.fresh else found._replace(kept="refreshing is switched off"))
    until = time.monotonic() + min(config.refresh_s, OTHERS_SECONDS)
    from codegraph.store.watching import get_watch_folder

    watcher = get_watch_folder(config.home, index.root)
    if watcher.find_holder() is not None:
        _wait(lambda: _is_superseded(index, config), until)
        index, found, _ = _open_newest(index, found, config, compare)
        if found.fresh:
            return OpenedIndex(index, found)
    try:
        long_s, compare = _refresh(index, found, config, progress, compare)
        if long_s:
            return OpenedIndex(index, found._replace(kept=_explain_long_refresh(found, long_s)), long_s)
        kept = ""
    except LockedError as error:
        lock = get_index_folder(config.home, index.root).lock
        free = _wait(lambda: not is_locked(lock), until)
        kept = "" if free else error.message
    except CodegraphError as error:
        kept = error.message
    if kept:
        return OpenedIndex(index, found._replace(kept=kept))
    index, found, _ = _open_newest(index, found, config, compare)
    return OpenedIndex(
        index, found if found.fresh else found._replace(kept="files change faster than they are indexed")
    )


def start_new_checkout(repo: Path, config: Config) -> None:
    """Start the index of the checkout around `repo` from that of another one.

    Nothing is done where it has an index, or no other checkout of its repository has one. It takes as long as
    refreshing the files that differ."""
    if config.refresh_s <= 0:
        return
    root = find_new_checkout(config.home, repo)
    if root is None or not any(folder.get_current() for folder in list_index_folders(config.home)):
        return
    from codegraph.indexing.incremental import start_from_sibling

    start_from_sibling(root, config)


def estimate_whole_run(index: Index, freshness: Freshness) -> float:
    """Return the seconds that a whole run is expected to take, by the last one.

    Names are resolved and a generation is written as a whole; files are read as far as they changed."""
    stats = index.compute_stats()
    share = 1.0 if freshness.outdated else min(1.0, freshness.files_behind / max(1, stats.file_count))
    taken = stats.seconds.get
    whole = taken("resolve", 0.0) + taken("commit", 0.0)
    return whole + share * (taken("parse", 0.0) + taken("embed", 0.0))


def _explain_long_refresh(found: Freshness, seconds: float) -> str:
    if found.files_behind > MOST_FILES:
        return f"more than {MOST_FILES} files changed"
    return f"refreshing would take about {round(seconds)} s"


class _Attempt(NamedTuple):
    """The outcome of a refresh.

    `long_s` are the seconds of a run that was not begun because it takes too long, 0 where it would not; `compare` is
    the comparison to make afterwards."""

    long_s: float
    compare: Compare


def _refresh(index: Index, found: Freshness, config: Config, progress: Progress | None, compare: Compare) -> _Attempt:
    """Refresh the index where that does not take long.

    An incremental refresh is always done, after which only the files that it took in are compared again: all others
    were compared a moment ago. A whole run is done where it is expected to take no longer than `refresh_s`.
    Raises what `IncrementalSession.refresh` raises."""
    from codegraph.indexing.incremental import IncrementalSession

    vectors = (
        config.vectors and index.compute_stats().vectors.rows > 0
    )  # where there are none yet, all would have to be made
    session = IncrementalSession(index.root, replace(config, vectors=vectors), encodes=False)
    paths = (*found.changed, *found.added, *found.removed)
    if paths and session.refresh_incrementally(paths, progress=progress) is not None:
        return _Attempt(0.0, lambda newer: newer.compute_freshness(partial(look_at, paths)))
    seconds = estimate_whole_run(index, found)
    if seconds > config.refresh_s or found.files_behind > MOST_FILES:
        return _Attempt(max(1.0, seconds), compare)
    session.refresh(paths or None, progress=progress)
    return _Attempt(0.0, compare)


def _open_newest(index: Index, found: Freshness, config: Config, compare: Compare) -> OpenedIndex:
    """Open the newest generation of the same work tree.

    The given one stays when there is no newer one that can be read.
    """
    if not _is_superseded(index, config):
        return OpenedIndex(index, found)
    try:
        newer = Index.open(index.root, config)
    except (NotIndexedError, IncompatibleIndexError, StorageError):
        return OpenedIndex(index, found)
    index.close()
    return OpenedIndex(newer, compare(newer))


def _is_superseded(index: Index, config: Config) -> bool:
    return get_index_folder(config.home, index.root).get_current() != index.generation


def _wait(happened: Callable[[], bool], until: float) -> bool:
    while not happened():
        if time.monotonic() > until:
            return False
        time.sleep(PAUSE)
    return True


def format_freshness(freshness: Freshness, now: float) -> str:
    """Return one line about the freshness of an index, for people and models.

    It says which generation answers, how old it is, and which changes it does not have and why. `now` is seconds since
    the epoch.
    """
    made = f"generation {freshness.generation}, made {format_age(now - freshness.indexed_at)} ago,"
    touched = (*freshness.changed, *freshness.added, *freshness.removed)
    if touched:
        rest = f" and {len(touched) - SHOWN} more" if len(touched) > SHOWN else ""
        files = f"{len(touched)} file{'s' * (len(touched) != 1)}"
        line = f"{made} is {files} behind: {', '.join(touched[:SHOWN])}{rest}"
    else:
        line = f"{made} is out of date: {freshness.outdated}"
    if freshness.refreshing:
        return f"{line} ({freshness.kept})"
    return f"{line} ({freshness.kept}); run `codegraph index`" if freshness.kept else f"{line}; run `codegraph index`"


def format_age(seconds: float) -> str:
    """Format a duration, such as `12 s`, `5 min`, `3 h`, `2 days`.

    A clock that was set back gives `0 s`.
    """
    whole = max(0, int(seconds))
    for unit, name in ((86_400, "day"), (3_600, "h"), (60, "min")):
        if whole >= unit:
            count = whole // unit
            return f"{count} {name}{'s' * (name == 'day' and count != 1)}"
    return f"{whole} s"
