"""Commands that read or make much and then end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def last_command() -> Iterator[None]:
    """The process ends after this: what is left of the run need not be searched for cycles, now or at exit."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
