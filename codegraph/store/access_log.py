"""Access log of the tools: what agents were served, in names and numbers.

An entry has the name of a tool, the tokens of its answer and the files that the answer names: no arguments, and
nothing of the answer itself. Entries are appended; a full log takes the place of the one before it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

FOLDER: Final = "access"
FILE: Final = "log.jsonl"
FILLED: Final = "log.1.jsonl"

MOST_BYTES: Final = 2 * 1024 * 1024
"""Bytes of each of the two files."""

MOST_FILES: Final = 200
"""Files of one answer that an entry names."""

DEFINITIONS: Final = ""
"""In the place of a tool: the definitions of all tools, which a client reads when a session begins."""


class AccessEntry(NamedTuple):
    at: float  # seconds since the epoch
    session: str
    tool: str
    root: str  # of the repository, "" for definitions
    tokens: int
    files: tuple[str, ...]  # relative to the root


def get_access_log(home: Path) -> Path:
    return home / FOLDER / FILE


def append_entry(home: Path, entry: AccessEntry) -> None:
    """Append an entry. Raises OSError."""
    path = get_access_log(home)
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(entry._replace(files=entry.files[:MOST_FILES])._asdict(), separators=(",", ":")).encode() + b"\n"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, line)
        is_full = os.fstat(handle).st_size > MOST_BYTES
    finally:
        os.close(handle)
    if is_full:
        os.replace(path, path.with_name(FILLED))


def iterate_entries(home: Path) -> Iterator[AccessEntry]:
    """Yield the entries of both files, the oldest first.

    Lines that are none are left out."""
    for name in (FILLED, FILE):
        try:
            text = (home / FOLDER / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        for line in text.splitlines():
            entry = _parse_entry(line)
            if entry is not None:
                yield entry


def _parse_entry(line: str) -> AccessEntry | None:
    try:
        found: Any = json.loads(line)
        at, tokens = float(found["at"]), int(found["tokens"])
        session, tool, root = (str(found[name]) for name in ("session", "tool", "root"))
        return AccessEntry(at, session, tool, root, tokens, tuple(map(str, found["files"])))
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
