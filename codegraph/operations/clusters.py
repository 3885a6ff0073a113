"""Communities of symbols, named and measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codegraph.analysis.communities import compute_modularity, detect_communities
from codegraph.analysis.csr import Csr, Floats, Int64s
from codegraph.analysis.pagerank import compute_pagerank
from codegraph.errors import ConfigError
from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import Answer, Cluster, ClustersAnswer
from codegraph.operations.context import Context
from codegraph.operations.network import USES, Network, load_network
from codegraph.operations.requests import ClustersRequest
from codegraph.operations.structure import NO_MEMORIES, describe_memory, load_pageranks
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.memory.memory_model import Memory

LEADERS = 5
SEED = 0


@dataclass(frozen=True, slots=True)
class Clustering:
    """`labels[n]`: the cluster of each node, 0 the largest.

    `graph` is what was divided, `net` its symbols, and `memories` the nodes after those of `net`."""

    net: Network
    graph: Csr
    labels: Int64s
    modularity: float
    memories: tuple[Memory, ...] = ()

    def count_edges_between(self) -> dict[tuple[int, int], int]:
        """Count the edges from one cluster to another."""
        a, b = self.labels[self.graph.compute_rows()], self.labels[self.graph.indices]
        apart = a != b
        pairs, counts = np.unique(np.stack((a[apart], b[apart])), axis=1, return_counts=True)
        return {(int(x), int(y)): int(n) for x, y, n in zip(*pairs, counts, strict=True)}


def list_clusters(context: Context, request: ClustersRequest) -> Answer[ClustersAnswer]:
    index = context.index()
    granularity = context.config.community_resolution if request.granularity is None else request.granularity
    if granularity <= 0:
        raise ConfigError(f"granularity cannot be {granularity:g}", hint="give a number above 0, such as 0.5 or 2")
    if request.engine == "louvain" and granularity != 1:
        raise ConfigError(
            f"python-louvain cannot divide with granularity {granularity:g}",
            hint="add --granularity 1, or leave out --engine",
        )
    found, ranks, warnings = divide(index, granularity, request.engine), None, ()
    if request.with_memory:
        from codegraph.operations.memory.whole_graph import join_memories

        whole = join_memories(context, found.graph)
        warnings = () if whole.memories else (NO_MEMORIES,)
        labels = _find_labels(whole.graph, granularity, request.engine)
        share = compute_modularity(whole.graph, labels, granularity) if labels.size else 0.0
        found = Clustering(found.net, whole.graph, labels, share, whole.memories)
        ranks = compute_pagerank(join_memories(context, load_network(index, USES).graph).graph)
    answer = describe(index, found, request.limit, ranks)
    return context.answer(answer._replace(engine=request.engine), *warnings)


def divide(index: Index, granularity: float, engine: str = "codegraph") -> Clustering:
    """Return Louvain communities over all edges, cached for the generation.

    A class and its members belong together. A module and its contents need not, so containment in a module is left out.
    """
    net = load_network(index, tuple(k for k in EdgeKind if k is not EdgeKind.TESTS))
    sources = net.compute_sources()
    contains = net.arrays.kinds == tuple(EdgeKind).index(EdgeKind.CONTAINS)
    kept = np.flatnonzero(~(contains & (net.compute_modules()[sources] == sources)))
    weights = net.arrays.weights[kept].astype(np.float64)
    graph = Csr.from_edges(sources[kept], net.arrays.targets[kept], net.graph.node_count, weights)
    key = f"clusters:{granularity:g}" if engine == "codegraph" else f"clusters:{granularity:g}:{engine}"
    cached = index.load_analysis(key)
    labels = _find_labels(graph, granularity, engine) if cached is None else cached["labels"]
    if cached is None:
        index.cache_analysis(key, {"labels": labels})
    return Clustering(net, graph, labels, compute_modularity(graph, labels, granularity) if labels.size else 0.0)


def _find_labels(graph: Csr, granularity: float, engine: str) -> Int64s:
    if engine == "louvain" and graph.node_count:
        from codegraph.analysis.reference_algorithms import find_communities

        return find_communities(graph, SEED)
    return detect_communities(graph, resolution=granularity, seed=SEED).labels


def describe(index: Index, found: Clustering, limit: int, ranks: Floats | None = None) -> ClustersAnswer:
    """Return the clusters of a clustering, the largest first.

    `ranks`: those of its nodes, unless all are symbols."""
    sizes = np.bincount(found.labels) if found.labels.size else np.zeros(0, np.int64)
    real = np.flatnonzero(sizes > 1)
    a, b = found.labels[found.graph.compute_rows()], found.labels[found.graph.indices]
    inside = np.bincount(a[a == b], minlength=sizes.size)
    outside = np.bincount(a[a != b], minlength=sizes.size) + np.bincount(b[a != b], minlength=sizes.size)
    ranks = load_pageranks(index) if ranks is None else ranks
    order = np.argsort(found.labels, kind="stable")
    starts = np.cumsum(sizes) - sizes
    rows: list[Cluster] = []
    for number, label in enumerate(real[: limit or None].tolist(), 1):
        members = order[starts[label] : starts[label] + sizes[label]]
        rows.append(_cluster(found, number, members, ranks, int(inside[label]), int(outside[label])))
    unanalysed = index.count_unanalysed_languages()
    alone = sizes == 1
    if unanalysed:  # that no edge ties what has no resolver to anything says nothing of it
        unknown = [row.node for row in index.iterate_all_symbols() if not is_resolved(row.language)]
        alone[found.labels[unknown]] = False
    return ClustersAnswer(tuple(rows), int(real.size), int(alone.sum()), found.modularity, unanalysed)


def _cluster(found: Clustering, number: int, members: Int64s, ranks: Floats, inside: int, outside: int) -> Cluster:
    scores = ranks[members]
    ordered = members[np.lexsort((members, -scores))].tolist()
    first = found.net.graph.node_count
    best = [node for node in ordered if node < first]
    notes = [describe_memory(found.memories[node - first]) for node in ordered if node >= first]
    symbols = found.net.read_symbols(best)
    paths = [symbols[n].path for n in best]
    named = [symbols[n] for n in best if symbols[n].kind not in (SymbolKind.MODULE, SymbolKind.FIELD)] or [
        symbols[n] for n in best
    ]
    label = _label(named[0]) if named else f"memories around {notes[0].id}"
    return Cluster(
        number, label, len(best), len(set(paths)), inside, outside, tuple(named[:LEADERS]), len(notes),
        tuple(notes[:LEADERS]),
    )  # fmt: skip


def _label(centre: SymbolRow) -> str:
    """Label a cluster with its highest ranked member and the folder of that.

    For example, `src/store/ around Store.save`.
    """
    if centre.kind is SymbolKind.MODULE:
        return f"around {centre.path}"
    return f"{centre.path.rpartition('/')[0] or '.'}/ around {centre.qualname}"
