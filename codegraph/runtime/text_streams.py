"""Streams of text for people, in which control characters are made visible.

Names, documentation, source and memories come from anybody. A character that moves the cursor, sets a colour or a
title, or changes the direction of writing would let them forge the output.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Final, TextIO

_OBEYED: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, but for tabs and line ends
    "\u202a-\u202e\u2066-\u2069]"  # embeddings, overrides and isolates of the direction
    "|\r(?!\n)"
)
_SPACE: Final = 0x20


def escape_controls(text: str) -> str:
    """Escape each character of `text` that a terminal obeys.

    It becomes `\\x1b` or `\\u202e`. Valid JSON stays valid."""
    return _OBEYED.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < _SPACE else f"\\u{code:04x}"  # JSON has the first kind escaped already


class EscapingStream:
    """A text stream that escapes the text written to it.

    `raw` is the stream below, for our own styles.
    """

    encoding = "utf-8"  # what can be written here; what the stream below lacks, it escapes itself

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        self.raw.write(escape_controls(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.raw, name)


@contextmanager
def escape_output() -> Iterator[None]:
    """Escape the text written to standard output and standard error.

    Names are printed on any terminal: characters that it lacks are escaped, too. A closed stream takes nothing.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = EscapingStream(_make_forgiving(sys.stdout)), EscapingStream(_make_forgiving(sys.stderr))  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def get_raw_stream(stream: TextIO) -> TextIO:
    """Return the stream that `stream` escapes for, or itself."""
    return stream.raw if isinstance(stream, EscapingStream) else stream


def _make_forgiving(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return get_raw_stream(stream)
