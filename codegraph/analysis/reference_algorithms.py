# networkx and python-louvain have no full types.
# pyright: basic
"""The reference engines: networkx for centrality, python-louvain for communities.

They answer `rank --engine networkx` and `clusters --engine louvain`, and are what the tests compare the engines of this
package with. Both are plain Python and take about a hundred times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from codegraph.analysis.communities import number_by_size
from codegraph.analysis.csr import Csr, Floats, Int64s
from codegraph.runtime.optional_packages import require_package

if TYPE_CHECKING:
    import networkx as nx

DEFAULT_ENGINE: Final = "the default engine needs nothing else"


def build_digraph(graph: Csr) -> nx.MultiDiGraph:
    """Return a graph for networkx.

    It has the nodes `0..n-1` and an edge per entry, with its weight as `weight`.
    """
    import networkx as nx

    made = nx.MultiDiGraph()
    made.add_nodes_from(range(graph.node_count))
    weights = np.ones(graph.edge_count) if graph.weights is None else graph.weights
    made.add_weighted_edges_from(
        zip(graph.compute_rows().tolist(), graph.indices.tolist(), weights.tolist(), strict=True)
    )
    return made


def compute_networkx_pagerank(graph: Csr) -> Floats:
    """Return the PageRank of each node: `float64[n]`."""
    require_package("networkx", "`--engine networkx`", DEFAULT_ENGINE)
    # `networkx.pagerank` itself needs scipy, which is 100 MB; its plain form computes the same.
    from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python  # pyright: ignore[reportAttributeAccessIssue]

    return _to_array(_pagerank_python(build_digraph(graph)), graph.node_count)


def compute_networkx_betweenness(graph: Csr, samples: int, seed: int) -> Floats:
    """Return the betweenness of each node from sampled sources: `float64[n]`.

    `seed` draws the `samples` sources.
    """
    require_package("networkx", "`--engine networkx`", DEFAULT_ENGINE)
    import networkx as nx

    count = min(samples, graph.node_count)
    return _to_array(nx.betweenness_centrality(build_digraph(graph), k=count, seed=seed), graph.node_count)


def find_communities(graph: Csr, seed: int) -> Int64s:
    """Return the community of each node by python-louvain: `int64[n]`.

    The largest is 0. An entry of `graph` is one undirected edge. The resolution is 1: python-louvain 0.16 moves nodes
    by one definition of it and stops by the inverse, so that at 0.3 it gives more communities than at 1.
    """
    require_package("community", "`--engine louvain`", DEFAULT_ENGINE)
    import community
    import networkx as nx

    undirected = nx.Graph()
    undirected.add_nodes_from(range(graph.node_count))
    weights = np.ones(graph.edge_count) if graph.weights is None else graph.weights
    for source, target, weight in zip(
        graph.compute_rows().tolist(), graph.indices.tolist(), weights.tolist(), strict=True
    ):
        before = undirected.get_edge_data(source, target, {"weight": 0.0})["weight"]
        undirected.add_edge(source, target, weight=before + weight)
    found = community.best_partition(undirected, random_state=seed)
    labels = np.array([found[node] for node in range(graph.node_count)], dtype=np.int64)
    return number_by_size(labels)


def _to_array(scores: dict[int, float], count: int) -> Floats:
    return np.array([scores[node] for node in range(count)], dtype=np.float64)
