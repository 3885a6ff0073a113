"""Cache of facts by content, shared by every index in the home folder.

A key covers path, content, language, and the version of everything that determines the result of a parse. So entries
are never invalid, only unused. Entries are compressed, which makes them a third as large. Damage is never an error: an
entry that does not match its checksum is made again, and a database that cannot be read is started anew.

An entry that no index uses stays for a while, since a branch may come back. The cache notes when that was first seen
(`unused_since`), and drops the entry when its time is over or when unused entries outweigh the used ones.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from codegraph.store.facts_pack import FactsPack
from codegraph.store.layout import DAY_S
from codegraph_parsers import facts_codec

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS facts(key BLOB PRIMARY KEY, checksum INTEGER NOT NULL,
    unused_since INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS trimmed(at INTEGER NOT NULL, used_bytes INTEGER NOT NULL);
"""
_BATCH: Final = 500
_LEVEL: Final = 1
_WORTH_THREADS: Final = 4 << 20
"""Bytes of entries from which on threads compress them."""

_THREADS: Final = 4

SMALLEST_TRIMMED: Final = 4 << 20
"""Bytes below which a cache is left alone, whatever it holds."""


class Unused(NamedTuple):
    """Entries that no index uses."""

    entries: int
    bytes: int  # of keys and data; what the pages around them take is not known before they are gone


def compute_facts_key(path: str, language: str, digest: str, parser: str) -> bytes:
    """Return the key of a file's facts.

    `parser` is the fingerprint of the parser package and its grammars.
    """
    text = "\0".join((facts_codec.FORMAT, parser, language, path, digest))
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


