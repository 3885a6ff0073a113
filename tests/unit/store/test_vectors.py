"""The LanceDB table of vectors."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from codegraph.errors import StorageError
from codegraph.store import lance
from codegraph.store.vector_snapshot import VectorSnapshot, to_int8
from codegraph.store.vectors import VectorFilter, VectorRow, VectorTable

DIMENSION = 32


def unit(rows: int, seed: int = 0, dimension: int = DIMENSION) -> NDArray[np.float32]:
    found = np.random.default_rng(seed).normal(size=(rows, dimension)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def snapshot_of(vectors: NDArray[np.float32], identity: str = "model/1") -> VectorSnapshot:
    """Rows with equal vectors have equal digests, as equal texts would."""
    values, scales = to_int8(vectors)
    return VectorSnapshot(identity, values, scales, values[:, :16].copy().view(np.uint64))


def rows_of(files: int, chunks: int = 5) -> list[VectorRow]:
    return [
        VectorRow(
            f"src/f{file:04}.py", i, "python", "function" if i else "class", file % 2 == 1, 10 * i + 1, 10 * i + 9
        )
        for file in range(files)
        for i in range(chunks)
    ]


@pytest.fixture
def table(tmp_path: Path) -> VectorTable:
    return VectorTable(str(tmp_path))


def test_a_new_table_holds_every_row_and_finds_it(table: VectorTable, tmp_path: Path) -> None:
    rows, vectors = rows_of(4), unit(20)
    done = table.reconcile(rows, snapshot_of(vectors))
    assert (done.written, done.rows, done.rebuilt) == (20, 20, "") and table.count_rows() == 20
    near = table.find_nearest(vectors[7], 3)
    assert (near[0].path, near[0].ordinal, near[0].start, near[0].end) == ("src/f0001.py", 2, 21, 29)
    assert near[0].score == pytest.approx(1, abs=0.02) and near[0].score > near[1].score >= near[2].score
    assert (tmp_path / "vectors.lance").is_dir()


def test_only_files_that_changed_are_written(table: VectorTable) -> None:
    rows, vectors = rows_of(6), unit(30)
    table.reconcile(rows, snapshot_of(vectors))
    assert table.reconcile(rows, snapshot_of(vectors)).written == 0
    vectors[12] = unit(1, seed=9)[0]
    done = table.reconcile(rows, snapshot_of(vectors))
    assert (done.written, table.count_rows()) == (5, 30)
    assert table.find_nearest(vectors[12], 1)[0][:2] == ("src/f0002.py", 2)


def test_rows_of_removed_files_and_chunks_go_and_others_move(table: VectorTable) -> None:
    rows, vectors = rows_of(6), unit(30)
    table.reconcile(rows, snapshot_of(vectors))
    keep = [
        i for i, row in enumerate(rows) if row.path != "src/f0001.py" and (row.path, row.ordinal) != ("src/f0005.py", 4)
    ]
    kept = [rows[i]._replace(start=rows[i].start + 1) if rows[i].path == "src/f0000.py" else rows[i] for i in keep]
    done = table.reconcile(kept, snapshot_of(vectors[keep]))
    assert (done.written, done.rows, table.count_rows()) == (9, 24, 24)
    found = {(n.path, n.ordinal): n for n in table.find_nearest(vectors[0], 100)}
    assert len(found) == 24 and found[("src/f0000.py", 0)].start == 2
    assert not any(path == "src/f0001.py" for path, _ in found) and ("src/f0005.py", 4) not in found


def test_removing_alone_writes_nothing(table: VectorTable) -> None:
    rows, vectors = rows_of(4), unit(20)
    table.reconcile(rows, snapshot_of(vectors))
    done = table.reconcile(rows[:15], snapshot_of(vectors[:15]))
    assert (done.written, done.rows, table.count_rows()) == (0, 15, 15)
    assert table.reconcile([], snapshot_of(vectors[:0])).rows == 0 == table.count_rows()


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        (VectorFilter(prefix="src/f0003"), {"src/f0003.py"}),
        (VectorFilter(prefix="src/f_%"), set()),
        (VectorFilter(prefix="it's"), {"it's/odd.go"}),
        (VectorFilter(languages=("go", "rust")), {"it's/odd.go"}),
        (VectorFilter(tests=False, languages=("python",)), {"src/f0000.py", "src/f0002.py"}),
    ],
)
def test_filters_apply_before_the_cut(table: VectorTable, only: VectorFilter, expected: set[str]) -> None:
    rows = [*rows_of(4), VectorRow("it's/odd.go", 0, "go", "", False, 1, 2)]
    vectors = unit(21)
    table.reconcile(rows, snapshot_of(vectors))
    near = table.find_nearest(vectors[5], 10, only)  # the nearest row of all is in a test file
    assert {n.path for n in near} == expected


def test_kinds_are_filtered(table: VectorTable) -> None:
    vectors = unit(20)
    table.reconcile(rows_of(4), snapshot_of(vectors))
    assert [n.ordinal for n in table.find_nearest(vectors[3], 10, VectorFilter(kinds=("class",)))] == [0, 0, 0, 0]


def test_above_the_bound_an_index_answers_with_the_hits_of_a_full_search(
    table: VectorTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lance, "INDEX_FROM_ROWS", 3000)
    centres = unit(60, seed=1)
    spread = np.random.default_rng(2).normal(size=(3500, DIMENSION)) * 0.08
    vectors = (np.repeat(centres, 60, axis=0)[:3500] + spread).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    rows, snapshot = rows_of(700), snapshot_of(vectors)
    table.reconcile(rows[:2500], snapshot_of(vectors[:2500]))
    assert not table.is_indexed()
    table.reconcile(rows, snapshot)
    assert table.is_indexed()
    hits = 0
    for query in vectors[::70]:
        exact = {(rows[i].path, rows[i].ordinal) for i in snapshot.find_nearest(query, 10)[0].tolist()}
        hits += len(exact & {(n.path, n.ordinal) for n in table.find_nearest(query, 10)})
    assert hits / (10 * len(vectors[::70])) >= 0.95


def test_many_small_commits_are_tidied_up(table: VectorTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lance, "TIDY_AFTER_FRAGMENTS", 3)
    rows, vectors = rows_of(8), unit(40)
    table.reconcile(rows, snapshot_of(vectors))
    for turn in range(8):
        vectors[turn * 5] = unit(1, seed=100 + turn)[0]
        table.reconcile(rows, snapshot_of(vectors))
        assert table.count_fragments() <= 4
    assert table.count_rows() == 40 and table.find_nearest(vectors[35], 1)[0].path == "src/f0007.py"


@pytest.mark.parametrize("other", [snapshot_of(unit(20), "model/2"), snapshot_of(unit(20, dimension=48), "model/3")])
def test_vectors_of_another_encoder_replace_the_table(table: VectorTable, other: VectorSnapshot) -> None:
    table.reconcile(rows_of(4), snapshot_of(unit(20)))
    done = table.reconcile(rows_of(4), other)
    assert done.rebuilt == "it was made by another encoder" and done.written == 20
    assert len(table.find_nearest(unit(1, dimension=other.dimension)[0], 3)) == 3


@pytest.mark.parametrize("damage", ["manifests", "data", "emptied", "no folder", "a file"])
def test_a_damaged_table_is_an_error_to_readers_and_built_anew_by_the_writer(
    table: VectorTable, tmp_path: Path, damage: str
) -> None:
    rows, vectors = rows_of(4), unit(20)
    table.reconcile(rows, snapshot_of(vectors))
    folder = tmp_path / "vectors.lance"
    for path in [p for p in folder.rglob("*") if p.is_file()]:
        if damage == "manifests" and "_versions" in path.parts:
            path.write_bytes(b"no manifest")
        if damage == "data" and "data" in path.parts:
            path.write_bytes(path.read_bytes()[:50])
        if damage == "emptied":
            path.unlink()
    if damage in ("no folder", "a file"):
        shutil.rmtree(folder)
    if damage == "a file":
        folder.write_text("x")
    again = VectorTable(str(tmp_path))
    with pytest.raises(StorageError) as caught:
        again.find_nearest(vectors[0], 3)
    assert "--sync" in caught.value.hint
    done = VectorTable(str(tmp_path)).reconcile(rows, snapshot_of(vectors))
    assert done.written == 20 and (done.rebuilt != "") == (damage != "no folder")
    assert VectorTable(str(tmp_path)).find_nearest(vectors[0], 1)[0].ordinal == 0


def test_what_a_killed_or_other_writer_left_is_put_right(table: VectorTable, tmp_path: Path) -> None:
    rows, vectors = rows_of(4), unit(20)
    table.reconcile(rows, snapshot_of(vectors))
    import lancedb

    other = lancedb.connect(str(tmp_path)).open_table("vectors")
    other.delete("path = 'src/f0002.py' AND ordinal = 3")
    done = VectorTable(str(tmp_path)).reconcile(rows, snapshot_of(vectors))
    assert (done.written, done.rows, table.count_rows()) == (5, 20, 20)


def test_a_place_that_cannot_be_opened_is_an_error_that_names_it() -> None:
    with pytest.raises(StorageError, match="db://nowhere") as caught:
        VectorTable("db://nowhere").reconcile(rows_of(1), snapshot_of(unit(5)))
    assert "vectors_uri" in caught.value.hint
