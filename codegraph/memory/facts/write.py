"""What can be done with facts. Each function takes a `Recording`, so all of a call is one operation that can be undone.

Nothing is overwritten: a correction or an invalidation closes the validity of the old fact, and what was believed
before stays as a version of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.engine import Recording
from codegraph.memory.events import ValidityChanged
from codegraph.memory.facts import succession
from codegraph.memory.facts.apply import stated
from codegraph.memory.facts.contradictions import Contradiction, contradiction
from codegraph.memory.facts.events import FactsKeyed, MemoryEmbedded
from codegraph.memory.facts.extract import News
from codegraph.memory.facts.model import (
    DEFAULT_EPISODE,
    Fact,
    FactQuery,
    Scalar,
    entity_key,
    object_text,
    predicate_key,
    shown,
)
from codegraph.memory.facts.predicates import rule
from codegraph.memory.facts.same_words import replaced_in_words
from codegraph.memory.identity import content_hash, fact_id
from codegraph.memory.model import (
    NEVER,
    RECALLABLE,
    Anchor,
    Memory,
    MemoryKind,
    MemoryStatus,
    Origin,
    Relationship,
    Vocabulary,
)
from codegraph.memory.notes import Draft
from codegraph.memory.times import rfc3339
from codegraph.store.memory.reader import Reader

EXTRACTED = "extracted"
"""Source of facts that were read out of a text."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact somebody wants to assert. A `valid_from` of None is now, of NEVER since always."""

    subject: str
    predicate: str
    object: Scalar
    valid_from: int | None = None
    valid_to: int = NEVER
    confidence: float = 1.0
    source: str = ""
    dated: str = ""  # its dates as they were said, where they are wider than a day
    news: News = News.NONE  # whether it is told as something that took another one's place


@dataclass(frozen=True, slots=True)
class Writing:
    """Where and by whom facts are written."""

    namespace: str = ""
    origin: Origin = Origin.AGENT
    episode: str = ""
    anchors: tuple[Anchor, ...] = field(default=())


class Asserted(NamedTuple):
    fact: Fact
    contradictions: tuple[Contradiction, ...]
    created: bool  # False when an idempotency key, or the same fact, was there already


class Remembered(NamedTuple):
    """`facts`: the text as it was said, then what was read out of it. `ended`: what it took the place of."""

    facts: tuple[Fact, ...]
    contradictions: tuple[Contradiction, ...]
    created: bool
    ended: tuple[Fact, ...] = ()


class Corrected(NamedTuple):
    old: Fact
    new: Fact
    contradictions: tuple[Contradiction, ...]


def assert_fact(recording: Recording, statement: Statement, writing: Writing, *, key: str = "") -> Asserted:
    """Assert one fact. With a key that was used before, what was asserted then.

    Raises InvalidError, CredentialError."""
    scope = "assert_fact"
    key = _digest(writing.namespace, key)
    known = _keyed(recording.state, scope, key)
    if known:
        return Asserted(known[0], (), False)
    asserted = _assert(recording, statement, writing)
    _keep_key(recording, scope, key, (asserted.fact,))
    return asserted


def remember(
    recording: Recording,
    text: str,
    statements: Sequence[Statement],
    writing: Writing,
    *,
    key: str = "",
    vector: tuple[float, ...] = (),
) -> Remembered:
    """Keep a text as it is, and the facts that were read out of it. A fact that is believed already is not stored
    again. Raises InvalidError, CredentialError."""
    scope = "remember"
    key = _digest(writing.namespace, key)
    known = _keyed(recording.state, scope, key)
    if known:
        return Remembered(tuple(known), (), False)
    said, created = _say(recording, text, writing)
    if vector:
        recording.record(MemoryEmbedded(said.id, vector))
    made: list[Asserted] = []
    ended: list[Fact] = []
    for statement in statements:
        told = {each.fact.row for each in made}
        one = _assert_once(recording, statement, writing, said, told)
        made.append(one)
        ended += _succeed(recording, one.fact, statement.news, said, told)
        ended += _rename(recording, statement, writing, said)
        ended += _replace(recording, statement, writing, said)
    for fact in {fact.memory: fact for fact in (*ended, *(one.fact for one in made if one.created))}.values():
        if fact.valid_to != NEVER and fact.memory not in _derived_from(recording.state, said.id):
            notes.link(recording, fact.memory, said.id, Relationship.INVALIDATED_BY)
    facts = (_fact_of(recording.state, said), *(m.fact for m in made))
    over = {fact.row for fact in ended}
    left = tuple(c for m in made for c in m.contradictions if not {c.first.row, c.second.row} & over)
    _keep_key(recording, scope, key, facts)
    return Remembered(facts, left, created or bool(ended) or any(m.created for m in made), tuple(ended))


