"""Conditional compilation of C# where it divides what the grammar cannot divide.

A file that parses is read with all its branches. Where branches stand inside a declaration or an expression, those of
one build remain: a current one, which has what names of features promise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from codegraph_parsers.rewriting import Parse, Span, parse_amended

if TYPE_CHECKING:
    from tree_sitter import Tree

_DIRECTIVE: Final = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b([^\r\n]*)", re.M)
_TERM: Final = re.compile(r"\s*(!|&&|\|\||\(|\)|==|!=|\w+)")
_OLD: Final = re.compile(
    r"DEBUG|TRACE|NETFRAMEWORK|NET[1-4]\d*|NETSTANDARD1_\d|NETCOREAPP[12]_\d|PORTABLE\w*|DNXCORE\w*|SILVERLIGHT|false"
    r"|WINDOWS\w*|UNITY\w*|__\w+__|ANDROID|IOS|MACCATALYST"
)
"""Symbols that a current build does not define."""
_LEVELS: Final = (("||",), ("&&",), ("==", "!="))
"""Operators of conditions, the weakest first."""


def read(source: bytes, parse: Parse) -> Tree:
    """Parse a file, without inactive branches where it has errors with them."""
    if b"#if" not in source.replace(b"# if", b"#if"):
        return parse(source)
    return parse_amended(source, parse, _blank_branches)


def _blank_branches(source: bytes, found: Sequence[Span]) -> bytes:
    """Return a source with blanks in the place of directives and inactive branches."""
    text = bytearray(source)
    active: list[tuple[bool, bool]] = []  # open conditions: whether the branch is read, and whether one was before
    begin = 0
    for match in _DIRECTIVE.finditer(source):
        if not all(on for on, _ in active):
            _blank(text, begin, match.start())
        word, condition = match[1], match[2].decode("utf-8", "replace").partition("//")[0]
        if word == b"if":
            holds = evaluate(condition)
            active.append((holds, holds))
        elif active and word == b"endif":
            active.pop()
        elif active:
            _, before = active.pop()
            holds = not before and (word == b"else" or evaluate(condition))
            active.append((holds, before or holds))
        _blank(text, match.start(), match.end())
        begin = match.end()
    if not all(on for on, _ in active):
        _blank(text, begin, len(source))
    return bytes(text)


def _blank(text: bytearray, start: int, end: int) -> None:
    text[start:end] = bytes(c if c in b"\r\n" else 0x20 for c in text[start:end])


def evaluate(condition: str) -> bool:
    """Return whether a condition holds in a current build."""
    words = _TERM.findall(condition)
    value, rest = _evaluate(words)
    return value if not rest else True


def _evaluate(words: list[str], level: int = 0) -> tuple[bool, list[str]]:
    """Evaluate operators that bind as a level does, and return the rest."""
    if level == len(_LEVELS):
        return _evaluate_term(words)
    value, words = _evaluate(words, level + 1)
    while words and words[0] in _LEVELS[level]:
        word = words[0]
        other, words = _evaluate(words[1:], level + 1)
        value = (
            (value or other)
            if word == "||"
            else (value and other)
            if word == "&&"
            else (value == other) == (word == "==")
        )
    return value, words


def _evaluate_term(words: list[str]) -> tuple[bool, list[str]]:
    if not words:
        return True, []
    word, rest = words[0], words[1:]
    if word == "!":
        value, rest = _evaluate_term(rest)
        return not value, rest
    if word == "(":
        value, rest = _evaluate(rest)
        return value, rest[1:]
    return _OLD.fullmatch(word) is None, rest
