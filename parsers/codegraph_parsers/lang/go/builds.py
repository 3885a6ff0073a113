"""Build constraints of Go files.

The constraints and the name of a file tell in which builds it takes part, by system, architecture and tags. A
constraint is converted to the form of `FileFacts.condition`. Systems, architectures and compilers are axes of which a
build has one value. Any other word is an axis of its own, with the values no and yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from codegraph_parsers.file_facts import Alternative, Condition

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


def read_condition(path: str, header: bytes) -> Condition:
    """Return the builds in which a file takes part.

    They follow from its name and the text before its package clause. The result is empty for a file that is in all
    builds, or whose constraints are too complex.
    """
    terms = [_read_name_terms(path), _read_header_terms(header)]
    found = _intersect(*terms)
    if not found or len(found) > MAX_ALTERNATIVES or {} in found:
        return ()
    return tuple(dict.fromkeys(_build_alternative(each) for each in found))


def is_ignored(found: Condition) -> bool:
    """Return whether a file is only in builds with the tag `ignore`."""
    return bool(found) and all(("ignore", YES) in each for each in found)


def _build_alternative(term: dict[str, int]) -> Alternative:
    return tuple(sorted(term.items()))


def _read_name_terms(path: str) -> Terms:
    """Return the constraints in the last words of a file's name.

    Examples: `_linux`, `_amd64`, `_linux_amd64`.
    """
    words = path.rsplit("/", 1)[-1].removesuffix(".go").removesuffix("_test").split("_")[1:]
    if words and words[-1] in MACHINES:
        found = _build_word_terms(words[-1], wanted=True)
        return (
            _intersect(found, _build_word_terms(words[-2], wanted=True))
            if len(words) > 1 and words[-2] in SYSTEMS
            else found
        )
    return _build_word_terms(words[-1], wanted=True) if words and words[-1] in SYSTEMS else [{}]


def _read_header_terms(header: bytes) -> Terms:
    newer = _NEWER.search(header)
    if newer:
        words = _WORDS.findall(newer[1].decode("utf-8", "replace").split("//", 1)[0])
        return _Reader(words).parse_disjunction(wanted=True)
    found: Terms = [{}]
    above = header[: max(header.rfind(b"\n\n"), header.rfind(b"\n\r\n")) + 1]  # what touches the clause is its comment
    for line in _OLDER.finditer(above):
        choices: Terms = []
        for choice in line[1].decode("utf-8", "replace").split():
            terms: Terms = [{}]
            for word in choice.split(","):
                terms = _intersect(terms, _build_word_terms(word.lstrip("!"), wanted=not word.startswith("!")))
            choices = _unite(choices, terms)
        found = _intersect(found, choices)
    return found


class _Reader:
    """Parser of the words of a constraint, from left to right.

    Words that are no expression put no constraint.
    """

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0

    def _peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def parse_disjunction(self, *, wanted: bool) -> Terms:
        found = self._parse_conjunction(wanted=wanted)
        while self._peek() == "||":
            self.at += 1
            other = self._parse_conjunction(wanted=wanted)
            found = _unite(found, other) if wanted else _intersect(found, other)
        return found

    def _parse_conjunction(self, *, wanted: bool) -> Terms:
        found = self._parse_operand(wanted=wanted)
        while self._peek() == "&&":
            self.at += 1
            other = self._parse_operand(wanted=wanted)
            found = _intersect(found, other) if wanted else _unite(found, other)
        return found

    def _parse_operand(self, *, wanted: bool) -> Terms:
        word = self._peek()
        self.at += 1
        if word == "!":
            return self._parse_operand(wanted=not wanted)
        if word == "(":
            found = self.parse_disjunction(wanted=wanted)
            self.at += 1
            return found
        return _build_word_terms(word, wanted=wanted) if word and word not in ("||", "&&", ")") else [{}]


def _build_word_terms(word: str, *, wanted: bool) -> Terms:
    for axis, values in (("os", SYSTEMS), ("arch", MACHINES), ("compiler", COMPILERS)):
        if word in values or (word == "unix" and axis == "os"):
            met = UNIX if word == "unix" else {word, *IMPLYING.get(word, ())}
            return [{axis: _build_mask(at for at, value in enumerate(values) if (value in met) == wanted)}]
    return [{word: YES if wanted else NO}]


def _build_mask(places: Iterable[int]) -> int:
    return sum(1 << at for at in places)


def _intersect(left: Terms, right: Terms) -> Terms:
    """Return the terms under which both operands hold.

    Too many alternatives are replaced by one without constraints.
    """
    found: Terms = []
    for one in left:
        for other in right:
            term = {axis: one.get(axis, -1) & other.get(axis, -1) for axis in {**one, **other}}
            if all(term.values()) and term not in found:
                found.append(term)
    return found if len(found) <= MAX_ALTERNATIVES else [{}]


def _unite(left: Terms, right: Terms) -> Terms:
    return left + [each for each in right if each not in left]
