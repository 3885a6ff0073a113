"""Replacement of the file of the memory database.

No process writes meanwhile, and none continues with the replaced file.

Writers share a lock that the replacement holds alone. A connection opened before detects by the identity of its file
that it must be opened again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import LockedError
from codegraph.store.lock import PAUSE, Hold, hold_writer_lock
from codegraph.store.memory.connection import BUSY_S

_LOCK: Final = "restore.lock"


class FileIdentity(NamedTuple):
    """Device and number of a file.

    They differ for another file under the same path.
    """

    device: int
    number: int


def get_file_identity(path: Path) -> FileIdentity | None:
    """Return the identity of the current file at `path`, or None without one."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return FileIdentity(found.st_dev, found.st_ino)


@contextmanager
def lock_replacement(path: Path) -> Iterator[None]:
    """Block every write to a database while its file is replaced.

    Raises LockedError.
    """
    try:
        with hold_writer_lock(path.with_name(_LOCK), BUSY_S):
            yield
    except LockedError as error:
        raise LockedError(
            f"other processes have been writing {path} for {BUSY_S:.0f} seconds; nothing was changed",
            hint="stop the agents and servers that use this memory, then run the same command again",
        ) from error


@contextmanager
def lock_against_replacement(path: Path, *, create: bool = True) -> Iterator[None]:
    """Keep the file at `path` from being replaced until the block ends.

    Waits while it is replaced. Raises LockedError. Without `create` nothing is created: where nobody has written yet,
    there is nothing to wait for.
    """
    hold = _share(path.with_name(_LOCK), create)
    try:
        yield
    finally:
        if hold is not None:
            hold.close()


def _share(lock: Path, create: bool) -> Hold | None:
    until = time.monotonic() + BUSY_S
    while True:
        try:
            return Hold(lock)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise LockedError(
                    f"the memory database has been rebuilt or restored for {BUSY_S:.0f} seconds; nothing was changed",
                    hint="wait for `codegraph memory rebuild` or `backup-restore` to end, then try again",
                ) from None
            time.sleep(PAUSE)
        except (FileNotFoundError, PermissionError):
            if not create:
                return None
            lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(lock, os.O_RDWR | os.O_CREAT, 0o644))
