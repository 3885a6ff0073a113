"""Watchdog: interrupts a resolver that stands still.

The work of a piece is limited by counting evaluations, so that the result is the same on every machine. What never
evaluates anything, a loop in a helper, is not counted: only time tells.
"""

from __future__ import annotations

import ctypes
import threading
import time
from types import TracebackType
from typing import Final

from codegraph.resolve.faults import Pulse, StalledError

LIMIT_S: Final = 300.0
"""Seconds for one piece of work, most of which take less than a millisecond."""


class Watchdog:
    """A watch over a pulse, for the thread that enters it.

    Raises StalledError in that thread when the pulse has stood still for too long."""

    def __init__(self, pulse: Pulse, limit_s: float = LIMIT_S) -> None:
        self._pulse = pulse
        self._limit_s = limit_s
        self._watched = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="resolve watchdog", daemon=True)

    def __enter__(self) -> Watchdog:
        self._watched = threading.get_ident()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._raise(None)  # what was about to be raised comes too late

    def _watch(self) -> None:
        count, since = -1, time.monotonic()
        while not self._over.wait(min(1.0, self._limit_s / 4)):
            now = time.monotonic()
            if self._pulse.count != count:
                count, since = self._pulse.count, now
            elif now - since >= self._limit_s:
                self._raise(StalledError)
                since = now

    def _raise(self, error: type[Exception] | None) -> None:
        of = ctypes.py_object(error) if error is not None else None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._watched), of)
