"""Paths and patterns as arguments that a shell may split at white space."""

from __future__ import annotations

from collections.abc import Iterable

from codegraph_parsers.cases import Title
from codegraph_parsers.ids import real_path

_GLOB = frozenset("*?[]'\"` ~#&;<>!")


def argument(path: str) -> str:
    """A file as an argument: never an option, and on one line; a name with a line break is given as its folder."""
    real = real_path(path)
    if "\n" in real or "\r" in real:
        real = real.replace("\r", "\n").partition("\n")[0].rpartition("/")[0] or "."
    return f"./{real}" if real.startswith("-") else real


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
