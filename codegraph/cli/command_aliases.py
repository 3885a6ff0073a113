"""Aliases of first words of a command line: earlier ones, and other programs'.

They are accepted and shown nowhere, so that existing scripts keep working.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

MEMORY_GROUPS: Final = ("fact", "provenance", "learn", "session", "namespace")
"""Groups of `memory` that once stood beside it."""

ALIASES: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    **{(group,): ("memory", group) for group in MEMORY_GROUPS},
    ("brain",): ("memory", "learn"),
    ("brain", "memory"): ("memory", "learn"),
    ("memory", "brain"): ("memory", "learn"),
    ("engram",): ("memory",),
    ("engram", "memory"): ("memory",),
    ("approve",): ("memory", "approve"),
    ("reject",): ("memory", "reject"),
}
"""The words that each alias stands for."""

_LONGEST: Final = 2


def expand_alias(words: Sequence[str]) -> list[str]:
    """Replace the alias that a command line begins with, if it does."""
    for size in range(_LONGEST, 0, -1):
        meant = ALIASES.get(tuple(words[:size]))
        if meant is not None:
            return [*meant, *words[size:]]
    return list(words)
