"""Processor time of slow processes, which tells whether they hang or wait.

On a busy machine a file of seconds takes minutes, and a grammar that hangs must still be stopped.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

PATIENCE: Final = 10
"""How many times its limit a process may take that gets hardly anything of a processor."""

_RUNS: Final = frozenset("RD")
"""States of a process that wants a processor, or waits for a disk."""


def is_late(pid: int, waited_s: float, limit_s: float, before_s: float) -> bool:
    """Return whether a process has used up the time for its current work.

    It has worked for `waited_s` seconds, and had used `before_s` seconds of processor time when it began; the limit is
    `limit_s` seconds of processor time. If these cannot be read, as on macOS, elapsed time alone decides.
    """
    if waited_s < limit_s:
        return False
    used = _read_used_seconds(pid)
    return used is None or waited_s >= PATIENCE * limit_s or used - before_s >= limit_s


def _read_used_seconds(pid: int) -> float | None:
    """Return the processor seconds of a process that runs or is ready to run.

    The result is None for any other.
    """
    with suppress(OSError, ValueError, IndexError, AttributeError):
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as handle:
            fields = handle.read().rpartition(")")[2].split()  # a name may hold anything
        if fields[0] in _RUNS:
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None
