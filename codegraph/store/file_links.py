"""Links between files by use, and ranks over them, for search only.

Two tallies lead from file to file, by ids: edges between their symbols, and further uses, which the caller supplies.
The weight of a link is the logarithm of both together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.csr import Csr
from codegraph.analysis.pagerank import compute_pagerank
from codegraph.graph_model import EdgeKind
from codegraph.store.edges import Columns, sort_distinct
from codegraph.store.numbering import Order
from codegraph.store.schema import EDGE_KINDS

Ints = NDArray[np.int64]
_TESTS = EDGE_KINDS.index(EdgeKind.TESTS)


class Tally(NamedTuple):
    """Number of uses of file `used[i]` by file `user[i]`.

    Both are ids. The rows are in ascending order of both.
    """

    user: Ints
    used: Ints
    times: Ints


class Linked(NamedTuple):
    """Links by file number, ascending; `ranks` is the PageRank of each file over them."""

    user: Ints
    used: Ints
    weights: NDArray[np.float64]
    ranks: NDArray[np.float64]


def tally_uses(user: Ints, used: Ints, times: Ints | None = None) -> Tally:
    """Count uses: `times` of each given pair, or 1 without `times`."""
    size = int(max(user.max(initial=0), used.max(initial=0))) + 1
    pairs = user * size + used
    keys = sort_distinct(pairs)
    counts = np.bincount(np.searchsorted(keys, pairs), times, minlength=len(keys)).astype(np.int64)
    return Tally(keys // size, keys % size, counts)


def tally_edges(columns: Columns, user: Ints, used: Ints) -> Tally:
    """Count the uses that edges show, between the files of their two ends.

    The file of an external is -1.
    """
    counted = np.flatnonzero((used >= 0) & (user != used) & (columns.code // 8 != _TESTS))
    return tally_uses(user[counted], used[counted])


def build_links(parts: tuple[Tally, ...], files: Order) -> Linked:
    """Return the links of both tallies over files in order."""
    places = files.build_places()
    ends = [np.concatenate([getattr(part, name) for part in parts]) for name in ("user", "used")]
    found = tally_uses(places[ends[0]], places[ends[1]], np.concatenate([part.times for part in parts]))
    weights = np.log1p(found.times.astype(np.float64))
    graph = Csr.from_edges(found.user, found.used, len(files), weights)
    return Linked(found.user, found.used, weights, compute_pagerank(graph) if len(files) else np.zeros(0))
