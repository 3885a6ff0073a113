"""Edges of one file as a compressed block, read without numpy.

Layout before compression, little-endian: k (ends in the owner), m (edges), x (extra lines), then `near` u32[k] (ids of
the ends that have edges, ascending, each less the one before), `degree` u32[k] (how many each has), `other` i32[m],
`site` u32[m], `extra_edge` u32[x], `extra_line` u32[x], `code` u8[m].

`near` and `other` are ids of symbols; an external is `-1 - id` in `other` and its id in `near`. Edges of one end are
ordered by code, then by `other`. In a block of outgoing edges `site` is the first line of an edge and the extra lines
are its further ones. One of incoming edges says in `site` how many lines there are; they are those of the same edge in
the block of its source, so that lines that move in a file change nothing beside that file.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from itertools import accumulate, pairwise
from typing import NamedTuple

from codegraph.errors import StorageError

_HEAD = struct.Struct("<3I")
_LITTLE = sys.byteorder == "little"
LEVEL = 1
"""zlib level: the fastest. Blocks are written on every commit and are small already."""


class Block(NamedTuple):
    """A decoded block; see the module docstring.

    Edges of `near[i]` are those at `indptr[i]:indptr[i + 1]`.
    """

    near: array[int]
    indptr: list[int]
    other: array[int]
    site: array[int]
    extra_edge: array[int]
    extra_line: array[int]
    code: bytes

    def find_span(self, id: int) -> range:
        """Return the places of the edges of one end."""
        at = bisect_left(self.near, id)
        if at == len(self.near) or self.near[at] != id:
            return range(0)
        return range(self.indptr[at], self.indptr[at + 1])

    def list_lines(self, edge: int) -> tuple[int, ...]:
        """Return the lines of an outgoing edge."""
        found = [self.site[edge]]
        at = bisect_left(self.extra_edge, edge)
        while at < len(self.extra_edge) and self.extra_edge[at] == edge:
            found.append(self.extra_line[at])
            at += 1
        return tuple(found)

    def find(self, id: int, other: int, code: int) -> int:
        """Find the place of an edge.

        Raises StorageError when there is none.
        """
        for at in self.find_span(id):
            if self.other[at] == other and self.code[at] == code:
                return at
        raise StorageError("the index is damaged (edges without a source)", hint="run `codegraph index --full`")


def pack(
    near: bytes, degree: bytes, other: bytes, site: bytes, extra_edge: bytes, extra_line: bytes, code: bytes
) -> bytes:
    head = _HEAD.pack(len(near) // 4, len(code), len(extra_edge) // 4)
    return zlib.compress(b"".join((head, near, degree, other, site, extra_edge, extra_line, code)), LEVEL)


def unpack(data: bytes) -> Block:
    """Decode a block.

    Raises StorageError on damaged bytes.
    """
    try:
        raw = zlib.decompress(data)
        k, m, x = _HEAD.unpack_from(raw)
        cuts = [_HEAD.size]
        for length in (4 * k, 4 * k, 4 * m, 4 * m, 4 * x, 4 * x, m):
            cuts.append(cuts[-1] + length)
        if cuts[-1] != len(raw):
            raise ValueError("length")
    except (zlib.error, struct.error, ValueError) as error:
        raise StorageError("the index is damaged (edges)", hint="run `codegraph index --full`") from error
    parts = [raw[a:b] for a, b in pairwise(cuts)]
    return Block(
        array("I", accumulate(_read_array("I", parts[0]))),
        list(accumulate(_read_array("I", parts[1]), initial=0)),
        _read_array("i", parts[2]),
        _read_array("I", parts[3]),
        _read_array("I", parts[4]),
        _read_array("I", parts[5]),
        parts[6],
    )


def _read_array(code: str, raw: bytes) -> array[int]:
    values = array(code)
    values.frombytes(raw)
    if not _LITTLE:
        values.byteswap()
    return values
