"""Sizes and checksums of the files of a generation when it was published.

They reveal damage. Files of a generation are never written again, except for its vectors, which describe themselves
(`vector_properties.py`), and for results of analyses, which hold their own checksums. A generation made from a delta
has no seal at first, because reading all of it would cost more than making it. Its watcher seals it after the last
edit.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

SEAL: Final = "seal.json"
SMALL: Final = 8 << 20
"""Bytes of a file that a question verifies before it reads from it; larger ones cost more than the question."""

_STEP: Final = 1 << 20
_UNSEALED: Final = (SEAL, "analysis-")


def compute_checksum(path: Path) -> int:
    """Return the CRC-32 of a file.

    Raises OSError.
    """
    found = 0
    with open(path, "rb") as handle:
        while block := handle.read(_STEP):
            found = zlib.crc32(block, found)
    return found


def seal(generation: Path) -> None:
    """Write the sizes and checksums of the files in a folder.

    The files may be read meanwhile. Raises OSError.
    """
    import json

    files = sorted(path for path in generation.iterdir() if path.is_file() and not path.name.startswith(_UNSEALED))
    told = {path.name: [path.stat().st_size, compute_checksum(path)] for path in files}
    written = generation / f"{SEAL}.tmp"
    written.write_text(json.dumps(told), encoding="utf-8")
    written.replace(generation / SEAL)


def find_damage(generation: Path, names: Iterable[str] | None = None, *, most: int | None = None) -> str:
    """Return a description of the first file that differs from its seal, or "".

    `names` are the files to check, None for all. Files over `most` bytes are checked by size only. Without a seal
    nothing is known.
    """
    import json

    try:
        told = json.loads((generation / SEAL).read_text(encoding="utf-8"))
        wanted = told if names is None else {name: told[name] for name in names if name in told}
        for name, (size, known) in wanted.items():
            path = generation / name
            if path.stat().st_size != size:
                return f"{name} has another size"
            if (most is None or size <= most) and compute_checksum(path) != known:
                return f"{name} holds something else"
    except FileNotFoundError as error:
        return "" if not (generation / SEAL).exists() else f"{Path(error.filename).name} is missing"
    except OSError as error:
        return f"{Path(error.filename or SEAL).name} cannot be read: {error.strerror}"
    except (ValueError, TypeError, AttributeError):
        return f"{SEAL} holds something else"
    return ""
