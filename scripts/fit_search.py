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
import dataclasses
import random
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log2
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from search_truth import Truth, indexed, load, say

from codegraph.search import weights
from codegraph.search.engine import CodeSearch
from codegraph.search.fusion import Weights, factors_of, rank
from codegraph.search.places import Place
from codegraph.search.query import Query, QueryKind, understand
from codegraph.search.signals import CHUNK_SIGNALS, FILE_SIGNALS, Candidates, gather
from codegraph.store.chunks import chunk_rows

GRID = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1.1)
KEPT = 4
"""Chunks of a file, by each signal, that fitting looks at."""
GAIN = 2e-4
"""Smaller improvements are noise."""
MEANING = CHUNK_SIGNALS.index("meaning")
Values = dict[str, float]


class Sample(NamedTuple):
    """One query with everything that ranking it needs; `hits` are the positions of each target's chunks."""

    repo: str
    query: Query
    candidates: Candidates
    places: list[Place]
    hits: list[NDArray[np.int64]]
    targets: int


def samples_of(truth: Truth, home: Path) -> list[Sample]:
    found: list[Sample] = []
    for repo, root in truth.roots.items():
        say(f"{repo}: signals")
        with indexed(root, home) as index:
            index.search_code("warm")
            search, reader = CodeSearch(index._reader), index._reader
            cosines, problem = index._cosines()
            if cosines is None:
                raise SystemExit(f"{repo}: no vectors: {problem}")
            for asked in (q for q in truth.queries if q.repo == repo):
                query = understand(asked.query)
                candidates = _pruned(gather(search.corpus, query, cosines(query.text)))
                rows = chunk_rows(reader, candidates.chunks.tolist())
                files = [search.corpus.paths[n] for n in candidates.files[candidates.owner].tolist()]
                lines = [{"file": f, "start": row.start, "end": row.end} for f, row in zip(files, rows)]
                hits = [
                    np.array([i for i, line in enumerate(lines) if truth.hit(line, target)], np.int64)
                    for target in asked.relevant
                ]
                found.append(Sample(repo, query, candidates, search.places(candidates), hits, len(asked.relevant)))
    return found


def _pruned(candidates: Candidates) -> Candidates:
    """Without the chunks that no signal places among the best of their file."""
    keep = np.zeros(len(candidates.chunks), np.bool_)
    mixed = candidates.chunk_signals @ np.asarray(weights.QUESTION.chunk, np.float32)
    for signal in (*candidates.chunk_signals.T, mixed):
        order = np.lexsort((-signal, candidates.owner))
        starts = np.flatnonzero(np.diff(candidates.owner[order], prepend=-1))
        nth = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
        keep[order[nth < KEPT]] = True
    at = np.flatnonzero(keep)
    return dataclasses.replace(
        candidates,
        chunks=candidates.chunks[at],
        owner=candidates.owner[at],
        chunk_signals=candidates.chunk_signals[at],
    )


def ndcg(sample: Sample, used: Weights) -> float:
    top = rank(sample.candidates, factors_of(sample.places, sample.query, used), used).order[:10].tolist()
    place = {chunk: i for i, chunk in enumerate(top)}
    filled = {min(at) for hits in sample.hits if (at := [place[i] for i in hits.tolist() if i in place])}
    ideal = sum(1 / log2(i + 2) for i in range(min(10, sample.targets)))
    return sum(1 / log2(i + 2) for i in filled) / ideal


def score(samples: Sequence[Sample], used: Weights) -> float:
    per: dict[str, list[float]] = defaultdict(list)
    for sample in samples:
        per[sample.repo].append(ndcg(sample, used))
    return sum(sum(v) / len(v) for v in per.values()) / max(len(per), 1)


def values_of(used: Weights) -> Values:
    found = {f"chunk {n}": v for n, v in zip(CHUNK_SIGNALS, used.chunk)}
    found |= {f"file {n}": v for n, v in zip(FILE_SIGNALS, used.file)}
    return found | {"coherence": used.coherence, "neighbours": used.neighbours, "repeat": used.repeat}


def weights_from(values: Values, places: Mapping[Place, float]) -> Weights:
    chunk = tuple(values[f"chunk {n}"] for n in CHUNK_SIGNALS)
    file = tuple(values[f"file {n}"] for n in FILE_SIGNALS)
    return Weights(chunk, file, values["coherence"], values["neighbours"], values["repeat"], places)


