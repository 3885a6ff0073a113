"""Files and functions that may hold the cause of an issue.

Each part of the issue ranks them, and the rankings are fused: the sum of 1 / (`SMOOTHING` + rank) over rankings, each
with a weight (reciprocal rank fusion; Cormack, Clarke and Büttcher, 2009): what the parts of an issue score is not
comparable, its order is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.analysis.cochange import Commit, compute_shares
from codegraph.embed.term_fields import DEFINES, PATH, WHOLE_NAME, Weight, fold_name
from codegraph.embed.terms import stem
from codegraph.search.bodies import RankedBody, count_body, rank_bodies, weigh_terms
from codegraph.search.issue import Issue
from codegraph.search.path_roles import Place
from codegraph.search.query import STOP_WORDS, Query, parse_query
from codegraph.search.signals import B, Corpus
from codegraph.text.bm25 import compute_idf, compute_norms, weigh_occurrences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.search.search_engine import CodeSearch, Meaning
    from codegraph.search.signals import Floats

SMOOTHING: Final = 8
"""Constant added to every rank: the smaller, the more the first places of each ranking count."""

CHUNKS: Final = 200
"""Best chunks of each part that are folded to files."""

SEEDS: Final = 5
"""Best files from which one step over uses and common changes is taken."""

NEAR_FILES: Final = 30
"""Files that such a step may add."""

ASIDE: Final = frozenset((Place.TEST, Place.EXAMPLE, Place.VENDORED, Place.GENERATED, Place.PROSE, Place.DATA))
"""Places in which no cause is looked for, unless an issue names the very file."""

FORM_WORDS: Final = frozenset(
    """
    actual additional affect behavior behaviour bug bugs code context correct correctly current currently describe
    description error errors example expect expected fail fails feature fix happen happens information issue issues
    message occur occurs output please problem report repro reproduce reproduction reproducible request result
    screenshot see seems solution step steps unexpected version versions working works wrong
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Stop words of issues: they are in most, and say as little of the cause as `the` does."""

FAINT: Final = 0.25
"""Weight of one of them."""


class Rate(NamedTuple):
    """Weights of the rankings, by their names.

    There are rankings by chunks for each part of the issue, those by whole files (`_words`), and what else an issue
    says of files. Fitted by hand on issues of four repositories; none matters much alone."""

    description: float = 1.0
    description_words: float = 0.3
    title: float = 0.2
    title_words: float = 0.1
    others: float = 0.1
    others_words: float = 0.05
    code: float = 0.15
    code_words: float = 0.1
    messages: float = 0.4
    messages_words: float = 0.2
    names: float = 0.15
    paths: float = 1.0
    stack: float = 1.0
    uses: float = 0.05
    together: float = 0.15


RATE: Final = Rate()


class RankedFile(NamedTuple):
    """A file with what each ranking adds to its score."""

    path: str
    score: float
    parts: dict[str, float]


class Localised(NamedTuple):
    """Files and functions, most suspicious first."""

    files: list[RankedFile]
    bodies: list[RankedBody]


TERM_SHARES: Final = {"title": 1.0, "description": 1.0, "messages": 0.5, "code": 0.25, "others": 0.2}
"""Weight of a word where functions are compared, by the part of the issue that says it."""


def list_parts(issue: Issue) -> dict[str, str]:
    """Return the texts that files are ranked by, by the names of the rankings."""
    parts = {
        "description": f"{issue.title}\n{issue.prose}",
        "title": issue.title if issue.prose else "",
        "others": issue.others,
        "code": issue.code,
        "messages": issue.messages,
    }
    return {part: text for part, text in parts.items() if text.strip()}


def rank_suspects(
    search: CodeSearch, issue: Issue, meaning: Meaning | None, stack: Sequence[str], history: Sequence[Commit],
    most_files: int,
    rate: Rate = RATE,
) -> Localised:  # fmt: skip
    """Rank the files of a generation by an issue, and functions of the best.

    Functions are those of the first `most_files` files. `stack`: files of its frames, innermost first. Raises
    EncoderError when `meaning` does, StorageError for a damaged index."""
    meaning = cache(meaning) if meaning is not None else None
    localisation = Localisation(search, issue, meaning, rate)
    files = localisation.rank(stack, history)
    parts = list_parts(issue)
    asked: dict[str, float] = {}
    for part, text in {**parts, "title": issue.title}.items():
        for term, weight in read_part(text).terms.items():
            asked[term] = max(asked.get(term, 0.0), TERM_SHARES[part] * weight)
    counted = [
        count_body(body, lines)
        for file in files[:most_files]
        if (lines := search.read_lines(file.path))
        for body in search.list_bodies(file.path)
    ]
    near: Sequence[float] = ()
    if meaning is not None and "description" in parts:
        similar = meaning(read_part(parts["description"]).text)
        near = search.rate_similar_bodies([one.body for one in counted], similar)
    scores = {file.path: file.score for file in files}
    return Localised(files, rank_bodies(counted, localisation.weigh_terms(asked), issue.names, scores, near))


def read_part(text: str) -> Query:
    """Read a part of an issue as a query, in which words of forms are faint."""
    query = parse_query(text)._replace(wants_tests=False, about_tests=False, line=0)
    faint = _stem_form_words()
    return query._replace(terms={t: w * FAINT if t in faint else w for t, w in query.terms.items()})


@cache
def _stem_form_words() -> frozenset[str]:
    return frozenset(map(stem, FORM_WORDS))


class Localisation:
    """Rankings of the files of one generation for one issue."""

    def __init__(self, search: CodeSearch, issue: Issue, meaning: Meaning | None, rate: Rate = RATE) -> None:
        self._search = search
        self._corpus: Corpus = search.corpus
        self._issue = issue
        self._meaning = meaning
        self._rate = rate
        corpus = self._corpus
        places = search.list_places()
        aside = ASIDE - {Place.PROSE} if issue.about_documents else ASIDE
        self._sources: NDArray[np.bool_] = np.array(
            [places[file] not in aside for file in corpus.present.tolist()], np.bool_
        )
        self._rankings: dict[str, NDArray[np.int64]] = {}

    def rank(self, stack: Sequence[str], history: Sequence[Commit]) -> list[RankedFile]:
        """Return files by suspicion, most first.

        `stack`: files of the frames, innermost first. Raises EncoderError when the encoder does, StorageError for a
        damaged index."""
        issue = self._issue
        row_of = {self._corpus.paths[file]: row for row, file in enumerate(self._corpus.present.tolist())}
        for part, text in list_parts(issue).items():
            self._add_part(part, text)
        self._add("names", self._rate_names(issue.names))
        self._add("paths", self._rate_paths(issue.paths), anywhere=True)
        self._rankings["stack"] = np.array([row_of[path] for path in dict.fromkeys(stack) if path in row_of], np.int64)
        first = self._fuse()
        seeds = np.argsort(-first, kind="stable")[:SEEDS]
        seeds = seeds[first[seeds] > 0]
        self._add("uses", self._rate_neighbours(seeds, first), most=NEAR_FILES)
        together = np.zeros(len(first), np.float32)
        for path, share in compute_shares([self._get_path(row) for row in seeds.tolist()], history).items():
            if path in row_of:
                together[row_of[path]] = share
        self._add("together", together, most=NEAR_FILES)
        scores = self._fuse()
        order = np.argsort(-scores, kind="stable")
        order = order[scores[order] > 0]
        return [RankedFile(self._get_path(row), float(scores[row]), self._list_parts(row)) for row in order.tolist()]

    def weigh_terms(self, asked: Mapping[str, float]) -> dict[str, float]:
        """Return terms by what they count times how rare they are in source files.

        Among the files at hand, which were found by these very words, none of them is rare."""
        is_source = self._sources[self._corpus.rows]
        frequencies = {term: int(is_source[self._corpus.lexical.find_postings(term)[0]].sum()) for term in asked}
        return weigh_terms(asked, frequencies, int(is_source.sum()))

    def _get_path(self, row: int) -> str:
        return self._corpus.paths[int(self._corpus.present[row])]

    def _add_part(self, part: str, text: str) -> None:
        """Add the ranking by chunks of a part of the issue, and the one by whole files."""
        query = read_part(text)
        if not query.terms and not query.names:
            return
        rows = self._search.rank_files(query, self._meaning, self._sources, CHUNKS)
        self._rankings[part] = rows
        self._add(f"{part}_words", rate_whole_files(self._corpus, query.terms))

    def _add(self, name: str, scores: Floats, *, most: int = CHUNKS, anywhere: bool = False) -> None:
        """Add a ranking of rows by their scores, of those above 0."""
        scores = scores if anywhere else np.where(self._sources, scores, 0.0)
        order = np.argsort(-scores, kind="stable")[:most]
        self._rankings[name] = order[scores[order] > 0]

    def _fuse(self) -> Floats:
        found = np.zeros(len(self._sources), np.float64)
        for name, rows in self._rankings.items():
            found[rows] += getattr(self._rate, name) / (SMOOTHING + 1 + np.arange(len(rows)))
        return found.astype(np.float32)

    def _list_parts(self, row: int) -> dict[str, float]:
        found: dict[str, float] = {}
        for name, rows in self._rankings.items():
            for at in np.flatnonzero(rows == row).tolist():
                found[name] = getattr(self._rate, name) / (SMOOTHING + 1 + at)
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def _rate_names(self, names: Sequence[str]) -> Floats:
        """Rate files by the names of an issue that they define or are called by."""
        corpus = self._corpus
        found = np.zeros(len(self._sources), np.float32)
        for place, name in enumerate(names[:60]):
            parts = [part for part in re.split(r"::|->|[.#/()\s]+", name) if part]
            worth = 1.0 if place < 8 else 0.5
            for at, part in enumerate(reversed(parts[-3:])):
                key = fold_name(part)
                if len(key) < 3 or part.lower() in STOP_WORDS:
                    continue
                chunks, counts = corpus.lexical.find_postings(DEFINES + key)
                rows = corpus.rows[chunks[counts >= (Weight.FUNCTION if len(parts) == 1 else Weight.VALUE)]]
                rows = np.unique(rows[self._sources[rows]])
                if len(rows):
                    found[rows] += worth * (0.8**at) / np.sqrt(len(rows))
                chunks, counts = corpus.lexical.find_postings(PATH + key)
                rows = np.unique(corpus.rows[chunks[counts == WHOLE_NAME]])
                for row in rows[self._sources[rows]].tolist():
                    around = {fold_name(p) for p in self._get_path(row).split("/")[:-1]}
                    outer = sum(fold_name(p) in around for p in parts[: len(parts) - 1 - at])
                    found[row] += worth * (0.5 + outer) / np.sqrt(len(rows))
        return found

    def _rate_paths(self, paths: Sequence[str]) -> Floats:
        """Rate files by the paths that an issue names.

        These may be of another machine: the longer what agrees the better."""
        found = np.zeros(len(self._sources), np.float32)
        by_name: dict[str, list[int]] = {}
        for row, file in enumerate(self._corpus.present.tolist()):
            by_name.setdefault(self._corpus.paths[file].rpartition("/")[2], []).append(row)
        for place, path in enumerate(paths[:40]):
            near = by_name.get(path.rpartition("/")[2], [])
            shares = [_count_same(path, self._get_path(row)) for row in near]
            best = max(shares, default=0)
            for row, same in zip(near, shares):
                if same == best and (best > 1 or len(near) <= 3):
                    found[row] = max(found[row], (1.0 if self._sources[row] else 0.3) * best / (1 + 0.2 * place))
        return found

    def _rate_neighbours(self, seeds: NDArray[np.int64], scores: Floats) -> Floats:
        """Rate files by what they use of the seeds, and the seeds of them.

        What everything uses counts little."""
        corpus, lexical = self._corpus, self._corpus.lexical
        size = len(corpus.paths)
        row = np.full(size, -1)
        row[corpus.present] = np.arange(len(corpus.present))
        user, used = row[lexical.link_from], row[lexical.link_to]
        known = (user >= 0) & (used >= 0)
        user, used, weights = user[known], used[known], lexical.link_weights[known]
        degree = np.sqrt(np.bincount(user, weights, len(scores)) + np.bincount(used, weights, len(scores)))
        found = np.zeros(len(scores), np.float64)
        for seed in seeds.tolist():
            for ends, others in ((user, used), (used, user)):
                at = ends == seed
                np.add.at(
                    found, others[at], scores[seed] * weights[at] / np.maximum(degree[others[at]] * degree[seed], 1e-9)
                )
        return found.astype(np.float32)


def rate_whole_files(corpus: Corpus, terms: Mapping[str, float]) -> Floats:
    """Return BM25 of each row's file as one text."""
    rows = len(corpus.starts)
    found = np.zeros(rows, np.float32)
    if not rows:
        return found
    lengths = np.add.reduceat(corpus.lexical.lengths.astype(np.float32), corpus.starts)
    norms = compute_norms(lengths, max(float(lengths.mean()), 1.0), B)
    for term, weight in terms.items():
        chunks, counts = corpus.lexical.find_postings(term)
        if not len(chunks):
            continue
        tf = np.bincount(corpus.rows[chunks], counts, minlength=rows)
        at = np.flatnonzero(tf)
        found[at] += weigh_occurrences(tf[at], norms[at], weight * compute_idf(rows, len(at)))
    return found


def _count_same(asked: str, path: str) -> int:
    same = 0
    for a, b in zip(reversed(asked.split("/")), reversed(path.split("/"))):
        if a != b:
            break
        same += 1
    return same
