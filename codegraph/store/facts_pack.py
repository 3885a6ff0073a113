"""Facts of the files of a generation, in one file beside its graph.

A generation that was made elsewhere brings the facts of its files along, because the cache of this machine does not
have them. They are read for that index alone: entries of the cache are shared by every index, so nothing from elsewhere
becomes one.

    magic (8 bytes), number of buckets u16, codec u16
    for each bucket: offset u64, stored bytes u64, bytes u64, checksum of these bytes u32
    the buckets, each compressed: key (16 bytes), length u32, entry, and so on

A key belongs to a bucket by the first bits of it. An edit of a few files changes a few buckets, so that two versions of
the file have most of their parts in common (`find_cuts`). Buckets are large enough to be worth compressing.
"""

from __future__ import annotations

import os
import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple
from zlib import crc32

from codegraph.store.compression import Codec, choose_codec, compress, decompress
from codegraph.store.layout import share_file

FILE: Final = "facts.pack"

_MAGIC: Final = b"CGFACT03"
_SIZES: Final = struct.Struct("<HH")
_ROW: Final = struct.Struct("<QQQI")
_HEAD: Final = len(_MAGIC) + _SIZES.size
_MOST_BUCKETS: Final = 256
_BUCKET_BYTES: Final = 512 << 10
"""Bytes of a bucket before compression, where there are fewer than the most."""

_CODECS: Final = (Codec.ZLIB, Codec.LZMA)
_KEY: Final = 16
_LENGTH: Final = struct.Struct("<I")
_LARGEST_BUCKET: Final = 1 << 30


class _BucketRow(NamedTuple):
    """Place of a bucket, with the size and checksum of its content."""

    offset: int
    stored: int
    size: int
    checksum: int


def save_pack(path: Path, entries: Mapping[bytes, bytes]) -> None:
    """Write entries by their keys.

    Raises OSError.
    """
    total = sum(_KEY + _LENGTH.size + len(entry) for entry in entries.values())
    count, codec = _count_buckets(total), choose_codec(total)
    parts: dict[int, list[bytes]] = defaultdict(list)
    for key, entry in sorted(entries.items()):
        parts[_find_bucket(key, count)] += (key, _LENGTH.pack(len(entry)), entry)
    texts = {bucket: b"".join(parts[bucket]) for bucket in parts}
    stored = {bucket: compress(codec, text) for bucket, text in texts.items()}
    table = bytearray(_MAGIC + _SIZES.pack(count, _CODECS.index(codec)))
    offset = _HEAD + count * _ROW.size
    for bucket in range(count):
        packed, text = stored.get(bucket, b""), texts.get(bucket, b"")
        table += _ROW.pack(*_BucketRow(offset, len(packed), len(text), crc32(text)))
        offset += len(packed)
    with open(path, "wb") as handle:
        handle.write(table)
        handle.writelines(stored[bucket] for bucket in sorted(stored))


def _count_buckets(size: int) -> int:
    """Return the number of buckets for entries of so many bytes, a power of two."""
    return min(_MOST_BUCKETS, 1 << (size // _BUCKET_BYTES).bit_length())


def _find_bucket(key: bytes, count: int) -> int:
    return key[0] * count >> 8


def share_pack(previous: Path, generation: Path) -> None:
    """Link the pack of a generation, if it has one, into the next one.

    Raises OSError.
    """
    if (previous / FILE).is_file():
        share_file(previous / FILE, generation / FILE)


def find_cuts(path: Path) -> list[int]:
    """Return the offsets at which the table of a pack and each of its buckets end.

    Raises OSError, ValueError (it is no pack).
    """
    with open(path, "rb") as handle:
        _, rows = _read_table(handle)
    return [_HEAD + len(rows) * _ROW.size, *(row.offset + row.stored for row in rows if row.stored)]


class FactsPack:
    """A pack that is open for reading.

    Damage is never an error: a bucket that does not match its checksum has no entries.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._codec = Codec.ZLIB
        self._rows: list[_BucketRow] = []
        self._buckets: dict[int, dict[bytes, bytes]] = {}
        try:
            with open(path, "rb") as handle:
                self._codec, self._rows = _read_table(handle)
        except (OSError, ValueError):
            pass

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the entries of these keys."""
        if not self._rows:
            return {}
        return {
            key: entry
            for key in keys
            if (entry := self._load_bucket(_find_bucket(key, len(self._rows))).get(key)) is not None
        }

    def _load_bucket(self, number: int) -> dict[bytes, bytes]:
        known = self._buckets.get(number)
        if known is None:
            known = self._buckets[number] = self._read_bucket(number)
        return known

    def _read_bucket(self, number: int) -> dict[bytes, bytes]:
        row = self._rows[number]
        found: dict[bytes, bytes] = {}
        try:
            with open(self._path, "rb") as handle:
                handle.seek(row.offset)
                packed = handle.read(row.stored)
            text = decompress(self._codec, packed, row.size) if row.size else b""
            if crc32(text) != row.checksum:
                return {}
            at = 0
            while at < len(text):
                key, start = text[at : at + _KEY], at + _KEY + _LENGTH.size
                (length,) = _LENGTH.unpack_from(text, at + _KEY)
                found[key] = text[start : start + length]
                at = start + length
        except (OSError, ValueError, struct.error):
            return {}
        return found


def _read_table(handle: BinaryIO) -> tuple[Codec, list[_BucketRow]]:
    """Read the codec and the rows of a pack.

    Raises OSError, ValueError."""
    head = handle.read(_HEAD)
    if len(head) != _HEAD or not head.startswith(_MAGIC):
        raise ValueError("no pack of facts")
    count, codec = _SIZES.unpack_from(head, len(_MAGIC))
    table = handle.read(count * _ROW.size)
    if not 0 < count <= _MOST_BUCKETS or codec >= len(_CODECS) or len(table) != count * _ROW.size:
        raise ValueError("no pack of facts")
    rows = [_BucketRow(*row) for row in _ROW.iter_unpack(table)]
    at = _HEAD + len(table)
    for row in rows:
        if row.offset != at or row.size > _LARGEST_BUCKET:
            raise ValueError("no pack of facts")
        at += row.stored
    if at != os.fstat(handle.fileno()).st_size:
        raise ValueError("no pack of facts")
    return _CODECS[codec], rows
