"""Recall of facts: which memories answer a question, filtered before any cut, with what each channel adds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.memory.dates import strip_dates
from codegraph.memory.facts.apply import build_fact, stated
from codegraph.memory.facts.confidence import ConfidenceMode, confidence, effective
from codegraph.memory.facts.entities import NAMINGS, called_otherwise, names_any, names_of, other_names, same_thing
from codegraph.memory.facts.intent import Asked, Intent, Operator, asked, feasible, fit
from codegraph.memory.facts.model import NEVER, SAID, Fact, entity_key, predicate_key
from codegraph.memory.model import RECALLABLE, Anchor, Filter, Memory, Relationship
from codegraph.memory.recall.asking import ASKING, ONESELF, only_asks, speaks_of_oneself
from codegraph.memory.recall.followups import Over, find_continuations, find_outdated
from codegraph.memory.recall.matching import Matches
from codegraph.memory.recall.recaller import CONTINUED, Recaller
from codegraph.memory.recall.temporal import (
    find_predecessor,
    find_successor,
    is_about_the_first,
    is_about_the_past,
    was,
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
from codegraph.memory.recall.unsaid import note, unsaid
from codegraph.memory.recall.words import find_terms, terms
from codegraph.store.memory.reader import Reader


class Place(StrEnum):
    FIRST = "first"
    LAST_ENDED = "last_ended"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a sequence.

    Where it is before or after something, `anchor` has the terms that name this."""

    place: Place
    anchor: frozenset[str] = frozenset()


def find_position(query: str) -> Position | None:
    """Return the place in a sequence that a question without a date asks for.

    Returns None where it asks for none."""
    if thing := find_successor(query):
        return Position(Place.BEFORE, frozenset(terms(thing)))
    if thing := find_predecessor(query):
        return Position(Place.AFTER, frozenset(terms(thing)))
    if is_about_the_first(query):
        return Position(Place.FIRST)
    return Position(Place.LAST_ENDED) if is_about_the_past(query) else None


def put_in_sequence(facts: Sequence[Fact], position: Position) -> list[int]:
    """Return the places of `facts` in the order in which to tell them.

    Facts of one sequence, which are of one subject or one object, trade places among themselves; all others stay."""
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
    return predicate_key(fact.predicate), entity_key(fact.subject)


def _get_object_key(fact: Fact) -> Hashable:
    return predicate_key(fact.predicate), "of", entity_key(str(fact.object))


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
    return bool(anchor) and anchor <= set(terms(f"{fact.subject} {fact.object}"))


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
    """A question. `now` of 0 is the clock's; `known_at` of 0 is what is believed now."""

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

    def with_vector(self, vector: tuple[float, ...]) -> FactRecall:
        return replace(self, vector=vector)


class Score(NamedTuple):
    """What made the order. `score` decides it; the contributions are those of reciprocal ranks."""

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
    asked: Asked
    scored: int  # rows that were looked at
    unsaid: str = ""  # which words of the question no answer has


@dataclass(slots=True)
class _Candidates:
    """Rows in the order of their words and vectors, before their times count."""

    rows: Sequence[int]
    oneself: bool = False  # whether somebody asks about himself, and by no name
    followed: frozenset[str] = frozenset()  # words of what the question names as what came later
    text: dict[int, tuple[int, float]] = field(default_factory=dict)  # rank and BM25 over the best one's
    vector: dict[int, tuple[int, float]] = field(default_factory=dict)


def recall(recaller: Recaller, wanted: FactRecall, now: int) -> FactRecollection:
    """The facts that answer, best first. `now` is the clock's; nothing that becomes true after it is returned. A
    question in the present that names a month or a day of which nothing is known is asked without it: what is so in
    every August was not told in the last one."""
    found = _recall(recaller, wanted, now)
    if found.results or found.asked.interval is None or wanted.intent or wanted.operator or was(wanted.query):
        return found
    return _recall(recaller, replace(wanted, operator=Operator.CURRENT), now)


