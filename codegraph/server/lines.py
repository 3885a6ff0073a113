"""Lines of a client on stdin, mended where the protocol would not answer them.

Halves of a character outside of the first plane, `\\ud83d` without what belongs to it, are what is left where a program
cut a text by its length. JSON lets them through and the protocol does not read them: the client would wait for ever.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Final

_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


def mended(line: str) -> str:
    """The line, with U+FFFD for each half of a character; as it is where it holds none, or is no JSON. A mark of its
    encoding, which some shells write before all else, is no part of it."""
    line = line.removeprefix("\ufeff")
    if not _HALF.search(line):
        return line
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") + "\n"


class _Lines(TextIOWrapper):
    def readline(self, size: int = -1, /) -> str:
        return mended(super().readline(size))


@contextmanager
def lines_of_stdin() -> Iterator[TextIOWrapper | None]:
    """Mended lines of stdin, which meanwhile is empty for whoever else reads it, such as programs that are started.
    None where descriptors cannot be told apart so."""
    if sys.platform == "win32":
        yield None
        return
    try:
        private, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    except OSError:
        yield None
        return
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        # A thread may still wait for a line when serving ends, so the descriptor stays open.
        yield _Lines(os.fdopen(private, "rb", closefd=False), encoding="utf-8", errors="replace")
    finally:
        os.dup2(private, 0)
