"""Regular expressions that are compiled when they are first used.

Compiling one takes up to some milliseconds, and a process that answers one question needs few of those it imports.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """A pattern whose methods are those of `re.Pattern` from their first use on."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._source), name)
        self.__dict__[name] = found
        return found


def compile_lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
