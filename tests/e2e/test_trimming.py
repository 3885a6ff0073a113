"""Indexes and cached facts that nobody uses go by themselves; what anybody uses, and memory, stays."""

from __future__ import annotations

import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from codegraph.graph_model import EdgeKind
from codegraph.indexing.maintenance import check_health, find_leftovers, list_repositories, trim_caches
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.query_results import CheckStatus
from codegraph.settings.config import Config
from codegraph.store.layout import DAY_S, OBSERVED, get_facts_database, get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.watching import get_watch_folder

LATER = 31 * DAY_S


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(home=tmp_path / "home", vectors=False)


@pytest.fixture
def used(tmp_path: Path, config: Config) -> Path:
    return _make(tmp_path / "used", config)


@pytest.fixture
def other(tmp_path: Path, config: Config) -> Path:
    return _make(tmp_path / "other", config)


def _make(root: Path, config: Config) -> Path:
    root.mkdir()
    (root / "a.py").write_text(f"def only_in_{root.name}(): ...\n")
    index_repository(root, config)
    return root


def _trim(used: Path, config: Config, after_s: float) -> tuple[str, ...]:
    return trim_caches(config, get_index_folder(config.home, used), now=time.time() + after_s).indexes


def _roots(config: Config) -> list[str]:
    return [Path(row.root).name for row in list_repositories(config)]


def test_an_index_that_nobody_opened_for_long_goes(used: Path, other: Path, config: Config) -> None:
    assert _trim(used, config, 29 * DAY_S) == ()
    assert _trim(used, config, LATER) == (str(other),)
    assert _roots(config) == ["used"]
    assert not get_index_folder(config.home, other).path.exists()


def test_an_index_that_somebody_opened_stays(used: Path, other: Path, config: Config) -> None:
    get_index_folder(config.home, other).mark_opened(time.time() + 20 * DAY_S)
    assert _trim(used, config, LATER) == ()
    assert _trim(used, config, 20 * DAY_S + LATER) == (str(other),)


def test_opening_an_index_leaves_a_mark(used: Path, config: Config) -> None:
    mark = get_index_folder(config.home, used).path / "opened"
    with Index.open(used, config):
        assert abs(mark.stat().st_mtime - time.time()) < DAY_S
    with Index.open(used, config):
        first = mark.stat().st_mtime_ns
    assert mark.stat().st_mtime_ns == first, "once a day"


def test_an_index_whose_work_tree_is_gone_goes(used: Path, other: Path, config: Config) -> None:
    shutil.rmtree(other)
    assert _trim(used, config, DAY_S) == (str(other),)


def test_what_a_process_holds_stays(used: Path, other: Path, config: Config) -> None:
    folder = get_index_folder(config.home, other)
    with Index.open(other, config) as index:
        assert _trim(used, config, LATER) == ()
        assert index.find("only_in_other")
    with hold_writer_lock(folder.lock):
        assert _trim(used, config, LATER) == ()
    with hold_writer_lock(get_watch_folder(config.home, other).lock):
        assert _trim(used, config, LATER) == ()
    (folder.path / OBSERVED).write_bytes(b"recorded runs")
    assert _trim(used, config, LATER) == ()
    assert _roots(config) == ["other", "used"]


def test_keep_days_of_nothing_keeps_everything(used: Path, other: Path, tmp_path: Path) -> None:
    config = Config(home=tmp_path / "home", vectors=False, keep_days=0)
    shutil.rmtree(other)
    assert _trim(used, config, 1000 * DAY_S) == ()


def test_facts_that_no_index_uses_go_after_their_time(used: Path, config: Config) -> None:
    (used / "a.py").write_text("def renamed(): ...\n")
    index_repository(used, config)
    own, now = get_index_folder(config.home, used), time.time()
    assert trim_caches(config, own, now=now + DAY_S + 1).facts == 0
    assert _count(config) == 4, "facts and chunks of two states"
    assert trim_caches(config, own, now=now + 2 * DAY_S + LATER).facts == 2
    assert _count(config) == 2


def _count(config: Config) -> int:
    connection = sqlite3.connect(get_facts_database(config.home))
    try:
        return connection.execute("SELECT count(*) FROM facts").fetchone()[0]
    finally:
        connection.close()


def test_doctor_says_what_would_go_and_deletes_nothing(used: Path, other: Path, config: Config) -> None:
    def said() -> str:
        (check,) = [check for check in check_health(used, config) if check.name == "caches"]
        assert check.status is CheckStatus.OK
        return check.detail

    assert said() == "everything is in use"
    shutil.rmtree(other)
    assert said().startswith("1 index (")
    assert find_leftovers(config).indexes == (str(other),)
    assert _roots(config) == ["other", "used"]


def test_an_index_run_trims(used: Path, other: Path, config: Config) -> None:
    shutil.rmtree(other)
    connection = sqlite3.connect(get_facts_database(config.home))
    connection.execute("UPDATE trimmed SET at = at - ?", (DAY_S,))
    connection.commit()
    connection.close()
    (used / "a.py").write_text("def renamed(): ...\n")
    index_repository(used, config)
    assert _roots(config) == ["used"]


def test_damaged_facts_of_an_unchanged_file_are_made_again(used: Path, config: Config) -> None:
    (used / "b.py").write_text("from a import only_in_used\n\n\ndef caller():\n    only_in_used()\n")
    index_repository(used, config)
    connection = sqlite3.connect(get_facts_database(config.home))
    connection.execute("UPDATE facts SET data = substr(data, 1, length(data) - 1) || x'00'")
    connection.commit()
    connection.close()
    (used / "c.py").write_text("")
    index_repository(used, config)
    with Index.open(used, config) as index:
        assert [
            e.source.name for e in index.list_incoming(index.find_symbol("only_in_used"), [EdgeKind.CALLS]).items
        ] == ["caller"]
