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

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress

PLAIN_SECONDS: Final = 2.0
"""Least time between two plain lines of one stage: enough to see life in a log, too little to flood it."""

PATIENCE_S: Final = 1.0
"""Seconds a question may take before its progress is shown."""

STAGES: Final = {stage: at for at, stage in enumerate(("scan", "parse", "resolve", "embed", "commit", "fleet", "pull"))}


@contextmanager
def show_progress(*, quiet: bool, patience_s: float = 0.0) -> Iterator[Progress | None]:
    """Show how far the work in the block is, once it has taken `patience_s` seconds."""
    if quiet or sys.stderr is None:
        yield None
    elif sys.stderr.isatty() and _can_redraw():
        with _show_bars(patience_s) as report:
            yield report
    else:
        yield PlainProgress(patience_s)


def _can_redraw() -> bool:
    from codegraph.runtime.live_region import can_redraw  # only who looks at a terminal waits for it

    return can_redraw(sys.stderr)


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
        if now < self._from or STAGES.get(stage, -1) < STAGES.get(self._stage, -1):
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
    from codegraph.cli.bars import Bars

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
