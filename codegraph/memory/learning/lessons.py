"""Recording of lessons.

Duplicates are merged, contradictions recorded, and uncertain lessons wait for a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory import notes, write_validation
from codegraph.memory.events import (
    Access,
    LessonRecorded,
    MemoriesAccessed,
    MemoryRevised,
    ProposalFiled,
    ProposalSettled,
)
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Body, How, Memory, MemoryStatus, Proposal, ProposalOutcome, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.recall.tokenization import tokenize
from codegraph.memory.text_similarity import NEAR, is_opposed, normalize_text
from codegraph.memory.times import DAY

ACCEPTED: Final = 0.7
"""Confidence from which a lesson is admitted without review."""

EXPIRES_DAYS: Final = 30

MOST_PARTS: Final = 4
"""Wordings that one memory collects by merging; a further one only counts."""

MERGEABLE: Final = (Vocabulary.KIMETSU, Vocabulary.CODEGRAPH, Vocabulary.CODEMEM)
"""Memories of these vocabularies may gain a wording or be consolidated. Facts, reviewed notes and items are bound to
records of their own vocabularies, and stay as they are."""

DEDUPED: Final = (MemoryStatus.ACTIVE, MemoryStatus.STALE, MemoryStatus.PENDING)


class Near(NamedTuple):
    """Memory of the same namespace, and the cosine of its text with a lesson's."""

    memory: Memory
    cosine: float


class Admission(NamedTuple):
    """Memory that holds a lesson, and how the lesson was recorded."""

    memory: Memory
    how: How
    similarity: float  # to the memory it was merged into, 0 for none


def record_lesson(
    recording: Recording,
    draft: Draft,
    near: Sequence[Near],
    *,
    merges: float = NEAR,
    accepts: float = ACCEPTED,
    run: str = "",
    source: str = "agent",
) -> Admission:
    """Record a lesson, or merge it into a memory that says nearly the same.

    `near` are the memories of its namespace that are close in meaning, closest first. From a cosine of `merges` on, the
    lesson is merged into one. With a confidence of less than `accepts` it waits for a person.

    Raises InvalidError, CredentialError.
    """
    body = notes.build_body(draft, "lesson")
    known = [n for n in near if n.memory.namespace == draft.namespace and _is_mergeable(recording, n.memory)]
    twin = next((n for n in known if _is_same(n.memory.body, body)), None)
    if twin is not None:
        admitted = Admission(_bump(recording, twin.memory, body), How.DUPLICATE, 1.0)
    else:
        close = next(
            (n for n in known if n.cosine >= merges and not is_opposed(n.memory.body.content, body.content)), None
        )
        if close is not None:
            admitted = Admission(_merge(recording, close.memory, body), How.MERGED, close.cosine)
        else:
            admitted = Admission(*_store(recording, draft, body, accepts, run, source), 0.0)
    recording.record(
        LessonRecorded(admitted.memory.id, run, draft.namespace, admitted.how, source, round(admitted.similarity, 6))
    )
    return admitted


def _is_mergeable(recording: Recording, memory: Memory) -> bool:
    """Return whether a lesson may be merged into a memory.

    It must not wait for the review of another vocabulary, because nothing here may approve it.
    """
    return memory.status is not MemoryStatus.PENDING or recording.state.learning.get_proposal(memory.id) is not None


def _is_same(one: Body, other: Body) -> bool:
    return str(one.kind) == str(other.kind) and normalize_text(one.content) == normalize_text(other.content)


def _store(recording: Recording, draft: Draft, body: Body, accepts: float, run: str, source: str) -> tuple[Memory, How]:
    waits = body.confidence < accepts
    status = MemoryStatus.PENDING if waits else draft.status
    stored = notes.store(recording, replace(draft, status=status), merge=False).memory
    if stored.status is not MemoryStatus.PENDING:
        return stored, How.ADDED
    recording.record(ProposalFiled(stored.id, draft.namespace, recording.at + EXPIRES_DAYS * DAY, source, run))
    return stored, How.PROPOSED


def _bump(recording: Recording, memory: Memory, body: Body) -> Memory:
    recording.record(MemoriesAccessed((memory.id,), Access.OPENED))
    return _accept_repetition(recording, memory, body)


