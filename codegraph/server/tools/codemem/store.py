"""The store as a whole: indexing, packages, statistics, health, weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.embed.encoder_choice import STATIC, build_encoder
from codegraph.embed.static import DIMENSION
from codegraph.errors import CodegraphError, NotIndexedError
from codegraph.graph_model import EdgeKind
from codegraph.indexing.maintenance import check_health, list_repositories
from codegraph.manifests.manifest import Dependency, Link, Manifests
from codegraph.memory.graph_walk import ANCHORED
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Weights
from codegraph.memory.statistics import MemoryStats, compute_memory_stats
from codegraph.memory.weighting import set_weights
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.crossrepo import read_packages
from codegraph.operations.languages import count_tiers
from codegraph.operations.tools.codemem_kinds import KINDS, RELATIONSHIPS
from codegraph.query_results import CheckStatus, IndexStats, RepositoryRow
from codegraph.server.call import Call
from codegraph.server.tools.codemem.current import find_current_root, open_current
from codegraph.settings.config import Config, load
from codegraph_parsers.file_facts import FileStatus


class IndexCounts(NamedTuple):
    files_scanned: int
    files_parsed: int
    files_skipped: int
    symbols: int
    references: int
    edges_resolved: int
    symbols_embedded: int


def index_codebase(call: Call, request: Any) -> Answer[IndexCounts]:
    """Index a codebase, and count its content.

    Resolved references are edges, unresolved ones sites. A file that could only be read in part counts as parsed.
    """
    from codegraph.indexing.incremental import update_index
    from codegraph.indexing.pipeline import PATIENT_S

    root = call.resolve_folder(request.path)
    summary = update_index(root, load(root), progress=call.report_progress, wait_s=PATIENT_S)
    stats = summary.stats
    edges = sum(e.count for e in stats.edges if e.kind is not EdgeKind.CONTAINS)
    parsed = sum(c.files for c in stats.files if c.status in (FileStatus.INDEXED, FileStatus.PARTIAL) and c.language)
    done = IndexCounts(
        stats.file_count,
        parsed,
        stats.file_count - parsed,
        stats.symbol_count,
        edges + stats.unresolved,
        edges,
        count_vectors(call.open(root)).rows,
    )
    now = find_current_root(call)
    part = f"{root} is a part of {now}, which stays the codebase that is asked about" if now != root else ""
    return Answer(done, warnings=tuple(filter(None, (part, *summary.warnings))))


class Vectors(NamedTuple):
    rows: int
    dimensions: int


def count_vectors(context: Context) -> Vectors:
    """Return the vectors of the open generation; none when it has none yet."""
    from codegraph.store.layout import get_index_folder
    from codegraph.store.vector_snapshot import load as load_snapshot

    index = context.index()
    folder = get_index_folder(context.config.home, index.root)
    found = load_snapshot(folder.get_generation(index.generation))
    return Vectors(len(found), found.dimension) if found is not None else Vectors(0, 0)


class Survey(NamedTuple):
    root: str
    manifests: Manifests
    links: tuple[Link, ...]


def get_cross_repo(call: Call, request: Any) -> Answer[Survey]:
    """Return packages, and links to repositories that the client may see."""
    root = call.resolve_folder(request.path) if request.path else find_current_root(call)
    config = load(root)
    others = {Path(row.root): row.repository_id for row in _list_allowed(call, config, lambda row: row.exists)}
    answer = read_packages(root, config, others)
    found = Survey(answer.root, answer.manifests, answer.links)
    return Answer(found, warnings=tuple(f"{p.manifest}: {p.reason}" for p in found.manifests.problems))


def _list_allowed(call: Call, config: Config, is_wanted: Callable[[RepositoryRow], object]) -> list[RepositoryRow]:
    """Return the indexed repositories that the client may ask about."""
    roots = call.repositories.list_roots(call.roots)
    rows = (row for row in list_repositories(config) if is_wanted(row))
    return [row for row in rows if any(Path(row.root) == r or r in Path(row.root).parents for r in roots)]


def name_root(folder: str) -> str:
    return folder or "."


def tell_version(found: Dependency) -> str:
    """Return the version of a package, else its source."""
    return found.version or found.source


def set_scoring_weights(call: Call, request: Any) -> Answer[Weights]:
    """Set weights, as an event that can be undone.

    The ninth, of the scope, counts on top of the other eight, and only when the caller's location is known.
    """
    names = Weights.__dataclass_fields__
    given = {name: value for name in names if (value := getattr(request, name)) is not None}
    with call.open_without_index().open_memory().write() as memory:
        return Answer(set_weights(memory, given))


class Tier(NamedTuple):
    tier: str
    files: int


class Stats(NamedTuple):
    """Counts of the current codebase and of memory, and of all codebases.

    `nodes` and `edges` are of the current codebase and of memory, `graph_nodes` and `graph_edges` of all codebases. A
    memory has one vector, which is made when it is first searched.
    """

    memories: int
    vectors: int
    graph_nodes: int
    graph_edges: int
    dimensions: int
    nodes: int
    edges: int
    node_kinds: dict[str, int]
    relationship_types: dict[str, int]
    can_encode: bool
    repository: str | None
    repositories: tuple[RepositoryRow, ...]  # those that the client may ask about
    languages: dict[str, Tier]


def count_store(call: Call, request: object) -> Answer[Stats]:
    config = load(call.repositories.cwd)
    context = _open_if_indexed(call)
    index = context.index() if context is not None else None
    rows = _list_allowed(call, config, lambda row: row.generation)
    with MemoryEngine(config.home, actor="mcp").read() as memories:
        of = compute_memory_stats(memories, 0)
    vectors = count_vectors(context) if context is not None else Vectors(0, 0)
    stats = index.compute_stats() if index is not None else None
    tiers = count_tiers(stats, index.config.tables) if index is not None and stats is not None else ()
    nodes, edges = (stats.symbol_count, stats.edge_count) if stats else (0, 0)
    found = Stats(
        of.memories,
        of.memories + vectors.rows,
        sum(r.symbols for r in rows) + of.memories,
        sum(r.edges for r in rows) + of.links + of.anchors,
        vectors.dimensions or _get_dimensions(config),
        nodes + of.memories,
        edges + of.links + of.anchors,
        *_count_kinds(stats, of),
        _check_encoder(config) == "ok",
        str(index.root) if index is not None else None,
        tuple(rows),
        {row.language: Tier(row.tier, row.files or 0) for row in tiers},
    )
    return Answer(found)


def _count_kinds(stats: IndexStats | None, of: MemoryStats) -> tuple[dict[str, int], dict[str, int]]:
    """Count the nodes of code and of memory by kind, and their edges by relationship."""
    kinds, relationships = Counter[str](), Counter[str]()
    for kind, number in stats.symbols.items() if stats else ():
        kinds[KINDS[kind]] += number
    for edge in stats.edges if stats else ():
        relationships[RELATIONSHIPS[edge.kind]] += edge.count
    kinds["memory"] += of.memories
    relationships.update(dict(of.by_relationship))
    relationships[ANCHORED] += of.anchors
    return dict(+kinds), dict(+relationships)


class Health(NamedTuple):
    """Health of each part.

    `storage` is the memories, `graph` the index of the codebase, `vector` its vectors, `embeddings` the encoder. A part
    that does not exist yet is `not_configured`, which is no failure.
    """

    healthy: bool
    storage: str
    vector: str
    graph: str
    embeddings: str


def check_store(call: Call, request: object) -> Answer[Health]:
    config = load(call.repositories.cwd)
    notes: list[str] = []
    storage = "ok"
    try:
        with MemoryEngine(config.home, actor="mcp").read() as memories:
            memories.count_totals()
    except CodegraphError as error:
        storage = "error"
        notes.append(f"storage: {error.message}")
    graph, vector = _index_state(call, notes)
    embeddings = _check_encoder(config, notes)
    healthy = "error" not in (storage, graph, vector, embeddings)
    return Answer(Health(healthy, storage, vector, graph, embeddings), warnings=tuple(notes))


def _index_state(call: Call, notes: list[str]) -> tuple[str, str]:
    """Check the index of the graph and of its vectors."""
    try:
        root = find_current_root(call)
        checks = [c for c in check_health(root, load(root)) if c.status is CheckStatus.FAILED]
        notes += [f"{c.name}: {c.detail}; {c.fix}" for c in checks]
        context = _open_if_indexed(call)
        if context is None:
            return "not_configured", "not_configured"
        return "error" if checks else "ok", "ok" if count_vectors(context).rows else "not_configured"
    except CodegraphError as error:
        notes.append(f"graph: {error.message}; {error.hint}")
        return "error", "error"


def _open_if_indexed(call: Call) -> Context | None:
    """Open the current codebase.

    The result is None when nothing is indexed yet.
    """
    try:
        return open_current(call)
    except NotIndexedError:
        return None


def _check_encoder(config: Config, notes: list[str] | None = None) -> str:
    """Return whether the encoder can be used.

    A service is not asked, because health is checked without a network.
    """
    try:
        encoder = build_encoder(config)
        if config.encoder == STATIC:
            encoder.encode(["health"])
        return "ok"
    except CodegraphError as error:
        if notes is not None:
            notes.append(f"embeddings: {error.message}; {error.hint}")
        return "error"


def _get_dimensions(config: Config) -> int:
    return DIMENSION if config.encoder == STATIC else config.encoder_dimension
