"""The task of a fleet: one repository cloned, indexed and published.

Whoever runs it, it reads its settings and credentials from the environment and leaves no file
behind. What it makes is in a folder of its own, which is removed afterwards, or by a later task where this one was
killed.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, PublicationError
from codegraph.fleet.publication_records import Record, find_published, write_record
from codegraph.fleet.repository_list import hide_login
from codegraph.indexing.incremental import update_index
from codegraph.indexing.pipeline import LONG_S
from codegraph.publication.publisher import compute_index_key, name_pointer, publish_index
from codegraph.publication.signature import read_private_key
from codegraph.publication.storage import Remote, open_remote
from codegraph.scan.git import clone_commit, find_remote_commit
from codegraph.settings.config import load
from codegraph.settings.home import get_home_folder
from codegraph.store.lock import hold_writer_lock, is_locked

FOLDER: Final = "fleet"
_LOCK: Final = "lock"
_TREE: Final = "tree"


class Task(NamedTuple):
    """A repository to publish at `url`, of which `revision` is meant.

    `key` is the index key of whoever runs the fleet: a machine with another version refuses."""

    line: int
    source: str
    revision: str
    url: str
    key: str


class Status(StrEnum):
    """Ends of a task."""

    PUBLISHED = "published"
    CURRENT = "current"  # the commit was published before
    FAILED = "failed"


class Outcome(NamedTuple):
    """The end of a task.

    `reason` says why it failed. `bytes` are those of the published index, `sent` those that were not there before."""

    line: int
    source: str
    status: Status
    reason: str = ""
    commit: str = ""
    repository_id: str = ""
    files: int = 0
    symbols: int = 0
    bytes: int = 0
    sent: int = 0
    seconds: float = 0.0


def run_task(task: Task) -> Outcome:
    """Publish the index of a repository, unless its commit is published.

    What is expected to go wrong is an outcome; only defects raise.
    """
    began = time.monotonic()
    try:
        outcome = _publish(task)
    except CodegraphError as error:
        outcome = fail(task, f"{error.message}; {error.hint}" if error.hint else error.message)
    return outcome._replace(seconds=round(time.monotonic() - began, 2))


def fail(task: Task, reason: str) -> Outcome:
    """Return the outcome of a task that failed."""
    return Outcome(task.line, hide_login(task.source), Status.FAILED, hide_login(reason))


def _publish(task: Task) -> Outcome:
    remote = open_remote(task.url)
    home = get_home_folder(os.environ)
    key = compute_index_key(load(home))
    if key != task.key:
        raise PublicationError(
            "this machine has another version of codegraph, or other settings, than the one that runs the fleet",
            hint="install the same version and give both the same settings",
        )
    commit = find_remote_commit(task.source, task.revision)
    known = find_published(remote, key, task.source, commit)
    done = Outcome(task.line, hide_login(task.source), Status.CURRENT, commit=commit)
    if known is not None:
        return done._replace(repository_id=known.repository_id)
    with _make_work_folder(home) as folder:
        return _index(task, remote, commit, folder, done)


def _index(task: Task, remote: Remote, commit: str, folder: Path, done: Outcome) -> Outcome:
    tree = folder / _TREE
    clone_commit(task.source, commit, tree)
    config = replace(load(tree), home=folder / "home", workers=1, vectors_table=False, remote_uri=task.url)
    summary = update_index(tree, config, wait_s=LONG_S, is_last=True)
    published = publish_index(tree, config, remote, now=time.time(), private_key=read_private_key(config))
    pointer = name_pointer(published.repository_id, config, commit)
    write_record(remote, task.key, task.source, commit, Record(published.repository_id, pointer))
    return done._replace(
        status=Status.PUBLISHED if published.is_new else Status.CURRENT, repository_id=published.repository_id,
        files=summary.stats.file_count, symbols=summary.stats.symbol_count, bytes=published.bytes, sent=published.sent,
    )  # fmt: skip


@contextmanager
def _make_work_folder(home: Path) -> Iterator[Path]:
    """Make a folder that is removed afterwards.

    Those of tasks that were killed are removed before."""
    place = home / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    remove_leftovers(home)
    folder = Path(mkdtemp(prefix="task-", suffix=".new", dir=place))
    with hold_writer_lock(folder / _LOCK):
        folder = folder.rename(folder.with_suffix(""))  # from now on it may be looked at: it is locked
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def remove_leftovers(home: Path) -> None:
    """Remove the folders of tasks that do not run any more."""
    for folder in (home / FOLDER).glob("task-*"):
        is_new = folder.suffix and time.time() - folder.stat().st_mtime < LONG_S
        if not is_new and not is_locked(folder / _LOCK):
            shutil.rmtree(folder, ignore_errors=True)
