"""Waiting for what another process or the kernel does: for a condition, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

DEADLINE_S = 60.0
PAUSE_S = 0.02


def wait_for(look: Callable[[], T], what: str, deadline_s: float = DEADLINE_S) -> T:
    """The first true value of `look`. Fails when there is none in time, naming `what` was waited for."""
    until = time.monotonic() + deadline_s
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < until, f"waited {deadline_s:g} s for {what}"
        time.sleep(PAUSE_S)
