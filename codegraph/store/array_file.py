"""Named arrays in one file that is mapped into memory.

    magic (8 bytes), length of the header u64, header (JSON), then the arrays, each at a multiple of eight bytes

Opening reads the header only. Arrays are read when they are used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import StorageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

REBUILD: Final = "run `codegraph index --full`"


class ArrayFile(NamedTuple):
    """Content of an array file.

    `notes` are the strings that `save` got next to the arrays.
    """

    arrays: dict[str, NDArray]
    notes: list[str]


def save(path: Path, magic: bytes, kinds: Mapping[str, str], arrays: Mapping[str, NDArray], notes: list[str]) -> None:
    """Write the arrays of `kinds` (name → dtype) in that order.

    Raises OSError.
    """
    import numpy as np

    sizes = {name: len(arrays[name].reshape(-1)) * np.dtype(kind).itemsize for name, kind in kinds.items()}
    header = json.dumps({"sizes": sizes, "notes": notes}).encode()
    header += b" " * (-(len(magic) + 8 + len(header)) % 8)
    with open(path, "wb") as out:
        out.write(magic + len(header).to_bytes(8, "little") + header)
        for name, kind in kinds.items():  # one copy at a time: all of them together are as large as the file
            out.write(np.ascontiguousarray(arrays[name], kind).reshape(-1).view(np.uint8).data)
            out.write(bytes(-sizes[name] % 8))


def load(path: Path, magic: bytes, kinds: Mapping[str, str]) -> ArrayFile:
    """Map the arrays of a file.

    Raises StorageError when the file is missing or damaged.
    """
    import numpy as np

    try:
        whole = np.memmap(path, dtype=np.uint8, mode="r")
        if whole[:8].tobytes() != magic:
            raise ValueError(f"{path.name} is of another kind")
        at = 16 + int.from_bytes(whole[8:16].tobytes(), "little")
        header = json.loads(whole[16:at].tobytes())
        sizes: dict[str, int] = header["sizes"]
        found: dict[str, NDArray] = {}
        for name, kind in kinds.items():
            found[name] = np.frombuffer(whole[at : at + sizes[name]], dtype=kind)
            at += sizes[name] + -sizes[name] % 8
        if at != len(whole):
            raise ValueError(f"{path.name} has another size")
        return ArrayFile(found, [str(note) for note in header["notes"]])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(f"the search index is damaged: {error}", hint=REBUILD) from error
