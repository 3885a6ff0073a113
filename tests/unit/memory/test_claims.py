"""Texts that vectors find alike and that do not say the same; what hangs together by likeness."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.memory.claims import extract_claims
from codegraph.memory.consolidate.grouping import find_components, find_similar_pairs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Retry 3 times", "Retry 5 times"),
        ("The job starts at 9:30", "The job starts at 9:45"),
        ("Use tabs", "Do not use tabs"),
        ("We deploy on Fridays", "We don’t deploy on Fridays"),
    ],
)
def test_other_numbers_and_a_negation_are_another_claim(one, other):
    assert extract_claims(one) != extract_claims(other)


def test_two_negations_are_none():
    assert extract_claims("Never deploy without review") == extract_claims("Deploy with review")


def test_each_pair_of_like_vectors_is_found_once_across_blocks(monkeypatch):
    monkeypatch.setattr("codegraph.memory.consolidate.grouping._BLOCK", 2)
    angles = np.array([0.0, 0.1, 1.5, 0.2, 1.4])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    assert {(i, j) for i, j, _ in find_similar_pairs(vectors, 0.99)} == {(0, 1), (1, 3), (2, 4)}
    assert {(i, j) for i, j, _ in find_similar_pairs(vectors, 0.97, 0.99)} == {(0, 3)}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=15))
def test_components_are_those_of_the_graph(pairs):
    graph = nx.Graph(pairs)
    graph.add_nodes_from(range(10))
    assert find_components(10, pairs) == sorted(sorted(found) for found in nx.connected_components(graph))
