"""Typing errors that are forgiven, and those that are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from codegraph.memory.provenance.word_search import (
    find_corrections,
    measure_distance,
    rank_texts,
    read_query,
    split_words,
)


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("grpc", "grpc", 0), ("gprc", "grpc", 1), ("transprot", "transport", 1), ("cat", "cart", 1), ("abcd", "badc", 2)],
)
def test_a_swap_of_neighbours_is_one_error(a: str, b: str, steps: int):
    assert measure_distance(a, b, 3) == measure_distance(b, a, 3) == steps


@examples(60)
@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(0, 3))
def test_a_distance_above_the_bound_is_the_bound_and_one(a: str, b: str, most: int):
    full = measure_distance(a, b, 12)
    assert measure_distance(a, b, most) == min(full, most + 1)


def test_short_words_are_taken_as_they_are():
    assert find_corrections("cat", {"car", "cut"}) == []
    assert find_corrections("tokn", {"token", "taken"}) == ["token"]
    assert find_corrections("token", {"token", "taken"}) == []


def test_rare_words_count_more_and_a_hit_in_the_title_ranks_first():
    texts = {
        1: (split_words("the upload of parts"), split_words("notes")),
        2: (split_words("the upload of backpressure"), split_words("backpressure")),
        3: (split_words("the upload of other things"), split_words("upload")),
    }
    scores = rank_texts(texts, read_query(["what about the upload backpresure"]))
    assert max(scores, key=scores.__getitem__) == 2
    assert scores[3] > scores[1] > 0


def test_an_identifier_is_found_whole_and_by_its_parts():
    texts = {1: (split_words("getHTTPResponse"), frozenset()), 2: (split_words("gRPC channel"), frozenset())}
    assert rank_texts(texts, read_query(["gprc"]))[2] > 0.5 and rank_texts(texts, read_query(["gprc"]))[1] == 0
    assert rank_texts(texts, read_query(["HTTPResponse"]))[1] > 0.5
    assert rank_texts(texts, read_query(["http response"]))[1] > 0.5
