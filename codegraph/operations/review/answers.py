"""Answers about the review queue. Values only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.memory.memory_model import Memory
from codegraph.memory.review.fact_profile import is_current
from codegraph.memory.review.staging import get_queue_name
from codegraph.memory.review.verdicts import compute_tier
from codegraph.memory.times import DAY, format_rfc3339
from codegraph.operations.memory.answers import ExchangeRow, OtherRow, ReviewRow
from codegraph.operations.projection import project
from codegraph.store.memory.reader import Reader

if TYPE_CHECKING:
    from codegraph.memory.review.verdicts import Approval, Route


class QueuedRow(NamedTuple):
    """A fact in the queue."""

    name: str  # mem-0042, or the id of what came from another vocabulary
    id: str
    kind: str
    tier: int
    confidence: float
    fact: str
    namespace: str
    learned_by: str  # remember, harvest, import, manual; "" if it was never staged
    source: str  # a transcript or file with its line, or ""
    staged_at: str
    same_as: OtherRow | None
    conflicts: tuple[OtherRow, ...]


class QueueAnswer(NamedTuple):
    total: int
    facts: tuple[QueuedRow, ...]


class VerdictRow(NamedTuple):
    name: str
    id: str
    kind: str
    fact: str
    replaced: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()

    @classmethod
    def build(cls, approval: Approval) -> VerdictRow:
        memory = approval.memory
        return project(cls, approval, memory, memory.body, fact=memory.body.content)


class VerdictAnswer(NamedTuple):
    """Facts that a verdict changed; `token` undoes all of it."""

    action: str  # approved, rejected, forgotten
    facts: tuple[VerdictRow, ...]
    token: str


class RouteRow(NamedTuple):
    name: str
    id: str
    kind: str
    fact: str
    action: str  # promote, wait, skip
    reason: str

    @classmethod
    def build(cls, route: Route) -> RouteRow:
        memory = route.memory
        return project(cls, route, memory, memory.body, fact=memory.body.content)


class SyncAnswer(NamedTuple):
    applied: bool
    autopromote: bool
    routes: tuple[RouteRow, ...]
    token: str
    exchange: ExchangeRow | None = None  # with the team's database; None where nothing is shared


class HarvestedRow(NamedTuple):
    name: str  # "" in a dry run
    outcome: str  # staged, promoted
    kind: str
    confidence: float
    fact: str
    source: str
    line: int
    said_at: str
    same_as: str
    conflicts: tuple[str, ...]


class UnreadRow(NamedTuple):
    source: str
    line: int
    problem: str


class HarvestAnswer(NamedTuple):
    dry_run: bool
    transcripts: int
    turns: int  # messages of a person
    facts: tuple[HarvestedRow, ...]
    known: int  # said before: in the queue, promoted, or put away since
    unread: tuple[UnreadRow, ...]
    token: str


class StagedImportAnswer(NamedTuple):
    """Facts of notes with front matter, which were put into the queue."""

    files: int
    facts: tuple[HarvestedRow, ...]
    known: int
    unread: tuple[UnreadRow, ...]
    token: str


class ContextFileRow(NamedTuple):
    path: str
    action: str  # created, changed, unchanged, deleted
    backup: str


class ContextAnswer(NamedTuple):
    facts: int
    left_out: int  # about a person
    over: int  # beyond the limit
    block: str
    files: tuple[ContextFileRow, ...]


def build_queued_row(state: Reader, memory: Memory) -> QueuedRow:
    staged = state.read_staged([memory.row]).get(memory.row)
    same, conflicts = find_compared(state, memory)
    values = {
        "name": get_queue_name(state, memory),
        "tier": int(compute_tier(state, memory)),
        "fact": memory.body.content,
        "learned_by": staged.learned_by.value if staged else "",
        "source": get_source(memory),
        "staged_at": format_rfc3339(memory.created_at),
    }
    return project(QueuedRow, memory, memory.body, same_as=same, conflicts=conflicts, **values)


def find_compared(state: Reader, memory: Memory) -> tuple[OtherRow | None, tuple[OtherRow, ...]]:
    """Return what a fact repeated and contradicted when it was staged.

    Memories that do not exist any more are left out.
    """
    staged = state.read_staged([memory.row]).get(memory.row)
    if staged is None:
        return None, ()
    found = state.read_by_ids([staged.same_as, *staged.conflicts])
    rows = {id: _build_other_row(state, other) for id, other in found.items()}
    return rows.get(staged.same_as), tuple(rows[id] for id in staged.conflicts if id in rows)


def _build_other_row(state: Reader, memory: Memory) -> OtherRow:
    return OtherRow(get_queue_name(state, memory), memory.body.content, memory.status.value)


def review_row(state: Reader, memory: Memory, now: int) -> ReviewRow | None:
    """Build the row of a memory's review state.

    Returns None for a memory that was never in the queue.
    """
    staged = state.read_staged([memory.row]).get(memory.row)
    if staged is None:
        return None
    same, conflicts = find_compared(state, memory)
    told = {
        "name": get_queue_name(state, memory),
        "tier": int(compute_tier(state, memory)),
        "good_until": max(memory.verified_at, memory.created_at) + staged.days * DAY if staged.days else 0,
        "holds": is_current(memory, staged, now),
    }
    return project(ReviewRow, staged, same_as=same, conflicts=conflicts, **told)


def get_source(memory: Memory) -> str:
    """Return `FILE:LINE` of a fact from a file, else its recorded source."""
    metadata = memory.body.metadata
    if metadata.get("file"):
        return f"{metadata['file']}:{metadata.get('line', 1)}"
    return str(metadata.get("source", ""))