def _derived_from(state: Reader, text: str) -> set[str]:
    """Ids of the facts that were first read out of a text."""
    links = state.links_of([text])
    return {link.source for link in links if link.relationship is Relationship.DERIVED_FROM and link.target == text}


def correct(recording: Recording, fact: Fact, value: Scalar, *, origin: Origin, valid_from: int = NEVER) -> Corrected:
    """Close a fact's validity and assert the new value from there on: now, or from `valid_from`.

    From a time before the old fact began, it never was true. Raises InvalidError for one that ended, and for a value
    that it has already."""
    state = recording.state
    memory = notes.find(state, fact.memory)
    now = _fact_of(state, memory)
    if now.valid_to != NEVER and now.valid_to <= recording.at:
        raise InvalidError(
            f"fact {fact_id(memory.id)} ended on {rfc3339(now.valid_to)}",
            hint="correct the one that is current; `codegraph fact about` lists them",
        )
    if object_text(now.object) == object_text(value):
        raise InvalidError(f"fact {fact_id(memory.id)} has this value already", hint="`new_value` must be another one")
    if memory.body.kind == MemoryKind.EPISODE and not isinstance(value, str):
        raise InvalidError("`new_value` of a remembered text is no text", hint='such as "Alice works at Globex Corp"')
    since = valid_from or max(recording.at, now.valid_from)
    ends = now.valid_to
    _close(recording, memory, max(now.valid_from, min(since, ends or since)))
    new = _store(
        recording,
        Statement(now.subject, now.predicate, value, since, ends, source="" if now.source == EXTRACTED else now.source),
        Writing(memory.namespace, origin, memory.session, state.anchors([memory.row]).get(memory.row, ())),
    )
    notes.link(recording, new.id, memory.id, Relationship.SUPERSEDES)
    made = _fact_of(state, new)
    return Corrected(_fact_of(state, notes.find(state, memory.id)), made, _note_contradictions(recording, made, new))


def invalidate(recording: Recording, fact: Fact, *, at: int = NEVER) -> Fact:
    """End a fact's validity now, or at `at`; it stays in history. One that has ended by then stays as it is."""
    memory = notes.find(recording.state, fact.memory)
    now = _fact_of(recording.state, memory)
    end = max(at or recording.at, now.valid_from)
    if now.valid_to == NEVER or end < now.valid_to:
        _close(recording, memory, end)
    return _fact_of(recording.state, notes.find(recording.state, memory.id))


def find_fact(state: Reader, id: str) -> Fact:
    """The fact of an id in any form. Raises NotFoundError, and InvalidError for a memory that is none."""
    memory = notes.find(state, id)
    fact = stated(memory)
    if fact is None:
        raise InvalidError(
            f"{id} is a {memory.body.kind}, not a fact",
            hint=f"change it with `codegraph memory update {memory.id}`; `codegraph fact about` lists facts",
        )
    return _fact_of(state, memory)


def _assert(recording: Recording, statement: Statement, writing: Writing, told: Set[int] = frozenset()) -> Asserted:
    memory = _store(recording, statement, writing)
    fact = _fact_of(recording.state, memory)
    beside = statement.news is News.BESIDE
    return Asserted(fact, () if beside else _note_contradictions(recording, fact, memory, told), True)


def _assert_once(
    recording: Recording, statement: Statement, writing: Writing, said: Memory, told: Set[int]
) -> Asserted:
    """A fact read out of a text: the one that says so already, else a new one that is derived from the text. A text
    that says a known fact is over ends that fact."""
    for fact in _said_already(recording.state, statement, writing.namespace):
        if statement.valid_to != NEVER:
            if fact.valid_to == NEVER:
                return Asserted(_end(recording, fact, statement.valid_to), (), True)
            if fact.valid_to <= recording.at:
                return Asserted(fact, (), False)
        elif fact.valid(max(statement.valid_from or 0, recording.at)):
            return Asserted(fact, (), False)
    made = _assert(recording, statement, writing, told)
    notes.link(recording, made.fact.memory, said.id, Relationship.DERIVED_FROM)
    return made


