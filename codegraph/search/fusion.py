"""Signals to a ranking: sums of normalised scores, never of ranks.

chunk = Σ weight · chunk signal
file  = best chunk + coherence · its next three + Σ weight · file signal + neighbours · links from the best files
score = (file, with its own chunk instead of the best one) · what the file is for · repeat ^ (chunks of it above)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.search.path_roles import Place
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
    """Weights of the signals.

    `chunk` and `file` are in the order of CHUNK_SIGNALS and FILE_SIGNALS; `places` are factors by path role, 1 if
    absent.
    """

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
    """Order the candidates.

    `factors` (m,) are the factors of each file's path role, see `compute_factors`; `near` is `compute_nearness` of
    their links, if it is known already. If there are more than `most` candidates (0: no limit), only the best `most`
    are returned.
    """
    if not len(candidates.chunks):
        return Ranking(candidates.chunks, np.empty(0, np.float32))
    sums = _compute_sums(candidates, weights, compute_nearness(candidates.links) if near is None else near)
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


def _compute_sums(candidates: Candidates, weights: Weights, near: Floats) -> _Sums:
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
    linked = score_neighbours(near, file) if weights.neighbours else np.zeros(files, np.float32)
    whole = (file + np.float32(weights.neighbours) * linked).astype(np.float32)
    return _Sums(chunk, best, coherence, linked, whole, nth)


def compute_nearness(links: Floats) -> Floats:
    """Compute the nearness of files: the strength of the links between them.

    Links of files that everything uses count less.
    """
    both = links + links.T
    degree = np.sqrt(both.sum(axis=1))
    return (both / np.maximum(np.outer(degree, degree), 1e-9)).astype(np.float32)


def score_neighbours(near: Floats, file: Floats) -> Floats:
    """Return the nearness of each file to the best files, 0 … 1."""
    seeds = np.argsort(-file, kind="stable")[:SEEDS]
    found = file[seeds] @ near[seeds]
    return (found / max(float(found.max(initial=0.0)), 1e-9)).astype(np.float32)


def compute_factors(places: Sequence[Place], query: Query, weights: Weights) -> Floats:
    """Compute the factor of each file by its path role.

    It is 1 for tests when the query asks for tests, for prose and data when it asks for those, and for superseded
    versions when it names a version. If the query is about tests, everything else counts at most as much as tests do
    otherwise.
    """
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


def split_score(candidates: Candidates, at: int, weights: Weights) -> dict[str, float]:
    """Return the contribution of each signal to candidate chunk `at`.

    The factors of its path role and of repetition are not applied.
    """
    sums = _compute_sums(candidates, weights, compute_nearness(candidates.links))
    file = int(candidates.owner[at])
    found: dict[str, float] = {}
    found.update(zip(CHUNK_SIGNALS, (candidates.chunk_signals[at] * weights.chunk).tolist()))
    found.update(zip(FILE_SIGNALS, (candidates.file_signals[file] * weights.file).tolist()))
    found["coherence"] = weights.coherence * float(sums.coherence[file])
    found["neighbours"] = weights.neighbours * float(sums.neighbours[file])
    return found
