"""The page that text is laid out on.

It is as wide as the terminal that shows it, unbounded where a program reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TextIO, TypeVar

T = TypeVar("T")

WIDTH: Final = 100
"""Columns of a page that nobody described: what diffs and chat windows show without wrapping."""

NARROWEST: Final = 40
UNBOUNDED: Final = 1 << 30

_width: ContextVar[int] = ContextVar("page width", default=WIDTH)


def get_page_width() -> int:
    """Return the columns a line should fit in, `UNBOUNDED` where nothing is to be cut."""
    return _width.get()


def is_unbounded() -> bool:
    """Return whether text is to be whole, however long its lines become."""
    return _width.get() == UNBOUNDED


def take_first(items: Sequence[T], most: int) -> Sequence[T]:
    """Return the items that a page shows: `most` of them, or all on an unbounded one."""
    return items if is_unbounded() else items[:most]


@contextmanager
def use_page_width(width: int) -> Iterator[None]:
    """Set the page width to `width` columns in the block."""
    token = _width.set(width)
    try:
        yield
    finally:
        _width.reset(token)


def measure_stream_width(stream: TextIO | None) -> int:
    """Return the columns of the terminal behind a stream, `UNBOUNDED` when it is none."""
    if stream is None or not stream.isatty():
        return UNBOUNDED
    try:
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return max(columns, NARROWEST) if columns else WIDTH
