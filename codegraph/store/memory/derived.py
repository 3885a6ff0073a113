"""Arrays made from the memory log, in files that numpy maps.

They may be deleted at any time.

    <home>/memory/derived/recall-<number>/header.json   format, encoder, how far the log was read, strings
    <home>/memory/derived/recall-<number>/<name>.npy    one array each
    <home>/memory/derived/ranks/<namespace>-<last>-<edges>-<event>.npy    how central the memories of a namespace are

They hold numbers only: hashes of words, vectors, times. No text of a memory is in them. A folder is written whole under
another name and then renamed, so a reader sees all of it or nothing. The folder with the highest number counts.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.store.memory.connection import get_memory_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT: Final = 5
_HEADER: Final = "header.json"
_FOLDER: Final = re.compile(r"recall-(\d+)")
_RANKS: Final = "ranks"


@dataclass(frozen=True, slots=True)
class DerivedArrays:
    """Arrays derived from the log.

    `names` are strings by list. `last` is the sequence number up to which the log was read, and `mark` identifies that
    event.
    """

    identity: str
    last: int
    mark: str
    names: Mapping[str, tuple[str, ...]]
    arrays: Mapping[str, NDArray]


def get_derived_folder(home: Path) -> Path:
    return get_memory_folder(home) / "derived"


def save(home: Path, state: DerivedArrays) -> bool:
    """Save arrays for other processes.

    Return False, with nothing changed, where the folder cannot be written.
    """
    import numpy as np

    folder = get_derived_folder(home)
    fresh = folder / f".new-{os.getpid()}-{os.urandom(4).hex()}"
    try:
        fresh.mkdir(parents=True, mode=0o700)
        for name, array in state.arrays.items():
            np.save(fresh / f"{name}.npy", np.ascontiguousarray(array), allow_pickle=False)
        header = {
            "format": FORMAT, "identity": state.identity, "last": state.last, "mark": state.mark,
            "names": {key: list(value) for key, value in state.names.items()},
            "arrays": {name: [str(array.dtype), *array.shape] for name, array in state.arrays.items()},
        }  # fmt: skip
        (fresh / _HEADER).write_text(json.dumps(header), encoding="utf-8")
        before = _list_folders(folder)
        fresh.rename(folder / f"recall-{before[-1][0] + 1 if before else 1}")
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)
        return False
    for _, old in before:
        shutil.rmtree(old, ignore_errors=True)  # whoever has it mapped keeps it until they are done
    return True


def load(home: Path, identity: str) -> DerivedArrays | None:
    """Load the newest arrays made with this encoder.

    The result is None when there are none or they are damaged. They are then made again.
    """
    import numpy as np

    for _, folder in reversed(_list_folders(get_derived_folder(home))):
        try:
            header = json.loads((folder / _HEADER).read_text(encoding="utf-8"))
            if header["format"] != FORMAT or header["identity"] != identity:
                continue
            arrays: dict[str, NDArray] = {}
            for name, (kind, *shape) in header["arrays"].items():
                mode = "r" if all(shape) else None  # an empty file cannot be mapped
                array = np.load(folder / f"{name}.npy", mmap_mode=mode, allow_pickle=False)
                if str(array.dtype) != kind or list(array.shape) != shape:
                    raise ValueError(name)
                arrays[name] = array
            names = {key: tuple(value) for key, value in header["names"].items()}
            return DerivedArrays(identity, int(header["last"]), str(header["mark"]), names, arrays)
        except (OSError, ValueError, KeyError, TypeError, EOFError):
            continue
    return None


class Ranks(NamedTuple):
    """Centrality of the memories of one namespace.

    `last` is the sequence number up to which the log was read, and `mark` identifies that event. `rows` is a structured
    array with any columns.
    """

    last: int
    mark: str
    edges: int
    rows: NDArray


def save_ranks(home: Path, namespace: str, ranks: Ranks) -> None:
    """Save ranks for other processes, replacing older ones.

    Nothing happens where the folder cannot be written.
    """
    import numpy as np

    folder = get_derived_folder(home) / _RANKS
    name = f"{_compute_digest(namespace)}-{ranks.last}-{ranks.edges}-{_compute_digest(ranks.mark)}.npy"
    fresh = folder / f".new-{os.getpid()}-{os.urandom(4).hex()}.npy"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        before = list(folder.glob(f"{_compute_digest(namespace)}-*.npy"))
        np.save(fresh, ranks.rows, allow_pickle=False)
        fresh.replace(folder / name)
        for old in before:
            if old.name != name:
                old.unlink(missing_ok=True)
    except OSError:
        fresh.unlink(missing_ok=True)


def load_ranks(home: Path, namespace: str, mark: Callable[[int], str]) -> Ranks | None:
    """Load the newest ranks of a namespace that were made from this log.

    `mark` identifies the events of the log. The result is None when there are none.
    """
    import numpy as np

    best: Ranks | None = None
    for path in (get_derived_folder(home) / _RANKS).glob(f"{_compute_digest(namespace)}-*.npy"):
        try:
            _, last, edges, event = path.stem.split("-")
            if (best is not None and best.last >= int(last)) or _compute_digest(mark(int(last))) != event:
                continue
            best = Ranks(int(last), mark(int(last)), int(edges), np.load(path, allow_pickle=False))
        except (OSError, ValueError, EOFError):
            continue
    return best


def _compute_digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def discard(home: Path) -> None:
    """Delete everything derived.

    After an erasure nothing may be left of the erased text. Raises OSError.
    """
    folder = get_derived_folder(home)
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def _list_folders(folder: Path) -> list[tuple[int, Path]]:
    try:
        found = [(int(m.group(1)), p) for p in folder.iterdir() if (m := _FOLDER.fullmatch(p.name))]
    except OSError:
        return []
    return sorted(found)
