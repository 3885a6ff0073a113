"""Requests and answers of the tools about code, in the shapes that their users know.

A symbol is named by its id everywhere: as `qualified_name`, as the `id` of a node and at both ends of an edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from codegraph.operations.parameter import argument, option
from codegraph.operations.requests import LONGEST_DIFF
from codegraph.operations.tools.kinds import SEARCHED

DEEPEST = 20
MOST = 1_000


@dataclass(frozen=True, slots=True)
class NoInput:
    pass


@dataclass(frozen=True, slots=True)
class IndexCodebaseInput:
    path: str = argument("absolute path of the folder to index")


class IndexCodebaseOutput(NamedTuple):
    files_scanned: int
    files_parsed: int
    files_skipped: int
    symbols: int
    references: int
    edges_resolved: int
    symbols_embedded: int


@dataclass(frozen=True, slots=True)
class SearchSymbolsInput:
    query: str = argument("text to find in symbol names")
    kind: str | None = option("only symbols of this kind", default=None, choices=SEARCHED)
    limit: int = option("most results", default=20, low=1, high=MOST)


class FoundSymbol(NamedTuple):
    name: str
    qualified_name: str
    kind: str
    signature: str
    file_path: str
    line_start: int
    line_end: int
    visibility: str
    parent: str | None


class SymbolsOutput(NamedTuple):
    result: tuple[FoundSymbol, ...]


@dataclass(frozen=True, slots=True)
class SymbolInput:
    qualified_name: str = argument("qualified name, such as module::Struct::method")


class SymbolInfo(NamedTuple):
    name: str
    qualified_name: str
    kind: str
    signature: str
    visibility: str
    file_path: str
    line_start: int
    line_end: int
    doc_comment: str | None
    parent: str | None


@dataclass(frozen=True, slots=True)
class DependenciesInput:
    qualified_name: str = argument("qualified name of the symbol")
    direction: str = option("which edges", default="both", choices=("incoming", "outgoing", "both"))


class Dependency(NamedTuple):
    source: str
    target: str
    relationship: str
    weight: float


class DependenciesOutput(NamedTuple):
    result: tuple[Dependency, ...]


@dataclass(frozen=True, slots=True)
class ImpactInput:
    qualified_name: str = argument("qualified name of the symbol")
    depth: int = option("most hops", default=2, low=1, high=DEEPEST)


class Dependent(NamedTuple):
    source: str
    relationship: str


class Node(NamedTuple):
    id: str
    kind: str
    label: str


class ImpactOutput(NamedTuple):
    symbol: str
    depth: int
    direct_dependents: tuple[Dependent, ...]
    reachable_nodes: int
    reachable: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ReviewDiffInput:
    diff: str = argument("unified diff, of a change made or still to be made", longest=LONGEST_DIFF)
    depth: int = option("most hops", default=3, low=1, high=DEEPEST)


class ReviewedSymbol(NamedTuple):
    id: str
    kind: str
    label: str
    change: str
    risk: float


class ReviewNote(NamedTuple):
    id: str
    memory_type: str
    content: str
    symbol: str
    state: str


class MissingCoChange(NamedTuple):
    file: str
    changed_with: str
    together: int
    commits: int
    confidence: float


class ReviewDiffOutput(NamedTuple):
    changed_symbols: tuple[ReviewedSymbol, ...]
    direct_dependents: tuple[Node, ...]
    transitive_dependents: int
    affected_files: tuple[str, ...]
    tests: tuple[Node, ...]
    risk_score: float
    relevant_memories: tuple[ReviewNote, ...]
    not_analysed: tuple[str, ...]
    missing_co_changes: tuple[MissingCoChange, ...]


@dataclass(frozen=True, slots=True)
class ClustersInput:
    resolution: float = option("higher gives more, smaller clusters", default=1.0, low=0.001, high=1000.0)
    cluster_id: int | None = option("only this cluster, with all of its members", default=None, low=0)
    offset: int = option("members of it to leave out at the beginning: where a page ended", default=0, low=0)


class Cluster(NamedTuple):
    cluster_id: int
    size: int
    members: tuple[str, ...]


class ClustersOutput(NamedTuple):
    cluster_count: int
    resolution: float
    clusters: tuple[Cluster, ...]


@dataclass(frozen=True, slots=True)
class CrossRepoInput:
    path: str | None = option("folder to scan (default: the codebase indexed last)", default=None)


class Workspace(NamedTuple):
    kind: str
    root: str
    members: tuple[str, ...]


class Package(NamedTuple):
    name: str
    manifest: str


class PackageDependency(NamedTuple):
    name: str
    version: str
    dev: bool
    manifest: str


class PackageLink(NamedTuple):
    """A dependency of the manifest `source` that is the package of another manifest, in an indexed repository."""

    name: str
    source: str
    repository: str
    manifest: str


class CrossRepoOutput(NamedTuple):
    root: str
    workspaces: tuple[Workspace, ...]
    packages: tuple[Package, ...]
    dependencies_count: int
    dependencies: tuple[PackageDependency, ...]
    links: tuple[PackageLink, ...]


@dataclass(frozen=True, slots=True)
class PageRankInput:
    top_k: int = option("most results", default=20, low=1, high=MOST)
    damping: float = option("damping factor", default=0.85, low=0.0, high=0.999)
    offset: int = option("results to leave out at the beginning: where a page ended", default=0, low=0)


class Ranked(NamedTuple):
    id: str
    pagerank: str
    kind: str
    label: str


class PageRankOutput(NamedTuple):
    damping: float
    top_k: int
    results: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class SearchCodeInput:
    query: str = argument("description of the code, such as: parse JSON config")
    k: int = option("most results", default=10, low=1, high=MOST)


class FoundCode(NamedTuple):
    qualified_name: str
    kind: str
    label: str
    similarity: str
    file_path: str
    line_start: int
    line_end: int
    signature: str
    doc_comment: str | None


class CodeOutput(NamedTuple):
    result: tuple[FoundCode, ...]


def _weight(help: str) -> float | None:
    return option(help, default=None, low=0.0, high=1_000.0)


@dataclass(frozen=True, slots=True)
class WeightsInput:
    vector_similarity: float | None = _weight("vector cosine similarity (at first 0.25)")
    graph_strength: float | None = _weight("strength in the graph (0.25)")
    token_overlap: float | None = _weight("overlap of words, BM25 (0.15)")
    temporal: float | None = _weight("agreement with the query's time (0.10)")
    tag_matching: float | None = _weight("matching tags (0.10)")
    importance: float | None = _weight("importance of the memory (0.05)")
    confidence: float | None = _weight("confidence of the memory (0.05)")
    recency: float | None = _weight("recent use (0.05)")
    scope: float | None = _weight("nearness to the code in `about` of a recall, on top of the eight (0.10)")


class EightWeights(NamedTuple):
    vector_similarity: float
    graph_strength: float
    token_overlap: float
    temporal: float
    tag_matching: float
    importance: float
    confidence: float
    recency: float


class WeightsOutput(NamedTuple):
    updated: bool
    weights: EightWeights  # of sum 1
    scope: float  # counts where a recall says what it is about


@dataclass(frozen=True, slots=True)
class TraverseInput:
    start_id: str = argument("id of a memory, or id or qualified name of a symbol")
    max_depth: int = option("most steps", default=2, low=0, high=DEEPEST)
    algorithm: str = option("order", default="bfs", choices=("bfs", "dfs"))
    direction: str = option(
        "with edges, against them (callers, and memories anchored to a symbol), or both",
        default="outgoing",
        choices=("outgoing", "incoming", "both"),
    )


class TraversedEdge(NamedTuple):
    source: str
    relationship: str
    target: str
    weight: float


class Visited(NamedTuple):
    id: str
    kind: str
    label: str
    memory_id: str | None
    depth: int
    edges: tuple[TraversedEdge, ...]  # between it and the nodes before it


class TraverseOutput(NamedTuple):
    result: tuple[Visited, ...]


class StorageStats(NamedTuple):
    memories: int
    embeddings: int
    graph_nodes: int
    graph_edges: int


class VectorStats(NamedTuple):
    indexed: int
    dimensions: int
    metric: str


class GraphStats(NamedTuple):
    nodes: int
    edges: int
    node_kinds: dict[str, int]
    relationship_types: dict[str, int]


class EncoderStats(NamedTuple):
    available: bool
    cache: dict[str, int] | None


class RepositoryStats(NamedTuple):
    root: str
    files: int
    symbols: int
    edges: int
    generation: int


class LanguageStats(NamedTuple):
    """Files of a language in the current codebase, and how far they are analysed."""

    tier: str
    files: int


class StatsOutput(NamedTuple):
    """`graph` is the current codebase alone; `storage` counts every one."""

    storage: StorageStats
    vector: VectorStats
    graph: GraphStats
    embeddings: EncoderStats
    repository: str | None
    repositories: tuple[RepositoryStats, ...]
    languages: dict[str, LanguageStats] = {}


class HealthOutput(NamedTuple):
    healthy: bool
    storage: str
    vector: str
    graph: str
    embeddings: str
