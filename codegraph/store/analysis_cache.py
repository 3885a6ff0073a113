"""Cached results of analyses, in the folder of their generation.

They disappear with it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX: Final = "analysis-"
_TEXT: Final = ".txt"


def _build_path(generation: Path, key: str, suffix: str = ".npz") -> Path:
    return generation / f"{PREFIX}{hashlib.sha256(key.encode()).hexdigest()[:16]}{suffix}"


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

    def write(path: Path) -> None:
        np.savez(path, allow_pickle=False, **arrays)

    _replace(_build_path(generation, key), write)


def load_text(generation: Path, key: str) -> str:
    """Return the text kept under `key`, "" without one."""
    try:
        return _build_path(generation, key, _TEXT).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def save_text(generation: Path, key: str, text: str) -> None:
    """Save a text in a generation's folder, as `save` does arrays."""
    _replace(_build_path(generation, key, _TEXT), lambda path: path.write_text(text, encoding="utf-8"))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    temporary = path.with_name(f"{path.stem}.{os.getpid()}.tmp{path.suffix}")
    try:
        write(temporary)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):  # a disk that cannot be written cannot be cleaned either, nor needs it
            temporary.unlink(missing_ok=True)
