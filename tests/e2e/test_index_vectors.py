"""Vectors of an index: made with it, reused, made anew alone, and done without."""

import os
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from codegraph.embed.encoder_choice import get_vector_identity
from codegraph.embed.fields import ChunkText, build_chunk_identity, encode_chunks
from codegraph.embed.static import StaticEncoder
from codegraph.errors import ConfigError, EncoderError
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.maintenance import check_health
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import Answer, SearchAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import SearchRequest
from codegraph.query.index import Index
from codegraph.query_results import CheckStatus
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.vector_snapshot import VectorSnapshot

OLD = 1_700_000_000


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    write(root / "net.py", 'def open_connection(host):\n    """Connect to a server."""\n    return host\n')
    write(root / "paint.py", "class Canvas:\n    def draw_circle(self, radius):\n        return radius\n")
    write(root / "notes.md", "# Release notes\n\nThe cache is emptied at night.\n")
    return root


def write(path: Path, text: str) -> None:
    path.write_text(text)
    os.utime(path, (OLD, OLD))


class Counting(StaticEncoder):
    """The shipped encoder under another name, which notes what it is asked for."""

    identity = "counting/256"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += [text for text in texts if "\n" in text]  # the lines of chunks, not their paths and names
        return super().encode(texts)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    encoder = Counting()
    for module in ("indexing.second_stage", "indexing.maintenance"):
        monkeypatch.setattr(f"codegraph.{module}.build_encoder", lambda config: encoder)
    for module in ("indexing.pipeline", "query.index", "indexing.maintenance"):
        monkeypatch.setattr(
            f"codegraph.{module}.get_vector_identity", lambda config: build_chunk_identity(encoder.identity)
        )
    return encoder


def vectors(repo: Path, config: Config) -> VectorSnapshot:
    with Index.open(repo, config) as index:
        found = index.load_vectors()
    assert found is not None
    return found


def folder_of_vectors(repo: Path, config: Config) -> Path:
    folder = get_index_folder(config.home, repo)
    return folder.get_generation(folder.get_current()) / "vectors"


