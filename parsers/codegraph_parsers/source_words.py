"""Words of source files, decoded once.

The words of a repository repeat from file to file. They are interned, which `marshal` keeps: facts of many files that
are decoded in one process share their words.
"""

from __future__ import annotations

import re
from sys import intern

_DOTTED = re.compile(rb"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.([A-Za-z_]\w*)")

CACHED_WORDS = 50_000  # words and member accesses kept from file to file
LONGEST = 80  # bytes of what is kept, and of a member access whose text is looked at


class Texts(dict[bytes, str]):
    """Source bytes → text: each word is decoded once."""

    def __missing__(self, raw: bytes) -> str:
        found = raw.decode("utf-8", "replace")
        if len(raw) <= LONGEST:
            found = self[raw] = intern(found)
        return found


Chain = tuple[tuple[str, ...], str] | tuple[()]
"""`a.b.c` as its base's words and its last; () for what is anything else."""


class Chains(dict[bytes, Chain]):
    """Source of a member access → its words.

    It has none unless it is nothing but plain words and dots.
    """

    def __missing__(self, raw: bytes) -> Chain:
        match = _DOTTED.fullmatch(raw)
        found: Chain = (tuple(map(intern, match[1].decode().split("."))), intern(match[2].decode())) if match else ()
        self[raw] = found
        return found


_TEXTS = Texts()
_CHAINS = Chains()


def prepare_caches() -> tuple[Texts, Chains]:
    """Return the caches of this process, emptied when they have grown large."""
    for cache in (_TEXTS, _CHAINS):
        if len(cache) > CACHED_WORDS:
            cache.clear()
    return _TEXTS, _CHAINS
