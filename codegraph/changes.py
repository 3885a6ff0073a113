"""Comparison of an index with the files that it was made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.config import Config
from codegraph.fingerprint import code_fingerprint
from codegraph.scan.read import read_file
from codegraph.scan.walk import Candidate, candidate_at, scan
from codegraph.store.reader import KnownFile

COARSE_NS: Final = 2_000_000_000
FINE_NS: Final = 100_000_000
"""How long after a change a file system may give another change the same time: some keep whole or even seconds only,
the others go by the ticks of a kernel."""


Stamps = Mapping[str, tuple[int, int]]
"""Size and time of a `Candidate`, by path."""


class Looked(NamedTuple):
    """Compare the files below a root with what is known of them: those that are new or not as they were, what is
    left out with the reason, by path, and known paths that are not there any more, sorted."""

    candidates: list[Candidate]
    skipped: dict[str, str]
    gone: list[str]


Look = Callable[[Path, Config, Stamps], Looked]


def look(root: Path, config: Config, known: Stamps) -> Looked:
    """List the files and compare their sizes and times. Raises UnreadableError."""
    found = scan(root, config, known)
    skipped = {skip.path: skip.reason for skip in found.skips}
    gone = known.keys() - {c.path for c in found.candidates} - skipped.keys()
    removed = sorted(gone.difference(found.same)) if len(found.same) < len(gone) else []
    return Looked(found.candidates, skipped, removed)


def look_at(paths: Iterable[str], root: Path, config: Config, known: Stamps) -> Looked:
    """Compare the sizes and times of some files, as `look` does those of all of them."""
    found = {path: candidate_at(root, path, config) for path in paths}
    changed = [c for path, c in found.items() if c is not None and known.get(path) != (c.size, c.mtime_ns)]
    return Looked(sorted(changed), {}, sorted(path for path, c in found.items() if c is None and path in known))


def index_fingerprint(config: Config) -> str:
    """Text that changes with whatever else than the files decides what an index holds."""
    return f"{code_fingerprint(config.home)} {config.fingerprint()}"


def is_changed(root: Path, candidate: Candidate, known: KnownFile, config: Config) -> bool:
    """By size and time; where those differ or prove nothing, by content."""
    row = known.row
    if candidate.size == row.size and candidate.mtime_ns == known.mtime_ns:
        return False
    if not row.digest:
        return True
    read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
    return read.digest != row.digest


def is_racy(changed_ns: int, began_ns: int) -> bool:
    """Whether a file of that time, looked at from `began_ns` on, may change with its time staying the same. A time in
    the future proves nothing either: the clock was set back."""
    whole = changed_ns % 1_000_000_000 == 0
    return changed_ns >= began_ns - (COARSE_NS if whole else FINE_NS)
