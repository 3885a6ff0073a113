"""Audit log of a team's server: one JSON object a line for each request.

It holds who asked, for which tool and repository, how long it took and how it ended, and no arguments or answers.
"""

from __future__ import annotations

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import StorageError

FILE: Final = "audit.jsonl"
_LONGEST: Final = 120


class AuditEntry(NamedTuple):
    """A request. `status` is `ok`, `error`, or why it was refused."""

    person: str
    token: str  # its id
    tool: str
    repository: str
    milliseconds: int
    status: str


class AuditLog:
    """An audit log that is only appended to. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Open a log.

        Raises StorageError."""
        self.path = path
        self._lock = threading.Lock()
        self._handle = _open(path)

    def write(self, entry: AuditEntry, now: float) -> None:
        """Append an entry.

        Raises StorageError: what cannot be written down is not answered."""
        told = {
            "at": datetime.fromtimestamp(now, UTC).isoformat(timespec="milliseconds"),
            **{key: _clean(value) if isinstance(value, str) else value for key, value in entry._asdict().items()},
        }
        line = f"{json.dumps(told, ensure_ascii=False)}\n".encode()
        with self._lock:
            try:
                os.write(self._handle, line)
            except OSError as error:
                raise StorageError(
                    f"{self.path} cannot be written: {error.strerror}", hint="free some space"
                ) from error

    def open_again(self) -> None:
        """Open the file again, which may have been renamed.

        Raises StorageError."""
        handle = _open(self.path)
        with self._lock:
            os.close(self._handle)
            self._handle = handle


def _open(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error.strerror}", hint="name another file with `--audit`"
        ) from error


def _clean(text: str) -> str:
    return "".join(each for each in text[:_LONGEST] if each.isprintable())
