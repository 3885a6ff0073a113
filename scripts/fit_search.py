#!/usr/bin/env python3
"""Fit the weights of code search and write `codegraph/search/weights.py`.

Coordinate search over a grid, from the present weights and from random ones near them; the objective is NDCG@10, every
repository counting alike. Questions and symbols are fitted apart, each with vectors and without. `--folds N` also fits
on all but one of N groups of repositories and scores the group left out: the figure to believe. The factors of places
(tests, prose …) are set by hand: the folders of the truth hardly hold any.

See `search_truth.py` for what has to be set.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import log2
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from search_truth import Truth, load, open_index, say

from codegraph.search import weights
from codegraph.search.fusion import NEXT, Weights, compute_factors, compute_nearness, rank, score_neighbours
from codegraph.search.path_roles import Place
from codegraph.search.query import Query, QueryKind, parse_query
from codegraph.search.search_engine import CodeSearch, choose_weights
from codegraph.search.semantic import HEAD, QuerySimilarity, add_echo
from codegraph.search.signals import CHUNK_SIGNALS, FILE_SIGNALS, Candidates, gather
from codegraph.store.chunks import read_chunk_rows

GRID = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1.1)
REPEAT = (0.1, 1.0)
"""Bounds of `repeat`: at 0 a file would have one hit at most."""
KEPT = 4
"""Chunks of a file, by each signal, that fitting looks at."""
GAIN = 2e-4
"""Smaller improvements are noise."""
GAINS = tuple(1 / log2(place + 2) for place in range(10))
"""Of each place of the ten that count."""
OF_VECTORS = ("meaning", "echo")
"""Chunk signals that an index without vectors lacks."""
Values = dict[str, float]


class Sample(NamedTuple):
    """Query with everything that its ranking needs.

    `hits` (chunks,) has bit t where a chunk answers target t.
    """

    repo: str
    query: Query
    candidates: Candidates
    places: list[Place]
    hits: NDArray[np.int64]
    targets: int


def build_samples(truth: Truth, home: Path) -> list[Sample]:
    found: list[Sample] = []
    for repo, root in truth.roots.items():
        say(f"{repo}: signals")
        with open_index(root, home) as index:
            index.search_code("warm")
            search, reader = CodeSearch(index._reader, index.read_text_lines), index._reader
            meaning, problem = index._open_similarity()
            if meaning is None:
                raise SystemExit(f"{repo}: no vectors: {problem}")
            for asked in (q for q in truth.queries if q.repo == repo):
                query = parse_query(asked.query)
                candidates = _gather_candidates(search, query, meaning(query.text))
                rows = read_chunk_rows(reader, candidates.chunks.tolist())
                files = [search.corpus.paths[n] for n in candidates.files[candidates.owner].tolist()]
                lines = [{"file": f, "start": row.start, "end": row.end} for f, row in zip(files, rows)]
                hits = np.array(
                    [sum(1 << t for t, r in enumerate(asked.relevant) if truth.hit(line, r)) for line in lines],
                    np.int64,
                )
                found.append(
                    Sample(repo, query, candidates, search.classify_files(candidates), hits, len(asked.relevant))
                )
    return found


def _gather_candidates(search: CodeSearch, query: Query, similar: QuerySimilarity) -> Candidates:
    """Gather candidates with the echo of the present weights' ranking."""
    found = search.add_quotes(gather(search.corpus, query, similar.refined), query)
    used = choose_weights(query.kind, vectors=True)
    if similar.vectors is not None:
        first = rank(found, compute_factors(search.classify_files(found), query, used), used, most=HEAD)
        found = add_echo(found, first.order, similar.vectors)
    return _prune(found)


def _prune(candidates: Candidates) -> Candidates:
    """Drop the chunks that no signal ranks among the best of their file."""
    keep = np.zeros(len(candidates.chunks), np.bool_)
    mixed = candidates.chunk_signals @ np.asarray(weights.QUESTION.chunk, np.float32)
    for signal in (*candidates.chunk_signals.T, mixed):
        order = np.lexsort((-signal, candidates.owner))
        starts = np.flatnonzero(np.diff(candidates.owner[order], prepend=-1))
        nth = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
        keep[order[nth < KEPT]] = True
    at = np.flatnonzero(keep)
    return candidates._replace(
        chunks=candidates.chunks[at],
        owner=candidates.owner[at],
        chunk_signals=candidates.chunk_signals[at],
    )


