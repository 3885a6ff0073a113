"""Watchdog: interrupts a resolver that makes no progress.

The work of a piece is limited by counting evaluations, so that the result is the same on every machine. A loop in a
helper that never evaluates anything is not counted, so time limits it.
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


TURNS: Final = 1_000
"""Turns of a loop, at each of which an error from another thread may be raised."""


class Watchdog:
    """A watch over a pulse, for the thread that enters it.

    Raises StalledError in that thread when the pulse has stood still for too long."""

    def __init__(self, pulse: Pulse, limit_s: float = LIMIT_S) -> None:
        self._pulse = pulse
        self._limit_s = limit_s
        self._watched = 0
        self._has_raised = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="resolve watchdog", daemon=True)

    def __enter__(self) -> Watchdog:
        self._watched = threading.get_ident()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        if self._has_raised:
            self._take_late_error()

    def _watch(self) -> None:
        count, since = -1, time.monotonic()
        while not self._over.wait(min(1.0, self._limit_s / 4)):
            now = time.monotonic()
            if self._pulse.count != count:
                count, since = self._pulse.count, now
            elif now - since >= self._limit_s:
                self._raise()
                since = now

    def _raise(self) -> None:
        self._has_raised = True
        thread, error = ctypes.c_ulong(self._watched), ctypes.py_object(StalledError)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)

    @staticmethod
    def _take_late_error() -> None:
        """Let an error that comes too late be raised here, and drop it.

        It is not cancelled, because Python 3.11 then takes the slow path at every call of the process, and hangs at the
        first one under a profiler."""
        try:
            for _ in range(TURNS):
                pass
        except StalledError:
            pass
