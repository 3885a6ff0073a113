"""Search of one generation: gather signals, rank, and choose the lines to show."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.embed.term_fields import DEFINES, PATH, Weight, fold_name
from codegraph.embed.terms import contract_umlauts, list_terms
from codegraph.query_results import Absent, CodeHit, SignalPart, SymbolRow
from codegraph.search import weights
from codegraph.search.bodies import Body
from codegraph.search.fusion import Weights, compute_factors, compute_nearness, rank, split_score
from codegraph.search.hit_labels import CALLED, FUNCTIONS, can_relabel, label_hit
from codegraph.search.missing_terms import find_absent
from codegraph.search.path_roles import File, Place, classify_paths
from codegraph.search.query import STOP_WORDS, Query, QueryKind, parse_query
from codegraph.search.quotations import find_keys, find_quoting, find_with_all_terms, has_name, list_words, share_quoted
from codegraph.search.signals import ECHO, QUOTES, Candidates, Corpus, gather
from codegraph.store.chunks import ChunkRow, find_chunks_of_kinds, read_chunk_rows, read_file_marks
from codegraph.store.lexical import LexicalIndex
from codegraph.store.reader import Reader
from codegraph.store.schema import TEXT_LANGUAGE
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.search.semantic import QuerySimilarity

    Meaning = Callable[[str], QuerySimilarity]
    """How similar a text is to every chunk, in chunk order."""
    Lines = Callable[[str], list[str]]
    """Lines of a file, none where it cannot be read."""

ALIKE: Final = 0.35
"""Cosine from which a chunk answers a query none of whose words occurs: noise stays below it, synonyms are above."""

KEY_AMONG_WORDS: Final = 0.6
"""What a name that stands in texts only counts as a quotation, where other words say what is asked of it."""

QUOTED_AT_MOST: Final = 4
"""Places at which a message that is told by it may stand: it may be raised once more beside its asynchronous twin."""


class Filters(NamedTuple):
    """Restrictions on the results.

    `path` decides by file; empty tuples mean all.
    """

    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    path: Callable[[str], bool] | None = None


class How(NamedTuple):
    """`tests` ranks tests like code; `weights` replaces those of the kind of query."""

    limit: int
    filters: Filters = Filters()
    tests: bool = False
    explain: bool = False
    weights: Weights | None = None


class SearchResult(NamedTuple):
    """Hits of a query.

    `more` means that the limit left some out. `absent` are words of the query that the index does not have, although
    something was found; `meant` are words of the query that may be misspelt names.
    """

    kind: QueryKind
    hits: list[CodeHit]
    more: bool
    absent: Absent = Absent()
    meant: str = ""


class CodeSearch:
    """Search engine of one generation, with the state that queries share.

    Opening it reads the paths of files; the first query maps the index.
    """

    def __init__(self, reader: Reader, lines: Lines) -> None:
        self._reader = reader
        self._lines = lines
        self._paths, self._languages, self._generated = read_file_marks(reader)
        self.corpus = Corpus(
            LexicalIndex(reader.folder.get_generation(reader.generation), reader.numbering), self._paths
        )
        self._sizes: list[int] = np.bincount(self.corpus.files, minlength=len(self._paths)).tolist()

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self.corpus)

    def search(self, text: str, how: How, meaning: Meaning | None = None) -> SearchResult:
        """Return the best chunks.

        Chunks of different files come first where their scores are close. Raises EncoderError when `meaning` does,
        StorageError for a damaged index.
        """
        query = parse_query(text)
        if not query.terms and not query.names and not query.paths:
            return _build_empty(query)
        query = self._contract_umlauts(query)._replace(wants_tests=how.tests or query.wants_tests)
        similar = meaning(query.text) if meaning is not None and len(self) else None
        if not self._has_known_words(query) and not _has_similar(similar):
            return _build_empty(query)
        candidates = gather(
            self.corpus, query, similar.refined if similar is not None else None, self._find_allowed(how.filters)
        )
        used = how.weights or choose_weights(query.kind, vectors=similar is not None)
        if used.chunk[QUOTES]:
            candidates = self.add_quotes(candidates, query)
        candidates = self._add_keys(candidates, query)
        if query.kind is QueryKind.SYMBOL and how.weights is None and candidates.chunk_signals[:, QUOTES].any():
            used = choose_weights(QueryKind.QUESTION, vectors=similar is not None)  # nothing is called so
        places = self.classify_files(candidates)
        factors = compute_factors(places, query, used)
        near = compute_nearness(candidates.links)
        if similar is not None and similar.vectors is not None and used.chunk[ECHO]:
            from codegraph.search.semantic import HEAD, add_echo

            first = rank(candidates, factors, used, near, HEAD)
            candidates = add_echo(candidates, first.order, similar.vectors)
        ranking = rank(candidates, factors, used, near, how.limit + 1)
        order, scores = ranking.order, ranking.scores
        spoken = scores > 0
        order, scores = order[spoken], scores[spoken]
        if query.line:
            order, scores = self._place_first(query, candidates, order, scores)
        elif query.kind is not QueryKind.SNIPPET:
            order, scores = _put_quotes_first(candidates, factors, order, scores)
        chosen = order[: how.limit].tolist()
        rows = read_chunk_rows(self._reader, candidates.chunks[chosen].tolist())
        symbols = self._reader.read_symbols_by_node(row.node for row in rows)
        hits = [
            self._build_hit(
                row,
                symbols[row.node],
                float(score),
                self._list_signal_parts(candidates, at, used, places) if how.explain else (),
            )
            for at, row, score in zip(chosen, rows, scores.tolist())
        ]
        near = self._rate_similarity(query, similar, candidates.chunks[chosen])
        hits = [hit._replace(similarity=round(value, 4)) for hit, value in zip(hits, near.tolist())]
        if not how.filters.kinds:
            hits[:CALLED] = [self._label(query, hit) for hit in hits[:CALLED]]
        knows = similar.knows if similar is not None else None
        if not hits:
            return _build_empty(query)
        missing = find_absent(self.corpus.lexical, query, knows, alike=_has_similar(similar))
        # What looks like a plain word is any: only a misspelt name is worth the time.
        meant = " ".join(word for word in missing.words if not word.islower())
        return SearchResult(query.kind, hits, len(order) > how.limit, missing, meant)

    def rank_files(
        self, query: Query, meaning: Meaning | None, rows: NDArray[np.bool_], most: int
    ) -> NDArray[np.int64]:
        """Return rows of files by their best chunks, best first.

        Only files that `rows` marks are ranked. At most `most` chunks are looked at. Raises EncoderError when `meaning`
        does."""
        corpus = self.corpus
        if not len(self):
            return np.empty(0, np.int64)
        similar = meaning(query.text) if meaning is not None else None
        candidates = gather(corpus, query, similar.refined if similar is not None else None, rows[corpus.rows])
        used = weights.ISSUE if similar is not None else weights.ISSUE_LEXICAL
        candidates = self.add_quotes(candidates, query)
        factors = compute_factors(self.classify_files(candidates), query, used)
        ranking = rank(candidates, factors, used, compute_nearness(candidates.links), most)
        files = candidates.files[candidates.owner[ranking.order[ranking.scores > 0]]]
        _, first = np.unique(files, return_index=True)
        return np.searchsorted(corpus.present, files[np.sort(first)])

    def list_functions(self, path: str, kinds: frozenset[SymbolKind] = FUNCTIONS) -> list[SymbolRow]:
        """Return the symbols of a file that are of those kinds.

        Tests and what is inside of functions are none."""
        return _keep_functions(self._reader.list_file_symbols(path), kinds)

    def list_bodies(self, path: str) -> list[Body]:
        """Return the functions of a file.

        Of a file without a grammar they are the chunks that have a name."""
        symbols = self._reader.list_file_symbols(path)
        found = [
            Body(path, symbol, symbol.start_line, symbol.end_line) for symbol in _keep_functions(symbols, FUNCTIONS)
        ]
        if found or not symbols or symbols[0].language != TEXT_LANGUAGE:
            return found
        number = bisect_left(self._paths, path)
        rows = read_chunk_rows(self._reader, np.flatnonzero(self.corpus.files == number).tolist())
        return [Body(path, symbols[0], row.start, row.end, row.name) for row in rows if row.name]

    def rate_similar_bodies(self, bodies: Sequence[Body], similar: QuerySimilarity) -> list[float]:
        """Return how similar functions are to a text, from 0 to 1.

        A function is as similar as the most similar chunk of its lines."""
        if not len(self):
            return [0.0] * len(bodies)
        nearest = self.rate_by_chunks(bodies, similar.refined - np.median(similar.refined))
        most = max(nearest, default=0.0)
        return [max(0.0, each) / most if most > 0 else 0.0 for each in nearest]

    def rate_by_chunks(self, bodies: Sequence[Body], rates: NDArray[np.floating]) -> list[float]:
        """Return the best rate of the chunks that share a line with each function.

        `rates` are by chunk. A function without a chunk has 0."""
        numbers = {body.path: bisect_left(self._paths, body.path) for body in bodies}
        wanted = np.isin(self.corpus.files, list(numbers.values()))
        chunks: dict[int, list[ChunkRow]] = {}
        for row in read_chunk_rows(self._reader, np.flatnonzero(wanted).tolist()):
            chunks.setdefault(int(self.corpus.files[row.number]), []).append(row)
        return [
            max(
                (
                    float(rates[row.number])
                    for row in chunks.get(numbers[body.path], ())
                    if row.start <= body.end and body.start <= row.end
                ),
                default=0.0,
            )
            for body in bodies
        ]

    def list_chunks(self, numbers: Sequence[int]) -> list[ChunkRow]:
        """Return chunks by their numbers, in the order given."""
        return read_chunk_rows(self._reader, numbers)

    def mark_code(self) -> NDArray[np.bool_]:
        """Return which chunks are of files that a grammar reads."""
        return np.array([language != TEXT_LANGUAGE for language in self._languages], np.bool_)[self.corpus.files]

    def read_lines(self, path: str) -> list[str]:
        """Return the lines of a file as it is now, none where it cannot be read."""
        return self._lines(path)

    def list_places(self) -> list[Place]:
        """Return what each file is for, by number."""
        only = self.corpus.types_only
        return classify_paths(
            [File(p, self._generated[n], self._sizes[n], n in only) for n, p in enumerate(self._paths)]
        )

    def _rate_similarity(
        self, query: Query, similar: QuerySimilarity | None, chunks: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """Return how similar chunks are to a query, from 0 to 1.

        All queries share the scale."""
        if similar is not None:
            return np.clip(similar.cosines[chunks], 0.0, 1.0)
        has, whole = np.zeros(len(chunks), np.float32), 0.0
        for term, weight in query.terms.items():
            worth = weight * self.corpus.compute_rarity(term) if term not in STOP_WORDS else 0.0
            whole += worth
            has += worth * np.isin(chunks, self.corpus.lexical.find_postings(term)[0])
        return has / np.float32(whole) if whole else has

    def _place_first(
        self, query: Query, candidates: Candidates, order: NDArray[np.int64], scores: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Put the chunk with the requested line first, when one file matches."""
        end = "/" + query.paths[0]
        files = [at for at, n in enumerate(candidates.files.tolist()) if f"/{self._paths[n]}".endswith(end)]
        if len(files) != 1 or not len(order):
            return order, scores
        places = np.flatnonzero(candidates.owner == files[0])
        rows = read_chunk_rows(self._reader, candidates.chunks[places].tolist())
        holding = [at for at, row in zip(places.tolist(), rows) if row.start <= query.line <= row.end]
        if not holding:
            return order, scores
        others = order != holding[0]
        return np.append(holding[:1], order[others]), np.append(scores[:1], scores[others])

    def find_scanned(self, name: str, most: int = 3) -> list[CodeHit]:
        """Find chunks of files without a grammar that define a name.

        The name is that of a type or function; such definitions are no symbols. Raises StorageError for a damaged
        index.
        """
        last = fold_name(re.split(r"::|->|[.#/]", name.strip("`'\"() "))[-1])
        if not last:
            return []
        chunks, counts = self.corpus.lexical.find_postings(DEFINES + last)
        rows = read_chunk_rows(self._reader, chunks[counts >= Weight.FUNCTION][:most].tolist())
        symbols = self._reader.read_symbols_by_node(row.node for row in rows)
        return [self._build_hit(r, symbols[r.node], 0.0, ()) for r in rows if symbols[r.node].language == TEXT_LANGUAGE]

    def list_paths_with(self, name: str) -> frozenset[str]:
        """Return the files that have every term of a name."""
        files = np.arange(len(self._paths))
        for term in list_terms([name]):
            files = np.intersect1d(files, self.corpus.files[self.corpus.lexical.find_postings(term)[0]])
        return frozenset(self._paths[file] for file in files.tolist())

    def _has_known_words(self, query: Query) -> bool:
        """Return whether any word of the query occurs in text, names or paths."""
        postings = self.corpus.lexical.find_postings
        marks = ("", PATH)
        asked = (*query.terms, *(other for others in query.others.values() for other in others))
        if any(len(postings(mark + term)[0]) for term in asked for mark in marks):
            return True
        return any(len(postings(DEFINES + name)[0]) for name in query.joined) or (
            query.kind is QueryKind.SYMBOL and bool(self.corpus.lexical.find_terms(DEFINES + fold_name(query.names[0])))
        )

    def _contract_umlauts(self, query: Query) -> Query:
        """Return the query with `größe` for `groesse`, where only the former occurs."""
        postings = self.corpus.lexical.find_postings

        def occurs(term: str) -> bool:
            return any(len(postings(mark + term)[0]) for mark in ("", PATH))

        others = {term: contract_umlauts(term) for term in query.terms}
        found = {term: new for term, new in others.items() if new != term and not occurs(term) and occurs(new)}
        if not found:
            return query
        return query._replace(terms={found.get(term, term): weight for term, weight in query.terms.items()})

    def add_quotes(self, candidates: Candidates, query: Query) -> Candidates:
        """Return the candidates with the signal `quotes`."""
        at = find_quoting(self.corpus, candidates, query)
        if not len(at):
            return candidates
        asked = list_words(query.text)
        return self._add_shares(candidates, query, at, lambda written: share_quoted(asked, list_words(written)))

    def _add_keys(self, candidates: Candidates, query: Query) -> Candidates:
        """Return the candidates with the signal `quotes` for names of no definition."""
        alone = len(query.text.split()) == 1
        worth = 1.0 if alone else KEY_AMONG_WORDS
        for name in find_keys(self.corpus, query):
            at = find_with_all_terms(self.corpus, candidates, query, name)
            candidates = self._add_shares(
                candidates, query, at, lambda written, name=name: worth * has_name(name, written)
            )
        return candidates

    def _add_shares(
        self, candidates: Candidates, query: Query, at: NDArray[np.int64], share: Callable[[str], float]
    ) -> Candidates:
        """Return the candidates with `quotes` raised to what `share` gives.

        `share` is applied to the texts of the candidates at `at`.
        """
        shares = self.corpus.compute_shares(query)
        signals = candidates.chunk_signals.copy()
        texts: dict[str, list[str]] = {}
        for place, row in zip(at.tolist(), read_chunk_rows(self._reader, candidates.chunks[at].tolist())):
            path = self._paths[int(candidates.files[candidates.owner[place]])]
            lines = texts[path] if path in texts else texts.setdefault(path, self._lines(path))
            said = share("\n".join(lines[row.start - 1 : row.end]))
            signals[place, QUOTES] = max(signals[place, QUOTES], said * shares[candidates.chunks[place]])
        return candidates._replace(chunk_signals=signals)

    def classify_files(self, candidates: Candidates) -> list[Place]:
        numbers = candidates.files.tolist()
        only = self.corpus.types_only
        return classify_paths([File(self._paths[n], self._generated[n], self._sizes[n], n in only) for n in numbers])

    def _find_allowed(self, filters: Filters) -> NDArray[np.bool_] | None:
        """Return a mask of the chunks that pass the filters, None for all."""
        allowed: NDArray[np.bool_] | None = None
        if filters.path is not None or filters.languages:
            keep, languages = filters.path, filters.languages
            files = [
                (keep is None or keep(path)) and (not languages or language in languages)
                for path, language in zip(self._paths, self._languages)
            ]
            allowed = np.array(files, np.bool_)[self.corpus.files]
        if filters.kinds:
            of_kind = np.zeros(len(self), np.bool_)
            of_kind[find_chunks_of_kinds(self._reader, filters.kinds)] = True
            allowed = of_kind if allowed is None else allowed & of_kind
        return allowed

    def _build_hit(self, row: ChunkRow, symbol: SymbolRow, score: float, signals: tuple[SignalPart, ...]) -> CodeHit:
        return CodeHit(symbol.path, row.start, row.end, round(score, 4), symbol, row.name, signals)

    def _label(self, query: Query, hit: CodeHit) -> CodeHit:
        """Return the hit labelled with the definition in it that the query is about."""
        if hit.symbol.language == TEXT_LANGUAGE or not can_relabel(hit):
            return hit
        return label_hit(
            query, self.corpus.compute_rarity, hit, self._reader.list_symbols_between(hit.file, hit.start, hit.end)
        )

    def _list_signal_parts(
        self, candidates: Candidates, at: int, used: Weights, places: list[Place]
    ) -> tuple[SignalPart, ...]:
        found = [
            SignalPart(name, round(value, 4)) for name, value in split_score(candidates, at, used).items() if value
        ]
        found.sort(key=lambda part: -part.value)
        place = places[int(candidates.owner[at])]
        factor = used.places.get(place, 1.0)
        return (*found, SignalPart(f"× {place}", factor)) if factor != 1.0 else tuple(found)


