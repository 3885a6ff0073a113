"""Recall: from a question to the memories that answer it.

1. Everything that the filter admits is matched by words and by meaning, before any cut. 2. Candidates are the best of
both together, memories anchored to the code asked about, and memories linked to the best of these. 3. Nine signals are
computed for each; their weighted sum is its score. 4. A memory whose code changed is marked and ranks lower.

Nothing here writes: being scored is not a use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codegraph.embed.encoder import Encoder
from codegraph.errors import InvalidError
from codegraph.memory.anchors.anchor_state import AnchorState, Judge, compute_factor
from codegraph.memory.anchors.prose_mentions import MentionKind
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import NEVER, Anchor, Filter, Link, Memory, MemoryKind, Relationship, Weights
from codegraph.memory.recall.amendments import place_amendments
from codegraph.memory.recall.corpus import Corpus, is_turn
from codegraph.memory.recall.corpus_table import SharedVectors
from codegraph.memory.recall.expansion import Hop, expand, find_bridges
from codegraph.memory.recall.followups import find_continuations, find_outdated
from codegraph.memory.recall.interrogatives import find_speaker, is_only_questions
from codegraph.memory.recall.list_questions import compute_list_signals, is_listed, is_whole_repository, parse_listing
from codegraph.memory.recall.matching import Matches, compute_cosines, match
from codegraph.memory.recall.missing_terms import explain_missing
from codegraph.memory.recall.question import Question, understand
from codegraph.memory.recall.request import MOST_RESULTS, Nearby, RecallRequest, RecallResult, Recollection, Source
from codegraph.memory.recall.signals import (
    Location,
    Signals,
    compute_recency,
    compute_scope,
    compute_tag_overlap,
    normalize_weights,
    score,
    weigh_varying,
)
from codegraph.memory.recall.strength import Strengths
from codegraph.memory.recall.temporal import score_time
from codegraph.memory.recall.temporal_rerank import is_about_now, order_now, order_then, put_statements_first
from codegraph.store.memory.reader import Reader, is_named

POOL: Final = 50
"""Candidates by words and meaning at least; five times the limit where that is more."""

GATE: Final = 0.25
"""A candidate that shares less than this part of the best candidate's relevance is not returned, however central,
recent or important it is."""

CLOSE: Final = 0.5
"""From this weight on, what is anchored around what is asked about is returned whatever the question is."""

HIT: Final = 0.4
"""From this part of the best relevance on a memory is a hit of its own, from which bridges start."""

COSINE_FLOOR: Final = 0.15
"""Less than this is what any two texts have in common."""

MEANING_FLOOR: Final = 0.22
"""Less than this says nothing of a memory that shares no word with the question, nor its session one. With the shipped
encoder, of 24 questions about nothing in short notes 5 find one, instead of 13; of 16 in other words than their notes,
5 of the 7 that are found by meaning alone still are."""

LINKED: Final = 0.2
"""Share of the words of the best linked memory in `token_overlap`."""

BRIDGES: Final = 2
"""Bridges that join an answer at most."""

QUANTISED: Final = 0.05
"""What eight bits a component may take from a cosine at most, with room to spare."""

CONTINUED: Final = 5
"""Answers that are looked at for what was told of them next."""

NEWEST: Final = 3
"""Memories that are named where none answers."""

LISTED: Final = 5_000
"""The newest memories, of which a list shows what is most important as well."""

TRACED: Final = 300
"""Memories with anchors whose code is looked for under a new name, the newest first."""

JUDGED: Final = 3
"""Times the limit: how many of the best have their anchors looked at before the cut."""


@dataclass(slots=True)
class Pool:
    """Candidates of a question with their data."""

    question: Question
    request: RecallRequest
    now: int
    located: Location | None
    allowed: NDArray[np.bool_]  # by place
    matches: Matches
    relevance: NDArray[np.float64]  # by place, 1 for the best
    place: Callable[[int], int | None]  # of a row
    memories: dict[int, Memory] = field(default_factory=dict)  # by row
    anchors: Mapping[int, tuple[Anchor, ...]] = field(default_factory=dict)
    sources: dict[int, list[Source]] = field(default_factory=dict)
    paths: dict[int, tuple[Hop, ...]] = field(default_factory=dict)
    nearby: dict[int, float] = field(default_factory=dict)  # weights, by row, of what is around what is asked about
    signals: dict[int, Signals] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[int, float] = field(default_factory=dict)  # by row, of those whose score is not the sum alone
    order: list[int] = field(default_factory=list)  # rows by score
    texts: Mapping[int, int] = field(default_factory=dict)  # rows of facts, each with that of the text it was read from


@dataclass(frozen=True, slots=True)
class MatchedMemories:
    """Every memory that passes a filter, matched with a question.

    It has the row of each place.
    """

    rows: NDArray[np.int64]
    matches: Matches
    question: Question


class Recaller:
    """Recall for one home folder.

    Keep the object: it reuses what it has read, and brings it up to date at each call.
    """

    def __init__(self, engine: MemoryEngine, encoder: Encoder, vectors_uri: str = "") -> None:
        self._engine = engine
        self._encoder = encoder
        self._corpus = Corpus(engine.home, encoder)
        self.shared = SharedVectors(engine, self._corpus, encoder.identity, vectors_uri)
        self._strengths, self._ranked_in = Strengths(engine.home), 0

    def recall(self, request: RecallRequest, judge: Judge | None = None) -> Recollection:
        """Return the best answers, best first.

        A request for a list gets the newest and most important memories.
        """
        if is_whole_repository(request.about):
            request = replace(request, about=())
        listed = self._list_memories(request, judge)
        if listed is not None:
            return listed
        pool = self.pool(request, moved=self._find_moved(request, judge))
        chosen = choose_rows(pool)
        stated = demote_derived_facts(pool, self._order_by_time(pool, judge_candidates(pool, chosen, judge)))
        results = self._place_amendments(pool, stated, judge)
        missing = explain_missing(request.query, (result.memory.body.content for result in results))
        warnings = tuple(filter(None, (self.shared.problem, missing)))
        newest = () if results else tuple(self._find_passing(request, pool.now, NEWEST))
        return Recollection(
            tuple(results), pool.weights, len(pool.order), int(pool.allowed.sum()), warnings, newest, pool.matches.level
        )

    def _list_memories(self, request: RecallRequest, judge: Judge | None) -> Recollection | None:
        """Return the list that a request asks for.

        The result is None for a question that asks for no list, and for a list that would be empty.
        """
        now = request.now or self._engine.clock()
        wanted = None if request.about else parse_listing(request.query, now)
        if wanted is None:
            return None
        _check(request)
        found = [memory for memory in self._find_passing(request, now, LISTED) if is_listed(memory, wanted)]
        if not found and request.query.strip():
            return None
        with self._engine.read() as reader:
            weights = normalize_weights(request.weights or reader.read_weights(), located=False)
            signals = {memory.row: compute_list_signals(memory, now) for memory in found}
            found.sort(key=lambda m: (-score(signals[m.row], weights), -m.created_at, -m.row))
            anchors = reader.read_anchors([memory.row for memory in found[: request.limit]])
        results: list[RecallResult] = []
        for memory in found[: request.limit]:
            reports = tuple(judge.judge(anchors.get(memory.row, ()))) if judge is not None else ()
            one = score(signals[memory.row], weights)
            results.append(RecallResult(memory, one, signals[memory.row], (Source.LISTED,), (), reports))
        with self._engine.read() as reader:
            links = reader.list_links_of([result.memory.id for result in results])
        return Recollection(tuple(place_amendments(results, links, {})), weights, len(found), len(found))

    def _find_passing(self, request: RecallRequest, now: int, most: int) -> list[Memory]:
        """Return the newest memories that pass the filter of a request.

        They are valid at its time.
        """
        with self._engine.read() as reader:
            self._corpus.sync(reader)
            passing = self._corpus.apply_filter(request.filter, reader) & self._mask_visible(request, now)
            columns = self._corpus.layout.columns
            newest = np.flatnonzero(passing)
            newest = newest[np.lexsort((-columns.rows[newest], -columns.created[newest]))][:most]
            return list(reader.read_by_rows(columns.rows[newest].tolist()).values())

    def _find_moved(self, request: RecallRequest, judge: Judge | None) -> list[int]:
        """Return the rows of memories of code that was renamed.

        The code now has one of the names in `about`, and had another one before.
        """
        if judge is None or not request.about:
            return []
        with self._engine.read() as reader:
            rows = reader.select_rows(request.filter)
            anchors = reader.read_anchors(rows)
        found: list[int] = []
        for row in sorted(anchors, reverse=True)[:TRACED]:
            now = [report.now for report in judge.judge(anchors[row]) if report.state is AnchorState.MOVED]
            if any(is_named(name, place) for name in request.about for place in now):
                found.append(row)
        return found

    def _place_amendments(self, pool: Pool, found: list[RecallResult], judge: Judge | None) -> list[RecallResult]:
        """Return the answers with amendments before what they amend.

        The answers to a question about the past keep their order.
        """
        now = is_about_now(pool.question, expired=pool.request.expired)
        with self._engine.read() as reader:
            links = reader.list_links_of([result.memory.id for result in found])
            if not links:
                return found
            known = {result.memory.id for result in found}
            more = reader.read_by_ids({x.source for x in links if x.is_amendment and x.source not in known})
            others = {id: memory for id, memory in more.items() if self._is_allowed(pool, memory)}
            anchors = reader.read_anchors([memory.row for memory in others.values()])
        placed = place_amendments(found, links, others, reorder=now)[: pool.request.limit]
        if judge is None:
            return placed
        return [
            replace(one, anchors=tuple(judge.judge(anchors.get(one.memory.row, ()))))
            if one.memory.id in others
            else one
            for one in placed
        ]

    def _order_by_time(self, pool: Pool, found: list[RecallResult]) -> list[RecallResult]:
        """Return the answers in the order of the time that is asked about.

        A memory that states something comes before one that only asks.
        """
        request = pool.request
        found = put_statements_first(found, pool.question)
        if not found or not is_about_now(pool.question, expired=request.expired):
            return order_then(found, pool.question, pool.now)
        with self._engine.read() as reader:
            memories, terms = [result.memory for result in found], pool.question.terms
            over = find_outdated(reader, memories, request.filter.namespaces, pool.now, terms)
            by = reader.read_by_ids({id for one in over.values() for id in one.by})
            next_told = find_continuations(reader, memories[:CONTINUED], terms, pool.question.text)
        later = {id: memory for id, memory in by.items() if self._is_allowed(pool, memory)}
        changed = {id: memory for id, memory in next_told.items() if self._is_allowed(pool, memory)}
        return order_now(found, over, later, pool.question, request.limit, pool.now, changed)

    def close(self) -> None:
        """Close the database. The next question opens it again."""
        self._engine.close()

    @property
    def encoder(self) -> Encoder:
        return self._encoder

    @property
    def dimension(self) -> int:
        """Dimension of the vectors of memories, and so of questions."""
        return self._corpus.dimension

    def open_reader(self) -> AbstractContextManager[Reader]:
        return self._engine.read()

    def match_all(self, query: str, wanted: Filter, vector: Sequence[float] = ()) -> MatchedMemories:
        """Match everything that passes a filter, by words and meaning, whatever its time.

        A `vector` of the question is used instead of the encoder's.
        """
        question = understand(query, self._engine.clock())
        meant = np.array(vector, dtype=np.float32) if vector else self._corpus.encode(question.core)
        with self._engine.read() as reader:
            self._corpus.sync(reader)
            allowed = self._corpus.apply_filter(wanted, reader)
            matches = match(self._corpus, question, meant, allowed)
        return MatchedMemories(self._corpus.layout.columns.rows, matches, question)

    def find_similar(self, reader: Reader, text: str, wanted: Filter, least: float) -> list[tuple[Memory, float]]:
        """Return the memories whose content is close to a text, closest first.

        Each has its cosine. The cosine is at least `least`. `reader` must have written nothing yet.
        """
        self._corpus.sync(reader)
        vector = self._corpus.encode(text)
        near = compute_cosines(self._corpus, vector, self._corpus.apply_filter(wanted, reader))
        rows = self._corpus.layout.columns.rows
        # The corpus keeps eight bits a component: it finds the candidates, and their texts decide.
        places = _select_best(np.where(near >= least - QUANTISED, near, 0.0), POOL)
        found = list(reader.read_by_rows(int(rows[place]) for place in places).values())
        if not found:
            return []
        exact = self._encoder.encode([m.body.content for m in found]) @ vector
        close = [(m, float(cosine)) for m, cosine in zip(found, exact) if cosine >= least]
        return sorted(close, key=lambda pair: (-pair[1], pair[0].row))

    def pool(self, request: RecallRequest, also: Sequence[int] = (), moved: Sequence[int] = ()) -> Pool:
        """Return the candidates with their signals, in order.

        `also` are rows to score whether or not they are candidates. `moved` are rows of memories that are anchored to
        the code asked about under an earlier name.
        """
        _check(request)
        now = request.now or self._engine.clock()
        question = understand(request.query, now)
        vector = self._corpus.encode(question.core)
        if not question.terms:
            vector = np.zeros_like(vector)  # `?` and `the` are about nothing, whatever they are near to
        with self._engine.read() as reader:
            self._corpus.sync(reader)
            allowed = self._corpus.apply_filter(request.filter, reader) & self._mask_visible(request, now)
            nearest = self.shared.find_nearest(
                reader, vector, request.filter, now, expired=request.expired, present=not request.now
            )
            window = request.profile.choose_scoring(request.per_session).window
            matches = match(self._corpus, question, vector, allowed, nearest, window)
            pool = self._collect_candidates(reader, request, question, now, allowed, matches, moved)
            self._score(reader, pool, also)
        self.shared.update()
        return pool

    def refresh(self) -> int:
        """Read what happened since the last question.

        Return the number of memories.
        """
        with self._engine.read() as reader:
            self._corpus.sync(reader)
        return int(self._corpus.layout.live.sum())

    def _mask_visible(self, request: RecallRequest, now: int) -> NDArray[np.bool_]:
        """Return the mask of the memories that were recorded and true at a time.

        Memories whose validity has ended are included when the request asks for expired ones. A request for the present
        sees everything ever recorded: a time of recording later than now means that the clock was set back.
        """
        c = self._corpus.layout.columns
        then = now if request.now else np.maximum(c.created, now)
        seen = (c.created <= then) & ((c.valid_from == NEVER) | (c.valid_from <= then))
        if not request.expired:
            seen &= (c.valid_to == NEVER) | (c.valid_to > then)
        return seen

    def _collect_candidates(
        self,
        reader: Reader,
        request: RecallRequest,
        question: Question,
        now: int,
        allowed: NDArray[np.bool_],
        matches: Matches,
        moved: Sequence[int],
    ) -> Pool:
        layout = self._corpus.layout
        words = request.profile.choose_scoring(request.per_session).words
        relevance = words * matches.overlap + (1 - words) * matches.cosine
        best = float(relevance.max(initial=0.0))
        if best > 0:
            relevance = relevance / best
        worded = (matches.own > 0) | (matches.near > 0)
        least = np.where(worded | (matches.session > 0), COSINE_FLOOR, MEANING_FLOOR)
        meant = matches.cosine >= least
        related = allowed & (worded | meant)
        sources: dict[int, list[Source]] = {}
        for place in _select_best(np.where(related, relevance, 0.0), max(POOL, 5 * request.limit)):
            row = int(layout.columns.rows[place])
            sources[row] = [Source.WORDS] if matches.own[place] > 0 or matches.near[place] > 0 else []
            if meant[place]:
                sources[row].append(Source.MEANING)
        about = [*request.about, *(m.text for m in question.mentions if m.kind is not MentionKind.COMMIT)]
        for row in dict.fromkeys((*_find_anchored(reader, about), *moved)):
            place = layout.find_place(row)
            if place is not None and allowed[place]:
                sources.setdefault(row, []).append(Source.ANCHOR)
        nearby = _find_nearby(reader, request.nearby)
        for row in nearby:
            place = layout.find_place(row)
            if place is not None and allowed[place]:
                sources.setdefault(row, []).append(Source.NEARBY)
        pool = Pool(
            question,
            request,
            now,
            _resolve_location(request),
            allowed,
            matches,
            relevance,
            cache(layout.find_place),
            sources=sources,
        )
        pool.nearby = nearby
        pool.memories = reader.read_by_rows(sources)
        self._expand(reader, pool)
        return pool

    def _expand(self, reader: Reader, pool: Pool) -> None:
        seeds = [pool.memories[row] for row in sorted(pool.sources, key=lambda r: (-_get_relevance(pool, r), r))]
        ways = expand(reader, seeds, pool.request.depth)
        joined = reader.read_by_ids(ways)
        for id, memory in joined.items():
            if memory.row not in pool.sources and self._is_allowed(pool, memory):
                pool.sources[memory.row] = [Source.LINK]
                pool.paths[memory.row] = ways[id]
                pool.memories[memory.row] = memory
        if not pool.request.bridges:
            return
        known = {memory.id for row, memory in pool.memories.items() if _get_relevance(pool, row) >= HIT}
        crossed = find_bridges(reader, [seed for seed in seeds if seed.id in known], known)
        for id, memory in reader.read_by_ids(crossed).items():
            if self._is_allowed(pool, memory):
                pool.sources.setdefault(memory.row, []).append(Source.BRIDGE)
                pool.paths[memory.row] = crossed[id]
                pool.memories[memory.row] = memory

    def _is_allowed(self, pool: Pool, memory: Memory) -> bool:
        place = pool.place(memory.row)
        return place is not None and bool(pool.allowed[place])

    def _score(self, reader: Reader, pool: Pool, also: Sequence[int]) -> None:
        pool.memories.update(reader.read_by_rows([row for row in also if row not in pool.memories]))
        pool.anchors = reader.read_anchors(pool.memories)
        speakers = _find_speakers(pool)
        by_id = {memory.id: row for row, memory in pool.memories.items()}
        links = reader.list_links_of(by_id)
        near = _compute_linked_overlap(pool, by_id, links)
        pool.texts = _find_source_texts(pool, by_id, links)
        tied = {end for link in links for end in (link.source, link.target)}
        for row, memory in pool.memories.items():
            place = pool.place(row)
            overlap = 0.0 if place is None else float(pool.matches.overlap[place])
            pool.signals[row] = Signals(
                vector_similarity=0.0 if place is None else min(1.0, float(pool.matches.cosine[place])),
                graph_strength=self._compute_strength(reader, memory) * _weigh_centrality(pool, row)
                if row in pool.anchors or memory.id in tied
                else 0.0,
                token_overlap=min(1.0, overlap + near.get(memory.id, 0.0)),
                temporal=score_time(memory, pool.question.times),
                tag_matching=max(compute_tag_overlap(memory.body.tags, pool.question), speakers.get(row, 0.0)),
                importance=memory.body.importance,
                confidence=memory.body.confidence,
                recency=compute_recency(memory, pool.now),
                scope=max(compute_scope(memory, pool.anchors.get(row, ()), pool.located), pool.nearby.get(row, 0.0)),
            )
        profile = pool.request.profile
        given = pool.request.weights or _choose_weights(reader.read_weights(), pool.request)
        pool.weights = normalize_weights(given, located=pool.located is not None)
        there = [row for row in pool.sources if row in pool.signals]
        if profile.renormalised:
            pool.weights = weigh_varying(pool.weights, [pool.signals[row] for row in there])
        if profile.asking < 1 and pool.request.per_session != 1:
            pool.factors = {
                r: profile.asking for r, m in pool.memories.items() if is_turn(m) and is_only_questions(m.body.content)
            }
        scores = {row: score(pool.signals[row], pool.weights) * _find_factor(pool, row) for row in there}
        pool.order = sorted(there, key=lambda r: (-scores[r], r))

    def _compute_strength(self, reader: Reader, memory: Memory) -> float:
        if self._ranked_in != self._corpus.restarts:
            self._strengths, self._ranked_in = Strengths(self._engine.home), self._corpus.restarts
        changed = self._corpus.ties.get(memory.namespace, 0)
        return self._strengths.compute_strength(reader, memory.namespace, changed, self._corpus.last, memory.id)


def _find_source_texts(pool: Pool, by_id: Mapping[str, int], links: Sequence[Link]) -> dict[int, int]:
    """Return the rows of derived facts among the candidates.

    Each comes with the row of the text that the fact was read from.
    """
    return {
        by_id[link.source]: by_id[link.target]
        for link in links
        if link.relationship is Relationship.DERIVED_FROM
        and link.source in by_id
        and link.target in by_id
        and pool.memories[by_id[link.source]].body.kind == MemoryKind.FACT
    }


def demote_derived_facts(pool: Pool, found: Sequence[RecallResult]) -> list[RecallResult]:
    """Return the answers with derived facts moved to the end.

    A fact is moved when the text it was read from is among the answers and still holds in full.
    """
    holding = {result.memory.row for result in found if result.factor == 1.0}
    return sorted(found, key=lambda result: pool.texts.get(result.memory.row) in holding)


def _choose_weights(stored: Weights, request: RecallRequest) -> Weights:
    """Return the weights that somebody set, or those of the profile."""
    return stored if stored != Weights() else request.profile.choose_scoring(request.per_session).weights


def _find_speakers(pool: Pool) -> dict[int, float]:
    """Return the factor for turns of the one speaker that a question names."""
    worth = pool.request.profile.speaker
    if not worth:
        return {}
    spoken = {row: name for row, memory in pool.memories.items() if (name := find_speaker(memory))}
    named = {name for name in set(spoken.values()) if pool.question.has_words_of(name)}
    return {row: worth for row, name in spoken.items() if named == {name}}


def _compute_linked_overlap(pool: Pool, by_id: Mapping[str, int], links: Sequence[Link]) -> dict[str, float]:
    """Return what each memory gains from the words of the memories it is linked to.

    A memory is indexed with its neighbours. `by_id` are the rows of the candidates.
    """
    gained: dict[str, float] = defaultdict(float)
    for link in links:
        for here, there in ((link.source, link.target), (link.target, link.source)):
            place = pool.place(by_id[there]) if there in by_id and here in by_id else None
            if place is not None and pool.allowed[place]:
                own = float(pool.matches.own[place]) * min(link.weight, 1.0)
                gained[here] = max(gained[here], LINKED * own)
    return gained


def _check(request: RecallRequest) -> None:
    if not 1 <= request.limit <= MOST_RESULTS:
        raise InvalidError(f"limit is {request.limit}", hint=f"it must be between 1 and {MOST_RESULTS}")
    if not 0 <= request.depth <= 10:
        raise InvalidError(f"the expansion depth is {request.depth}", hint="it must be between 0 and 10")


def _select_best(values: NDArray[np.float64], limit: int) -> list[int]:
    """Return the places of the largest positive values, best first.

    Ties are in order of place.
    """
    places = np.flatnonzero(values > 0)
    kept = values[places]
    if limit < len(places):
        edge = np.partition(kept, len(kept) - limit)[len(kept) - limit]
        places, kept = places[kept >= edge], kept[kept >= edge]
    return places[np.argsort(-kept, kind="stable")[:limit]].tolist()


def _resolve_location(request: RecallRequest) -> Location | None:
    if not request.about:
        return request.location
    here = request.location or Location()
    path = here.path or next((a for a in request.about if "::" not in a), "")
    return replace(here, path=path, symbols=(*here.symbols, *request.about))


def _find_anchored(reader: Reader, about: Iterable[str]) -> list[int]:
    """Return the rows of memories anchored to the named symbols, files or folders.

    A name may be complete or consist of the last parts only.
    """
    found: dict[int, None] = {}
    for name in dict.fromkeys(about):
        for row in reader.find_anchored_near(name):
            found[row] = None
    return list(found)


def _find_nearby(reader: Reader, nearby: Sequence[Nearby]) -> dict[int, float]:
    """Return the rows of memories near the code asked about, with their weights."""
    weights = {each.target: each.weight for each in nearby}
    found: dict[int, float] = {}
    for row, target in reader.find_anchored_to(weights):
        found[row] = max(found.get(row, 0.0), weights[target])
    return found


def _find_factor(pool: Pool, row: int) -> float:
    """Return the factor of a candidate's sum."""
    return pool.factors.get(row, 1.0) * _weigh_nearness(pool, row)


