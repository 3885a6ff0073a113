"""Watching on Linux by inotify: one watch for each folder that is not ignored.

It uses the kernel's interface instead of watchdog, which watches either whole trees, ignored ones included, or single
folders at the price of a thread each (600 folders: 603 threads; a burst of 6,000 writes took 2.8 s of CPU, here 0.3 s).
A change is queued before the call that made it returns, so reading until the queue is empty yields all changes made
before. See inotify(7) for the interface.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import select
import struct
import sys
import termios
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from codegraph.scan.folders import iterate_folders
from codegraph.settings.config import Config
from codegraph.watch.change_hints import INDEX_CHANGED, ROOT, BudgetError, ChangeHints

MODIFY: Final = 0x2
ATTRIB: Final = 0x4
CLOSE_WRITE: Final = 0x8
MOVED_FROM: Final = 0x40
MOVED_TO: Final = 0x80
CREATE: Final = 0x100
DELETE: Final = 0x200
DELETE_SELF: Final = 0x400
MOVE_SELF: Final = 0x800
OVERFLOW: Final = 0x4000
IGNORED: Final = 0x8000
ONLYDIR: Final = 0x1000000
DONT_FOLLOW: Final = 0x2000000
EXCL_UNLINK: Final = 0x4000000
ISDIR: Final = 0x40000000

# A file that stays open while it is written is seen when it is closed, or by the next comparison of the whole tree.
_MASK: Final = (
    ATTRIB | CLOSE_WRITE | MOVED_FROM | MOVED_TO | CREATE | DELETE | DELETE_SELF | MOVE_SELF | ONLYDIR | EXCL_UNLINK
)
_EVENT: Final = struct.Struct("iIII")  # watch, mask, cookie, length of the name
_COUNT: Final = struct.Struct("i")
_BUFFER: Final = 1 << 18
_NONBLOCK_CLOEXEC: Final = os.O_NONBLOCK | os.O_CLOEXEC
_INDEX: Final = b"index"
_OVERFLOWED: Final = "the queue of events overflowed"
_GIT_GONE: Final = "git's folder was removed"

MOST_NEW: Final = 200
"""Of more new folders at once, the whole tree is walked again."""


class Inotify:
    """Watches on the folders of `root` that hold files of its index.

    `git_folder` is watched for a new index.
    """

    name = "inotify"

    def __init__(
        self, root: Path, config: Config, git_folder: Path | None, *, thorough: bool = False,
        most_watches: int = sys.maxsize,
    ) -> None:  # fmt: skip
        """Register the folders.

        With `thorough`, the events can replace a comparison: a write counts although the file stays open, and folders
        of excluded files are watched. Raises BudgetError when the system or `most_watches` allows no more.
        """
        self._root, self._config = root, config
        self._thorough = thorough
        self._mask = _MASK | (MODIFY if thorough else 0)
        self._most = most_watches
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._handle = self._libc.inotify_init1(_NONBLOCK_CLOEXEC)
        if self._handle < 0:
            raise BudgetError(_describe_shortage(ctypes.get_errno()))
        self._folder_of: dict[int, str] = {}
        self._watch_of: dict[str, int] = {}
        self._git = -1
        self._poll = select.poll()
        self._poll.register(self._handle, select.POLLIN)
        try:
            self.cover()
            if git_folder is not None:
                self._git = self._add(os.fsencode(git_folder), MOVED_TO | CLOSE_WRITE)
        except BaseException:
            self.close()
            raise

    @property
    def watches(self) -> int:
        return len(self._watch_of)

    def is_watched(self, folder: str) -> bool:
        """Return whether changes in a folder are noticed.

        It is relative to the root and ends in "/"."""
        return folder in self._watch_of

    def wait(self, seconds: float) -> ChangeHints:
        if not self._poll.poll(max(0.0, seconds * 1000)):
            return ChangeHints()
        seen, made = self._take_in(self._read(_BUFFER))
        if seen.lost:
            self.cover()  # folders may have been made unseen; known ones keep their watch
        else:
            self._cover_new(made)
        return seen

    def drain(self) -> ChangeHints:
        """Return everything that changed until now; wait for nothing.

        New folders are watched from here on. After `lost` other than INDEX_CHANGED, some may not be."""
        (pending,) = _COUNT.unpack(fcntl.ioctl(self._handle, termios.FIONREAD, bytes(_COUNT.size)))
        if not pending:
            return ChangeHints()
        seen, made = self._take_in(self._read(pending))
        if seen.lost in ("", INDEX_CHANGED):
            self._cover_new(made)
        return seen

    def _take_in(self, events: Iterator[tuple[int, int, bytes]]) -> tuple[ChangeHints, list[str]]:
        """Return the hints, and the folders that are not watched yet."""
        paths: set[str] = set()
        made: dict[str, None] = {}
        lost = ""
        for watch, mask, name in events:
            if mask & OVERFLOW:
                lost = _OVERFLOWED
            elif watch == self._git:
                lost = lost or (INDEX_CHANGED if name == _INDEX else "")
                lost = _GIT_GONE if mask & IGNORED else lost
            elif watch in self._folder_of:
                self._take(watch, mask, os.fsdecode(name), paths, made)
        return ChangeHints(frozenset(paths), lost), [folder for folder in made if folder not in self._watch_of]

    def _take(self, watch: int, mask: int, name: str, paths: set[str], made: dict[str, None]) -> None:
        folder = self._folder_of[watch]
        if mask & IGNORED:
            self._forget(watch)
        elif mask & (DELETE_SELF | MOVE_SELF) or not (folder or name):
            paths.add(folder or ROOT)
            if not folder and mask & MOVE_SELF:
                self._forget_tree("")
        elif mask & ISDIR and name:
            below = f"{folder}{name}/"
            if mask & ~(ATTRIB | ISDIR):
                self._forget_tree(below)  # one that was there is gone, also where another one took its name
            if mask & (ATTRIB | CREATE | MOVED_TO):
                made[below] = None  # watched when all events are read: rules cost a process or two to ask
            paths.add(below)
        elif name:
            paths.add(folder + name)

    def _read(self, size: int) -> Iterator[tuple[int, int, bytes]]:
        try:
            data = os.read(self._handle, size)
        except BlockingIOError:
            return
        at = 0
        while at + _EVENT.size <= len(data):
            watch, mask, _, length = _EVENT.unpack_from(data, at)
            at += _EVENT.size
            yield watch, mask, data[at : at + length].rstrip(b"\0")
            at += length

    def _cover_new(self, made: Sequence[str]) -> None:
        if made:
            self.cover(*(made if len(made) <= MOST_NEW else ()))

    def cover(self, *below: str) -> None:
        """Watch the folders at or below those given, all without any.

        Raises BudgetError.
        """
        for folder in iterate_folders(self._root, self._config, *below, with_excluded=self._thorough):
            link = 0 if self._config.follow_symlinks or not folder else DONT_FOLLOW
            watch = self._add(os.fsencode(f"{self._root}/{folder}"), self._mask | link)
            if watch >= 0:
                known = self._folder_of.get(watch)
                if known is not None and known != folder:
                    self._watch_of.pop(known, None)
                self._folder_of[watch] = folder
                self._watch_of[folder] = watch
                if len(self._watch_of) > self._most:
                    raise BudgetError(f"there are more than {self._most:,} folders")

    def _add(self, path: bytes, mask: int) -> int:
        """Add a watch and return it, -1 for a folder that is gone or not accessible.

        Raises BudgetError.
        """
        watch = self._libc.inotify_add_watch(self._handle, path, ctypes.c_uint32(mask))
        if watch < 0:
            code = ctypes.get_errno()
            if code in (errno.ENOSPC, errno.ENOMEM):
                raise BudgetError(_describe_shortage(code))
        return watch

    def _forget_tree(self, below: str) -> None:
        if below and below not in self._watch_of:
            return  # nor is anything in it: folders are watched from the root down
        for folder in [f for f in self._watch_of if f.startswith(below)]:
            self._libc.inotify_rm_watch(self._handle, self._watch_of[folder])
            self._forget(self._watch_of[folder])

    def _forget(self, watch: int) -> None:
        folder = self._folder_of.pop(watch, None)
        if folder is not None and self._watch_of.get(folder) == watch:
            del self._watch_of[folder]

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _describe_shortage(code: int) -> str:
    limit = "max_user_watches" if code == errno.ENOSPC else "max_user_instances"
    try:
        allowed = Path(f"/proc/sys/fs/inotify/{limit}").read_text(encoding="ascii").strip()
    except OSError:
        allowed = "unknown"
    return f"{os.strerror(code)}: fs.inotify.{limit} is {allowed}"