def test_an_index_has_a_vector_for_every_chunk_and_the_nearest_is_the_right_one(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    found = vectors(repo, config)
    with Index.open(repo, config) as index:
        paths = [
            row[0]
            for row in index._reader.execute("SELECT path FROM chunks c JOIN files f ON f.id = c.file ORDER BY c.id")
        ]
        stats = index.compute_stats().vectors
    assert len(found) == len(paths) == stats.rows == 3
    assert (stats.encoder, stats.dimension, stats.problem) == (get_vector_identity(config), 256, "")
    for question, path in (
        ("connect to a server", "net.py"),
        ("draw circles", "paint.py"),
        ("when is the cache cleared", "notes.md"),
    ):
        assert paths[int(np.argmax(found.compute_scores(StaticEncoder().encode([question])[0])))] == path


def test_only_what_changed_is_encoded(repo: Path, config: Config, counting: Counting) -> None:
    index_repository(repo, config)
    assert len(counting.asked) == 3
    before = vectors(repo, config)
    counting.asked.clear()
    write(repo / "net.py", "def open_socket(port):\n    return port\n")
    write(repo / "a_first.md", "# Added\n\nAn added file comes first.\n")
    index_repository(repo, config)
    assert sorted(text.split("\n")[0] for text in counting.asked) == ["# Added", "def open_socket(port):"]
    after = vectors(repo, config)
    assert np.allclose(after.read_rows(np.array([2, 3])), before.read_rows(np.array([1, 2])))
    text = ChunkText("net.py", "open_socket", "def open_socket(port):\n    return port")
    assert np.allclose(after.read_rows(np.array([1])), encode_chunks(counting, [text]), atol=0.01)


def test_nothing_changed_encodes_nothing(repo: Path, config: Config, counting: Counting) -> None:
    index_repository(repo, config)
    counting.asked.clear()
    assert index_repository(repo, config).unchanged
    assert not counting.asked


def test_another_encoder_makes_the_vectors_anew_and_only_them(
    repo: Path,
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    index_repository(repo, config)
    database = folder_of_vectors(repo, config).parent / "graph.db"
    before = database.stat()
    counting: Counting = request.getfixturevalue("counting")
    with Index.open(repo, config) as index:
        assert index.load_vectors() is None and "another encoder" in index.compute_vector_stats().problem
    summary = index_repository(repo, config)
    assert (summary.unchanged, summary.parsed, summary.reason) == (False, 0, "vectors were of another encoder")
    assert len(counting.asked) == 3 and vectors(repo, config).identity == build_chunk_identity(counting.identity)
    after = (folder_of_vectors(repo, config).parent / "graph.db").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_vectors_can_be_left_out_and_made_later(repo: Path, config: Config) -> None:
    index_repository(repo, replace(config, vectors=False))
    with Index.open(repo, config) as index:
        assert index.load_vectors() is None and index.compute_stats().vectors.problem == "there are none"
    assert not folder_of_vectors(repo, config).exists()
    assert index_repository(repo, replace(config, vectors=False)).unchanged
    assert index_repository(repo, config).reason == "vectors were missing"
    assert len(vectors(repo, config)) == 3


@pytest.mark.parametrize("name", ["about.json", "values.npy", "scales.npy", "digests.npy"])
def test_damaged_vectors_are_said_and_made_again(repo: Path, config: Config, name: str) -> None:
    index_repository(repo, config)
    path = folder_of_vectors(repo, config) / name
    path.write_bytes(path.read_bytes()[:40])
    with Index.open(repo, config) as index:
        assert index.load_vectors() is None and "damaged" in index.compute_stats().vectors.problem
    checks = {check.name: check for check in check_health(repo, config)}
    assert checks["vectors"].status is CheckStatus.WARNING and checks["vectors"].fix
    assert "damaged" in index_repository(repo, config).reason
    assert len(vectors(repo, config)) == 3
    assert {c.name: c for c in check_health(repo, config)}["vectors"].status is CheckStatus.OK


def test_an_encoder_that_fails_leaves_an_index_without_vectors_and_a_warning(
    repo: Path, config: Config, counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(texts: object) -> None:
        raise EncoderError("the service is away", hint="start it")

    monkeypatch.setattr(counting, "encode", fail)
    summary = index_repository(repo, config)
    assert summary.stats.symbol_count > 3 and "the service is away" in summary.warnings[0]
    monkeypatch.undo()
    assert index_repository(repo, config).reason == "vectors were missing"


def test_a_wrong_encoder_setting_is_said_before_any_work(repo: Path, config: Config) -> None:
    stages: list[str] = []
    with pytest.raises(ConfigError):
        index_repository(
            repo, replace(config, encoder="nosuch"), progress=lambda stage, done, total: stages.append(stage)
        )
    assert not stages


def test_a_file_that_changes_while_it_is_indexed_is_encoded_by_the_next_run(
    repo: Path, config: Config, counting: Counting
) -> None:
    def change(stage: str, done: int, total: int) -> None:
        if stage == "resolve" and done:
            write(repo / "notes.md", "# Something else\n\nIs told here.\n")
            os.utime(repo / "notes.md", (OLD + 9, OLD + 9))

    index_repository(repo, config, progress=change)
    assert vectors(repo, config).digests.any(axis=1).tolist() == [True, False, True]
    counting.asked.clear()
    index_repository(repo, config)
    assert vectors(repo, config).digests.any(axis=1).all() and len(counting.asked) == 1


def test_indexing_and_reading_vectors_need_no_network(
    repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError("a socket was opened")

    for name in ("create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    connect = socket.socket.connect

    def only_here(self: socket.socket, address: object) -> None:
        """Processes of this machine talk through sockets, too: workers are started so where a thread is running."""
        if self.family != socket.AF_UNIX:
            refuse()
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", only_here)
    running = threading.Event()
    beside = threading.Thread(target=running.wait)
    beside.start()
    try:
        index_repository(repo, config)
    finally:
        running.set()
        beside.join()
    assert len(vectors(repo, config)) == 3


def test_an_empty_folder_has_no_vectors_and_no_problem(tmp_path: Path, config: Config) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    index_repository(root, config)
    with Index.open(root, config) as index:
        assert index.compute_stats().vectors.problem == "" and len(index.load_vectors() or ()) == 0
    assert index_repository(root, config).unchanged


def carry_over(repo: Path, config: Config, path: str, text: str) -> Path:
    """Commit an edit as a question does, which encodes nothing. Returns the folder of the new generation."""
    write(repo / path, text)
    number = IncrementalSession(repo, config, encodes=False).refresh().generation
    return get_index_folder(config.home, repo).get_generation(number)


@contextmanager
def patched(owner: type, name: str, value: object) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, value)
        yield


def search(repo: Path, config: Config, query: str) -> Answer[SearchAnswer]:
    context = Context(repo, config)
    try:
        return load_handler(BY_NAME["search"])(context, SearchRequest(query))
    finally:
        context.close()


def test_a_refresh_without_an_encoder_says_how_many_files_vectors_are_behind(
    repo: Path, config: Config, counting: Counting
) -> None:
    index_repository(repo, config)
    carry_over(repo, config, "paint.py", "class Canvas:\n    def draw_square(self, side):\n        return side\n")
    carry_over(repo, config, "more.py", "def melt_snow():\n    return 1\n")
    counting.asked.clear()
    with Index.open(repo, config) as index:
        stats = index.compute_vector_stats()
        assert (stats.problem, stats.files_behind) == ("", 2)
    answer = search(repo, config, "draw a square")
    assert answer.results.hits[0].file == "paint.py"  # by words
    assert "vectors of 2 files are behind" in answer.warnings[0] and "codegraph index" in answer.warnings[0]
    done = index_repository(repo, config)
    assert (done.unchanged, done.reason) == (False, "vectors of changed files were missing")
    assert len(counting.asked) >= 2 and not any("open_connection" in text for text in counting.asked)
    assert search(repo, config, "draw a square").warnings == ()
    fresh = replace(config, home=config.home / "fresh")
    index_repository(repo, fresh)
    ours, theirs = vectors(repo, config), vectors(repo, fresh)
    assert np.array_equal(ours.values, theirs.values) and np.array_equal(ours.digests, theirs.digests)
    assert index_repository(repo, config).unchanged
