"""`get_clusters`, `get_pagerank`: ranks of one codebase and its memories.

No other codebase is included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from codegraph.analysis.communities import detect_communities
from codegraph.analysis.csr import Floats
from codegraph.analysis.pagerank import compute_pagerank
from codegraph.errors import NotFoundError
from codegraph.memory.memory_model import Memory
from codegraph.operations.answers import Answer
from codegraph.operations.clusters import SEED, divide
from codegraph.operations.context import Context
from codegraph.operations.memory.whole_graph import WholeGraph, join_memories
from codegraph.operations.network import USES, load_network
from codegraph.operations.structure import load_pageranks
from codegraph.query_results import SymbolRow
from codegraph.server.call import Call
from codegraph.server.reply import MOST_TOKENS, encode_json, to_json
from codegraph.server.tools.codemem.current import format_label, label, note, open_current, tell_kind
from codegraph.text.token_counts import bound_tokens

T = TypeVar("T")

DEFAULT_DAMPING = 0.85
FRAME: Final = 400
"""Tokens that are left for what stands around a page of rows."""

SHOWN = (200, 50, 20, 10, 5, 3)
"""Members of a cluster that are named, from the most to the fewest."""

NOTES = 200
"""Tokens that are left for notes."""


class Cluster(NamedTuple):
    cluster_id: int
    size: int
    members: tuple[str, ...]


class Clusters(NamedTuple):
    cluster_count: int
    clusters: tuple[Cluster, ...]


def get_clusters(call: Call, request: Any) -> Answer[Clusters]:
    """Return communities of at least two symbols and memories, the largest first.

    The members of a cluster are ordered by rank. When not all fit, each cluster names only its first ones, and then
    clusters are dropped from the end.
    """
    context = open_current(call)
    index = context.index()
    found = divide(index, request.resolution)
    whole, labels = join_memories(context, found.graph), found.labels
    if whole.memories:
        key = ("clusters with memories", request.resolution, whole.seq)
        if key not in index.get_cache():
            index.get_cache()[key] = detect_communities(whole.graph, resolution=request.resolution, seed=SEED).labels
        labels = index.get_cache()[key]
    sizes = np.bincount(labels) if labels.size else np.zeros(0, np.int64)
    real = np.flatnonzero(sizes > 1)
    ranks = _rank(context, DEFAULT_DAMPING)[1]
    order = np.lexsort((np.arange(labels.size), -ranks, labels))
    starts = np.cumsum(sizes) - sizes
    groups = [order[starts[one] : starts[one] + sizes[one]].tolist() for one in real.tolist()]
    if request.cluster_id is not None:
        found, where = _show_cluster(call, whole, groups, request.cluster_id, request.offset)
        return Answer(found, warnings=note(context, where))
    value, shown = _fit_clusters(call, whole, groups)
    more = f"the first {shown} members of each cluster, by rank; `cluster_id` shows all of one" if shown else ""
    return Answer(value, warnings=note(context, more))


def _fit_clusters(call: Call, graph: WholeGraph, groups: list[list[int]]) -> tuple[Clusters, int]:
    """Return the answer with as many members per cluster as fit.

    The second value is their number, 0 for all.
    """
    largest = max(map(len, groups), default=0)
    for most in (largest, *(n for n in SHOWN if n < largest)):
        value = Clusters(len(groups), tuple(_iterate_clusters(graph, groups, most)))
        if most == SHOWN[-1] or call.count(to_json(value)) + NOTES <= MOST_TOKENS:
            return value, most if most < largest else 0
    return Clusters(len(groups), ()), 0


def _show_cluster(
    call: Call, graph: WholeGraph, groups: list[list[int]], number: int, offset: int
) -> tuple[Clusters, str]:
    """Return one page of the members of a cluster, and its description.

    Raises NotFoundError.
    """
    if number >= len(groups):
        raise NotFoundError(f"there is no cluster {number}", hint=f"clusters are numbered from 0 to {len(groups) - 1}")
    ids = [node.id for node in graph.list_nodes(groups[number][offset:])]
    shown = _take_page(call, ids)
    size = len(groups[number])
    return Clusters(len(groups), (Cluster(number, size, tuple(shown)),)), _describe_page(offset, shown, size)


def _take_page(call: Call, rows: Sequence[T]) -> Sequence[T]:
    """Return as many of the rows as the budget allows, at least one.

    Structured content counts as a second copy.
    """
    room = MOST_TOKENS // (2 if call.structured else 1) - FRAME
    for place, row in enumerate(rows):
        room -= bound_tokens(encode_json(to_json(row))) + 1
        if room < 0:
            return rows[: max(place, 1)]
    return rows


def _describe_page(offset: int, shown: Sequence[object], total: int) -> str:
    """Return the part of the rows that is shown, "" for all or the last of them."""
    end = offset + len(shown)
    return f"{offset + 1:,} to {end:,} of {total:,}; more with `offset` {end}" if end < total else ""


def _iterate_clusters(graph: WholeGraph, groups: list[list[int]], most: int) -> Iterator[Cluster]:
    for number, group in enumerate(groups):
        yield Cluster(number, len(group), tuple(node.id for node in graph.list_nodes(group[:most])))


class RankRow(NamedTuple):
    id: str
    pagerank: str
    kind: str
    label: str


class Ranking(NamedTuple):
    results: tuple[RankRow, ...]


def get_pagerank(call: Call, request: Any) -> Answer[Ranking]:
    context = open_current(call)
    graph, scores = _rank(context, request.damping)
    end = request.offset + request.top_k
    best = np.lexsort((np.arange(scores.size), -scores))[request.offset : end].tolist()
    rows = graph.list_nodes(best)
    found = _take_page(call, [_build_row(node, float(scores[at])) for at, node in zip(best, rows)])
    where = _describe_page(request.offset, found, scores.size)
    return Answer(Ranking(tuple(found)), warnings=note(context, where))


def _build_row(node: SymbolRow | Memory, score: float) -> RankRow:
    if isinstance(node, SymbolRow):
        return RankRow(node.id, f"{score:.6f}", tell_kind(node), label(node))
    return RankRow(node.id, f"{score:.6f}", "memory", format_label(node))


def _rank(context: Context, damping: float) -> tuple[WholeGraph, Floats]:
    """Return the graph of code and memories, and the rank of each of its nodes."""
    index = context.index()
    whole = join_memories(context, load_network(index, USES).graph)
    if not whole.memories and damping == DEFAULT_DAMPING:
        return whole, load_pageranks(index)
    return whole, compute_pagerank(whole.graph, damping=damping) if whole.graph.node_count else np.zeros(0)
