"""Links between files by use, and ranks over them, for search alone.

Two tallies lead from file to file, by ids: edges between their symbols, and further uses, which the caller knows of.
The weight of a link is the logarithm of both together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codegraph.analysis.csr import Csr
from codegraph.analysis.rank import pagerank
from codegraph.model import EdgeKind
from codegraph.store.edges import Columns, distinct
from codegraph.store.numbering import Order
from codegraph.store.schema import EDGE_KINDS

Ints = NDArray[np.int64]
_TESTS = EDGE_KINDS.index(EdgeKind.TESTS)


class Tally(NamedTuple):
    """Number of uses of file `used[i]` by file `user[i]`, ids.

    Ascending by both."""

    user: Ints
    used: Ints
    times: Ints


class Linked(NamedTuple):
    """Links by file number, ascending; `ranks` is the PageRank of each file over them."""

    user: Ints
    used: Ints
    weights: NDArray[np.float64]
    ranks: NDArray[np.float64]


def tally(user: Ints, used: Ints, times: Ints | None = None) -> Tally:
    """Uses counted: `times` of each pair given, 1 without it."""
    size = int(max(user.max(initial=0), used.max(initial=0))) + 1
    pairs = user * size + used
    keys = distinct(pairs)
    counts = np.bincount(np.searchsorted(keys, pairs), times, minlength=len(keys)).astype(np.int64)
    return Tally(keys // size, keys % size, counts)


def of_edges(columns: Columns, user: Ints, used: Ints) -> Tally:
    """Edges that tell of a use, between the files of their two ends (-1 for an external)."""
    counted = np.flatnonzero((used >= 0) & (user != used) & (columns.code // 8 != _TESTS))
    return tally(user[counted], used[counted])


def linked(parts: tuple[Tally, ...], files: Order) -> Linked:
    """The links of both tallies over files in order."""
    places = files.all_places()
    ends = [np.concatenate([getattr(part, name) for part in parts]) for name in ("user", "used")]
    found = tally(places[ends[0]], places[ends[1]], np.concatenate([part.times for part in parts]))
    weights = np.log1p(found.times.astype(np.float64))
    graph = Csr.from_edges(found.user, found.used, len(files), weights)
    return Linked(found.user, found.used, weights, pagerank(graph) if len(files) else np.zeros(0))
