"""Fields of terms, told apart by their first character.

Queries and entries share them, and the way in which names become terms.

The words of a chunk have no mark, `~` marks words of the qualified names it stands under, `=` whole names it defines
(folded: `parse_header` and `parseHeader` are one), and `/` words of the path, in the file's first chunk.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

from codegraph.embed.terms import plain, split_name, terms

SCOPE: Final = "~"
DEFINES: Final = "="
PATH: Final = "/"

_NO_SIGNS: Final = {code: None for code in range(128) if not chr(code).isalnum()}

TYPES_ONLY: Final = PATH + "!"
"""Stands with the path of a file that declares types and runs nothing."""

TESTS: Final = PATH + "?"
"""Stands in a chunk that is a test or a part of one, in whichever file."""

WHOLE_NAME, STEM_WORD, FOLDER_WORD = 3, 2, 1
"""Counts that path terms are kept with: the file's whole name, a word of it, a word of a folder."""


class Weight(IntEnum):
    """Weights of what a definition says about its chunk."""

    VALUE = 1
    FUNCTION = 2
    TYPE = 3


@lru_cache(16_384)
def folded(name: str) -> str:
    """A name as whole-name terms hold it: without case, accents, underscores and punctuation."""
    if name.isascii() and name.isalnum():
        return name.lower()
    if name.isascii():
        return name.lower().translate(_NO_SIGNS)
    return "".join(c for c in plain(name).lower() if c.isalnum())


@lru_cache(16_384)
def stem_terms(base: str) -> tuple[str, ...]:
    """Terms of a file's own name without its ending, each once: `HTTPServer.test.ts` → `http`, `serv`."""
    stem = base.split(".", 1)[0] or base
    return tuple(dict.fromkeys(term for word in split_name(stem) for term in terms([word])))
