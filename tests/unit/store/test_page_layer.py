"""Databases that share the pages of another one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from support.gitrepo import GitRepo

from codegraph.errors import StorageError
from codegraph.indexing.incremental import update_index
from codegraph.indexing.verification import compare_with_rebuild
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.layout import DATABASE, get_index_folder
from codegraph.store.page_layer import (
    LAYER,
    LAYERED,
    connect_database,
    copy_database,
    find_database,
    is_shared,
    share_database,
)
from codegraph.store.vector_snapshot import VectorSnapshot, load, save, save_spliced

TABLES = (
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID; CREATE TABLE rows(id INTEGER PRIMARY KEY, text TEXT)"
)

pytestmark = pytest.mark.skipif("os.name != 'posix'")


def make_database(folder: Path, rows: dict[int, str]) -> Path:
    folder.mkdir()
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.executescript(TABLES)
        connection.executemany("INSERT INTO rows VALUES(?, ?)", rows.items())
        connection.commit()
    return folder


def change_database(folder: Path, base: Path, rows: dict[int, str]) -> Path:
    """Copy a database and change it to other rows."""
    folder.mkdir()
    copy_database(base, folder / DATABASE)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        known = dict(connection.execute("SELECT id, text FROM rows"))
        connection.executemany("DELETE FROM rows WHERE id = ?", [(each,) for each in known.keys() - rows.keys()])
        changed = {number: text for number, text in rows.items() if known.get(number) != text}
        connection.executemany("INSERT OR REPLACE INTO rows VALUES(?, ?)", changed.items())
        connection.commit()
        if len(rows) < len(known):
            connection.execute("VACUUM")
    return folder


def read_rows(generation: Path) -> dict[int, str]:
    with closing(connect_database(generation)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return dict(connection.execute("SELECT id, text FROM rows"))


def test_a_layered_database_is_closed_without_waiting_for_the_disk(tmp_path: Path) -> None:
    base = make_database(tmp_path / "g1", ROWS)
    assert share_database(change_database(tmp_path / "g2", base, ROWS | {7: "another"}), base)
    with closing(connect_database(tmp_path / "g2")) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (0,)


ROWS = {number: f"row {number} " * 20 for number in range(2000)}


@pytest.mark.parametrize(
    "edited",
    [
        ROWS,
        ROWS | {7: "another", 1900: "other"},
        ROWS | dict.fromkeys(range(2000, 2200), "new " * 30),
        {number: text for number, text in ROWS.items() if number < 1900},
    ],
)
def test_what_differs_is_a_layer(tmp_path: Path, edited: dict[int, str]) -> None:
    base = make_database(tmp_path / "base", ROWS)
    before = (base / DATABASE).read_bytes()
    own = change_database(tmp_path / "own", base, edited)
    assert share_database(own, base)
    assert not (own / DATABASE).exists()
    assert find_database(own).samefile(base / DATABASE)
    assert read_rows(own) == edited
    assert read_rows(base) == ROWS
    assert (base / DATABASE).read_bytes() == before
    assert (own / LAYER).stat().st_size * 4 <= len(before)
    copy_database(own, tmp_path / "whole.db")
    with closing(sqlite3.connect(tmp_path / "whole.db")) as connection:
        assert dict(connection.execute("SELECT id, text FROM rows")) == edited


def test_a_layer_of_a_layered_database_is_over_the_same_file(tmp_path: Path) -> None:
    base = make_database(tmp_path / "base", ROWS)
    for name, edited in (("one", ROWS | {3: "x"}), ("two", ROWS | {4: "y"})):
        own = change_database(tmp_path / name, base, edited)
        assert share_database(own, base)
        base = own
    assert find_database(base).stat().st_nlink == 3
    assert read_rows(tmp_path / "two") == ROWS | {4: "y"}
    (tmp_path / "base" / DATABASE).unlink()
    assert read_rows(tmp_path / "one") == ROWS | {3: "x"}


def test_a_database_that_differs_in_much_stays_whole(tmp_path: Path) -> None:
    base = make_database(tmp_path / "base", ROWS)
    own = make_database(tmp_path / "own", {number: f"other {number}" * 20 for number in range(2000)})
    assert not share_database(own, base)
    assert not is_shared(own)
    assert not (own / LAYERED).exists()


def test_a_layer_that_is_missing_torn_or_of_another_database_is_told(tmp_path: Path) -> None:
    base = make_database(tmp_path / "base", ROWS)
    own, other = (change_database(tmp_path / name, base, ROWS | {3: name}) for name in ("own", "other"))
    assert share_database(own, base)
    assert share_database(other, base)
    layer = (own / LAYER).read_bytes()
    for wrong in (
        layer[:-1],
        layer[: len(layer) // 2],
        b"",
        (other / LAYER).read_bytes(),
        layer[:500] + b"!" + layer[501:],
    ):
        (own / LAYER).write_bytes(wrong)
        if wrong == (other / LAYER).read_bytes():
            assert read_rows(own) == ROWS | {3: "other"}  # which a seal tells
            continue
        with pytest.raises(StorageError, match="missing or damaged"):
            read_rows(own)
    (own / LAYER).unlink(missing_ok=True)
    with pytest.raises(StorageError, match="missing or damaged"):
        connect_database(own)


def make_vectors(values: list[int]) -> VectorSnapshot:
    rows = np.array(values)
    return VectorSnapshot(
        "encoder",
        np.repeat(rows[:, None], 8, axis=1).astype(np.int8),
        np.ones(len(rows), dtype=np.float32),
        np.stack([rows, rows], axis=1).astype(np.uint64),
    )


def test_vectors_that_are_shared_get_a_layer(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    for folder in (first, second, third):
        folder.mkdir()
    save(first, make_vectors(list(range(40))))
    for path in (first / "vectors").iterdir():
        (tmp_path / path.name).hardlink_to(path)  # another index has them
    source = np.array([*range(10), -1, *range(12, 40), -1])
    save_spliced(second, make_vectors(list(range(40))), source, make_vectors([100, 101]), first)
    assert (second / "vectors" / "values.npy").samefile(first / "vectors" / "values.npy")
    found = load(second)
    assert found is not None
    wanted = [*range(10), 100, *range(12, 40), 101]
    assert found.values[:, 0].tolist() == wanted
    assert found.digests[:, 1].tolist() == wanted
    source = np.array([*range(10), *range(11, 40), -1])  # the first new row goes, the second stays
    save_spliced(third, found, source, make_vectors([102]), second)
    again = load(third)
    assert again is not None
    assert again.values[:, 0].tolist() == [*range(10), *range(12, 40), 101, 102]
    (third / "vectors" / "layer.npz").write_bytes(b"")
    with pytest.raises(StorageError):
        load(third)


def test_a_second_work_tree_shares_the_database_of_the_first(tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=1, vectors=False)
    body = "".join(f"def f{at}(x):\n    return g{at}(x)\n\n\ndef g{at}(x):\n    return x\n\n\n" for at in range(30))
    files = {f"m{number}.py": body.replace("f1(", f"f1_{number}(") for number in range(40)}
    first = GitRepo.make(tmp_path / "first", files)
    update_index(first.root, config)
    second = GitRepo.make(tmp_path / "second", files | {"m7.py": "def other():\n    return 1\n"})
    update_index(second.root, config)
    places = [get_index_folder(config.home, repo.root) for repo in (first, second)]
    databases = [find_database(place.get_generation(place.get_current())) for place in places]
    assert databases[0].samefile(databases[1])
    with Index.open(second.root, config) as index:
        assert index.find_symbol("other").path == "m7.py"
        assert not index.find("f1_7")
    with Index.open(first.root, config) as index:
        assert index.find("f1_7")


def test_work_trees_that_share_equal_a_rebuild_after_edits(tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=1, vectors=False)
    body = "".join(
        f"def fN_{at}(x):\n    return gN_{at}(x)\n\n\ndef gN_{at}(x):\n    return x\n\n\n" for at in range(30)
    )
    files = {f"m{number}.py": body.replace("N", str(number)) for number in range(60)}
    first = GitRepo.make(tmp_path / "first", files)
    update_index(first.root, config)
    second = GitRepo.make(tmp_path / "second", files | {"m7.py": files["m7.py"].replace("g7_1(", "h1(")})
    for repo, edit in (
        (second, {}),
        (second, {"m1.py": "def other():\n    return 1\n", "m3.py": None}),
        (first, {"m2.py": files["m2.py"].replace("f2_2(", "e2(")}),
        (second, {"m3.py": files["m3.py"] + "def last():\n    return f3_1(1)\n"}),
    ):
        repo.write(edit)
        update_index(repo.root, config)
    folders = [get_index_folder(config.home, repo.root) for repo in (first, second)]
    assert all(find_database(each.get_generation(each.get_current())).name == LAYERED for each in folders)
    for number, repo in enumerate((first, second)):
        assert not compare_with_rebuild(repo.root, config, tmp_path / f"scratch{number}").differences
    shutil.rmtree(folders[0].path)
    assert not compare_with_rebuild(second.root, config, tmp_path / "again").differences
