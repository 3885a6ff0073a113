"""`savings`: the access log against the files that its answers name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from codegraph.memory.times import format_rfc3339, parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.savings.answers import SavingsAnswer, ToolSavings
from codegraph.operations.savings.requests import SavingsRequest
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.store.access_log import DEFINITIONS, AccessEntry, get_access_log, iterate_entries
from codegraph.text.token_counts import bound_tokens
from codegraph_parsers.ids import from_printable_path

METHOD: Final = (
    "Tokens of each answer that `codegraph serve` gave about code, and once a session those of the definitions of its "
    "tools, against the tokens of the files that the answers name by a place or an id: each file whole, once a "
    "session. Both are counted by the same offline estimate, which is an upper bound."
)
LIMITS: Final = (
    "An agent might have read parts of these files, fewer of them, or others; nobody observed what it would have read.",
    "It may also have read them after the answer: what it did then is not known.",
    "Files are counted as they are now. What is gone counts nothing.",
    "Real tokenisers give smaller numbers than the estimate, and not by the same share for answers and for source.",
    "Only tools of `codegraph serve` are logged: no command lines, no team's server. The log keeps the last 2 to 4 MB.",
    "Nothing is said of cost: prices, caches and what a model does with its context are not in these numbers.",
)
MOST_BYTES: Final = 8 * 1024 * 1024
"""Bytes of a file that is counted; what is larger no agent reads."""

MICROSECONDS: Final = 1_000_000


def count_savings(context: Context, request: SavingsRequest) -> Answer[SavingsAnswer]:
    """Count what was served, and the files that it names.

    Raises InvalidError for a time that is none."""
    home = context.config.home
    begin = parse_time(request.since, "--since") if request.since else 0
    entries = [entry for entry in iterate_entries(home) if entry.at * MICROSECONDS >= begin]
    counter = _Counter()
    counter.add(entries)
    served = counter.answer_tokens + counter.definition_tokens
    answer = SavingsAnswer(
        since=format_rfc3339(int(min(entry.at for entry in entries)) * MICROSECONDS) if entries else "",
        sessions=len({entry.session for entry in entries if entry.tool != DEFINITIONS}),
        answers=sum(row.answers for row in counter.tools.values()),
        answer_tokens=counter.answer_tokens,
        definition_tokens=counter.definition_tokens,
        files=sum(row.files for row in counter.tools.values()),
        file_tokens=counter.file_tokens,
        unread_files=counter.unread,
        difference=counter.file_tokens - served,
        tools=tuple(
            ToolSavings(name, row.answers, row.answer_tokens, row.files, row.file_tokens)
            for name, row in sorted(counter.tools.items(), key=lambda item: (-item[1].answers, item[0]))
        ),
        log=str(get_access_log(home)),
        is_logging=context.config.access_log,
        method=METHOD,
        limits=LIMITS,
    )
    return Answer(answer)


@dataclass(slots=True)
class _ToolTotals:
    answers: int = 0
    answer_tokens: int = 0
    files: int = 0
    file_tokens: int = 0


class _Counter:
    """Totals of entries."""

    def __init__(self) -> None:
        self.tools: dict[str, _ToolTotals] = {}
        self.definition_tokens = 0
        self.unread = 0
        self._sizes: dict[tuple[str, str], int | None] = {}

    @property
    def answer_tokens(self) -> int:
        return sum(row.answer_tokens for row in self.tools.values())

    @property
    def file_tokens(self) -> int:
        return sum(row.file_tokens for row in self.tools.values())

    def add(self, entries: Iterable[AccessEntry]) -> None:
        """Add entries.

        Definitions count in sessions with an answer alone: without one there is nothing to compare."""
        entries = list(entries)
        answering = {entry.session for entry in entries if entry.tool != DEFINITIONS}
        counted: set[tuple[str, str, str]] = set()
        for entry in entries:
            if entry.tool == DEFINITIONS:
                self.definition_tokens += entry.tokens if entry.session in answering else 0
                continue
            row = self.tools.setdefault(entry.tool, _ToolTotals())
            row.answers += 1
            row.answer_tokens += entry.tokens
            for path in entry.files:
                key = (entry.session, entry.root, path)
                if key not in counted:
                    counted.add(key)
                    self._add_file(row, entry.root, path)

    def _add_file(self, row: _ToolTotals, root: str, path: str) -> None:
        if (root, path) not in self._sizes:
            self._sizes[root, path] = _count_file(Path(root), path)
        tokens = self._sizes[root, path]
        if tokens is None:
            self.unread += 1
            return
        row.files += 1
        row.file_tokens += tokens


def _count_file(root: Path, path: str) -> int | None:
    """Return the tokens of a file of a work tree, None where it cannot be read."""
    real = from_printable_path(path)
    if Path(real).is_absolute() or ".." in Path(real).parts or "\0" in real:
        return None
    try:
        read = read_file(root, real, max_bytes=MOST_BYTES)
    except (OSError, ValueError):
        return None
    return bound_tokens(read.content.decode("utf-8", "replace")) if isinstance(read, ReadFile) else None
