"""Rows of recorded test runs, the same for every format of coverage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Covered(NamedTuple):
    """Lines of one file, 1-based, that one test ran.

    `file` and `test` are as recorded; a `test` of "" means that the record does not say which test it was.
    """

    file: str
    test: str
    lines: frozenset[int]


class Recording(NamedTuple):
    """Coverage that a record contains.

    `covered` is ordered by file. Iterate it once: it may read the record meanwhile. `files` and `tests` are all that
    occur in it.
    """

    format: str  # for people: `coverage.py database`
    files: tuple[str, ...]
    tests: tuple[str, ...]
    covered: Iterable[Covered]


def build_recording(format: str, covered: Iterable[Covered]) -> Recording:
    """Build a recording from rows, in any order, which are all read at once."""
    rows = sorted(covered, key=lambda row: (row.file, row.test))
    files, tests = dict.fromkeys(row.file for row in rows), dict.fromkeys(row.test for row in rows)
    return Recording(format, tuple(files), tuple(tests), rows)
