"""One query against one generation: gather signals, rank, and say which lines answer."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.answers import Absent, CodeHit, SignalPart, SymbolRow
from codegraph.embed.marks import DEFINES, PATH, Weight, folded
from codegraph.embed.terms import contracted, terms
from codegraph.search import weights
from codegraph.search.absent import absent
from codegraph.search.bodies import Body
from codegraph.search.fusion import Weights, factors_of, nearness, parts, rank
from codegraph.search.places import File, Place, places_of
from codegraph.search.query import STOP_WORDS, Query, QueryKind, understand
from codegraph.search.quoted import having_all, keys, possible, says, share_quoted, words_in_row
from codegraph.search.signals import ECHO, QUOTES, Candidates, Corpus, gather
from codegraph.search.telling import CALLED, FUNCTIONS, called, several
from codegraph.store.chunks import ChunkRow, chunk_rows, file_marks, of_kinds
from codegraph.store.lexical import LexicalIndex
from codegraph.store.reader import Reader
from codegraph.store.schema import TEXT_LANGUAGE
from codegraph_parsers.facts import Flag, SymbolKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codegraph.search.meaning import Similar

    Meaning = Callable[[str], Similar]
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
    """What may be answered with. `path` decides by file, empty tuples mean all."""

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


class Found(NamedTuple):
    """`more`: the limit left some out; `absent`: what of the query is nowhere, though something was found; `meant`:
    words of the query that may be misspelt names."""

    kind: QueryKind
    hits: list[CodeHit]
    more: bool
    absent: Absent = Absent()
    meant: str = ""


class CodeSearch:
    """Keeps what queries of one generation share. Opening reads the paths of files; the first query maps the index."""

    def __init__(self, reader: Reader, lines: Lines) -> None:
        self._reader = reader
        self._lines = lines
        self._paths, self._languages, self._generated = file_marks(reader)
        self.corpus = Corpus(LexicalIndex(reader.folder.generation(reader.generation), reader.numbering), self._paths)
        self._sizes: list[int] = np.bincount(self.corpus.files, minlength=len(self._paths)).tolist()

    def __len__(self) -> int:
        """Chunks."""
        return len(self.corpus)

    def search(self, text: str, how: How, meaning: Meaning | None = None) -> Found:
        """The best chunks, those of different files first where they are near each other.

        Raises EncoderError when `meaning` does, StorageError for a damaged index."""
        query = understand(text)
        if not query.terms and not query.names and not query.paths:
            return _nothing(query)
        query = self._contracted(query)._replace(wants_tests=how.tests or query.wants_tests)
        similar = meaning(query.text) if meaning is not None and len(self) else None
        if not self._known(query) and not _alike(similar):
            return _nothing(query)
        candidates = gather(
            self.corpus, query, similar.refined if similar is not None else None, self._allowed(how.filters)
        )
        used = how.weights or weights_of(query.kind, vectors=similar is not None)
        if used.chunk[QUOTES]:
            candidates = self.with_quotes(candidates, query)
        candidates = self._with_keys(candidates, query)
        if query.kind is QueryKind.SYMBOL and how.weights is None and candidates.chunk_signals[:, QUOTES].any():
            used = weights_of(QueryKind.QUESTION, vectors=similar is not None)  # nothing is called so
        places = self.places(candidates)
        factors = factors_of(places, query, used)
        near = nearness(candidates.links)
        if similar is not None and similar.vectors is not None and used.chunk[ECHO]:
            from codegraph.search.meaning import HEAD, echoed

            first = rank(candidates, factors, used, near, HEAD)
            candidates = echoed(candidates, first.order, similar.vectors)
        ranking = rank(candidates, factors, used, near, how.limit + 1)
        order, scores = ranking.order, ranking.scores
        spoken = scores > 0
        order, scores = order[spoken], scores[spoken]
        if query.line:
            order, scores = self._place_first(query, candidates, order, scores)
        elif query.kind is not QueryKind.SNIPPET:
            order, scores = _quoting_first(candidates, factors, order, scores)
        chosen = order[: how.limit].tolist()
        rows = chunk_rows(self._reader, candidates.chunks[chosen].tolist())
        symbols = self._reader.symbols_by_node(row.node for row in rows)
        hits = [
            self._hit(
                row, symbols[row.node], float(score), self._parts(candidates, at, used, places) if how.explain else ()
            )
            for at, row, score in zip(chosen, rows, scores.tolist())
        ]
        near = self._rate_similarity(query, similar, candidates.chunks[chosen])
        hits = [hit._replace(similarity=round(value, 4)) for hit, value in zip(hits, near.tolist())]
        if not how.filters.kinds:
            hits[:CALLED] = [self._called(query, hit) for hit in hits[:CALLED]]
        knows = similar.knows if similar is not None else None
        if not hits:
            return _nothing(query)
        missing = absent(self.corpus.lexical, query, knows, alike=_alike(similar))
        # What looks like a plain word is any: only a misspelt name is worth the time.
        meant = " ".join(word for word in missing.words if not word.islower())
        return Found(query.kind, hits, len(order) > how.limit, missing, meant)

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
        candidates = self.with_quotes(candidates, query)
        factors = factors_of(self.places(candidates), query, used)
        ranking = rank(candidates, factors, used, nearness(candidates.links), most)
        files = candidates.files[candidates.owner[ranking.order[ranking.scores > 0]]]
        _, first = np.unique(files, return_index=True)
        return np.searchsorted(corpus.present, files[np.sort(first)])

    def list_functions(self, path: str, kinds: frozenset[SymbolKind] = FUNCTIONS) -> list[SymbolRow]:
        """Return the symbols of a file that are of those kinds.

        Tests and what is inside of functions are none."""
        return _keep_functions(self._reader.file_symbols(path), kinds)

    def list_bodies(self, path: str) -> list[Body]:
        """Return the functions of a file.

        Of a file without a grammar they are the chunks that have a name."""
        symbols = self._reader.file_symbols(path)
        found = [
            Body(path, symbol, symbol.start_line, symbol.end_line) for symbol in _keep_functions(symbols, FUNCTIONS)
        ]
        if found or not symbols or symbols[0].language != TEXT_LANGUAGE:
            return found
        number = bisect_left(self._paths, path)
        rows = chunk_rows(self._reader, np.flatnonzero(self.corpus.files == number).tolist())
        return [Body(path, symbols[0], row.start, row.end, row.name) for row in rows if row.name]

    def rate_similar_bodies(self, bodies: Sequence[Body], similar: Similar) -> list[float]:
        """Return how similar functions are to a text, from 0 to 1.

        A function is as similar as the most similar chunk of its lines."""
        numbers = {body.path: bisect_left(self._paths, body.path) for body in bodies}
        wanted = np.isin(self.corpus.files, list(numbers.values()))
        if not wanted.any():
            return [0.0] * len(bodies)
        chunks: dict[int, list[ChunkRow]] = {}
        for row in chunk_rows(self._reader, np.flatnonzero(wanted).tolist()):
            chunks.setdefault(int(self.corpus.files[row.number]), []).append(row)
        middle = float(np.median(similar.refined))
        nearest = [
            max(
                (
                    float(similar.refined[row.number]) - middle
                    for row in chunks.get(numbers[body.path], ())
                    if row.start <= body.end and body.start <= row.end
                ),
                default=0.0,
            )
            for body in bodies
        ]
        most = max(nearest, default=0.0)
        return [max(0.0, each) / most if most > 0 else 0.0 for each in nearest]

    def list_chunks(self, numbers: Sequence[int]) -> list[ChunkRow]:
        """Return chunks by their numbers, in the order given."""
        return chunk_rows(self._reader, numbers)

    def mark_code(self) -> NDArray[np.bool_]:
        """Return which chunks are of files that a grammar reads."""
        return np.array([language != TEXT_LANGUAGE for language in self._languages], np.bool_)[self.corpus.files]

    def read_lines(self, path: str) -> list[str]:
        """Return the lines of a file as it is now, none where it cannot be read."""
        return self._lines(path)

    def list_places(self) -> list[Place]:
        """Return what each file is for, by number."""
        only = self.corpus.types_only
        return places_of([File(p, self._generated[n], self._sizes[n], n in only) for n, p in enumerate(self._paths)])

    def _rate_similarity(self, query: Query, similar: Similar | None, chunks: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return how similar chunks are to a query, from 0 to 1.

        All queries share the scale."""
        if similar is not None:
            return np.clip(similar.cosines[chunks], 0.0, 1.0)
        has, whole = np.zeros(len(chunks), np.float32), 0.0
        for term, weight in query.terms.items():
            worth = weight * self.corpus.rarity(term) if term not in STOP_WORDS else 0.0
            whole += worth
            has += worth * np.isin(chunks, self.corpus.lexical.postings(term)[0])
        return has / np.float32(whole) if whole else has

    def _place_first(
        self, query: Query, candidates: Candidates, order: NDArray[np.int64], scores: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The ranking with the chunk that holds the line asked for at its head, where one file is meant."""
        end = "/" + query.paths[0]
        files = [at for at, n in enumerate(candidates.files.tolist()) if f"/{self._paths[n]}".endswith(end)]
        if len(files) != 1 or not len(order):
            return order, scores
        places = np.flatnonzero(candidates.owner == files[0])
        rows = chunk_rows(self._reader, candidates.chunks[places].tolist())
        holding = [at for at, row in zip(places.tolist(), rows) if row.start <= query.line <= row.end]
        if not holding:
            return order, scores
        others = order != holding[0]
        return np.append(holding[:1], order[others]), np.append(scores[:1], scores[others])

    def scanned(self, name: str, most: int = 3) -> list[CodeHit]:
        """Chunks of files without a grammar that define a type or function of that name; StorageError for a damaged
        index. Their definitions are no symbols."""
        last = folded(re.split(r"::|->|[.#/]", name.strip("`'\"() "))[-1])
        if not last:
            return []
        chunks, counts = self.corpus.lexical.postings(DEFINES + last)
        rows = chunk_rows(self._reader, chunks[counts >= Weight.FUNCTION][:most].tolist())
        symbols = self._reader.symbols_by_node(row.node for row in rows)
        return [self._hit(r, symbols[r.node], 0.0, ()) for r in rows if symbols[r.node].language == TEXT_LANGUAGE]

    def list_paths_with(self, name: str) -> frozenset[str]:
        """Return the files that have every term of a name."""
        files = np.arange(len(self._paths))
        for term in terms([name]):
            files = np.intersect1d(files, self.corpus.files[self.corpus.lexical.postings(term)[0]])
        return frozenset(self._paths[file] for file in files.tolist())

    def _known(self, query: Query) -> bool:
        """Whether any word of the query occurs anywhere: in text, names or paths."""
        postings = self.corpus.lexical.postings
        marks = ("", PATH)
        asked = (*query.terms, *(other for others in query.others.values() for other in others))
        if any(len(postings(mark + term)[0]) for term in asked for mark in marks):
            return True
        return any(len(postings(DEFINES + name)[0]) for name in query.joined) or (
            query.kind is QueryKind.SYMBOL and bool(self.corpus.lexical.starting(DEFINES + folded(query.names[0])))
        )

    def _contracted(self, query: Query) -> Query:
        """The query with `größe` for `groesse`, where only the former occurs."""
        postings = self.corpus.lexical.postings

        def occurs(term: str) -> bool:
            return any(len(postings(mark + term)[0]) for mark in ("", PATH))

        others = {term: contracted(term) for term in query.terms}
        found = {term: new for term, new in others.items() if new != term and not occurs(term) and occurs(new)}
        if not found:
            return query
        return query._replace(terms={found.get(term, term): weight for term, weight in query.terms.items()})

    def with_quotes(self, candidates: Candidates, query: Query) -> Candidates:
        """The candidates with the signal `quotes`."""
        at = possible(self.corpus, candidates, query)
        if not len(at):
            return candidates
        asked = words_in_row(query.text)
        return self._quoting(candidates, query, at, lambda written: share_quoted(asked, words_in_row(written)))

    def _with_keys(self, candidates: Candidates, query: Query) -> Candidates:
        """The candidates with the signal `quotes` for names that no code is called by."""
        alone = len(query.text.split()) == 1
        worth = 1.0 if alone else KEY_AMONG_WORDS
        for name in keys(self.corpus, query):
            at = having_all(self.corpus, candidates, query, name)
            candidates = self._quoting(candidates, query, at, lambda written, name=name: worth * says(name, written))
        return candidates

    def _quoting(
        self, candidates: Candidates, query: Query, at: NDArray[np.int64], share: Callable[[str], float]
    ) -> Candidates:
        """The candidates with what `share` says of the text of those at `at`."""
        shares = self.corpus.shares(query)
        signals = candidates.chunk_signals.copy()
        texts: dict[str, list[str]] = {}
        for place, row in zip(at.tolist(), chunk_rows(self._reader, candidates.chunks[at].tolist())):
            path = self._paths[int(candidates.files[candidates.owner[place]])]
            lines = texts[path] if path in texts else texts.setdefault(path, self._lines(path))
            said = share("\n".join(lines[row.start - 1 : row.end]))
            signals[place, QUOTES] = max(signals[place, QUOTES], said * shares[candidates.chunks[place]])
        return candidates._replace(chunk_signals=signals)

    def places(self, candidates: Candidates) -> list[Place]:
        numbers = candidates.files.tolist()
        only = self.corpus.types_only
        return places_of([File(self._paths[n], self._generated[n], self._sizes[n], n in only) for n in numbers])

    def _allowed(self, filters: Filters) -> NDArray[np.bool_] | None:
        """Chunks that pass the filters, None for all."""
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
            of_kind[of_kinds(self._reader, filters.kinds)] = True
            allowed = of_kind if allowed is None else allowed & of_kind
        return allowed

    def _hit(self, row: ChunkRow, symbol: SymbolRow, score: float, signals: tuple[SignalPart, ...]) -> CodeHit:
        return CodeHit(symbol.path, row.start, row.end, round(score, 4), symbol, row.name, signals)

    def _called(self, query: Query, hit: CodeHit) -> CodeHit:
        """The hit under the name of the definition in it that the query speaks of."""
        if hit.symbol.language == TEXT_LANGUAGE or not several(hit):
            return hit
        return called(query, self.corpus.rarity, hit, self._reader.symbols_between(hit.file, hit.start, hit.end))

    def _parts(self, candidates: Candidates, at: int, used: Weights, places: list[Place]) -> tuple[SignalPart, ...]:
        found = [SignalPart(name, round(value, 4)) for name, value in parts(candidates, at, used).items() if value]
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


def _nothing(query: Query) -> Found:
    """Nothing found. What is near to a word that is in every sentence was hardly meant."""
    said = query.text.split()
    return Found(
        query.kind, [], False, meant=" ".join(w for w in said if len(said) == 1 or w.lower() not in STOP_WORDS)
    )


def _quoting_first(
    candidates: Candidates, factors: NDArray[np.float32], order: NDArray[np.int64], scores: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The ranking with the code at its head in which a whole message of the query stands: it comes from there, whatever
    else its words may be about. What stands in many places tells nothing."""
    quoting = np.flatnonzero((candidates.chunk_signals[:, QUOTES] >= 1.0) & (factors[candidates.owner] == 1.0))
    if not 0 < len(quoting) <= QUOTED_AT_MOST or not len(order):
        return order, scores
    at = {place: rank for rank, place in enumerate(order.tolist())}
    first = np.array(sorted(quoting.tolist(), key=lambda place: at.get(place, len(at))), np.int64)
    others = ~np.isin(order, first)
    best = np.full(len(first), scores[0], np.float32)
    return np.append(first, order[others]), np.append(best, scores[others])


def _alike(similar: Similar | None) -> bool:
    """Whether any chunk means what a query says whose words it does not have."""
    if similar is None or not similar.understood:
        return False
    return float(similar.cosines.max(initial=0.0)) >= ALIKE


def weights_of(kind: QueryKind, *, vectors: bool) -> Weights:
    """Errors, code and paths are asked about like questions: what tells them apart is which names they spell."""
    if kind is QueryKind.SYMBOL:
        return weights.SYMBOL if vectors else weights.SYMBOL_LEXICAL
    if kind is QueryKind.PATH:
        return weights.PATH
    return weights.QUESTION if vectors else weights.QUESTION_LEXICAL
