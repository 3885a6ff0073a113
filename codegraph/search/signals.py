"""Signals of chunks and files, each in 0 … 1.

How much each counts is decided in `fusion`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.embed.term_fields import (
    DEFINES,
    PATH,
    SCOPE,
    STEM_WORD,
    TESTS,
    TYPES_ONLY,
    WHOLE_NAME,
    Weight,
    fold_name,
    list_stem_terms,
)
from codegraph.embed.terms import stem
from codegraph.search.path_roles import Place, classify_path
from codegraph.search.query import Query, QueryKind
from codegraph.store.lexical import LexicalIndex
from codegraph.text.bm25 import compute_idf, compute_norms, weigh_occurrences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

CHUNK_SIGNALS: Final = ("words", "scope", "meaning", "defines", "spells", "echo", "quotes")
FILE_SIGNALS: Final = ("file_words", "path", "file_name", "rank")
"""`words` BM25 over the text · `scope` words of the qualified names around it · `meaning` the vectors · `defines` an
asked name · `spells` a name made of neighbouring words, or of one · `echo` the vectors of the best chunks of a first
ranking, for which it is 0 · `quotes` a run of the query's words, see `quoted` · `file_words` BM25 over the whole file ·
`path` the query's words in the path · `file_name` how much of the file's own name the query says · `rank` PageRank over
files.

