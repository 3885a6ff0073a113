"""The process that waits for events, separate from the one that indexes.

It empties the kernel's queue even while the other one is busy.

    python -m codegraph.watch.listener ROOT BACKEND

writes one JSON object a line, first `{"backend", "why", "watches"}`, then `{"paths", "lost", "watches"}` for everything
that happened since the last line that was read. It ends when its standard input does, which is when its parent dies,
however that dies. If the wanted backend is not available it writes `{"error", "hint"}` and ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Final

from codegraph.errors import InstallationError
from codegraph.scan.git import find_git_folder
from codegraph.settings.config import Config, load
from codegraph.watch.change_hints import Backend, BudgetError, ChangeHints
from codegraph.watch.poll import Poll

BACKENDS: Final = ("auto", "inotify", "watchdog", "poll")
_FOREVER: Final = 3600.0
_HINTS: Final = {
    "watchdog": "reinstall codegraph, which brings it; or leave the choice to codegraph: --backend auto",
    "inotify": "raise fs.inotify.max_user_watches on Linux; elsewhere, and without rights to do so: --backend auto",
}


def open_backend(root: Path, config: Config, wanted: str) -> tuple[Backend, str]:
    """Open the wanted backend, or the best available one for `auto`.

    The second value says why it is not a better one. Raises InstallationError if the wanted one is not available.
    """
    git = find_git_folder(root)
    if wanted == "poll":
        return Poll(root, config, git), "asked for"
    try:
        if wanted == "inotify" or (wanted == "auto" and sys.platform == "linux"):
            from codegraph.watch.inotify import Inotify

            return Inotify(root, config, git), ""
        from codegraph.watch.native import Native

        return Native(root, config, git), ""
    except (BudgetError, ImportError) as error:
        if wanted == "auto":
            return Poll(root, config, git), str(error)
        raise InstallationError(f"the backend {wanted} is not available: {error}", hint=_HINTS[wanted]) from error


class Outbox:
    """Buffer of changes that the pipe has not taken yet.

    A parent that is busy gets one long line, not many.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._seen = ChangeHints()

    def add(self, seen: ChangeHints) -> None:
        with self._changed:
            self._seen = self._seen.merge(seen)
            self._changed.notify()

    def take(self) -> ChangeHints:
        with self._changed:
            self._changed.wait_for(lambda: bool(self._seen))
            seen, self._seen = self._seen, ChangeHints()
            return seen


def say(row: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    root = Path(arguments[0])
    config = load(root)
    try:
        backend, why = open_backend(root, config, arguments[1])
    except InstallationError as error:
        say({"error": error.message, "hint": error.hint})
        return 1
    say({"backend": backend.name, "why": why, "watches": backend.watches})
    outbox = Outbox()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threading.Thread(target=_send, args=(outbox, backend), daemon=True).start()
    while True:
        try:
            seen = backend.wait(_FOREVER)
        except BudgetError as error:
            backend.close()
            backend = Poll(root, config, find_git_folder(root))
            say({"backend": backend.name, "why": str(error), "watches": 0})
            seen = ChangeHints(frozenset(), "watching began anew")
        if seen:
            outbox.add(seen)


def _end_with_parent() -> None:
    while sys.stdin.buffer.read(1):
        pass
    os._exit(0)


def _send(outbox: Outbox, backend: Backend) -> None:
    while True:
        seen = outbox.take()
        try:
            say({"paths": sorted(seen.paths), "lost": seen.lost, "watches": backend.watches})
        except OSError:
            os._exit(0)  # nobody reads us any more


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
