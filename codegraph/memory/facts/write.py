"""Writing of facts.

Each function takes a `Recording`, so all of a call is one operation that can be undone. Nothing is overwritten: a
correction or an invalidation closes the validity of the old fact, and what was believed before stays as a version of
its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.events import FactsKeyed, MemoryEmbedded, ValidityChanged
from codegraph.memory.facts import succession
from codegraph.memory.facts.contradictions import Contradiction, compare_facts
from codegraph.memory.facts.event_application import extract_fact
from codegraph.memory.facts.fact_model import (
    DEFAULT_EPISODE,
    EXTRACTED,
    Fact,
    FactQuery,
    News,
    Scalar,
    Triple,
    encode_object,
    format_value,
    normalize_entity,
    normalize_predicate,
)
from codegraph.memory.facts.predicates import get_rule
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_ids import format_fact_id, hash_content
from codegraph.memory.memory_model import (
    NEVER,
    RECALLABLE,
    Anchor,
    Memory,
    MemoryKind,
    MemoryStatus,
    Origin,
    Relationship,
    Vocabulary,
    convert,
)
from codegraph.memory.notes import Draft
from codegraph.memory.times import format_rfc3339
from codegraph.store.memory.reader import Reader


@dataclass(frozen=True, slots=True)
class Writing:
    """Place and author of the facts that are written."""

    namespace: str = ""
    origin: Origin = Origin.AGENT
    episode: str = ""
    anchors: tuple[Anchor, ...] = field(default=())


class Assertion(NamedTuple):
    fact: Fact
    contradictions: tuple[Contradiction, ...]
    created: bool  # False when an idempotency key, or the same fact, was there already


class RememberedText(NamedTuple):
    """Result of remembering a text.

    `facts` has the text as it was said, then the facts read from it. `ended` has the facts that these replaced.
    """

    facts: tuple[Fact, ...]
    contradictions: tuple[Contradiction, ...]
    created: bool
    ended: tuple[Fact, ...] = ()


class CorrectedFact(NamedTuple):
    old: Fact
    new: Fact
    contradictions: tuple[Contradiction, ...]


def assert_fact(recording: Recording, triple: Triple, writing: Writing, *, key: str = "") -> Assertion:
    """Assert one fact.

    A key that was used before returns what was asserted then. Raises InvalidError, CredentialError.
    """
    scope = "assert_fact"
    key = _digest(writing.namespace, key)
    known = _find_keyed(recording.state, scope, key)
    if known:
        return Assertion(known[0], (), False)
    asserted = _assert(recording, triple, writing)
    _keep_key(recording, scope, key, (asserted.fact,))
    return asserted


def remember(
    recording: Recording,
    text: str,
    triples: Sequence[Triple],
    writing: Writing,
    *,
    key: str = "",
    vector: tuple[float, ...] = (),
) -> RememberedText:
    """Store a text and the facts that were read from it.

    A fact that is believed already is not stored again. Raises InvalidError, CredentialError.
    """
    scope = "remember"
    key = _digest(writing.namespace, key)
    known = _find_keyed(recording.state, scope, key)
    if known:
        return RememberedText(tuple(known), (), False)
    said, created = _store_text(recording, text, writing)
    if vector:
        recording.record(MemoryEmbedded(said.id, vector))
    recorded = record_facts(recording, triples, writing, text=said)
    facts = (_read_fact(recording.state, said), *recorded.facts)
    _keep_key(recording, scope, key, facts)
    return RememberedText(facts, recorded.contradictions, created or recorded.created, recorded.ended)


def record_facts(
    recording: Recording, triples: Sequence[Triple], writing: Writing, *, text: Memory | None = None
) -> RememberedText:
    """Record the facts of a text, given by a caller, a model or a closed form.

    A fact that is believed already is not stored again. `text` is the memory of the text, which its facts are derived
    from. Raises InvalidError, CredentialError.
    """
    made: list[Assertion] = []
    ended: list[Fact] = []
    for triple in triples:
        told = {each.fact.row for each in made}
        one = _assert_once(recording, triple, writing, text, told)
        made.append(one)
        ended += _succeed(recording, one.fact, triple.news, writing.namespace, told)
        ended += _rename(recording, triple, writing, text)
    if text is not None:
        _link_ended(recording, (*ended, *(one.fact for one in made if one.created)), text)
    over = {fact.row for fact in ended}
    left = tuple(c for m in made for c in m.contradictions if not {c.first.row, c.second.row} & over)
    changed = bool(ended) or any(m.created for m in made)
    return RememberedText(tuple(m.fact for m in made), left, changed, tuple(ended))


def _link_ended(recording: Recording, facts: Sequence[Fact], text: Memory) -> None:
    """Link a text with the facts that ended because of it."""
    derived = _find_derived(recording.state, text.id)
    for fact in {fact.memory: fact for fact in facts}.values():
        if fact.valid_to != NEVER and fact.memory not in derived:
            notes.link(recording, fact.memory, text.id, Relationship.INVALIDATED_BY)


def _find_derived(state: Reader, text: str) -> set[str]:
    """Return the ids of the facts that were first read from a text."""
    links = state.list_links_of([text])
    return {link.source for link in links if link.relationship is Relationship.DERIVED_FROM and link.target == text}


def correct(
    recording: Recording, fact: Fact, value: Scalar, *, origin: Origin, valid_from: int = NEVER
) -> CorrectedFact:
    """Close a fact's validity and assert the new value from now or from `valid_from`.

    With a time before the old fact began, the old fact was never true. Raises InvalidError for a fact that ended, and
    for a value that it has already.
    """
    state = recording.state
    memory = notes.find(state, fact.memory)
    now = _read_fact(state, memory)
    if now.valid_to != NEVER and now.valid_to <= recording.at:
        raise InvalidError(
            f"fact {format_fact_id(memory.id)} ended on {format_rfc3339(now.valid_to)}",
            hint="correct the one that is current; `codegraph memory fact about` lists them",
        )
    if encode_object(now.object) == encode_object(value):
        raise InvalidError(
            f"fact {format_fact_id(memory.id)} has this value already", hint="`new_value` must be another one"
        )
    if memory.body.kind == MemoryKind.EPISODE and not isinstance(value, str):
        raise InvalidError("`new_value` of a remembered text is no text", hint='such as "Alice works at Globex Corp"')
    since = valid_from or max(recording.at, now.valid_from)
    ends = now.valid_to
    _close(recording, memory, max(now.valid_from, min(since, ends or since)))
    new = _store(
        recording,
        Triple(now.subject, now.predicate, value, since, ends, source="" if now.source == EXTRACTED else now.source),
        Writing(memory.namespace, origin, memory.session, state.read_anchors([memory.row]).get(memory.row, ())),
    )
    notes.link(recording, new.id, memory.id, Relationship.SUPERSEDES)
    made = _read_fact(state, new)
    return CorrectedFact(
        _read_fact(state, notes.find(state, memory.id)), made, _note_contradictions(recording, made, new)
    )


def invalidate(recording: Recording, fact: Fact, *, at: int = NEVER) -> Fact:
    """End a fact's validity now, or at `at`.

    The fact stays in history. One that has ended by then is not changed.
    """
    memory = notes.find(recording.state, fact.memory)
    now = _read_fact(recording.state, memory)
    end = max(at or recording.at, now.valid_from)
    if now.valid_to == NEVER or end < now.valid_to:
        _close(recording, memory, end)
    return _read_fact(recording.state, notes.find(recording.state, memory.id))


def find_fact(state: Reader, id: str) -> Fact:
    """Find the fact with an id of any form.

    Raises NotFoundError, and InvalidError for a memory that is no fact.
    """
    memory = notes.find(state, id)
    fact = extract_fact(memory)
    if fact is None:
        raise InvalidError(
            f"{id} is a {memory.body.kind}, not a fact",
            hint=f"change it with `codegraph memory update {memory.id}`; `codegraph memory fact about` lists facts",
        )
    return _read_fact(state, memory)


def _assert(recording: Recording, triple: Triple, writing: Writing, told: Set[int] = frozenset()) -> Assertion:
    memory = _store(recording, triple, writing)
    fact = _read_fact(recording.state, memory)
    beside = triple.news is News.BESIDE
    return Assertion(fact, () if beside else _note_contradictions(recording, fact, memory, told), True)


def _assert_once(
    recording: Recording, triple: Triple, writing: Writing, text: Memory | None, told: Set[int]
) -> Assertion:
    """Assert a fact unless one states the same already.

    A new fact is derived from the text. A statement that something is over ends the fact that stated it.
    """
    for fact in _find_stated(recording.state, triple, writing.namespace):
        if triple.valid_to != NEVER:
            if fact.valid_to == NEVER:
                return Assertion(_end(recording, fact, triple.valid_to), (), True)
            if fact.valid_to <= recording.at:
                return Assertion(fact, (), False)
        elif fact.is_valid(max(triple.valid_from or 0, recording.at)):
            return Assertion(fact, (), False)
    made = _assert(recording, triple, writing, told)
    if text is not None:
        notes.link(recording, made.fact.memory, text.id, Relationship.DERIVED_FROM)
    return made


def _find_stated(state: Reader, triple: Triple, namespace: str) -> list[Fact]:
    """Return the facts that state the same, under any name of their subject."""
    slot = succession.find_slot(state, namespace, triple.subject, triple.predicate, triple.object)
    return succession.find_stated(state, namespace, triple.predicate, triple.object, slot)


def _rename(recording: Recording, triple: Triple, writing: Writing, text: Memory | None) -> list[Fact]:
    """Replace an old name by the new one, and return the facts that ended.

    Facts that give the old name as a name get the new one from then on.
    """
    if triple.predicate != "renamed_to" or not isinstance(triple.object, str) or triple.valid_to != NEVER:
        return []
    wanted = FactQuery((writing.namespace,), predicate="has_name")
    ended = []
    for fact in recording.state.find_facts_with_object(wanted, (normalize_entity(triple.subject),)):
        if fact.valid_to == NEVER:
            new = replace(triple, subject=fact.subject, predicate=fact.predicate, news=News.NONE)
            made = _assert_once(recording, new, writing, text, {fact.row})
            ended.append(_end(recording, fact, triple.valid_from or recording.at))
            notes.link(recording, made.fact.memory, fact.memory, Relationship.SUPERSEDES)
    return ended


def _succeed(recording: Recording, fact: Fact, news: News, namespace: str, told: Set[int]) -> list[Fact]:
    """End the facts that a fact told as news replaces, at the time it began.

    `told` are the rows of facts of the same text, which stay.
    """
    if news in (News.NONE, News.BESIDE):
        return []
    slot = succession.find_slot(recording.state, namespace, fact.subject, fact.predicate, fact.object)
    at = fact.valid_from or recording.at
    over = [one for one in succession.find_displaced(slot, fact, news, at) if one.row not in told]
    for one in over:
        notes.link(recording, fact.memory, one.memory, Relationship.SUPERSEDES)
    return [_end(recording, one, at) for one in over]


def _end(recording: Recording, fact: Fact, at: int) -> Fact:
    """End a fact as a text says.

    A fact that ended before it was recorded here has an unknown beginning, not that of its recording.
    """
    memory = notes.find(recording.state, fact.memory)
    first = recording.state.list_fact_versions(memory.row)[0]
    if at > memory.valid_from or memory.valid_from != first.recorded_at:
        return invalidate(recording, fact, at=at)
    recording.record(ValidityChanged(memory.id, memory.valid_from, memory.valid_to, NEVER, at))
    return _read_fact(recording.state, notes.find(recording.state, memory.id))


def _store_text(recording: Recording, text: str, writing: Writing) -> tuple[Memory, bool]:
    """Store the text as a memory of its episode.

    The same text in the same episode is one memory.
    """
    told = {"session": writing.episode or DEFAULT_EPISODE, "valid_from": recording.at}
    draft = convert(Draft, writing, content=text, kind=MemoryKind.EPISODE, vocabulary=Vocabulary.KRONROE, **told)
    body = notes.build_body(draft)
    for twin in recording.state.find_by_hash(hash_content(body.content), writing.namespace):
        again = twin.body.kind == MemoryKind.EPISODE and twin.session == draft.session
        if again and twin.status in RECALLABLE and twin.valid_to == NEVER:
            return twin, False
    return notes.store(recording, draft, merge=False).memory, True


def _store(recording: Recording, triple: Triple, writing: Writing) -> Memory:
    since = recording.at if triple.valid_from is None else triple.valid_from
    if triple.valid_to != NEVER and triple.valid_to <= since:
        raise InvalidError(
            f"`valid_to` {format_rfc3339(triple.valid_to)} is not after `valid_from` {format_rfc3339(since)}",
            hint="give a later one, or leave it out while the fact is true",
        )
    parts = {name: getattr(triple, name) for name in ("subject", "predicate", "object")}
    parts |= {name: said for name in ("source", "dated") if (said := getattr(triple, name))}
    text = f"{triple.subject} {triple.predicate} {format_value(triple.object)}"
    told = {"metadata": parts, "confidence": triple.confidence, "session": writing.episode}
    told |= {"valid_from": since, "valid_to": triple.valid_to}
    fact = convert(Draft, writing, content=text, kind=MemoryKind.FACT, vocabulary=Vocabulary.KRONROE, **told)
    return notes.store(recording, fact, merge=False).memory


def _close(recording: Recording, memory: Memory, end: int) -> None:
    if memory.valid_to != end:
        recording.record(ValidityChanged(memory.id, memory.valid_from, memory.valid_to, memory.valid_from, end))


def _note_contradictions(
    recording: Recording, fact: Fact, memory: Memory, told: Set[int] = frozenset()
) -> tuple[Contradiction, ...]:
    """Record contradictions as links; they never prevent the writing of a fact.

    `told` are the rows of facts of the same text, which may name several subjects of one thing.
    """
    rules = get_rule(fact.predicate)
    if not (rules.single or rules.sole):
        return ()
    slot = succession.find_slot(recording.state, memory.namespace, fact.subject, fact.predicate, fact.object)
    others = [f for f in slot.same_subject if f.row != fact.row] if rules.single else []
    if rules.sole:
        word = normalize_predicate(fact.predicate)
        others += [f for f in slot.same_object if normalize_predicate(f.predicate) == word and f.row not in told]
    found = tuple(c for other in others if (c := compare_facts(other, fact)) is not None)
    for each in found:
        notes.link(recording, fact.memory, each.first.memory, Relationship.CONTRADICTS)
    return found


def _read_fact(state: Reader, memory: Memory) -> Fact:
    """Return the last version of the fact of a believed memory."""
    return state.list_fact_versions(memory.row)[-1]


def _find_keyed(state: Reader, scope: str, key: str) -> list[Fact]:
    """Return what the call with this key wrote.

    Facts that were taken back are left out.
    """
    if not key:
        return []
    ids = state.find_memories_by_key(scope, key)
    there = state.read_by_ids(ids)
    live = [there[id] for id in ids if id in there and there[id].status is not MemoryStatus.ARCHIVED]
    return [state.list_fact_versions(memory.row)[-1] for memory in live if state.list_fact_versions(memory.row)]


def _keep_key(recording: Recording, scope: str, key: str, facts: Sequence[Fact]) -> None:
    if key:
        recording.record(FactsKeyed(scope, key, tuple(fact.memory for fact in facts)))


def _digest(namespace: str, key: str) -> str:
    """Hash a key with its namespace, so that its text is not stored, "" for none."""
    return hashlib.sha256(f"{namespace}\0{key}".encode("utf-8", "replace")).hexdigest() if key else ""
