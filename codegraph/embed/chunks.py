"""Chunks: pieces of a file that search finds and shows.

They are definitions if there is a grammar, else windows of lines.

A definition that fits is a chunk of its own; a larger one is cut at the definitions in it, and if it has none at the
best line near the wanted size. Small neighbours are merged. Every line that is not blank is in exactly one chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from codegraph_parsers.file_facts import FileFacts, Flag, Symbol, SymbolKind

TARGET: Final = 900
"""Characters a chunk is wanted to have: neighbours are merged up to this size, and windows are about as large."""

LARGEST: Final = 1800
"""Characters of the largest definition that stays whole. One line is never cut."""

_BLOCKS: Final = frozenset(
    {
        SymbolKind.MODULE, SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM,
        SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.TYPE,
        SymbolKind.MACRO,
    }
)  # fmt: skip
_LEADING: Final = re.compile(r"\s*(#|//|/\*|\*|--|;|%|@|\[|<!--|'''|\"\"\"|\(\*|\{-)")
"""Starts a comment, an attribute or a decorator, which belong to the definition below them."""


class Chunk(NamedTuple):
    """Lines `start … end` (1-based, inclusive) of one file.

    Chunks of a file do not overlap and are in line order.

    `symbol` is the index in `FileFacts.symbols` of the definition that the chunk is, or is a part of (of several, the
    longest); -1 in prose, in files without a grammar and between definitions.
    """

    start: int
    end: int
    symbol: int
    body: str


class _Piece(NamedTuple):
    """Lines `start … end` that are to become a chunk.

    Only pieces of one `container` are merged.
    """

    start: int
    end: int
    symbol: int
    container: int


class _Block(NamedTuple):
    """A definition and the definitions in it."""

    start: int
    end: int
    symbol: int
    inner: list[_Block]


def split_into_chunks(
    text: str, facts: FileFacts | None = None, *, target: int = TARGET, largest: int = LARGEST
) -> list[Chunk]:
    """Split a file's `text` into chunks.

    The text is UTF-8 decoded, and its lines end with a newline. Without `facts` chunks are windows of lines.
    """
    lines = text.split("\n")
    cutter = _Cutter(lines, target, largest)
    symbols: Sequence[Symbol] = facts.symbols if facts is not None else ()
    pieces = cutter.cut_blocks(_arrange_blocks(symbols, lines), 1, len(lines), -1)
    ends = cutter.ends
    return [Chunk(p.start, p.end, p.symbol, text[ends[p.start - 1] : ends[p.end] - 1]) for p in cutter.merge(pieces)]


def is_hidden(symbol: Symbol) -> bool:
    """Return whether search neither shows nor names a definition.

    A definition in a function serves that function alone. Methods are an exception: they belong to a class that is made
    there, or to an argument of the function.
    """
    if symbol.flags & Flag.ANONYMOUS:
        return True
    return bool(symbol.flags & Flag.LOCAL) and symbol.kind is not SymbolKind.METHOD


def _arrange_blocks(symbols: Sequence[Symbol], lines: Sequence[str]) -> list[_Block]:
    """Return definitions nested by their lines.

    A definition that overlaps the end of another is left to that other.
    """
    wanted = [
        (s.start_line, -s.end_line, i)
        for i, s in enumerate(symbols)
        if i and s.kind in _BLOCKS and not is_hidden(s) and 0 < s.start_line <= s.end_line <= len(lines)
    ]
    outermost: list[_Block] = []
    open_: list[_Block] = []
    for start, negative_end, number in sorted(wanted):
        end = -negative_end
        while open_ and open_[-1].end < start:
            open_.pop()
        if open_ and open_[-1].end < end:
            continue
        siblings = open_[-1].inner if open_ else outermost
        above = max(siblings[-1].end if siblings else 0, open_[-1].start if open_ else 0)
        block = _Block(_include_comments(lines, start, above), end, number, [])
        siblings.append(block)
        open_.append(block)
    return outermost


def _include_comments(lines: Sequence[str], start: int, above: int) -> int:
    """Return the first line of the comments and attributes directly above a line.

    The line is `start`, and they are below line `above`.
    """
    while start - 1 > above and _LEADING.match(lines[start - 2]):
        start -= 1
    return start


class _Cutter:
    """Cuts and merges ranges of the lines of one file."""

    def __init__(self, lines: Sequence[str], target: int, largest: int) -> None:
        self.lines = lines
        self.target = target
        self.largest = largest
        self.ends = [at + number for number, at in enumerate(accumulate(map(len, lines), initial=0))]

    def measure(self, start: int, end: int) -> int:
        return self.ends[end] - self.ends[start - 1]

    def cut_blocks(self, blocks: Sequence[_Block], start: int, end: int, symbol: int) -> list[_Piece]:
        """Return pieces of lines `start … end`, which contain `blocks`.

        The lines between the blocks belong to `symbol`.
        """
        pieces: list[_Piece] = []
        for block in blocks:
            if block.start > start:
                pieces += self.cut_windows(start, block.start - 1, symbol, symbol)
            first = max(block.start, start)
            if first > block.end:
                continue  # shares its only line with the one before
            if self.measure(first, block.end) <= self.largest:
                pieces.append(_Piece(first, block.end, block.symbol, symbol))
            elif block.inner:
                pieces += self.cut_blocks(block.inner, first, block.end, block.symbol)
            else:
                pieces += self.cut_windows(first, block.end, block.symbol, block.symbol)
            start = block.end + 1
        if start <= end:
            pieces += self.cut_windows(start, end, symbol, symbol)
        return pieces

    def cut_windows(self, start: int, end: int, symbol: int, container: int) -> list[_Piece]:
        """Return lines `start … end` in pieces of about the wanted size.

        Blank lines at both ends of each are dropped.
        """
        pieces: list[_Piece] = []
        while start <= end:
            last = end if self.measure(start, end) <= self.target * 3 // 2 else self._find_cut(start, end)
            first, final = self._trim(start, last)
            if first <= final:
                pieces.append(_Piece(first, final, symbol, container))
            start = last + 1
        return pieces

    def _trim(self, start: int, end: int) -> tuple[int, int]:
        while start <= end and not self.lines[start - 1].strip():
            start += 1
        while end >= start and not self.lines[end - 1].strip():
            end -= 1
        return start, end

    def _find_cut(self, start: int, end: int) -> int:
        """Return the last line of a window from `start`.

        The next line is the least indented one near the wanted size, blank ones preferred.
        """
        base = self.ends[start - 1]
        aim = base + self.target
        low = max(start, bisect_left(self.ends, base + self.target // 2))
        high = min(end - 1, bisect_right(self.ends, base + self.target * 3 // 2) - 1)
        best, best_cost = max(start, min(low, end)), float("inf")
        for last in range(low, high + 1):
            cost = 2 * abs(self.ends[last] - aim) / self.target
            if cost >= best_cost:  # all else adds to it
                if self.ends[last] > aim:
                    break
                continue
            following = self.lines[last]
            bare = following.lstrip()
            if not bare:
                continue
            indent = len(following) - len(bare)
            cost += indent / 4 if indent < 16 else 4
            if bare[0] in ")}]":
                cost += 2
            if cost < best_cost and self.lines[last - 1].strip():
                cost += 2
            if cost < best_cost:
                best, best_cost = last, cost
        return best

    def merge(self, pieces: Sequence[_Piece]) -> list[_Piece]:
        """Merge neighbours of one container, as long as the sum is no larger than wanted."""
        done: list[_Piece] = []
        for piece in pieces:
            if done and done[-1].container == piece.container:
                last = done[-1]
                if self.measure(last.start, piece.end) <= self.target:
                    done[-1] = _Piece(last.start, piece.end, self._choose_symbol(last, piece), last.container)
                    continue
            done.append(piece)
        return done

    def _choose_symbol(self, first: _Piece, second: _Piece) -> int:
        """Return the definition that represents two merged pieces: that of the longer one.

        Lines outside of all definitions have none.
        """
        if min(first.symbol, second.symbol) < 0:
            return max(first.symbol, second.symbol)
        return (
            first.symbol
            if self.measure(first.start, first.end) >= self.measure(second.start, second.end)
            else second.symbol
        )
