"""Rewriting of valid source that a grammar cannot read.

Lengths stay: a tree's offsets are those of the source, and its names are read there.

Languages grow faster than their grammars, and one word that a grammar does not know costs the declaration around it. So
such words are overwritten, only in files that have errors, and only where fewer are left afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Tree

Parse = Callable[[bytes], "Tree"]
Span = tuple[int, int]

_LINE_ENDS = b"\r\n"


class Literals:
    """Masked string literals and comments of a source.

    No pattern matches in them or across their ends. A mask keeps delimiters and line ends,
    escaped ones too. Letters stand for what is between.
    """

    def __init__(self, source: bytes, tokens: re.Pattern[bytes], kept: frozenset[bytes] = frozenset()) -> None:
        """Mask the literals and comments of `source`.

        `tokens` matches them, and whatever they must not be taken for; `kept` are those that stay."""
        self.source = source
        self.masked = bytearray(source)
        self.spans: list[Span] = []
        for found in tokens.finditer(source):
            token = found.group()
            if len(token) > 2 and token not in kept:
                start, end = found.span()
                self.masked[start:end] = _mask(token)
                self.spans.append((start, end))
        self._mask = bytes(self.masked)

    def restore(self, text: bytes) -> bytes:
        """Return a rewritten text with its literals and comments restored.

        Those that are no longer whole in it are left out."""
        mask, source, at = self._mask, self.source, 0
        parts: list[bytes] = []
        for start, end in self.spans:
            if text[start:end] == mask[start:end]:
                parts += (text[at:start], source[start:end])
                at = end
        parts.append(text[at:])
        return b"".join(parts)


_FILLER: Final = bytes(c if c in b"\r\n" else ord("x") for c in range(256))
_ESCAPED_LINE_END: Final = re.compile(rb"\\(?=\r?\n)")
_QUOTES: Final = b"\"'`"


def _mask(token: bytes) -> bytes:
    """Return what stands in the place of a literal or comment."""
    if token.startswith((b"//", b"/*", b"#")):
        first, last = 1 if token[:1] == b"#" else 2, len(token) - 2 * token.startswith(b"/*")
    else:
        quote = next(c for c in token if c in _QUOTES)
        first, last = token.index(quote) + 1, token.rindex(quote)
    head, body, tail = token[:first], token[first:last], token[last:]
    masked = body.translate(_FILLER)
    if b"\\" in body and b"\n" in body:
        kept = bytearray(masked)
        for found in _ESCAPED_LINE_END.finditer(body):
            kept[found.start()] = 0x5C
        masked = bytes(kept)
    return head + masked + tail


class Rewrite(NamedTuple):
    """A replacement of whatever the groups of `pattern` match, wherever it matches.

    The text that remains must mean the same.
    """

    pattern: re.Pattern[bytes]
    put: bytes = b""  # stands first, no longer than the match
    filler: bytes = b" "  # the rest; a letter joins it to what was put
    near: bool = False  # only in lines that errors reach into: elsewhere the same text is understood


def apply_rewrites(source: bytes, rewrites: Sequence[Rewrite], errors: Sequence[Span] = ()) -> bytes:
    """Return `source` with every match of every rewrite overwritten.

    Line ends stay. `errors` are what `find_errors` returns.
    """
    text = bytearray(source)
    for pattern, put, filler, near in rewrites:
        for found in pattern.finditer(bytes(text)):
            for group in range(1, pattern.groups + 1):
                start, end = found.span(group)
                if start < 0 or end - start < len(put) or (near and not _has_error_near(source, errors, start, end)):
                    continue
                new = put + filler * (end - start - len(put))
                text[start:end] = bytes(o if o in _LINE_ENDS else n for o, n in zip(text[start:end], new))
    return bytes(text)


def _has_error_near(source: bytes, errors: Sequence[Span], start: int, end: int) -> bool:
    """Return whether an error lies in or beside the lines of source[start:end]."""
    first = source.rfind(b"\n", 0, max(0, source.rfind(b"\n", 0, start))) + 1
    last = source.find(b"\n", end) + 1
    last = (source.find(b"\n", last) + 1 if last else 0) or len(source) + 1
    return any(at < last and until >= first for at, until in errors)


def parse_amended(source: bytes, parse: Parse, amend: Callable[[bytes, Sequence[Span]], bytes]) -> Tree:
    """Parse `source`; where it has errors, try the amended source.

    Returns the tree of the amended source if that has fewer errors.
    """
    tree = parse(source)
    if not tree.root_node.has_error:
        return tree
    found = find_errors(tree)
    attempt = amend(source, found)
    if attempt == source:
        return tree
    again = parse(attempt)
    return again if measure_damage(find_errors(again)) < measure_damage(found) else tree


def find_errors(tree: Tree) -> list[Span]:
    """Return the byte ranges of outermost errors.

    A missing node has an empty range.
    """
    found: list[Span] = []
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            found.append((node.start_byte, node.end_byte))
        elif node.has_error:
            stack.extend(node.children)
    return found


def measure_damage(spans: Sequence[Span]) -> int:
    """Return how much of a file is not understood.

    That is the number of bytes, and one for every error or missing node.
    """
    return sum(1 + end - start for start, end in spans)


def make_reader(*rewrites: Rewrite, tokens: re.Pattern[bytes] | None = None) -> Callable[[bytes, Parse], Tree]:
    """Return the function that parses sources of a language (`LanguageSpec.read`).

    The grammar of that language lags behind. `tokens` matches its literals and comments, in which nothing is rewritten.
    """

    def amend(source: bytes, found: Sequence[Span]) -> bytes:
        if tokens is None:
            return apply_rewrites(source, rewrites, found)
        literals = Literals(source, tokens)
        return literals.restore(apply_rewrites(bytes(literals.masked), rewrites, found))

    return partial(parse_amended, amend=amend)
