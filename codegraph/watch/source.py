"""The watcher's end of the listener process.

Changes are merged until they are asked for. A listener that died is started again.
"""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import InstallationError, StorageError
from codegraph.runtime.python_processes import start_module
from codegraph.watch.change_hints import ChangeHints

MOST_DEATHS: Final = 3
"""A listener that died this often is replaced by one that polls: something in the faster ones does not work here."""

READY_S: Final = 60.0


class Listening(NamedTuple):
    """Backend by which changes are noticed.

    `why` is the reason why it is not a better one, "" when it is the best.
    """

    backend: str = ""
    why: str = ""
    watches: int = 0


class Source:
    """Events of one tree. `wait` from one thread only."""

    def __init__(self, root: Path, backend: str = "auto") -> None:
        self._root, self._backend = root, backend
        self._changed = threading.Condition()
        self._seen = ChangeHints()
        self._listening = Listening()
        self._refused: InstallationError | None = None
        self._process: subprocess.Popen[str] | None = None
        self._deaths = 0

    def start(self) -> Listening:
        """Begin to listen; returns once every change from now on is noticed.

        Raises InstallationError where the backend is not available, StorageError when it cannot for another reason."""
        self.stop()
        self._listening = Listening()
        process = start_module(
            "codegraph.watch.listener", [str(self._root), self._backend], root=self._root,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._process = process
        receiving = threading.Thread(target=self._receive, args=(process,), daemon=True)
        receiving.start()
        with self._changed:
            self._changed.wait_for(lambda: self._has_answered(process), READY_S)
        if process.poll() is not None:
            receiving.join()  # its last words
        with self._changed:
            if self._refused is not None:
                raise self._refused
            if not self._listening.backend:
                raise StorageError(
                    f"changes in {self._root} cannot be listened to", hint="try `codegraph watch --backend poll`"
                )
            return self._listening

    def wait(self, seconds: float) -> ChangeHints:
        """Return the changes since the last call, as soon as there are any.

        The result is empty after `seconds`.
        """
        with self._changed:
            self._changed.wait_for(self._has_news, seconds)
            seen, self._seen = self._seen, ChangeHints()
        if self._has_died():
            self._deaths += 1
            instead = self._listening.backend if self._deaths >= MOST_DEATHS else ""
            if instead:
                self._backend = "poll"
            self.start()
            if instead and instead != "poll":
                with self._changed:
                    why = f"the process that listens by {instead} ended {self._deaths} times"
                    self._listening = self._listening._replace(why=why)
            return ChangeHints(frozenset(), "the process that listens ended")
        return seen

    @property
    def listening(self) -> Listening:
        with self._changed:
            return self._listening

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _has_answered(self, process: subprocess.Popen[str]) -> bool:
        return bool(self._listening.backend) or self._refused is not None or process.poll() is not None

    def _has_news(self) -> bool:
        return bool(self._seen) or self._has_died()

    def _has_died(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def _receive(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._take(process, json.loads(line))
        process.wait()
        with self._changed:
            self._changed.notify()

    def _take(self, process: subprocess.Popen[str], row: dict[str, object]) -> None:
        with self._changed:
            if process is not self._process:
                return  # of one that was replaced
            if "error" in row:
                self._refused = InstallationError(str(row["error"]), hint=str(row["hint"]))
            elif "backend" in row:
                self._listening = Listening(str(row["backend"]), str(row["why"]), int(str(row["watches"])))
            else:
                paths = row["paths"]
                assert isinstance(paths, list)
                self._seen = self._seen.merge(ChangeHints(frozenset(map(str, paths)), str(row["lost"])))
                self._listening = self._listening._replace(watches=int(str(row["watches"])))
            self._changed.notify()
