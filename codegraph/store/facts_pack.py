"""Facts of the files of a generation, in one file beside its graph.

A generation that was made elsewhere brings the facts of its files along, because the cache of this machine does not
have them. They are read for that index alone: entries of the cache are shared by every index, so nothing from elsewhere
becomes one.

    magic (8 bytes), then for each of 256 buckets: offset u64, stored bytes u64, bytes u64
    the buckets, each compressed: key (16 bytes), length u32, entry, and so on

A key belongs to the bucket of its first byte. An edit of a few files changes a few buckets, so that two versions of the
file have most of their parts in common (`find_cuts`).
"""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from codegraph.store.layout import share_file

FILE: Final = "facts.pack"

_MAGIC: Final = b"CGFACT01"
_BUCKETS: Final = 256
_ROW: Final = struct.Struct("<QQQ")
_HEAD: Final = len(_MAGIC) + _BUCKETS * _ROW.size
_KEY: Final = 16
_LENGTH: Final = struct.Struct("<I")
_LARGEST_BUCKET: Final = 1 << 30


def save_pack(path: Path, entries: Mapping[bytes, bytes]) -> None:
    """Write entries by their keys.

    Raises OSError.
    """
    texts: dict[int, list[bytes]] = defaultdict(list)
    for key, entry in sorted(entries.items()):
        texts[key[0]] += (key, _LENGTH.pack(len(entry)), entry)
    stored = {bucket: zlib.compress(b"".join(parts), 6) for bucket, parts in texts.items()}
    table = bytearray(_MAGIC)
    offset = _HEAD
    for bucket in range(_BUCKETS):
        packed = stored.get(bucket, b"")
        table += _ROW.pack(offset, len(packed), sum(map(len, texts.get(bucket, ()))))
        offset += len(packed)
    with open(path, "wb") as handle:
        handle.write(table)
        handle.writelines(stored[bucket] for bucket in sorted(stored))


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
        rows = _read_table(handle.read(_HEAD))
    return [_HEAD, *(offset + stored for offset, stored, _ in rows if stored)]


class FactsPack:
    """A pack that is open for reading.

    Damage is never an error: a bucket that cannot be read has no entries.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: list[tuple[int, int, int]] = []
        self._buckets: dict[int, dict[bytes, bytes]] = {}
        try:
            with open(path, "rb") as handle:
                self._rows = _read_table(handle.read(_HEAD))
        except (OSError, ValueError):
            pass

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the entries of these keys."""
        if not self._rows:
            return {}
        return {key: entry for key in keys if (entry := self._load_bucket(key[0]).get(key)) is not None}

    def _load_bucket(self, number: int) -> dict[bytes, bytes]:
        known = self._buckets.get(number)
        if known is None:
            known = self._buckets[number] = self._read_bucket(number)
        return known

    def _read_bucket(self, number: int) -> dict[bytes, bytes]:
        offset, stored, size = self._rows[number]
        found: dict[bytes, bytes] = {}
        try:
            with open(self._path, "rb") as handle:
                handle.seek(offset)
                packed = handle.read(stored)
            text = zlib.decompressobj().decompress(packed, size) if size else b""
            at = 0
            while at < len(text):
                key, start = text[at : at + _KEY], at + _KEY + _LENGTH.size
                (length,) = _LENGTH.unpack_from(text, at + _KEY)
                found[key] = text[start : start + length]
                at = start + length
        except (OSError, zlib.error, struct.error):
            return {}
        return found


def _read_table(head: bytes) -> list[tuple[int, int, int]]:
    if len(head) != _HEAD or not head.startswith(_MAGIC):
        raise ValueError("no pack of facts")
    rows = list(_ROW.iter_unpack(head[len(_MAGIC) :]))
    at = _HEAD
    for offset, stored, size in rows:
        if offset != at or size > _LARGEST_BUCKET:
            raise ValueError("no pack of facts")
        at += stored
    return rows
