"""Quotations in a query.

Messages, comments and lines of code that stand in a chunk word for word.

The inverted index keeps no positions, so the few chunks that have every word of some run of the query are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from codegraph.embed.term_fields import DEFINES, Weight, fold_name
from codegraph.embed.terms import list_terms, list_word_terms
from codegraph.search.path_roles import Place, classify_path
from codegraph.search.query import STOP_WORDS, Query, QueryKind
from codegraph.search.signals import WORDS, Candidates, Corpus

if TYPE_CHECKING:
    from numpy.typing import NDArray

RUN: Final = 4
"""Words in a row from which on they are a quotation: three together are often a phrase of the trade."""

TELLING: Final = 3
"""How many of them are no stop words, at least; so few only in a longer run."""

WHOLE: Final = 5
"""Words that are no stop words, from which on a quotation counts in full."""

MOST_READ: Final = 16
"""Chunks that are read for one query."""

MOST_WITH_KEY: Final = 40
"""Chunks that are read for a name that stands in texts only."""

MOST_WORDS: Final = 256
"""Words of a query that are looked at: what comes later in a pasted log are frames, or repeats what came before."""

_ASKING: Final = frozenset(("how", "what", "when", "where", "which", "who", "why"))
"""What begins so is asked in words of its own, and is not looked for in code."""

_WORD: Final = re.compile(r"[^\W_]+")

_KEY: Final = re.compile(r"[\w$@]+(?:(?:[-.:/_]|::|->)[\w$@]+)*")
_TOLD_APART: Final = re.compile(r"[-_.:/$]|[a-z0-9][A-Z]|^[A-Z][A-Z0-9]{2,}$")
_SPELT: Final = re.compile(r"\w_\w|[a-z0-9][A-Z]")
_MARKED: Final = re.compile(r"`([^`\s]+)`|\"([^\"\s]+)\"")
_ASIDE: Final = " `'\"(),;:=<>-?."

MOST_KEYS: Final = 3
"""Names of one query that are looked for in texts."""


def find_keys(corpus: Corpus, query: Query) -> list[str]:
    """Find names in a query that no definition has and that occur in texts only.

    They are keys of settings, environment variables or headers. In a question they are recognized by their spelling or
    by quotation marks.
    """
    if query.kind is QueryKind.SYMBOL or len(query.text.split()) == 1:
        asked = [query.text.strip(_ASIDE)]
    else:
        marked = [one or other for one, other in _MARKED.findall(query.text)]
        spelt = [word.strip(_ASIDE) for word in query.text.split() if _SPELT.search(word)]
        asked = list(dict.fromkeys(marked + spelt))
        if any(_is_defined(corpus, name) for name in query.names):
            return []  # a name that the code defines says better where to look
    if query.kind not in (QueryKind.SYMBOL, QueryKind.QUESTION):
        return []
    return [name for name in asked if _is_key(corpus, name)][:MOST_KEYS]


def _is_key(corpus: Corpus, name: str) -> bool:
    *outer, last = re.split(r"::|->|[.:/]", name)
    if not _KEY.fullmatch(name) or not _TOLD_APART.search(name):
        return False
    return not _is_defined(corpus, last) or (bool(outer) and not _is_defined(corpus, outer[-1]))


def _is_defined(corpus: Corpus, name: str) -> bool:
    """Say whether code defines a name.

    `page-size` may be what makes the component `PageSize`; the variable `page_size` holds what is read under
    that key."""
    chunks, counts = corpus.lexical.find_postings(DEFINES + fold_name(name))
    chunks = chunks[counts >= (Weight.FUNCTION if "-" in name else Weight.VALUE)]
    return any(classify_path(corpus.paths[file]) is not Place.TEST for file in np.unique(corpus.files[chunks]).tolist())


def find_with_all_terms(corpus: Corpus, candidates: Candidates, query: Query, name: str) -> NDArray[np.int64]:
    """Find the candidate chunks with every term of a name, best first.

    Returns their positions. Tests and prose only repeat the names of settings, so they are left out unless the query
    asks for them.
    """
    others = {Place.TEST: query.wants_tests, Place.PROSE: query.wants_prose}
    paths = (corpus.paths[file] for file in candidates.files.tolist())
    wanted = np.array([others.get(classify_path(path), True) for path in paths], np.bool_)
    found = wanted[candidates.owner]
    for term in list_terms([name]):
        found &= np.isin(candidates.chunks, corpus.lexical.find_postings(term)[0])
    places = np.flatnonzero(found)
    order = np.argsort(-candidates.chunk_signals[places, WORDS], kind="stable")
    return places[order[:MOST_WITH_KEY]]


def has_name(name: str, text: str) -> bool:
    """Return whether a text contains a name as a whole word, spelt as it is."""
    aside = r"[\w-]" if "-" in name else r"\w"
    return re.search(f"(?<!{aside}){re.escape(name)}(?!{aside})", text) is not None


def list_words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def find_quoting(corpus: Corpus, candidates: Candidates, query: Query) -> NDArray[np.int64]:
    """Find candidate chunks that may quote the query.

    Returns their positions, those with most of its words first.
    """
    asked = list_words(query.text)[:MOST_WORDS]
    if len(asked) < RUN or asked[0] in _ASKING or not len(candidates.chunks):
        return np.empty(0, np.int64)
    known = {word: _to_term(word) for word in asked if not _is_filler(word)}
    searched = [term for term in dict.fromkeys(known.values()) if term in query.terms]
    at = {term: row for row, term in enumerate(searched)}
    has = np.zeros((len(at) + 2, len(candidates.chunks)), np.bool_)
    has[-1] = True  # stop words are not looked up
    occurs = np.zeros(len(corpus), np.bool_)
    for term, row in at.items():
        chunks, _ = corpus.lexical.find_postings(term)
        occurs[chunks] = True
        has[row] = occurs[candidates.chunks]
        occurs[chunks] = False
    rows = np.array([at.get(known[word], len(at)) if word in known else len(at) + 1 for word in asked])
    found = np.zeros(len(candidates.chunks), np.bool_)
    for run in dict.fromkeys(zip(*(rows[i : len(rows) - RUN + 1 + i].tolist() for i in range(RUN)))):
        telling = [row for row in run if row <= len(at)]
        if len(telling) >= TELLING and len(at) not in telling:
            found |= has[telling].all(axis=0)
    places = np.flatnonzero(found)
    order = np.argsort(-candidates.chunk_signals[places, WORDS], kind="stable")
    return places[order[:MOST_READ]]


def _is_filler(word: str) -> bool:
    return len(word) == 1 or word in STOP_WORDS


def _to_term(word: str) -> str:
    return next(iter(list_word_terms(word)), "")


def share_quoted(asked: Sequence[str], written: Sequence[str]) -> float:
    """Return the share of `asked` that `written` quotes: 0 (none) … 1.

    Both are words in order.
    """
    places: dict[str, list[int]] = {}
    for place, word in enumerate(asked):
        places.setdefault(word, []).append(place)
    best = 0
    above: dict[int, tuple[int, int]] = {}  # by the place in `asked` that it ends at: length of a run, telling words
    for word in written:
        here: dict[int, tuple[int, int]] = {}
        for place in places.get(word, ()):
            length, telling = above.get(place - 1, (0, 0))
            here[place] = length, telling = length + 1, telling + (not _is_filler(word))
            if telling > TELLING or (telling == TELLING and length > RUN):
                best = max(best, telling)
        above = here
    return min(1.0, best / WHOLE)
