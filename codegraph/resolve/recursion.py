"""Limits of recursion, and release of the objects of a run."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum
from typing import Final

RECURSION: Final = 20_000  # Python frames; evaluations nest up to `evaluate.MAX_STACK`, each a few frames


@contextmanager
def allow_deep_recursion() -> Generator[None]:
    """Let evaluations nest deeply, and disable garbage collection meanwhile.

    The collector would search millions of small tuples for nothing, at a third of the cost.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, RECURSION))
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        if collecting:
            gc.enable()


def take_apart(whole: object, *spared: object) -> None:
    """Clear an object and the objects of this package that it is made of.

    Those in `spared` are left alone. The objects refer to one another in cycles, which would keep millions of values
    alive until the next collection. Instances of compiled classes stay as they are until then.
    """
    kept = {id(one) for one in spared}
    parts = [whole]
    while parts:
        state = getattr(parts.pop(), "__dict__", {})
        held = list(state.values())
        state.clear()
        parts += [one for one in held if _is_part(one) and id(one) not in kept]


def _is_part(one: object) -> bool:
    return type(one).__module__.startswith(_PACKAGE) and not isinstance(one, Enum)


_PACKAGE: Final = __name__.rpartition(".")[0]