def _weigh_nearness(pool: Pool, row: int) -> float:
    """Return the weight of a candidate.

    It is less than 1 for one that is only found through the graph.
    """
    return pool.nearby[row] if pool.sources.get(row) == [Source.NEARBY] else 1.0


def _get_relevance(pool: Pool, row: int) -> float:
    place = pool.place(row)
    return 0.0 if place is None else float(pool.relevance[place])


def _weigh_centrality(pool: Pool, row: int) -> float:
    """Return the weight of centrality for a candidate.

    It equals the relevance of the memory to the question, and is 1 when its code was named.
    """
    return (
        1.0 if Source.ANCHOR in pool.sources.get(row, ()) else max(_get_relevance(pool, row), pool.nearby.get(row, 0.0))
    )


def is_admitted(pool: Pool, row: int) -> bool:
    """Return whether a candidate is near enough to the question to be returned."""
    nearby = pool.nearby.get(row, 0.0)
    if nearby >= CLOSE or (nearby and not pool.question.text.strip()):
        return True
    return _get_relevance(pool, row) >= GATE or any(
        s in (Source.ANCHOR, Source.LINK, Source.BRIDGE) for s in pool.sources[row]
    )


def choose_rows(pool: Pool) -> list[int]:
    """Return the rows in the order of their scores.

    Candidates that are too weak, or exceed the share of their session, are left out.
    """
    taken: dict[tuple[str, str], int] = defaultdict(int)
    chosen: list[int] = []
    for row in pool.order:
        if not is_admitted(pool, row):
            continue
        memory = pool.memories[row]
        if pool.request.per_session and memory.session:
            key = (memory.namespace, memory.session)
            taken[key] += 1
            if taken[key] > pool.request.per_session:
                continue
        chosen.append(row)
    return chosen


