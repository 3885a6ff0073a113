"""Paths and patterns as arguments that a shell may split at white space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from codegraph_parsers.cases import Title
from codegraph_parsers.ids import real_path

_GLOB = frozenset("*?[]'\"` ~#&;<>!")


def argument(path: str) -> str:
    """A file as an argument: never an option, and on one line; a name with a line break is given as its folder."""
    real = real_path(path)
    if "\n" in real or "\r" in real:
        real = real.replace("\r", "\n").partition("\n")[0].rpartition("/")[0] or "."
    return f"./{real}" if real.startswith("-") else real


def home(builds: Iterable[str], paths: Sequence[str]) -> str:
    """The folder that a runner has to be told of, which is at the top of the repository: that of the outermost build
    with most of the files, "" where there is one at the top, or none at all."""
    folders = {build.rpartition("/")[0] for build in builds}
    outermost = sorted(f for f in folders if not any(f.startswith(f"{o}/") for o in folders))
    if not folders or "" in folders:
        return ""
    counts = Counter(folder for path in paths for folder in outermost if is_below(path, folder))
    return max(outermost, key=lambda folder: counts[folder])


def is_below(path: str, folder: str) -> bool:
    return not folder or real_path(path).startswith(f"{folder}/")


def titles_pattern(titles: Iterable[Title]) -> str:
    """A regular expression for titles one within the other, without white space and without what shells expand."""
    return r"\s".join(".*".join(map(_escaped, title)) for title in titles)


def _escaped(text: str) -> str:
    return "".join(_character(c) for c in text)


def _character(c: str) -> str:
    if c.isspace():
        return r"\s"
    if c in _GLOB:
        return f"\\x{ord(c):02x}"
    return c if c.isalnum() or c in "_-,:=@%" or ord(c) > 127 else f"\\{c}"


def distinct(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lines))
