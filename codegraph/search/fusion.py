"""Signals to a ranking: sums of normalised scores, never of ranks.

chunk = Σ weight · chunk signal
file  = best chunk + coherence · its next three + Σ weight · file signal + neighbours · links from the best files
score = (file, with its own chunk instead of the best one) · what the file is for · repeat ^ (chunks of it above)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.search.places import Place
from codegraph.search.query import Query
from codegraph.search.signals import CHUNK_SIGNALS, FILE_SIGNALS, Candidates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.search.signals import Floats

NEXT: Final = 3
"""Further chunks of a file that count as coherence."""

SEEDS: Final = 5
"""Best files from which one step over imports and calls is taken."""


class Weights(NamedTuple):
    """`chunk` and `file` in the order of CHUNK_SIGNALS and FILE_SIGNALS; `places` are factors, 1 where absent."""

    chunk: tuple[float, ...]
    file: tuple[float, ...]
    coherence: float
    neighbours: float
    repeat: float
    places: Mapping[Place, float]


class Ranking(NamedTuple):
    """Candidate chunks best first: positions in `Candidates.chunks`, and their scores."""

    order: NDArray[np.int64]
    scores: Floats


class _Sums(NamedTuple):
    chunk: Floats
    best: Floats
    coherence: Floats
    neighbours: Floats
    file: Floats
    nth: NDArray[np.int64]  # how many better chunks its file has


def rank(
    candidates: Candidates, factors: Floats, weights: Weights, near: Floats | None = None, most: int = 0
) -> Ranking:
    """Order the candidates. `factors` (m,) say what each file's place is worth, see `factors_of`; `near` is `nearness`
    of their links, where it is known already. Of more than `most` (0: any number) only the best `most` are returned."""
    if not len(candidates.chunks):
        return Ranking(candidates.chunks, np.empty(0, np.float32))
    sums = _sums(candidates, weights, nearness(candidates.links) if near is None else near)
    owner = candidates.owner
    whole = (sums.file - sums.best)[owner] + sums.chunk
    fading = np.power(np.float32(weights.repeat), np.arange(int(sums.nth.max()) + 1))
    scores = whole * factors[owner] * fading[sums.nth]
    # The best of each file in the order of files, then the rest: what a factor of 0 leaves is still an answer.
    if 0 < most < len(scores):
        edge = np.partition(scores, len(scores) - most)[len(scores) - most]
        some = np.flatnonzero(scores >= edge)
        order = some[np.lexsort((candidates.chunks[some], sums.nth[some], -scores[some]))][:most]
    else:
        order = np.lexsort((candidates.chunks, sums.nth, -scores))
    return Ranking(order, scores[order].astype(np.float32))


def _sums(candidates: Candidates, weights: Weights, near: Floats) -> _Sums:
    owner, files = candidates.owner, len(candidates.files)
    chunk = candidates.chunk_signals @ np.asarray(weights.chunk, np.float32)
    # By file, best chunk first: both ascend already, so one stable sort of one number does it.
    order = np.argsort(owner - chunk / np.float64(max(2 * float(chunk.max()), 1e-9)), kind="stable")
    starts = np.flatnonzero(np.diff(owner[order], prepend=-1))
    nth = np.empty(len(chunk), np.int64)
    nth[order] = np.arange(len(chunk)) - np.repeat(starts, np.diff(np.append(starts, len(chunk))))
    best = np.zeros(files, np.float32)
    best[owner[nth == 0]] = chunk[nth == 0]
    following = (nth > 0) & (nth <= NEXT)
    coherence = (np.bincount(owner[following], chunk[following], minlength=files) / NEXT).astype(np.float32)
    speaks = candidates.file_signals @ np.asarray(weights.file, np.float32)
    file = (best + np.float32(weights.coherence) * coherence + speaks).astype(np.float32)
    linked = neighbours(near, file) if weights.neighbours else np.zeros(files, np.float32)
    whole = (file + np.float32(weights.neighbours) * linked).astype(np.float32)
    return _Sums(chunk, best, coherence, linked, whole, nth)


def nearness(links: Floats) -> Floats:
    """How near files are to each other: what either uses of the other, as far as neither is used by everything."""
    both = links + links.T
    degree = np.sqrt(both.sum(axis=1))
    return (both / np.maximum(np.outer(degree, degree), 1e-9)).astype(np.float32)


def neighbours(near: Floats, file: Floats) -> Floats:
    """Return what lies near the best files, 0 … 1."""
    seeds = np.argsort(-file, kind="stable")[:SEEDS]
    found = file[seeds] @ near[seeds]
    return (found / max(float(found.max(initial=0.0)), 1e-9)).astype(np.float32)


def factors_of(places: Sequence[Place], query: Query, weights: Weights) -> Floats:
    """Factor of each file; 1 for tests when the query asks for tests, for prose and data when it asks for those,
    and for superseded versions when it names a version. Where tests are what it is about, everything else counts at
    most as tests do elsewhere."""
    asked = set[Place]() if query.about_tests else {Place.SOURCE}
    if query.wants_tests:
        asked.add(Place.TEST)
    if query.wants_version:
        asked.add(Place.SUPERSEDED)
    if query.wants_prose:
        asked |= {Place.PROSE, Place.DATA}
    test = weights.places.get(Place.TEST, 1.0)
    worth = {**weights.places, Place.SOURCE: test}
    most = test if query.about_tests else 1.0
    return np.array([1.0 if place in asked else min(worth.get(place, 1.0), most) for place in places], np.float32)


def parts(candidates: Candidates, at: int, weights: Weights) -> dict[str, float]:
    """What each signal adds to candidate chunk `at`, before the factors of its place and of repetition."""
    sums = _sums(candidates, weights, nearness(candidates.links))
    file = int(candidates.owner[at])
    found: dict[str, float] = {}
    found.update(zip(CHUNK_SIGNALS, (candidates.chunk_signals[at] * weights.chunk).tolist()))
    found.update(zip(FILE_SIGNALS, (candidates.file_signals[file] * weights.file).tolist()))
    found["coherence"] = weights.coherence * float(sums.coherence[file])
    found["neighbours"] = weights.neighbours * float(sums.neighbours[file])
    return found