def _recall(recaller: Recaller, wanted: FactRecall, now: int) -> FactRecollection:
    at = min(wanted.now or now, now)
    times = asked(wanted.query, at, wanted.intent, wanted.operator)
    statuses = () if wanted.known_at else RECALLABLE
    with recaller.reading() as reader:
        others = other_names(reader, wanted.namespaces, wanted.query)
        called = [name for name, _ in called_otherwise(reader, wanted.namespaces, wanted.query)]
    words = " ".join((_about(wanted.query, times), *others))
    matched = recaller.matched(words, Filter(wanted.namespaces, statuses=statuses), wanted.vector)
    candidates = _candidates(matched.rows, matched.matches, max(WINDOW, 5 * wanted.limit) if wanted.vector else 0)
    candidates.followed = frozenset(terms(find_successor(wanted.query)))
    candidates.oneself = speaks_of_oneself(wanted.query)
    found: list[tuple[float, RankedFact]] = []
    untimely: dict[str, tuple[float, RankedFact]] = {}  # texts by id that were said at another time than is asked about
    scored = 0
    with recaller.reading() as reader:
        names = names_of(reader, wanted.namespaces, wanted.subject) if wanted.subject else ()
        for fact, memory in _facts(reader, candidates.rows, wanted):
            passes = _passes(fact, names, wanted, times, at)
            if not passes and fact.predicate != SAID:
                continue
            if passes and wanted.max_scored and scored >= wanted.max_scored:
                break
            scored += passes
            if wanted.min_confidence is None or confidence(fact, wanted.mode, at) >= wanted.min_confidence:
                one = _scored(fact, memory, candidates, wanted, times, at)
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
            told = _in_order(reader, told, triples, wanted, names, times, at, matched.question.terms)
        present = times.operator is Operator.CURRENT or wanted.holding
        told = _put_behind_texts(told, triples, present=present)
        best = told[: wanted.limit]
        anchors = reader.anchors([ranked.fact.row for ranked in best])
    results = tuple(
        r._replace(score=r.score._replace(rank=i + 1), anchors=anchors.get(r.fact.row, ())) for i, r in enumerate(best)
    )
    return FactRecollection(results, times, scored, _unsaid(wanted.query, results, called))


def find_texts(reader: Reader, memories: Collection[str]) -> dict[str, str]:
    """Return the ids of the texts that facts were read from, by the id of the fact."""
    asked = set(memories)
    links = reader.links_of(asked)
    derived = (link for link in links if link.relationship is Relationship.DERIVED_FROM)
    return {link.source: link.target for link in derived if link.source in asked}


def _find_texts_of_triples(
    found: Sequence[tuple[float, RankedFact]],
    texts: Mapping[str, str],
    untimely: Mapping[str, tuple[float, RankedFact]],
) -> Iterator[tuple[float, RankedFact]]:
    """Yield the texts said at another time than is asked about, whose facts held then.

    Each has the place of its best triple at least."""
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


def _put_behind_texts(
    answering: Sequence[RankedFact], triples: Mapping[str, Sequence[RankedFact]], *, present: bool
) -> list[RankedFact]:
    """Return all answers, with each triple behind the text that it was read from.

    Those of the first text stand right behind it, the others behind all texts, which they repeat. A triple whose text
    is no answer, or is over in part where the present is asked about, keeps its place among the others by its score."""
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


def _unsaid(query: str, results: Sequence[RankedFact], called: Sequence[str]) -> str:
    """Predicates say the words that ask for them, and another name that of the question (`called`)."""
    if not results:
        return ""
    facts = [ranked.fact for ranked in results]
    told = [f"{fact.subject} {fact.predicate} {fact.object}" for fact in facts]
    told += ["name named call called"] if any(fact.predicate in NAMINGS for fact in facts) else []
    return note(unsaid(query, [*told, *called]))


