"""Cached results of analyses, in the folder of their generation.

They disappear with it.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX: Final = "analysis-"


def _build_path(generation: Path, key: str) -> Path:
    return generation / f"{PREFIX}{hashlib.sha256(key.encode()).hexdigest()[:16]}.npz"


def load(generation: Path, key: str) -> dict[str, NDArray] | None:
    """Return the arrays kept under `key`.

    The result is None when there are none or they are damaged.
    """
    path = _build_path(generation, key)
    if not path.is_file():
        return None
    import zipfile

    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, KeyError):
        return None


def share(source: Path, target: Path) -> None:
    """Share the cached arrays of a generation with another one of the same graph.

    Arrays that cannot be shared are computed again when they are needed.
    """
    with suppress(OSError):
        for path in source.glob(f"{PREFIX}*.npz"):
            if not path.name.endswith(".tmp.npz"):
                with suppress(FileExistsError):
                    os.link(path, target / path.name)


def save(generation: Path, key: str, arrays: dict[str, NDArray]) -> None:
    """Save arrays in a generation's folder.

    Nothing happens when the folder cannot be written or is already replaced.
    """
    import numpy as np

    path = _build_path(generation, key)
    temporary = path.with_name(f"{path.stem}.{os.getpid()}.tmp.npz")
    try:
        np.savez(temporary, allow_pickle=False, **arrays)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):  # a disk that cannot be written cannot be cleaned either, nor needs it
            temporary.unlink(missing_ok=True)
