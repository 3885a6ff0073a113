"""Clones of a generation: the start of another index, here or on another machine.

Only the database of a generation names places, and none of the files is ever changed, so the clone shares them. It has
a copy of the database, which names its own work tree and the times of that tree's files. A clone that is published
names neither.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store import analysis_cache, schema
from codegraph.store.checksums import SEAL, find_damage
from codegraph.store.compression import SMALL
from codegraph.store.layout import DATABASE, IndexFolder, share_file
from codegraph.store.lexical import FILE as LINKS
from codegraph.store.page_layer import KEY, LAYERED, copy_database, share_database
from codegraph.store.reader import Reader
from codegraph.store.vector_properties import ANY_SIZE, FOLDER, read_about

UNKNOWN_NS: Final = 0
"""Time of a file of which nobody has seen that it is as the generation has it: its content decides."""

_OWN: Final = (DATABASE, LAYERED, SEAL, analysis_cache.PREFIX)
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
        _share_files(source, building, vectors=vectors)
        analysis_cache.share(source, building)
        _describe(building / DATABASE, {"generation": number, "indexed_at": time.time()}, checkout)
        share_database(building, source)
        target.publish(number, building, settled=False)
    except (sqlite3.Error, OSError) as error:
        rmtree(building, ignore_errors=True)
        raise StorageError(f"the index in {donor.folder.path} could not be taken over: {error}") from error
    except BaseException:
        rmtree(building, ignore_errors=True)
        raise
    return number


def stage_publication(donor: Reader, staged: Path, repository_id: str, commit: str) -> None:
    """Copy the open generation of an index into a folder that others may read.

    Nothing in it names this machine or the time, so that two publications of the same files have the same bytes.

    Raises StorageError where the generation is damaged, OSError.
    """
    source = donor.folder.get_generation(donor.generation)
    _verify(donor, source)
    staged.mkdir(parents=True)
    _share_files(source, staged, vectors=True)
    told = {"indexed_at": 0.0, **{key: 0.0 for key in donor.read_meta() if key.startswith("seconds:")}}
    try:
        _describe(staged / DATABASE, told, Checkout(Path(f"commit {commit}"), repository_id, {}))
        if (staged / DATABASE).stat().st_size <= SMALL:
            _store_blocks(staged / DATABASE)
    except (sqlite3.Error, zlib.error) as error:
        raise StorageError(f"the index in {donor.folder.path} could not be copied: {error}") from error


def _store_blocks(database: Path) -> None:
    """Store the packed rows of a database without compressing them.

    The whole is compressed when it is published, which takes a fifth less room where its parts are not. Readers read
    either form."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("store", 1, _store, deterministic=True)
        connection.execute("BEGIN")
        for table in schema.PACKED_TABLES:
            connection.execute(f"UPDATE {table} SET data = store(data)")
        connection.execute("COMMIT")
        connection.execute("VACUUM")


def _store(data: bytes) -> bytes:
    return zlib.compress(zlib.decompress(data), 0)


def find_foreign_content(database: Path, repository_id: str) -> str:
    """Return what a database from elsewhere has that ours would not have, or "".

    Its tables have exactly the definitions that this version gives them, and its paths stay below the root.
    """
    uri = f"{database.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection, closing(sqlite3.connect(":memory:")) as own:
            connection.execute("PRAGMA trusted_schema=OFF")
            own.executescript(schema.TABLES + schema.INDEXES + schema.SEARCH_TABLE)
            if _list_definitions(connection) - _list_definitions(own):
                return "its database has other tables"
            said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if said != "ok":
                return f"its database is damaged: {said}"
            meta = dict(connection.execute("SELECT key, value FROM meta"))
            if meta.get("repository_id") != repository_id:
                return "its database is of another repository"
            paths = (str(path) for (path,) in connection.execute("SELECT path FROM files"))
            outside = next((path for path in paths if not _is_below_root(path)), None)
            return f"it names a file outside of the repository: {outside[:80]!r}" if outside is not None else ""
    except sqlite3.Error as error:
        return f"its database cannot be read: {error}"


def _list_definitions(connection: sqlite3.Connection) -> set[tuple[str, str, str]]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master")
    return {(kind, name, " ".join((sql or "").split())) for kind, name, sql in rows}


def _is_below_root(path: str) -> bool:
    parts = path.split("/")
    return bool(path) and not path.startswith("/") and "\0" not in path and ".." not in parts and ":" not in parts[0]


def _share_files(source: Path, building: Path, *, vectors: bool) -> None:
    """Link the files of a generation into a folder, and copy its database.

    Raises OSError.
    """
    for path in sorted(source.iterdir()):
        if path.is_file() and path.suffix != ".tmp" and not path.name.startswith(_OWN):
            share_file(path, building / path.name)
    if vectors:
        _share_vectors(source, building)
    copy_database(source, building / DATABASE)


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


def _describe(database: Path, about: Mapping[str, float], checkout: Checkout) -> None:
    """Write into a database what is to be said of the clone and its work tree."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        rows = {**about, "root": str(checkout.root), "repository_id": checkout.repository_id}
        known = dict(connection.execute("SELECT key, value FROM meta WHERE key != ?", (KEY,)))
        connection.execute("DELETE FROM meta")  # all of it, so that no old path stays in unused bytes of a page
        connection.executemany("INSERT INTO meta VALUES(?, ?)", (known | rows).items())
        connection.execute("UPDATE files SET mtime_ns = ?", (UNKNOWN_NS,))
        connection.executemany(
            "UPDATE files SET mtime_ns = ? WHERE path = ?", ((ns, path) for path, ns in checkout.times.items())
        )
        connection.execute("COMMIT")