def fit(samples: Sequence[Sample], start: Weights, *, vectors: bool, restarts: int) -> Weights:
    """The best weights found from `start` and from random ones near it. `words` stays: only ratios matter."""
    free = [k for k in values_of(start) if k != "chunk words" and (vectors or k != "chunk meaning")]
    best, best_score = start, score(samples, start)
    for seed in range(restarts):
        rng = random.Random(seed)
        values = values_of(start)
        if seed:
            values = {k: round(v * rng.uniform(0.5, 1.6), 2) if k in free else v for k, v in values.items()}
        found, found_score = _climb(samples, values, start.places, free, rng)
        if found_score > best_score:
            best, best_score = weights_from(found, start.places), found_score
    return best


def _climb(
    samples: Sequence[Sample], values: Values, places: Mapping[Place, float], free: list[str], rng: random.Random
) -> tuple[Values, float]:
    best = score(samples, weights_from(values, places))
    improved = True
    while improved:
        improved = False
        rng.shuffle(free)
        for key in free:
            near = min(range(len(GRID)), key=lambda i: abs(GRID[i] - values[key]))
            for at in (near - 2, near - 1, near + 1, near + 2):
                if 0 <= at < len(GRID) and (key != "repeat" or GRID[at] <= 1):
                    changed = {**values, key: GRID[at]}
                    found = score(samples, weights_from(changed, places))
                    if found > best + GAIN:
                        values, best, improved = changed, found, True
    return values, best


def is_symbol(sample: Sample) -> bool:
    return sample.query.kind is QueryKind.SYMBOL


def without_vectors(samples: Sequence[Sample]) -> list[Sample]:
    blind: list[Sample] = []
    for sample in samples:
        signals = sample.candidates.chunk_signals.copy()
        signals[:, MEANING] = 0
        blind.append(sample._replace(candidates=dataclasses.replace(sample.candidates, chunk_signals=signals)))
    return blind


def fit_all(samples: Sequence[Sample], restarts: int) -> dict[str, Weights]:
    found: dict[str, Weights] = {}
    for suffix, vectors, seen in (("", True, samples), ("_LEXICAL", False, without_vectors(samples))):
        for name, symbols in (("QUESTION", False), ("SYMBOL", True)):
            own = [s for s in seen if is_symbol(s) == symbols]
            start: Weights = getattr(weights, name + suffix)
            found[name + suffix] = fit(own, start, vectors=vectors, restarts=restarts)
            say(f"{name + suffix}: {score(own, start):.4f} → {score(own, found[name + suffix]):.4f}")
    return found


def mixed_score(samples: Sequence[Sample], used: Mapping[str, Weights], suffix: str) -> float:
    per: dict[str, list[float]] = defaultdict(list)
    for sample in samples if not suffix else without_vectors(samples):
        per[sample.repo].append(ndcg(sample, used[("SYMBOL" if is_symbol(sample) else "QUESTION") + suffix]))
    return sum(sum(v) / len(v) for v in per.values()) / max(len(per), 1)


def cross_validate(samples: Sequence[Sample], folds: int, restarts: int) -> None:
    repos = sorted({s.repo for s in samples})
    totals: dict[str, list[float]] = defaultdict(list)
    for fold in range(folds):
        held = set(repos[fold::folds])
        used = fit_all([s for s in samples if s.repo not in held], restarts)
        for suffix in ("", "_LEXICAL"):
            for repo in held:
                totals[suffix].append(mixed_score([s for s in samples if s.repo == repo], used, suffix))
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
    options.add_argument("--restarts", type=int, default=2, help="searches from different weights (default: 2)")
    options.add_argument("--write", action="store_true", help="write what was found")
    chosen = options.parse_args()
    truth = load(chosen.names, chosen.repos)
    if truth is None:
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        samples = samples_of(truth, chosen.home or Path(scratch))
    if chosen.folds:
        cross_validate(samples, chosen.folds, chosen.restarts)
    found = fit_all(samples, chosen.restarts)
    for suffix in ("", "_LEXICAL"):
        print(f"fitted on all{' without vectors' * bool(suffix)}: {mixed_score(samples, found, suffix):.4f}")
    if chosen.write:
        write(found, Path(weights.__file__))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
