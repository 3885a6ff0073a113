"""Lock for one writer per index, across processes.

The system frees the lock when its holder dies, in whatever way.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from codegraph.errors import LockedError, StorageError


class Holder(NamedTuple):
    """Holder of a lock.

    `since` is in seconds since the epoch.
    """

    pid: int
    host: str
    command: str
    since: float

    def __str__(self) -> str:
        began = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.since))
        return f"process {self.pid} on {self.host} since {began} ({self.command})"


_held: set[int] = set()


def _let_go_in_child() -> None:
    # A forked worker shares the lock, and would keep it when its parent is killed.
    while _held:
        os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_child)


PAUSE: Final = 0.02  # seconds between two attempts


@contextmanager
def hold_writer_lock(
    path: Path, wait_s: float = 0.0, waiting: Callable[[Holder | None], None] | None = None
) -> Iterator[None]:
    """Hold the lock file at `path`.

    Waits for its holder at most `wait_s` seconds. Before that `waiting` is told the holder, or None when the holder is
    unknown.

    Raises LockedError naming the holder, StorageError when the file cannot be created.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be created: {error.strerror}",
            hint="make the folder writable, or set CODEGRAPH_HOME to another one",
        ) from error
    try:
        if not _acquire(handle):
            if waiting is not None and wait_s > 0:
                waiting(read_holder(path))
            if not _acquire_within(handle, wait_s):
                _refuse(path)
        _held.add(handle)
        _describe(handle)
        try:
            yield
        finally:
            _truncate(handle)  # the words of the command may be ones that it erases
    finally:
        _held.discard(handle)
        os.close(handle)


def _refuse(path: Path) -> NoReturn:
    raise LockedError(
        f"the index is being written by {read_holder(path) or 'another process'}",
        hint="wait for it to finish, or stop that process; reading works meanwhile",
    )


def _acquire_within(handle: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not _acquire(handle):
        if time.monotonic() >= until:
            return False
        time.sleep(PAUSE)
    return True


def is_locked(path: Path) -> bool:
    """Return whether a live process holds the lock.

    Creates nothing.
    """
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _acquire(handle)
    finally:
        os.close(handle)


def read_holder(path: Path) -> Holder | None:
    """Return the last holder's description of itself, or None if it is not readable."""
    try:
        text = path.read_text(encoding="utf-8")
        import json  # few questions meet a lock that is held

        row = json.loads(text)
        return Holder(int(row["pid"]), str(row["host"]), str(row["command"]), float(row["since"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _describe(handle: int) -> None:
    command = " ".join([os.path.basename(sys.argv[0] or "python"), *sys.argv[1:]])[:200]
    import socket  # reading takes no lock

    row = {"pid": os.getpid(), "host": socket.gethostname(), "command": command, "since": time.time()}
    try:
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        import json

        os.write(handle, json.dumps(row).encode())
    except OSError:
        pass  # a full disk must not keep the lock from being held; its holder is then unnamed


def _truncate(handle: int) -> None:
    try:
        os.ftruncate(handle, 0)
    except OSError:
        pass


class Hold:
    """Protection of a folder from being swept away while it is read.

    It ends with `close`, or with its owner.
    """

    __slots__ = ("_handle",)

    def __init__(self, folder: Path) -> None:
        """Begin to protect a folder.

        Raises OSError when the folder is gone, or is being removed.
        """
        self._handle = -1
        self._handle = _share(folder)

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __del__(self) -> None:
        self.close()


@contextmanager
def keep_folder(folder: Path | None) -> Iterator[None]:
    """Keep a folder, if it exists, from being swept away during the block."""
    try:
        hold = Hold(folder) if folder is not None else None
    except OSError:  # there is none
        hold = None
    try:
        yield
    finally:
        if hold is not None:
            hold.close()


@contextmanager
def hold_if_free(folder: Path) -> Iterator[bool]:
    """Yield whether nobody holds `folder`.

    Nobody can begin to hold it until the block ends.
    """
    try:
        handle = _open_folder(folder)
    except OSError:
        yield True
        return
    try:
        yield _acquire_folder(handle)
    finally:
        if handle >= 0:
            os.close(handle)


if sys.platform == "win32":
    import msvcrt

    # Open files cannot be deleted there: what is read stays anyway.
    def _share(folder: Path) -> int:
        return -1

    def _open_folder(folder: Path) -> int:
        return -1

    def _acquire_folder(handle: int) -> bool:
        return True

    def _acquire(handle: int) -> bool:
        # Far past the text, so that others can still read who holds it.
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _share(folder: Path) -> int:
        handle = _open_folder(folder)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise
        return handle

    def _open_folder(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _acquire_folder(handle: int) -> bool:
        return _acquire(handle)

    def _acquire(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
