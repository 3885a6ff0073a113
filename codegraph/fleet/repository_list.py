"""Lists of repositories: one a line, with the commit, branch or tag that is meant.

# comment
https://git.example.com/team/api.git
git@git.example.com:team/web.git    v2.3
../libraries/money                  0d1d7fc32e5a947fbd92ee598033d85bfc445a50
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from codegraph.errors import InvalidError, UnreadableError

HEAD: Final = "HEAD"
_SCHEMES: Final = ("https", "http", "ssh", "git", "file")
_SCP: Final = re.compile(r"[\w.-]+@[\w.-]+:[^\s]+")
_REVISION: Final = re.compile(r"(?!-)[\w./+-]{1,200}")
_USER_INFO: Final = re.compile(r"(?<=://)[^/@\s]+@")


class Entry(NamedTuple):
    """Line of a list: an address or a folder, and what is meant of it.

    `problem` says why it cannot be used."""

    line: int
    source: str
    revision: str = HEAD
    problem: str = ""


def read_list(path: Path) -> list[Entry]:
    """Return the repositories that a file lists, each once.

    A line that cannot be used is an entry with a problem. Raises UnreadableError, InvalidError (nothing is listed).
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UnreadableError(
            f"{path} cannot be read: {error.strerror}", hint="give a file that lists one repository a line"
        ) from error
    entries: dict[tuple[str, str], Entry] = {}
    for number, line in enumerate(lines, 1):
        entry = _read_line(number, line, path.parent)
        if entry is not None:
            entries.setdefault((entry.source, f"{entry.revision}{entry.problem}"), entry)
    if not entries:
        raise InvalidError(f"{path} lists no repository", hint="write one address or folder a line")
    return list(entries.values())


def hide_login(text: str) -> str:
    """Return a text without the names and passwords in its addresses."""
    return _USER_INFO.sub("", text)


def _read_line(number: int, line: bytes, folder: Path) -> Entry | None:
    try:
        words = line.decode("utf-8").removeprefix("\ufeff").partition(" #")[0].split()
    except UnicodeDecodeError:
        return Entry(number, line.decode("utf-8", "replace").strip()[:200], problem="the line is not UTF-8")
    if not words or words[0].startswith("#"):
        return None
    source, revision = words[0], words[1] if len(words) > 1 else HEAD
    if len(words) > 2:
        return Entry(number, source, problem="the line has more than an address and a commit")
    if not _REVISION.fullmatch(revision) or ".." in revision:
        return Entry(number, source, problem=f"{revision[:80]!r} is no commit, branch or tag")
    if "://" in source or _SCP.fullmatch(source):
        known = "://" not in source or urlsplit(source).scheme in _SCHEMES
        return Entry(number, source, revision, "" if known else f"use one of {', '.join(_SCHEMES)}, or a folder")
    place = Path(os.path.expanduser(source))
    root = place if place.is_absolute() else folder / place
    return Entry(number, os.path.realpath(root), revision, "" if root.is_dir() else "there is no such folder")
