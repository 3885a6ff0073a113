"""Watching by watchdog: the default on macOS and Windows, elsewhere on request.

Its watches there are of whole trees and cost the same for any number of folders.
"""

from __future__ import annotations

import os
import queue
from pathlib import Path
from typing import Final

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from codegraph.scan.ignore_rules import ALWAYS_PRUNED, VCS_FOLDERS
from codegraph.settings.config import Config
from codegraph.watch.change_hints import INDEX_CHANGED, ROOT, BudgetError, ChangeHints

_READING: Final = frozenset(("opened", "closed_no_write"))


class Native:
    name = "watchdog"
    watches = 0

    def __init__(self, root: Path, config: Config, git_folder: Path | None) -> None:
        """Start the observer.

        Raises BudgetError when the system allows no more watches.
        """
        self._root = root
        self._pruned = VCS_FOLDERS if config.include else ALWAYS_PRUNED
        self._queue: queue.SimpleQueue[ChangeHints] = queue.SimpleQueue()
        self._observer = Observer()
        handler = _Handler(self._queue, self)
        try:
            self._observer.schedule(handler, str(root), recursive=True)
            if git_folder is not None and root not in git_folder.parents:
                self._observer.schedule(handler, str(git_folder), recursive=False)
            self._observer.start()
        except OSError as error:
            raise BudgetError(error.strerror or str(error)) from error
        self._index = str(git_folder / "index") if git_folder is not None else ""

    def wait(self, seconds: float) -> ChangeHints:
        try:
            seen = self._queue.get(timeout=seconds)
        except queue.Empty:
            return ChangeHints()
        while not self._queue.empty():
            seen = seen.merge(self._queue.get())
        return seen

    def build_hints(self, path: str, *, folder: bool) -> ChangeHints:
        """Return the hints of an event about `path` (absolute).

        They are empty for folders that are never indexed.
        """
        if path == self._index:
            return ChangeHints(frozenset(), INDEX_CHANGED)
        relative = os.path.relpath(path, self._root).replace(os.sep, "/")
        if relative == ".":
            return ChangeHints(frozenset((ROOT,)))
        parts = relative.split("/")
        if parts[0] == ".." or self._pruned.intersection(parts if folder else parts[:-1]):
            return ChangeHints()
        return ChangeHints(frozenset((f"{relative}/" if folder else relative,)))

    def close(self) -> None:
        self._observer.stop()
        self._observer.join()


class _Handler(FileSystemEventHandler):
    """Handler that runs in watchdog's thread.

    It records paths and nothing else, so that no event waits.
    """

    def __init__(self, target: queue.SimpleQueue[ChangeHints], native: Native) -> None:
        self._target, self._native = target, native

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in _READING:
            return
        for path in (event.src_path, event.dest_path):
            if path:
                seen = self._native.build_hints(os.fsdecode(path), folder=event.is_directory)
                if seen:
                    self._target.put(seen)
