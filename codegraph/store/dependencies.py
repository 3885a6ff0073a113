"""Dependencies of a generation's edges: two files next to its graph.

With them the cost of an edit is that of its changes.

    dependencies.bin    the base: named arrays, shared by all generations that edits made since it was written
    dependencies.layer  checksums of both files, then what differs from the base in this generation

Both are verified before anything is read from them. Without them, or when they are damaged, the next generation is made
by a whole run.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store import array_file
from codegraph.store.checksums import compute_checksum

if TYPE_CHECKING:
    from numpy.typing import NDArray

BASE: Final = "dependencies.bin"
LAYER: Final = "dependencies.layer"
_MAGIC: Final = b"CGDEPS01"
_HEAD: Final = struct.Struct("<8sQII")
"""Magic, size and checksum of the base, checksum of the rest of the layer."""


class Dependencies(NamedTuple):
    """The arrays of the base, and the layer above it, which is empty at first."""

    arrays: dict[str, NDArray[Any]]
    layer: bytes


def save_base(generation: Path, kinds: Mapping[str, str], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write the base of a generation and an empty layer.

    `kinds` are the types of the arrays by name. Raises OSError.
    """
    written = generation / f"{BASE}.tmp"
    array_file.save(written, _MAGIC, kinds, arrays, [])
    written.replace(generation / BASE)
    base = generation / BASE
    _write_layer(generation, b"", base.stat().st_size, compute_checksum(base))


def remove_dependencies(place: Path) -> None:
    """Remove both files, also partly written ones."""
    for name in (BASE, LAYER, f"{BASE}.tmp", f"{LAYER}.tmp"):
        (place / name).unlink(missing_ok=True)


def move_dependencies(place: Path, generation: Path) -> None:
    """Move both files, if they exist, into a generation.

    Raises OSError.
    """
    for name in (BASE, LAYER):
        if (place / name).is_file():
            (place / name).rename(generation / name)


def share_dependencies(previous: Path, generation: Path) -> None:
    """Link the dependencies of a generation into another one with the same graph.

    Does nothing where there are none. Raises OSError."""
    for name in (BASE, LAYER):
        if (previous / name).is_file():
            os.link(previous / name, generation / name)


def save_layer(previous: Path, building: Path, layer: bytes) -> None:
    """Link the base of a generation into the next one, and write the layer there.

    Raises OSError.
    """
    os.link(previous / BASE, building / BASE)
    _, size, code, _ = _HEAD.unpack_from((previous / LAYER).read_bytes())
    _write_layer(building, layer, size, code)


def _write_layer(generation: Path, layer: bytes, size: int, code: int) -> None:
    temporary = generation / f"{LAYER}.tmp"
    temporary.write_bytes(_HEAD.pack(_MAGIC, size, code, zlib.crc32(layer)) + layer)
    temporary.replace(generation / LAYER)


def load_dependencies(generation: Path, kinds: Mapping[str, str]) -> Dependencies | None:
    """Return the dependencies of a generation, or None.

    It is None when the generation has none, or damaged ones.
    """
    try:
        data = (generation / LAYER).read_bytes()
        magic, size, code, own = _HEAD.unpack_from(data)
        layer = data[_HEAD.size :]
        base = generation / BASE
        if magic != _MAGIC or zlib.crc32(layer) != own or base.stat().st_size != size or compute_checksum(base) != code:
            return None
        return Dependencies(array_file.load(base, _MAGIC, kinds).arrays, layer)
    except (OSError, struct.error, StorageError):
        return None
