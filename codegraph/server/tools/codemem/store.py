"""`codemem_stats`, `codemem_health`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from codegraph.answers import CheckStatus, IndexStats
from codegraph.config import Config, load
from codegraph.embed.choose import STATIC, encoder_of
from codegraph.embed.static import DIMENSION
from codegraph.errors import CodegraphError, NotIndexedError
from codegraph.maintenance import check_health, list_repositories
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.statistics import MemoryStats, memory_stats
from codegraph.memory.walk import ANCHORED
from codegraph.operations.context import Context
from codegraph.operations.languages import count_tiers
from codegraph.operations.tools.kinds import KINDS, RELATIONSHIPS
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.current import current, find_current_root
from codegraph.server.tools.codemem.models import (
    EncoderStats,
    GraphStats,
    HealthOutput,
    LanguageStats,
    NoInput,
    RepositoryStats,
    StatsOutput,
    StorageStats,
    VectorStats,
)
from codegraph.server.tools.codemem.vectors import Embedded, embedded


def codemem_stats(call: Call, request: NoInput) -> Exact:
    """Counts of the codebase indexed last, of each indexed one the client may ask about, and of all memories.

    A memory has one vector, which is made when it is first searched."""
    config = load(call.repositories.cwd)
    context = _opened(call)
    index = context.index() if context is not None else None
    roots = call.repositories.roots(call.roots)
    rows = [
        row
        for row in list_repositories(config)
        if row.generation and any(Path(row.root) == r or r in Path(row.root).parents for r in roots)
    ]
    with MemoryEngine(config.home, actor="mcp").read() as memories:
        of = memory_stats(memories, 0)
    vectors = embedded(context) if context is not None else Embedded(0, 0)
    stats = index.stats() if index is not None else None
    tiers = count_tiers(stats, index.config.tables) if index is not None and stats is not None else ()
    value = StatsOutput(
        storage=StorageStats(
            of.memories,
            of.memories + vectors.rows,
            sum(r.symbols for r in rows) + of.memories,
            sum(r.edges for r in rows) + of.links + of.anchors,
        ),
        vector=VectorStats(of.memories + vectors.rows, vectors.dimensions or _dimensions(config), "cosine"),
        graph=_count_graph(stats, of),
        embeddings=EncoderStats(_encoder_state(config) == "ok", None),
        repository=str(index.root) if index is not None else None,
        repositories=tuple(RepositoryStats(r.root, r.files, r.symbols, r.edges, r.generation) for r in rows),
        languages={row.language: LanguageStats(row.tier, row.files or 0) for row in tiers},
    )
    return Exact(to_json(value))


def _count_graph(stats: IndexStats | None, of: MemoryStats) -> GraphStats:
    """Count the nodes and edges of code and of memory.

    Code is that of the current codebase. All memories count, with what links them and what they are anchored to."""
    kinds, relationships = Counter[str](), Counter[str]()
    for kind, number in stats.symbols.items() if stats else ():
        kinds[KINDS[kind]] += number
    for edge in stats.edges if stats else ():
        relationships[RELATIONSHIPS[edge.kind]] += edge.count
    nodes, edges = (stats.symbol_count, stats.edge_count) if stats else (0, 0)
    kinds["memory"] += of.memories
    relationships.update(dict(of.by_relationship))
    relationships[ANCHORED] += of.anchors
    return GraphStats(nodes + of.memories, edges + of.links + of.anchors, dict(+kinds), dict(+relationships))


def codemem_health(call: Call, request: NoInput) -> Exact:
    """`storage` is the memories, `graph` the index of the codebase, `vector` its vectors, `embeddings` the encoder.
    What is not there yet is `not_configured`, which is no illness."""
    config = load(call.repositories.cwd)
    notes: list[str] = []
    storage = "ok"
    try:
        with MemoryEngine(config.home, actor="mcp").read() as memories:
            memories.totals()
    except CodegraphError as error:
        storage = "error"
        notes.append(f"storage: {error.message}")
    graph, vector = _index_state(call, notes)
    embeddings = _encoder_state(config, notes)
    healthy = "error" not in (storage, graph, vector, embeddings)
    return Exact(to_json(HealthOutput(healthy, storage, vector, graph, embeddings)), "; ".join(notes))


def _index_state(call: Call, notes: list[str]) -> tuple[str, str]:
    """Of the graph and of its vectors."""
    try:
        root = find_current_root(call)
        checks = [c for c in check_health(root, load(root)) if c.status is CheckStatus.FAILED]
        notes += [f"{c.name}: {c.detail}; {c.fix}" for c in checks]
        context = _opened(call)
        if context is None:
            return "not_configured", "not_configured"
        return "error" if checks else "ok", "ok" if embedded(context).rows else "not_configured"
    except CodegraphError as error:
        notes.append(f"graph: {error.message}; {error.hint}")
        return "error", "error"


def _opened(call: Call) -> Context | None:
    """The current codebase, None when nothing is indexed yet."""
    try:
        return current(call)
    except NotIndexedError:
        return None


def _encoder_state(config: Config, notes: list[str] | None = None) -> str:
    """Whether the encoder can be used. A service is not asked: health is told without a network."""
    try:
        encoder = encoder_of(config)
        if config.encoder == STATIC:
            encoder.encode(["health"])
        return "ok"
    except CodegraphError as error:
        if notes is not None:
            notes.append(f"embeddings: {error.message}; {error.hint}")
        return "error"


def _dimensions(config: Config) -> int:
    return DIMENSION if config.encoder == STATIC else config.encoder_dimension
