"""Lines of source files, as they are on disk now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from codegraph.errors import NotFoundError
from codegraph.operations.context import Context
from codegraph.query_results import SourceText

LAST_LINE: Final = 1_000_000_000
MOST_FILES: Final = 200
"""Files of which single lines are read for one answer."""

AROUND: Final = 2
"""Lines before and after a line that is shown for itself."""

GAP: Final = 3
"""Lines between two pieces that are shown with them, because a mark would take one, too."""


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


def cut_source(source: SourceText, sites: Iterable[int], most: int) -> tuple[SourceText, ...]:
    """Return some `most` lines of a source, as pieces in their order.

    They are its beginning, and the lines around `sites`, which take no more than two thirds of them."""
    first, last = source.start_line, source.end_line
    if last - first < most:
        return (source,)
    chosen = set[int]()
    for site in sites:
        around = range(max(first, site - AROUND), min(last, site + AROUND) + 1)
        if site in around and len(chosen.union(around)) <= 2 * most // 3:
            chosen.update(around)
    for line in range(first, last + 1):
        if len(chosen) >= most:
            break
        chosen.add(line)
    return tuple(_cut_pieces(source, sorted(chosen)))


def _cut_pieces(source: SourceText, chosen: Sequence[int]) -> Iterable[SourceText]:
    """Yield the chosen lines of a source, each run of them as one piece."""
    lines = source.text.split("\n")
    begin = chosen[0]
    for line, following in zip(chosen, [*chosen[1:], None], strict=True):
        if following is None or following - line > GAP:
            text = "\n".join(lines[begin - source.start_line : line - source.start_line + 1])
            yield source._replace(text=text, start_line=begin, end_line=line)
            begin = following if following is not None else begin
