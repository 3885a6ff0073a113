"""The answers about recorded test runs."""

from __future__ import annotations

from typing import NamedTuple


class ImportAnswer(NamedTuple):
    """Contents of one record.

    `symbols` are distinct ones that it says ran."""

    format: str
    label: str  # the state the lines were read at
    revision: str  # commit, "" for a work tree that is none
    tests: int
    symbols: int
    edges: int
    whole: bool  # it does not say which test ran what
    unknown_files: tuple[str, ...]  # not in that state: the first of them
    unknown_files_total: int
    unknown_tests: tuple[str, ...]
    unknown_tests_total: int


class RecordedRun(NamedTuple):
    """Recorded run of tests.

    `behind` is the number of commits that the work tree is ahead of it, -1 when unknown.
    """

    revision: str
    label: str
    format: str
    recorded_at: float  # seconds since the epoch, when it was imported
    tests: int
    behind: int


class ShowAnswer(NamedTuple):
    runs: tuple[RecordedRun, ...]
    symbols: int


class ClearAnswer(NamedTuple):
    cleared: bool
