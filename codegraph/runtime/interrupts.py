"""Handling of Ctrl-C.

The terminal sends it to all processes of a command, and one of them has to answer, in one line."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_AGAIN_S: Final = 0.01


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Keep processes that are started in the block from being interrupted.

    This one answers an interrupt and stops them. Without other threads, an interrupt that comes meanwhile is raised
    after the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def raise_again_where_lost() -> None:
    """Raise an interrupt again that Python would print and drop.

    Python does so in the callbacks of collected objects. It is raised a moment later, because an exception of this
    hook is dropped too."""
    usual = sys.unraisablehook

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            from _thread import interrupt_main
            from threading import Timer

            again = Timer(_AGAIN_S, interrupt_main)
            again.daemon = True
            again.start()
        else:
            usual(lost)

    sys.unraisablehook = hook


def is_interrupt(error: BaseException) -> bool:
    """Return whether an interrupt is what an error reports.

    A compiled library that calls Python may turn an interrupt into an error of its own that only names it in its
    text, as pydantic does while it builds a schema."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, KeyboardInterrupt) or KeyboardInterrupt.__name__ in str(seen):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def keep_exit_code() -> None:
    """Let this process end with the exit code it chose, although it was interrupted.

    `python -m` remembers that an interrupt left source text run by `exec`, as dataclasses do while they are defined,
    and then ends by the signal, even if the interrupt was caught further out. Running another text resets that."""
    exec("")


def end_at_once() -> None:
    """Let an interrupt end this process silently from now on.

    All output is written, and Python takes its time to end.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def exit_silently(code: int) -> None:
    """Let an interrupt end this process with `code` from now on.

    It does not matter what the threads wait for."""
    import os

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        os._exit(code)

    signal.signal(signal.SIGINT, end)
