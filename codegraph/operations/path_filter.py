"""Files that a `--path` means."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.store.symbol_names import strip_root

if TYPE_CHECKING:
    from codegraph.query.index import Index

GLOB = frozenset("*?[")


def build_path_filter(path: str, root: Path) -> Callable[[str], bool]:
    """Return a predicate for paths below `root` that a pattern matches.

    `path` is a folder, a file, or a glob with `*`, `?` or `[`; "" matches all. `**/` is any number of folders,
    including none.
    """
    wanted = normalize_path(path, root)
    if not wanted:
        return lambda _: True
    if GLOB.intersection(wanted):
        globs = (wanted, wanted.replace("**/", ""))
        return lambda candidate: any(fnmatchcase(candidate, glob) for glob in globs)
    return lambda candidate: candidate == wanted or candidate.startswith(wanted + "/")


def normalize_path(path: str, root: Path) -> str:
    """Return a path as the index spells it.

    It has no `./` and no trailing `/`, and is relative to the repository, whose own path is "".
    """
    found = strip_root(path, root).removeprefix("./").rstrip("/")
    return "" if found == "." else found


def warn_if_unmatched(index: Index, path: str) -> tuple[str, ...]:
    """Return a warning when `path` matches no indexed file.

    Nothing could be found there.
    """
    if not path or any(map(build_path_filter(path, index.root), index.read_known_files())):
        return ()
    return (f"no indexed file is meant by the path {path}; paths begin at {index.root}",)
