"""Words of a query that an index does not have.

An answer that was found without them can say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from codegraph.embed.term_fields import DEFINES, PATH, fold_name
from codegraph.embed.terms import list_word_terms, list_words
from codegraph.query_results import Absent
from codegraph.search.query import STOP_WORDS, Query, QueryKind
from codegraph.search.synonyms import find_synonyms

if TYPE_CHECKING:
    from codegraph.store.lexical import LexicalIndex

MOST: Final = 24
"""Words of a query that is looked at: a longer one is an issue or a log, whose words need not be the code's."""

SHORTEST: Final = 4
_ALIKE: Final = 4  # letters that two forms of a word have in common, at least
_CUT: Final = 2  # letters by which they may differ beyond their stems


def find_absent(
    lexical: LexicalIndex, query: Query, knows: Callable[[str], bool] | None, *, alike: bool = False
) -> Absent:
    """Find the words of a query that the index does not have.

    `knows` returns whether semantic search covers a word (None: there was no semantic search), `alike` says whether a
    chunk is semantically close to the query. Words that semantic search covers, and plain words when it is unknown
    which these are, are reported only when they are half of the query.
    """
    if query.kind in (QueryKind.ERROR, QueryKind.SNIPPET, QueryKind.PATH):
        return Absent()
    asked = dict.fromkeys(word for word in list_words(query.text) if _is_counted(word))
    if len(asked) > MOST:
        return Absent()
    found = {word: _is_indexed(lexical, word) for word in asked}
    missing = tuple(word for word, there in found.items() if not there)
    others = tuple(word for word, there in found.items() if there)
    if 2 * len(missing) >= len(asked):
        understood = alike and knows is not None and all(map(knows, missing))
        return Absent(missing, others, 2 * len(missing) > len(asked) and not understood)
    if knows is not None:
        missing = tuple(word for word in missing if not knows(word))
    else:
        missing = tuple(word for word in missing if word in query.names)
    return Absent(missing, others)


def _is_counted(word: str) -> bool:
    """Return whether the absence of a word is informative.

    Words in other scripts are found by pieces, and numbers occur anywhere.
    """
    return len(word) >= SHORTEST and word.isascii() and not word[0].isdigit() and word.lower() not in STOP_WORDS


def _is_indexed(lexical: LexicalIndex, word: str) -> bool:
    """Return whether the index has a word, a form of it, or a synonym.

    Of a compound name all parts have to occur.
    """
    whole, *parts = list_word_terms(word)
    if _has(lexical, whole) or len(lexical.find_postings(DEFINES + fold_name(word))[0]):
        return True
    if parts:
        return all(_has(lexical, part) for part in parts)
    if any(_has(lexical, other) for other in find_synonyms(whole)):
        return True
    return len(whole) >= _ALIKE and bool(lexical.find_terms(whole[: max(_ALIKE, len(whole) - _CUT)]))


def _has(lexical: LexicalIndex, term: str) -> bool:
    return any(len(lexical.find_postings(mark + term)[0]) for mark in ("", PATH))
