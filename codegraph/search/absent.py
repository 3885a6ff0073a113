"""Words of a query that an index does not have, so that an answer found without them can say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from codegraph.answers import Absent
from codegraph.embed.marks import DEFINES, PATH, folded
from codegraph.embed.terms import terms_of_word, words
from codegraph.search.query import STOP_WORDS, Query, QueryKind
from codegraph.search.synonyms import standing_for

if TYPE_CHECKING:
    from codegraph.store.lexical import LexicalIndex

MOST: Final = 24
"""Words of a query that is looked at: a longer one is an issue or a log, whose words need not be the code's."""

SHORTEST: Final = 4
_ALIKE: Final = 4  # letters that two forms of a word have in common, at least
_CUT: Final = 2  # letters by which they may differ beyond their stems


def absent(lexical: LexicalIndex, query: Query, knows: Callable[[str], bool] | None, *, alike: bool = False) -> Absent:
    """`knows` tells whether meaning can stand for a word (None: nothing was asked by meaning), `alike` whether anything
    means what the query does. Words that meaning can stand for, and plain ones when nobody knows which these are, are
    told of only when they are half of the query."""
    if query.kind in (QueryKind.ERROR, QueryKind.SNIPPET, QueryKind.PATH):
        return Absent()
    asked = dict.fromkeys(word for word in words(query.text) if _counts(word))
    if len(asked) > MOST:
        return Absent()
    found = {word: _occurs(lexical, word) for word in asked}
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


def _counts(word: str) -> bool:
    """Words in other scripts are found by pieces, numbers anywhere."""
    return len(word) >= SHORTEST and word.isascii() and not word[0].isdigit() and word.lower() not in STOP_WORDS


def _occurs(lexical: LexicalIndex, word: str) -> bool:
    """Whether the index has a word, a form of it, or what stands for it; of a compound name, all of its parts."""
    whole, *parts = terms_of_word(word)
    if _has(lexical, whole) or len(lexical.postings(DEFINES + folded(word))[0]):
        return True
    if parts:
        return all(_has(lexical, part) for part in parts)
    if any(_has(lexical, other) for other in standing_for(whole)):
        return True
    return len(whole) >= _ALIKE and bool(lexical.starting(whole[: max(_ALIKE, len(whole) - _CUT)]))


def _has(lexical: LexicalIndex, term: str) -> bool:
    return any(len(lexical.postings(mark + term)[0]) for mark in ("", PATH))
