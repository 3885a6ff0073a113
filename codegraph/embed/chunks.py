"""Pieces of a file that search finds and shows: definitions where there is a grammar, windows of lines elsewhere.

A definition that fits is a chunk of its own; a larger one is cut at the definitions in it, and where there are none at
the best line near the wanted size. Small neighbours are merged. Every line that is not blank is in exactly one chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from codegraph_parsers.facts import FileFacts, Flag, Symbol, SymbolKind

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
    """Lines `start … end` (1-based, inclusive) of one file. Chunks of a file do not overlap and are in line order.

    `symbol` is the index in `FileFacts.symbols` of the definition that the chunk is, or is a part of (of several, the
    longest); -1 in prose, in files without a grammar and between definitions."""

    start: int
    end: int
    symbol: int
    body: str


class _Piece(NamedTuple):
    """Lines `start … end` on their way to a chunk; only pieces of one `container` are merged."""

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


def chunks_of(
    text: str, facts: FileFacts | None = None, *, target: int = TARGET, largest: int = LARGEST
) -> list[Chunk]:
    """Chunks of a file's `text` (UTF-8 decoded, lines end with a newline). Without `facts`: windows of lines."""
    lines = text.split("\n")
    cutter = _Cutter(lines, target, largest)
    symbols: Sequence[Symbol] = facts.symbols if facts is not None else ()
    pieces = cutter.between(_blocks(symbols, lines), 1, len(lines), -1)
    ends = cutter.ends
    return [Chunk(p.start, p.end, p.symbol, text[ends[p.start - 1] : ends[p.end] - 1]) for p in cutter.merged(pieces)]


def hidden(symbol: Symbol) -> bool:
    """Whether search neither shows nor names a definition: what stands in a function serves it alone. Methods do not:
    they are of a class that is made there, or of what the function was given to put them on."""
    if symbol.flags & Flag.ANONYMOUS:
        return True
    return bool(symbol.flags & Flag.LOCAL) and symbol.kind is not SymbolKind.METHOD


def _blocks(symbols: Sequence[Symbol], lines: Sequence[str]) -> list[_Block]:
    """Definitions nested by their lines. One that overlaps the end of another is left to that other."""
    wanted = [
        (s.start_line, -s.end_line, i)
        for i, s in enumerate(symbols)
        if i and s.kind in _BLOCKS and not hidden(s) and 0 < s.start_line <= s.end_line <= len(lines)
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
        block = _Block(_with_comments(lines, start, above), end, number, [])
        siblings.append(block)
        open_.append(block)
    return outermost


def _with_comments(lines: Sequence[str], start: int, above: int) -> int:
    """First line of the comments and attributes that stand directly over line `start`, below line `above`."""
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

    def size(self, start: int, end: int) -> int:
        return self.ends[end] - self.ends[start - 1]

    def between(self, blocks: Sequence[_Block], start: int, end: int, symbol: int) -> list[_Piece]:
        """Pieces of lines `start … end` that hold `blocks`; what is between those belongs to `symbol`."""
        pieces: list[_Piece] = []
        for block in blocks:
            if block.start > start:
                pieces += self.windows(start, block.start - 1, symbol, symbol)
            first = max(block.start, start)
            if first > block.end:
                continue  # shares its only line with the one before
            if self.size(first, block.end) <= self.largest:
                pieces.append(_Piece(first, block.end, block.symbol, symbol))
            elif block.inner:
                pieces += self.between(block.inner, first, block.end, block.symbol)
            else:
                pieces += self.windows(first, block.end, block.symbol, block.symbol)
            start = block.end + 1
        if start <= end:
            pieces += self.windows(start, end, symbol, symbol)
        return pieces

    def windows(self, start: int, end: int, symbol: int, container: int) -> list[_Piece]:
        """Lines `start … end` in pieces of about the wanted size, without the blank lines at both ends of each."""
        pieces: list[_Piece] = []
        while start <= end:
            last = end if self.size(start, end) <= self.target * 3 // 2 else self._cut(start, end)
            first, final = self._trimmed(start, last)
            if first <= final:
                pieces.append(_Piece(first, final, symbol, container))
            start = last + 1
        return pieces

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        while start <= end and not self.lines[start - 1].strip():
            start += 1
        while end >= start and not self.lines[end - 1].strip():
            end -= 1
        return start, end

    def _cut(self, start: int, end: int) -> int:
        """Last line of a window from `start`: before the least indented line near the wanted size, blank ones first."""
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

    def merged(self, pieces: Sequence[_Piece]) -> list[_Piece]:
        """Neighbours of one container together, as long as the sum is no larger than wanted."""
        done: list[_Piece] = []
        for piece in pieces:
            if done and done[-1].container == piece.container:
                last = done[-1]
                if self.size(last.start, piece.end) <= self.target:
                    done[-1] = _Piece(last.start, piece.end, self._main(last, piece), last.container)
                    continue
            done.append(piece)
        return done

    def _main(self, first: _Piece, second: _Piece) -> int:
        """The definition that two pieces together are told by: the longer one. Lines outside of all are none."""
        if min(first.symbol, second.symbol) < 0:
            return max(first.symbol, second.symbol)
        return (
            first.symbol if self.size(first.start, first.end) >= self.size(second.start, second.end) else second.symbol
        )
