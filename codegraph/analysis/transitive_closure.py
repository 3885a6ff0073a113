"""Transitive closures of small relations, as sets of nodes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def close_over(starts: Iterable[T], follow: Callable[[T], Iterable[T]]) -> list[T]:
    """Return the starts and all that following leads to, the nearest first.

    >>> close_over([1], lambda node: {1: [2, 3], 2: [1, 4]}.get(node, ()))
    [1, 2, 3, 4]
    """
    found = list(dict.fromkeys(starts))
    seen = set(found)
    for node in found:
        for reached in follow(node):
            if reached not in seen:
                seen.add(reached)
                found.append(reached)
    return found
