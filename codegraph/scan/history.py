"""What git's history says of files: when each changed last, and which changed together."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final, NamedTuple

COMMITS: Final = 500
"""Newest commits that are read; a commit of more than `LARGEST` files says nothing of how those belong together."""

LARGEST: Final = 30
_TIMEOUT_S: Final = 10


class Change(NamedTuple):
    """One commit: seconds since the epoch, and the files it touched, relative to the root."""

    when: int
    files: tuple[str, ...]


def changes(root: Path) -> list[Change]:
    """The newest commits below `root`, newest first; empty without git, without a history, or when git takes long."""
    command = (
        "git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false", "-C", str(root), "log", "--no-renames",
        "--relative", "--no-merges", f"-n{COMMITS}", "--format=%x00%ct", "--name-only", "-z", "--", ".",
    )  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    found: list[Change] = []
    for record in done.stdout.split(b"\0\0"):
        stamp, *names = record.strip(b"\0\n").replace(b"\n", b"\0").split(b"\0")
        if stamp.isdigit():
            files = tuple(name.decode("utf-8", "replace") for name in names if name)
            found.append(Change(int(stamp), files))
    return found
