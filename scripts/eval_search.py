#!/usr/bin/env python3
"""NDCG@10 of code search on queries with known answers, as one table.

It has all queries, and those of each category and language. Rows: plain BM25 over the chunks; ours without vectors
(weights fitted without them); vectors alone; ours with both. Figures are the mean over repositories of each one's mean
over queries, as the benchmark reports it; chunks are scored as given. See `search_truth.py` for the required settings.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from search_truth import JudgedQuery, Truth, load, open_index, say

from codegraph.query.index import Index
from codegraph.query_results import CodeHit
from codegraph.search.fusion import Weights

Ask = Callable[[Index, str], Sequence[CodeHit]]
LIMIT = 20
BM25 = Weights((1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 1.0, {})
COSINE = Weights((0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0.0, {})


def search_plain(index: Index, query: str) -> Sequence[CodeHit]:
    """Search by BM25 without synonyms."""
    with patch("codegraph.search.query.find_synonyms", return_value={}):
        return index.search_code(query, limit=LIMIT, lexical=True, weights=BM25).hits


ROWS: dict[str, Ask] = {
    "plain BM25": search_plain,
    "without vectors": lambda index, query: index.search_code(query, limit=LIMIT, lexical=True).hits,
    "vectors alone": lambda index, query: index.search_code(query, limit=LIMIT, weights=COSINE).hits,
    "hybrid": lambda index, query: index.search_code(query, limit=LIMIT).hits,
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", help="only these repositories")
    options.add_argument("--repos", default="", help="folder of the checkouts (default: CODEGRAPH_EVAL_REPOS)")
    options.add_argument("--home", type=Path, help="keep the indexes here instead of in a throw-away folder")
    options.add_argument("--whole", action="store_true", help="index whole repositories, not the folder of the truth")
    options.add_argument(
        "--results", type=Path, help="write the hybrid's results here, for the scorer beside the truth"
    )
    options.add_argument(
        "--worst", type=int, default=0, metavar="N", help="also list the N worst queries of the hybrid"
    )
    chosen = options.parse_args()
    truth = load(chosen.names, chosen.repos, whole=chosen.whole)
    if truth is None:
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        scores, results = _ask_all(truth, chosen.home or Path(scratch))
    if chosen.results:
        chosen.results.write_text("".join(json.dumps(row) + "\n" for row in results))
    print("\n".join(format_table(truth, scores)))
    for score, asked in sorted((scores["hybrid"][q.id], q) for q in truth.queries)[: chosen.worst]:
        say(f"{score:.3f} {asked.id} [{asked.category}] {asked.query!r} -> {[r['file'] for r in asked.relevant]}")
    return 0


def _ask_all(truth: Truth, home: Path) -> tuple[dict[str, dict[str, float]], list[dict[str, Any]]]:
    scores: dict[str, dict[str, float]] = {row: {} for row in ROWS}
    results: list[dict[str, Any]] = []
    for repo, root in truth.roots.items():
        say(f"{repo}: indexing {root}")
        with open_index(root, home) as index:
            for asked in (q for q in truth.queries if q.repo == repo):
                for row, ask in ROWS.items():
                    found = [{"file": h.file, "start": h.start, "end": h.end} for h in ask(index, asked.query)]
                    scores[row][asked.id] = truth.ndcg(found, asked.relevant)
                    if row == "hybrid":
                        results.append({"id": asked.id, "repo": repo, "query": asked.query, "results": found})
    return scores, results


def compute_mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def compute_repository_mean(queries: Sequence[JudgedQuery], scores: dict[str, float]) -> float:
    per: dict[str, list[float]] = defaultdict(list)
    for asked in queries:
        per[asked.repo].append(scores[asked.id])
    return compute_mean([compute_mean(values) for values in per.values()])


def format_table(truth: Truth, scores: dict[str, dict[str, float]]) -> list[str]:
    categories = sorted({q.category for q in truth.queries})
    languages = sorted({q.language for q in truth.queries})
    lines = [f"{len(truth.queries)} queries over {len(truth.roots)} repositories, NDCG@10", ""]
    lines += [f"| | all | {' | '.join(categories)} |", f"|---|{'---|' * (len(categories) + 1)}"]
    for row, found in scores.items():
        parts = [compute_repository_mean([q for q in truth.queries if q.category == c], found) for c in categories]
        cells = " | ".join(f"{value:.3f}" for value in (compute_repository_mean(truth.queries, found), *parts))
        lines.append(f"| {row} | {cells} |")
    lines += ["", f"| language | {' | '.join(scores)} |", f"|---|{'---|' * len(scores)}"]
    for language in languages:
        own = [q for q in truth.queries if q.language == language]
        lines.append(
            f"| {language} | {' | '.join(f'{compute_repository_mean(own, found):.3f}' for found in scores.values())} |"
        )
    return lines


if __name__ == "__main__":
    raise SystemExit(main())
