"""Similarity of every memory with a question: words by BM25, meaning by cosine.

Word statistics are computed for each namespace alone, so the content of another project changes no score. A memory is
matched together with its surroundings: the session it was recorded in, and what was recorded just before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codegraph.memory.recall.corpus import Corpus, Layout, as_opened, as_part, hash_term
from codegraph.memory.recall.question import Question
from codegraph.memory.recall.ranking_profile import PLAIN, Window
from codegraph.memory.recall.tokenization import Forms
from codegraph.text.bm25 import K1, compute_idf, compute_norms, weigh_occurrences

B: Final = 0.75
"""Length normalisation of BM25."""

PART: Final = 0.5
"""Weight of a part of a name against the word itself: `user` in `getUserName`."""

OPENED: Final = 0.2
"""Weight of a name that a question spells with a stop word, as in `my car`.

It applies where no memory has the name in one word and some part of it is hardly a word."""

FEW: Final = 0.2
"""Share of a question's pairs of neighbouring words from which on they count in full. At 0.3 and 0.5 the development
set is within 0.01."""

WORDY: Final = 2_000
"""Memories that share most words: their cosines are computed even where a table knows the nearest."""

_SPARSE: Final = 4
"""When less than one memory in so many passes the filter, vectors are gathered instead of read in a row."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Matches:
    """Scores of a question, with one entry per memory of the corpus.

    Entries that the filter excludes are 0.
    """

    own: Scores  # BM25 of its words over the best one's, 0 … 1
    near: Scores  # that of the memories before and after it in its session
    session: Scores  # BM25 of its session, over the best one's
    overlap: Scores  # the three together, and pairs of words: the signal token_overlap
    cosine: Scores  # with the question, negative ones as 0: the signal vector_similarity
    level: float  # BM25 of the best memory or session over what every word of the question once is worth, at most 1


def match(
    corpus: Corpus,
    question: Question,
    vector: NDArray[np.float32],
    allowed: NDArray[np.bool_],
    nearest: NDArray[np.int64] | None = None,
    window: Window = PLAIN,
) -> Matches:
    """Match every memory with a question.

    `nearest` are the places of the nearest by meaning, if a table found them; None compares every memory.
    """
    layout = corpus.layout
    own, session = _compute_bm25(corpus, layout, question, allowed)
    pairs = _score_pairs(corpus, layout, question.pairs, allowed)
    level = min(1.0, max(float(own.max(initial=0.0)), float(session.max(initial=0.0))))
    _scale_to_best(own)
    _scale_to_best(session)
    near = _spread(layout, own, window)
    near[~allowed] = 0.0
    within = layout.columns.session > 0
    surrounded = window.own * own + window.session * session + window.near * near
    overlap = np.where(within, surrounded, window.alone * own)
    overlap = np.minimum(overlap + window.pairs * pairs, 1.0)
    cosine = (
        compute_cosines(corpus, vector, allowed)
        if nearest is None
        else _estimate_cosines(corpus, vector, allowed, nearest, overlap)
    )
    if window.meaning:
        cosine = _weigh_neighbours(layout, cosine, window.meaning)
        cosine[~allowed] = 0.0
    return Matches(own, near, session, overlap, cosine, level)


def _spread(layout: Layout, own: Scores, window: Window) -> Scores:
    """Return what each memory gains from the words of the turns around it, at most 1."""
    before, after = layout.turns
    near = np.zeros(len(own))
    near[before] += window.after * own[after]
    reached = own
    for weight in window.before:
        earlier = np.zeros(len(own))
        earlier[after] = reached[before]
        near += weight * earlier
        reached = earlier
    return np.minimum(near, 1.0, out=near)


def _weigh_neighbours(layout: Layout, cosine: Scores, share: float) -> Scores:
    """Return cosines in which the mean of the turns on both sides has a share."""
    before, after = layout.turns
    sums, sides = np.zeros(len(cosine)), np.zeros(len(cosine))
    for here, there in ((before, after), (after, before)):
        sums[here] += cosine[there]
        sides[here] += 1
    mixed = (1 - share) * cosine + share * sums / np.maximum(sides, 1)
    return np.where(sides > 0, mixed, cosine)


