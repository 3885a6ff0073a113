"""Watching by polling, which works everywhere.

Every file is checked again and again, so seldom that it costs next to nothing.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from codegraph.scan.folders import iterate_folders
from codegraph.settings.config import Config
from codegraph.watch.change_hints import INDEX_CHANGED, ChangeHints

SHORTEST_S: Final = 1.0
SHARE: Final = 300.0
"""A look is taken every second, or after this many times the CPU that one takes, whichever is longer: a third of a
percent of one core."""

Stamp = tuple[int, int, int]  # size, time of change (ns), inode


class Poll:
    name = "poll"
    watches = 0

    def __init__(self, root: Path, config: Config, git_folder: Path | None, shortest_s: float = SHORTEST_S) -> None:
        self._root, self._config, self._git = root, config, git_folder
        self._shortest = shortest_s
        self._pause = shortest_s
        self._known, self._index = self._look()

    def wait(self, seconds: float) -> ChangeHints:
        time.sleep(min(seconds, self._pause))
        known, index = self._look()
        lost = INDEX_CHANGED if index != self._index else ""
        paths = {path for path, _ in known.items() ^ self._known.items()}
        self._known, self._index = known, index
        return ChangeHints().merge(ChangeHints(frozenset(paths), lost))

    def _look(self) -> tuple[dict[str, Stamp], Stamp | None]:
        began = time.process_time()
        found: dict[str, Stamp] = {}
        for folder in iterate_folders(self._root, self._config):
            try:
                with os.scandir(f"{self._root}/{folder}") as listed:
                    for entry in listed:
                        if not entry.is_dir(follow_symlinks=False):
                            info = entry.stat(follow_symlinks=self._config.follow_symlinks)
                            found[folder + entry.name] = _stamp(info)
            except OSError:
                continue
        index = None
        if self._git is not None:
            try:
                index = _stamp(os.stat(self._git / "index"))
            except OSError:
                index = None
        self._pause = max(self._shortest, SHARE * (time.process_time() - began))
        return found, index

    def close(self) -> None: ...


def _stamp(info: os.stat_result) -> Stamp:
    return info.st_size, max(info.st_mtime_ns, info.st_ctime_ns), info.st_ino
