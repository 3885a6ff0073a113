"""Limits of recursion, and freeing of what a run made."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum
from typing import Final

RECURSION: Final = 20_000  # Python frames; evaluations nest up to `evaluate.MAX_STACK`, each a few frames


@contextmanager
def deep() -> Generator[None]:
    """Let evaluations nest, and do not collect meanwhile: millions of small tuples are looked through for nothing, at a
    third of the cost."""
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
    """Empty an object, and those of this package that it is made of, but for what is `spared`.

    They hold one another in circles, which would keep millions of values until somebody collects again. Those of
    compiled classes stay as they are until then."""
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
