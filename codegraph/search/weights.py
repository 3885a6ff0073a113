"""Weights of the ranking, fitted by `scripts/fit_search.py`.

Three of `QUESTION` were changed by hand.
"""

from __future__ import annotations

from typing import Final

from codegraph.search.fusion import Weights
from codegraph.search.path_roles import Place

PLACES: Final = {
    Place.TEST: 0.5, Place.EXAMPLE: 0.6, Place.VENDORED: 0.5, Place.GENERATED: 0.3, Place.DECLARATION: 0.8,
    Place.STUB: 0.6, Place.SUPERSEDED: 0.6, Place.PROSE: 0.6, Place.DATA: 0.6,
}  # fmt: skip
# words, scope, meaning, defines, spells, echo, quotes · file_words, path, file_name, rank
QUESTION: Final = Weights((0.4, 0.3, 0.5, 0.21, 0.25, 0.1, 0.5), (0.4, 0.3, 0.5, 0.3), 0.4, 0.4, 0.2, PLACES)
SYMBOL: Final = Weights((0.2, 0.1, 0.05, 1.0, 0.4, 0.0, 0.0), (0.2, 0.3, 0.4, 0.1), 0.1, 0.0, 0.3, PLACES)
PATH: Final = Weights((0.1, 0.1, 0.1, 0.3, 0.1, 0.0, 0.1), (0.1, 1.0, 2.0, 0.05), 0.1, 0.0, 0.3, {})
QUESTION_LEXICAL: Final = Weights((0.4, 0.07, 0.0, 0.15, 0.4, 0.0, 0.5), (0.24, 0.5, 0.4, 0.15), 0.9, 0.25, 0.3, PLACES)
SYMBOL_LEXICAL: Final = Weights((0.2, 0.1, 0.0, 1.0, 0.4, 0.0, 0.0), (0.2, 0.3, 0.4, 0.1), 0.15, 0.0, 0.3, PLACES)
ISSUE: Final = Weights((0.8, 0.3, 0.5, 0.21, 0.25, 0.1, 0.5), (0.4, 0.3, 0.3, 0.15), 0.4, 0.4, 0.2, PLACES)
ISSUE_LEXICAL: Final = Weights((0.8, 0.07, 0.0, 0.15, 0.4, 0.0, 0.5), (0.24, 0.5, 0.3, 0.1), 0.9, 0.25, 0.3, PLACES)
"""As for questions, but issues say what code does in its words, and seldom what it is called."""