def _estimate_cosines(
    corpus: Corpus,
    vector: NDArray[np.float32],
    allowed: NDArray[np.bool_],
    nearest: NDArray[np.int64],
    overlap: Scores,
) -> Scores:
    """Return exact cosines for the likely candidates only.

    Those are the nearest memories, those that share most words and those that changed lately. All others get the least
    cosine of the nearest ones.
    """
    wordy = np.argpartition(-overlap, WORDY)[:WORDY] if len(overlap) > WORDY else np.flatnonzero(overlap)
    recent = np.arange(len(corpus.segments[0]), len(overlap))
    exact = np.zeros(len(overlap), dtype=np.bool_)
    exact[np.concatenate([nearest, wordy, recent])] = True
    found = compute_cosines(corpus, vector, exact & allowed)
    among = found[nearest[allowed[nearest]]]
    return np.where(allowed & ~exact, among.min(initial=1.0) if len(among) else 0.0, found)


def _scale_to_best(scores: Scores) -> None:
    best = float(scores.max(initial=0.0))
    if best > 0:
        scores /= best


def _compute_bm25(
    corpus: Corpus, layout: Layout, question: Question, allowed: NDArray[np.bool_]
) -> tuple[Scores, Scores]:
    """Compute BM25 of each memory and of its session.

    Robertson and Zaragoza 2009. Scores are divided by the weight of all words of the question, so those of different
    questions mean the same."""
    c = layout.columns
    own = np.zeros(len(c.rows))
    counts, means = layout.namespace_sizes
    session_lengths, session_namespaces = layout.sessions
    session_counts, session_means = layout.session_sizes
    means, session_means = np.maximum(means, 1e-9), np.maximum(session_means, 1e-9)
    together = np.zeros(len(session_lengths))
    weight, session_weight = np.zeros(len(counts)), np.zeros(len(counts))
    pieces = {name for spelt in question.forms.values() for name in spelt.broken}
    forms = _find_used_forms(corpus, question.forms)
    opened = {name: 1.0 if name in pieces or len(corpus.find_postings(name)[0]) else OPENED for name in question.opened}
    for term, times in {**opened, **question.terms}.items():
        docs, tf, meant = _find_occurrences(corpus, term, forms.get(term, Forms()))
        heard = meant[layout.counted[meant]]  # statistics are of everything that could be recalled
        spoken = _sort_distinct(c.session[heard])
        frequency = np.bincount(session_namespaces[spoken[spoken > 0]], minlength=len(session_counts))
        idf = compute_idf(counts, np.bincount(c.namespace[heard], minlength=len(counts)))
        session_idf = compute_idf(session_counts, frequency)
        weight += times * idf if term in question.terms or len(meant) else 0.0
        session_weight += times * session_idf if term in question.terms or len(meant) else 0.0
        shown = allowed[docs]
        docs, tf = docs[shown], tf[shown]
        if not len(docs):
            continue
        spaces = c.namespace[docs]
        own[docs] += (
            times * idf[spaces] * weigh_occurrences(tf, compute_norms(c.length[docs], means[spaces], B), K1 + 1)
        )
        sums = np.bincount(c.session[docs], tf, minlength=len(together))
        sums[0] = 0
        hit = np.flatnonzero(sums)
        if not len(hit):
            continue
        spaces = session_namespaces[hit]
        together[hit] += (
            times
            * session_idf[spaces]
            * weigh_occurrences(sums[hit], compute_norms(session_lengths[hit], session_means[spaces], B), K1 + 1)
        )
    whole = together[c.session]
    whole[~allowed] = 0.0
    return own / np.maximum(weight, 1e-9)[c.namespace], whole / np.maximum(session_weight, 1e-9)[c.namespace]


def _score_pairs(corpus: Corpus, layout: Layout, pairs: Sequence[str], allowed: NDArray[np.bool_]) -> Scores:
    """Return the share of the question's word pairs in each memory.

    Pairs are weighted by rarity. The score is divided by that of the best memory, or by a part of what all pairs would
    be worth when that is more: one common pair alone says little.
    """
    c = layout.columns
    found = np.zeros(len(c.rows))
    counts, _ = layout.namespace_sizes
    possible = len(pairs) * float(np.log1p(counts.max(initial=0.0)))
    for pair in pairs:
        docs, _ = corpus.find_postings(pair)
        if len(docs):
            idf = compute_idf(counts, np.bincount(c.namespace[docs[layout.counted[docs]]], minlength=len(counts)))
            docs = docs[allowed[docs]]
            found[docs] += idf[c.namespace[docs]]
    best = max(float(found.max(initial=0.0)), FEW * possible)
    return found / best if best > 0 else found


