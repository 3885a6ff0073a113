"""Vectors of one generation as files that numpy maps.

Small and medium indexes are searched in them.

    g7/vectors.json           encoder identity, rows, dimension, a checksum of the files next to it
    g7/vectors.i8.npy         int8 (rows, dimension), row i belongs to chunk i
    g7/vectors.scale.npy      float32 (rows,), row i of the above times this is the vector
    g7/vectors.digest.npy     uint64 (rows, 2), digest of the embedded text: equal text needs no second encoding
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Final

import numpy as np

from codegraph.errors import StorageError
from codegraph.store.seal import SMALL
from codegraph.store.vector_about import FOLDER, PARTS, REBUILD, read_about, write_about

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_ROWS: Final = 512
"""Rows widened to float32 at a time, 512 kB that stay in the cache. 50,000 rows take 3 ms of CPU; with 2,048 a block
they take 50, because BLAS then wakes its threads for every block."""


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


def save_spliced(generation: Path, previous: VectorSnapshot, source: NDArray[np.int64], new: VectorSnapshot) -> None:
    """Save a snapshot made of an older one and new rows in a new generation's folder.

    Row i is row `source[i]` of `previous`, or the next row of `new` where that is -1. Rows that stay are copied in
    runs, without reading their values. Raises OSError.
    """
    folder = generation / FOLDER
    folder.mkdir()
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
        values, scales, digests = (
            np.load(generation / name / f"{part}.npy", mmap_mode=mode, allow_pickle=False) for part in PARTS
        )
    except (OSError, ValueError, EOFError, SyntaxError, TypeError, OverflowError, MemoryError, TokenError) as error:
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
