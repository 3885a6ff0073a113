"""Fields of terms, distinguished by their first character.

Queries and entries share them, and the way in which names become terms.

The words of a chunk have no mark, `~` marks words of the qualified names around it, `=` whole names that it defines
(folded: `parse_header` and `parseHeader` are one), and `/` words of the path, in the file's first chunk.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

from codegraph.embed.terms import list_terms, split_name, strip_accents

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
    """Weights of a definition for the rank of its chunk."""

    VALUE = 1
    FUNCTION = 2
    TYPE = 3


@lru_cache(16_384)
def fold_name(name: str) -> str:
    """Return a name in the form of whole-name terms.

    It has no case, accents, underscores and punctuation.
    """
    if name.isascii() and name.isalnum():
        return name.lower()
    if name.isascii():
        return name.lower().translate(_NO_SIGNS)
    return "".join(c for c in strip_accents(name).lower() if c.isalnum())


@lru_cache(16_384)
def list_stem_terms(base: str) -> tuple[str, ...]:
    """Return the terms of a file's own name without its ending, each once.

    `HTTPServer.test.ts` gives `http`, `serv`.
    """
    stem = base.split(".", 1)[0] or base
    return tuple(dict.fromkeys(term for word in split_name(stem) for term in list_terms([word])))
