"""Functions that a question in prose is about.

Whoever asks how something works seldom uses the words of its code. The first places that search finds, documents among
them, say what it is called there: their telling terms are a second query (a relevance model; Lavrenko and Croft, 2001).
A function is rated by BM25 of its body for either query, by its vectors, by the hit of search that it is in, and by its
file.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.embed.terms import list_terms, list_word_terms, split_name, split_words, stem
from codegraph.query_results import CodeHit, SymbolRow
from codegraph.search.bodies import B, Body, count_body
from codegraph.search.hit_labels import FUNCTIONS
from codegraph.search.path_roles import Place, classify_path
from codegraph.search.query import STOP_WORDS, Query, parse_query
from codegraph.search.signals import scale_cosines
from codegraph.text.bm25 import compute_norms, weigh_occurrences
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.search.search_engine import CodeSearch, Meaning
    from codegraph.search.signals import Floats

SEARCHED: Final = 100
"""Best hits of search whose functions are rated; and best chunks for each of the two queries."""

FILES: Final = 40
"""Best files whose functions are rated, wherever their hits are."""

FEEDBACK_HITS: Final = 12
"""Hits that the second query is made of, at most two of a file."""

FEEDBACK_TERMS: Final = 20
FEEDBACK_LINES: Final = 80
"""Terms of the second query, and lines of a hit that are read for them."""

COMMON: Final = 0.1
"""Share of the chunks of code from which on a term tells nothing."""

FEW: Final = 5
"""Chunks of code in which a telling term may stand in the smallest repository."""

WORDS, FEEDBACK, MEANING, HIT = 1.0, 0.7, 0.6, 0.3
"""Weights of the body for either query, of the vectors and of the hit. The best function has 1 in each."""

SAID: Final = 0.4
"""Weight of a name of several words all of which the question says."""

FILE: Final = 0.3
"""Weight of a function's file, of which the best has 1."""

BEST_OF_FILE: Final = (1.0, 0.5, 0.25)
"""Weights of the best functions of a file in its rating."""

FILE_HIT: Final = 0.5
"""Weight of the best hit in a file, beside them."""

ASIDE: Final = 0.5
"""Factor of functions in tests, examples and code that nobody here wrote."""

LONGEST_LINES: Final = 400
"""Lines of a body that are read."""

_TEXTS: Final = frozenset((Place.PROSE, Place.DATA))
_KINDS: Final = FUNCTIONS | {SymbolKind.PROPERTY}


class RatedFunction(NamedTuple):
    """A function with its rating by itself (`own`), and by its file, too."""

    symbol: SymbolRow
    own: float
    score: float


class _Query(NamedTuple):
    """Terms by their weights, and what may stand for each."""

    terms: Mapping[str, float]
    others: Mapping[str, Mapping[str, float]]


class _Chunk(NamedTuple):
    number: int
    start: int
    end: int


def rank_functions(
    search: CodeSearch, question: str, hits: Sequence[CodeHit], meaning: Meaning | None, keep: Callable[[str], bool]
) -> list[RatedFunction]:
    """Return functions by how much a question is about them, best first.

    `hits`: what search found for it, best first; `keep` says of which files functions may be. Raises EncoderError when
    `meaning` does, StorageError for a damaged index."""
    query = parse_query(question)
    asked = _Query(query.terms, query.others)
    feedback = _Query(list_feedback_terms(search, query, hits), {})

    aside = _TEXTS if query.wants_tests else _TEXTS | {Place.TEST}

    def may_be_of(path: str) -> bool:
        return keep(path) and classify_path(path) not in aside

    functions = _list_functions(search, query, (asked, feedback), hits, may_be_of)
    if not functions:
        return []
    bodies = [Body(one.path, one, one.start_line, one.end_line) for one in functions]
    counts, lengths = _count_bodies(search, bodies, asked, feedback)
    near: Sequence[float] = [0.0] * len(bodies)
    if meaning is not None:
        near = search.rate_by_chunks(bodies, scale_cosines(meaning(query.text).refined))
    own = (
        WORDS * _scale(_rate_bodies(search, asked, counts, lengths))
        + FEEDBACK * _scale(_rate_bodies(search, feedback, counts, lengths))
        + MEANING * np.array(near)
        + HIT * _scale(_rate_hits(functions, hits))
        + SAID * _mark_said(functions, question)
    )
    places = {path: classify_path(path) for path in {one.path for one in functions}}
    own *= np.array([1.0 if places[one.path] is Place.SOURCE else ASIDE for one in functions])
    files = _rate_files(functions, own, hits)
    rated = [
        RatedFunction(symbol, value, value + FILE * files[symbol.path])
        for symbol, value in zip(functions, own.tolist())
    ]
    return sorted(rated, key=lambda one: (-one.score, one.symbol.path, one.symbol.line))


