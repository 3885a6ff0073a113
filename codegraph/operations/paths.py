"""Files that a `--path` means."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.store.naming import from_root

if TYPE_CHECKING:
    from codegraph.index import Index

GLOB = frozenset("*?[")


def path_filter(path: str, root: Path) -> Callable[[str], bool]:
    """Whether a path below `root` is meant by a folder, a file, or a glob with `*`, `?` or `[`; "" means all. `**/` is
    any number of folders, none as well."""
    wanted = plain_path(path, root)
    if not wanted:
        return lambda _: True
    if GLOB.intersection(wanted):
        globs = (wanted, wanted.replace("**/", ""))
        return lambda candidate: any(fnmatchcase(candidate, glob) for glob in globs)
    return lambda candidate: candidate == wanted or candidate.startswith(wanted + "/")


def plain_path(path: str, root: Path) -> str:
    """A path as the index spells it: without `./`, the last `/`, and the folder of the repository, which is ""."""
    found = from_root(path, root).removeprefix("./").rstrip("/")
    return "" if found == "." else found


def nowhere(index: Index, path: str) -> tuple[str, ...]:
    """A warning when no indexed file is meant by `path`: nothing could be found there."""
    if not path or any(map(path_filter(path, index.root), index.known_files())):
        return ()
    return (f"no indexed file is meant by the path {path}; paths begin at {index.root}",)
