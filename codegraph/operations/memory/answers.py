"""Answers about memory. Times are RFC 3339 texts, "" for never. Values only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph.memory.anchors.offering import Unanchored
from codegraph.memory.memory_model import Anchor, JsonValue, Memory, Revision, Weights
from codegraph.memory.tool_patterns import Pattern
from codegraph.operations.projection import project

if TYPE_CHECKING:
    from codegraph.memory.anchors.anchor_state import AnchorReport
    from codegraph.memory.intake import Receipt


class MemoryRow(NamedTuple):
    """One memory as every surface shows it."""

    id: str
    kind: str
    status: str
    content: str
    namespace: str
    importance: float
    confidence: float
    tags: tuple[str, ...]
    metadata: dict[str, JsonValue]
    origin: str
    protected: bool
    revision: int
    session: str
    successor: str
    created_at: str
    updated_at: str
    accessed_at: str
    verified_at: str
    valid_from: str
    valid_to: str
    access_count: int

    @classmethod
    def build(cls, memory: Memory) -> MemoryRow:
        return project(cls, memory, memory.body)


class LinkRow(NamedTuple):
    source: str
    relationship: str
    target: str
    weight: float
    label: str
    at: str
    metadata: dict[str, JsonValue]
    other: str = ""  # first words of the memory at the other end


class RevisionRow(NamedTuple):
    number: int
    at: str
    reason: str
    tags: tuple[str, ...]
    kind: str
    importance: float
    confidence: float
    content: str
    content_tags: tuple[str, ...]

    @classmethod
    def build(cls, revision: Revision) -> RevisionRow:
        return project(cls, revision, revision.body, content_tags=revision.body.tags)


class MemberRow(NamedTuple):
    member: str
    role: str


class ExchangeRow(NamedTuple):
    """Outcome of an exchange with the team's database."""

    sent: int
    received: int
    queued: int
    refused: int
    concurrent: int  # texts that somebody else changed at the same time


class ShareAnswer(NamedTuple):
    action: str  # shared, unshared
    namespace: str
    namespace_name: str
    role: str
    events: int
    queued: int
    members: tuple[MemberRow, ...] = ()
    exchange: ExchangeRow | None = None


class EventRow(NamedTuple):
    seq: int
    at: str
    kind: str
    operation: str
    actor: str


class SessionRow(NamedTuple):
    id: str
    namespace: str
    started_at: str
    ended_at: str
    agent: str
    summary: str


class RelatedRow(NamedTuple):
    """A memory that stands beside one that was written."""

    id: str
    kind: str
    text: str
    why: str = ""  # what shows that it is amended
    disagrees: bool = False  # both are rules in force that cannot both be followed


def list_amended(written: Receipt) -> tuple[RelatedRow, ...]:
    """Return the earlier memories that a written one amends."""
    return tuple(
        RelatedRow(m.id, str(m.body.kind), m.body.content, one.amendment.describe(), one.disagrees)
        for one in written.amended
        if (m := one.memory)
    )


def list_near(written: Receipt) -> tuple[RelatedRow, ...]:
    """Return the memories about the same code or subject as a written one."""
    return tuple(RelatedRow(m.id, str(m.body.kind), m.body.content) for m in written.near)


class WrittenAnswer(NamedTuple):
    """One memory was written. `token` undoes it."""

    action: str  # stored, merged, updated, archived, restored, refined
    memory: MemoryRow
    token: str
    unanchored: tuple[Unanchored, ...] = ()  # names of `--about` that no anchor was made of
    amends: tuple[RelatedRow, ...] = ()  # earlier memories that it changes
    near: tuple[RelatedRow, ...] = ()  # others about the same code or subject


class SeveralWrittenAnswer(NamedTuple):
    action: str  # split, merged
    memories: tuple[MemoryRow, ...]
    token: str


class MemoriesAnswer(NamedTuple):
    namespace: str
    total: int
    memories: tuple[MemoryRow, ...]
    namespace_name: str = ""


class OtherRow(NamedTuple):
    """A memory that a reviewed fact is compared with."""

    name: str  # mem-0017, or an id
    content: str
    status: str


class ReviewRow(NamedTuple):
    """State of a memory in the review queue."""

    name: str
    tier: int  # 1 low risk, 2 doubtful, 3 a person decides
    learned_by: str
    good_until: str  # "" for good
    holds: bool
    same_as: OtherRow | None
    conflicts: tuple[OtherRow, ...]


class ShowAnswer(NamedTuple):
    memory: MemoryRow
    aliases: tuple[str, ...]
    links: tuple[LinkRow, ...]
    anchors: tuple[Anchor, ...]
    review: ReviewRow | None = None  # of what went through the queue
    namespace_name: str = ""