class FactsReading:
    """A cache that is open for reading, and the pack of a generation from elsewhere.

    It is an empty one without either.
    """

    def __init__(self, connection: sqlite3.Connection | None, pack: FactsPack | None = None) -> None:
        self._connection = connection
        self._pack = pack

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the undamaged entries of these keys."""
        wanted = list(keys)
        found = self._get_cached(wanted)
        if self._pack is not None and len(found) < len(wanted):
            found |= self._pack.get(key for key in wanted if key not in found)
        return found

    def _get_cached(self, wanted: list[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        if self._connection is None:
            return found
        with suppress(sqlite3.Error, zlib.error):
            for at in range(0, len(wanted), _BATCH):
                part = wanted[at : at + _BATCH]
                marks = ",".join("?" * len(part))
                rows = self._connection.execute(f"SELECT key, data, checksum FROM facts WHERE key IN ({marks})", part)
                for key, data, checksum in rows:
                    if crc32(data) == checksum:
                        found[key] = zlib.decompress(data)
        return found


class FactsCache:
    """Cache of facts by content.

    Every method degrades to an empty cache: a failure costs time, not correctness.
    """

    def __init__(self, path: Path, pack: Path | None = None) -> None:
        """Keep entries in a database.

        `pack` is a file of entries that are read where the database lacks them, and never become its own."""
        self.path = path
        self._pack = pack
        self.problem = ""
        """Why entries could not be kept, "" when they could."""

    def _connect(self, *, write: bool) -> sqlite3.Connection | None:
        if not write:
            if not self.path.is_file():
                return None
            return sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=5)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=20, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=OFF")  # a lost or torn cache is found by its checksums and made again
        connection.executescript(_TABLES)
        return connection

    @contextmanager
    def open(self) -> Iterator[FactsReading]:
        """Keep the cache open for several queries."""
        connection = None
        with suppress(sqlite3.Error):
            connection = self._connect(write=False)
        try:
            yield FactsReading(connection, FactsPack(self._pack) if self._pack is not None else None)
        finally:
            if connection is not None:
                connection.close()

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the undamaged entries of these keys."""
        with self.open() as reading:
            return reading.get(keys)

    def add(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        rows = _compress(sorted(entries))  # in key order pages fill from left to right
        if not rows:
            return
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
            connection.executemany(
                "INSERT OR REPLACE INTO facts(key, checksum, data) VALUES(?, ?, ?)",
                ((key, crc32(data), data) for key, data in rows),
            )
            connection.execute("COMMIT")
            # The log would stay as large as the largest run.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()

    def _discard(self) -> None:
        _unlink(self.path)

    def is_due(self, now: float) -> bool:
        """Return whether unused entries should be searched.

        That is due once a day, and when the cache is twice as large as its used part was the last time.
        """
        try:
            size = self.path.stat().st_size
            connection = self._connect(write=False)
            if connection is None:
                return False
            try:
                row = connection.execute("SELECT at, used_bytes FROM trimmed").fetchone()
            finally:
                connection.close()
        except (sqlite3.Error, OSError):
            return False
        if row is None or not 0 <= now - row[0] < DAY_S:
            return True
        return size >= SMALLEST_TRIMMED and size >= 2 * row[1]

    def retain(self, keys: Collection[bytes], *, dry_run: bool = False) -> Unused:
        """Drop entries whose key is not in `keys`, and return their number and size."""
        return self.trim(keys, 0.0, 0.0, largest=0, dry_run=dry_run)

    def trim(
        self, used: Collection[bytes], now: float, idle_s: float, *, largest: int | None = None, dry_run: bool = False
    ) -> Unused:
        """Drop entries that have been unused for `idle_s` seconds.

        Return their number and size. `used` are the keys that an index uses. Of the unused entries the most recently
        used ones stay, as long as all entries together have at most `largest` bytes. None is half more than the used
        ones have, and at least `SMALLEST_TRIMMED`.
        """
        try:
            connection = self._connect(write=not dry_run)
            if connection is None:
                return Unused(0, 0)
            try:
                found = _choose_dropped(connection, used, now, idle_s, largest)
                if not dry_run:
                    _drop(connection, found, now)
                    size = int(self.path.stat().st_size * found.used_share)
                    connection.execute("BEGIN IMMEDIATE")
                    connection.execute("DELETE FROM trimmed")
                    connection.execute("INSERT INTO trimmed VALUES(?, ?)", (int(now), size))
                    connection.execute("COMMIT")
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                return Unused(len(found.dropped), found.bytes)
            finally:
                connection.close()
        except (sqlite3.Error, OSError) as error:
            self.problem = str(error)
            return Unused(0, 0)

    def remove_other_formats(self, before: float, *, dry_run: bool = False) -> int:
        """Remove other versions' caches that nobody wrote since `before`.

        Return the number of their bytes.
        """
        freed = 0
        for path in self.path.parent.glob("facts*.db"):
            try:
                about = path.stat()
                if path.name == self.path.name or about.st_mtime > before:
                    continue
                freed += about.st_size
                if not dry_run:
                    _unlink(path)
            except OSError:
                continue
        return freed


def _compress(rows: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Compress entries.

    Threads help because zlib releases the interpreter lock.
    """
    texts = [data for _, data in rows]
    if sum(map(len, texts)) < _WORTH_THREADS:
        stored = [zlib.compress(data, _LEVEL) for data in texts]
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(_THREADS) as pool:
            stored = list(pool.map(partial(zlib.compress, level=_LEVEL), texts))
    return [(key, data) for (key, _), data in zip(rows, stored, strict=True)]


class _Choice(NamedTuple):
    """Entries to drop, entries that have become unused, and entries used again."""

    dropped: list[bytes]
    bytes: int
    idle: list[bytes]
    revived: list[bytes]
    used_share: float  # of the bytes that are left


def _choose_dropped(
    connection: sqlite3.Connection, used: Collection[bytes], now: float, idle_s: float, largest: int | None
) -> _Choice:
    rows = connection.execute("SELECT key, length(key) + length(data), unused_since FROM facts").fetchall()
    kept = live = sum(size for key, size, _ in rows if key in used)
    room = max(1.5 * live, SMALLEST_TRIMMED) if largest is None else largest
    revived = [key for key, _, since in rows if since and key in used]
    idle = [key for key, _, since in rows if not since and key not in used]
    # Latest first. A time to come was noted by a clock that was wrong, and counts as now.
    unused = sorted(((min(since or now, now), key, size) for key, size, since in rows if key not in used), reverse=True)
    dropped: list[bytes] = []
    freed = 0
    for since, key, size in unused:
        if kept + size > room or now - since >= idle_s > 0:
            dropped.append(key)
            freed += size
        else:
            kept += size
    return _Choice(dropped, freed, idle, revived, live / max(kept, 1))


def _drop(connection: sqlite3.Connection, choice: _Choice, now: float) -> None:
    connection.execute("BEGIN IMMEDIATE")
    marks = [(int(now), key) for key in choice.idle] + [(0, key) for key in choice.revived]
    connection.executemany("UPDATE facts SET unused_since = ? WHERE key = ?", marks)
    connection.executemany("DELETE FROM facts WHERE key = ?", [(key,) for key in choice.dropped])
    connection.execute("COMMIT")
    if choice.dropped:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _unlink(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
