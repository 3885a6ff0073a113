"""Artifacts written by codegraph: one Markdown or text file each.

They are below the home folder. Their paths disclose no more than the krefs of their items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from codegraph.errors import StorageError
from codegraph.memory.memory_model import Artifact
from codegraph.store.memory.connection import get_memory_folder

_REPORTS: Final = "maintenance"

MOST_READ: Final = 262_144
"""Characters of an artifact that are read back."""


def get_artifact_folder(home: Path) -> Path:
    return get_memory_folder(home) / "artifacts"


def write_file(home: Path, id: str, revision: int, name: str, text: str) -> Artifact:
    """Write a file of one revision of the memory `id`.

    Raises StorageError.
    """
    folder = get_artifact_folder(home) / id
    path = folder / f"r{revision}-{name}"
    data = text.encode("utf-8", "replace")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_bytes(data)
        path.chmod(0o600)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error.strerror or error}; nothing was stored",
            hint="free some space or make the folder writable, or set CODEGRAPH_HOME to another place",
        ) from error
    return Artifact(revision, name, str(path), len(data), hashlib.sha256(data).hexdigest())


def attach_file(path: Path, revision: int, name: str) -> Artifact:
    """Return a file of the user's as an artifact: a pointer, nothing is copied.

    Raises StorageError.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror or error}", hint="name an existing file") from error
    return Artifact(revision, name or path.name, str(path.absolute()), len(data), hashlib.sha256(data).hexdigest())


def read_file(artifact: Artifact) -> str | None:
    """Read the text of an artifact.

    The result is None when the file is gone or cannot be read.
    """
    try:
        with open(artifact.location, encoding="utf-8", errors="replace") as handle:
            return handle.read(MOST_READ)
    except OSError:
        return None


def write_report(home: Path, name: str, text: str) -> Path:
    """Write a report of maintenance.

    It names items, so an erasure looks for them there. Raises StorageError.
    """
    return Path(write_file(home, _REPORTS, 1, name, text).location)


def remove_reports(home: Path, item: str) -> None:
    """Delete the reports that name an item."""
    folder = get_artifact_folder(home) / _REPORTS
    for path in sorted(folder.glob("*.md")) if folder.is_dir() else ():
        if item in path.read_text(encoding="utf-8", errors="replace"):
            path.unlink(missing_ok=True)


def remove_files(home: Path, locations: Iterable[str]) -> None:
    """Delete artifacts that codegraph wrote.

    A file of the user is only referred to, and is kept.
    """
    own = get_artifact_folder(home).absolute()
    for location in locations:
        path = Path(location)
        if own not in path.parents:
            continue
        try:
            path.unlink(missing_ok=True)
            if not any(path.parent.iterdir()):
                path.parent.rmdir()
        except OSError as error:
            raise StorageError(
                f"{path} cannot be deleted: {error.strerror or error}", hint="make its folder writable, and erase again"
            ) from error
