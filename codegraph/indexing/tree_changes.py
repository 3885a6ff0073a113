"""Comparison of an index with the files that it was made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.scan.file_listing import Candidate, find_candidate, scan
from codegraph.scan.file_reading import read_file
from codegraph.settings.config import Config
from codegraph.store.code_fingerprint import load_code_fingerprint
from codegraph.store.reader import KnownFile

COARSE_NS: Final = 2_000_000_000
FINE_NS: Final = 100_000_000
"""How long after a change a file system may give another change the same time: some keep whole or even seconds only,
the others go by the ticks of a kernel."""


Stamps = Mapping[str, tuple[int, int]]
"""Size and time of a `Candidate`, by path."""


class TreeChanges(NamedTuple):
    """Differences between the files below a root and the known ones.

    `candidates` are files that are new or changed. `skipped` are paths that are left out, with the reason. `gone` are
    known paths that do not exist any more, sorted.
    """

    candidates: list[Candidate]
    skipped: dict[str, str]
    gone: list[str]


Look = Callable[[Path, Config, Stamps], TreeChanges]


def look(root: Path, config: Config, known: Stamps) -> TreeChanges:
    """List the files below a root and compare their sizes and times.

    Raises UnreadableError.
    """
    found = scan(root, config, known)
    skipped = {skip.path: skip.reason for skip in found.skips}
    gone = known.keys() - {c.path for c in found.candidates} - skipped.keys()
    removed = sorted(gone.difference(found.same)) if len(found.same) < len(gone) else []
    return TreeChanges(found.candidates, skipped, removed)


def look_at(paths: Iterable[str], root: Path, config: Config, known: Stamps) -> TreeChanges:
    """Compare the sizes and times of some files, as `look` does for all files."""
    found = {path: find_candidate(root, path, config) for path in paths}
    changed = [c for path, c in found.items() if c is not None and known.get(path) != (c.size, c.mtime_ns)]
    return TreeChanges(sorted(changed), {}, sorted(path for path, c in found.items() if c is None and path in known))


def compute_index_fingerprint(config: Config) -> str:
    """Return a text that changes with everything but the files that decides an index."""
    return f"{load_code_fingerprint(config.home)} {config.compute_fingerprint()}"


def is_changed(root: Path, candidate: Candidate, known: KnownFile, config: Config) -> bool:
    """Return whether a file differs from its row.

    Sizes and times are compared first. If those differ or prove nothing, the content decides.
    """
    row = known.row
    if candidate.size == row.size and candidate.mtime_ns == known.mtime_ns:
        return False
    if not row.digest:
        return True
    read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
    return read.digest != row.digest


def is_racy(changed_ns: int, began_ns: int) -> bool:
    """Return whether a file may change while its modification time stays the same.

    `changed_ns` is the file's modification time and `began_ns` the time from which on it was read. A time in the future
    proves nothing either, because the clock may have been set back.
    """
    whole = changed_ns % 1_000_000_000 == 0
    return changed_ns >= began_ns - (COARSE_NS if whole else FINE_NS)
