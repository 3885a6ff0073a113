"""The watcher: waits for changes, lets them settle, and refreshes the index."""

from __future__ import annotations

import ctypes
import itertools
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from codegraph.errors import CodegraphError, ConfigError, LockedError, StorageError
from codegraph.indexing.incremental import IncrementalSession, Refreshed
from codegraph.query.index import Index
from codegraph.scan.git import find_git_folder
from codegraph.scan.ignore_rules import OWN_IGNORE
from codegraph.settings.config import Config, load
from codegraph.store.code_fingerprint import compute_source_stamp
from codegraph.store.lock import hold_writer_lock
from codegraph.store.watching import Activity, WatchFolder, WatchState, get_watch_folder
from codegraph.watch.change_hints import ROOT, ChangeHints
from codegraph.watch.source import Source
from codegraph_parsers.frameworks.repository_models import FOLDER as MODELS
from codegraph_parsers.ids import to_printable_path
from codegraph_parsers.structural_table import MANIFESTS

QUIET_S: Final = 0.1  # unless asked otherwise
"""Changes have come to rest when nothing happened for this long: an editor's save and a formatter's are one."""

LATEST_S: Final = 2.0
"""Something that never comes to rest is refreshed this often."""

GIT_LOCK_S: Final = 30.0
"""How long a git command that has the index locked is waited for: half a checkout is no state worth indexing."""

GIT_PAUSE_S: Final = 0.05

MANY: Final = 300
"""Of more paths, comparing the tree costs less than looking at each."""

REST_S: Final = 600.0
REST_BYTES: Final = 200_000_000
"""A watcher of that size that had nothing to do for that long starts again: small, and slower for the next change."""

SETTLE_S: Final = 20.0
"""What edits made is forced to the disk and sealed when no more came for that long: it reads the whole index."""

MOST_NOISE: Final = 10_000

TICK_S: Final = 10.0
"""How often a watcher looks whether it is still wanted: the root there, its lock still its own, the code the same."""

COMPARE_S: Final = 60.0
COMPARE_SHARE: Final = 500.0
"""The whole tree is compared, events or not, after this time or this many times what it took, whichever is longer: a
fifth of a percent of one core."""

RETRY_S: Final = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)

SETTINGS: Final = frozenset(("codegraph.toml", "pyproject.toml"))
RULES: Final = frozenset((".gitignore", OWN_IGNORE))


class Ending(StrEnum):
    """Reasons why a watcher ended."""

    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    IDLE = "nothing changed for as long as was asked"
    GONE = "the repository is no longer there"
    REPLACED = "its lock was removed"
    UPGRADED = "codegraph itself was changed"
    RESTED = "the memory of earlier refreshes is given back"

    @property
    def is_restart(self) -> bool:
        """Restart: the same command is to be run again in place of this one."""
        return self in (Ending.UPGRADED, Ending.RESTED)


class Observer(Protocol):
    """Receiver of the events of a watcher.

    It is called from the watcher's thread.
    """

    def report_state(self, state: WatchState) -> None: ...

    def report_progress(self, stage: str, done: int, total: int) -> None: ...

    def report_refresh(self, done: Refreshed) -> None: ...

    def report_problem(self, text: str) -> None: ...


