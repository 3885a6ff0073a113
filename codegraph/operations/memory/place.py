"""Which memory a request means: the engine of the home folder, and the namespaces of the repository around it."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from codegraph.memory.identity import USER, readable
from codegraph.operations.worktree import work_tree


def namespace_of(folder: Path) -> str:
    """The namespace of what is remembered in a folder: the id of the repository it lies in."""
    return _repository_of(work_tree(folder.absolute()))


@lru_cache(maxsize=64)
def _repository_of(root: Path) -> str:
    from codegraph.scan.identity import repository_id  # asks git

    return repository_id(root)


def readable_in(folder: Path) -> tuple[str, ...]:
    """The namespaces that are about a folder, its own first: its repository under its id and under its path, and what
    those inherit from, then what holds for the user everywhere. Agents name a project by the folder they work in."""
    root = work_tree(folder)
    real = os.path.realpath(root)
    paths = tuple(dict.fromkeys((str(root), real)))
    return tuple(dict.fromkeys((*readable([namespace_of(folder)]), *paths, USER)))
