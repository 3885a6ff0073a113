"""Properties of a generation's vectors, read without opening them.

This module does not import numpy, so that a run without changes stays quick.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store.checksums import compute_checksum as checksum_of

FOLDER: Final = "vectors"
ABOUT: Final = "about.json"
TABLE: Final = "vectors"
"""Name of the LanceDB table beside an index."""

FORMAT: Final = 1
PARTS: Final = ("values", "scales", "digests")
LAYER: Final = "layer.npz"
"""The rows that differ from those of `PARTS`, where these are another generation's, and the place of each row."""

ANY_SIZE: Final = 1 << 62
CARRIED: Final = "vectors-before"
"""Folder of the vectors of the last generation, beside a generation whose own ones are still to be made."""
REBUILD: Final = "run `codegraph index` to make the vectors again"


class VectorDescription(NamedTuple):
    """Description of the vectors of a generation.

    `rows` is the number of chunks. `sizes` are the bytes of the files of `PARTS`, `checksum` is of the content of the
    smaller two. `sums` are checksums of whole files, empty where the files were put together from others.
    """

    format: int
    identity: str
    rows: int
    dimension: int
    checksum: int
    sizes: tuple[int, ...]
    sums: tuple[int, ...] = ()
    vectors: int = -1  # rows that are no zero vectors; -1 where nobody counted
    waiting: int = 0  # rows whose vectors the next run makes
    layer: int = 0  # bytes of the file `LAYER`, 0 for none


def write_about(
    folder: Path, identity: str, rows: int, dimension: int, checksum: int, vectors: int, *, waiting: int = 0,
    whole: bool = False,
) -> None:  # fmt: skip
    """Describe the files that are in `folder`, with their checksums if `whole`.

    Raises OSError.
    """
    import json

    sizes = tuple((folder / f"{part}.npy").stat().st_size for part in PARTS)
    sums = tuple(checksum_of(folder / f"{part}.npy") for part in PARTS) if whole else ()
    layer = (folder / LAYER).stat().st_size if (folder / LAYER).exists() else 0
    about = VectorDescription(FORMAT, identity, rows, dimension, checksum, sizes, sums, vectors, waiting, layer)
    (folder / ABOUT).write_text(json.dumps(about._asdict()), encoding="utf-8")


def read_about(generation: Path, *, most: int = 0, name: str = FOLDER) -> VectorDescription | None:
    """Read the description of the vectors in the folder `name`, or return None.

    Raises StorageError when the vectors are damaged, as far as sizes show it. For files of up to `most` bytes,
    checksums are compared as well.
    """
    folder = generation / name
    if not folder.exists():
        return None
    import json  # most questions ask for no vectors

    try:
        told = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        about = VectorDescription(
            int(told["format"]), str(told["identity"]), int(told["rows"]), int(told["dimension"]),
            int(told["checksum"]), tuple(map(int, told["sizes"])), tuple(map(int, told.get("sums", ()))),
            int(told.get("vectors", -1)), int(told.get("waiting", 0)), int(told.get("layer", 0)),
        )  # fmt: skip
        found = tuple((folder / f"{part}.npy").stat().st_size for part in PARTS)
        layer = (folder / LAYER).stat().st_size if about.layer else 0
        verify = about.sums and sum(found) <= most
        sums = tuple(checksum_of(folder / f"{part}.npy") for part in PARTS) if verify else about.sums
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(f"the vectors of this index are damaged: {error}", hint=REBUILD) from error
    if about.format != FORMAT or about.sizes != found or about.layer != layer:
        raise StorageError("the vectors of this index are damaged: the files have other sizes", hint=REBUILD)
    if about.sums != sums:
        raise StorageError("the vectors of this index are damaged: the files hold something else", hint=REBUILD)
    return about


def carry_vectors(last: Path, building: Path) -> None:
    """Link the vectors of the last generation into one that has none yet.

    The second stage takes the unchanged ones from them. Where links cannot be made, nothing is carried, and all vectors
    are made again.
    """
    import os
    import shutil  # loads compressors, which no reader needs

    source = next((last / name for name in (FOLDER, CARRIED) if (last / name).is_dir()), None)
    if source is None:
        return
    target = building / CARRIED
    try:
        target.mkdir()
        for path in source.iterdir():
            os.link(path, target / path.name)
    except OSError:
        shutil.rmtree(target, ignore_errors=True)
