"""The shape of the whole graph: cycles, clusters, ranks and dead code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.centrality import compute_degrees, estimate_betweenness, sample_sources
from codegraph.analysis.csr import Csr, Floats, Int64s
from codegraph.analysis.cycles import find_cycles as find_cycles
from codegraph.analysis.pagerank import compute_pagerank
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import Answer, Cycle, CyclesAnswer, MemoryNode, RankAnswer, RankedMemory, RankedSymbol
from codegraph.operations.context import Context
from codegraph.operations.edges import CALLS
from codegraph.operations.network import USES, Network, load_network
from codegraph.operations.path_filter import build_path_filter, warn_if_unmatched
from codegraph.operations.requests import CyclesRequest, RankRequest
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.memory.memory_model import Memory
    from codegraph.operations.memory.whole_graph import WholeGraph

PROVEN = (Resolution.EXACT, Resolution.TYPED, Resolution.INFERRED, Resolution.OBSERVED)
"""A circle closed by a guess or by every possible override is no finding."""

NO_MEMORIES = "no memory is tied to the code here"
SAMPLES = 256
SEED = 0


def list_cycles(context: Context, request: CyclesRequest) -> Answer[CyclesAnswer]:
    index = context.index()
    asked = tuple(EdgeKind(k) for k in request.kind)
    found: list[Cycle] = []
    for kinds in (asked,) if asked else ((EdgeKind.IMPORTS,), CALLS):
        net = load_network(index, kinds, PROVEN)
        found += _find_cycles(net, kinds[0], by_file=kinds == (EdgeKind.IMPORTS,))
    kinds = asked or (EdgeKind.IMPORTS, *CALLS)
    shown = tuple(found[: request.limit or None])
    return context.answer(CyclesAnswer(kinds, shown, len(found), index.count_unanalysed_languages()))


def _find_cycles(net: Network, kind: str, *, by_file: bool) -> list[Cycle]:
    """Find cyclic components, largest first.

    `by_file` moves both ends of every edge to the module of their file.
    """
    sources, targets = net.compute_sources(), net.arrays.targets.astype(np.int64)
    if by_file:
        modules = net.compute_modules()
        sources, targets = modules[sources], modules[targets]
    apart = np.flatnonzero(sources != targets)  # recursion is no finding, nor a file that imports itself
    graph = Csr.from_edges(sources[apart], targets[apart], net.graph.node_count)
    rows: list[Cycle] = []
    for cycle in find_cycles(graph):
        symbols = net.read_symbols(cycle.nodes)
        edges = net.read_edges([int(apart[at]) for at in cycle.edges])
        rows.append(Cycle(kind, tuple(symbols[n] for n in cycle.nodes), tuple(edges), int(cycle.members.size)))
    return rows


def rank(context: Context, request: RankRequest) -> Answer[RankAnswer]:
    index = context.index()
    whole = _join_memories(context) if request.with_memory else None
    if whole is None:
        scores, incoming = _load_scores(index, request.by, request.engine)
    else:
        incoming = compute_degrees(whole.graph).incoming
        scores = _measure(whole.graph, incoming, request.by, request.engine)
    keep = build_path_filter(request.path, index.root)
    kinds = frozenset(SymbolKind(k) for k in request.kind)
    derived = index.list_derived_paths()
    order = np.lexsort((np.arange(scores.size), -scores))
    wanted: list[RankedSymbol] = []
    remembered: list[RankedMemory] = []
    total = 0
    rows = list(index.iterate_all_symbols()) if scores.size else []
    by_node = {row.node: row for row in rows}
    for node in order.tolist():
        if whole is not None and node >= whole.symbols:
            if not kinds and not request.path:
                total += 1
                if not request.limit or len(wanted) + len(remembered) < request.limit:
                    memory = describe_memory(whole.memories[node - whole.symbols])
                    remembered.append(RankedMemory(memory, float(scores[node]), int(incoming[node])))
            continue
        symbol = by_node.get(node)
        if (
            symbol is None
            or not _is_rankable(symbol, kinds, request.tests)
            or not keep(symbol.path)
            or symbol.path in derived
        ):
            continue
        total += 1
        if not request.limit or len(wanted) + len(remembered) < request.limit:
            wanted.append(RankedSymbol(symbol, float(scores[node]), int(incoming[node])))
    return context.answer(
        RankAnswer(
            request.by, tuple(wanted), total, index.count_unanalysed_languages(), request.engine, tuple(remembered)
        ),
        *(() if total else warn_if_unmatched(index, request.path)),
        *((NO_MEMORIES,) if whole is not None and not whole.memories else ()),
    )  # fmt: skip


def _join_memories(context: Context) -> WholeGraph:
    from codegraph.operations.memory.whole_graph import join_memories  # of all that asks for ranks, few ask for these

    return join_memories(context, load_network(context.index(), USES).graph)


def describe_memory(memory: Memory) -> MemoryNode:
    """Return a memory as answers about graphs show it."""
    return MemoryNode(memory.id, str(memory.body.kind), memory.body.content)


def _is_rankable(symbol: SymbolRow, kinds: frozenset[SymbolKind], tests: bool) -> bool:
    """Return whether a symbol has a place in the ranking.

    Modules and fields have one only if requested: they would crowd out other symbols. Symbols without a resolver have
    none, except modules, whose imports are known.
    """
    if (symbol.is_test and not tests) or not (is_resolved(symbol.language) or symbol.kind is SymbolKind.MODULE):
        return False
    return symbol.kind in kinds if kinds else symbol.kind not in (SymbolKind.MODULE, SymbolKind.FIELD)


def _load_scores(index: Index, by: str, engine: str = "codegraph") -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the score of each node and its incoming edges.

    They are cached for the generation.
    """
    key = f"rank:{by}" if engine == "codegraph" else f"rank:{by}:{engine}"
    cached = index.load_analysis(key)
    if cached is not None:
        return cached["scores"], cached["incoming"]
    net = load_network(index, USES)
    incoming = compute_degrees(net.graph).incoming
    scores = _measure(net.graph, incoming, by, engine)
    index.cache_analysis(key, {"scores": scores, "incoming": incoming})
    return scores, incoming


def _measure(graph: Csr, incoming: Int64s, by: str, engine: str) -> Floats:
    if by == "degree" or not graph.node_count:
        return incoming.astype(np.float64)
    if engine == "networkx":
        from codegraph.analysis.reference_algorithms import compute_networkx_betweenness, compute_networkx_pagerank

        return (
            compute_networkx_betweenness(graph, SAMPLES, SEED)
            if by == "betweenness"
            else compute_networkx_pagerank(graph)
        )
    if by == "betweenness":
        return estimate_betweenness(graph, sample_sources(graph.node_count, SAMPLES, SEED))
    return compute_pagerank(graph)


def load_pageranks(index: Index) -> NDArray[np.float64]:
    return _load_scores(index, "pagerank")[0]
