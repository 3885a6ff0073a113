"""State of a watcher in the home folder, readable by other processes.

    watch/<name>-<hash>/lock          held by the watcher while it lives; names its process
    watch/<name>-<hash>/state.json    what it is doing, replaced as a whole
    watch/<name>-<hash>/log           what a watcher in the background would have said on a terminal

Only the lock decides whether a watcher lives. Its process number may be given to another program one day, but the lock
of a dead process is free.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from codegraph.store.layout import IndexFolder, get_index_folder
from codegraph.store.lock import Holder, is_locked, read_holder


class Activity(StrEnum):
    STARTING = "starting"
    IDLE = "idle"
    GATHERING = "gathering"  # something changed; waiting for more of it
    REFRESHING = "refreshing"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class WatchState:
    """State that a watcher reports.

    Times are in seconds since the epoch.
    """

    root: str
    activity: Activity
    backend: str = ""  # `inotify`, `watchdog` or `poll`; "" before it is chosen
    why: str = ""  # why it is not the best one, "" when it is
    watches: int = 0  # folders watched one by one; 0 for backends that watch a tree as a whole
    generation: int = 0
    pending: int = 0  # paths that may have changed since the last refresh
    refreshes: int = 0
    last_ms: float = 0.0  # wall time of the last refresh that found something to do
    last_at: float = 0.0  # when the index was last known to be as the files are
    last_reason: str = ""
    problem: str = ""  # why the last refresh failed, "" when it did not


@dataclass(frozen=True, slots=True)
class WatchFolder:
    path: Path

    @property
    def lock(self) -> Path:
        return self.path / "lock"

    @property
    def log(self) -> Path:
        return self.path / "log"

    def find_holder(self) -> Holder | None:
        """Return the process that watches, or None."""
        return read_holder(self.lock) if is_locked(self.lock) else None

    def read(self) -> WatchState | None:
        """Return the last state written, by a watcher that may have ended."""
        try:
            row = json.loads((self.path / "state.json").read_text(encoding="utf-8"))
            return WatchState(**{**row, "activity": Activity(row["activity"])})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, state: WatchState) -> None:
        """Write the state.

        Failures are ignored, because the state only informs and the disk may be full.
        """
        part = self.path / f"state.{os.getpid()}.tmp"
        try:
            part.write_text(json.dumps(asdict(state)), encoding="utf-8")
            part.replace(self.path / "state.json")
        except OSError:
            part.unlink(missing_ok=True)


def get_watch_folder(home: Path, root: Path) -> WatchFolder:
    return get_watch_folder_of(home, get_index_folder(home, root))


def get_watch_folder_of(home: Path, index: IndexFolder) -> WatchFolder:
    return WatchFolder(home / "watch" / index.name)