def _in_order(
    reader: Reader,
    found: Sequence[RankedFact],
    triples: Mapping[str, Sequence[RankedFact]],
    wanted: FactRecall,
    names: Sequence[str],
    times: Asked,
    now: int,
    terms: Collection[str],
) -> list[RankedFact]:
    """Texts of which something is over say so. Where the present is asked about they stand behind all others, what
    took their place stands where they stood, and of what says the same the later one comes first."""
    near = list(found[: 4 * wanted.limit])
    over = find_outdated(reader, [r.memory for r in near if r.fact.predicate == SAID], wanted.namespaces, now, terms)
    told = [r._replace(outdated=over[r.fact.memory].facts) if r.fact.memory in over else r for r in near]
    if times.operator is Operator.CURRENT or wanted.holding:
        told = _followed(reader, told, over, wanted, names, times, now)
        told.sort(key=lambda r: _is_over(r, now))
        standing = [_told(r) for r in told if not _is_over(r, now)]
        several = is_about_several(wanted.query)
        about = TimeQuestion(frozenset(terms), wanted.query, now)
        order = list(range(len(standing))) if several else rerank(standing, LATER, about)
        told = [*(told[place] for place in order), *told[len(order) :]]
        ahead = rerank([_told(r) for r in told[: len(order)]], HOLDING, about)
        told = [*(told[place] for place in ahead), *told[len(ahead) :]]
        told = _continued(reader, told, wanted, names, times, now, terms)
    elif times.interval is None and (position := find_position(wanted.query)) is not None:
        # A text has the place in a sequence of the one triple that was read from it.
        stands = [group[0].fact if len(group := triples.get(r.fact.memory, ())) == 1 else r.fact for r in told]
        told = [told[place] for place in put_in_sequence(stands, position)]
    return [*told, *found[4 * wanted.limit :]]


def _is_over(ranked: RankedFact, now: int) -> bool:
    return bool(ranked.outdated) or NEVER != ranked.fact.valid_to <= now


def _told(ranked: RankedFact) -> Candidate:
    fact = ranked.fact
    text = str(fact.object) if fact.predicate == SAID else f"{fact.subject} {fact.predicate} {fact.object}"
    return Candidate(text, ranked.memory.created_at, ranked.score.score)


def _followed(
    reader: Reader,
    told: Sequence[RankedFact],
    over: Mapping[str, Over],
    wanted: FactRecall,
    names: Sequence[str],
    times: Asked,
    now: int,
) -> list[RankedFact]:
    """Answers with what took the place of those that are over, in front of them."""
    there = {r.fact.memory for r in told}
    later = reader.by_ids({id for one in over.values() for id in one.by} - there)
    facts = reader.facts_of([memory.row for memory in later.values()], wanted.known_at)
    made: list[RankedFact] = []
    for ranked in told:
        for id in over[ranked.fact.memory].by if ranked.fact.memory in over else ():
            memory = later.pop(id, None)
            fact = (facts.get(memory.row) or as_fact(memory, wanted.known_at)) if memory else None
            if memory and fact and _passes(fact, names, wanted, times, now):
                score = ranked.score._replace(confidence=fact.confidence, effective_confidence=effective(fact, now))
                made.append(RankedFact(fact, memory, score, ()))
        made.append(ranked)
    return made


def _continued(
    reader: Reader,
    told: Sequence[RankedFact],
    wanted: FactRecall,
    names: Sequence[str],
    times: Asked,
    now: int,
    terms: Collection[str],
) -> list[RankedFact]:
    """Answers with the text in front of them that was told next and changes what they say."""
    said = [r.memory for r in told[:CONTINUED] if r.fact.predicate == SAID]
    changed = {} if names else find_continuations(reader, said, terms, wanted.query)
    facts = reader.facts_of([memory.row for memory in changed.values()], wanted.known_at)
    here = {r.memory.id: r for r in told}
    made: dict[str, RankedFact] = {}
    for ranked in told:
        memory = changed.get(ranked.memory.id)
        fact = (facts.get(memory.row) or as_fact(memory, wanted.known_at)) if memory else None
        if memory and fact and _passes(fact, names, wanted, times, now):
            made.setdefault(memory.id, here.get(memory.id) or RankedFact(fact, memory, ranked.score, ()))
        made.setdefault(ranked.memory.id, ranked)
    return list(made.values())


def _about(query: str, times: Asked) -> str:
    """The words that facts are matched with: a time is held against the times of facts, and is none of their words."""
    bare = strip_dates(query) if times.interval else query
    return bare if terms(bare) else query


def _names(fact: Fact, words: Collection[str]) -> bool:
    """Whether a fact names a thing, and tells nothing of how it came to be: `switched from x to y` names both."""
    text = str(fact.object) if fact.predicate == SAID else f"{fact.subject} {fact.object}"
    return len(find_terms(text, words, {})) == len(words) and not (fact.predicate == SAID and is_about_a_change(text))


