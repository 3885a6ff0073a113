"""Which folder a request means."""

from __future__ import annotations

from pathlib import Path


def work_tree(start: Path) -> Path:
    """The root of the git work tree around `start`, else `start` itself."""
    here = start.absolute()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return folder
    return here
