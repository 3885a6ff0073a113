"""Folder that a request means."""

from __future__ import annotations

import os
from pathlib import Path

from codegraph.store.layout import find_indexed_root


def find_work_tree(start: Path) -> Path:
    """Return the root of the git work tree around `start`, else `start` itself."""
    here = start.absolute()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return folder
    return here


def find_new_checkout(home: Path, start: Path) -> Path | None:
    """Return the git work tree around `start` when no index holds its files."""
    root = find_work_tree(start)
    if not (root / ".git").exists() or find_indexed_root(home, start) is not None:
        return None
    return Path(os.path.realpath(root))
