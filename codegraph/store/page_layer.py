"""Databases that share the pages of another one.

A generation's database is one file, `graph.db`. Where another generation has nearly the same one, as that of a second
work tree does, it is that one's file under a second name and a *layer* of the pages that differ:

    g7/layered.db        the database of the other generation, a hard link; never changed
    g7/layered.db-wal    the pages that differ, as SQLite's own write-ahead log

SQLite then reads pages of the log in the place of those in the file. The file is opened for reading alone, so nothing
can be written into it. A key in the database repeats the salt of the log, by which a log that is missing or torn is
noticed: SQLite would ignore it.
"""

from __future__ import annotations

import os
import sqlite3
import struct
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.errors import StorageError
from codegraph.store.layout import DATABASE

if TYPE_CHECKING:
    from numpy import uint32
    from numpy.typing import NDArray

LAYERED: Final = "layered.db"
LAYER: Final = f"{LAYERED}-wal"
KEY: Final = "layer"
"""Key of the database's properties: the salt of the log that belongs to it."""

SMALLEST_SHARE: Final = 4
"""A layer is at most the file's size divided by this; what differs in more is a file of its own."""

_MAGIC: Final = 0x377F0682  # checksums of little-endian words
_VERSION: Final = 3_007_000
_PAGE: Final = 4096
_HEAD: Final = struct.Struct(">IIII8s")
_FRAME: Final = struct.Struct(">II8s")
_SUMS: Final = struct.Struct(">II")
_SALT_BYTES: Final = 8


def find_database(generation: Path) -> Path:
    """Return the file in which the database of a generation is, alone or with a layer."""
    own = generation / DATABASE
    layered = generation / LAYERED
    return layered if not own.exists() and layered.exists() else own


def connect_database(generation: Path) -> sqlite3.Connection:
    """Open the database of a generation for reading.

    Raises sqlite3.Error, StorageError for a layer that is missing or torn."""
    path = find_database(generation)
    if path.name == DATABASE:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    # Without locks, which nobody needs here: the log's index is then kept in memory, by readers of their own each.
    uri = f"{path.absolute().as_uri()}?mode=ro&vfs=unix-none"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
        # Nothing is written, and still SQLite forces the log and the file to the disk when it closes them.
        connection.execute("PRAGMA synchronous=OFF")
        told = connection.execute("SELECT value FROM meta WHERE key = ?", (KEY,)).fetchone()
        if told is None or told[0] != _read_salt(generation / LAYER):
            raise StorageError(f"{generation / LAYER} is missing or damaged", hint="run `codegraph index --full`")
    except BaseException:
        connection.close()
        raise
    return connection


def copy_database(generation: Path, target: Path) -> None:
    """Write the database of a generation as one file.

    Raises OSError, StorageError."""
    import shutil

    path = find_database(generation)
    shutil.copyfile(path, target)
    if path.name == DATABASE:
        return
    with closing(connect_database(generation)):
        pass  # the layer is whole
    with open(generation / LAYER, "rb") as log, open(target, "r+b") as out:
        log.seek(_HEAD.size + _SUMS.size)
        while head := log.read(_FRAME.size + _SUMS.size):
            number, count, _ = _FRAME.unpack_from(head)
            out.seek((number - 1) * _PAGE)
            out.write(log.read(_PAGE))
            if count:
                out.truncate(count * _PAGE)


def share_database(building: Path, last: Path) -> bool:
    """Put a layer over the database of another generation in the place of a new one.

    `building` has a whole database that nobody reads yet. Return whether it was worth it. Raises OSError,
    sqlite3.Error."""
    if os.name != "posix":
        return False
    base, own = find_database(last), building / DATABASE
    salt = os.urandom(_SALT_BYTES)
    with closing(sqlite3.connect(own, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (KEY, salt.hex()))
        page = connection.execute("PRAGMA page_size").fetchone()[0]
    layer = _make_layer(base.read_bytes(), own.read_bytes(), salt) if page == _PAGE else None
    if layer is None or len(layer) * SMALLEST_SHARE > own.stat().st_size:
        return False
    try:
        os.link(base, building / LAYERED)
    except OSError:
        return False  # a file system without links
    (building / LAYER).write_bytes(layer)
    own.unlink()
    return True


def is_shared(generation: Path) -> bool:
    """Return whether another generation has the file of a database, too."""
    return find_database(generation).stat().st_nlink > 1


def _read_salt(layer: Path) -> str:
    try:
        with open(layer, "rb") as log:
            log.seek(_HEAD.size - _SALT_BYTES)
            return log.read(_SALT_BYTES).hex()
    except OSError:
        return ""


def _make_layer(base: bytes, own: bytes, salt: bytes) -> bytes | None:
    """Return the pages of a database that another one lacks, as a log of SQLite.

    It is None where either has a part of a page."""
    import numpy as np

    if len(base) % _PAGE or len(own) % _PAGE or not own:
        return None
    before, after = (np.frombuffer(each, dtype="<u4").reshape(-1, _PAGE // 4) for each in (base, own))
    both = min(len(before), len(after))
    changed = np.flatnonzero((before[:both] != after[:both]).any(axis=1)).tolist()
    differing = [*changed, *range(both, len(after))] or [0]
    head = _HEAD.pack(_MAGIC, _VERSION, _PAGE, 0, salt)
    sums = _add_checksum(head, (0, 0))
    parts = [head, _SUMS.pack(*sums)]
    for at in differing:
        told = struct.pack(">II", at + 1, len(after) if at == differing[-1] else 0)
        content = after[at].tobytes()
        sums = _add_checksum(told + content, sums)
        parts += (told, salt, _SUMS.pack(*sums), content)
    return b"".join(parts)


def _add_checksum(content: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's checksum of what was summed before and of some content.

    Each pair of words x, y makes a, b into a + x + b, and then b + y + that. This is linear, so pairs are summed
    at once with powers of the matrix of one step."""
    import numpy as np

    words = np.frombuffer(content, dtype="<u4")
    first, second = words[0::2], words[0::2] + words[1::2]
    powers = _list_powers(len(first) + 1)
    behind = powers[len(first) - 1 :: -1] if len(first) else powers[:0]
    a = int((behind[:, 0] * first + behind[:, 1] * second).sum(dtype=np.uint32))
    b = int((behind[:, 2] * first + behind[:, 3] * second).sum(dtype=np.uint32))
    m00, m01, m10, m11 = (int(each) for each in powers[len(first)])
    return (m00 * sums[0] + m01 * sums[1] + a) & _MASK, (m10 * sums[0] + m11 * sums[1] + b) & _MASK


_MASK: Final = 0xFFFF_FFFF


@cache
def _list_powers(count: int) -> NDArray[uint32]:
    """Return the powers of the matrix [[1, 1], [1, 2]] modulo 2³²: uint32[count, 4]."""
    import numpy as np

    found = np.empty((count, 4), dtype=np.uint32)
    a, b, c, d = 1, 0, 0, 1
    for at in range(count):
        found[at] = a, b, c, d
        a, b, c, d = (a + c) & _MASK, (b + d) & _MASK, (a + 2 * c) & _MASK, (b + 2 * d) & _MASK
    return found
