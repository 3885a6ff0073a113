"""Requests and answers of the tools about memories, in the shapes their users know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from codegraph.memory.checks import MAX_CONTENT, MAX_NAME
from codegraph.memory.model import CODEMEM_KINDS, Relationship
from codegraph.operations.parameter import argument, option

TYPES = tuple(str(kind) for kind in CODEMEM_KINDS)
RELATIONSHIPS = tuple(r.value for r in Relationship)
MOST_EXPORTED = 10_000
MOST_RECALLED = 500


def _content(help: str) -> Any:
    return argument(help, longest=MAX_CONTENT)


def _type(help: str, default: str | None) -> Any:
    return option(help, default=default, choices=TYPES)


def _fraction(help: str, default: float | None) -> Any:
    return option(help, default=default, low=0, high=1)


def _namespace(help: str = "only this namespace") -> Any:
    return option(help, default=None, longest=MAX_NAME)


@dataclass(frozen=True, slots=True)
class StoreMemoryInput:
    content: str = _content("what to remember")
    memory_type: str = _type("", "context")
    importance: float = _fraction("", 0.5)
    tags: tuple[str, ...] = option("searchable tags", default=())
    namespace: str | None = _namespace("project scope, such as its folder; this repository unless given")
    links: tuple[str, ...] = option("ids of graph nodes to relate it to", default=())


class StoreMemoryOutput(NamedTuple):
    id: str
    status: str  # stored, or duplicate: the text was there and the two were merged
    content_hash: str
    graph_node_created: bool


@dataclass(frozen=True, slots=True)
class UpdateMemoryInput:
    id: str = argument("id of the memory")
    content: str = _content("its new content")
    importance: float | None = _fraction("", None)


class UpdateMemoryOutput(NamedTuple):
    id: str
    updated: bool
    content_hash: str


@dataclass(frozen=True, slots=True)
class DeleteMemoryInput:
    id: str = argument("id of the memory")


class DeleteMemoryOutput(NamedTuple):
    id: str
    deleted: bool


@dataclass(frozen=True, slots=True)
class AssociateMemoriesInput:
    source_id: str = argument("id of a memory or node")
    target_id: str = argument("id of a memory or node")
    relationship: str = option("", choices=RELATIONSHIPS)
    weight: float = option("", default=1.0, low=0)


class AssociateMemoriesOutput(NamedTuple):
    id: str
    source_id: str
    target_id: str
    relationship: str
    weight: float


@dataclass(frozen=True, slots=True)
class RefineMemoryInput:
    id: str = argument("id of the memory")
    content: str | None = option("the better text; what it was unless given", default=None, longest=MAX_CONTENT)
    tags: tuple[str, ...] | None = option("", default=None)
    importance: float | None = _fraction("", None)


class RefineMemoryOutput(NamedTuple):
    old_id: str
    new_id: str
    relationship: str


@dataclass(frozen=True, slots=True)
class Part:
    content: str = _content("text of the part")
    tags: tuple[str, ...] = option("those of the original unless given", default=())
    importance: float | None = _fraction("that of the original unless given", None)


@dataclass(frozen=True, slots=True)
class SplitMemoryInput:
    id: str = argument("id of the memory")
    parts: tuple[Part, ...] = argument("at least two parts")


class SplitMemoryOutput(NamedTuple):
    source_id: str
    parts: tuple[str, ...]
    relationship: str


@dataclass(frozen=True, slots=True)
class MergeMemoriesInput:
    source_ids: tuple[str, ...] = argument("ids of at least two memories")
    content: str = _content("the text that sums them up")
    memory_type: str = _type("", "insight")
    importance: float = _fraction("", 0.7)
    tags: tuple[str, ...] = option("beside those of the sources", default=())


class MergeMemoriesOutput(NamedTuple):
    merged_id: str
    source_ids: tuple[str, ...]
    relationship: str


@dataclass(frozen=True, slots=True)
class CodememMetricsInput:
    pass


class CodememMetricsOutput(NamedTuple):
    tools: dict[str, object]


@dataclass(frozen=True, slots=True)
class ExportMemoriesInput:
    namespace: str | None = _namespace()
    memory_type: str | None = _type("", None)
    limit: int = option("", default=100, low=1, high=MOST_EXPORTED)


class ExportMemoriesOutput(NamedTuple):
    result: tuple[dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class ImportMemoriesInput:
    memories: tuple[dict[str, object], ...] = argument(
        "objects with `content`, and memory_type, importance, confidence, tags, namespace, metadata if they have them"
    )


class ImportMemoriesOutput(NamedTuple):
    imported: int
    skipped: int
    ids: tuple[str, ...]
    duplicates: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListNamespacesInput:
    pass


class NamespaceCount(NamedTuple):
    name: str
    memory_count: int
    folder: str | None  # the work tree whose memories these are, where it is known here


class ListNamespacesOutput(NamedTuple):
    namespaces: tuple[NamespaceCount, ...]


@dataclass(frozen=True, slots=True)
class NamespaceStatsInput:
    namespace: str = argument("", longest=MAX_NAME)


class NamespaceStatsOutput(NamedTuple):
    namespace: str
    count: int
    avg_importance: float
    avg_confidence: float
    type_distribution: dict[str, int]
    tag_frequency: dict[str, int]
    oldest: str | None
    newest: str | None


@dataclass(frozen=True, slots=True)
class DeleteNamespaceInput:
    namespace: str = argument("", longest=MAX_NAME)
    confirm: bool = argument("must be true")


class DeleteNamespaceOutput(NamedTuple):
    deleted: int
    namespace: str


def _dry_run() -> Any:
    return option("only say what would change", default=False)


@dataclass(frozen=True, slots=True)
class ConsolidateDecayInput:
    threshold_days: int = option("days without use", default=30, low=0, high=36_500)
    algorithm: str = option("", default="flat", choices=("flat", "power_law"))
    dry_run: bool = _dry_run()


class ConsolidateDecayOutput(NamedTuple):
    cycle: str
    affected: int
    threshold_days: int
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ConsolidateCreativeInput:
    algorithm: str = option("", default="tags", choices=("tags", "neighbors"))
    dry_run: bool = _dry_run()


class ConsolidateCreativeOutput(NamedTuple):
    cycle: str
    new_connections: int
    algorithm: str
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ConsolidateClusterInput:
    similarity_threshold: float = _fraction("", 0.92)
    algorithm: str = option("", default="cosine", choices=("cosine", "hash_prefix"))
    dry_run: bool = _dry_run()


class ConsolidateClusterOutput(NamedTuple):
    cycle: str
    merged: int
    kept: int
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ConsolidateForgetInput:
    importance_threshold: float = _fraction("", 0.1)
    dry_run: bool = _dry_run()


class ConsolidateForgetOutput(NamedTuple):
    cycle: str
    deleted: int
    threshold: float
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ConsolidateSummarizeInput:
    cluster_size: int = option("linked memories from which a summary is made", default=5, low=2, high=10_000)
    dry_run: bool = _dry_run()


class ConsolidateSummarizeOutput(NamedTuple):
    cycle: str
    summarized: int
    cluster_size: int
    ids: tuple[str, ...]
    method: str
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ConsolidationStatusInput:
    pass


class CycleStatus(NamedTuple):
    last_run: str
    affected: int


class ConsolidationStatusOutput(NamedTuple):
    cycles: dict[str, CycleStatus]


@dataclass(frozen=True, slots=True)
class GetDecisionChainInput:
    file_path: str | None = option("decisions about this file", default=None)
    topic: str | None = option("decisions about this topic", default=None)


class Connection(NamedTuple):
    relationship: str
    source: str
    target: str


class Decision(NamedTuple):
    id: str
    content: str
    importance: float
    tags: tuple[str, ...]
    created_at: str
    status: str
    connections: tuple[Connection, ...]


class GetDecisionChainOutput(NamedTuple):
    chain_length: int
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class DetectPatternsInput:
    min_frequency: int = option("", default=3, low=1, high=1_000_000)
    namespace: str | None = _namespace()


class FoundPattern(NamedTuple):
    pattern_type: str
    description: str
    subject: str
    frequency: int
    sessions: int
    confidence: float


class DetectPatternsOutput(NamedTuple):
    count: int
    patterns: tuple[FoundPattern, ...]


@dataclass(frozen=True, slots=True)
class PatternInsightsInput:
    min_frequency: int = option("", default=2, low=1, high=1_000_000)
    namespace: str | None = _namespace()


class PatternInsightsOutput(NamedTuple):
    result: str


def _declare_about() -> tuple[str, ...]:
    return option("files or symbols you are at: what is anchored near them ranks higher (`scope`)", default=())


@dataclass(frozen=True, slots=True)
class RecallMemoryInput:
    query: str = argument("a question, in natural language")
    k: int = option("", default=10, low=1, high=MOST_RECALLED)
    memory_type: str | None = _type("", None)
    namespace: str | None = _namespace()
    about: tuple[str, ...] = _declare_about()


@dataclass(frozen=True, slots=True)
class RecallWithExpansionInput:
    query: str = argument("a question, in natural language")
    k: int = option("", default=5, low=1, high=MOST_RECALLED)
    expansion_depth: int = option("hops through the graph; 0 adds nothing", default=1, low=0, high=5)
    namespace: str | None = _namespace()
    about: tuple[str, ...] = _declare_about()


@dataclass(frozen=True, slots=True)
class RecallWithImpactInput:
    query: str = argument("a question, in natural language")
    k: int = option("", default=10, low=1, high=MOST_RECALLED)
    namespace: str | None = _namespace()
    about: tuple[str, ...] = _declare_about()


class ChangedAnchor(NamedTuple):
    """Code under a memory that is not as it was: changed, moved (to `now`) or gone."""

    anchor: str
    state: str
    now: str


class Hit(NamedTuple):
    id: str
    content: str
    memory_type: str
    importance: float
    score: float
    score_breakdown: dict[str, float]
    tags: tuple[str, ...]
    namespace: str | None
    access_count: int
    stale: tuple[ChangedAnchor, ...] | None = None


class RecallMemoryOutput(NamedTuple):
    result: tuple[Hit, ...]


class ExpandedHit(NamedTuple):
    id: str
    content: str
    memory_type: str
    importance: float
    score: float
    score_breakdown: dict[str, float]
    tags: tuple[str, ...]
    namespace: str | None
    access_count: int
    expansion_path: str  # direct, or via RELATIONSHIP from ID
    stale: tuple[ChangedAnchor, ...] | None = None


class RecallWithExpansionOutput(NamedTuple):
    result: tuple[ExpandedHit, ...]


class Impact(NamedTuple):
    """`modification_count` counts edits of the memory; being read is none."""

    pagerank: float
    centrality: float
    connected_decisions: tuple[str, ...]
    dependent_files: tuple[str, ...]
    modification_count: int


class ImpactHit(NamedTuple):
    id: str
    content: str
    memory_type: str
    importance: float
    score: float
    score_breakdown: dict[str, float]
    tags: tuple[str, ...]
    namespace: str | None
    access_count: int
    impact: Impact
    stale: tuple[ChangedAnchor, ...] | None = None


class RecallWithImpactOutput(NamedTuple):
    result: tuple[ImpactHit, ...]
