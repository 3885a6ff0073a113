"""A tree that is resolved without records, where memory is short, and one that is refused."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from support.equal import assert_as_rebuilt
from support.serving import copy_sample

from codegraph.errors import MemoryShortageError, NotIndexedError
from codegraph.indexing import background_build, memory_estimate, pipeline, second_stage
from codegraph.indexing.incremental import update_index
from codegraph.indexing.parse_pool import ParsedFile, ParsePool
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.scan.file_listing import Candidate
from codegraph.settings.config import Config


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(background_build, "WORTH_IT", 1)
    monkeypatch.setattr(second_stage, "STAGED_FROM", 1)
    monkeypatch.setattr(memory_estimate, "WORTH_ASKING", 1)
    return copy_sample("storefront", tmp_path / "repo")


def set_free_memory(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(pipeline, "read_free_memory", lambda: size)


def test_an_index_without_records_is_the_same_and_is_refreshed_as_a_whole(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    config = Config(tmp_path / "home", vectors_table=False)
    source = sum(path.stat().st_size for path in repo.rglob("*") if path.suffix in (".py", ".js"))
    set_free_memory(monkeypatch, memory_estimate.FIXED + memory_estimate.UNRECORDED * source + source)
    summary = index_repository(repo, config)
    assert any("every refresh" in warning for warning in summary.warnings)
    monkeypatch.undo()
    assert_as_rebuilt(repo, config, tmp_path / "other")
    (repo / "added.py").write_text("def added():\n    pass\n")
    assert update_index(repo, config).parsed == 1
    assert_as_rebuilt(repo, config, tmp_path / "another")


def test_a_tree_without_room_is_refused_before_it_is_read(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    config = Config(tmp_path / "home", vectors_table=False)
    set_free_memory(monkeypatch, 1000)
    with pytest.raises(MemoryShortageError, match="GB are free"):
        index_repository(repo, config)
    with pytest.raises(NotIndexedError):
        Index.open(repo, config)
    index_repository(repo, config, beyond_memory=True)
    with Index.open(repo, config) as index:
        assert index.compute_stats().symbols


def test_a_run_that_is_killed_while_it_parses_is_continued(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    config = Config(tmp_path / "home", vectors_table=False)
    monkeypatch.setattr(pipeline, "REMEMBERED_AT", 1)
    run = ParsePool.run

    def end_early(pool: ParsePool, wanted: list[Candidate]) -> Iterator[list[ParsedFile]]:
        yield from islice(run(pool, wanted), 1)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ParsePool, "run", end_early)
        with pytest.raises(KeyboardInterrupt):
            index_repository(repo, config)
    summary = index_repository(repo, config)
    assert summary.reused
    assert_as_rebuilt(repo, config, tmp_path / "other")
