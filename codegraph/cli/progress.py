"""Progress on stderr: a bar on a terminal, plain lines elsewhere.

It is silent when quiet.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from codegraph.streams import get_raw_stream

if TYPE_CHECKING:
    from rich.progress import Progress as RichBars
    from rich.progress import TaskID

    from codegraph.pipeline import Progress

PLAIN_SECONDS: Final = 2.0
"""Least time between two plain lines of one stage: enough to see life in a log, too little to flood it."""

PATIENCE_S: Final = 1.0
"""Seconds a question may take before its progress is shown."""

_STAGES: Final = {
    stage: at for at, stage in enumerate(("scan", "parse", "resolve", "embed", "commit", "fleet", "pull"))
}


@contextmanager
def show_progress(*, quiet: bool, patience_s: float = 0.0) -> Iterator[Progress | None]:
    """Show how far the work in the block is, once it has taken `patience_s` seconds."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty():
        with _show_bars(patience_s) as report:
            yield report
    else:
        yield PlainProgress(patience_s)


class PlainProgress:
    """Progress as lines of text.

    There is one at the start and at the end of each stage, and one every few seconds in between. Stages are reported in
    their order: the rest of a stage that continues during the next one, such as texts that another process reads,
    counts as part of the next one.
    """

    def __init__(self, patience_s: float = 0.0) -> None:
        self._stage = ""
        self._told = 0.0
        self._line = ""
        self._from = time.monotonic() + patience_s

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self._from or _STAGES.get(stage, -1) < _STAGES.get(self._stage, -1):
            return
        ended = total > 1 and done == total
        if stage == self._stage and not ended and now - self._told < PLAIN_SECONDS:
            return
        self._stage, self._told = stage, now
        line = f"{stage} {done:,}/{total:,}" if total > 1 else stage
        if line == self._line:
            return
        self._line = line
        try:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
        except (OSError, AttributeError):
            _discard_output()


def _discard_output() -> None:
    """Discard all further output to stderr, because nobody reads it.

    That is no reason to stop the work.
    """
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stderr.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):  # a stream without a descriptor of its own
        sys.stderr = None


@contextmanager
def _show_bars(patience_s: float) -> Iterator[Progress]:
    """Show bars when the work has taken long enough.

    Where no stage reports, it is one that only moves."""
    bars = Bars()
    if not patience_s:
        bars.show()
    with _set_alarm(patience_s, bars.show):
        try:
            yield bars
        finally:
            bars.close()


@contextmanager
def _set_alarm(seconds: float, ring: Callable[[], None]) -> Iterator[None]:
    """Call `ring` after that many seconds, between two steps of the work.

    It starts no thread, because that would forbid to fork."""
    import signal
    import threading

    if not seconds or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: ring())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


class Bars:
    """A bar for each stage. Loads what draws it when it is first shown."""

    def __init__(self) -> None:
        self._bars: RichBars | None = None
        self._tasks: dict[str, TaskID] = {}
        self._waiting: TaskID | None = None
        self._last: tuple[str, int, int] | None = None

    def show(self) -> None:
        """Begin to draw; the last report is shown at once."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichBars

        if self._bars is not None:
            return
        columns = (
            TextColumn("{task.description:>8}"),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
        )
        bars = self._bars = RichBars(*columns, console=Console(file=get_raw_stream(sys.stderr)), transient=True)
        bars.start()
        if self._last is not None:
            self(*self._last)
        else:
            self._waiting = bars.add_task("working", total=None, rate="")

    def close(self) -> None:
        """Take the bars off the terminal."""
        if self._bars is not None:
            self._bars.stop()

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._last = stage, done, total
        bars = self._bars
        if bars is None:
            return
        if self._waiting is not None:
            bars.remove_task(self._waiting)
            self._waiting = None
        if stage not in _STAGES:  # a wait, which ends with the next stage
            self._waiting = bars.add_task(stage, total=None, rate="")
            return
        if stage not in self._tasks:
            self._tasks[stage] = bars.add_task(stage, total=None, rate="")
        task = next(task for task in bars.tasks if task.id == self._tasks[stage])
        speed = task.finished_speed or task.speed
        rate = f"{speed:,.0f}/s" if speed else ""
        bars.update(task.id, completed=done, total=total or None, rate=rate)
