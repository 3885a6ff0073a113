"""The write side: scan, parse, resolve, commit."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from codegraph.answers import IndexSummary
from codegraph.config import Config
from codegraph.errors import StorageError


class Progress(Protocol):
    """Told how far a stage is. `stage` is one of `scan`, `parse`, `resolve`, `commit`; `total` is 0 while unknown.

    Called from the indexing thread, at most some hundred times a stage, and once with `done == total` at its end."""

    def __call__(self, stage: str, done: int, total: int) -> None: ...


def index_repository(
    root: Path, config: Config, *, progress: Progress | None = None, force: bool = False
) -> IndexSummary:
    """Bring the index of the work tree at `root` up to date and say what was done.

    `force` reads every file again, ignoring cached facts. Raises UnreadableError (root missing, not a directory, no
    permission), LockedError (another writer), StorageError (disk full, read-only), IncompatibleIndexError.
    A file that cannot be read or parsed never raises: it is a row with a status and a reason."""
    raise StorageError("this build cannot write indexes yet")
