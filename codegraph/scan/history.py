"""History of files in git: last changes, and joint changes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from codegraph.analysis.cochange import Commit
from codegraph.scan.git import run_git
from codegraph_parsers.ids import to_printable_path

COMMITS: Final = 500
"""Newest commits that are read."""

_TIMEOUT_S: Final = 10


def list_commits(root: Path, revision: str = "HEAD") -> list[Commit]:
    """Return the newest commits of `revision` that touch files below `root`.

    The newest come first. The result is empty without git, without a history, or when git takes long.
    """
    told = run_git(
        root, "log", "--no-renames", "--relative", "--no-merges", f"-n{COMMITS}", "--format=%x00%ct", "--name-only",
        "-z", "--end-of-options", revision, "--", ".", timeout_s=_TIMEOUT_S,
    )  # fmt: skip
    found: list[Commit] = []
    for record in (told or b"").split(b"\0\0"):
        stamp, *names = record.strip(b"\0\n").replace(b"\n", b"\0").split(b"\0")
        if stamp.isdigit():
            files = tuple(to_printable_path(name.decode("utf-8", "surrogateescape")) for name in names if name)
            found.append(Commit(int(stamp), files))
    return found
