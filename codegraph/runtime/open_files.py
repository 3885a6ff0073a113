"""Limit of open files of this process."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

SPARE: Final = 256
"""Files that a program opens besides those that it asks for."""


def allow_open_files(count: int) -> int:
    """Raise the limit for `count` more files, as far as the system permits.

    Return how many of them may be open at once."""
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count + SPARE if hard == resource.RLIM_INFINITY else min(count + SPARE, hard)
        if soft != resource.RLIM_INFINITY and wanted > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        return count if soft == resource.RLIM_INFINITY else max(0, min(count, soft - SPARE))
    return count
