"""Pieces of a file that search finds and shows: definitions where there is a grammar, windows of lines elsewhere."""

from __future__ import annotations

from typing import NamedTuple


class Chunk(NamedTuple):
    """Lines `start … end` (1-based, inclusive) of one file. Chunks of a file do not overlap and are in line order.

    `symbol` is the index in `FileFacts.symbols` of the definition that the chunk is, or is a part of; -1 in prose, in
    files without a grammar and between definitions. `header` is what the lines alone do not say: path, qualified name,
    signature and documentation."""

    start: int
    end: int
    symbol: int
    header: str
    body: str