def judge_candidates(pool: Pool, chosen: list[int], judge: Judge | None) -> list[RecallResult]:
    """Return the first `limit` of the chosen, after their anchors were judged.

    Bridges have reserved places at the end.
    """
    limit = pool.request.limit
    near = chosen[: JUDGED * limit] if judge is not None else chosen[:limit]
    found = [build_result(pool, row, judge) for row in near]
    found.sort(key=lambda r: (-r.score, r.memory.row))
    answer = found[:limit]
    if limit > BRIDGES:
        there = {result.memory.row for result in answer}
        late = [row for row in chosen if Source.BRIDGE in pool.sources[row] and row not in there][:BRIDGES]
        answer = answer[: limit - len(late)] + [build_result(pool, row, judge) for row in late]
    return answer


def build_result(pool: Pool, row: int, judge: Judge | None) -> RecallResult:
    reports = tuple(judge.judge(pool.anchors.get(row, ()))) if judge is not None else ()
    by = compute_factor(reports) * _find_factor(pool, row)
    return RecallResult(
        pool.memories[row],
        score(pool.signals[row], pool.weights) * by,
        pool.signals[row],
        tuple(pool.sources.get(row, ())),
        pool.paths.get(row, ()),
        reports,
        by,
    )


__all__ = ["Filter", "Pool", "Recaller", "is_admitted", "choose_rows", "judge_candidates", "build_result"]
