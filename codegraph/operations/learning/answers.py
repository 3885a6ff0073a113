"""Answers of the learning loop.

Times are RFC 3339 texts, "" for never. They are values only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.memory.learning.metrics import BlamedMemory, Insights
from codegraph.memory.learning.roi import Ledger
from codegraph.memory.learning.tuning import Trial, Tuning
from codegraph.memory.memory_model import Conflict, Floors, JsonValue, Memory
from codegraph.operations.memory.answers import MemoryRow
from codegraph.operations.projection import project

if TYPE_CHECKING:
    from codegraph.memory.learning.merging import Merge, Theme
    from codegraph.memory.learning.runs import Credit
    from codegraph.memory.learning.triage import Doubtful


class RunRow(NamedTuple):
    id: str
    namespace: str
    outcome: str
    category: str
    started_at: str
    ended_at: str
    session: str
    agent: str
    task: str
    model: str


class StandingRow(NamedTuple):
    score: float
    uses: int
    cited: int
    last_useful_at: str


class ContextAnswer(NamedTuple):
    query: str
    run: str
    serving: str
    skipped: bool
    top_score: float
    min_score: float
    stage: str
    budget_tokens: int
    used_tokens: int
    excluded: int
    capsules: tuple[dict[str, JsonValue], ...]


class ConflictRow(NamedTuple):
    id: str
    similarity: float
    found_at: str
    resolution: str  # "" while it is open
    newer: str
    newer_content: str
    existing: str
    existing_content: str
    namespace: str


def build_conflict_row(conflict: Conflict, memories: dict[str, Memory]) -> ConflictRow:
    def said(id: str) -> str:
        return memories[id].body.content if id in memories else ""

    contents = {"newer_content": said(conflict.newer), "existing_content": said(conflict.existing)}
    return project(ConflictRow, conflict, found_at=conflict.at, **contents)


class RecordAnswer(NamedTuple):
    result: str  # added, merged, duplicate or proposed
    memory: MemoryRow
    similarity: float
    conflicts: tuple[ConflictRow, ...]
    run: str
    token: str


class CiteAnswer(NamedTuple):
    run: str
    memory: str
    reason: str
    token: str


class RunAnswer(NamedTuple):
    run: RunRow
    token: str


class CreditRow(NamedTuple):
    memory: str
    cited: bool
    delta: float
    standing: StandingRow

    @classmethod
    def build(cls, credit: Credit) -> CreditRow:
        delta = round(credit.after.score - credit.before.score, 4)
        return project(cls, credit, delta=delta, standing=credit.after)


class RunEndedAnswer(NamedTuple):
    run: RunRow
    signal: bool  # whether the end says anything about memories
    credits: tuple[CreditRow, ...]
    token: str


class RunsAnswer(NamedTuple):
    runs: tuple[RunRow, ...]
    total: int


class BlamedRow(NamedTuple):
    memory: str
    content: str
    kind: str
    cited: bool
    reason: str
    delivered: int
    brief: bool
    standing: StandingRow

    @classmethod
    def build(cls, row: BlamedMemory) -> BlamedRow:
        body = row.memory.body if row.memory else None
        content, kind = (body.content, body.kind) if body else ("", "erased")
        return project(cls, row, memory=row.id, content=content, kind=kind, delivered=row.times)


class BlameAnswer(NamedTuple):
    run: RunRow
    cited: tuple[BlamedRow, ...]
    passengers: tuple[BlamedRow, ...]


class InsightsAnswer(NamedTuple):
    since: str
    figures: Insights


class RoiAnswer(NamedTuple):
    ledger: Ledger


class ConflictsAnswer(NamedTuple):
    conflicts: tuple[ConflictRow, ...]
    total: int


class ResolvedAnswer(NamedTuple):
    conflict: ConflictRow
    token: str


class ProposalRow(NamedTuple):
    memory: MemoryRow
    outcome: str
    filed_at: str
    expires_at: str
    settled_at: str
    source: str
    run: str
    reason: str


class ProposalsAnswer(NamedTuple):
    proposals: tuple[ProposalRow, ...]
    total: int
    expired: int  # put away by this very call


class SettledAnswer(NamedTuple):
    action: str
    memory: MemoryRow
    token: str


class MergeRow(NamedTuple):
    survivor: str
    content: str
    members: tuple[str, ...]  # whose `superseded_by` is the survivor
    similarity: float

    @classmethod
    def build(cls, merge: Merge) -> MergeRow:
        ids = tuple(member.id for member in merge.members)
        return cls(merge.survivor.id, merge.survivor.body.content, ids, round(merge.similarity, 4))


class ThemeRow(NamedTuple):
    members: tuple[str, ...]
    tags: tuple[str, ...]
    content: str

    @classmethod
    def build(cls, theme: Theme) -> ThemeRow:
        return cls(tuple(member.id for member in theme.members), theme.tags, theme.draft.content)


class ConsolidationAnswer(NamedTuple):
    dry_run: bool
    examined: int
    merges: tuple[MergeRow, ...]
    themes: tuple[ThemeRow, ...]
    proposals: tuple[str, ...]
    method: str  # how themes were summarised
    token: str


class DoubtfulRow(NamedTuple):
    memory: MemoryRow
    ratio: float
    uses: int
    idle_days: int

    @classmethod
    def build(cls, found: Doubtful) -> DoubtfulRow:
        return project(cls, found, found.standing, ratio=round(found.standing.ratio, 4))


class TriageAnswer(NamedTuple):
    doubtful: tuple[DoubtfulRow, ...]
    pruned: int
    kept: int
    token: str


class TuneAnswer(NamedTuple):
    """`tuning` is None for a revert."""

    floors: Floors  # in use after the call
    tuning: Tuning | None
    trials: tuple[Trial, ...]
    applied: bool
    reverted: bool
    token: str


class LearnStatusAnswer(NamedTuple):
    memories: int
    by_kind: dict[str, int]
    rated: int
    pending_proposals: int
    open_conflicts: int
    runs: int
    open_run: str
    floors: Floors
    decay_half_life_days: float
    encoder: str
