"""Atomic changes of other programs' files, with a backup.

A file is written completely or not at all, and never if somebody else changed it meanwhile. The file as it was before
the last change lies under `CODEGRAPH_HOME/backups`, readable by its owner only, because such files may hold keys. There
is one backup for each file, which undoes the last run.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from codegraph.errors import StorageError, WiringError


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change of one file.

    `before` is None for a file that does not exist, `after` for one that is deleted.
    """

    path: Path
    before: str | None
    after: str | None

    @property
    def action(self) -> str:
        if self.before == self.after:
            return "unchanged"
        return "created" if self.before is None else "deleted" if self.after is None else "changed"

    def diff(self) -> str:
        """Return a unified diff, empty when nothing changes."""
        if self.before == self.after:
            return ""
        before, after = (self.before or "").splitlines(), (self.after or "").splitlines()
        names = (
            "/dev/null" if self.before is None else str(self.path),
            "/dev/null" if self.after is None else str(self.path),
        )
        return "\n".join(difflib.unified_diff(before, after, *names, lineterm="")) + "\n"


def read(path: Path) -> str | None:
    """Return the text of a file as it is; None when it does not exist.

    Line ends and byte order mark are included. Raises WiringError.
    """
    try:
        if path.exists() and not path.is_file():  # reading a pipe or a device need not end
            raise WiringError(f"{path} is no file", hint="nothing was changed")
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise WiringError(f"{path} is not UTF-8", hint="correct the file; nothing was changed") from error
    except OSError as error:
        raise WiringError(f"{path} cannot be read: {error.strerror}", hint="nothing was changed") from error


def apply(change: FileChange, home: Path) -> Path | None:
    """Make the change, and return the backup of the previous file.

    Raises WiringError, StorageError.

    A link is followed: its target is written, and the link stays.
    """
    if change.before == change.after:
        return None
    path = Path(os.path.realpath(change.path))
    if read(path) != change.before:
        raise WiringError(f"{change.path} was changed by another program meanwhile", hint="run the command again")
    try:
        backup = _back_up(path, change.before, home) if change.before is not None else None
        if change.after is None:
            path.unlink()
            return backup
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, change.after.encode("utf-8"), path.stat().st_mode & 0o777 if path.exists() else None)
        return backup
    except OSError as error:
        raise StorageError(f"{change.path} cannot be written: {error.strerror}", hint="nothing was changed") from error


def get_backup_file(path: Path, home: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:12]
    return home / "backups" / f"{digest}-{path.name.lstrip('.')}"


def _back_up(path: Path, text: str, home: Path) -> Path:
    backup = get_backup_file(path, home)
    backup.parent.mkdir(parents=True, exist_ok=True)
    _replace(backup, text.encode("utf-8"), 0o600)
    return backup


def _replace(path: Path, content: bytes, mode: int | None) -> None:
    """Write a temporary file and rename it, so that readers never see half of it."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is None:
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o666 & ~umask
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
