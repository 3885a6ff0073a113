"""File systems that a tree lies on.

Linux lists them in `/proc/self/mountinfo`; see proc(5)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

_MOUNTS: Final = Path("/proc/self/mountinfo")
_ESCAPE: Final = re.compile(rb"\\([0-7]{3})")

LOCAL: Final = frozenset(b"bcachefs btrfs ext2 ext3 ext4 f2fs jfs overlay ramfs reiserfs tmpfs xfs zfs".split())
"""Types of file systems that only this kernel writes to, so that it knows of every change. Those of networks, of other
machines and of programs (FUSE) change unnoticed."""


class Mount(NamedTuple):
    """A mounted file system.

    `device` is its number as text, `source` the part of it that is mounted."""

    point: bytes
    device: bytes
    source: bytes
    type: bytes


def read_mount_table() -> bytes:
    """Return the text of all mounts, b"" where the system has none to read."""
    try:
        return _MOUNTS.read_bytes()
    except OSError:
        return b""


def list_mounts(table: bytes, root: Path) -> list[Mount]:
    """Return the mount that holds `root`, the last of several, and those below it."""
    top = bytes(root).rstrip(b"/") + b"/"
    holding: Mount | None = None
    below: list[Mount] = []
    for line in table.splitlines():
        head, _, tail = line.partition(b" - ")
        words, types = head.split(), tail.split()
        if len(words) < 5 or not types:
            continue
        point = _ESCAPE.sub(lambda match: bytes([int(match[1], 8)]), words[4])
        mount = Mount(point, words[2], words[3], types[0])
        inside = point.rstrip(b"/") + b"/"
        if inside != top and inside.startswith(top):
            below.append(mount)
        elif top.startswith(inside) and (holding is None or len(point) >= len(holding.point)):
            holding = mount
    return [holding, *below] if holding is not None else []
