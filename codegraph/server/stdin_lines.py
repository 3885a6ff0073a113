r"""Lines of a client on stdin, repaired if the protocol would not answer them.

A program that cuts a text by its length can leave a lone surrogate, such as `\ud83d` without its other half. JSON
permits it, but the protocol does not read the line: the client would wait forever.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import BinaryIO, Final

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def replace_lone_surrogates(text: str) -> str:
    """Return a text with U+FFFD for each lone surrogate."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def repair_line(line: str) -> str:
    """Return a line with U+FFFD for each lone surrogate.

    A line without surrogates, or that is not JSON, stays as it is. A byte order mark, which some shells write first, is
    removed.
    """
    line = line.removeprefix("\ufeff")
    if not _SURROGATE.search(line):
        return line
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
    return replace_lone_surrogates(text) + "\n"


class _RepairedLines(TextIOWrapper):
    def readline(self, size: int = -1, /) -> str:
        return repair_line(super().readline(size))


@contextmanager
def isolate_stdin() -> Iterator[BinaryIO | None]:
    """Yield the bytes of stdin.

    Meanwhile stdin is empty for other readers, such as programs that are started. Yields None on systems that cannot
    separate the descriptors in this way.
    """
    if sys.platform == "win32":
        yield None
        return
    try:
        private, null = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    except OSError:
        yield None
        return
    os.dup2(null, 0)
    os.close(null)
    try:
        # A thread may still wait for a line when serving ends, so the descriptor stays open.
        yield os.fdopen(private, "rb", closefd=False)
    finally:
        os.dup2(private, 0)


@contextmanager
def open_stdin() -> Iterator[TextIOWrapper | None]:
    """Yield the repaired lines of stdin, isolated as by `isolate_stdin`."""
    with isolate_stdin() as stream:
        yield None if stream is None else _RepairedLines(stream, encoding="utf-8", errors="replace")
