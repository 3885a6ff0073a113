"""Commands that read or make much and then end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def run_without_collector() -> Iterator[None]:
    """Run the last command of the process without the garbage collector.

    The remaining objects need not be searched for cycles, now or at exit.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
