"""Contradictions between memories.

They are found at every write, block none, and are resolved by a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph.errors import AmbiguousError, InvalidError, NotFoundError
from codegraph.memory import notes
from codegraph.memory.events import ConflictFound, ConflictResolved, ProposalSettled
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import RECALLABLE, Conflict, Memory, MemoryStatus, ProposalOutcome, Resolution
from codegraph.memory.text_similarity import CLOSE, normalize_text
from codegraph.store.memory.reader import Reader

MOST: Final = 3
"""Conflicts that one write records: the closest."""

_PREFIX: Final = 6


def scan(
    recording: Recording, memory: Memory, near: Sequence[tuple[Memory, float]], close: float = CLOSE
) -> list[Conflict]:
    """Record the memories close to a new one whose texts differ.

    `close` is the minimum cosine. A pair that was recorded before is skipped.
    """
    learning = recording.state.learning
    seen = {frozenset((c.newer, c.existing)) for c in learning.list_conflicts((memory.namespace,), only_open=False)}
    found: list[Conflict] = []
    said = normalize_text(memory.body.content)
    for other, cosine in near:
        if len(found) >= MOST:
            break
        pair = frozenset((memory.id, other.id))
        if cosine < close or len(pair) < 2 or pair in seen or other.status not in RECALLABLE:
            continue
        if other.namespace != memory.namespace or normalize_text(other.body.content) == said:
            continue
        id = recording.generate_id()
        recording.record(ConflictFound(id, memory.id, other.id, round(cosine, 6), memory.namespace))
        conflict = learning.get_conflict(id)
        assert conflict is not None
        found.append(conflict)
    return found


def find(state: Reader, id: str, namespaces: Sequence[str]) -> Conflict:
    """Find the conflict with an id or a prefix of it.

    Raises NotFoundError, AmbiguousError.
    """
    wanted = id.strip().lower()
    conflict = state.learning.get_conflict(wanted)
    if conflict is not None:
        return conflict
    near = [c for c in state.learning.list_conflicts(namespaces, only_open=False) if c.id.startswith(wanted)]
    if len(wanted) >= _PREFIX and len(near) == 1:
        return near[0]
    if len(wanted) >= _PREFIX and near:
        raise AmbiguousError(f"several conflicts begin with {id!r}", hint="\n".join(c.id for c in near[:6]))
    raise NotFoundError(f"no conflict {id!r}", hint="list them with `codegraph memory learn conflicts`")


def resolve(recording: Recording, conflict: Conflict, resolution: Resolution) -> Conflict:
    """Settle a conflict.

    The memory that is not kept is superseded by the other. A proposal that is kept is accepted, one that is not is
    rejected. Raises InvalidError when the conflict is settled already.
    """
    if conflict.resolution is not Resolution.OPEN:
        raise InvalidError(
            f"conflict {conflict.id} is resolved: {conflict.resolution.value}",
            hint="`codegraph memory undo` reopens it",
        )
    newer, existing = (notes.find(recording.state, id) for id in (conflict.newer, conflict.existing))
    match resolution:
        case Resolution.KEPT_NEW:
            _settle(recording, keep=newer, drop=existing)
        case Resolution.KEPT_EXISTING:
            _settle(recording, keep=existing, drop=newer)
        case _:
            _accept(recording, newer)
            _accept(recording, existing)
    recording.record(ConflictResolved(conflict.id, Resolution.OPEN, resolution))
    done = recording.state.learning.get_conflict(conflict.id)
    assert done is not None
    return done


def _settle(recording: Recording, *, keep: Memory, drop: Memory) -> None:
    _accept(recording, keep)
    if _is_pending(recording, drop):
        notes.set_status(recording, drop, MemoryStatus.REJECTED, "lost a conflict", keep.id)
        recording.record(ProposalSettled(drop.id, ProposalOutcome.PENDING, ProposalOutcome.REJECTED, "lost a conflict"))
    else:
        notes.set_status(recording, drop, MemoryStatus.SUPERSEDED, "lost a conflict", keep.id)


def _accept(recording: Recording, memory: Memory) -> None:
    if _is_pending(recording, memory):
        notes.set_status(recording, memory, MemoryStatus.ACTIVE, "won a conflict")
        recording.record(
            ProposalSettled(memory.id, ProposalOutcome.PENDING, ProposalOutcome.ACCEPTED, "won a conflict")
        )


def _is_pending(recording: Recording, memory: Memory) -> bool:
    proposal = recording.state.learning.get_proposal(memory.id)
    return proposal is not None and proposal.outcome is ProposalOutcome.PENDING
