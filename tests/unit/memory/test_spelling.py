"""Typing errors that are forgiven, and those that are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from codegraph.memory.provenance.searching import ranked, wanted_words, words_of
from codegraph.memory.provenance.spelling import corrections, distance, matching


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("grpc", "grpc", 0), ("gprc", "grpc", 1), ("transprot", "transport", 1), ("cat", "cart", 1), ("abcd", "badc", 2)],
)
def test_a_swap_of_neighbours_is_one_error(a: str, b: str, steps: int):
    assert distance(a, b, 3) == distance(b, a, 3) == steps


@examples(60)
@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(0, 3))
def test_a_distance_above_the_bound_is_the_bound_and_one(a: str, b: str, most: int):
    full = distance(a, b, 12)
    assert distance(a, b, most) == min(full, most + 1)


def test_short_words_are_taken_as_they_are():
    assert corrections("cat", {"car", "cut"}) == []
    assert corrections("tokn", {"token", "taken"}) == ["token"]
    assert corrections("token", {"token", "taken"}) == []
    assert matching("pars", ["parse"]) == 0.9
    assert matching("parze", ["parse"], typos=False) == 0.0


def test_rare_words_count_more_and_a_hit_in_the_title_ranks_first():
    texts = {
        1: (words_of("the upload of parts"), words_of("notes")),
        2: (words_of("the upload of backpressure"), words_of("backpressure")),
        3: (words_of("the upload of other things"), words_of("upload")),
    }
    scores = ranked(texts, wanted_words(["what about the upload backpresure"]))
    assert max(scores, key=scores.__getitem__) == 2
    assert scores[3] > scores[1] > 0


def test_an_identifier_is_found_whole_and_by_its_parts():
    texts = {1: (words_of("getHTTPResponse"), frozenset()), 2: (words_of("gRPC channel"), frozenset())}
    assert ranked(texts, wanted_words(["gprc"]))[2] > 0.5 and ranked(texts, wanted_words(["gprc"]))[1] == 0
    assert ranked(texts, wanted_words(["HTTPResponse"]))[1] > 0.5
    assert ranked(texts, wanted_words(["http response"]))[1] > 0.5
