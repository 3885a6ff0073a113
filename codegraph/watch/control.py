"""Control of the watcher of a work tree from another process: status, start, stop."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, LockedError, NotFoundError, StorageError
from codegraph.operations.request_folder import find_work_tree
from codegraph.query.index import Index
from codegraph.runtime.python_processes import start_module
from codegraph.settings.config import Config
from codegraph.store.layout import find_indexed_root
from codegraph.store.watching import WatchState, get_watch_folder

START_S: Final = 60.0
STOP_S: Final = 20.0
PAUSE: Final = 0.02

LOG_LINES: Final = 5
"""Last lines of the log that are shown when a watcher does not start."""


class WatchStatus(NamedTuple):
    """One work tree: who watches it, how, and how far its index is from its files."""

    root: str
    running: bool
    pid: int = 0
    host: str = ""
    command: str = ""
    since: float = 0.0  # seconds since the epoch
    state: WatchState | None = None  # what the watcher says of itself
    generation: int = 0
    behind: int = 0  # files whose content the index does not have
    problem: str = ""  # why the index could not be compared, "" when it was
    log: str = ""


def find_watched_root(path: Path, config: Config) -> Path:
    """Return the work tree that `path` means.

    It is the indexed one around it, else git's, else the path itself.
    """
    found = find_indexed_root(config.home, path)
    return found[0] if found else Path(os.path.realpath(find_work_tree(path)))


def read_status(root: Path, config: Config) -> WatchStatus:
    folder = get_watch_folder(config.home, root)
    holder = folder.find_holder()
    generation, behind, problem = 0, 0, ""
    try:
        with Index.open(root, config) as index:
            freshness = index.compute_freshness()
            generation, behind = freshness.generation, freshness.files_behind
            problem = freshness.outdated
    except CodegraphError as error:
        problem = error.message
    log = str(folder.log) if folder.log.is_file() else ""
    if holder is None:
        return WatchStatus(str(root), False, generation=generation, behind=behind, problem=problem, log=log)
    return WatchStatus(
        str(root), True, holder.pid, holder.host, holder.command, holder.since, folder.read(), generation, behind,
        problem, log,
    )  # fmt: skip


def start(root: Path, config: Config, options: Sequence[str]) -> tuple[WatchStatus, bool]:
    """Start a watcher that outlives this process, unless there is one.

    The second value says whether it was started now. Raises StorageError with the end of its log when it does not
    start.
    """
    folder = get_watch_folder(config.home, root)
    if folder.find_holder() is not None:
        return read_status(root, config), False
    try:
        folder.path.mkdir(parents=True, exist_ok=True)
        (folder.path / "state.json").unlink(missing_ok=True)
        with open(folder.log, "wb") as log:
            child = start_module(
                "codegraph", ["watch", *options, str(root)], root=root, folder=folder.path, session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
    except OSError as error:
        raise StorageError(
            f"{folder.path} cannot be written: {error.strerror}",
            hint="make the folder writable, or set CODEGRAPH_HOME to another one",
        ) from error
    until = time.monotonic() + START_S
    while child.poll() is None and time.monotonic() < until:
        state = folder.read()
        if state is not None and state.backend and folder.find_holder() is not None:
            return read_status(root, config), True
        time.sleep(PAUSE)
    if folder.find_holder() is not None:
        return read_status(root, config), False  # another process was quicker
    lines = folder.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    silent = f"it left no word in {folder.log}, as on a full disk; `codegraph doctor` looks"
    raise StorageError("the watcher did not start", hint="\n".join(lines[-LOG_LINES:]) or silent)


def stop(root: Path, config: Config) -> WatchStatus:
    """End the watcher of `root`, wait for its end, and return its last status.

    Raises NotFoundError, LockedError, StorageError.
    """
    folder = get_watch_folder(config.home, root)
    found = read_status(root, config)
    if not found.running:
        raise NotFoundError(f"{root} is not watched", hint="`codegraph watch` watches it")
    if found.host != socket.gethostname():
        raise LockedError(f"the watcher runs on {found.host} as process {found.pid}", hint="stop it there")
    try:
        os.kill(found.pid, signal.SIGTERM)
    except ProcessLookupError:
        pass  # it ended just now
    except PermissionError as error:
        raise StorageError(f"process {found.pid} is another user's", hint="stop it as that user") from error
    until = time.monotonic() + STOP_S
    while folder.find_holder() is not None:
        if time.monotonic() > until:
            raise LockedError(f"process {found.pid} does not end", hint=f"`kill -9 {found.pid}` does no harm")
        time.sleep(PAUSE)
    return found
