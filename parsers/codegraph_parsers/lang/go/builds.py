"""In which builds a Go file takes part: what its constraints and its name ask of system, architecture and tags.

A constraint is brought into the form of `FileFacts.condition`. Systems, architectures and compilers are axes of which a
build has one value; any other word is an axis of its own with the values no and yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from codegraph_parsers.facts import Alternative, Condition

SYSTEMS = (
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
    "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
)  # fmt: skip
MACHINES = (
    "386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le",
    "mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64",
    "wasm",
)  # fmt: skip
COMPILERS = ("gc", "gccgo", "another")
"""What `go/build` knows (Go 1.24), and that there are other compilers."""

IMPLYING = {"linux": ("android",), "darwin": ("ios",), "solaris": ("illumos",)}
"""System → systems whose builds have its files, too."""

UNIX = frozenset(SYSTEMS) - {"js", "nacl", "plan9", "wasip1", "windows", "zos"}
MAX_ALTERNATIVES = 64
NO, YES = 1, 2

_WORDS = re.compile(r"\|\||&&|[!()]|[^\s!()|&]+")
_NEWER = re.compile(rb"^//go:build\b(.*)$", re.MULTILINE)
_OLDER = re.compile(rb"^//\s*\+build\b(.*)$", re.MULTILINE)

Terms = list[dict[str, int]]
"""Alternatives: axis → the values that are allowed, as bits."""


def condition(path: str, header: bytes) -> Condition:
    """In which builds a file takes part, by its name and what stands before its package clause. Nothing for a file that
    is in all of them, or of which too much is asked to be told."""
    terms = [_name(path), _written(header)]
    found = _both(*terms)
    if not found or len(found) > MAX_ALTERNATIVES or {} in found:
        return ()
    return tuple(dict.fromkeys(_alternative(each) for each in found))


def is_ignored(found: Condition) -> bool:
    """Whether only a build that asks for what is to be ignored would have the file."""
    return bool(found) and all(("ignore", YES) in each for each in found)


def _alternative(term: dict[str, int]) -> Alternative:
    return tuple(sorted(term.items()))


def _name(path: str) -> Terms:
    """What the last words of a file's name ask for: `_linux`, `_amd64`, `_linux_amd64`."""
    words = path.rsplit("/", 1)[-1].removesuffix(".go").removesuffix("_test").split("_")[1:]
    if words and words[-1] in MACHINES:
        found = _word(words[-1], wanted=True)
        return _both(found, _word(words[-2], wanted=True)) if len(words) > 1 and words[-2] in SYSTEMS else found
    return _word(words[-1], wanted=True) if words and words[-1] in SYSTEMS else [{}]


def _written(header: bytes) -> Terms:
    newer = _NEWER.search(header)
    if newer:
        words = _WORDS.findall(newer[1].decode("utf-8", "replace").split("//", 1)[0])
        return _Reader(words).either(wanted=True)
    found: Terms = [{}]
    above = header[: max(header.rfind(b"\n\n"), header.rfind(b"\n\r\n")) + 1]  # what touches the clause is its comment
    for line in _OLDER.finditer(above):
        choices: Terms = []
        for choice in line[1].decode("utf-8", "replace").split():
            terms: Terms = [{}]
            for word in choice.split(","):
                terms = _both(terms, _word(word.lstrip("!"), wanted=not word.startswith("!")))
            choices = _any(choices, terms)
        found = _both(found, choices)
    return found


class _Reader:
    """Reads the words of an expression from left to right. What is no expression asks for nothing."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0

    def _next(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def either(self, *, wanted: bool) -> Terms:
        found = self._all(wanted=wanted)
        while self._next() == "||":
            self.at += 1
            other = self._all(wanted=wanted)
            found = _any(found, other) if wanted else _both(found, other)
        return found

    def _all(self, *, wanted: bool) -> Terms:
        found = self._one(wanted=wanted)
        while self._next() == "&&":
            self.at += 1
            other = self._one(wanted=wanted)
            found = _both(found, other) if wanted else _any(found, other)
        return found

    def _one(self, *, wanted: bool) -> Terms:
        word = self._next()
        self.at += 1
        if word == "!":
            return self._one(wanted=not wanted)
        if word == "(":
            found = self.either(wanted=wanted)
            self.at += 1
            return found
        return _word(word, wanted=wanted) if word and word not in ("||", "&&", ")") else [{}]


def _word(word: str, *, wanted: bool) -> Terms:
    for axis, values in (("os", SYSTEMS), ("arch", MACHINES), ("compiler", COMPILERS)):
        if word in values or (word == "unix" and axis == "os"):
            met = UNIX if word == "unix" else {word, *IMPLYING.get(word, ())}
            return [{axis: _bits(at for at, value in enumerate(values) if (value in met) == wanted)}]
    return [{word: YES if wanted else NO}]


def _bits(places: Iterable[int]) -> int:
    return sum(1 << at for at in places)


def _both(left: Terms, right: Terms) -> Terms:
    """What holds where both do. Too many alternatives are none that ask for anything."""
    found: Terms = []
    for one in left:
        for other in right:
            term = {axis: one.get(axis, -1) & other.get(axis, -1) for axis in {**one, **other}}
            if all(term.values()) and term not in found:
                found.append(term)
    return found if len(found) <= MAX_ALTERNATIVES else [{}]


def _any(left: Terms, right: Terms) -> Terms:
    return left + [each for each in right if each not in left]
