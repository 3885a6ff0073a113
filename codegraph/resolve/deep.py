"""Evaluations nest deeply, and what they make lives until the end."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
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