def _said_already(state: Reader, statement: Statement, namespace: str) -> list[Fact]:
    """Facts that state the same, by any name of what they are about. Where a text says that somebody is in charge no
    longer and nothing was stated in its word, what was stated in the other one."""
    slot = succession.slot(state, namespace, statement.subject, statement.predicate, statement.object)
    over = statement.valid_to != NEVER
    same = succession.said_already(state, namespace, statement.predicate, statement.object, slot, over=over)
    if not same and over and statement.predicate in succession.CHARGES:
        (other,) = (charge for charge in succession.CHARGES if charge != statement.predicate)
        slot = succession.slot(state, namespace, statement.subject, other, statement.object)
        found = succession.said_already(state, namespace, other, statement.object, slot)
        same = [fact for fact in found if fact.valid_to == NEVER]
    if over and not any(fact.valid_to == NEVER for fact in same):
        used = succession.used_by_one(state, namespace, statement.subject, statement.predicate, statement.object)
        same = used or same
    return same


def _rename(recording: Recording, statement: Statement, writing: Writing, said: Memory) -> list[Fact]:
    """What had the old name as its name has the new one from then on. What ended by it."""
    if statement.predicate != "renamed_to" or not isinstance(statement.object, str) or statement.valid_to != NEVER:
        return []
    wanted = FactQuery((writing.namespace,), predicate="has_name")
    old = recording.state.facts_with_object(wanted, (entity_key(statement.subject),))
    return _put_for(recording, [one for one in old if one.valid_to == NEVER], statement, writing, said)


def _replace(recording: Recording, statement: Statement, writing: Writing, said: Memory) -> list[Fact]:
    """What used the old thing uses the new one from then on. What ended by it."""
    if statement.predicate != "replaced_by" or not isinstance(statement.object, str) or statement.valid_to != NEVER:
        return []
    using = succession.replaced(recording.state, writing.namespace, statement.subject)
    return _put_for(recording, using, statement, writing, said)


def _put_for(
    recording: Recording, facts: Sequence[Fact], statement: Statement, writing: Writing, said: Memory
) -> list[Fact]:
    """End facts, and state the same with the object of a statement for theirs."""
    ended = []
    for fact in facts:
        new = replace(statement, subject=fact.subject, predicate=fact.predicate, news=News.NONE)
        made = _assert_once(recording, new, writing, said, {fact.row})
        ended.append(_end(recording, fact, statement.valid_from or recording.at))
        notes.link(recording, made.fact.memory, fact.memory, Relationship.SUPERSEDES)
    return ended


def _succeed(recording: Recording, fact: Fact, news: News, said: Memory, told: Set[int]) -> list[Fact]:
    """End what a fact that was read out of the text `said` takes the place of, as of when it began. `told`: rows of
    facts of the same text, which stay."""
    if news in (News.NONE, News.BESIDE):
        return []
    slot = succession.slot(recording.state, said.namespace, fact.subject, fact.predicate, fact.object)
    at = fact.valid_from or recording.at
    worded = replaced_in_words(recording.state, slot.same_subject, fact, said.body.content)
    over = [one for one in succession.displaced(slot, fact, news, at, worded) if one.row not in told]
    for one in over:
        notes.link(recording, fact.memory, one.memory, Relationship.SUPERSEDES)
    return [_end(recording, one, at) for one in over]


def _end(recording: Recording, fact: Fact, at: int) -> Fact:
    """End a fact as a text says. What ended before anybody told it here began nobody knows when, and not when it was
    told."""
    memory = notes.find(recording.state, fact.memory)
    first = recording.state.fact_versions(memory.row)[0]
    if at > memory.valid_from or memory.valid_from != first.recorded_at:
        return invalidate(recording, fact, at=at)
    recording.record(ValidityChanged(memory.id, memory.valid_from, memory.valid_to, NEVER, at))
    return _fact_of(recording.state, notes.find(recording.state, memory.id))


