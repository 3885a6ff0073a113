"""Ranking of facts for a question.

Facts are filtered before any cut. The contribution of each channel is returned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.memory.dates import strip_dates
from codegraph.memory.facts.entities import (
    NAMINGS,
    find_aliases,
    find_names,
    find_other_names,
    has_any_name,
    is_same_thing,
)
from codegraph.memory.facts.event_application import build_fact, extract_fact
from codegraph.memory.facts.fact_model import NEVER, SAID, Fact, normalize_entity, normalize_predicate
from codegraph.memory.facts.intent import AskedTime, Intent, Operator, fit, is_feasible, parse_asked_time
from codegraph.memory.facts.predicates import ConfidenceMode, compute_confidence, compute_effective
from codegraph.memory.memory_model import RECALLABLE, Anchor, Filter, Memory, Relationship
from codegraph.memory.recall.followups import Over, find_continuations, find_outdated
from codegraph.memory.recall.interrogatives import ASKING, ONESELF, is_first_person, is_only_questions
from codegraph.memory.recall.matching import Matches
from codegraph.memory.recall.missing_terms import find_missing_terms, format_note
from codegraph.memory.recall.recaller import CONTINUED, Recaller
from codegraph.memory.recall.temporal import (
    find_predecessor,
    find_successor,
    is_about_the_first,
    is_about_the_past,
    is_in_past_tense,
)
from codegraph.memory.recall.temporal_rerank import (
    HOLDING,
    LATER,
    Candidate,
    TimeQuestion,
    is_about_a_change,
    is_about_several,
    rerank,
)
from codegraph.memory.recall.tokenization import find_terms, tokenize
from codegraph.store.memory.reader import Reader


class Place(StrEnum):
    FIRST = "first"
    LAST_ENDED = "last_ended"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Position:
    """Position in a sequence.

    If it is before or after a thing, `anchor` has the terms that name this.
    """

    place: Place
    anchor: frozenset[str] = frozenset()


def find_position(query: str) -> Position | None:
    """Return the position in a sequence that a question without a date asks for.

    The result is None when it asks for none.
    """
    if thing := find_successor(query):
        return Position(Place.BEFORE, frozenset(tokenize(thing)))
    if thing := find_predecessor(query):
        return Position(Place.AFTER, frozenset(tokenize(thing)))
    if is_about_the_first(query):
        return Position(Place.FIRST)
    return Position(Place.LAST_ENDED) if is_about_the_past(query) else None


def order_sequences(facts: Sequence[Fact], position: Position) -> list[int]:
    """Return the places of `facts` in the order of their sequences.

    Facts of one sequence, which have one subject or one object, exchange places among themselves. All others stay.
    """
    order = list(range(len(facts)))
    for key in (_get_subject_key, _get_object_key):
        slots: dict[Hashable, list[int]] = defaultdict(list)
        for slot, place in enumerate(order):
            if facts[place].predicate != SAID:
                slots[key(facts[place])].append(slot)
        for taken in slots.values():
            members = [order[slot] for slot in taken]
            sequence = [facts[place] for place in members]
            told = sorted(members, key=lambda place: _rank(facts[place], position, sequence))
            for slot, place in zip(taken, told, strict=True):
                order[slot] = place
    return order


def _get_subject_key(fact: Fact) -> Hashable:
    return normalize_predicate(fact.predicate), normalize_entity(fact.subject)


def _get_object_key(fact: Fact) -> Hashable:
    return normalize_predicate(fact.predicate), "of", normalize_entity(str(fact.object))


def _rank(fact: Fact, position: Position, sequence: Sequence[Fact]) -> tuple[int, int]:
    """Rank a fact in its sequence; smaller is better."""
    match position.place:
        case Place.FIRST:
            return (0, fact.valid_from)
        case Place.LAST_ENDED:
            return (0, -fact.valid_to) if fact.valid_to != NEVER else (1, 0)
        case _:
            return _rank_beside(fact, position, sequence)


def _rank_beside(fact: Fact, position: Position, sequence: Sequence[Fact]) -> tuple[int, int]:
    anchors = [one.valid_from for one in sequence if _is_named(one, position.anchor)]
    if not anchors or len(anchors) == len(sequence):
        return (0, 0)
    if _is_named(fact, position.anchor):
        return (2, 0)
    if position.place is Place.BEFORE:
        return (0, -fact.valid_from) if fact.valid_from < min(anchors) else (1, fact.valid_from)
    return (0, fact.valid_from) if fact.valid_from > min(anchors) else (1, -fact.valid_from)


def _is_named(fact: Fact, anchor: frozenset[str]) -> bool:
    return bool(anchor) and anchor <= set(tokenize(f"{fact.subject} {fact.object}"))


K: Final = 60
TEXT: Final = 0.8
VECTOR: Final = 0.2
"""Reciprocal rank fusion of the two channels: weight / (K + rank)."""

WINDOW: Final = 50
"""Nearest vectors that join what the words find in a hybrid recall; five times the limit where that is more."""

FOLLOWING: Final = 0.5
"""What is left of a fact that names what came later, where what came before it is asked for."""

_BATCH: Final = 256


@dataclass(frozen=True, slots=True)
class FactRecall:
    """Question for facts.

    `now` of 0 is the time of the clock. `known_at` of 0 is what is believed now.
    """

    query: str
    namespaces: tuple[str, ...] = ()
    limit: int = 10
    min_confidence: float | None = None
    mode: ConfidenceMode = ConfidenceMode.BASE
    max_scored: int = 0  # rows that are scored; 0 is no limit
    vector: tuple[float, ...] = ()  # of the query: makes the recall hybrid
    intent: Intent | None = None
    operator: Operator | None = None
    subject: str = ""
    now: int = NEVER
    since: int = NEVER  # not what ceased to be true before
    holding: bool = False  # what holds stands before what is over, whatever time is asked about
    known_at: int = NEVER

    def replace_vector(self, vector: tuple[float, ...]) -> FactRecall:
        return replace(self, vector=vector)


class Score(NamedTuple):
    """Parts of the score of a fact.

    `score` decides the order. The contributions are those of reciprocal ranks.
    """

    type: str  # text, or hybrid
    rank: int
    score: float
    rrf_score: float
    text_contrib: float
    vector_contrib: float
    bm25_score: float
    confidence: float
    effective_confidence: float


class RankedFact(NamedTuple):
    fact: Fact
    memory: Memory
    score: Score
    anchors: tuple[Anchor, ...]
    outdated: tuple[Fact, ...] = ()  # what was read out of a text, and is over


@dataclass(frozen=True, slots=True)
class FactRecollection:
    results: tuple[RankedFact, ...]
    asked: AskedTime
    scored: int  # rows that were looked at
    missing_terms: str = ""  # which words of the question no answer has


class _Question(NamedTuple):
    """A question that is asked of one state of memory, with the meaning of its words."""

    reader: Reader
    wanted: FactRecall
    names: Sequence[str]  # of the one thing that facts are wanted of, () for any
    times: AskedTime
    now: int
    terms: Collection[str]

    def is_passed_by(self, fact: Fact) -> bool:
        """Return whether a fact passes the filter."""
        if self.names and not _is_about(fact, self.names):
            return False
        if self.wanted.since and fact.valid_to != NEVER and fact.valid_to <= self.wanted.since:
            return False
        # What was ever recorded is known at present: where that seems later than now, the clock was set back.
        then = self.now if self.wanted.now or self.wanted.known_at else max(self.now, fact.recorded_at)
        return is_feasible(fact.valid_from, fact.valid_to, self.times, then)

    def read_passing(self, memories: Iterable[Memory]) -> dict[str, Fact]:
        """Return the facts of memories that pass the filter, by the id of the memory."""
        rows = {memory.row: memory for memory in memories}
        facts = self.reader.read_facts(rows, self.wanted.known_at)
        found = ((m.id, facts.get(row) or as_fact(m, self.wanted.known_at)) for row, m in rows.items())
        return {id: fact for id, fact in found if fact is not None and self.is_passed_by(fact)}


@dataclass(slots=True)
class _Candidates:
    """Rows in the order of their words and vectors, without their times."""

    rows: Sequence[int]
    oneself: bool = False  # whether somebody asks about himself, and by no name
    followed: frozenset[str] = frozenset()  # words of what the question names as what came later
    text: dict[int, tuple[int, float]] = field(default_factory=dict)  # rank and BM25 over the best one's
    vector: dict[int, tuple[int, float]] = field(default_factory=dict)


def recall(recaller: Recaller, wanted: FactRecall, now: int) -> FactRecollection:
    """Return the facts that answer, best first.

    `now` is the time of the clock. No fact that becomes true after it is returned. A question in the present tense that
    names a month or a day without any facts is asked again without it: a statement about every August was not
    necessarily made in the last one.
    """
    found = _recall(recaller, wanted, now)
    if (
        found.results
        or found.asked.interval is None
        or wanted.intent
        or wanted.operator
        or is_in_past_tense(wanted.query)
    ):
        return found
    return _recall(recaller, replace(wanted, operator=Operator.CURRENT), now)


def _recall(recaller: Recaller, wanted: FactRecall, now: int) -> FactRecollection:
    at = min(wanted.now or now, now)
    times = parse_asked_time(wanted.query, at, wanted.intent, wanted.operator)
    statuses = () if wanted.known_at else RECALLABLE
    with recaller.open_reader() as reader:
        others = find_other_names(reader, wanted.namespaces, wanted.query)
        called = [name for name, _ in find_aliases(reader, wanted.namespaces, wanted.query)]
    words = " ".join((_strip_time(wanted.query, times), *others))
    matched = recaller.match_all(words, Filter(wanted.namespaces, statuses=statuses), wanted.vector)
    candidates = _collect_candidates(
        matched.rows, matched.matches, max(WINDOW, 5 * wanted.limit) if wanted.vector else 0
    )
    candidates.followed = frozenset(tokenize(find_successor(wanted.query)))
    candidates.oneself = is_first_person(wanted.query)
    found: list[tuple[float, RankedFact]] = []
    untimely: dict[str, tuple[float, RankedFact]] = {}  # texts by id that were said at another time than is asked about
    scored = 0
    with recaller.open_reader() as reader:
        names = find_names(reader, wanted.namespaces, wanted.subject) if wanted.subject else ()
        question = _Question(reader, wanted, names, times, at, matched.question.terms)
        for fact, memory in _iterate_facts(reader, candidates.rows, wanted):
            passes = question.is_passed_by(fact)
            if not passes and fact.predicate != SAID:
                continue
            if passes and wanted.max_scored and scored >= wanted.max_scored:
                break
            scored += passes
            if wanted.min_confidence is None or compute_confidence(fact, wanted.mode, at) >= wanted.min_confidence:
                one = _score_fact(fact, memory, candidates, question)
                if passes:
                    found.append(one)
                else:
                    untimely[fact.memory] = one
        texts = find_texts(reader, [r.fact.memory for _, r in found if r.fact.predicate != SAID])
        found += _find_texts_of_triples(found, texts, untimely)
        found.sort(key=lambda pair: (-pair[0], pair[1].fact.row))
        told = [ranked for _, ranked in found if ranked.fact.memory not in texts]
        triples = _group_by_text([ranked for _, ranked in found if ranked.fact.memory in texts], texts)
        if not wanted.known_at:
            told = _order_results(told, triples, question)
        present = times.operator is Operator.CURRENT or wanted.holding
        told = _demote_triples(told, triples, present=present)
        best = told[: wanted.limit]
        anchors = reader.read_anchors([ranked.fact.row for ranked in best])
    results = tuple(
        r._replace(score=r.score._replace(rank=i + 1), anchors=anchors.get(r.fact.row, ())) for i, r in enumerate(best)
    )
    return FactRecollection(results, times, scored, _explain_missing_terms(wanted.query, results, called))


def find_texts(reader: Reader, memories: Collection[str]) -> dict[str, str]:
    """Return the ids of the texts that facts were read from, by the id of the fact."""
    asked = set(memories)
    links = reader.list_links_of(asked)
    derived = (link for link in links if link.relationship is Relationship.DERIVED_FROM)
    return {link.source: link.target for link in derived if link.source in asked}


def _find_texts_of_triples(
    found: Sequence[tuple[float, RankedFact]],
    texts: Mapping[str, str],
    untimely: Mapping[str, tuple[float, RankedFact]],
) -> Iterator[tuple[float, RankedFact]]:
    """Yield texts from outside the asked time whose facts held at that time.

    Each has at least the place of its best triple.
    """
    best: dict[str, float] = {}
    for value, ranked in found:
        text = texts.get(ranked.fact.memory, "")
        if text in untimely:
            best[text] = max(best.get(text, 0.0), value)
    for text, value in best.items():
        own, ranked = untimely[text]
        yield max(own, value), ranked


def _group_by_text(read: Sequence[RankedFact], texts: Mapping[str, str]) -> dict[str, list[RankedFact]]:
    groups: dict[str, list[RankedFact]] = defaultdict(list)
    for ranked in read:
        groups[texts[ranked.fact.memory]].append(ranked)
    return groups


def _demote_triples(
    answering: Sequence[RankedFact], triples: Mapping[str, Sequence[RankedFact]], *, present: bool
) -> list[RankedFact]:
    """Return all answers, with each triple after the text that it was read from.

    Triples of the first text come right after it. The others come after all texts, which they repeat. A triple keeps
    its place by score if its text is no answer, or if part of the text no longer holds and the question is about the
    present.
    """
    over = {ranked.fact.memory for ranked in answering if present and ranked.outdated}
    there = {ranked.fact.memory for ranked in answering} - over
    alone = [ranked for text, group in triples.items() if text not in there for ranked in group]
    alone.sort(key=lambda ranked: (-ranked.score.score, ranked.fact.row))
    told: list[RankedFact] = []
    repeating: list[RankedFact] = []
    for ranked in answering:
        while alone and alone[0].score.score > ranked.score.score:
            told.append(alone.pop(0))
        group = () if ranked.fact.memory in over else triples.get(ranked.fact.memory, ())
        told.append(ranked)
        if len(told) == 1:
            told += group
        else:
            repeating += group
    return [*told, *alone, *repeating]


def _explain_missing_terms(query: str, results: Sequence[RankedFact], called: Sequence[str]) -> str:
    """Return a note on the words of a question that the results lack.

    A predicate covers the words that ask for it, and another name (`called`) covers that of the question.
    """
    if not results:
        return ""
    facts = [ranked.fact for ranked in results]
    told = [f"{fact.subject} {fact.predicate} {fact.object}" for fact in facts]
    told += ["name named call called"] if any(fact.predicate in NAMINGS for fact in facts) else []
    return format_note(find_missing_terms(query, [*told, *called]))


def _order_results(
    found: Sequence[RankedFact], triples: Mapping[str, Sequence[RankedFact]], question: _Question
) -> list[RankedFact]:
    """Order the results by time.

    Texts of which something no longer holds are marked. For a question about the present they come last, and the texts
    that replaced them take their places. Of results that say the same, the later one comes first.
    """
    reader, wanted, _, times, now, terms = question
    near = list(found[: 4 * wanted.limit])
    over = find_outdated(reader, [r.memory for r in near if r.fact.predicate == SAID], wanted.namespaces, now, terms)
    told = [r._replace(outdated=over[r.fact.memory].facts) if r.fact.memory in over else r for r in near]
    if times.operator is Operator.CURRENT or wanted.holding:
        told = _insert_successors(told, over, question)
        told.sort(key=lambda r: _is_over(r, now))
        standing = [_to_candidate(r) for r in told if not _is_over(r, now)]
        several = is_about_several(wanted.query)
        about = TimeQuestion(frozenset(terms), wanted.query, now)
        order = list(range(len(standing))) if several else rerank(standing, LATER, about)
        told = [*(told[place] for place in order), *told[len(order) :]]
        ahead = rerank([_to_candidate(r) for r in told[: len(order)]], HOLDING, about)
        told = [*(told[place] for place in ahead), *told[len(ahead) :]]
        told = _insert_continuations(told, question)
    elif times.interval is None and (position := find_position(wanted.query)) is not None:
        # A text has the place in a sequence of the one triple that was read from it.
        stands = [group[0].fact if len(group := triples.get(r.fact.memory, ())) == 1 else r.fact for r in told]
        told = [told[place] for place in order_sequences(stands, position)]
    return [*told, *found[4 * wanted.limit :]]


def _is_over(ranked: RankedFact, now: int) -> bool:
    return bool(ranked.outdated) or NEVER != ranked.fact.valid_to <= now


def _to_candidate(ranked: RankedFact) -> Candidate:
    fact = ranked.fact
    text = str(fact.object) if fact.predicate == SAID else f"{fact.subject} {fact.predicate} {fact.object}"
    return Candidate(text, ranked.memory.created_at, ranked.score.score)


def _insert_successors(told: Sequence[RankedFact], over: Mapping[str, Over], question: _Question) -> list[RankedFact]:
    """Insert before each outdated result the facts that replaced it."""
    there = {r.fact.memory for r in told}
    later = question.reader.read_by_ids({id for one in over.values() for id in one.by} - there)
    facts = question.read_passing(later.values())
    made: list[RankedFact] = []
    for ranked in told:
        for id in over[ranked.fact.memory].by if ranked.fact.memory in over else ():
            fact = facts.pop(id, None)
            if fact is not None:
                now = compute_effective(fact, question.now)
                score = ranked.score._replace(confidence=fact.confidence, effective_confidence=now)
                made.append(RankedFact(fact, later[id], score, ()))
        made.append(ranked)
    return made


def _insert_continuations(told: Sequence[RankedFact], question: _Question) -> list[RankedFact]:
    """Insert before a result the text that was told next and changes it."""
    said = [r.memory for r in told[:CONTINUED] if r.fact.predicate == SAID]
    reader, terms, query = question.reader, question.terms, question.wanted.query
    changed = {} if question.names else find_continuations(reader, said, terms, query)
    facts = question.read_passing(changed.values())
    here = {r.memory.id: r for r in told}
    made: dict[str, RankedFact] = {}
    for ranked in told:
        memory = changed.get(ranked.memory.id)
        if memory is not None and memory.id in facts:
            new = RankedFact(facts[memory.id], memory, ranked.score, ())
            made.setdefault(memory.id, here.get(memory.id) or new)
        made.setdefault(ranked.memory.id, ranked)
    return list(made.values())


def _strip_time(query: str, times: AskedTime) -> str:
    """Return the words of a question that facts are matched with.

    A time is compared with the times of facts, and its words are removed.
    """
    bare = strip_dates(query) if times.interval else query
    return bare if tokenize(bare) else query


def _is_naming(fact: Fact, words: Collection[str]) -> bool:
    """Return whether a fact names a thing without telling of a change.

    `switched from x to y` names both, but tells of a change.
    """
    text = str(fact.object) if fact.predicate == SAID else f"{fact.subject} {fact.object}"
    return len(find_terms(text, words, {})) == len(words) and not (fact.predicate == SAID and is_about_a_change(text))


def _collect_candidates(rows: NDArray[np.int64], matches: Matches, window: int) -> _Candidates:
    by_text = _sort_places(matches.own, rows)
    by_vector = _sort_places(matches.cosine, rows)[:window] if window else []
    joined = dict.fromkeys(int(rows[place]) for place in (*by_text, *by_vector))
    made = _Candidates(list(joined))
    made.text = {int(rows[p]): (rank, float(matches.own[p])) for rank, p in enumerate(by_text, 1)}
    made.vector = {int(rows[p]): (rank, float(matches.cosine[p])) for rank, p in enumerate(by_vector, 1)}
    if window:
        made.rows = sorted(joined, key=lambda row: -_fuse_channels(made, row))
    return made


def _sort_places(values: NDArray[np.float64], rows: NDArray[np.int64]) -> list[int]:
    """Return the places of positive values, the best first.

    Ties are in the order in which they were stored.
    """
    places = np.flatnonzero(values > 0)
    return places[np.lexsort((rows[places], -values[places]))].tolist()


def _compute_contributions(candidates: _Candidates, row: int) -> tuple[float, float]:
    text, vector = candidates.text.get(row), candidates.vector.get(row)
    return (TEXT / (K + text[0]) if text else 0.0), (VECTOR / (K + vector[0]) if vector else 0.0)


def _fuse_channels(candidates: _Candidates, row: int) -> float:
    """Return the sum of both channels, each divided by its best value.

    A sum of measures keeps more information than one of ranks.
    """
    best = max((cosine for _, cosine in candidates.vector.values()), default=0.0)
    text, vector = candidates.text.get(row, (0, 0.0))[1], candidates.vector.get(row, (0, 0.0))[1]
    return (text + vector / best) / 2 if best else text


def _iterate_facts(reader: Reader, rows: Sequence[int], wanted: FactRecall) -> Iterator[tuple[Fact, Memory]]:
    """Yield the facts of the candidates in their order.

    They are as believed now, or as at `known_at`.
    """
    for start in range(0, len(rows), _BATCH):
        part = rows[start : start + _BATCH]
        memories = reader.read_by_rows(part)
        facts = reader.read_facts(part, wanted.known_at)
        for row in part:
            memory = memories[row]
            fact = facts.get(row) or as_fact(memory, wanted.known_at)
            if fact is not None:
                yield fact, memory


def as_fact(memory: Memory, known_at: int) -> Fact | None:
    """Return a memory of another vocabulary as a fact.

    The fact says that its text was said.

    The result is None for a fact that is not believed.
    """
    if (
        extract_fact(memory) is not None
        or memory.status not in RECALLABLE
        or (known_at and memory.created_at > known_at)
    ):
        return None
    episode = memory.session or str(memory.body.kind)
    return build_fact(memory, episode, SAID, memory.body.content, recorded_at=memory.created_at)


def _is_about(fact: Fact, names: Sequence[str]) -> bool:
    """Return whether a fact is about the one thing, or a text names it."""
    if is_same_thing(names, fact.subject):
        return True
    return has_any_name(str(fact.object), names) if fact.predicate == SAID else is_same_thing(names, fact.object)


def _score_fact(fact: Fact, memory: Memory, candidates: _Candidates, question: _Question) -> tuple[float, RankedFact]:
    text, vector = _compute_contributions(candidates, fact.row)
    value = _fuse_channels(candidates, fact.row) + fit(fact.valid_from, fact.valid_to, question.times, question.now)
    if candidates.oneself and fact.predicate == SAID and is_first_person(str(fact.object)):
        value *= ONESELF
    if candidates.followed and _is_naming(fact, candidates.followed):
        value *= FOLLOWING
    if fact.predicate == SAID and is_only_questions(str(fact.object)):
        value *= ASKING
    score = Score(
        "hybrid" if question.wanted.vector else "text",
        0,
        round(value, 6),
        round(text + vector, 6),
        round(text, 6),
        round(vector, 6),
        round(candidates.text.get(fact.row, (0, 0.0))[1], 6),
        fact.confidence,
        round(compute_effective(fact, question.now), 6),
    )
    return value, RankedFact(fact, memory, score, ())