class HistoryAnswer(NamedTuple):
    id: str
    revisions: tuple[RevisionRow, ...]
    events: tuple[EventRow, ...]


class UndoAnswer(NamedTuple):
    operation: str
    restored: int
    kept: tuple[str, ...]  # memories that changed again since
    token: str


class TraceRow(NamedTuple):
    """A captured text that a scope of erasing reaches."""

    at: str
    kind: str  # of the event that holds it
    text: str


class EraseAnswer(NamedTuple):
    id: str  # of the one memory that was asked for, "" for a scope
    events: int
    backups: int
    quoted_by: tuple[str, ...]
    erased: bool = True  # False: this is what would be erased
    memories: tuple[MemoryRow, ...] = ()
    captured: tuple[TraceRow, ...] = ()
    spooled: int = 0  # tool calls that were not taken in yet


class LinkAnswer(NamedTuple):
    link: LinkRow
    token: str
    removed: bool = False


class StepRow(NamedTuple):
    id: str
    depth: int
    kind: str  # of a memory; "symbol" for code, "run" for a run
    text: str
    relationship: str
    source: str  # where it was reached from, "" for the start


class TraverseAnswer(NamedTuple):
    steps: tuple[StepRow, ...]
    links: tuple[LinkRow, ...]
    cut: bool


class DecisionsAnswer(NamedTuple):
    decisions: tuple[MemoryRow, ...]  # oldest first
    links: tuple[LinkRow, ...]


class WeightsAnswer(NamedTuple):
    weights: Weights
    changed: bool
    token: str


class CountRow(NamedTuple):
    name: str
    count: int

    @classmethod
    def build(cls, pair: tuple[str, int]) -> CountRow:
        return cls(*pair)


class StatsAnswer(NamedTuple):
    memories: int
    by_kind: tuple[CountRow, ...]
    by_status: tuple[CountRow, ...]
    namespaces: int
    links: int
    by_relationship: tuple[CountRow, ...]
    anchors: int
    sessions: int
    events: int
    bytes: int
    path: str


class OperationRow(NamedTuple):
    operation: str
    at: str
    actor: str
    undone: bool


class MetricRow(NamedTuple):
    """Durations of one thing, in milliseconds."""

    name: str
    calls: int
    p50: float
    p95: float
    p99: float


class MetricsAnswer(NamedTuple):
    measured: tuple[MetricRow, ...]
    operations: tuple[OperationRow, ...]


class ExportAnswer(NamedTuple):
    path: str
    format: str
    memories: int


class SkippedRow(NamedTuple):
    place: str
    reason: str


class ImportAnswer(NamedTuple):
    imported: int
    duplicates: int
    links: int
    skipped: tuple[SkippedRow, ...]
    token: str


class ChangeRow(NamedTuple):
    """One thing a cycle did, or would do."""

    action: str  # decay, archive, link, summarize
    id: str
    detail: str


class CycleRow(NamedTuple):
    cycle: str
    namespace: str
    examined: int
    affected: int
    changes: tuple[ChangeRow, ...]
    token: str  # "" for a dry run
    written: tuple[str, ...] = ()  # ids of the memories that a summary made or revised


class ConsolidateAnswer(NamedTuple):
    dry_run: bool
    cycles: tuple[CycleRow, ...]


class StatusRow(NamedTuple):
    cycle: str
    namespace: str
    last_run: str
    affected: int


class ConsolidationStatusAnswer(NamedTuple):
    cycles: tuple[StatusRow, ...]


class PatternsAnswer(NamedTuple):
    min_frequency: int
    patterns: tuple[Pattern, ...]
    markdown: str  # "" unless it was asked for


class RebuildAnswer(NamedTuple):
    events: int
    memories: int
    salvaged: bool = False  # the database was damaged, and made again from what could be read
    from_backups: int = 0  # events that only a backup had
    lost: int = 0  # events that no file had
    kept_as: str = ""  # the damaged file


class MemoryVectorsAnswer(NamedTuple):
    encoder: str
    dimension: int
    memories: int
    table: str  # place of the LanceDB table
    table_rows: int  # rows it had when it was last up to date, 0 before the first time
    behind: bool  # it lacks something
    kept: bool  # recall brings it up to date by itself
    written: int  # rows this call wrote
    deleted: int  # and deleted
    rebuilt: str  # why this call built it anew, "" when it did not


class BackupRow(NamedTuple):
    path: str
    memories: int
    events: int
    bytes: int


