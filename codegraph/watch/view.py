"""Output of a watcher: lines for a log, or a view that is redrawn."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from codegraph.indexing.incremental import Refreshed
from codegraph.runtime.live_region import BOLD, DIM, YELLOW, LiveRegion, Run, can_redraw
from codegraph.runtime.text_streams import get_raw_stream
from codegraph.store.watching import Activity, WatchState
from codegraph.watch.watcher import Observer

SHOWN_FILES: Final = 3
SHOWN_REFRESHES: Final = 10
REDRAWS: Final = 8  # a second, at most


def format_refresh(done: Refreshed) -> str:
    """Return a line such as `generation 8 in 140 ms: 2 files changed (src/a.py)`."""
    names = ", ".join(done.paths[:SHOWN_FILES])
    more = f" and {len(done.paths) - SHOWN_FILES} more" if len(done.paths) > SHOWN_FILES else ""
    files = f" ({names}{more})" if names else ""
    return f"generation {done.generation} in {format_duration(done.seconds)}: {done.reason}{files}"


def format_duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.{int(seconds < 10)}f} s"


def format_watching(state: WatchState) -> str:
    watches = f", {state.watches:,} folders" if state.watches else ""
    why = f" ({state.why})" if state.why else ""
    return f"watching {state.root} by {state.backend}{watches}{why}"


class Lines:
    """View with one line for each event, with its time."""

    def __init__(self) -> None:
        self._backend = ("", "")

    def report_state(self, state: WatchState) -> None:
        if state.backend and (state.backend, state.why) != self._backend:
            self._backend = (state.backend, state.why)
            self._say(format_watching(state))

    def report_progress(self, stage: str, done: int, total: int) -> None:
        del stage, done, total

    def report_refresh(self, done: Refreshed) -> None:
        self._say(format_refresh(done))

    def report_problem(self, text: str) -> None:
        self._say(f"warning: {text}")

    def _say(self, text: str) -> None:
        stamp = time.strftime("%Y-%m-%d %H:%M:%S")
        sys.stderr.write(f"{stamp} {text}\n")
        sys.stderr.flush()


class Quiet:
    """View that shows only problems."""

    def report_state(self, state: WatchState) -> None: ...

    def report_progress(self, stage: str, done: int, total: int) -> None: ...

    def report_refresh(self, done: Refreshed) -> None: ...

    def report_problem(self, text: str) -> None:
        sys.stderr.write(f"warning: {text}\n")
        sys.stderr.flush()


class Screen:
    """View on a terminal: the watched tree, the current activity, the last refreshes."""

    def __init__(self) -> None:
        self._state: WatchState | None = None
        self._stage: tuple[str, int, int] = ("", 0, 0)
        self._history: deque[tuple[str, str]] = deque(maxlen=SHOWN_REFRESHES)

    def report_state(self, state: WatchState) -> None:
        self._state = state
        if state.activity is not Activity.REFRESHING:
            self._stage = ("", 0, 0)

    def report_progress(self, stage: str, done: int, total: int) -> None:
        self._stage = (stage, done, total)

    def report_refresh(self, done: Refreshed) -> None:
        self._note(format_refresh(done))

    def report_problem(self, text: str) -> None:
        self._note(f"warning: {text}")

    def _note(self, text: str) -> None:
        self._history.append((time.strftime("%H:%M:%S"), text))

    def describe(self) -> list[list[Run]]:
        """Return the lines of the view."""
        state = self._state
        if state is None:
            return [[Run("starting")]]
        history = [
            [Run(f"{when}  ", DIM), Run(text, YELLOW if text.startswith("warning") else "")]
            for when, text in tuple(self._history)  # the watcher adds to it meanwhile
        ]
        return [
            [Run(format_watching(state), BOLD)],
            [Run(self._describe_activity(state))],
            *history,
            [Run("Ctrl-C ends", DIM)],
        ]

    def _describe_activity(self, state: WatchState) -> str:
        if state.problem:
            return f"trying again: {state.problem}"
        if state.activity is Activity.GATHERING:
            return f"{state.pending or 'some'} files changed, waiting for more"
        if state.activity is Activity.REFRESHING:
            stage, done, total = self._stage
            amount = f" {done:,} of {total:,}" if total > 1 else ""
            return f"refreshing: {stage or 'compare'}{amount}"
        age = int(time.time() - state.last_at) if state.last_at else 0
        return f"generation {state.generation} is up to date, looked at {age} s ago"


@contextmanager
def open_view(*, quiet: bool) -> Iterator[Observer]:
    """Open a view on standard error.

    It is redrawn on a terminal, prints lines elsewhere, and only problems when quiet.
    """
    if quiet:
        yield Quiet()
    elif can_redraw(sys.stderr):
        screen = Screen()
        with _keep_drawn(screen):
            yield screen
    else:
        yield Lines()


@contextmanager
def _keep_drawn(screen: Screen) -> Iterator[None]:
    """Draw a view again and again: what it says of time changes by itself."""
    region, ended = LiveRegion(get_raw_stream(sys.stderr)), threading.Event()

    def redraw() -> None:
        while not ended.wait(1 / REDRAWS):
            region.draw(screen.describe())

    thread = threading.Thread(target=redraw, name="view", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        region.clear()
