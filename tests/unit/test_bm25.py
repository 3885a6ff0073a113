"""BM25: rarer terms weigh more, more occurrences ever less, and long texts need more of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from codegraph.text.bm25 import K1, compute_idf, compute_norms, weigh_occurrences


def test_a_rarer_term_weighs_more():
    assert compute_idf(100, 1) > compute_idf(100, 50) > compute_idf(100, 100) > 0
    assert compute_idf(3, 1) == pytest.approx(math.log(1 + 2.5 / 1.5))


def test_arrays_give_what_numbers_give():
    texts, frequency = np.array([10.0, 20.0]), np.array([3, 20])
    assert compute_idf(texts, frequency).tolist() == [compute_idf(10, 3), compute_idf(20, 20)]


def test_occurrences_saturate_below_the_weight():
    worth = weigh_occurrences(np.array([0.0, 1.0, 2.0, 1e6]), K1, 3.0)
    assert worth[0] == 0
    assert worth[1] < worth[2] < 2 * worth[1]
    assert worth[3] < 3.0
    assert weigh_occurrences(K1, K1, 3.0) == pytest.approx(1.5)


def test_a_long_text_needs_more_occurrences():
    short, mean, long = compute_norms(np.array([50.0, 100.0, 200.0]), 100.0, 0.75)
    assert short < mean == K1 < long
    assert weigh_occurrences(1.0, long, 1.0) < weigh_occurrences(1.0, short, 1.0)
    assert compute_norms(200.0, 100.0, 0.0) == K1
