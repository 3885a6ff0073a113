"""Ctrl-C while processes are started: the terminal sends it to all of them, and one of them has to answer."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_back(*, forked: bool) -> Iterator[None]:
    """What is started meanwhile is not interrupted, while it loads or later, and leaves saying so to this process,
    which stops it. In a process without other threads an interrupt that comes meanwhile is raised afterwards. `forked`:
    nothing is loaded anew."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if not forked:
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # what starts others starts it first, and lets interrupts through after it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
