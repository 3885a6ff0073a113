"""The LanceDB table of an index: written by every run, on demand, and at a shared place."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from codegraph.embed.static import StaticEncoder
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import VectorsAnswer
from codegraph.operations.context import Context
from codegraph.operations.requests import VectorsRequest
from codegraph.operations.vectors import show_vectors
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.vector_snapshot import VectorSnapshot
from codegraph.store.vectors import VectorFilter, VectorTable

TOPICS = ("connect to the server", "draw a circle", "parse the settings file", "send an email", "sort the rows")

pytestmark = pytest.mark.lance


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
        return show_vectors(context, VectorsRequest(sync=sync)).results
    finally:
        context.close()


def test_every_run_keeps_the_table_up_to_date(repo: Path, config: Config) -> None:
    assert index_repository(repo, config).warnings == ()
    folder = get_index_folder(config.home, repo).path
    first = ask(repo, config)
    assert (first.table_rows, first.behind) == (5, False)
    write(repo / "part1.py", "def draw_square(y):\n    return y\n")
    version = len(list((folder / "vectors.lance" / "data").iterdir()))
    assert index_repository(repo, config).warnings == ()
    assert not ask(repo, config).behind
    assert len(list((folder / "vectors.lance" / "data").iterdir())) == version + 1  # changed rows alone
    query = StaticEncoder().encode(["sorting rows"])[0]
    near = VectorTable(str(folder)).find_nearest(query, 2, VectorFilter(kinds=("function",), languages=("python",)))
    assert (near[0].path, near[0].ordinal, near[0].start) == ("part4.py", 0, 1)


def test_without_the_setting_a_table_is_written_on_demand(repo: Path, config: Config) -> None:
    config = replace(config, vectors_table=False)
    index_repository(repo, config)
    folder = get_index_folder(config.home, repo).path
    assert not (folder / "vectors.lance").exists() and ask(repo, config).behind
    done = ask(repo, config, sync=True)
    assert (done.written, done.table_rows, done.behind, done.rebuilt) == (5, 5, False, "")
    assert (folder / "vectors.lance").is_dir()


def test_the_table_follows_the_index_by_what_changed(repo: Path, config: Config) -> None:
    config = replace(config, vectors_table=False)
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
    name = get_index_folder(config.home, repo).name
    assert VectorTable(shared.vectors_uri, name).count_rows() == 5
    write(repo / "extra.md", "# More\n")
    index_repository(repo, shared)
    assert VectorTable(shared.vectors_uri, name).count_rows() == 6 and not ask(repo, shared).behind
    assert ask(repo, config).behind  # the table beside the index is another one


def test_a_table_that_fell_behind_is_caught_up_when_nothing_else_changed(
    repo: Path, config: Config, tmp_path: Path
) -> None:
    index_repository(repo, config)
    shared = replace(config, vectors_uri=str(tmp_path / "shared"))
    assert index_repository(repo, shared).unchanged
    assert VectorTable(shared.vectors_uri, get_index_folder(config.home, repo).name).count_rows() == 5


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
    assert VectorTable(shared.vectors_uri, get_index_folder(config.home, repo).name).count_rows() == 5


def open_vectors(repo: Path, config: Config) -> VectorSnapshot:
    with Index.open(repo, config) as index:
        found = index.load_vectors()
    assert found is not None
    return found
