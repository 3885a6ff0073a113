"""Time of the graph analyses on a synthetic graph.

They are compared with networkx and python-louvain.

    python scripts/bench_analysis.py [--nodes 60000] [--edges 400000] [--reference-nodes 6000] [--runs 3]

Prints Markdown. The graph has modules of 150 nodes; 60 % of the edges join two nodes of a module, the rest go from
anywhere to hubs drawn from a power law. Figures are medians of the runs, wall and CPU seconds of this process.
python-louvain and networkx run once, on a smaller graph of the same shape: at full size their communities take half a
minute each (`--reference-nodes 60000` runs that anyway).
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

from codegraph.analysis.centrality import estimate_betweenness, sample_sources
from codegraph.analysis.communities import compute_modularity, detect_communities
from codegraph.analysis.csr import Csr, Int64s
from codegraph.analysis.cycles import find_cycles
from codegraph.analysis.impact import compute_reach
from codegraph.analysis.pagerank import compute_pagerank

MODULE_SIZE = 150
HUB_EXPONENT = 1.0  # of the rank, so a degree exponent of 2
T = TypeVar("T")


def generate_edges(nodes: int, edges: int, seed: int = 1) -> tuple[Int64s, Int64s]:
    """Generate distinct directed edges without self loops, in random order."""
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


def time_runs(work: Callable[[], T], runs: int) -> Timed[T]:
    """Return the value of the last run and the median times of all runs."""
    walls: list[float] = []
    cpus: list[float] = []
    while True:
        wall, cpu = time.perf_counter(), time.process_time()
        value = work()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        if len(walls) == runs:
            return Timed(value, statistics.median(walls), statistics.median(cpus))


def print_row(what: str, result: Timed[T], note: str = "") -> None:
    print(f"| {what} | {result.wall:.3f} | {result.cpu:.3f} | {note} |", flush=True)


def describe_communities(graph: Csr, labels: Int64s) -> str:
    return f"modularity {compute_modularity(graph, labels):.4f}, {np.unique(labels).size} communities"


def measure_analyses(nodes: int, edges: int, runs: int) -> None:
    source, target = generate_edges(nodes, edges)
    print(f"| {nodes:,} nodes, {source.size:,} edges | wall s | CPU s | |\n|---|---|---|---|")
    built = time_runs(lambda: Csr.from_edges(source, target, nodes), runs)
    graph = built.value
    print_row("CSR from edge arrays", built)
    print_row("CSR reversed", time_runs(graph.reverse, runs))
    print_row("PageRank, networkx's tolerance", time_runs(lambda: compute_pagerank(graph), runs))
    print_row(
        "PageRank, tolerance 1e-12",
        time_runs(lambda: compute_pagerank(graph, tolerance=1e-12, max_iterations=500), runs),
    )
    found = time_runs(lambda: detect_communities(graph), runs)
    print_row("communities", found, describe_communities(graph, found.value.labels))
    sources = sample_sources(nodes, 256, seed=0)
    print_row(f"betweenness, {sources.size} sources", time_runs(lambda: estimate_betweenness(graph, sources), runs))
    print_row("strong components and cycles", time_runs(lambda: find_cycles(graph), runs))
    reverse, ranks = graph.reverse(), np.zeros(source.size, dtype=np.int64)
    seeds = sample_sources(nodes, 20, seed=1)
    print_row("impact to depth 3, 20 seeds one by one", time_runs(lambda: count_reached(reverse, seeds, ranks), runs))


def count_reached(reverse: Csr, seeds: Int64s, ranks: Int64s) -> int:
    return sum(compute_reach(reverse, seeds[i : i + 1], ranks, max_depth=3).nodes.size for i in range(seeds.size))


def measure_references(nodes: int, edges: int, runs: int) -> None:
    """Time our analyses and those of python-louvain and networkx.

    The latter get the same graph with weights for edges both ways.
    """
    source, target = generate_edges(nodes, edges)
    graph = Csr.from_edges(source, target, nodes)
    pairs, weights = np.unique(np.sort(np.stack([source, target], axis=1), axis=1), axis=0, return_counts=True)
    other = nx.Graph()
    other.add_nodes_from(range(nodes))
    other.add_weighted_edges_from((a, b, w) for (a, b), w in zip(pairs.tolist(), weights.tolist(), strict=True))
    print(f"\n| {nodes:,} nodes, {source.size:,} edges | wall s | CPU s | |\n|---|---|---|---|")
    ours = time_runs(lambda: detect_communities(graph), runs)
    print_row("communities", ours, describe_communities(graph, ours.value.labels))
    theirs = time_runs(lambda: python_louvain.best_partition(other, random_state=0), 1)
    print_row("python-louvain", theirs, describe_communities(graph, np.array([theirs.value[v] for v in range(nodes)])))
    sets = time_runs(lambda: nx.community.louvain_communities(other, seed=0), 1)
    labels = np.empty(nodes, dtype=np.int64)
    for label, members in enumerate(sets.value):
        labels[list(members)] = label
    print_row("networkx Louvain", sets, describe_communities(graph, labels))
    directed = nx.DiGraph(zip(source.tolist(), target.tolist(), strict=True))
    directed.add_nodes_from(range(nodes))
    rank = time_runs(lambda: compute_pagerank(graph), runs)
    print_row("PageRank", rank)
    reference = time_runs(lambda: nx.pagerank(directed), 1)
    gap = max(abs(rank.value[v] - share) for v, share in reference.value.items())
    print_row("networkx PageRank", reference, f"largest difference {gap:.1e}")
    sources = sample_sources(nodes, 32, seed=0)
    print_row("betweenness, 32 sources", time_runs(lambda: estimate_betweenness(graph, sources), runs))
    print_row(
        "networkx betweenness, 32 sources", time_runs(lambda: nx.betweenness_centrality(directed, k=32, seed=0), 1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--edges", type=int, default=400_000)
    parser.add_argument("--reference-nodes", type=int, default=6_000, help="0: no comparison")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    measure_analyses(options.nodes, options.edges, options.runs)
    if options.reference_nodes:
        edges = options.edges * options.reference_nodes // options.nodes
        measure_references(options.reference_nodes, edges, options.runs)


if __name__ == "__main__":
    main()
