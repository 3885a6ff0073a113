"""The LanceDB table of an index: on demand, at a shared place, and as what very large indexes are searched in."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from codegraph import vector_table
from codegraph.config import Config
from codegraph.embed.static import StaticEncoder
from codegraph.index import Index
from codegraph.operations.answers import VectorsAnswer
from codegraph.operations.context import Context
from codegraph.operations.requests import VectorsRequest
from codegraph.operations.vectors import vectors
from codegraph.pipeline import index_repository
from codegraph.store.layout import index_folder
from codegraph.store.snapshot import VectorSnapshot
from codegraph.store.vectors import VectorFilter, VectorTable
from codegraph.vector_table import TableVectors

TOPICS = ("connect to the server", "draw a circle", "parse the settings file", "send an email", "sort the rows")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    for number, topic in enumerate(TOPICS):
        write(root / f"part{number}.py", f'def act{number}(x):\n    """{topic}"""\n    return x\n')
    return root


def write(path: Path, text: str) -> None:
    path.write_text(text)
    os.utime(path, (1_700_000_000, 1_700_000_000))


def ask(repo: Path, config: Config, *, sync: bool = False) -> VectorsAnswer:
    context = Context(repo, config)
    try:
        return vectors(context, VectorsRequest(sync=sync)).results
    finally:
        context.close()


def test_a_small_index_needs_no_table_and_has_one_when_asked(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    folder = index_folder(config.home, repo).path
    assert not (folder / "vectors.lance").exists() and ask(repo, config).behind
    done = ask(repo, config, sync=True)
    assert (done.written, done.table_rows, done.behind, done.rebuilt) == (5, 5, False, "")
    assert (folder / "vectors.lance").is_dir()
    query = StaticEncoder().encode(["sorting rows"])[0]
    near = VectorTable(str(folder)).nearest(query, 2, VectorFilter(kinds=("function",), languages=("python",)))
    assert (near[0].path, near[0].ordinal, near[0].start) == ("part4.py", 0, 1)


def test_the_table_follows_the_index_by_what_changed(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    ask(repo, config, sync=True)
    write(repo / "part1.py", "def draw_square(y):\n    return y\n")
    (repo / "part2.py").unlink()
    index_repository(repo, config)
    assert ask(repo, config).behind
    done = ask(repo, config, sync=True)
    assert (done.written, done.table_rows, done.behind) == (1, 4, False)
    assert ask(repo, config, sync=True).written == 0


def test_a_shared_place_is_kept_up_to_date_by_every_run(repo: Path, config: Config, tmp_path: Path) -> None:
    shared = replace(config, vectors_uri=str(tmp_path / "shared"))
    assert not index_repository(repo, shared).warnings
    name = index_folder(config.home, repo).name
    assert VectorTable(shared.vectors_uri, name).rows() == 5
    write(repo / "extra.md", "# More\n")
    index_repository(repo, shared)
    assert VectorTable(shared.vectors_uri, name).rows() == 6 and not ask(repo, shared).behind
    assert ask(repo, config).behind  # the table beside the index is another one


def test_a_table_that_fell_behind_is_caught_up_when_nothing_else_changed(
    repo: Path, config: Config, tmp_path: Path
) -> None:
    index_repository(repo, config)
    shared = replace(config, vectors_uri=str(tmp_path / "shared"))
    assert index_repository(repo, shared).unchanged
    assert VectorTable(shared.vectors_uri, index_folder(config.home, repo).name).rows() == 5


def test_a_place_that_fails_is_a_warning_and_the_index_is_made(repo: Path, config: Config, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    shared = replace(config, vectors_uri=str(tmp_path / "file" / "below"))
    summary = index_repository(repo, shared)
    assert not summary.unchanged and "file/below" in summary.warnings[0] and "catches up" in summary.warnings[0]
    assert len(open_vectors(repo, config)) == 5


def test_a_corrupt_table_is_built_anew_and_said(repo: Path, config: Config, tmp_path: Path) -> None:
    shared = replace(config, vectors_uri=str(tmp_path / "shared"))
    index_repository(repo, shared)
    for path in (tmp_path / "shared").rglob("*.manifest"):
        path.write_bytes(b"broken")
    write(repo / "part0.py", "def other():\n    return 0\n")
    summary = index_repository(repo, shared)
    assert "built anew" in summary.warnings[0] and not ask(repo, shared).behind
    assert VectorTable(shared.vectors_uri, index_folder(config.home, repo).name).rows() == 5


def open_vectors(repo: Path, config: Config) -> VectorSnapshot | TableVectors:
    with Index.open(repo, config) as index:
        found = index.vectors()
    assert found is not None
    return found


def test_a_very_large_index_is_searched_in_the_table(
    repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_table, "TABLE_FROM_ROWS", 4)
    monkeypatch.setattr(vector_table, "CANDIDATES", 3)
    index_repository(repo, config)
    query = StaticEncoder().encode(["parsing a settings file"])[0]
    with Index.open(repo, config) as index:
        table = index.vectors()
        assert isinstance(table, TableVectors) and (len(table), table.dimension) == (5, 256)
        scores = table.scores(query)
    monkeypatch.setattr(vector_table, "TABLE_FROM_ROWS", 1_000)
    exact = open_vectors(repo, config).scores(query)
    nearest = np.argsort(-exact)[:3]
    assert nearest[0] == 2 and np.allclose(scores[nearest], exact[nearest], atol=0.01)
    assert np.allclose(np.delete(scores, nearest), scores[nearest[2]])


def test_a_very_large_index_whose_table_is_behind_is_searched_in_its_snapshot(
    repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_repository(repo, config)
    monkeypatch.setattr(vector_table, "TABLE_FROM_ROWS", 4)
    assert isinstance(open_vectors(repo, config), VectorSnapshot)