def _candidates(rows: NDArray[np.int64], matches: Matches, window: int) -> _Candidates:
    by_text = _order(matches.own, rows)
    by_vector = _order(matches.cosine, rows)[:window] if window else []
    joined = dict.fromkeys(int(rows[place]) for place in (*by_text, *by_vector))
    made = _Candidates(list(joined))
    made.text = {int(rows[p]): (rank, float(matches.own[p])) for rank, p in enumerate(by_text, 1)}
    made.vector = {int(rows[p]): (rank, float(matches.cosine[p])) for rank, p in enumerate(by_vector, 1)}
    if window:
        made.rows = sorted(joined, key=lambda row: -_fused(made, row))
    return made


def _order(values: NDArray[np.float64], rows: NDArray[np.int64]) -> list[int]:
    """Places of positive values, the best first, ties in the order in which they were stored."""
    places = np.flatnonzero(values > 0)
    return places[np.lexsort((rows[places], -values[places]))].tolist()


def _contributions(candidates: _Candidates, row: int) -> tuple[float, float]:
    text, vector = candidates.text.get(row), candidates.vector.get(row)
    return (TEXT / (K + text[0]) if text else 0.0), (VECTOR / (K + vector[0]) if vector else 0.0)


def _fused(candidates: _Candidates, row: int) -> float:
    """Both channels by what they measure, each over its best: a sum keeps more of them than ranks do."""
    best = max((cosine for _, cosine in candidates.vector.values()), default=0.0)
    text, vector = candidates.text.get(row, (0, 0.0))[1], candidates.vector.get(row, (0, 0.0))[1]
    return (text + vector / best) / 2 if best else text


def _facts(reader: Reader, rows: Sequence[int], wanted: FactRecall) -> Iterator[tuple[Fact, Memory]]:
    """What the candidates state, in their order: as it is believed now, or as it was at `known_at`."""
    for start in range(0, len(rows), _BATCH):
        part = rows[start : start + _BATCH]
        memories = reader.by_rows(part)
        facts = reader.facts_of(part, wanted.known_at)
        for row in part:
            memory = memories[row]
            fact = facts.get(row) or as_fact(memory, wanted.known_at)
            if fact is not None:
                yield fact, memory


def as_fact(memory: Memory, known_at: int) -> Fact | None:
    """A memory of another vocabulary as a fact: its text was said. None for a fact that is not believed."""
    if stated(memory) is not None or memory.status not in RECALLABLE or (known_at and memory.created_at > known_at):
        return None
    episode = memory.session or str(memory.body.kind)
    return build_fact(memory, episode, SAID, memory.body.content, recorded_at=memory.created_at)


def _passes(fact: Fact, names: Sequence[str], wanted: FactRecall, times: Asked, now: int) -> bool:
    """`names`: of the one thing that facts are wanted of, () for any."""
    if names and not _is_about(fact, names):
        return False
    if wanted.since and fact.valid_to != NEVER and fact.valid_to <= wanted.since:
        return False
    # What was ever recorded is known at present: where that seems later than now, the clock was set back.
    then = now if wanted.now or wanted.known_at else max(now, fact.recorded_at)
    return feasible(fact.valid_from, fact.valid_to, times, then)


def _is_about(fact: Fact, names: Sequence[str]) -> bool:
    """Whether a fact tells of the one thing, or a text names it."""
    if same_thing(names, fact.subject):
        return True
    return names_any(str(fact.object), names) if fact.predicate == SAID else same_thing(names, fact.object)


def _scored(
    fact: Fact, memory: Memory, candidates: _Candidates, wanted: FactRecall, times: Asked, now: int
) -> tuple[float, RankedFact]:
    text, vector = _contributions(candidates, fact.row)
    value = _fused(candidates, fact.row) + fit(fact.valid_from, fact.valid_to, times, now)
    if candidates.oneself and fact.predicate == SAID and speaks_of_oneself(str(fact.object)):
        value *= ONESELF
    if candidates.followed and _names(fact, candidates.followed):
        value *= FOLLOWING
    if fact.predicate == SAID and only_asks(str(fact.object)):
        value *= ASKING
    score = Score(
        "hybrid" if wanted.vector else "text",
        0,
        round(value, 6),
        round(text + vector, 6),
        round(text, 6),
        round(vector, 6),
        round(candidates.text.get(fact.row, (0, 0.0))[1], 6),
        fact.confidence,
        round(effective(fact, now), 6),
    )
    return value, RankedFact(fact, memory, score, ())
