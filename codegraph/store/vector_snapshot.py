"""Vectors of one generation as files that numpy maps.

Small and medium indexes are searched in them.

    g7/vectors/about.json     encoder identity, rows, dimension, checksums of the files next to it
    g7/vectors/values.npy     int8 (rows, dimension), row i belongs to chunk i
    g7/vectors/scales.npy     float32 (rows,), row i of the above times this is the vector
    g7/vectors/digests.npy    uint64 (rows, 2), digest of the embedded text: equal text needs no second encoding
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from codegraph.errors import StorageError
from codegraph.store.checksums import SMALL
from codegraph.store.page_layer import SMALLEST_SHARE
from codegraph.store.vector_properties import FOLDER, LAYER, PARTS, REBUILD, read_about, write_about

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_ROWS: Final = 512
"""Rows widened to float32 at a time, 512 kB that stay in the cache. 50,000 rows take 3 ms of CPU; with 2,048 a block
they take 50, because BLAS then wakes its threads for every block."""


_DAMAGED: Final = (
    OSError, ValueError, KeyError, IndexError, BadZipFile, EOFError, SyntaxError, TypeError, OverflowError,
    MemoryError, TokenError,
)  # fmt: skip
"""Errors that reading a damaged file of numpy raises."""


@dataclass(frozen=True, slots=True)
class VectorSnapshot:
    """Vectors of every chunk of a generation, in chunk order.

    Opening maps the files, and a search reads all rows once.
    """

    identity: str
    values: NDArray[np.int8]
    scales: NDArray[np.float32]
    digests: NDArray[np.uint64]

    @property
    def dimension(self) -> int:
        return self.values.shape[1]

    def __len__(self) -> int:
        return self.values.shape[0]

    def compute_scores(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the cosine of `query` with every row, in chunk order; 0 for a zero row.

        `query` has the shape (dimension,) and length one.
        """
        found = np.empty(len(self), dtype=np.float32)
        query = np.ascontiguousarray(query, dtype=np.float32)
        wide = np.empty((BLOCK_ROWS, self.dimension), dtype=np.float32)
        values = np.asarray(self.values)  # cutting a mapped array is slower than cutting a plain one
        for at in range(0, len(self), BLOCK_ROWS):
            block = values[at : at + BLOCK_ROWS]
            np.copyto(wide[: len(block)], block)
            np.dot(wide[: len(block)], query, out=found[at : at + len(block)])
        found *= self.scales
        return found

    def compute_scores_of(self, rows: NDArray[np.int64], query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the cosine of `query` with these rows."""
        found = np.empty(len(rows), dtype=np.float32)
        query = np.ascontiguousarray(query, dtype=np.float32)
        values = np.asarray(self.values)
        for at in range(0, len(rows), BLOCK_ROWS):
            np.dot(values[rows[at : at + BLOCK_ROWS]].astype(np.float32), query, out=found[at : at + BLOCK_ROWS])
        found *= self.scales[rows]
        return found

    def find_nearest(
        self, query: NDArray[np.float32], limit: int, allowed: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return chunk numbers and cosines of the `limit` nearest rows, best first.

        Ties are in chunk order. `allowed` (rows,) filters before the cut.
        """
        scores = self.compute_scores(query)
        rows = np.arange(len(self)) if allowed is None else np.flatnonzero(allowed)
        kept = scores[rows]
        if limit < len(rows):
            edge = np.partition(kept, len(rows) - limit)[len(rows) - limit]  # everything tied with the last one stays
            rows, kept = rows[kept >= edge], kept[kept >= edge]
        order = np.argsort(-kept, kind="stable")[:limit]
        return rows[order], kept[order]

    def take(self, rows: Sequence[int] | NDArray[np.int64]) -> VectorSnapshot:
        """Return some rows."""
        at = np.asarray(rows, dtype=np.int64)
        return VectorSnapshot(self.identity, self.values[at], self.scales[at], self.digests[at])

    def read_rows(self, wanted: NDArray[np.int64] | slice) -> NDArray[np.float32]:
        """Return the vectors of these rows, float32."""
        return self.values[wanted].astype(np.float32) * self.scales[wanted, None]


def to_int8(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return rows as int8, and their scales.

    The largest component of a row becomes 127.
    """
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / 127, 0).astype(np.float32)
    divisor = np.where(scales > 0, scales, 1)[:, None]
    return np.rint(vectors / divisor).astype(np.int8), scales


def save(generation: Path, vectors: VectorSnapshot) -> None:
    """Save a snapshot in a generation's folder, replacing an existing one.

    Raises OSError.
    """
    import shutil  # imports five archive formats

    building = generation / f"{FOLDER}.{os.getpid()}.tmp"
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir()
    try:
        for part in PARTS:
            np.save(building / f"{part}.npy", np.ascontiguousarray(getattr(vectors, part)), allow_pickle=False)
        checksum = _compute_checksum(vectors.scales, vectors.digests)
        write_about(
            building, vectors.identity, len(vectors), vectors.dimension, checksum, _count(vectors.scales), whole=True
        )
        shutil.rmtree(generation / FOLDER, ignore_errors=True)
        building.rename(generation / FOLDER)
    except OSError:
        shutil.rmtree(building, ignore_errors=True)
        raise


def save_spliced(
    generation: Path, previous: VectorSnapshot, source: NDArray[np.int64], new: VectorSnapshot, last: Path | None = None
) -> None:
    """Save a snapshot made of an older one and new rows in a new generation's folder.

    Row i is row `source[i]` of `previous`, or the next row of `new` where that is -1. Rows that stay are copied in
    runs, without reading their values. Where the files of `previous` in the generation `last` are those of another
    index, too, they are shared, and what differs is a layer. Raises OSError.
    """
    folder = generation / FOLDER
    folder.mkdir()
    if last is not None and _save_layer(folder, last / FOLDER, previous, source, new):
        return
    fresh = source < 0
    apart = np.ones(len(source) + 1, dtype=np.bool_)
    apart[1:-1] = (fresh[1:] != fresh[:-1]) | (~fresh[1:] & (np.diff(source) != 1))
    runs: list[tuple[VectorSnapshot, int, int]] = [(new, 0, 0)]
    done = 0
    for start, stop in pairwise(np.flatnonzero(apart).tolist() if len(source) else []):
        first, place = int(source[start]), previous
        if first < 0:
            first, place = done, new
            done += stop - start
        runs.append((place, first, first + stop - start))
    head = {"descr": "|i1", "fortran_order": False, "shape": (len(source), previous.dimension)}
    with open(folder / "values.npy", "wb") as out:
        np.lib.format.write_array_header_1_0(out, head)
        for place, start, stop in runs:
            out.write(np.ascontiguousarray(place.values[start:stop]).data)
    scales = np.concatenate([place.scales[start:stop] for place, start, stop in runs])
    digests = np.concatenate([place.digests[start:stop] for place, start, stop in runs])
    np.save(folder / "scales.npy", scales, allow_pickle=False)
    np.save(folder / "digests.npy", digests, allow_pickle=False)
    waiting = int(find_waiting(digests).sum())
    write_about(
        folder, previous.identity, len(source), previous.dimension, _compute_checksum(scales, digests), _count(scales),
        waiting=waiting,
    )  # fmt: skip


def _save_layer(
    folder: Path, last: Path, previous: VectorSnapshot, source: NDArray[np.int64], new: VectorSnapshot
) -> bool:
    """Save a snapshot as the files of another one and a layer, where that is worth it.

    Return whether it is. Raises OSError."""
    base = last / f"{PARTS[0]}.npy"
    if base.stat().st_nlink < 2:
        return False
    layer = _read_layer(last)
    places, rows = (layer.places, layer.rows) if layer is not None else (np.arange(len(previous)), new.take([]))
    # Rows of the layer are counted behind those of the files, first the older ones, then the new ones.
    size = _count_rows(base)
    found = np.where(source < 0, size + len(rows) + np.cumsum(source < 0) - 1, places[np.maximum(source, 0)])
    kept = np.unique(found[found >= size])
    if len(kept) * SMALLEST_SHARE > len(source):
        return False
    joined = VectorSnapshot(previous.identity, *(np.concatenate([getattr(part, name) for part in (rows, new)])
                                                 for name in PARTS)).take(kept - size)  # fmt: skip
    found = np.where(found >= size, size + np.searchsorted(kept, found), found)
    try:
        for part in PARTS:
            os.link(last / f"{part}.npy", folder / f"{part}.npy")
    except OSError:
        for part in PARTS:
            (folder / f"{part}.npy").unlink(missing_ok=True)
        return False  # a file system without links
    with open(folder / LAYER, "wb") as out:
        # Rows that follow one another are told by the first of them.
        turns = np.concatenate([[0], np.flatnonzero(np.diff(found) != 1) + 1]) if len(found) else found
        np.savez(out, at=turns, place=found[turns], rows=np.int64(len(found)),
                 **{name: getattr(joined, name) for name in PARTS})  # fmt: skip
    whole = load_layered(folder, previous.identity)
    checksum = _compute_checksum(whole.scales, whole.digests)
    waiting = int(find_waiting(whole.digests).sum())
    write_about(
        folder, previous.identity, len(whole), previous.dimension, checksum, _count(whole.scales), waiting=waiting
    )  # fmt: skip
    return True


class _Layer(NamedTuple):
    """Rows beside those of a snapshot's files, and where each row of the snapshot is.

    Places count the rows of the files, then those of the layer."""

    places: NDArray[np.int64]
    rows: VectorSnapshot


def _read_layer(folder: Path) -> _Layer | None:
    if not (folder / LAYER).exists():
        return None
    with np.load(folder / LAYER, allow_pickle=False) as stored:
        turns, firsts, count = stored["at"], stored["place"], int(stored["rows"])
        lengths = np.diff(turns, append=count)
        places = np.repeat(firsts - turns, lengths) + np.arange(count)
        return _Layer(places, VectorSnapshot("", *(stored[name] for name in PARTS)))


def load_layered(folder: Path, identity: str) -> VectorSnapshot:
    """Return the snapshot of a folder with a layer, in memory."""
    layer = _read_layer(folder)
    parts: list[NDArray[Any]] = []
    for name in PARTS:
        stored = np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        own = getattr(layer.rows, name) if layer is not None else stored[:0]
        places = layer.places if layer is not None else np.arange(len(stored))
        whole = np.empty((len(places), *stored.shape[1:]), dtype=stored.dtype)
        is_own = places >= len(stored)
        whole[~is_own] = stored[places[~is_own]]
        whole[is_own] = own[places[is_own] - len(stored)]
        parts.append(whole)
    return VectorSnapshot(identity, *parts)


def _count_rows(values: Path) -> int:
    return int(np.load(values, mmap_mode="r", allow_pickle=False).shape[0])


def find_waiting(digests: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return a mask of the rows whose vectors the next run makes."""
    return (digests == 0).all(axis=1)


def count_files_behind(generation: Path, first_chunks: Sequence[int]) -> int:
    """Count the files with chunks whose vectors the next run makes.

    `first_chunks` is the number of the first chunk of each file, and then the number of all chunks. Raises
    StorageError.
    """
    found = load(generation)
    if found is None or len(found) != first_chunks[-1]:
        return 0
    rows = np.flatnonzero(find_waiting(found.digests))
    return len(np.unique(np.searchsorted(np.array(first_chunks), rows, "right")))


def _count(scales: NDArray[np.float32]) -> int:
    return int(np.count_nonzero(scales))


def _compute_checksum(scales: NDArray[np.float32], digests: NDArray[np.uint64]) -> int:
    # Not of the values: reading all of them at every opening would cost more than a search.
    return zlib.crc32(np.ascontiguousarray(digests).tobytes(), zlib.crc32(np.ascontiguousarray(scales).tobytes()))


def load(generation: Path, name: str = FOLDER) -> VectorSnapshot | None:
    """Map the snapshot in the folder `name` of a generation, or return None.

    Raises StorageError when it is damaged.
    """
    about = read_about(generation, most=SMALL, name=name)
    if about is None:
        return None
    mode = "r" if about.rows and about.dimension else None  # an empty file cannot be mapped
    try:
        if about.layer:
            found = load_layered(generation / name, about.identity)
            values, scales, digests = found.values, found.scales, found.digests
        else:
            values, scales, digests = (
                np.load(generation / name / f"{part}.npy", mmap_mode=mode, allow_pickle=False) for part in PARTS
            )
    except _DAMAGED as error:
        raise StorageError(f"the vectors of this index are damaged: {error}", hint=REBUILD) from error
    whole = (
        (values.shape, values.dtype) == ((about.rows, about.dimension), np.int8)
        and (scales.shape, scales.dtype) == ((about.rows,), np.float32)
        and (digests.shape, digests.dtype) == ((about.rows, 2), np.uint64)
        and _compute_checksum(scales, digests) == about.checksum
    )
    if not whole:
        raise StorageError("the vectors of this index are damaged: the files do not fit together", hint=REBUILD)
    return VectorSnapshot(about.identity, values, scales, digests)
