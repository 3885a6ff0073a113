"""Changes of a commit: edited source files, and the functions around hunks."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from evaluation_sets.checkouts import Checkouts
from evaluation_sets.definitions import LANGUAGES, Definition, find_around, find_innermost, read_definitions

HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
NOT_SOURCE = re.compile(
    r"(^|/)(tests?|__tests__|testing|testdata|e2e|spec|specs|fixtures?|mocks?|__mocks__|docs?|examples?|benches|i18n"
    r"|locales?|translations?|migrations?|vendor|node_modules|generated|stories|cypress|ITs?)/"
    r"|(^|/)(test_[^/]*|conftest|[^/]*_tests?|[^/]*\.(test|spec|stories|d)|Test[A-Z][^/]*|[^/]*Tests?|IT[A-Z][^/]*)\.\w+$"
)


class Change(NamedTuple):
    """An edited file, its functions with a changed body, and what its hunks are in.

    `functions` are those of the old state; `around` has functions and classes of both states.
    """

    path: str
    functions: list[Definition]
    around: list[Definition]


def is_source(path: str) -> bool:
    """Say whether a path is program text and no test, example or migration."""
    return PurePosixPath(path).suffix in LANGUAGES and not NOT_SOURCE.search(path)


def read_changes(checkouts: Checkouts, name: str, parent: str, commit: str) -> list[Change]:
    """Return what a commit edits of the source files that its parent had."""
    status = checkouts.read_text(name, "diff", "--no-renames", "--name-status", parent, commit)
    edited = [line.split("\t") for line in status.splitlines()]
    paths = [path for letter, path in edited if letter == "M" and is_source(path)]
    return [_read_change(checkouts, name, parent, commit, path) for path in paths]


def _read_change(checkouts: Checkouts, name: str, parent: str, commit: str, path: str) -> Change:
    diff = checkouts.read_text(name, "diff", "--no-renames", "-U0", "-w", parent, commit, "--", path)
    before = read_definitions(path, checkouts.read_file(name, parent, path))
    after = read_definitions(path, checkouts.read_file(name, commit, path))
    functions: list[Definition] = []
    around: list[Definition] = []
    for hunk in HUNK.finditer(diff):
        start, count, new_start, new_count = (1 if part is None else int(part) for part in hunk.groups())
        for span in _list_spans(start, count):
            functions.extend(one for one in [find_innermost(before, *span)] if one and one not in functions)
            around.extend(find_around(before, *span))
        for span in _list_spans(new_start, new_count):
            around.extend(find_around(after, *span))
    return Change(path, functions, around)


def _list_spans(start: int, count: int) -> list[tuple[int, int]]:
    """Return the lines of one side of a hunk as spans.

    What is put in after `start` lies between two lines.
    """
    return [(line, line) for line in range(start, start + count)] if count else [(start, start + 1)]
