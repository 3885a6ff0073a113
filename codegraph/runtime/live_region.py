"""Lines of a terminal that are drawn again in place, such as bars of progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import accumulate
from shutil import get_terminal_size
from typing import Final, NamedTuple, TextIO
from unicodedata import combining, east_asian_width

from codegraph.runtime.text_streams import escape_controls

BOLD: Final = "1"
DIM: Final = "2"
GREEN: Final = "32"
YELLOW: Final = "33"


class Run(NamedTuple):
    """Text in one style: a number of "select graphic rendition", "" for none."""

    text: str
    style: str = ""


class LiveRegion:
    """Lines that each drawing replaces. They are gone when the region is cleared."""

    def __init__(self, stream: TextIO) -> None:
        """Take the raw stream of a terminal; texts are escaped here."""
        self._stream = stream
        self._height = 0
        if sys.platform == "win32":
            _enable_escapes(stream)

    def draw(self, lines: Iterable[Iterable[Run]]) -> None:
        """Put these lines in the place of those drawn before."""
        size = get_terminal_size()
        width = size.columns - 1  # a full line would wrap
        drawn = ["".join(_render(runs, width)) for runs in lines][: max(1, size.lines - 1)]
        body = "".join(f"\x1b[2K{line}\n" for line in drawn)
        self._write(f"{self._rewind()}{body}\x1b[0J")
        self._height = len(drawn)

    def clear(self) -> None:
        """Remove the lines; what is written next takes their place."""
        if self._height:
            self._write(f"{self._rewind()}\x1b[0J")
            self._height = 0

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # a terminal that is gone is no reason to stop the work
            self._stream.write(text)
            self._stream.flush()

    def _rewind(self) -> str:
        return f"\x1b[{self._height}A\r" if self._height else ""


def can_redraw(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal on which lines can be drawn again."""
    return stream.isatty() and (sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb"))


def _render(runs: Iterable[Run], width: int) -> Iterable[str]:
    """Yield texts with their styles, cut where the line is full."""
    for run in runs:
        text = _cut(escape_controls(run.text), width)
        width -= sum(map(_count_columns, text))
        yield f"\x1b[{run.style}m{text}\x1b[0m" if run.style and text else text


def _cut(text: str, width: int) -> str:
    columns = list(accumulate(map(_count_columns, text)))
    if not columns or columns[-1] <= width:
        return text
    return text[: sum(each < width for each in columns)] + "…" if width > 0 else ""


def _count_columns(character: str) -> int:
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


def _enable_escapes(stream: TextIO) -> None:
    """Make a console of Windows obey escape sequences.

    The flags are those of SetConsoleMode: processed output, wrapping, and virtual terminal processing.
    """
    if sys.platform == "win32":
        import ctypes
        import msvcrt

        ctypes.windll.kernel32.SetConsoleMode(msvcrt.get_osfhandle(stream.fileno()), 0b111)