def list_feedback_terms(search: CodeSearch, query: Query, hits: Sequence[CodeHit]) -> dict[str, float]:
    """Return the telling terms of the first hits that a query does not have.

    The most telling has 1."""
    corpus = search.corpus
    seen: Counter[str] = Counter()
    found: defaultdict[str, float] = defaultdict(float)
    for hit in hits:
        seen[hit.file] += 1
        if seen[hit.file] > 2:
            continue
        if sum(min(many, 2) for many in seen.values()) > FEEDBACK_HITS:
            break
        lines = search.read_lines(hit.file)[hit.start - 1 : min(hit.end, hit.start + FEEDBACK_LINES)]
        for term, many in _count_parts("\n".join(lines)).items():
            if len(term) > 2 and not term.isdigit() and term not in query.terms and term not in _stem_stop_words():
                found[term] += hit.score * many / (many + 2)
    is_code = search.mark_code()
    common = max(FEW, COMMON * np.count_nonzero(is_code))
    worths = {
        term: worth * corpus.compute_rarity(term)
        for term, worth in found.items()
        if np.count_nonzero(is_code[corpus.lexical.find_postings(term)[0]]) <= common
    }
    best = sorted(worths, key=lambda term: (-worths[term], term))[:FEEDBACK_TERMS]
    return {term: worths[term] / worths[best[0]] for term in best}


@cache
def _stem_stop_words() -> frozenset[str]:
    return frozenset(map(stem, STOP_WORDS))


def _count_parts(text: str) -> Counter[str]:
    """Return the terms of a text without names of several words.

    These are telling, but of one place alone."""
    found: Counter[str] = Counter()
    for word, many in Counter(split_words(text)).items():
        parts = list_word_terms(word)
        for term in parts[len(parts) > 1 :]:
            found[term] += many
    return found


def _list_functions(
    search: CodeSearch,
    query: Query,
    queries: Sequence[_Query],
    hits: Sequence[CodeHit],
    may_be_of: Callable[[str], bool],
) -> list[SymbolRow]:
    """Return the functions of the best files, and those in the best chunks of others."""
    paths = [path for path in dict.fromkeys(hit.file for hit in hits) if may_be_of(path)]
    spans: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for hit in hits[:SEARCHED]:
        spans[hit.file].append((hit.start, hit.end))
    shares = search.corpus.compute_shares(query)
    for one in queries:
        for path, chunk in _list_best_chunks(search, one, shares):
            spans[path].append((chunk.start, chunk.end))
    first = paths[:FILES]
    others = [path for path in spans if path not in first and may_be_of(path)]
    found: list[SymbolRow] = []
    for path in (*first, *others):
        for symbol in search.list_functions(path, _KINDS):
            if symbol.flags & Flag.DECLARATION:
                continue
            if path in first or any(
                start <= symbol.end_line and symbol.start_line <= end for start, end in spans[path]
            ):
                found.append(symbol)
    return found


def _list_best_chunks(search: CodeSearch, query: _Query, shares: Floats) -> list[tuple[str, _Chunk]]:
    corpus = search.corpus
    rates = np.zeros(len(corpus), np.float32)
    weights = {
        **{other: worth for others in query.others.values() for other, worth in others.items()},
        **query.terms,
    }
    for term, weight in weights.items():
        chunks, counts = corpus.lexical.find_postings(term)
        rates[chunks] += weigh_occurrences(counts, corpus.chunk_norms[chunks], weight * corpus.compute_rarity(term))
    rates *= shares
    order = np.argsort(-rates, kind="stable")[:SEARCHED]
    return _list_chunks(search, order[rates[order] > 0])


def _list_chunks(search: CodeSearch, numbers: NDArray[np.int64]) -> list[tuple[str, _Chunk]]:
    """Return chunks with the paths of their files."""
    corpus = search.corpus
    return [
        (corpus.paths[int(corpus.files[row.number])], _Chunk(row.number, row.start, row.end))
        for row in search.list_chunks(numbers.tolist())
    ]


