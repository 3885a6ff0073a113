"""Lines of a repository's files that hold the words of a question.

They can be shown before there is an index.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.scan.file_listing import Candidate, scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.settings.config import Config
from codegraph.text.ellipsis import cut_text

SECONDS: Final = 2.0
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FILE_BYTES: Final = 1024 * 1024
"""Bounds of a search: time, bytes in all, and bytes of a file that is read."""

LONGEST_LINE: Final = 160
MOST_LETTERS: Final = 1_000
"""Bounds of a line: characters that are shown, and its length. Longer ones are data."""

LINES_A_FILE: Final = 3

_DEFINES: Final = re.compile(
    r"\b(?:def|class|func|fn|function|struct|interface|trait|enum|type|const|let|var|module|impl)\b"
)
_TESTS: Final = re.compile(r"(?:^|/)(?:tests?|spec|__tests__)/|(?:^|[/_.])(?:test|spec)[_.]|_test\.", re.IGNORECASE)


class TextMatch(NamedTuple):
    """A line that holds words of the question.

    `line` counts from 1. `text` is cut and without indentation."""

    file: str
    line: int
    text: str


class TextMatches(NamedTuple):
    """The best lines, and how many of the files were read for them."""

    matches: tuple[TextMatch, ...]
    read: int
    files: int


class _RankedLine(NamedTuple):
    weight: float
    match: TextMatch


def find_text(
    root: Path, config: Config, words: Sequence[str], *, name: str = "", wanted: Callable[[str], bool], limit: int
) -> TextMatches:
    """Find lines with `name` as a whole word, or else with most of `words`.

    Words match in any letter case. The search stays within the bounds. Lines that look like definitions come first,
    those of tests last."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)") if name else None
    lowered = [word.casefold() for word in words]
    candidates = sorted((c for c in scan(root, config).candidates if wanted(c.path)), key=_order)
    until = time.monotonic() + SECONDS
    ranked: list[_RankedLine] = []
    read = total = 0
    for candidate in candidates:
        if total > MOST_BYTES or time.monotonic() > until:
            break
        read += 1
        if candidate.size > MOST_FILE_BYTES:
            continue
        total += candidate.size
        found = read_file(root, candidate.real, max_bytes=MOST_FILE_BYTES)
        if isinstance(found, ReadFile):
            text = found.content.decode("utf-8", "replace")
            ranked += _rank_lines(candidate.path, text, pattern, lowered)
    ranked.sort(key=lambda one: -one.weight)  # stable: files keep their order
    return TextMatches(tuple(one.match for one in ranked[:limit]), read, len(candidates))


def _order(candidate: Candidate) -> tuple[bool, int, str]:
    return bool(_TESTS.search(candidate.path)), candidate.path.count("/"), candidate.path


def _rank_lines(path: str, text: str, pattern: re.Pattern[str] | None, words: Sequence[str]) -> list[_RankedLine]:
    """Return the few best lines of a file."""
    if pattern is not None and pattern.search(text) is None:
        return []
    lowered = text.casefold()
    here = [word for word in words if word in lowered]
    if pattern is None and not here:
        return []
    discount = 0.5 if _TESTS.search(path) else 1.0
    # A file that holds more of the words is likelier to be about them, whichever line holds them.
    share = len(here) / max(1, len(words))
    ranked: list[_RankedLine] = []
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MOST_LETTERS:
            continue
        if pattern is not None:
            held = 1.0 if pattern.search(line) else 0.0
        else:
            small = line.casefold()
            held = sum(word in small for word in here) / len(words)
        if held:
            weight = (held + 0.5 * share + (0.4 if _DEFINES.search(line) else 0.0)) * discount
            ranked.append(_RankedLine(weight, TextMatch(path, number, cut_text(line.strip(), LONGEST_LINE))))
    ranked.sort(key=lambda one: -one.weight)
    return ranked[:LINES_A_FILE]
