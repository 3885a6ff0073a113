"""Tests that a change reaches, the most telling first.

This is the order that static evidence gives. What recorded runs know comes as edges, too: `observed` ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from codegraph.analysis.csr import Int64s, Mask
from codegraph.analysis.impact import Reach


class TestReach(NamedTuple):
    """A test at `place` of the reach it was found in."""

    place: int
    node: int
    depth: int
    weakest: int  # rank of the weakest edge on its path, -1 for a test that changed itself
    cause: int = -1  # the seed it rests on, where that was asked


def find_tests(reach: Reach, is_test: Mask, caused: Int64s | None = None) -> list[TestReach]:
    """List the tests among the reached nodes.

    The nearest come first, then those with the strongest evidence, then by number. `is_test` is bool[n] over all nodes,
    `caused` the seed of each reached node.
    """
    places: Int64s = np.flatnonzero(is_test[reach.nodes])
    order = np.lexsort((reach.nodes[places], reach.weakest[places], reach.depths[places]))
    found = places[order]
    cause = caused[found] if caused is not None else np.full(found.size, -1)
    columns = (found, reach.nodes[found], reach.depths[found], reach.weakest[found], cause)
    return list(map(TestReach, *(column.tolist() for column in columns)))
