"""One agent at work on one task: what it has been shown, and what that has cost.

A policy sees what its tools return and nothing else. An episode stands between the two: it counts every request and
reply, marks the lines that were shown, and ends when all that the task needs has been shown or the budget is spent.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from codegraph.text.token_counts import bound_tokens


class Budget(NamedTuple):
    """The most that an agent may spend on a task."""

    calls: int = 60
    tokens: int = 60_000


class Excerpt(NamedTuple):
    """Consecutive lines of a file in a reply, from line `first` on."""

    path: str
    first: int
    lines: Sequence[str]


class Reply(NamedTuple):
    """A tool's answer: its text, and the source in it."""

    text: str
    excerpts: Sequence[Excerpt] = ()


class Function(NamedTuple):
    """A needed function: the first and last line of each definition by its name."""

    path: str
    name: str
    spans: tuple[tuple[int, int], ...]


class Needed(NamedTuple):
    """The files and functions that a solution of a task needs."""

    files: frozenset[str]
    functions: tuple[Function, ...]


class Outcome(NamedTuple):
    """The result of an episode: its cost until everything was shown."""

    is_completed: bool
    calls: int
    tokens: int
    shown: float  # share of the needed files and functions


class EpisodeEnd(Exception):
    """Everything needed has been shown, or the budget is spent."""


class Episode:
    """The account of one agent on one task."""

    def __init__(self, root: Path, needed: Needed, budget: Budget) -> None:
        self._root, self._needed, self._budget = root, needed, budget
        self._calls = self._tokens = 0
        self._named: set[str] = set()
        self._lines: defaultdict[str, set[int]] = defaultdict(set)
        self._texts: dict[str, list[str]] = {}
        self._is_completed = False

    def record(self, request: str, reply: Reply) -> None:
        """Count one request and its reply. Raises EpisodeEnd after the last one.

        A reply that passes the budget is not read any more."""
        self._calls += 1
        self._tokens += bound_tokens(request) + bound_tokens(reply.text)
        if self._calls > self._budget.calls or self._tokens > self._budget.tokens:
            raise EpisodeEnd
        self._named.update(path for path in self._needed.files if is_named(path, reply.text))
        for excerpt in reply.excerpts:
            self._mark(excerpt)
        self._is_completed = self._count_missing() == 0
        if self._is_completed:
            raise EpisodeEnd

    def finish(self) -> Outcome:
        """Return what the episode came to."""
        wanted = len(self._needed.files) + len(self._needed.functions)
        return Outcome(self._is_completed, self._calls, self._tokens, 1 - self._count_missing() / wanted)

    def _mark(self, excerpt: Excerpt) -> None:
        """Mark the lines that are as they stand in the file.

        A line that was cut was not shown."""
        text = self._read_lines(excerpt.path)
        for number, line in enumerate(excerpt.lines, excerpt.first):
            if 0 < number <= len(text) and text[number - 1].rstrip() == line.rstrip():
                self._lines[excerpt.path].add(number)

    def _read_lines(self, path: str) -> list[str]:
        if path not in self._texts:
            place = self._root / path
            self._texts[path] = read_lines(place) if place.is_file() else []
        return self._texts[path]

    def _count_missing(self) -> int:
        functions = sum(not is_shown(function, self._lines[function.path]) for function in self._needed.functions)
        return functions + len(self._needed.files - self._named)


def is_shown(function: Function, lines: set[int]) -> bool:
    """Say whether at least half of the lines of a function were shown."""
    return any(2 * len(lines.intersection(range(first, last + 1))) > last - first for first, last in function.spans)


def is_named(path: str, text: str) -> bool:
    """Say whether a text spells a whole path."""
    return re.search(rf"(?<![\w/.-]){re.escape(path)}(?![\w/-])", text) is not None


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file, split at line feeds alone, as the tools do."""
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one text, each with its end."""
    return "".join(f"{line}\n" for line in lines)