class Watcher:
    """Watcher of one work tree.

    It runs until it is told to stop (KeyboardInterrupt), or until an `Ending`.
    """

    def __init__(
        self, root: Path, observer: Observer, *, backend: str = "auto", idle_s: float | None = None,
        quiet_s: float = QUIET_S,
    ) -> None:  # fmt: skip
        self._root = root
        self._config: Config = load(root)
        self._observer = observer
        self._idle_s = idle_s
        self._quiet_s = quiet_s
        self._folder: WatchFolder = get_watch_folder(self._config.home, root)
        self._state = WatchState(str(root), Activity.STARTING)
        self._source = Source(root, backend)
        self._session = IncrementalSession(root, self._config)
        self._git_folder = find_git_folder(root)
        self._code = compute_source_stamp()
        self._compare_at = 0.0  # on the clock of time.monotonic
        self._restart = False
        self._stopping = False
        self._loose = False  # whether there was a refresh since the index was last forced to the disk
        self._noise: set[str] = set()  # files that are written to and are no part of the repository

    def run(self) -> Ending:
        """Watch until the end, and return its kind.

        Raises LockedError naming the watcher that is already there, StorageError when nothing can be listened to.
        """
        with self._hold_lock():
            try:
                self._listen()
                self._refresh(ChangeHints(frozenset(), "watching began"))
                return self._run_loop()
            except KeyboardInterrupt:
                return Ending.STOPPED if self._stopping else Ending.INTERRUPTED
            finally:
                self._source.stop()
                self._settle()
                self._tell(activity=Activity.ENDED)

    def stop(self) -> None:
        """Stop, from a signal handler of the thread that runs.

        If Python drops the exception, as it does in the callbacks of collected objects, the loop ends at its next
        check; a second signal does not cut off the ending.
        """
        if not self._stopping:
            self._stopping = True
            raise KeyboardInterrupt

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        try:
            with hold_writer_lock(self._folder.lock):
                self._inode = os.stat(self._folder.lock).st_ino
                yield
        except LockedError as error:
            holder = self._folder.find_holder()
            raise LockedError(
                f"{self._root} is already watched by {holder or 'another process'}",
                hint="one watcher serves every session; see `codegraph watch status`",
            ) from error

    def _run_loop(self) -> Ending:
        last = time.monotonic()
        while True:
            now = time.monotonic()
            seen = self._source.wait(max(0.0, min(TICK_S, self._compare_at - now, self._compute_time_left(last, now))))
            if not seen and time.monotonic() >= self._compare_at:
                seen = ChangeHints(frozenset(), "time to compare")
            ending = self._find_ending()
            if not seen and time.monotonic() - last > SETTLE_S:
                self._settle()
            if ending is None and not seen and self._is_swollen(last):
                ending = Ending.RESTED
            if ending is not None:
                return ending
            seen = ChangeHints(seen.paths - self._noise, seen.lost)
            if seen:
                changed = self._refresh(self._gather(seen))
                last = time.monotonic() if changed else last
            if self._compute_time_left(last, time.monotonic()) <= 0:
                return Ending.IDLE

    def _settle(self) -> None:
        """Force the index to the disk, so that it survives a restart of the machine.

        Damage to it is then noticed.
        """
        if self._loose and self._root.is_dir():
            try:
                self._session.settle()
            except LockedError:
                return  # whoever writes makes another one
            except StorageError as error:
                self._observer.report_problem(error.message)
            self._loose = False

    def _is_swollen(self, last: float) -> bool:
        """Return whether the process should restart to release memory.

        Most of the memory of a refresh stays with the process, which does not need it between changes.
        """
        return time.monotonic() - last > REST_S and self._state.refreshes > 0 and measure_resident_bytes() > REST_BYTES

    def _compute_time_left(self, last: float, now: float) -> float:
        return TICK_S if self._idle_s is None else last + self._idle_s - now

    def _find_ending(self) -> Ending | None:
        if self._stopping:
            return Ending.STOPPED
        if not self._root.is_dir():
            return Ending.GONE
        try:
            if os.stat(self._folder.lock).st_ino != self._inode:
                return Ending.REPLACED
        except OSError:
            return Ending.REPLACED
        return Ending.UPGRADED if compute_source_stamp() != self._code else None

    def _gather(self, seen: ChangeHints) -> ChangeHints:
        """Wait until changes have settled and git is done, up to a limit."""
        self._tell(activity=Activity.GATHERING, pending=len(seen.paths))
        began = time.monotonic()
        while True:
            more = self._source.wait(self._quiet_s)
            seen = seen.merge(more)
            waited = time.monotonic() - began
            if self._is_git_busy() and waited < GIT_LOCK_S:
                seen = seen.merge(more).merge(self._source.wait(GIT_PAUSE_S))
                continue
            if not more or waited >= LATEST_S:
                return seen

    def _is_git_busy(self) -> bool:
        return self._git_folder is not None and os.path.lexists(self._git_folder / "index.lock")

    def _refresh(self, seen: ChangeHints) -> bool:
        """Refresh until it works, and return whether anything was changed."""
        for attempt in itertools.count():
            try:
                seen = self._follow(seen)  # fails where the repository goes meanwhile
                whole = bool(seen.lost) or len(seen.paths) > MANY or ROOT in seen.paths
                hints = None if whole else [to_printable_path(path) for path in seen.paths]
                self._tell(activity=Activity.REFRESHING, pending=len(seen.paths))
                done = self._session.refresh(hints, progress=self._observer.report_progress)
            except CodegraphError as error:
                if self._find_ending() is not None:
                    return False
                self._report_failure(error, attempt)
                seen = seen.merge(self._source.wait(RETRY_S[min(attempt, len(RETRY_S) - 1)]))
                continue
            self._record_refresh(done, whole=whole)
            if not done.redone and not whole:
                self._note_noise(seen.paths)
            return bool(done.redone)
        raise AssertionError("counting ended")

    def _note_noise(self, paths: frozenset[str]) -> None:
        """Note files that changed to no effect and are not in the index, such as logs.

        They are ignored until rules or settings change. The next comparison of the whole tree corrects mistakes.
        """
        try:
            with Index.open(self._root, self._config) as index:
                known = index.read_known_files()
        except CodegraphError:
            return
        if len(self._noise) > MOST_NOISE:
            self._noise.clear()
        self._noise |= {path for path in paths if not path.endswith("/") and to_printable_path(path) not in known}

    def _report_failure(self, error: CodegraphError, attempt: int) -> None:
        if attempt == 0 or not isinstance(error, LockedError):
            self._observer.report_problem(error.message)
        self._tell(activity=Activity.REFRESHING, problem=error.message)

    def _record_refresh(self, done: Refreshed, *, whole: bool) -> None:
        now = time.time()
        if whole:
            self._compare_at = time.monotonic() + max(COMPARE_S, COMPARE_SHARE * (0.0 if done.redone else done.seconds))
        if done.redone:
            self._loose = True
            self._observer.report_refresh(done)
            self._tell(
                activity=Activity.IDLE, generation=done.generation, pending=0, refreshes=self._state.refreshes + 1,
                last_ms=done.seconds * 1000, last_at=now, last_reason=done.reason, problem="",
            )  # fmt: skip
            _give_memory_back()
        else:
            self._tell(activity=Activity.IDLE, generation=done.generation, pending=0, last_at=now, problem="")
        for warning in done.warnings:
            self._observer.report_problem(warning)

    def _follow(self, seen: ChangeHints) -> ChangeHints:
        """Apply changed settings and rules before the changes are refreshed.

        Changes while nobody watched are found by comparing everything.
        """
        names = {path.rpartition("/")[2] for path in seen.paths}
        if seen.lost or names & SETTINGS or any(_is_table(path) for path in seen.paths):
            try:
                config = load(self._root)
            except ConfigError as error:  # half written, or wrong: the last good ones hold
                self._observer.report_problem(error.message)
                config = self._config
            if config != self._config:
                self._config = config
                self._session = IncrementalSession(self._root, config)
                self._restart = True
        if self._restart or names & RULES:
            self._noise.clear()
            self._listen()
            self._restart = False
            return ChangeHints(frozenset(), seen.lost or "watching began anew")
        return seen

    def _listen(self) -> None:
        self._tell(activity=self._state.activity)
        self._source.start()
        self._tell()

    def _tell(self, **changes: object) -> None:
        by = self._source.listening
        listening = {"backend": by.backend, "why": by.why, "watches": by.watches} if by.backend else {}
        state = replace(self._state, **(listening | changes))  # type: ignore[arg-type]
        if state != self._state:
            self._state = state
            self._folder.write(state)
            self._observer.report_state(state)


def measure_resident_bytes() -> int:
    """Return the memory of this process that is not swapped out, 0 if unknown."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _give_memory_back() -> None:
    """Return to the system the memory that a refresh needed and freed.

    A watcher is idle nearly always.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of the GNU library alone
        if trim is not None:
            trim(0)


def _is_table(path: str) -> bool:
    """Return whether a file is a table of a language or a model of a framework."""
    return f"{MANIFESTS}/" in path or f"{MODELS}/" in path
