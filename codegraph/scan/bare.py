"""Repositories without a work tree, as servers keep them.

They hold no files to index.
"""

from __future__ import annotations

from pathlib import Path

from codegraph.errors import UnreadableError


def refuse_bare(root: Path) -> None:
    """Refuse a repository that has no work tree.

    Raises UnreadableError.
    """
    if (root / "HEAD").is_file() and (root / "objects").is_dir() and (root / "refs").is_dir():
        raise UnreadableError(
            f"{root} is a git repository without a work tree", hint="give the folder where its files are checked out"
        )
