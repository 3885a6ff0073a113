"""Answers about items. Krefs are texts, times are RFC 3339 texts. Values only."""

from __future__ import annotations

from typing import NamedTuple


class StaleAnchor(NamedTuple):
    """Code under a memory that is not as it was: changed, moved (to `now`) or gone."""

    anchor: str
    state: str
    now: str


class Result(NamedTuple):
    kref: str
    title: str
    type: str
    summary: str
    score: float
    created_at: str
    space: str
    tags: tuple[str, ...]
    id: str
    content: str | None = None  # recall_mode full
    stale: tuple[StaleAnchor, ...] | None = None


class Expansion(NamedTuple):
    """Other wordings that were searched as well.

    `method` says who found them: `graph`, or a model.
    """

    method: str
    queries: tuple[str, ...]


class EngageAnswer(NamedTuple):
    context: str
    results: tuple[Result, ...]
    source_krefs: tuple[str, ...]
    count: int
    recall_mode: str
    graph_augmented: bool
    expansion: Expansion | None = None
    deduplicated: bool | None = None
    note: str | None = None


class RetrieveAnswer(NamedTuple):
    results: tuple[Result, ...]
    count: int
    mode: str
    found_by: str  # search, bundle, pattern or date
    note: str | None = None  # where else there is something to find


class Item(NamedTuple):
    kref: str  # of its latest revision
    name: str
    kind: str
    space: str
    title: str
    type: str
    revision: int
    created_at: str
    deprecated: bool
    score: float | None = None
    metadata: dict[str, object] | None = None


class ItemsAnswer(NamedTuple):
    items: tuple[Item, ...]
    count: int


class ArtifactRow(NamedTuple):
    kref: str
    name: str
    location: str
    size: int


class StoreAnswer(NamedTuple):
    kref: str  # of the revision
    item_kref: str
    revision: int
    stacked: bool
    previous_kref: str | None
    title: str
    type: str
    space: str
    bundle_kref: str | None
    artifacts: tuple[ArtifactRow, ...]
    edges: int  # to sources
    unresolved_sources: tuple[str, ...]
    id: str
    undo: str


class CaptureResult(NamedTuple):
    """One capture, in the order they were given: `stored`, `stacked` or `rejected`."""

    status: str
    kref: str | None = None
    error: str | None = None


class ReflectAnswer(NamedTuple):
    session_id: str
    buffered: bool
    exchanges: int
    captures_stored: int
    capture_results: tuple[CaptureResult, ...]
    edges_created: int  # to sources
    edges_discovered: int
    discovery: str  # none, graph or a model
    unresolved_sources: tuple[str, ...]
    undo: str
    hint: str | None = None


class MessageRow(NamedTuple):
    role: str
    content: str
    at: str


class IngestAnswer(NamedTuple):
    session_id: str
    context: str
    working_memory: tuple[MessageRow, ...]
    long_term_memories: tuple[Result, ...]
    long_term_context: str
    exchanges: int
    hint: str | None = None


class AddResponseAnswer(NamedTuple):
    session_id: str
    buffered: bool
    exchanges: int
    hint: str | None = None


class ConsolidateAnswer(NamedTuple):
    session_id: str
    kref: str
    title: str
    summary: str
    topics: tuple[str, ...]
    summarised_by: str  # extractive, or a model
    messages: int
    artifact: ArtifactRow
    edges_discovered: int
    undo: str


class DiscoveredEdge(NamedTuple):
    target: str
    type: str
    score: float
    reason: str  # the question that led to it


class DiscoverAnswer(NamedTuple):
    revision_kref: str
    edges: tuple[DiscoveredEdge, ...]
    queries: tuple[str, ...]
    method: str  # graph, or a model
    undo: str


class Retired(NamedTuple):
    kref: str
    reason: str


class Edge(NamedTuple):
    source: str
    target: str
    type: str


class DreamAnswer(NamedTuple):
    project: str
    dry_run: bool
    assessed: int
    method: str  # rules, or a model
    deprecated: tuple[Retired, ...]
    kept: tuple[Retired, ...]  # proposals that a guard stopped
    enriched: tuple[str, ...]
    edges: tuple[Edge, ...]
    cursor: int
    report: str
    report_path: str
    undo: str


class ResolveAnswer(NamedTuple):
    """Location of a file, "" when there is none.

    Of an artifact, or of a revision's first one."""

    kref: str
    location: str
    exists: bool
    artifact: str


class IdentifiersAnswer(NamedTuple):
    kref: str
    project: str
    space: str
    name: str
    kind: str
    revision: int
    id: str
    namespace: str
    status: str
    artifact: str
    location: str


class EdgeRow(NamedTuple):
    source: str
    target: str
    type: str
    direction: str
    metadata: dict[str, object]


class EdgesAnswer(NamedTuple):
    kref: str
    edges: tuple[EdgeRow, ...]
    count: int


class RevisionAnswer(NamedTuple):
    kref: str
    item_kref: str
    revision: int
    tag: str
    tags: tuple[str, ...]
    title: str
    type: str
    content: str
    metadata: dict[str, object]
    created_at: str
    artifacts: tuple[ArtifactRow, ...]


class RevisionRow(NamedTuple):
    kref: str
    tags: tuple[str, ...]
    created_at: str
    reason: str


class ItemAnswer(NamedTuple):
    item: Item
    content: str
    revisions: tuple[RevisionRow, ...]
    artifacts: tuple[ArtifactRow, ...]
    bundles: tuple[str, ...]
    members: tuple[str, ...]  # of a bundle


class TaggedAnswer(NamedTuple):
    kref: str
    tag: str
    removed: bool
    undo: str


class AttachAnswer(NamedTuple):
    kref: str
    artifact: ArtifactRow
    undo: str


class DeprecateAnswer(NamedTuple):
    kref: str
    deprecated: bool
    changed: bool
    undo: str


class GraphNode(NamedTuple):
    id: str
    label: str
    kind: str
    type: str
    space: str
    size: int  # edges at it


class GraphAnswer(NamedTuple):
    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...]
    count: int  # items in scope, also those left out


class SpaceRow(NamedTuple):
    space: str
    items: int


class SpacesAnswer(NamedTuple):
    spaces: tuple[SpaceRow, ...]
