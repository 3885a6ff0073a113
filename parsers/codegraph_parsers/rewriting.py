"""Valid source that a grammar cannot read, rewritten so that it can. Lengths stay: a tree's offsets are those of the
source, and its names are read there.

Languages grow faster than their grammars, and one word that a grammar does not know costs the declaration around it. So
such words are overwritten, only in files that have errors, and only where fewer are left afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Tree

Parse = Callable[[bytes], "Tree"]
Span = tuple[int, int]

_LINE_ENDS = b"\r\n"


class Rewrite(NamedTuple):
    """What the groups of `pattern` match is overwritten, wherever it matches: what stays must mean the same."""

    pattern: re.Pattern[bytes]
    put: bytes = b""  # stands first, no longer than the match
    filler: bytes = b" "  # the rest; a letter joins it to what was put
    near: bool = False  # only in lines that errors reach into: elsewhere the same text is understood


def rewritten(source: bytes, rewrites: Sequence[Rewrite], errors: Sequence[Span] = ()) -> bytes:
    """`source` with every match of every rewrite overwritten; line ends stay. `errors` are what `errors` gives."""
    text = bytearray(source)
    for pattern, put, filler, near in rewrites:
        for found in pattern.finditer(bytes(text)):
            for group in range(1, pattern.groups + 1):
                start, end = found.span(group)
                if start < 0 or end - start < len(put) or (near and not _reaches(source, errors, start, end)):
                    continue
                new = put + filler * (end - start - len(put))
                text[start:end] = bytes(o if o in _LINE_ENDS else n for o, n in zip(text[start:end], new))
    return bytes(text)


def _reaches(source: bytes, errors: Sequence[Span], start: int, end: int) -> bool:
    """Whether an error lies in the lines of source[start:end] or in those beside them."""
    first = source.rfind(b"\n", 0, max(0, source.rfind(b"\n", 0, start))) + 1
    last = source.find(b"\n", end) + 1
    last = (source.find(b"\n", last) + 1 if last else 0) or len(source) + 1
    return any(at < last and until >= first for at, until in errors)


def readable(source: bytes, parse: Parse, amend: Callable[[bytes, Sequence[Span]], bytes]) -> Tree:
    """The tree of `source`; where it has errors, that of the amended source if it has fewer."""
    tree = parse(source)
    if not tree.root_node.has_error:
        return tree
    found = errors(tree)
    attempt = amend(source, found)
    if attempt == source:
        return tree
    again = parse(attempt)
    return again if damage(errors(again)) < damage(found) else tree


def errors(tree: Tree) -> list[Span]:
    """Byte ranges of outermost errors; what is missing has none."""
    found: list[Span] = []
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            found.append((node.start_byte, node.end_byte))
        elif node.has_error:
            stack.extend(node.children)
    return found


def damage(spans: Sequence[Span]) -> int:
    """How much of a file is not understood: bytes, and one for everything that is missing."""
    return sum(1 + end - start for start, end in spans)


def reader(*rewrites: Rewrite) -> Callable[[bytes, Parse], Tree]:
    """How a language whose grammar lags behind reads its sources (`LanguageSpec.read`)."""
    return partial(readable, amend=lambda source, found: rewritten(source, rewrites, found))