def _sort_distinct(values: NDArray) -> NDArray:
    """Return the distinct values in ascending order.

    `np.unique` imports masked arrays for the same, a twentieth of the time of a first recall."""
    ordered = np.sort(values)
    return ordered[np.diff(ordered, prepend=ordered[:1] - 1) != 0]


def _find_occurrences(corpus: Corpus, term: str, forms: Forms) -> tuple[NDArray[np.int64], Scores, NDArray[np.int64]]:
    """Return the memories that have a term in any spelling.

    The further values are the count in each, and the memories for its document frequency. A part of a name counts
    `PART` of a word. If the whole name occurs somewhere, its parts elsewhere do not add to the document frequency.
    """
    alone = corpus.find_postings(term)
    names = {name: postings for name in forms.joined if len((postings := corpus.find_postings(name))[0])}
    if not names.keys().isdisjoint(forms.broken):  # what is left of a name that memories have is a part of it
        alone = alone[0], PART * alone[1]
    whole = [*names.values(), corpus.find_postings(as_opened(term))]
    for needed in forms.split:
        there = [corpus.find_postings(pair)[0] for pair in needed]
        both = there[0] if len(there) == 1 else reduce(np.intersect1d, there)
        whole.append((both, np.ones(len(both))))
    partly = [_find_in_names(corpus, term)]
    if forms.parts:
        found = [_unite_postings([corpus.find_postings(part), _find_in_names(corpus, part)]) for part in forms.parts]
        docs = _sort_distinct(np.concatenate([docs for docs, _ in found]))
        share = np.mean([np.isin(docs, docs_of) for docs_of, _ in found], axis=0)
        partly.append((docs, PART * PART * share))
    meant = _unite_postings([alone, *whole])
    every = _unite_postings([meant, *partly])
    return *every, meant[0] if len(meant[0]) else every[0]


def _find_used_forms(corpus: Corpus, forms: Mapping[str, Forms]) -> dict[str, Forms]:
    """Return the forms that some memory has.

    Most ways to split a word occur in no memory, and one lookup costs as much as looking up all of them together.
    """
    every = list({f for one in forms.values() for f in (*one.joined, *(pair for way in one.split for pair in way))})
    hashes = np.array([hash_term(form) for form in every], dtype=np.uint64)
    there = np.zeros(len(every), dtype=np.bool_)
    for segment in corpus.segments:
        if len(segment.terms):
            at = np.minimum(np.searchsorted(segment.terms, hashes), len(segment.terms) - 1)
            there |= segment.terms[at] == hashes
    used = {form for form, known in zip(every, there.tolist()) if known}
    return {
        term: one._replace(
            joined=tuple(name for name in one.joined if name in used),
            split=tuple(way for way in one.split if used.issuperset(way)),
        )
        for term, one in forms.items()
    }


def _find_in_names(corpus: Corpus, term: str) -> tuple[NDArray[np.int64], Scores]:
    """Return the memories with a name that contains a term.

    The second value is how much this counts as an occurrence of the term.
    """
    docs, tf = corpus.find_postings(as_part(term))
    return docs, PART * tf


def _unite_postings(found: Sequence[tuple[NDArray[np.int64], Scores]]) -> tuple[NDArray[np.int64], Scores]:
    """Unite several lists of postings.

    Each memory has the largest of its counts."""
    having = [one for one in found if len(one[0])]
    if len(having) < 2:
        return having[0] if having else found[0]
    docs = _sort_distinct(np.concatenate([docs for docs, _ in having]))
    counts = np.zeros(len(docs))
    for places, tf in having:
        at = np.searchsorted(docs, places)
        counts[at] = np.maximum(counts[at], tf)
    return docs, counts


def compute_cosines(corpus: Corpus, vector: NDArray[np.float32], allowed: NDArray[np.bool_]) -> Scores:
    """Return the cosines with the allowed memories, negative ones as 0."""
    found = np.zeros(len(allowed))
    if not vector.any():
        return found
    start = 0
    for segment in corpus.segments:
        part = allowed[start : start + len(segment)]
        wanted = np.flatnonzero(part)
        if len(wanted) * _SPARSE < len(segment):
            found[start + wanted] = segment.compute_cosines(vector, wanted)
        else:
            found[start : start + len(segment)] = np.where(part, segment.compute_cosines(vector), 0.0)
        start += len(segment)
    return np.maximum(found, 0.0, out=found)
