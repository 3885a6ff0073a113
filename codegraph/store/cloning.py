"""Clones of a generation: the start of another index.

Only the database of a generation names places, and none of the files is ever changed, so the clone shares them. It has
a copy of the database, which names its own work tree and the times of that tree's files.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from shutil import copyfile, rmtree
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store import analysis_cache
from codegraph.store.layout import DATABASE, IndexFolder, share_file
from codegraph.store.lexical import FILE as LINKS
from codegraph.store.reader import Reader
from codegraph.store.seal import SEAL, find_damage
from codegraph.store.vector_about import ANY_SIZE, FOLDER, read_about

UNKNOWN_NS: Final = 0
"""Time of a file of which nobody has seen that it is as the generation has it: its content decides."""

_OWN: Final = (DATABASE, SEAL, analysis_cache.PREFIX)
"""Beginnings of the names of files that a clone does not simply share."""


class Checkout(NamedTuple):
    """The work tree of a clone.

    `times` are those of the files that are the same as in the generation.
    """

    root: Path
    repository_id: str
    times: Mapping[str, int]


def clone_generation(donor: Reader, target: IndexFolder, checkout: Checkout, *, least: int, vectors: bool) -> int:
    """Copy the open generation of an index into `target`, which has none.

    Return its number, which is at least `least` and higher than that of the donor, because files are named by numbers
    of the donor. Vectors are left out where they are not wanted or damaged.

    Raises StorageError where the donor is damaged, or the clone cannot be written.
    """
    source = donor.folder.get_generation(donor.generation)
    _verify(donor, source)
    number, building = target.begin(max(least, donor.generation + 1))
    try:
        for path in sorted(source.iterdir()):
            if path.is_file() and path.suffix != ".tmp" and not path.name.startswith(_OWN):
                share_file(path, building / path.name)
        analysis_cache.share(source, building)
        if vectors:
            _share_vectors(source, building)
        copyfile(source / DATABASE, building / DATABASE)
        _describe(building / DATABASE, number, checkout)
        target.publish(number, building, settled=False)
    except (sqlite3.Error, OSError) as error:
        rmtree(building, ignore_errors=True)
        raise StorageError(f"the index in {donor.folder.path} could not be taken over: {error}") from error
    except BaseException:
        rmtree(building, ignore_errors=True)
        raise
    return number


def _verify(donor: Reader, source: Path) -> None:
    """Check that a generation is as it was written.

    Raises StorageError. A generation made from a delta has no seal yet, so SQLite checks its database.
    """
    wrong = find_damage(source)
    if not wrong and not (source / SEAL).exists():
        said = donor.check_integrity()
        wrong = "" if said == "ok" else said
    if not wrong and not (source / LINKS).exists():
        wrong = f"{LINKS} is missing"
    if wrong:
        raise StorageError(f"the index in {donor.folder.path} is damaged: {wrong}")


def _share_vectors(source: Path, building: Path) -> None:
    """Share the vectors of the donor with a clone.

    They are the one part of a generation that may be replaced meanwhile, so the copy is verified.
    """
    place = building / FOLDER
    try:
        if not (source / FOLDER).is_dir():
            return
        place.mkdir()
        for path in (source / FOLDER).iterdir():
            share_file(path, place / path.name)
        read_about(building, most=ANY_SIZE)
    except (OSError, StorageError):
        rmtree(place, ignore_errors=True)  # the next run makes them


def _describe(database: Path, number: int, checkout: Checkout) -> None:
    """Write the work tree of the clone into its database."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        rows = {
            "generation": number, "indexed_at": time.time(), "root": str(checkout.root),
            "repository_id": checkout.repository_id,
        }  # fmt: skip
        connection.executemany("INSERT OR REPLACE INTO meta VALUES(?, ?)", rows.items())
        connection.execute("UPDATE files SET mtime_ns = ?", (UNKNOWN_NS,))
        connection.executemany(
            "UPDATE files SET mtime_ns = ? WHERE path = ?", ((ns, path) for path, ns in checkout.times.items())
        )
        connection.execute("COMMIT")