def _keep_functions(symbols: Sequence[SymbolRow], kinds: frozenset[SymbolKind]) -> list[SymbolRow]:
    return [
        symbol
        for symbol in symbols
        if symbol.kind in kinds and not symbol.flags & (Flag.ANONYMOUS | Flag.LOCAL) and not symbol.is_test
    ]


def _build_empty(query: Query) -> SearchResult:
    """Return an empty result.

    Names close to a stop word are hardly meant, so stop words are left out of `meant`.
    """
    said = query.text.split()
    return SearchResult(
        query.kind, [], False, meant=" ".join(w for w in said if len(said) == 1 or w.lower() not in STOP_WORDS)
    )


def _put_quotes_first(
    candidates: Candidates, factors: NDArray[np.float32], order: NDArray[np.int64], scores: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Move the code that contains a whole message of the query to the front.

    The message comes from there, whatever else its words may be about. Text that occurs in many places is not
    informative.
    """
    quoting = np.flatnonzero((candidates.chunk_signals[:, QUOTES] >= 1.0) & (factors[candidates.owner] == 1.0))
    if not 0 < len(quoting) <= QUOTED_AT_MOST or not len(order):
        return order, scores
    at = {place: rank for rank, place in enumerate(order.tolist())}
    first = np.array(sorted(quoting.tolist(), key=lambda place: at.get(place, len(at))), np.int64)
    others = ~np.isin(order, first)
    best = np.full(len(first), scores[0], np.float32)
    return np.append(first, order[others]), np.append(best, scores[others])


def _has_similar(similar: QuerySimilarity | None) -> bool:
    """Return whether any chunk is semantically close to the query.

    This is asked for queries whose words do not occur.
    """
    if similar is None or not similar.understood:
        return False
    return float(similar.cosines.max(initial=0.0)) >= ALIKE


def choose_weights(kind: QueryKind, *, vectors: bool) -> Weights:
    """Return the weights for a kind of query.

    Errors, code and paths are ranked like questions: the names in them make the difference.
    """
    if kind is QueryKind.SYMBOL:
        return weights.SYMBOL if vectors else weights.SYMBOL_LEXICAL
    if kind is QueryKind.PATH:
        return weights.PATH
    return weights.QUESTION if vectors else weights.QUESTION_LEXICAL
