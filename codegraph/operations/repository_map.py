"""Measures of every file of a repository, for a map of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from codegraph.analysis.impact import compute_reach as reach_of
from codegraph.operations.answers import Answer
from codegraph.operations.clusters import Clustering, describe, divide
from codegraph.operations.context import Context
from codegraph.operations.edges import CALLS
from codegraph.operations.network import Network, load_network
from codegraph.operations.structure import load_pageranks
from codegraph.query_results import FileRow
from codegraph.scan.history import list_commits
from codegraph_parsers.file_facts import FileStatus

if TYPE_CHECKING:
    from codegraph.analysis.csr import Int64s
    from codegraph.query.index import Index

MEASURES: Final = ("churn", "rank", "tests", "stale", "community")
"""Measures of a file that colour a map."""

NOTHING: Final = -1.0
"""Value of a file of which a measure says nothing."""

MOST_COMMUNITIES: Final = 14
"""Communities of a matrix, the largest first."""


class MappedFile(NamedTuple):
    """A file of the map.

    `value` is the measure: commits of the last 500 (churn), share of all rank (rank), share of the symbols in calls
    that tests reach (tests), notes whose code changed (stale), or the number of a community."""

    path: str
    language: str
    lines: int
    symbols: int
    value: float


class MappedCommunity(NamedTuple):
    """A community of the matrix.

    `calls` are its edges to each community, itself included, in the order of the list."""

    number: int
    label: str
    size: int
    files: int
    calls: tuple[int, ...]


class RepositoryMap(NamedTuple):
    measure: str
    files: tuple[MappedFile, ...]
    communities: tuple[MappedCommunity, ...] = ()  # of the measure `community`
    communities_total: int = 0


def map_repository(context: Context, measure: str) -> Answer[RepositoryMap]:
    """Return the files of the index with one measure each.

    What the graph decides is kept for the generation."""
    index = context.index()
    kept = index.get_cache()
    key = ("map", measure)
    if key in kept and measure in ("rank", "tests", "community"):
        return context.answer(kept[key])
    communities: tuple[MappedCommunity, ...] = ()
    total = 0
    if measure == "community":
        clustering = divide(index, context.config.community_resolution)
        values = _find_communities(clustering)
        communities, total = _build_matrix(index, clustering)
    else:
        values = _measure_files(context, measure)
    if "map files" not in kept:
        kept["map files"] = index.list_files(limit=None).items
    rows: list[FileRow] = kept["map files"]
    files = tuple(
        MappedFile(row.path, row.language, row.lines, row.symbols, values.get(row.path, _choose_default(measure)))
        for row in rows
        if row.lines > 0 and row.status in (FileStatus.INDEXED, FileStatus.PARTIAL)
    )
    kept[key] = RepositoryMap(measure, files, communities, total)
    return context.answer(kept[key])


def _choose_default(measure: str) -> float:
    return 0.0 if measure in ("churn", "stale") else NOTHING


def _measure_files(context: Context, measure: str) -> dict[str, float]:
    index = context.index()
    if measure == "churn":
        counts = Counter(path for commit in list_commits(index.root) for path in set(commit.files))
        return {path: float(count) for path, count in counts.items()}
    if measure == "stale":
        return _count_stale_notes(context)
    net = load_network(index, CALLS)
    if measure == "rank":
        return _sum_by_file(net, load_pageranks(index))
    return _measure_test_reach(index, net)


def _count_stale_notes(context: Context) -> dict[str, float]:
    from codegraph.operations.memory.recollection import list_stale
    from codegraph.operations.memory.requests import StaleRequest

    counts: Counter[str] = Counter()
    for row in list_stale(context, StaleRequest()).results.stale:
        counts.update({anchor.path for anchor in row.anchors if anchor.path and anchor.state != "unchanged"})
    return {path: float(count) for path, count in counts.items()}


def _measure_test_reach(index: Index, net: Network) -> dict[str, float]:
    """Return by file the share of symbols that tests reach, of those in calls."""
    tests = np.array(index.list_test_nodes(), dtype=np.int64)
    size = net.graph.node_count
    takes_part = np.zeros(size, dtype=np.bool_)
    takes_part[net.compute_sources()] = True
    takes_part[net.arrays.targets] = True
    is_reached = np.zeros(size, dtype=np.bool_)
    if tests.size:
        is_reached[reach_of(net.graph, tests, net.compute_ranks(), budget=size).nodes] = True
        takes_part[tests] = False
    all_symbols = _sum_by_file(net, takes_part.astype(np.float64))
    reached = _sum_by_file(net, (takes_part & is_reached).astype(np.float64))
    return {path: reached.get(path, 0.0) / count for path, count in all_symbols.items() if count}


def _sum_by_file(net: Network, values: np.ndarray) -> dict[str, float]:
    modules = net.compute_modules()
    sums = np.bincount(modules, weights=values[: modules.size], minlength=modules.size)
    return {row.path: float(sums[node]) for node, row in net.read_symbols(np.unique(modules).tolist()).items()}


def _find_communities(clustering: Clustering) -> dict[str, float]:
    """Return by file the community that most of its symbols are in.

    Symbols that nothing ties to others are left out."""
    net, labels = clustering.net, clustering.labels
    modules = net.compute_modules()
    sizes = np.bincount(labels) if labels.size else np.zeros(0, dtype=np.int64)
    best: dict[int, tuple[int, int]] = {}
    for module, label, count in _count_pairs(modules, labels[: modules.size]):
        if sizes[label] > 1 and (count, -label) > best.get(module, (0, 0)):
            best[module] = (count, -label)
    rows = net.read_symbols(list(best))
    return {rows[module].path: 1.0 - label for module, (_, label) in best.items()}


def _count_pairs(first: Int64s, second: Int64s) -> Iterator[tuple[int, int, int]]:
    if not first.size:
        return
    pairs, counts = np.unique(np.stack((first, second)), axis=1, return_counts=True)
    for one, other, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
        yield int(one), int(other), int(count)


def _build_matrix(index: Index, clustering: Clustering) -> tuple[tuple[MappedCommunity, ...], int]:
    answer = describe(index, clustering, MOST_COMMUNITIES)
    between = clustering.count_edges_between()
    labels = [cluster.number - 1 for cluster in answer.clusters]  # numbers begin with 1, labels with 0
    rows = tuple(
        MappedCommunity(
            cluster.number,
            cluster.label,
            cluster.size,
            cluster.files,
            tuple(cluster.inside if other == label else between.get((label, other), 0) for other in labels),
        )
        for label, cluster in zip(labels, answer.clusters)
    )
    return rows, answer.total