class Batch:
    """All samples in joined arrays.

    One set of weights is scored in some 30 ms. The sums are those of `fusion`.
    """

    def __init__(self, samples: Sequence[Sample], places: Mapping[Place, float]) -> None:
        self.repos = [s.repo for s in samples]
        counted = Counter(self.repos)
        self.share = np.array([1 / counted[repo] / len(counted) for repo in self.repos])
        sizes = [len(s.candidates.files) for s in samples]
        self.bounds = list(pairwise([0, *accumulate(sizes)]))
        self.chunk = np.concatenate([s.candidates.chunk_signals for s in samples])
        self.file = np.concatenate([s.candidates.file_signals for s in samples])
        self.hits = np.append(np.concatenate([s.hits for s in samples]), 0)
        used = weights.QUESTION._replace(places=places)
        self.factors = np.concatenate([compute_factors(s.places, s.query, used) for s in samples])
        self.near = [compute_nearness(s.candidates.links) for s in samples]
        self.ideal = np.array([sum(GAINS[: s.targets]) for s in samples])
        owner = np.concatenate([s.candidates.owner + first for s, (first, _) in zip(samples, self.bounds)])
        starts = np.flatnonzero(np.diff(owner, prepend=-1))
        counts = np.diff(np.append(starts, len(owner)))
        self.of_file = np.full((len(self.file), int(counts.max())), len(owner))
        """Chunks of each file, filled up with the number behind the last chunk."""
        self.of_file[owner, np.arange(len(owner)) - np.repeat(starts, counts)] = np.arange(len(owner))

    def compute_scores(self, used: Weights) -> NDArray[np.float64]:
        """Return NDCG@10 of each sample."""
        chunk = np.append(self.chunk @ np.asarray(used.chunk, np.float32), np.float32(-1))
        found = chunk[self.of_file]
        order = np.argsort(-found, axis=1, kind="stable")[:, : NEXT + 1]
        found = np.take_along_axis(found, order, 1)
        hits = self.hits[np.take_along_axis(self.of_file, order, 1)]
        file = found[:, 0] + np.float32(used.coherence / NEXT) * np.maximum(found[:, 1:], 0).sum(axis=1)
        file += self.file @ np.asarray(used.file, np.float32)
        if used.neighbours:
            for near, (first, last) in zip(self.near, self.bounds):
                file[first:last] += np.float32(used.neighbours) * score_neighbours(near, file[first:last])
        whole = ((file - found[:, 0])[:, None] + found) * self.factors[:, None]
        whole = np.where(found < 0, -1, whole * np.power(used.repeat, np.arange(found.shape[1])))
        return np.array([_compute_gain(whole[a:b], hits[a:b]) for a, b in self.bounds]) / self.ideal

    def score(self, used: Weights) -> float:
        """Score weights by the mean over repositories of each one's mean."""
        return float(self.compute_scores(used) @ self.share)


def _compute_gain(scores: NDArray[np.float32], hits: NDArray[np.int64]) -> float:
    flat = scores.ravel()
    size = min(len(GAINS), len(flat))
    if not size:
        return 0.0
    top = np.argpartition(-flat, size - 1)[:size]
    seen, gained = 0, 0.0
    for gain, hit in zip(GAINS, hits.ravel()[top[np.argsort(-flat[top], kind="stable")]].tolist()):
        if hit & ~seen:
            gained += gain
            seen |= hit
    return gained


def to_values(used: Weights) -> Values:
    found = {f"chunk {n}": v for n, v in zip(CHUNK_SIGNALS, used.chunk)}
    found |= {f"file {n}": v for n, v in zip(FILE_SIGNALS, used.file)}
    return found | {"coherence": used.coherence, "neighbours": used.neighbours, "repeat": used.repeat}


def to_weights(values: Values, places: Mapping[Place, float]) -> Weights:
    chunk = tuple(values[f"chunk {n}"] for n in CHUNK_SIGNALS)
    file = tuple(values[f"file {n}"] for n in FILE_SIGNALS)
    return Weights(chunk, file, values["coherence"], values["neighbours"], values["repeat"], places)


def fit(samples: Sequence[Sample], start: Weights, *, vectors: bool, restarts: int) -> Weights:
    """Fit weights from `start` and from random ones near it.

    `words` stays: only ratios matter.
    """
    batch = Batch(samples, start.places)
    free = [
        k for k in to_values(start) if k != "chunk words" and (vectors or k not in (f"chunk {n}" for n in OF_VECTORS))
    ]
    best, best_score = start, batch.score(start)
    for seed in range(restarts):
        rng = random.Random(seed)
        values = to_values(start)
        if seed:
            moved = {k: round(max(values[k], 0.05) * rng.uniform(0.3, 2), 2) for k in free}
            values |= {k: min(v, GRID[-1]) for k, v in moved.items()} | {
                "repeat": float(np.clip(moved["repeat"], *REPEAT))
            }
        found, found_score = _improve(batch, values, start.places, free, rng)
        if found_score > best_score:
            best, best_score = to_weights(found, start.places), found_score
    return best


