"""Edges of one file as a compressed block, read without numpy.

Layout before compression, little-endian: n (symbols of the owner), m (edges), x (extra lines), then
`indptr` u32[n + 1], `other` i32[m], `line` u32[m], `extra_edge` u32[x], `extra_line` u32[x], `code` u8[m].
`other` is the far end: a node, or `-1 - k` for external k. Within a symbol, edges are ordered by code, then far end.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

from codegraph.errors import StorageError

_HEAD = struct.Struct("<3I")
_LITTLE = sys.byteorder == "little"
LEVEL = 1
"""zlib level: the fastest. Blocks are written on every commit and are small already."""


class PackedEdge(NamedTuple):
    other: int
    code: int
    lines: tuple[int, ...]


class Block(NamedTuple):
    """A decoded block; see the module docstring."""

    indptr: array[int]
    other: array[int]
    line: array[int]
    extra_edge: array[int]
    extra_line: array[int]
    code: bytes

    def edges(self, local: int) -> list[PackedEdge]:
        """Edges of the owner's symbol number `local`."""
        start, end = self.indptr[local], self.indptr[local + 1]
        return [PackedEdge(self.other[i], self.code[i], self.lines(i)) for i in range(start, end)]

    def lines(self, edge: int) -> tuple[int, ...]:
        found = [self.line[edge]]
        at = bisect_left(self.extra_edge, edge)
        while at < len(self.extra_edge) and self.extra_edge[at] == edge:
            found.append(self.extra_line[at])
            at += 1
        return tuple(found)


def pack(indptr: bytes, other: bytes, line: bytes, extra_edge: bytes, extra_line: bytes, code: bytes) -> bytes:
    head = _HEAD.pack(len(indptr) // 4 - 1, len(code), len(extra_edge) // 4)
    return zlib.compress(b"".join((head, indptr, other, line, extra_edge, extra_line, code)), LEVEL)


def unpack(data: bytes) -> Block:
    """Raises StorageError on damaged bytes."""
    try:
        raw = zlib.decompress(data)
        n, m, x = _HEAD.unpack_from(raw)
        cuts = [_HEAD.size]
        for length in (4 * (n + 1), 4 * m, 4 * m, 4 * x, 4 * x, m):
            cuts.append(cuts[-1] + length)
        if cuts[-1] != len(raw):
            raise ValueError("length")
    except (zlib.error, struct.error, ValueError) as error:
        raise StorageError("the index is damaged (edges)", hint="run `codegraph index --force`") from error
    parts = [raw[a:b] for a, b in pairwise(cuts)]
    return Block(
        _array("I", parts[0]), _array("i", parts[1]), _array("I", parts[2]), _array("I", parts[3]),
        _array("I", parts[4]), parts[5],
    )  # fmt: skip


def _array(code: str, raw: bytes) -> array[int]:
    values = array(code)
    values.frombytes(raw)
    if not _LITTLE:
        values.byteswap()
    return values
