"""Which files a `--path` means."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase

GLOB = frozenset("*?[")


def path_filter(path: str) -> Callable[[str], bool]:
    """Whether a repository-relative path is meant by a folder, a file, or a glob with `*`, `?` or `[`; "" means all."""
    wanted = path.removeprefix("./").rstrip("/")
    if wanted in ("", "."):
        return lambda _: True
    if GLOB.intersection(wanted):
        return lambda candidate: fnmatchcase(candidate, wanted)
    return lambda candidate: candidate == wanted or candidate.startswith(wanted + "/")