def _improve(
    batch: Batch, values: Values, places: Mapping[Place, float], free: list[str], rng: random.Random
) -> tuple[Values, float]:
    best = batch.score(to_weights(values, places))
    improved = True
    while improved:
        improved = False
        rng.shuffle(free)
        for key in free:
            near = min(range(len(GRID)), key=lambda i: abs(GRID[i] - values[key]))
            for at in range(max(near - 2, 0), min(near + 3, len(GRID))):
                if GRID[at] == values[key] or (key == "repeat" and not REPEAT[0] <= GRID[at] <= REPEAT[1]):
                    continue
                changed = {**values, key: GRID[at]}
                found = batch.score(to_weights(changed, places))
                if found > best + GAIN:
                    values, best, improved = changed, found, True
    return values, best


def is_symbol(sample: Sample) -> bool:
    return sample.query.kind is QueryKind.SYMBOL


def drop_vectors(samples: Sequence[Sample]) -> list[Sample]:
    blind: list[Sample] = []
    for sample in samples:
        signals = sample.candidates.chunk_signals.copy()
        signals[:, [CHUNK_SIGNALS.index(n) for n in OF_VECTORS]] = 0
        blind.append(sample._replace(candidates=sample.candidates._replace(chunk_signals=signals)))
    return blind


def fit_all(samples: Sequence[Sample], restarts: int) -> dict[str, Weights]:
    found: dict[str, Weights] = {}
    for suffix, vectors, seen in (("", True, samples), ("_LEXICAL", False, drop_vectors(samples))):
        for name, symbols in (("QUESTION", False), ("SYMBOL", True)):
            own = [s for s in seen if is_symbol(s) == symbols]
            start: Weights = getattr(weights, name + suffix)
            found[name + suffix] = fit(own, start, vectors=vectors, restarts=restarts)
            batch = Batch(own, start.places)
            say(f"{name + suffix}: {batch.score(start):.4f} → {batch.score(found[name + suffix]):.4f}")
    return found


def compute_mixed_score(samples: Sequence[Sample], used: Mapping[str, Weights], suffix: str) -> float:
    per: dict[str, list[float]] = defaultdict(list)
    seen = samples if not suffix else drop_vectors(samples)
    for name, symbols in (("QUESTION", False), ("SYMBOL", True)):
        if own := [s for s in seen if is_symbol(s) == symbols]:
            batch = Batch(own, used[name + suffix].places)
            for repo, found in zip(batch.repos, batch.compute_scores(used[name + suffix]).tolist()):
                per[repo].append(found)
    return sum(sum(v) / len(v) for v in per.values()) / max(len(per), 1)


def cross_validate(samples: Sequence[Sample], folds: int, restarts: int) -> None:
    repos = sorted({s.repo for s in samples})
    totals: dict[str, list[float]] = defaultdict(list)
    for fold in range(folds):
        held = set(repos[fold::folds])
        used = fit_all([s for s in samples if s.repo not in held], restarts)
        for suffix in ("", "_LEXICAL"):
            totals[suffix] += [
                compute_mixed_score([s for s in samples if s.repo == repo], used, suffix) for repo in held
            ]
    for suffix, values in totals.items():
        print(f"left out{' without vectors' * bool(suffix)}: {sum(values) / len(values):.4f}")


def write(found: Mapping[str, Weights], path: Path) -> None:
    """Replace the line of each name in the module."""
    lines = path.read_text().splitlines()
    for name, used in found.items():
        numbers = [round(v, 2) for v in (used.coherence, used.neighbours, used.repeat)]
        chunk, file = tuple(round(v, 2) for v in used.chunk), tuple(round(v, 2) for v in used.file)
        text = f"{name}: Final = Weights({chunk}, {file}, {', '.join(map(str, numbers))}, PLACES)"
        lines = [text if line.startswith(f"{name}: Final") else line for line in lines]
    path.write_text("\n".join(lines) + "\n")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", help="only these repositories")
    options.add_argument("--repos", default="", help="folder of the checkouts (default: CODEGRAPH_EVAL_REPOS)")
    options.add_argument("--home", type=Path, help="keep the indexes here instead of in a throw-away folder")
    options.add_argument("--folds", type=int, default=0, help="cross-validate by repository in N groups")
    options.add_argument("--restarts", type=int, default=3, help="searches from different weights (default: 3)")
    options.add_argument("--write", action="store_true", help="write what was found")
    chosen = options.parse_args()
    truth = load(chosen.names, chosen.repos)
    if truth is None:
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        samples = build_samples(truth, chosen.home or Path(scratch))
    if chosen.folds:
        cross_validate(samples, chosen.folds, chosen.restarts)
    found = fit_all(samples, chosen.restarts)
    for suffix in ("", "_LEXICAL"):
        print(f"fitted on all{' without vectors' * bool(suffix)}: {compute_mixed_score(samples, found, suffix):.4f}")
    if chosen.write:
        write(found, Path(weights.__file__))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
