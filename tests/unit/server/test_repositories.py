"""Tests of the folders that a server answers about."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.errors import StorageError, UnreadableError
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.tools.tool_table import ServedTool, find_tool
from codegraph.query.index import Index
from codegraph.query_results import StatusCount
from codegraph.server.background_indexing import (
    FILES_A_SECOND,
    IndexPendingError,
    format_estimate,
    is_oversized_folder,
    measure_files_per_second,
)
from codegraph.server.call import Call, run
from codegraph.server.repositories import ForbiddenError, Repositories
from codegraph.settings.config import load
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.reader import Reader
from codegraph_parsers.file_facts import FileStatus


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = tmp_path / "here"
    (root / "inner").mkdir(parents=True)
    (root / "a.py").write_text("def one():\n    return 1\n")
    return root


def test_the_folder_of_the_server_is_meant_by_default(here: Path):
    assert Repositories(here).resolve_repository(None) == here
    assert Repositories(here).resolve_repository("  ") == here


def test_the_work_tree_around_the_folder_is_allowed_too(here: Path):
    (here / ".git").mkdir()
    assert Repositories(here / "inner").resolve_repository(str(here)) == here


@pytest.mark.parametrize("asked", ["..", "/", "~", "../home", "inner/../..", "/etc"])
def test_what_lies_outside_is_forbidden(here: Path, asked: str):
    with pytest.raises(ForbiddenError) as refused:
        Repositories(here).resolve_repository(asked)
    assert str(here) in refused.value.hint


def test_a_link_that_leads_outside_is_forbidden(here: Path, tmp_path: Path):
    (tmp_path / "secret").mkdir()
    (here / "way-out").symlink_to(tmp_path / "secret")
    with pytest.raises(ForbiddenError):
        Repositories(here).resolve_repository("way-out")


@pytest.mark.parametrize("asked", ["~nobody-of-this-name", "nowhere", "a.py", "in\0ner", "x" * 5_000])
def test_what_is_no_folder_inside_is_an_error(here: Path, asked: str):
    with pytest.raises(UnreadableError):
        Repositories(here).resolve_repository(asked)


def test_an_allowed_root_may_be_given_by_its_name(here: Path, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    repositories = Repositories(here, allowed=(other,))
    assert repositories.resolve_repository("other") == other == repositories.resolve_repository(str(other))


def test_a_clients_root_is_meant_first_and_widens_only_when_trusted(here: Path, tmp_path: Path):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    assert Repositories(here).resolve_repository(None, (theirs,)) == theirs
    distrusting = Repositories(here, trusting=False)
    assert distrusting.resolve_repository(None, (theirs,)) == here
    with pytest.raises(ForbiddenError):
        distrusting.resolve_repository(str(theirs), (theirs,))
    assert distrusting.resolve_repository(None, (here / "inner",)) == here / "inner"


def test_a_folder_that_may_be_a_whole_disk_is_not_indexed_unasked(here: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("codegraph.server.background_indexing.MOST_ENTRIES", 0)
    with pytest.raises(IndexPendingError, match="no git work tree") as told:
        Repositories(here).open(here)
    assert told.value.seconds == 0 and f"codegraph index {here}" in told.value.hint
    (here / ".git").mkdir()
    assert not is_oversized_folder(here)


def test_no_call_rests_on_a_comparison_that_began_before_it_came_in(here: Path):
    repositories = Repositories(here)
    for number in range(4):
        (here / "a.py").write_text(f"def one():\n    return {number}\n")
        context = repositories.open(here)
        assert context.answer(None).freshness.fresh and context.index().generation == number + 1
        repositories.give_back(context)


def test_an_open_index_serves_the_calls_of_its_generation_one_at_a_time(here: Path):
    repositories = Repositories(here)
    first, second = repositories.open(here), repositories.open(here)
    one, other = first.index(), second.index()
    assert one is not other, "two calls at once do not share"
    repositories.give_back(first)
    third = repositories.open(here)
    assert third.index() is one
    repositories.give_back(third)
    (here / "b.py").write_text("def two():\n    return 2\n")
    index_repository(here, load(here))
    fourth = repositories.open(here)
    assert fourth.index().generation == 2
    for context in (second, fourth):
        repositories.give_back(context)


def test_a_call_gives_its_index_back_and_the_next_one_takes_it(here: Path, monkeypatch: pytest.MonkeyPatch):
    index_repository(here, load(here))
    opened: list[Path] = []
    real = Index.open
    monkeypatch.setattr(Index, "open", lambda root, config: (opened.append(root), real(root, config))[1])
    repositories, offered = Repositories(here), ServedTool("code_symbol", find_tool("code_symbol"))
    for _ in range(3):
        assert not run(offered, {"symbol": "one"}, Call(repositories)).is_error
    assert len(opened) == 1


def test_a_first_answer_waits_for_the_process_that_makes_the_index(here: Path, monkeypatch: pytest.MonkeyPatch):
    config = load(here)
    held = hold_writer_lock(get_index_folder(config.home, here).lock)
    held.__enter__()
    waited: list[str] = []

    def progress(stage: str, done: int, total: int) -> None:
        waited.append(stage)
        if total == 0 and done == 0 and len(waited) > 1:  # the other process ends while we wait
            held.__exit__(None, None, None)
            index_repository(here, config)

    context = Repositories(here).open(here, progress)
    assert context.index().generation == 1 and len(waited) > 1
    context.close()


def test_a_writer_that_takes_long_is_told_and_no_second_one_is_started(here: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_INDEX_WAIT_S", "0")
    monkeypatch.setattr(
        "codegraph.server.background_indexing._start_process",
        lambda *_: pytest.fail("a second writer was started"),
    )
    with (
        hold_writer_lock(get_index_folder(load(here).home, here).lock),
        pytest.raises(IndexPendingError) as told,
    ):
        Repositories(here).open(here)
    assert "indexing has started (about " in told.value.message and told.value.seconds > 0


def test_a_run_that_fails_is_told_in_its_own_words(here: Path, monkeypatch: pytest.MonkeyPatch):
    (here / "codegraph.toml").write_text('languages = ["klingon"]\n')
    with pytest.raises(StorageError) as told:
        Repositories(here).open(here)
    assert "klingon" in told.value.hint


def test_the_time_of_a_run_follows_what_was_measured_here(here: Path, monkeypatch: pytest.MonkeyPatch):
    config = load(here)
    assert measure_files_per_second(config) == FILES_A_SECOND
    index_repository(here, config)
    read = Reader.compute_stats
    files = (StatusCount("python", FileStatus.INDEXED, 300, 1, 1),)
    monkeypatch.setattr(
        Reader, "compute_stats", lambda r: read(r)._replace(files=files, seconds={"parse": 2.0, "commit": 1.0})
    )
    assert measure_files_per_second(config) == 100


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "about 5 s"), (31, "about 30 s"), (88, "about 90 s"), (200, "about 3 min")]
)
def test_times_are_rounded(seconds: float, text: str):
    assert format_estimate(seconds) == text
