"""Numbers in memory that a worker writes and its parent reads.

The parent can read them even while the worker hangs.

multiprocessing keeps such numbers in a file of /dev/shm or of the folder for temporary files, mapped before anybody
knows whether there is room for it: on a full disk writing the first one kills the process, and if nothing may be
written there are no workers. Memory without a file has neither problem; systems that lack it get the file.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Sequence
from multiprocessing.context import BaseContext
from typing import Final, Protocol

_BYTES: Final = 8


class Numbers(Protocol):
    """Operations that `array("d")` has as well."""

    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int, value: float, /) -> None: ...


def create_shared_numbers(context: BaseContext, values: Sequence[float]) -> Numbers:
    """Return numbers for processes of `context` that receive them when they start.

    Raises OSError.
    """
    if hasattr(os, "memfd_create"):
        try:
            descriptor = os.memfd_create("codegraph", os.MFD_CLOEXEC)
        except OSError:
            pass  # an old kernel, or a sandbox
        else:
            try:
                os.pwrite(descriptor, bytes(_BYTES * len(values)), 0)
                found = _InMemory(descriptor)
            finally:
                os.close(descriptor)
            for at, value in enumerate(values):
                found[at] = value
            return found
    return context.RawArray("d", list(values))


class _InMemory:
    """Numbers in a file without a name or place.

    The descriptor that it is made from stays the caller's.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = os.dup(descriptor)
        self._numbers = memoryview(mmap.mmap(descriptor, 0)).cast("d")

    def __getitem__(self, at: int, /) -> float:
        return self._numbers[at]

    def __setitem__(self, at: int, value: float, /) -> None:
        self._numbers[at] = value

    def __reduce__(self) -> tuple[object, ...]:
        from multiprocessing.reduction import DupFd

        return _receive, (DupFd(self._descriptor),)

    def __del__(self) -> None:
        os.close(self._descriptor)


class _DuplicatedDescriptor(Protocol):
    def detach(self) -> int: ...


def _receive(handed: _DuplicatedDescriptor) -> _InMemory:
    descriptor = handed.detach()
    try:
        return _InMemory(descriptor)
    finally:
        os.close(descriptor)
