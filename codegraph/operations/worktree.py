"""Which folder a request means."""

from __future__ import annotations

import os
from pathlib import Path

from codegraph.store.layout import find_indexed_root


def work_tree(start: Path) -> Path:
    """The root of the git work tree around `start`, else `start` itself."""
    here = start.absolute()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return folder
    return here


def find_new_checkout(home: Path, start: Path) -> Path | None:
    """Return the git work tree around `start` when nothing in it has an index.

    An index of a folder around the work tree is that of another one: work trees are often made within another."""
    root = Path(os.path.realpath(work_tree(start)))
    if not (root / ".git").exists():
        return None
    found = find_indexed_root(home, start)
    return root if found is None or found[0] in root.parents else None
