"""Time the graph analysis on a synthetic code graph, beside networkx and python-louvain.

    python scripts/bench_analysis.py [--nodes 60000] [--edges 400000] [--reference-nodes 6000] [--runs 3]

Prints Markdown. The graph has modules of 150 nodes; 60 % of the edges join two nodes of a module, the rest go from
anywhere to hubs drawn from a power law. Figures are medians of the runs, wall and CPU seconds of this process.
python-louvain and networkx run once, on a smaller graph of the same shape: at full size their communities take half a
minute each (`--reference-nodes 60000` does it all the same).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import community as python_louvain
import networkx as nx
import numpy as np

from codegraph.analysis.centrality import betweenness, sample_sources
from codegraph.analysis.communities import louvain, modularity
from codegraph.analysis.csr import Csr, Int64s
from codegraph.analysis.cycles import cycles
from codegraph.analysis.impact import impact
from codegraph.analysis.rank import pagerank

MODULE_SIZE = 150
HUB_EXPONENT = 1.0  # of the rank, so a degree exponent of 2
T = TypeVar("T")


def synthetic(nodes: int, edges: int, seed: int = 1) -> tuple[Int64s, Int64s]:
    """Distinct directed edges without self loops, in random order."""
    random = np.random.default_rng(seed)
    drawn = 2 * edges  # hubs are drawn with repetition: most of the surplus are duplicates
    inside = random.random(drawn) < 0.6
    source = random.integers(0, nodes, size=drawn)
    near = source // MODULE_SIZE * MODULE_SIZE + random.integers(0, MODULE_SIZE, size=drawn)
    popularity = np.arange(1, nodes + 1) ** -HUB_EXPONENT
    hubs = random.permutation(nodes)[random.choice(nodes, size=drawn, p=popularity / popularity.sum())]
    target = np.minimum(np.where(inside, near, hubs), nodes - 1)
    key = (source * nodes + target)[source != target]
    key = key[np.sort(np.unique(key, return_index=True)[1])][:edges]
    return key // nodes, key % nodes


class Timed(NamedTuple, Generic[T]):
    value: T
    wall: float  # seconds
    cpu: float


def timed(work: Callable[[], T], runs: int) -> Timed[T]:
    """The value of the last run and the medians of all."""
    walls: list[float] = []
    cpus: list[float] = []
    while True:
        wall, cpu = time.perf_counter(), time.process_time()
        value = work()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        if len(walls) == runs:
            return Timed(value, statistics.median(walls), statistics.median(cpus))


def row(what: str, result: Timed[T], note: str = "") -> None:
    print(f"| {what} | {result.wall:.3f} | {result.cpu:.3f} | {note} |", flush=True)


def communities_note(graph: Csr, labels: Int64s) -> str:
    return f"modularity {modularity(graph, labels):.4f}, {np.unique(labels).size} communities"


def bench(nodes: int, edges: int, runs: int) -> None:
    source, target = synthetic(nodes, edges)
    print(f"| {nodes:,} nodes, {source.size:,} edges | wall s | CPU s | |\n|---|---|---|---|")
    built = timed(lambda: Csr.from_edges(source, target, nodes), runs)
    graph = built.value
    row("CSR from edge arrays", built)
    row("CSR reversed", timed(graph.reversed, runs))
    row("PageRank, networkx's tolerance", timed(lambda: pagerank(graph), runs))
    row("PageRank, tolerance 1e-12", timed(lambda: pagerank(graph, tolerance=1e-12, max_iterations=500), runs))
    found = timed(lambda: louvain(graph), runs)
    row("communities", found, communities_note(graph, found.value.labels))
    sources = sample_sources(nodes, 256, seed=0)
    row(f"betweenness, {sources.size} sources", timed(lambda: betweenness(graph, sources), runs))
    row("strong components and cycles", timed(lambda: cycles(graph), runs))
    reverse, ranks = graph.reversed(), np.zeros(source.size, dtype=np.int64)
    seeds = sample_sources(nodes, 20, seed=1)
    row("impact to depth 3, 20 seeds one by one", timed(lambda: impacts(reverse, seeds, ranks), runs))


def impacts(reverse: Csr, seeds: Int64s, ranks: Int64s) -> int:
    return sum(impact(reverse, seeds[i : i + 1], ranks, max_depth=3).nodes.size for i in range(seeds.size))


def bench_references(nodes: int, edges: int, runs: int) -> None:
    """Ours beside python-louvain and networkx, which are given the same graph with weights for edges both ways."""
    source, target = synthetic(nodes, edges)
    graph = Csr.from_edges(source, target, nodes)
    pairs, weights = np.unique(np.sort(np.stack([source, target], axis=1), axis=1), axis=0, return_counts=True)
    other = nx.Graph()
    other.add_nodes_from(range(nodes))
    other.add_weighted_edges_from((a, b, w) for (a, b), w in zip(pairs.tolist(), weights.tolist(), strict=True))
    print(f"\n| {nodes:,} nodes, {source.size:,} edges | wall s | CPU s | |\n|---|---|---|---|")
    ours = timed(lambda: louvain(graph), runs)
    row("communities", ours, communities_note(graph, ours.value.labels))
    theirs = timed(lambda: python_louvain.best_partition(other, random_state=0), 1)
    row("python-louvain", theirs, communities_note(graph, np.array([theirs.value[v] for v in range(nodes)])))
    sets = timed(lambda: nx.community.louvain_communities(other, seed=0), 1)
    labels = np.empty(nodes, dtype=np.int64)
    for label, members in enumerate(sets.value):
        labels[list(members)] = label
    row("networkx Louvain", sets, communities_note(graph, labels))
    directed = nx.DiGraph(zip(source.tolist(), target.tolist(), strict=True))
    directed.add_nodes_from(range(nodes))
    rank = timed(lambda: pagerank(graph), runs)
    row("PageRank", rank)
    reference = timed(lambda: nx.pagerank(directed), 1)
    gap = max(abs(rank.value[v] - share) for v, share in reference.value.items())
    row("networkx PageRank", reference, f"largest difference {gap:.1e}")
    sources = sample_sources(nodes, 32, seed=0)
    row("betweenness, 32 sources", timed(lambda: betweenness(graph, sources), runs))
    row("networkx betweenness, 32 sources", timed(lambda: nx.betweenness_centrality(directed, k=32, seed=0), 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--edges", type=int, default=400_000)
    parser.add_argument("--reference-nodes", type=int, default=6_000, help="0: no comparison")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    bench(options.nodes, options.edges, options.runs)
    if options.reference_nodes:
        edges = options.edges * options.reference_nodes // options.nodes
        bench_references(options.reference_nodes, edges, options.runs)


if __name__ == "__main__":
    main()