def _count_bodies(
    search: CodeSearch, bodies: Sequence[Body], *queries: _Query
) -> tuple[list[dict[str, float]], Floats]:
    """Return how often functions say each term, and their lengths in terms.

    What stands for a term counts for it by its weight."""
    counted_for: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for query in queries:
        for term in query.terms:
            for other, worth in {term: 1.0, **query.others.get(term, {})}.items():
                counted_for[other][term] = worth
    found: list[dict[str, float]] = []
    lengths = np.ones(len(bodies), np.float32)
    lines: dict[str, list[str]] = {}
    for at, body in enumerate(bodies):
        if body.path not in lines:
            lines[body.path] = search.read_lines(body.path)
        _, counts, length = count_body(body, lines[body.path], LONGEST_LINES)
        lengths[at] = length or 1
        said: dict[str, float] = {}
        for other in counts.keys() & counted_for.keys():
            for term, worth in counted_for[other].items():
                said[term] = max(said.get(term, 0.0), worth * counts[other])
        found.append(said)
    return found, lengths


def _rate_bodies(
    search: CodeSearch, query: _Query, counts: Sequence[Mapping[str, float]], lengths: Floats
) -> NDArray[np.float64]:
    """Return BM25 of each function."""
    norms = compute_norms(lengths, float(lengths.mean()), B)
    rarity = {term: weight * _rate_rarity(search, query, term) for term, weight in query.terms.items()}
    return np.array(
        [
            math.fsum(weigh_occurrences(said[term], norm, worth) for term, worth in rarity.items() if term in said)
            for said, norm in zip(counts, norms.tolist())
        ]
    )


def _rate_rarity(search: CodeSearch, query: _Query, term: str) -> float:
    """Return how rare a term is; where it is nowhere, how rare what stands for it is."""
    corpus = search.corpus
    if len(corpus.lexical.find_postings(term)[0]):
        return corpus.compute_rarity(term)
    return min((corpus.compute_rarity(other) for other in query.others.get(term, ())), default=0.0)


def _mark_said(functions: Sequence[SymbolRow], question: str) -> NDArray[np.float64]:
    """Return 1 for each function whose own name a question says, else 0.

    One that has but a single word of meaning is said by chance."""
    said = frozenset(list_terms([question]))
    found = np.zeros(len(functions))
    for at, symbol in enumerate(functions):
        own = [stem(word.lower()) for word in split_name(symbol.name)]
        telling = [word for word in own if word not in _stem_stop_words()]
        found[at] = len(telling) > 1 and said.issuperset(own)
    return found


def _rate_hits(functions: Sequence[SymbolRow], hits: Sequence[CodeHit]) -> NDArray[np.float64]:
    by_file: defaultdict[str, list[CodeHit]] = defaultdict(list)
    for hit in hits:
        by_file[hit.file].append(hit)
    return np.array(
        [
            max(
                (h.score for h in by_file[one.path] if h.start <= one.end_line and one.start_line <= h.end), default=0.0
            )
            for one in functions
        ]
    )


def _rate_files(functions: Sequence[SymbolRow], own: NDArray[np.float64], hits: Sequence[CodeHit]) -> dict[str, float]:
    """Return files by their best functions and their best hits; the best has 1."""
    order = np.argsort(-own, kind="stable").tolist()
    seen: Counter[str] = Counter()
    by_functions: defaultdict[str, float] = defaultdict(float)
    for at in order:
        path = functions[at].path
        if seen[path] < len(BEST_OF_FILE):
            by_functions[path] += BEST_OF_FILE[seen[path]] * float(own[at])
            seen[path] += 1
    by_hits: dict[str, float] = {}
    for hit in hits:
        by_hits[hit.file] = max(by_hits.get(hit.file, 0.0), hit.score)
    most, best = max(by_functions.values()) or 1.0, max(by_hits.values(), default=0.0) or 1.0
    found = {path: worth / most + FILE_HIT * by_hits.get(path, 0.0) / best for path, worth in by_functions.items()}
    first = max(found.values()) or 1.0
    return {path: worth / first for path, worth in found.items()}


def _scale(values: NDArray[np.float64]) -> NDArray[np.float64]:
    largest = float(values.max(initial=0.0))
    return values / largest if largest > 0 else values
