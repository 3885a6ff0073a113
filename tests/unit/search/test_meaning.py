"""Similarity with feedback: what the nearest chunks say is part of the question."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from codegraph.search import semantic
from codegraph.search.semantic import NEAREST, compute_similarity
from codegraph.store.vector_snapshot import VectorSnapshot, to_int8


def snapshot(vectors: NDArray[np.float32]) -> VectorSnapshot:
    values, scales = to_int8(vectors.astype(np.float32))
    return VectorSnapshot("test", values, scales, np.zeros((len(vectors), 2), np.uint64))


def unit(*components: float) -> NDArray[np.float32]:
    vector = np.array(components, np.float32)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def test_a_chunk_near_to_what_the_query_finds_rises_above_one_that_is_as_near_to_the_query() -> None:
    found = [unit(1, 1, 0)] * NEAREST
    near_to_found, far_from_found = unit(0.5, 1, 0), unit(0.5, 0, 1)
    result = compute_similarity(snapshot(np.stack([*found, near_to_found, far_from_found])), unit(1, 0, 0))
    assert result.cosines[-2] == pytest.approx(result.cosines[-1], abs=0.01)
    assert result.refined[-2] > result.refined[-1] + 0.1


def test_an_index_of_few_chunks_has_no_feedback() -> None:
    vectors = np.eye(NEAREST, 8, dtype=np.float32)
    result = compute_similarity(snapshot(vectors), unit(1, 2, 0, 0, 0, 0, 0, 0))
    assert np.array_equal(result.refined, result.cosines)


def test_in_a_large_index_the_nearest_chunks_are_compared_as_in_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vectors = np.random.default_rng(0).normal(size=(600, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    whole = compute_similarity(snapshot(vectors), vectors[7])
    monkeypatch.setattr(semantic, "_WHOLE_ROWS", 500)
    monkeypatch.setattr(semantic, "_NEAR_ROWS", 100)
    monkeypatch.setattr(semantic, "_SAMPLED_ROWS", 200)
    part = compute_similarity(snapshot(vectors), vectors[7])
    nearest = np.argsort(-part.cosines)[:100]
    assert np.allclose(part.refined[nearest], whole.refined[nearest], atol=1e-6)
    others = np.delete(part.refined, nearest)
    assert np.ptp(others) == 0
    assert others[0] == pytest.approx(float(np.median(whole.refined)), abs=0.05)


class Elsewhere:
    """Vectors of another machine: asking again would cost another request."""

    asked = 0

    def compute_scores(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        self.asked += 1
        return np.linspace(0, 1, 20, dtype=np.float32)


def test_vectors_elsewhere_are_asked_once() -> None:
    vectors = Elsewhere()
    result = compute_similarity(vectors, unit(1, 0))
    assert vectors.asked == 1
    assert result.refined is result.cosines
