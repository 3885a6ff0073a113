"""Fault containment: a failed piece of work costs its own edges only.

Partial results of a failure must never be read as complete ones. So a failed piece is recorded and the state of the
evaluator restored, and the run goes on to find what else fails. Then everything is resolved again from the beginning
without the failed pieces, and the graph is that of a program which never had them. A program that is kept in memory for
edits contains no faults: a failure ends it, and a whole run decides.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import Final, NamedTuple

from codegraph.graph_model import Fault

MAX_EVALUATIONS: Final = 500_000
"""Evaluations that a piece of work may take. Of real sources the costliest one takes about a thousand."""

MAX_EXHAUSTED: Final = 3
"""Sites of one file that may exceed that before the rest of its sites is left out unseen."""

MAX_ROUNDS: Final = 4
"""Rounds in which pieces are left out one by one; what fails after that costs all pieces of its file."""

FRAMES: Final = 30
"""Innermost frames of a traceback that are kept."""

SITE: Final = "site"
"""Kind of a task that emits one site; `part` is its position."""


class EvaluationLimitError(Exception):
    """Failure of a piece of work that took more evaluations than allowed."""


class StalledError(Exception):
    """Interruption of a piece of work from outside, because it did not end."""


class Task(NamedTuple):
    """A piece of work that can be left out.

    `what` is the kind of work, `file` its file and `part` the part of that file.
    """

    what: str
    file: int
    part: int | tuple[int, ...] = 0


class Pulse:
    """Sign of life of a resolver: a count that grows with every piece of work."""

    def __init__(self) -> None:
        self.count = 0


class Faults:
    """Pieces that one run leaves out, and those that failed in it."""

    def __init__(self, known: Mapping[Task, Fault] | None = None, whole: frozenset[int] = frozenset()) -> None:
        """Start a round.

        `known` are the failures of the rounds before. Every piece of the files in `whole` is left out.
        """
        self.known: Mapping[Task, Fault] = known or {}
        self.whole = whole
        self.found: dict[Task, Fault] = {}
        self._sites: dict[int, set[int]] = {}
        for task in self.known:
            if task.what == SITE and isinstance(task.part, int):
                self._sites.setdefault(task.file, set()).add(task.part)

    def is_left_out(self, task: Task) -> bool:
        return bool(self.known) and (task in self.known or task.file in self.whole)

    def get_sites(self, file: int) -> set[int]:
        """Return the positions of the sites of a file that are left out."""
        return self._sites.get(file, set())

    def note(self, task: Task, path: str, error: Exception, line: int = 0) -> None:
        """Record that a piece failed."""
        self.found[task] = make_fault(path, error, line)


def make_fault(path: str, error: Exception, line: int = 0) -> Fault:
    """Build the record of an exception."""
    text = "".join(traceback.format_exception(error, limit=-FRAMES))
    return Fault(path, f"{describe_error(error)} in {locate_error(error)}", line, text)


def describe_error(error: Exception) -> str:
    """Describe an exception in a few words."""
    if isinstance(error, EvaluationLimitError):
        return f"more than {MAX_EVALUATIONS:,} evaluations"
    if isinstance(error, StalledError):
        return "no end"
    text = str(error).partition("\n")[0][:80]
    return f"{type(error).__name__}: {text}" if text and not isinstance(error, RecursionError) else type(error).__name__


def locate_error(error: Exception) -> str:
    """Return the name of the function that raised an exception."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return at.tb_frame.f_code.co_name if at is not None else "the resolver"
