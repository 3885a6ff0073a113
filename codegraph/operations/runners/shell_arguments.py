"""Paths and patterns as arguments that a shell may split at white space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from codegraph_parsers.cases import Title
from codegraph_parsers.ids import from_printable_path

_GLOB = frozenset("*?[]'\"` ~#&;<>!")


def to_argument(path: str) -> str:
    """Return a file as an argument.

    It is never an option and always on one line: a name with a line break is replaced by its folder.
    """
    real = from_printable_path(path)
    if "\n" in real or "\r" in real:
        real = real.replace("\r", "\n").partition("\n")[0].rpartition("/")[0] or "."
    return f"./{real}" if real.startswith("-") else real


def find_home(builds: Iterable[str], paths: Sequence[str]) -> str:
    """Return the folder that a runner has to be given, relative to the repository.

    It is the folder of the outermost build with most of the files, "" if there is a build at the top, or none at all.
    """
    folders = {build.rpartition("/")[0] for build in builds}
    outermost = sorted(f for f in folders if not any(f.startswith(f"{o}/") for o in folders))
    if not folders or "" in folders:
        return ""
    counts = Counter(folder for path in paths for folder in outermost if is_below(path, folder))
    return max(outermost, key=lambda folder: counts[folder])


def is_below(path: str, folder: str) -> bool:
    return not folder or from_printable_path(path).startswith(f"{folder}/")


def build_titles_pattern(titles: Iterable[Title]) -> str:
    """Build a regular expression for nested titles.

    It has no white space and no characters that shells expand.
    """
    return r"\s".join(".*".join(map(_escape, title)) for title in titles)


def _escape(text: str) -> str:
    return "".join(_escape_character(c) for c in text)


def _escape_character(c: str) -> str:
    if c.isspace():
        return r"\s"
    if c in _GLOB:
        return f"\\x{ord(c):02x}"
    return c if c.isalnum() or c in "_-,:=@%" or ord(c) > 127 else f"\\{c}"


def deduplicate(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lines))
