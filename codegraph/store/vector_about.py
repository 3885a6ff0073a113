"""What a generation says of its vectors, without opening them: no numpy, so that a run without changes stays quick."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import StorageError

FOLDER: Final = "vectors"
ABOUT: Final = "about.json"
FORMAT: Final = 1
PARTS: Final = ("values", "scales", "digests")
REBUILD: Final = "run `codegraph index` to make the vectors again"


class About(NamedTuple):
    """`sizes` are the bytes of the files of `PARTS`, `checksum` is of the smaller two."""

    format: int
    identity: str
    rows: int
    dimension: int
    checksum: int
    sizes: tuple[int, ...]


def write_about(folder: Path, identity: str, rows: int, dimension: int, checksum: int) -> None:
    """Describe the files that are in `folder`. Raises OSError."""
    import json

    sizes = tuple((folder / f"{part}.npy").stat().st_size for part in PARTS)
    about = About(FORMAT, identity, rows, dimension, checksum, sizes)
    (folder / ABOUT).write_text(json.dumps(about._asdict()), encoding="utf-8")


def read_about(generation: Path) -> About | None:
    """None when the generation has no vectors. Raises StorageError when they are damaged, as far as sizes show it."""
    folder = generation / FOLDER
    if not folder.exists():
        return None
    import json  # most questions ask for no vectors

    try:
        told = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        about = About(
            int(told["format"]), str(told["identity"]), int(told["rows"]), int(told["dimension"]),
            int(told["checksum"]), tuple(map(int, told["sizes"])),
        )  # fmt: skip
        found = tuple((folder / f"{part}.npy").stat().st_size for part in PARTS)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(f"the vectors of this index are damaged: {error}", hint=REBUILD) from error
    if about.format != FORMAT or about.sizes != found:
        raise StorageError("the vectors of this index are damaged: the files have other sizes", hint=REBUILD)
    return about
