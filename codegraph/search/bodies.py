"""Functions of some files by what an issue says.

What speaks for a function is summed, each from 0 to 1 and with a weight: BM25 of its body, how suspicious its file is,
how similar its text is to the description, and whether the issue spells its name. The body weighs most: a function of
the first file that has none of the words comes after one of a later file that has them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.embed.term_fields import fold_name
from codegraph.embed.terms import count_terms, list_terms
from codegraph.query_results import SymbolRow
from codegraph.text.bm25 import compute_idf, compute_norms, weigh_occurrences

B: Final = 0.7
"""Length normalisation of BM25: a long function has more of every word."""

NAME: Final = 2
"""Times that a word in a function's own name is counted."""

FILE: Final = 0.4
"""Weight of the score of a function's file; that of its body weighs 1."""

SIMILARITY: Final = 0.3
"""Weight of how similar a function's text is to the description, as vectors tell."""

SPELT: Final = 0.25
"""Weight of a name that an issue spells: reporters name what they call more often than what is broken."""

LONGEST_LINES: Final = 2_000
"""Lines of a body that are read."""


class Body(NamedTuple):
    """Lines of a file that are a function.

    `title` is its name where it is no symbol, for want of a grammar."""

    path: str
    symbol: SymbolRow
    start: int
    end: int
    title: str = ""

    @property
    def name(self) -> str:
        return self.title or self.symbol.qualname


class RankedBody(NamedTuple):
    body: Body
    score: float


class CountedBody(NamedTuple):
    """A function with the terms of its text and name; `length` is that of its text."""

    body: Body
    counts: Counter[str]
    length: int


def count_body(body: Body, lines: Sequence[str], longest: int = LONGEST_LINES) -> CountedBody:
    """Count the terms of a function, of its first `longest` lines.

    `lines` are those of its file."""
    counts = count_terms("\n".join(lines[body.start - 1 : min(body.end, body.start + longest)]))
    length = counts.total()
    for term in list_terms([body.name]):
        counts[term] += NAME
    return CountedBody(body, counts, length)


def weigh_terms(asked: Mapping[str, float], frequencies: Mapping[str, int], texts: int) -> dict[str, float]:
    """Return terms by what they count times how rare they are.

    `frequencies` of them in a collection of `texts`. Terms that it lacks are left out."""
    return {
        term: weight * compute_idf(texts, frequencies[term]) for term, weight in asked.items() if frequencies.get(term)
    }


def rank_bodies(
    counted: Sequence[CountedBody],
    weights: Mapping[str, float],
    names: Iterable[str] = (),
    files: Mapping[str, float] | None = None,
    similarities: Sequence[float] = (),
) -> list[RankedBody]:
    """Return functions, most suspicious first.

    `weights` of the issue's terms, see `weigh_terms`; `names` it spells; `files`: scores of the functions' files, by
    path; `similarities` of the functions with its description, none where there are no vectors."""
    spelt = {fold_name(name.replace("::", ".").rpartition(".")[2].partition("(")[0]) for name in names} - {""}
    scores = files or {}
    best = max(scores.values(), default=0.0) or 1.0
    near = similarities or [0.0] * len(counted)
    ranked = [
        RankedBody(
            body,
            worth
            + FILE * scores.get(body.path, 0.0) / best
            + SIMILARITY * similarity
            + SPELT * (fold_name(body.name.rpartition(".")[2]) in spelt),
        )
        for (body, _, _), worth, similarity in zip(counted, rate_bodies(counted, weights), near)
    ]
    return sorted(ranked, key=lambda one: (-one.score, one.body.path, one.body.start))


def rate_bodies(counted: Sequence[CountedBody], weights: Mapping[str, float]) -> list[float]:
    """Return the BM25 of each of these functions, divided by the largest."""
    mean = sum(length for _, _, length in counted) / max(1, len(counted)) or 1.0
    worths = [_rate(counts, compute_norms(length, mean, B), weights) for _, counts, length in counted]
    most = max(worths, default=0.0) or 1.0
    return [worth / most for worth in worths]


def _rate(counts: Counter[str], norm: float, weights: Mapping[str, float]) -> float:
    return math.fsum(
        weigh_occurrences(counts[term], norm, weight) for term, weight in weights.items() if term in counts
    )