def _merge(recording: Recording, memory: Memory, body: Body) -> Memory:
    """Merge a lesson into a memory.

    The memory gains the wording if that adds words and can be trusted. A memory that a person wrote or that belongs to
    another vocabulary keeps its text: only the use counts.
    """
    old = memory.body
    trusted = body.confidence >= ACCEPTED or memory.status is MemoryStatus.PENDING
    if memory.curated or memory.vocabulary not in MERGEABLE or not trusted:
        recording.record(MemoriesAccessed((memory.id,), Access.OPENED))
        return memory
    new = replace(
        old,
        content=_add_wording(old.content, body.content),
        tags=tuple(dict.fromkeys((*old.tags, *body.tags)))[: write_validation.MAX_TAGS],
    )
    if new == old:
        recording.record(MemoriesAccessed((memory.id,), Access.OPENED))
    else:
        recording.record(MemoryRevised(memory.id, memory.revision + 1, new, "merged a near duplicate"))
    return _accept_repetition(recording, recording.state.get_memory(memory.id), body)


def _add_wording(old: str, new: str) -> str:
    parts = old.split("\n")
    longer = f"{old}\n{new}"
    if (
        set(tokenize(new)) <= set(tokenize(old))
        or len(parts) >= MOST_PARTS
        or len(longer.encode()) > write_validation.MAX_CONTENT
    ):
        return old
    return longer


def _accept_repetition(recording: Recording, memory: Memory, body: Body) -> Memory:
    """Accept a proposal that is recorded again with enough confidence.

    It becomes what it would have been with that confidence at first.
    """
    if memory.status is not MemoryStatus.PENDING or body.confidence < ACCEPTED:
        return memory
    better = replace(memory.body, confidence=max(memory.body.confidence, body.confidence))
    if better != memory.body:
        recording.record(MemoryRevised(memory.id, memory.revision + 1, better, "recorded again"))
    return settle(recording, memory.id, ProposalOutcome.ACCEPTED, "recorded again with enough confidence")


def find_pending(recording: Recording, id: str) -> Proposal:
    """Return the pending proposal of a memory.

    Raises NotFoundError, InvalidError.
    """
    memory = recording.state.resolve(id)
    proposal = recording.state.learning.get_proposal(memory.id)
    if proposal is None:
        raise NotFoundError(
            f"memory {memory.id} is no proposal", hint="list them with `codegraph memory learn proposals`"
        )
    if proposal.outcome is not ProposalOutcome.PENDING:
        raise InvalidError(
            f"proposal {memory.id} is {proposal.outcome.value} already",
            hint="`codegraph memory restore` brings it back",
        )
    return proposal


def accept(recording: Recording, id: str, *, confidence: float | None = None, reason: str = "") -> Memory:
    """Accept a proposal.

    Raises NotFoundError, InvalidError.
    """
    proposal = find_pending(recording, id)
    if confidence is not None:
        notes.revise(recording, proposal.memory, notes.Edit(confidence=confidence), reason="accepted")
    return settle(recording, proposal.memory, ProposalOutcome.ACCEPTED, reason)


def reject(recording: Recording, id: str, reason: str = "") -> Memory:
    """Reject a proposal.

    No recall ever returned it, and none will. Raises NotFoundError, InvalidError.
    """
    return settle(recording, find_pending(recording, id).memory, ProposalOutcome.REJECTED, reason)


_STATUS: Final = {
    ProposalOutcome.ACCEPTED: MemoryStatus.ACTIVE,
    ProposalOutcome.REJECTED: MemoryStatus.REJECTED,
    ProposalOutcome.EXPIRED: MemoryStatus.ARCHIVED,
}


def settle(recording: Recording, id: str, outcome: ProposalOutcome, reason: str = "") -> Memory:
    said = " ".join(reason.split())[: write_validation.MAX_NAME]
    screen(said)
    memory = recording.state.get_memory(id)
    notes.set_status(recording, memory, _STATUS[outcome], f"proposal {outcome.value}")
    recording.record(ProposalSettled(id, ProposalOutcome.PENDING, outcome, said))
    return recording.state.get_memory(id)


def expire_proposals(recording: Recording, namespaces: Sequence[str] = ()) -> list[str]:
    """Expire the proposals whose time is over and return their ids.

    A second call changes nothing.
    """
    done = []
    for proposal in recording.state.learning.list_proposals(namespaces, ProposalOutcome.PENDING):
        memory = recording.state.find_memory(proposal.memory)
        over = proposal.expires_at and proposal.expires_at <= recording.at
        if over and memory is not None and memory.status is MemoryStatus.PENDING:
            settle(recording, proposal.memory, ProposalOutcome.EXPIRED, "nobody decided in time")
            done.append(proposal.memory)
    return done
