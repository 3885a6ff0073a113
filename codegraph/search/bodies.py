"""Functions of some files by what an issue says.

They are ranked by BM25 of their bodies, and by the names that the issue spells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.answers import SymbolRow
from codegraph.embed.marks import folded
from codegraph.embed.terms import count_terms, terms
from codegraph.search.signals import K1

B: Final = 0.7
"""Length normalisation of BM25: a long function has more of every word."""

NAME: Final = 2
"""Times that a word in a function's own name is counted."""

SPELT: Final = 0.5
"""Weight of a name that an issue spells; the best body weighs 1."""

FILE: Final = 1.2
"""Weight of the first of the files; each further one weighs `FADING` of the one before."""

FADING: Final = 0.8

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


def rank_bodies(
    files: Sequence[tuple[Sequence[Body], Sequence[str]]],
    asked: Mapping[str, float],
    names: Sequence[str],
) -> list[RankedBody]:
    """Return functions, most suspicious first.

    `files`: of each file, best first, its functions and its lines; `asked`: terms of the issue with what they count."""
    spelt = {folded(name.replace("::", ".").rpartition(".")[2].partition("(")[0]) for name in names} - {""}
    priors = {bodies[0].path: FILE * FADING**place for place, (bodies, _) in enumerate(files) if bodies}
    ranked = [
        RankedBody(body, priors[body.path] + worth + SPELT * (folded(body.name.rpartition(".")[2]) in spelt))
        for body, worth in score_bodies(files, asked)
    ]
    return sorted(ranked, key=_order)


def score_bodies(
    files: Sequence[tuple[Sequence[Body], Sequence[str]]],
    asked: Mapping[str, float],
) -> list[RankedBody]:
    """Return functions by BM25 of their bodies, divided by the largest, best first."""
    found: list[tuple[Body, Counter[str], int]] = []
    for bodies, lines in files:
        for body in bodies:
            counts = count_terms("\n".join(lines[body.start - 1 : min(body.end, body.start + LONGEST_LINES)]))
            length = counts.total()
            for term in terms([body.name]):
                counts[term] += NAME
            found.append((body, counts, length))
    in_bodies = Counter(term for _, counts, _ in found for term in asked if term in counts)
    wanted = {
        term: asked[term] * math.log1p((len(found) - many + 0.5) / (many + 0.5)) for term, many in in_bodies.items()
    }
    mean = sum(length for _, _, length in found) / max(1, len(found)) or 1.0
    worths = [_rate(counts, length / mean, wanted) for _, counts, length in found]
    most = max(worths, default=0.0) or 1.0
    return sorted((RankedBody(body, worth / most) for (body, _, _), worth in zip(found, worths)), key=_order)


def _order(ranked: RankedBody) -> tuple[float, str, int]:
    return -ranked.score, ranked.body.path, ranked.body.start


def _rate(counts: Counter[str], length: float, wanted: Mapping[str, float]) -> float:
    norm = K1 * (1 - B + B * length)
    return math.fsum(worth * counts[term] / (counts[term] + norm) for term, worth in wanted.items() if term in counts)