def _say(recording: Recording, text: str, writing: Writing) -> tuple[Memory, bool]:
    """The text as a memory of its episode; the same text in the same episode is one memory."""
    draft = Draft(
        text,
        MemoryKind.EPISODE,
        namespace=writing.namespace,
        origin=writing.origin,
        vocabulary=Vocabulary.KRONROE,
        session=writing.episode or DEFAULT_EPISODE,
        anchors=writing.anchors,
        valid_from=recording.at,
    )
    body = notes.checked_body(draft)
    for twin in recording.state.by_hash(content_hash(body.content), writing.namespace):
        again = twin.body.kind == MemoryKind.EPISODE and twin.session == draft.session
        if again and twin.status in RECALLABLE and twin.valid_to == NEVER:
            return twin, False
    return notes.store(recording, draft, merge=False).memory, True


def _store(recording: Recording, statement: Statement, writing: Writing) -> Memory:
    since = recording.at if statement.valid_from is None else statement.valid_from
    if statement.valid_to != NEVER and statement.valid_to <= since:
        raise InvalidError(
            f"`valid_to` {rfc3339(statement.valid_to)} is not after `valid_from` {rfc3339(since)}",
            hint="give a later one, or leave it out while the fact is true",
        )
    fact = Draft(
        f"{statement.subject} {statement.predicate} {shown(statement.object)}",
        MemoryKind.FACT,
        confidence=statement.confidence,
        metadata={
            "subject": statement.subject,
            "predicate": statement.predicate,
            "object": statement.object,
            **({"source": statement.source} if statement.source else {}),
            **({"dated": statement.dated} if statement.dated else {}),
        },
        namespace=writing.namespace,
        origin=writing.origin,
        vocabulary=Vocabulary.KRONROE,
        session=writing.episode,
        anchors=writing.anchors,
        valid_from=since,
        valid_to=statement.valid_to,
    )
    return notes.store(recording, fact, merge=False).memory


def _close(recording: Recording, memory: Memory, end: int) -> None:
    if memory.valid_to != end:
        recording.record(ValidityChanged(memory.id, memory.valid_from, memory.valid_to, memory.valid_from, end))


def _note_contradictions(
    recording: Recording, fact: Fact, memory: Memory, told: Set[int] = frozenset()
) -> tuple[Contradiction, ...]:
    """A contradiction is recorded as a link; it never keeps a fact from being written. `told`: rows of facts of the
    same text, which may name several subjects of one thing."""
    rules = rule(fact.predicate)
    if not (rules.single or rules.sole):
        return ()
    slot = succession.slot(recording.state, memory.namespace, fact.subject, fact.predicate, fact.object)
    others = [f for f in slot.same_subject if f.row != fact.row] if rules.single else []
    if rules.sole:
        word = predicate_key(fact.predicate)
        others += [f for f in slot.same_object if predicate_key(f.predicate) == word and f.row not in told]
    found = tuple(c for other in others if (c := contradiction(other, fact)) is not None)
    for each in found:
        notes.link(recording, fact.memory, each.first.memory, Relationship.CONTRADICTS)
    return found


def _fact_of(state: Reader, memory: Memory) -> Fact:
    """What a memory that is believed states, as its last version."""
    return state.fact_versions(memory.row)[-1]


def _keyed(state: Reader, scope: str, key: str) -> list[Fact]:
    """What the call with this key wrote, as long as any of it was not taken back."""
    if not key:
        return []
    ids = state.facts_by_key(scope, key)
    there = state.by_ids(ids)
    live = [there[id] for id in ids if id in there and there[id].status is not MemoryStatus.ARCHIVED]
    return [state.fact_versions(memory.row)[-1] for memory in live if state.fact_versions(memory.row)]


def _keep_key(recording: Recording, scope: str, key: str, facts: Sequence[Fact]) -> None:
    if key:
        recording.record(FactsKeyed(scope, key, tuple(fact.memory for fact in facts)))


def _digest(namespace: str, key: str) -> str:
    """A key of a namespace without its text, "" for none."""
    return hashlib.sha256(f"{namespace}\0{key}".encode("utf-8", "replace")).hexdigest() if key else ""
