"""Regular expressions that are compiled when they are first used.

Compiling one takes up to some milliseconds, and a process that answers one question needs few of those it imports.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast


class _Source(NamedTuple):
    pattern: str
    flags: int = 0


class _LazyPattern(_Source):
    """A pattern whose methods are those of `re.Pattern` from their first use on."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self), name)
        self.__dict__[name] = found
        return found


compile_lazily: Final = cast("Callable[..., re.Pattern[str]]", _LazyPattern)
"""Makes a pattern of a regular expression and its flags that is compiled when it is first used."""
