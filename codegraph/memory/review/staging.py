"""Staging of facts in the review queue.

Each gets a number, a tier, and the memories that contradict it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory import notes, write_validation
from codegraph.memory.event_codec import decode_event
from codegraph.memory.events import MemoryStaged, StatusChanged
from codegraph.memory.intake import APART, AS_IS, Statement, record_statement
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_ids import hash_content
from codegraph.memory.memory_model import (
    NEVER,
    Anchor,
    Filter,
    Memory,
    MemoryStatus,
    Metadata,
    Origin,
    Vocabulary,
    convert,
)
from codegraph.memory.notes import Draft
from codegraph.memory.review.fact_kinds import is_sensitive
from codegraph.memory.review.tiers import LOW_RISK, NOTHING, Promotion, choose_tier
from codegraph.memory.text_similarity import Likeness, compare
from codegraph.store.identifier_words import split_query
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.review import ALIAS, LearnedBy, is_number

CONFIDENCE: Final = 0.6
DAYS: Final = 180
"""A fact that nobody vouched for in this time is no longer told."""

LIVE: Final = (MemoryStatus.ACTIVE, MemoryStatus.STALE, MemoryStatus.PENDING)
GONE: Final = (MemoryStatus.REJECTED, MemoryStatus.ARCHIVED, MemoryStatus.SUPERSEDED)
_COMPARED: Final = 60
"""Memories that share most words with a fact: as many are compared with it."""

_WORDS: Final = 48


@dataclass(frozen=True, slots=True)
class Candidate:
    """Fact to be staged.

    `said_at` is when it was said, NEVER for now or unknown.
    """

    fact: str
    kind: str
    learned_by: LearnedBy
    confidence: float = CONFIDENCE
    namespace: str = ""
    origin: Origin = Origin.AGENT
    metadata: Metadata = field(default_factory=dict)
    days: int = DAYS
    said_at: int = NEVER
    anchors: tuple[Anchor, ...] = ()


class Outcome(StrEnum):
    STAGED = "staged"
    PROMOTED = "promoted"  # settings let it through
    KNOWN = "known"  # it was in the queue or promoted already
    REFUSED = "refused"  # a person has refused it, of what has a time since it was said


class Result(NamedTuple):
    outcome: Outcome
    memory: Memory
    name: str  # `mem-0042`; the id of a memory that never was in the queue
    same_as: str = ""
    conflicts: tuple[str, ...] = ()


def stage(
    recording: Recording,
    candidate: Candidate,
    reads: tuple[str, ...],
    policy: Promotion = NOTHING,
    *,
    again: bool = True,
) -> Result:
    """Stage a fact; `reads` are the namespaces in which it is compared with memories.

    A fact that a person rejected is not staged. Without `again`, a fact that says the same as a memory is not staged
    either, unless it was said after its refusal. Raises InvalidError, CredentialError.
    """
    state = recording.state
    kind = _check_kind(candidate.kind)
    fact = write_validation.check_content(candidate.fact, "fact")
    draft = _build_draft(candidate, fact, kind)
    for twin in _find_twins(state, fact, reads):
        if twin.status in LIVE:
            if again and twin.namespace == draft.namespace:
                twin = record_statement(recording, Statement(draft, settings=AS_IS)).memory
            return Result(Outcome.KNOWN, twin, get_queue_name(state, twin))
        if _is_refused(state, twin, candidate, again):
            return Result(Outcome.REFUSED, twin, get_queue_name(state, twin))
    same, conflicts = find_related(state, fact, reads)
    if same and not again:
        return Result(Outcome.KNOWN, same, get_queue_name(state, same), same.id)
    gone, _ = find_related(state, fact, reads, (MemoryStatus.REJECTED,) if again else GONE)
    if gone and not same and _is_refused(state, gone, candidate, again):
        return Result(Outcome.REFUSED, gone, get_queue_name(state, gone), gone.id)
    tier = choose_tier(
        kind,
        confidence=candidate.confidence,
        conflict=bool(conflicts),
        repeats=same is not None,
        sensitive=kind in LOW_RISK and is_sensitive(fact),
    )
    promoted = policy.can_promote(kind, tier)
    if promoted:
        draft = replace(draft, status=MemoryStatus.ACTIVE)
    memory = record_statement(recording, Statement(draft, settings=APART)).memory
    number = state.find_last_number(*state.get_number_range()) + 1
    name = f"{ALIAS}{number:04d}"
    against = tuple(other.id for other in conflicts)
    notes.add_alias(recording, memory.id, name)
    recording.record(
        MemoryStaged(memory.id, number, tier, candidate.learned_by, candidate.days, same.id if same else "", against)
    )
    return Result(Outcome.PROMOTED if promoted else Outcome.STAGED, memory, name, same.id if same else "", against)


def _check_kind(word: str) -> str:
    """Return a kind in its stored form.

    An unknown kind is kept as well: it waits for review.
    """
    kind = write_validation.check_name(word, "kind").lower()
    if len(kind) > 64:
        raise InvalidError("`kind` has more than 64 characters", hint="such as preference")
    return kind


def _build_draft(candidate: Candidate, fact: str, kind: str) -> Draft:
    told = {"content": fact, "kind": kind, "vocabulary": Vocabulary.ENGRAM, "status": MemoryStatus.PENDING}
    return convert(Draft, candidate, **told)


def _find_twins(state: Reader, fact: str, reads: tuple[str, ...]) -> list[Memory]:
    """Find memories of exactly this text, live ones first."""
    found = [memory for namespace in reads for memory in state.find_by_hash(hash_content(fact), namespace)]
    return sorted(found, key=lambda m: (m.status not in LIVE, m.row))


def _is_refused(state: Reader, gone: Memory, candidate: Candidate, again: bool) -> bool:
    return gone.status is MemoryStatus.REJECTED if again else is_refused_since(state, gone, candidate.said_at)


def is_refused_since(state: Reader, memory: Memory, said_at: int) -> bool:
    """Return whether a person rejected or removed a memory after `said_at`.

    A text of unknown time counts as said before.
    """
    for row in reversed(list(state.iterate_events(subject=memory.id))):
        if row.kind == StatusChanged.__name__:
            event = decode_event(row.kind, row.payload)
            assert isinstance(event, StatusChanged)
            return event.reason != "undone" and row.at >= said_at
    return False


def find_related(
    state: Reader,
    fact: str,
    reads: tuple[str, ...],
    statuses: tuple[MemoryStatus, ...] = LIVE,
    *,
    but: str = "",
) -> tuple[Memory | None, tuple[Memory, ...]]:
    """Return the memory that says the same as a fact, and those that contradict it.

    The oldest come first.
    """
    words = [word for word in split_query(fact) if len(word) > 1][:_WORDS]
    if not words:
        return None, ()
    quoted = " OR ".join(f'"{word}"' for word in words)
    rows = [
        row for row, _ in state.search_lexical(f"content : ({quoted})", Filter(reads, statuses=statuses), _COMPARED)
    ]
    same: Memory | None = None
    conflicts: list[Memory] = []
    for _, memory in sorted(state.read_by_rows(rows).items()):
        if memory.id == but:
            continue
        match compare(fact, memory.body.content):
            case Likeness.SAME:
                same = same or memory
            case Likeness.CONFLICT:
                conflicts.append(memory)
            case Likeness.NONE:
                pass
    return same, tuple(conflicts)


def get_queue_name(state: Reader, memory: Memory) -> str:
    """Return the number of a memory in the queue, else its id.

    A number from another store counts as well.
    """
    found = state.read_staged([memory.row]).get(memory.row)
    name = f"{ALIAS}{found.number:04d}" if found else ""
    if name and state.resolve_alias(name) == memory.id:  # another writer may have had the number first
        return name
    return next((alias for alias in state.list_aliases(memory.id) if is_number(alias)), memory.id)
