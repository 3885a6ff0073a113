"""The mapped vectors of a generation."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from codegraph.errors import StorageError
from codegraph.store import vector_snapshot
from codegraph.store.vector_snapshot import VectorSnapshot


def unit(rows: int, dimension: int = 64, seed: int = 0) -> NDArray[np.float32]:
    found = np.random.default_rng(seed).normal(size=(rows, dimension)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def saved(folder: Path, vectors: NDArray[np.float32]) -> VectorSnapshot:
    values, scales = vector_snapshot.to_int8(vectors)
    digests = np.arange(2 * len(vectors), dtype=np.uint64).reshape(-1, 2)
    vector_snapshot.save(folder, VectorSnapshot("model/1", values, scales, digests))
    found = vector_snapshot.load(folder)
    assert found is not None
    return found


def test_what_is_saved_comes_back_mapped(tmp_path: Path) -> None:
    vectors = unit(100)
    found = saved(tmp_path, vectors)
    assert (found.identity, found.dimension, len(found)) == ("model/1", 64, 100)
    assert np.allclose(found.read_rows(np.arange(100)), vectors, atol=0.01)
    assert isinstance(found.values, np.memmap)


@pytest.mark.parametrize("rows", [0, 1, vector_snapshot.BLOCK_ROWS, vector_snapshot.BLOCK_ROWS + 1, 5000])
def test_scores_are_cosines_of_every_row(tmp_path: Path, rows: int) -> None:
    vectors, query = unit(rows), unit(1, seed=1)[0]
    assert np.allclose(saved(tmp_path, vectors).compute_scores(query), vectors @ query, atol=0.01)


def test_a_zero_row_scores_zero(tmp_path: Path) -> None:
    vectors = unit(3)
    vectors[1] = 0
    assert saved(tmp_path, vectors).compute_scores(vectors[0])[1] == 0


def test_nearest_filters_before_the_cut_and_keeps_row_order_in_ties(tmp_path: Path) -> None:
    vectors = np.repeat(unit(10), 5, axis=0)
    found = saved(tmp_path, vectors)
    rows, scores = found.find_nearest(vectors[20], 7)
    assert rows[:5].tolist() == [20, 21, 22, 23, 24] and len(rows) == 7 and (np.diff(scores) <= 0).all()
    allowed = np.zeros(50, dtype=bool)
    allowed[[3, 22, 49]] = True
    assert found.find_nearest(vectors[20], 7, allowed)[0][0] == 22
    assert set(found.find_nearest(vectors[20], 7, allowed)[0].tolist()) == {3, 22, 49}


def test_a_generation_without_vectors_has_none(tmp_path: Path) -> None:
    assert vector_snapshot.load(tmp_path) is None


@pytest.mark.parametrize("name", ["about.json", "values.npy", "scales.npy", "digests.npy"])
@pytest.mark.parametrize("damage", ["cut", "noise", "emptied"])
def test_damage_is_said_and_never_searched(tmp_path: Path, name: str, damage: str) -> None:
    saved(tmp_path, unit(50))
    path = tmp_path / "vectors" / name
    whole = path.read_bytes()
    broken = {"cut": whole[: len(whole) // 2], "noise": b"\xff" * 64 + whole[64:], "emptied": b""}[damage]
    path.write_bytes(broken)
    with pytest.raises(StorageError, match="vectors of this index are damaged"):
        vector_snapshot.load(tmp_path)


def test_files_of_two_snapshots_do_not_pass_for_one(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    saved(tmp_path / "a", unit(50))
    saved(tmp_path / "b", unit(50, seed=3))
    (tmp_path / "a/vectors/scales.npy").write_bytes((tmp_path / "b/vectors/scales.npy").read_bytes())
    with pytest.raises(StorageError):
        vector_snapshot.load(tmp_path / "a")


def test_a_snapshot_is_replaced_whole(tmp_path: Path) -> None:
    first = saved(tmp_path, unit(50))
    second = saved(tmp_path, unit(7, seed=2))
    assert (len(first), len(second)) == (50, 7)
    assert first.compute_scores(unit(1)[0]).shape == (50,)  # an open one is still whole
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]


@pytest.mark.parametrize("source", [[0, 1, 2, 3], [], [-1, 0, 1, -1, -1, 2], [3, 2, -1], [-1]])
def test_rows_are_spliced(tmp_path: Path, source: list[int]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    old = saved(tmp_path / "a", unit(4))
    values, scales = vector_snapshot.to_int8(unit(source.count(-1), seed=3))
    new = VectorSnapshot("model/1", values, scales, np.full((len(values), 2), 9, dtype=np.uint64))
    vector_snapshot.save_spliced(tmp_path / "b", old, np.array(source, dtype=np.int64), new)
    found = vector_snapshot.load(tmp_path / "b")
    fresh = iter(range(len(values)))
    wanted = [(old, row) if row >= 0 else (new, next(fresh)) for row in source]
    assert found is not None and (found.identity, len(found)) == ("model/1", len(source))
    for part in ("values", "scales", "digests"):
        assert getattr(found, part).tolist() == [getattr(place, part)[row].tolist() for place, row in wanted]
