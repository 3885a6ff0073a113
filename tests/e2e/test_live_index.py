"""An index kept up to date by one process."""

from pathlib import Path

import pytest

from codegraph.config import Config
from codegraph.index import Index
from codegraph.live import LiveIndex
from codegraph.pipeline import index_repository


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "pkg").mkdir(parents=True)
    (root / "pkg/__init__.py").write_text("")
    (root / "pkg/core.py").write_text("def helper(x):\n    return x\n")
    (root / "pkg/app.py").write_text("from pkg.core import helper\n\n\ndef main():\n    return helper(1)\n")
    return root


def test_the_first_refresh_makes_the_index(repo: Path, config: Config) -> None:
    with LiveIndex.open(repo, config) as live:
        done = live.refresh()
    assert done.generation == 1
    with Index.open(repo, config) as index:
        assert index.symbol("helper").path == "pkg/core.py"


def test_a_refresh_says_which_files_it_found_different(repo: Path, config: Config) -> None:
    with LiveIndex.open(repo, config) as live:
        live.refresh()
        (repo / "pkg/core.py").write_text("def helper(x, y=1):\n    return x\n")
        (repo / "pkg/new.py").write_text("def fresh(): ...\n")
        (repo / "pkg/app.py").unlink()
        done = live.refresh(["pkg/core.py", "pkg/new.py", "pkg/app.py"])
    assert (done.changed, done.added, done.removed) == (("pkg/core.py",), ("pkg/new.py",), ("pkg/app.py",))
    assert done.generation == 2
    assert done.redone


def test_hints_of_files_that_did_not_change_cost_no_generation(repo: Path, config: Config) -> None:
    with LiveIndex.open(repo, config) as live:
        live.refresh()
        again = live.refresh(["pkg/core.py"])
    assert (again.generation, again.paths, again.redone) == (1, (), "")


def test_a_generation_of_another_process_is_the_one_to_start_from(repo: Path, config: Config) -> None:
    with LiveIndex.open(repo, config) as live:
        live.refresh()
        (repo / "pkg/core.py").write_text("def renamed(x):\n    return x\n")
        index_repository(repo, config)
        again = live.refresh()
    assert (again.generation, again.paths) == (2, ())
