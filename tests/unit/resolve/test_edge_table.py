"""The table in which edges of sites are gathered."""

from __future__ import annotations

import pytest

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.edges.edge_table import EdgeTable

CALLS, EXACT, TYPED = EdgeKind.CALLS, Resolution.EXACT, Resolution.TYPED


@pytest.mark.parametrize("owner", [0, 3], ids=["the first symbol of all", "another one"])
def test_what_one_place_gave_counts_for_whoever_repeats_it(owner: int):
    settled = EdgeTable()
    settled.add(owner, [(7, 9, CALLS, EXACT)], None, 12)

    assert settled.edges == {owner: {(9, CALLS): [EXACT, 12]}}


def test_an_edge_keeps_its_source_where_no_other_is_named():
    settled = EdgeTable()
    settled.add(-1, [(7, 9, CALLS, EXACT)], None, 12)

    assert settled.edges == {7: {(9, CALLS): [EXACT, 12]}}


def test_an_edge_that_is_met_again_is_known_the_better_way():
    settled = EdgeTable()
    for how, line in ((TYPED, 12), (EXACT, 15), (TYPED, 18)):
        settled.add(7, [(7, 9, CALLS, how)], None, line)

    assert settled.edges == {7: {(9, CALLS): [EXACT, 12, 15, 18]}}