class BackupAnswer(NamedTuple):
    made: bool
    backups: tuple[BackupRow, ...]


class BackupRestoreAnswer(NamedTuple):
    backup: BackupRow
    replaced: str  # where the database that was there is kept


class NamespacesAnswer(NamedTuple):
    namespaces: tuple[CountRow, ...]
    here: str
    folders: dict[str, str]  # the work trees of those that are repositories known here
    names: dict[str, str]  # what each is called, by its id


class NamespaceStatsAnswer(NamedTuple):
    namespace: str
    count: int
    average_importance: float
    average_confidence: float
    by_kind: tuple[CountRow, ...]
    tags: tuple[CountRow, ...]
    oldest: str
    newest: str
    namespace_name: str = ""


class NamespaceDeletedAnswer(NamedTuple):
    namespace: str
    archived: int
    token: str
    namespace_name: str = ""


class SessionsAnswer(NamedTuple):
    sessions: tuple[SessionRow, ...]


class SessionAnswer(NamedTuple):
    action: str  # started, ended
    session: SessionRow
    token: str


class SignalRow(NamedTuple):
    """One of the nine parts of a score; `weight` as it was used."""

    name: str
    value: float
    weight: float


class AnchorRow(NamedTuple):
    kind: str
    target: str
    state: str  # unchanged, suspect, changed, moved, gone, unknown
    now: str  # what it is today, "" where it is gone or unknown
    path: str
    line: int
    because: str = ""  # what a suspect one rests on, and how it changed

    @classmethod
    def build(cls, report: AnchorReport) -> AnchorRow:
        return project(cls, report, report.anchor, because=report.describe_premises())


class AmendingRow(NamedTuple):
    """A later memory that amends an earlier one."""

    id: str
    at: str


class HitRow(NamedTuple):
    memory: MemoryRow
    score: float
    signals: tuple[SignalRow, ...]
    sources: tuple[str, ...]  # words, meaning, anchor, link, bridge
    path: tuple[str, ...]  # how a linked memory or a bridge was reached
    anchors: tuple[AnchorRow, ...]
    amended_by: tuple[AmendingRow, ...] = ()


class RecallAnswer(NamedTuple):
    query: str
    searched: int  # memories that passed the filter
    hits: tuple[HitRow, ...]
    newest: tuple[MemoryRow, ...] = ()  # some of those that passed, where none answers


class ShareRow(NamedTuple):
    """A part of a signal: `value` times `weight`."""

    signal: str
    name: str
    value: float
    weight: float


class ExplainAnswer(NamedTuple):
    memory: MemoryRow
    verdict: str  # returned, filtered, hidden, unrelated, weak, outranked
    detail: str
    rank: int  # 1-based among the candidates, 0 when it was none
    score: float
    signals: tuple[SignalRow, ...]
    words: tuple[str, ...]  # of the question, in the memory
    missing: tuple[str, ...]
    anchors: tuple[AnchorRow, ...]
    factor: float = 1.0  # by which the weighted sum was raised or lowered
    window: tuple[ShareRow, ...] = ()  # of a turn: its own share of a signal, and those of what is around it
    amended_by: tuple[AmendingRow, ...] = ()  # the latest first
    amends: tuple[str, ...] = ()  # ids
    instead: str = ""  # id of the answer that is over or amended, and in whose place this one is told


class FeedbackAnswer(NamedTuple):
    """The outcome of feedback; `token` undoes all of it."""

    run: str  # "" where it was about none
    outcome: str  # open, finished or failed
    used: tuple[str, ...]
    others: int  # delivered in the run and not used
    verified: tuple[str, ...]
    token: str


class TimelineRow(NamedTuple):
    """One thing that happened to a memory."""

    at: str
    what: str  # stored, changed
    memory: MemoryRow
    amends: tuple[str, ...]  # ids
    replaces: tuple[str, ...]
    superseded: bool  # another memory took its place since
    amended: bool  # another memory changed it since
    stale: tuple[str, ...]  # code whose state is no longer what it was


class TimelineAnswer(NamedTuple):
    total: int  # with the earlier ones that the limit left out
    entries: tuple[TimelineRow, ...]  # the newest last


class StaleRow(NamedTuple):
    memory: MemoryRow
    anchors: tuple[AnchorRow, ...]
    since: str = ""  # commit with which the first stale anchor became so: `1a2b3c4 (2026-01-31)`


class StaleAnswer(NamedTuple):
    checked: int  # memories with anchors
    stale: tuple[StaleRow, ...]


class VerifyAnswer(NamedTuple):
    memory: MemoryRow
    anchors: tuple[AnchorRow, ...]  # as they were before
    token: str
