"""Lines of source files, as they are on disk now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from codegraph.answers import SourceText
from codegraph.errors import NotFoundError
from codegraph.operations.context import Context

LAST_LINE: Final = 1_000_000_000
MOST_FILES: Final = 200
"""Files of which single lines are read for one answer."""


def read_file_lines(context: Context, path: str) -> SourceText | None:
    """Return the whole text of an indexed file, None where it cannot be read any more."""
    try:
        return context.index().read_lines(path, 1, LAST_LINE)
    except NotFoundError:
        return None


def read_single_lines(context: Context, places: Mapping[str, Sequence[int]]) -> dict[tuple[str, int], str]:
    """Return the texts of lines by path and line number.

    Those that are not there any more are left out."""
    found: dict[tuple[str, int], str] = {}
    for path in list(places)[:MOST_FILES]:
        source = read_file_lines(context, path)
        lines = source.text.split("\n") if source is not None else []
        found |= {(path, line): lines[line - 1] for line in places[path] if 0 < line <= len(lines)}
    return found