Two more come from the ranking itself: `coherence`, the file's other chunks, and `neighbours`, the files next to the
best ones."""

WORDS: Final = CHUNK_SIGNALS.index("words")
MEANING: Final = CHUNK_SIGNALS.index("meaning")
ECHO: Final = CHUNK_SIGNALS.index("echo")
QUOTES: Final = CHUNK_SIGNALS.index("quotes")

B: Final = 0.6
"""Length normalisation of BM25."""

TEST_BESIDE: Final = 0.5
"""What a test counts that stands in a file of code: as much as a file of tests (`weights.PLACES`)."""

POOL: Final = 40
"""Files that each signal may bring into the ranking."""

_DEFINES: Final = {int(Weight.TYPE): 1.0, int(Weight.FUNCTION): 0.8, int(Weight.VALUE): 0.4}
_BY_COUNT: Final = np.array([_DEFINES.get(i, 1.0) for i in range(256)], dtype=np.float32)
_SUFFIX: Final = 0.85  # the last part of a qualified name alone
_FUZZY: Final = 0.5  # a name that begins as asked, where none is equal
_SPELLED: Final = {1: 0.5, 2: 0.8, 3: 1.0, 4: 1.0}  # by how many words of the query the name joins
_STARTS_ALIKE: Final = 4  # letters that `auth` and `authentication` share to count as related in a path
_RELATED: Final = 0.6


class Corpus:
    """Arrays of one generation that every query reads. `paths` by file number."""

    def __init__(self, lexical: LexicalIndex, paths: list[str]) -> None:
        self.lexical = lexical
        self.paths = paths
        self.files = np.asarray(lexical.files, dtype=np.int64)
        starts = np.flatnonzero(np.diff(self.files, prepend=-1))
        self.starts = starts
        """First chunk of each file that has chunks."""
        self.present = self.files[starts]
        """Number of that file; positions in these two are what the rest calls a file's row."""
        self._name_sizes = np.zeros(len(starts), np.int64)  # 0 is not looked at yet

    def __len__(self) -> int:
        return len(self.files)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """Row of each chunk's file."""
        return np.repeat(np.arange(len(self.starts)), np.diff(np.append(self.starts, len(self.files))))

    @cached_property
    def chunk_norms(self) -> Floats:
        lengths = self.lexical.lengths.astype(np.float32)
        return compute_norms(lengths, max(float(lengths.mean()), 1.0), B) if len(self) else lengths

    @cached_property
    def file_norms(self) -> Floats:
        if not len(self):
            return np.empty(0, np.float32)
        lengths = np.add.reduceat(self.lexical.lengths.astype(np.float32), self.starts)
        # The square root: a file is long for having many parts, which is no reason to mistrust what it says of each.
        lengths = np.sqrt(lengths)
        return compute_norms(lengths, max(float(lengths.mean()), 1.0), B).astype(np.float32)

    def name_sizes(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many terms the own name of each of those rows' files has, at least 1."""
        known = self._name_sizes
        for row in rows[known[rows] == 0].tolist():
            known[row] = max(1, len(list_stem_terms(self.paths[self.present[row]].rsplit("/", 1)[-1])))
        return known[rows]

    def compute_rarity(self, term: str) -> float:
        return compute_idf(len(self), len(self.lexical.find_postings(term)[0]))

    @cached_property
    def types_only(self) -> frozenset[int]:
        """Numbers of the files that declare types and run nothing."""
        chunks, _ = self.lexical.find_postings(TYPES_ONLY)
        return frozenset(self.files[chunks].tolist())

    @cached_property
    def _worth(self) -> Floats:
        """Weight of each chunk when the query does not ask for tests.

        A test in the same file as the code that it tests counts less. Files that hold only tests are recognized by
        their paths.
        """
        chunks, _ = self.lexical.find_postings(TESTS)
        beside = {
            file: classify_path(self.paths[file]) is not Place.TEST for file in np.unique(self.files[chunks]).tolist()
        }
        found = np.ones(len(self), np.float32)
        found[[chunk for chunk in chunks.tolist() if beside[int(self.files[chunk])]]] = TEST_BESIDE
        return found

    def compute_shares(self, query: Query) -> Floats:
        """Return the weight of each chunk for this query, 0 … 1."""
        return np.ones(len(self), np.float32) if query.wants_tests else self._worth

    @cached_property
    def ranks(self) -> Floats:
        """PageRank of each row on a logarithmic scale, from the least to the largest."""
        values = np.log(np.maximum(self.lexical.ranks[self.present], 1e-12))
        least, spread = float(values.min(initial=0.0)), float(np.ptp(values)) if len(values) else 0.0
        return ((values - least) / spread if spread > 1e-6 else np.zeros(len(values))).astype(np.float32)


class Candidates(NamedTuple):
    """The files that any signal speaks for, their chunks, and every signal of both.

    `chunks` (n,) are chunk numbers in ascending order, `owner` (n,) the candidate file of each; `files` (m,) are file
    numbers. `chunk_signals` (n, 7) and `file_signals` (m, 4) are in the order of the two tuples above. `links` (m, m)
    is how much a file uses another."""

    chunks: NDArray[np.int64]
    owner: NDArray[np.int64]
    files: NDArray[np.int64]
    chunk_signals: Floats
    file_signals: Floats
    links: Floats


def gather(
    corpus: Corpus, query: Query, cosines: Floats | None, allowed: NDArray[np.bool_] | None = None
) -> Candidates:
    """Gather the signals of the candidate files.

    `cosines` are those of every chunk with the query (None: no vectors); `allowed` are the chunks that pass the
    filters.
    """
    words, file_words = _score_words(corpus, query)
    meaning = scale_cosines(cosines) if cosines is not None and len(corpus) else np.zeros(len(corpus), np.float32)
    shares = corpus.compute_shares(query)
    per_chunk = [
        signal * shares for signal in (words, _scope(corpus, query), meaning, *_score_definitions(corpus, query))
    ]
    later = np.zeros(len(corpus), np.float32)  # echo and quotes come from what is found here
    path, name = _score_paths(corpus, query)
    if allowed is not None:
        per_chunk = [np.where(allowed, signal, 0.0).astype(np.float32) for signal in per_chunk]
    per_file = [_reduce_to_files(corpus, signal) for signal in per_chunk] + [file_words, path, name]
    usable = (
        np.ones(len(corpus.starts), np.bool_)
        if allowed is None
        else _reduce_to_files(corpus, allowed.astype(np.float32)) > 0
    )
    chosen = np.zeros(len(corpus.starts), np.bool_)
    for signal in per_file:
        signal = np.where(usable, signal, 0.0)
        size = min(POOL, len(signal))
        if size:
            top = np.argpartition(-signal, size - 1)[:size]
            chosen[top[signal[top] > 0]] = True
    rows = np.flatnonzero(chosen)
    inside = chosen[corpus.rows] if len(corpus) else np.empty(0, np.bool_)
    if allowed is not None:
        inside &= allowed
    chunks = np.flatnonzero(inside)
    place = np.full(len(chosen), -1)
    place[rows] = np.arange(len(rows))
    stacked = [file_words, path, name, corpus.ranks if len(corpus) else file_words]
    return Candidates(
        chunks, place[corpus.rows[chunks]] if len(corpus) else chunks, corpus.present[rows],
        np.stack([signal[chunks] for signal in (*per_chunk, later, later)], axis=1),
        np.stack([signal[rows] for signal in stacked], axis=1).astype(np.float32),
        _normalize_links(corpus, rows),
    )  # fmt: skip


def _reduce_to_files(corpus: Corpus, signal: Floats) -> Floats:
    """Return the largest value in each file."""
    return np.maximum.reduceat(signal, corpus.starts) if len(signal) else signal


def _scale(values: Floats) -> Floats:
    largest = float(values.max(initial=0.0))
    return (values / largest).astype(np.float32) if largest > 0 else values.astype(np.float32)


def _score_words(corpus: Corpus, query: Query) -> tuple[Floats, Floats]:
    """Compute BM25 of every chunk and of every file, each divided by its maximum."""
    total, rows = len(corpus), len(corpus.starts)
    by_chunk = np.zeros(total, np.float32)
    by_file = np.zeros(rows, np.float32)
    shares = corpus.compute_shares(query)
    for term, weight in query.terms.items():
        chunks, tf, own = _find_occurrences(corpus, term, query.others.get(term))
        if not len(chunks):
            continue
        by_chunk[chunks] += weigh_occurrences(tf, corpus.chunk_norms[chunks], weight * compute_idf(total, own))
        in_file = np.bincount(corpus.rows[chunks], tf * shares[chunks], minlength=rows).astype(np.float32)
        found = np.flatnonzero(in_file)
        sums = in_file[found]
        by_file[found] += weigh_occurrences(sums, corpus.file_norms[found], weight * compute_idf(rows, len(found)))
    return _scale(by_chunk), _scale(by_file)


def _find_occurrences(
    corpus: Corpus, term: str, others: Mapping[str, float] | None
) -> tuple[NDArray[np.uint32], Floats, int]:
    """Find the chunks in which a term or a synonym occurs, with its frequency.

    Also returns in how many chunks the term itself occurs (if it occurs in none, the synonyms): a term is as rare as it
    is, however common its synonyms are.
    """
    chunks, counts = corpus.lexical.find_postings(term)
    if not others:
        return chunks, counts.astype(np.float32), len(chunks)
    tf = np.zeros(len(corpus), np.float32)
    tf[chunks] = counts
    for other, worth in others.items():
        at, times = corpus.lexical.find_postings(other)
        tf[at] = np.maximum(tf[at], worth * times)
    found = np.flatnonzero(tf).astype(np.uint32)
    return found, tf[found], len(chunks) or len(found)


def _scope(corpus: Corpus, query: Query) -> Floats:
    """Share of the query, by rarity, that the qualified names around a chunk say."""
    total = len(corpus)
    found = np.zeros(total, np.float32)
    whole = 0.0
    for term, weight in query.terms.items():
        chunks, _ = corpus.lexical.find_postings(SCOPE + term)
        known = len(chunks) or len(corpus.lexical.find_postings(term)[0])
        if not known:
            continue
        worth = weight * compute_idf(total, known)
        whole += worth
        found[chunks] += worth
    return (found / whole).astype(np.float32) if whole else found


def scale_cosines(cosines: Floats) -> Floats:
    """Scale cosines from their median to their maximum.

    Cosines of one query are only comparable with each other.
    """
    middle, top = float(np.median(cosines)), float(cosines.max())
    if top <= max(middle, 0.0):
        return np.zeros(len(cosines), np.float32)
    return np.clip((cosines - middle) / (top - middle), 0.0, 1.0).astype(np.float32)


def _score_definitions(corpus: Corpus, query: Query) -> tuple[Floats, Floats]:
    """Score chunks that define a name of the query.

    The first array is for names that the query spells, the second for names that its words make up together.
    """
    named = np.zeros(len(corpus), np.float32)
    spelled = np.zeros(len(corpus), np.float32)
    for place, name in enumerate(query.names):
        parts = [fold_name(part) for part in name.replace("::", ".").replace("->", ".").replace("#", ".").split(".")]
        parts = [part for part in parts if part]
        if not parts:
            continue
        trust = 1.0 if place < 4 else 0.6
        hit = _raise(corpus, named, "".join(parts[-2:]), trust) if len(parts) > 1 else False
        hit = _raise(corpus, named, parts[-1], trust if len(parts) == 1 else _SUFFIX * trust) or hit
        if not hit and query.kind is QueryKind.SYMBOL and len(parts[-1]) > 2:
            for term in corpus.lexical.find_terms(DEFINES + parts[-1])[:50]:
                _raise(corpus, named, term[1:], _FUZZY)
    for name, size in query.joined.items():
        _raise(corpus, spelled, name, _SPELLED[size])
    return named, spelled


def _raise(corpus: Corpus, signal: Floats, name: str, worth: float) -> bool:
    """Raise the signal of chunks that define `name`.

    The more such chunks there are, the less each gets.
    """
    chunks, counts = corpus.lexical.find_postings(DEFINES + name)
    if not len(chunks):
        return False
    strength = _BY_COUNT[counts]
    certain = worth / (1 + 0.15 * np.log2(max(1.0, float(strength.sum()))))
    signal[chunks] = np.maximum(signal[chunks], certain * strength)
    return True


def _score_paths(corpus: Corpus, query: Query) -> tuple[Floats, Floats]:
    """Score the paths of files.

    The first array is the share of the query, by rarity, that a path contains; the second the share of the file's own
    name that the query contains.
    """
    rows = len(corpus.starts)
    said = np.zeros(rows, np.float32)
    matched = np.zeros(rows, np.float32)
    whole = 0.0
    for term, weight in query.terms.items():
        near = {PATH + term: 1.0}
        if len(term) > _STARTS_ALIKE and term.isascii():
            for other in corpus.lexical.find_terms(PATH + term[:_STARTS_ALIKE]):
                if other[1:].startswith(term) or term.startswith(other[1:]):
                    near.setdefault(other, _RELATED)
        for other, worth in query.others.get(term, {}).items():
            near.setdefault(PATH + other, worth)
        best = np.zeros(rows, np.float32)
        named = np.zeros(rows, np.float32)
        for other, worth in near.items():
            chunks, counts = corpus.lexical.find_postings(other)
            at = corpus.rows[chunks]
            best[at] = np.maximum(best[at], worth * np.where(counts >= STEM_WORD, 1.0, 0.5))
            named[at] = np.maximum(named[at], worth * (counts >= STEM_WORD))
        found = int(np.count_nonzero(best))
        rarity = compute_idf(rows, found) if found else compute_idf(rows, 1) * 0.5
        whole += weight * rarity
        said += weight * rarity * best
        matched += min(weight, 1.0) * _compute_distinctiveness(corpus, term) * named
    said = said / whole if whole else said
    return said.astype(np.float32), _name_share(corpus, query, matched, said)


def _compute_distinctiveness(corpus: Corpus, term: str) -> float:
    """Return the distinctiveness of a word among files.

    It is 1 for a rare word and near 0 for one that occurs everywhere.
    """
    found = len(corpus.lexical.find_postings(term)[0])
    return min(1.0, compute_idf(len(corpus), max(found, 1)) / (0.6 * compute_idf(len(corpus), 1)))


def _name_share(corpus: Corpus, query: Query, matched: Floats, said: Floats) -> Floats:
    share = np.zeros(len(matched), np.float32)
    some = np.flatnonzero(matched)
    best = some[np.argsort(-said[some], kind="stable")][:200]
    share[best] = np.minimum(1.0, matched[best].astype(np.float64) / corpus.name_sizes(best))
    wholes = {fold_name(name.split(".")[-1].split("::")[-1]): 1.0 for name in query.names}
    for name, size in query.joined.items():
        # `job.py` is not what a question about jobs is about where every other line speaks of jobs.
        wholes.setdefault(name, 1.0 if size > 1 else _compute_distinctiveness(corpus, stem(name)))
    for name, worth in wholes.items():
        chunks, counts = corpus.lexical.find_postings(PATH + name)
        at = corpus.rows[chunks[counts == WHOLE_NAME]]
        share[at] = np.maximum(share[at], worth)
    for path in query.paths:
        base = path.rsplit("/", 1)[-1].split(".", 1)[0]
        chunks, _ = corpus.lexical.find_postings(PATH + fold_name(base))
        for row in corpus.rows[chunks].tolist():
            own = corpus.paths[corpus.present[row]]
            if f"/{own}".endswith(f"/{path}") or f"/{own}/".find(f"/{path}/") >= 0:
                share[row] = 2.0 if f"/{own}".endswith(f"/{path}") else 1.5
    return (np.minimum(share, 2.0) / (2.0 if query.paths else 1.0)).astype(np.float32)


def _normalize_links(corpus: Corpus, rows: NDArray[np.int64]) -> Floats:
    """Return the links between the candidate files, each row divided by its sum."""
    size = len(rows)
    links = np.zeros((size, size), np.float32)
    lexical = corpus.lexical
    place = np.full(len(corpus.paths), -1)
    place[corpus.present[rows]] = np.arange(size)
    user, used = place[lexical.link_from], place[lexical.link_to]
    inside = (user >= 0) & (used >= 0)
    links[user[inside], used[inside]] = lexical.link_weights[inside]
    return links
