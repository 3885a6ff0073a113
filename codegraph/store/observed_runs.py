"""Symbols that tests ran, as recorded runs tell.

They are in one small database next to an index.

    index/<name>-<hash>/observed.db    outlives every generation; written whole and renamed

Symbols and tests are kept by their ids at the revision of a run, so a record is usable as long as a symbol keeps its
name. Knowledge of a test is replaced by a newer record of that test.
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store.layout import OBSERVED, IndexFolder

_VERSION: Final = 1
_BATCH: Final = 900
_TABLES: Final = """
CREATE TABLE runs(id INTEGER PRIMARY KEY, revision TEXT NOT NULL, label TEXT NOT NULL, format TEXT NOT NULL,
    recorded_at REAL NOT NULL);
CREATE TABLE tests(id INTEGER PRIMARY KEY, symbol TEXT NOT NULL, run INTEGER NOT NULL, reached INTEGER NOT NULL);
CREATE TABLE symbols(id TEXT PRIMARY KEY, tests BLOB NOT NULL) WITHOUT ROWID;
"""


class Run(NamedTuple):
    """A recorded run.

    `revision` is the commit at which the lines were read, "" for a work tree that is no commit. `recorded_at` is the
    time of the import, in seconds since the epoch.
    """

    revision: str
    label: str
    format: str
    recorded_at: float


class ObservedTest(NamedTuple):
    """A test that ran symbols.

    `symbol` is the test's id, "" for runs that do not tell which test ran what. `reached` is the number of symbols that
    it ran.
    """

    symbol: str
    reached: int
    run: Run


class RunCount(NamedTuple):
    run: Run
    tests: int


class Observed:
    """Knowledge of recorded runs.

    Raises StorageError when its file is damaged.
    """

    def __init__(self, folder: IndexFolder) -> None:
        self.path = folder.path / OBSERVED

    def find_tests(self, symbols: Iterable[str]) -> dict[str, list[ObservedTest]]:
        """Return the tests that ran each of these symbols.

        Symbols that no test ran are left out.
        """
        wanted = list(dict.fromkeys(symbols))
        if not wanted or not self.path.is_file():
            return {}
        with self._open() as connection:
            rows: dict[str, array[int]] = {}
            for at in range(0, len(wanted), _BATCH):
                part = wanted[at : at + _BATCH]
                marks = ",".join("?" * len(part))
                for id, packed in connection.execute(f"SELECT id, tests FROM symbols WHERE id IN ({marks})", part):
                    rows[id] = array("I", packed)
            numbers = sorted({number for tests in rows.values() for number in tests})
            tests = self._read_tests(connection, numbers)
        return {id: [tests[number] for number in found if number in tests] for id, found in rows.items()}

    def list_runs(self) -> list[RunCount]:
        """Return every run of which something is still known, newest first."""
        if not self.path.is_file():
            return []
        with self._open() as connection:
            rows = connection.execute(
                "SELECT r.revision, r.label, r.format, r.recorded_at, SUM(t.symbol <> '') FROM runs r "
                "JOIN tests t ON t.run = r.id GROUP BY r.id ORDER BY r.id DESC"
            ).fetchall()
        return [RunCount(Run(*row[:4]), row[4]) for row in rows]

    def count_symbols(self) -> int:
        if not self.path.is_file():
            return 0
        with self._open() as connection:
            return connection.execute("SELECT COUNT(*) FROM symbols").fetchone()[0]

    def add(self, run: Run, tests: Sequence[str], ran: Mapping[str, Iterable[int]]) -> None:
        """Record which tests ran each symbol, as places in `tests`.

        A damaged file is started anew. The caller holds the index's lock.
        """
        try:
            runs, old, symbols = self._read_everything()
        except StorageError:
            runs, old, symbols = [], [], {}
        replaced = frozenset(tests)
        kept = [number for number, (test, _) in enumerate(old) if test not in replaced]
        moved = {number: place for place, number in enumerate(kept)}
        merged = {id: {moved[n] for n in found if n in moved} for id, found in symbols.items()}
        for id, found in ran.items():
            merged.setdefault(id, set()).update(len(kept) + place for place in found)
        rows = [*(old[number] for number in kept), *((test, len(runs)) for test in tests)]
        self._write([*runs, run], rows, {id: found for id, found in merged.items() if found})

    def clear(self) -> bool:
        """Forget every run, and return False when there was none."""
        try:
            self.path.unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StorageError(f"{self.path} cannot be removed: {error.strerror}") from error
        return True

    def _read_tests(self, connection: sqlite3.Connection, numbers: list[int]) -> dict[int, ObservedTest]:
        found: dict[int, ObservedTest] = {}
        for at in range(0, len(numbers), _BATCH):
            part = numbers[at : at + _BATCH]
            rows = connection.execute(
                "SELECT t.id, t.symbol, t.reached, r.revision, r.label, r.format, r.recorded_at FROM tests t "
                f"JOIN runs r ON r.id = t.run WHERE t.id IN ({','.join('?' * len(part))})",
                part,
            )
            found.update((id, ObservedTest(symbol, reached, Run(*run))) for id, symbol, reached, *run in rows)
        return found

    def _read_everything(self) -> tuple[list[Run], list[tuple[str, int]], dict[str, array[int]]]:
        """Return runs, tests with the place of their run, and the tests of each symbol.

        The tests of a symbol are places in the list of tests.
        """
        if not self.path.is_file():
            return [], [], {}
        with self._open() as connection:
            rows = connection.execute(
                "SELECT id, revision, label, format, recorded_at FROM runs ORDER BY id"
            ).fetchall()
            places = {row[0]: place for place, row in enumerate(rows)}
            tests = connection.execute("SELECT id, symbol, run FROM tests ORDER BY id").fetchall()
            numbers = {row[0]: place for place, row in enumerate(tests)}
            symbols = {
                id: array("I", (numbers[n] for n in array("I", packed)))
                for id, packed in connection.execute("SELECT id, tests FROM symbols")
            }
            return [Run(*row[1:]) for row in rows], [(row[1], places[row[2]]) for row in tests], symbols

    def _write(self, runs: Sequence[Run], tests: Sequence[tuple[str, int]], ran: Mapping[str, set[int]]) -> None:
        unfinished = self.path.with_name(f"{OBSERVED}.{os.getpid()}.tmp")
        reached = Counter(number for found in ran.values() for number in found)
        kept = sorted({run for _, run in tests})
        try:
            unfinished.unlink(missing_ok=True)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode=OFF")
                connection.executescript(_TABLES + f"PRAGMA user_version={_VERSION};")
                connection.execute("BEGIN")
                connection.executemany("INSERT INTO runs VALUES(?,?,?,?,?)", ((i, *runs[i]) for i in kept))
                rows = ((i, test, run, reached[i]) for i, (test, run) in enumerate(tests))
                connection.executemany("INSERT INTO tests VALUES(?,?,?,?)", rows)
                packed = ((id, array("I", sorted(found)).tobytes()) for id, found in sorted(ran.items()))
                connection.executemany("INSERT INTO symbols VALUES(?,?)", packed)
                connection.execute("COMMIT")
            unfinished.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            unfinished.unlink(missing_ok=True)
            raise StorageError(f"{self.path} cannot be written: {error}", hint="free some space") from error

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the database to read.

        The file is replaced whole and never changed, so no lock is needed.
        """
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as opened:
                if opened.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                    raise StorageError(f"{self.path} is of another version", hint=_AGAIN)
                yield opened
        except (sqlite3.Error, ValueError, KeyError) as error:
            raise StorageError(f"{self.path} is damaged: {error}", hint=_AGAIN) from error


_AGAIN: Final = "`codegraph coverage clear`, and import the record again"
