"""Facts of files by content, shared by every index in the home folder.

A key covers path, content, language, and the version of everything that decides what a parse gives, so entries are
never invalid, only unused. Damage is never an error: an entry that does not match its checksum is parsed again, a
database that cannot be read is started anew.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from codegraph_parsers import codec

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS facts(key BLOB PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID"
_LEVEL: Final = 1
_BATCH: Final = 500

SMALLEST_TRIMMED: Final = 4 << 20
"""Bytes below which a cache is left alone, whatever it holds."""


class Unused(NamedTuple):
    """Entries that no index uses."""

    entries: int
    bytes: int  # of keys and data; what the pages around them take is not known before they are gone


def facts_key(path: str, language: str, digest: str, parser: str) -> bytes:
    """Key of a file's facts. `parser` is the fingerprint of the parser package and its grammars."""
    text = "\0".join((codec.FORMAT, parser, language, path, digest))
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def compress(facts: bytes) -> bytes:
    """Encoded facts as a cache entry: zlib, whose checksum guards it."""
    return zlib.compress(facts, _LEVEL)


def expand(entry: bytes) -> bytes | None:
    """Encoded facts of an entry, None when it is damaged."""
    try:
        return zlib.decompress(entry)
    except zlib.error:
        return None


class FactsCache:
    """Read and add entries. Every method degrades to an empty cache: what it cannot do costs time, not correctness."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        """Why entries could not be kept, "" when they could."""

    def _connect(self, *, write: bool) -> sqlite3.Connection | None:
        if not write:
            if not self.path.is_file():
                return None
            return sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=5)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=20, isolation_level=None)
        connection.execute("PRAGMA page_size=1024")  # entries are a few kilobytes: large pages waste a quarter
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=OFF")  # a lost or torn cache is found by its checksums and made again
        connection.execute(_SCHEMA)
        return connection

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Entries of those keys that are there, still compressed."""
        wanted = list(keys)
        found: dict[bytes, bytes] = {}
        try:
            connection = self._connect(write=False)
            if connection is None:
                return found
            try:
                for at in range(0, len(wanted), _BATCH):
                    part = wanted[at : at + _BATCH]
                    marks = ",".join("?" * len(part))
                    found.update(connection.execute(f"SELECT key, data FROM facts WHERE key IN ({marks})", part))
            finally:
                connection.close()
        except sqlite3.Error:
            return {}
        return found

    def add(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        rows = list(entries)
        if not rows:
            return
        rows.sort()  # in key order pages fill from left to right
        try:
            self._insert(rows)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                self.problem = f"facts cache not written: {error}"
                return
            self._discard()
            try:
                self._insert(rows)
            except sqlite3.Error as again:
                self.problem = f"facts cache not written: {again}"
        except OSError as error:
            self.problem = f"facts cache not written: {error.strerror}"

    def _insert(self, rows: list[tuple[bytes, bytes]]) -> None:
        connection = self._connect(write=True)
        assert connection is not None
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR REPLACE INTO facts VALUES(?, ?)", rows)
            connection.execute("COMMIT")
            # The log would stay as large as the largest run.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()

    def _discard(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def has_doubled(self) -> bool:
        """Return whether the cache has doubled in size, and is worth a look.

        It is compared with its size when unused entries were last dropped."""
        try:
            size = self.path.stat().st_size
            connection = self._connect(write=False) if size >= SMALLEST_TRIMMED else None
            if connection is None:
                return False
            try:
                return size >= 2 * 1024 * connection.execute("PRAGMA user_version").fetchone()[0]
            finally:
                connection.close()
        except (sqlite3.Error, OSError):
            return False

    def retain(self, keys: set[bytes], *, dry_run: bool = False) -> Unused:
        """Drop entries whose key is not in `keys`; what they were."""
        try:
            connection = self._connect(write=not dry_run)
            if connection is None:
                return Unused(0, 0)
            try:
                rows = connection.execute("SELECT key, length(key) + length(data) FROM facts")
                unused = [(key, size) for key, size in rows if key not in keys]
                if unused and not dry_run:
                    connection.execute("BEGIN IMMEDIATE")
                    connection.executemany("DELETE FROM facts WHERE key = ?", [(key,) for key, _ in unused])
                    connection.execute("COMMIT")
                    connection.execute("VACUUM")
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if not dry_run:
                    connection.execute(f"PRAGMA user_version={self.path.stat().st_size // 1024}")
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                return Unused(len(unused), sum(size for _, size in unused))
            finally:
                connection.close()
        except (sqlite3.Error, OSError) as error:
            self.problem = str(error)
            return Unused(0, 0)
