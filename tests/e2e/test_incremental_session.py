"""An index kept up to date by one process."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo

from codegraph.indexing import pipeline
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.scan import file_listing
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileStatus


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
    session = IncrementalSession(repo, config)
    done = session.refresh()
    assert done.generation == 1
    with Index.open(repo, config) as index:
        assert index.find_symbol("helper").path == "pkg/core.py"


def test_a_refresh_says_which_files_it_found_different(repo: Path, config: Config) -> None:
    session = IncrementalSession(repo, config)
    session.refresh()
    (repo / "pkg/core.py").write_text("def helper(x, y=1):\n    return x\n")
    (repo / "pkg/new.py").write_text("def fresh(): ...\n")
    (repo / "pkg/app.py").unlink()
    done = session.refresh(["pkg/core.py", "pkg/new.py", "pkg/app.py"])
    assert (done.changed, done.added, done.removed) == (("pkg/core.py",), ("pkg/new.py",), ("pkg/app.py",))
    assert done.generation == 2
    assert done.redone


def test_hints_of_files_that_did_not_change_cost_no_generation(repo: Path, config: Config) -> None:
    session = IncrementalSession(repo, config)
    session.refresh()
    again = session.refresh(["pkg/core.py"])
    assert (again.generation, again.paths, again.redone) == (1, (), "")


def test_a_generation_of_another_process_is_the_one_to_start_from(repo: Path, config: Config) -> None:
    session = IncrementalSession(repo, config)
    session.refresh()
    (repo / "pkg/core.py").write_text("def renamed(x):\n    return x\n")
    index_repository(repo, config)
    again = session.refresh()
    assert (again.generation, again.paths) == (2, ())


# ---- what does not look like a change


def names(repo: Path, config: Config) -> set[str]:
    with Index.open(repo, config) as index:
        return {symbol.name for symbol in index.iterate_all_symbols()}


def same_size_edit(path: Path, old: str, new: str, *, time_ns: int | None = None) -> None:
    """An edit that leaves size and, where it is given, the time of the content as they were."""
    assert len(old) == len(new)
    text = path.read_text().replace(old, new)
    with open(path, "r+") as file:  # the same inode
        file.write(text)
    if time_ns is not None:
        os.utime(path, ns=(time_ns, time_ns))


def test_an_edit_that_keeps_size_and_time_is_found(repo: Path, config: Config) -> None:
    path = repo / "pkg/core.py"
    session = IncrementalSession(repo, config)
    os.utime(path, ns=(10**18, 10**18))
    session.refresh()
    same_size_edit(path, "helper", "lehper", time_ns=10**18)
    assert session.refresh().changed == ("pkg/core.py",)
    assert "lehper" in names(repo, config)


def test_a_file_from_the_future_and_a_clock_that_was_set_back(repo: Path, config: Config) -> None:
    path = repo / "pkg/core.py"
    future = 4 * 10**18
    session = IncrementalSession(repo, config)
    os.utime(path, ns=(future, future))
    session.refresh()
    same_size_edit(path, "helper", "lehper", time_ns=future)
    assert session.refresh().changed == ("pkg/core.py",)
    same_size_edit(path, "lehper", "helper", time_ns=10**18)
    assert session.refresh().changed == ("pkg/core.py",)
    assert session.refresh().paths == ()


def test_the_second_of_two_edits_in_one_tick_is_found(
    repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a file system that keeps whole seconds: the second edit leaves the time that the first one set."""
    moment = time.time_ns() // 1_000_000_000 * 1_000_000_000
    real = file_listing.os.lstat

    def coarse(path: str, **options: int) -> os.stat_result:
        found = real(path, **options)
        fields = {name: getattr(found, name) for name in ("st_mtime_ns", "st_ctime_ns")}
        return os.stat_result((*found[:10],), fields | dict.fromkeys(fields, moment))

    monkeypatch.setattr(file_listing.os, "lstat", coarse)
    session = IncrementalSession(repo, config)
    session.refresh()
    same_size_edit(repo / "pkg/core.py", "helper", "lehper")
    assert session.refresh().changed == ("pkg/core.py",)
    assert "lehper" in names(repo, config)


def test_a_rename_that_changes_only_the_case_of_letters(repo: Path, config: Config) -> None:
    session = IncrementalSession(repo, config)
    session.refresh()
    (repo / "pkg/core.py").rename(repo / "pkg/Core.py")
    done = session.refresh(["pkg/core.py", "pkg/Core.py"])
    assert (done.added, done.removed) == (("pkg/Core.py",), ("pkg/core.py",))
    assert_as_rebuilt(repo, config, config.home.parent / "scratch")


def test_a_file_that_vanishes_while_it_is_indexed_is_a_row_and_then_gone(
    repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = pipeline.scan

    def scan_then_delete(root: Path, config: Config) -> file_listing.Scan:
        found = real(root, config)
        (repo / "pkg/app.py").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(pipeline, "scan", scan_then_delete)
    index_repository(repo, config)
    with Index.open(repo, config) as index:
        row = index.find_file("pkg/app.py")
        assert (row.status, row.reason) == (FileStatus.FAILED, "vanished while indexing")
        assert index.find_symbol("helper").path == "pkg/core.py"
    monkeypatch.undo()
    session = IncrementalSession(repo, config)
    assert session.refresh().removed == ("pkg/app.py",)


# ---- what looks like no change to a commit


def test_dirty_trees_that_are_reverted_are_followed_step_by_step(tmp_path: Path, config: Config) -> None:
    """Whoever takes a commit for the state of the files stays stale after each of these."""
    git = GitRepo.make(
        tmp_path / "repo",
        {
            "core.py": "def helper(x):\n    return x\n",
            "app.py": "from core import helper\n\n\ndef main():\n    return helper(1)\n",
            "more.py": "import core\n\n\ndef extra():\n    return core.helper(2)\n",
        },
    )

    def rename() -> None:
        git.write({"core.py": "def renamed(x):\n    return x\n"})

    steps = {
        "rename a function": rename,
        "check it out": lambda: git.git("checkout", "-q", "--", "core.py"),
        "delete a caller": lambda: git.write({"app.py": None}),
        "bring the caller back": lambda: git.git("checkout", "-q", "--", "app.py"),
        "move to a folder": lambda: (
            (git.root / "lib").mkdir(),
            (git.root / "core.py").rename(git.root / "lib/core.py"),
        ),
        "reset": lambda: (git.git("checkout", "-q", "--", "."), git.git("clean", "-qfd")),
        "commit on a branch": lambda: (git.git("checkout", "-q", "-b", "other"), rename(), git.commit({})),
        "back to main": lambda: git.git("checkout", "-q", "main"),
        "stash": lambda: (rename(), git.git("stash", "-q")),
        "unstash": lambda: git.git("stash", "pop", "-q"),
    }
    session = IncrementalSession(git.root, config)
    session.refresh()
    for number, (what, step) in enumerate(steps.items()):
        step()
        session.refresh()
        wanted = assert_as_rebuilt(git.root, config, tmp_path / f"scratch{number}")
        callers = {source for source, target, *_ in wanted.edges if target.endswith("::helper")}
        there = what in (
            "check it out",
            "bring the caller back",
            "move to a folder",
            "reset",
            "back to main",
            "stash",
        )
        assert ("python:app.py::main" in callers) == there, what


def kept_up_to_date(repo: Path, config: Config, scratch: Path) -> None:
    """A series of edits, of which each is taken in by a process that holds the graph."""
    session = IncrementalSession(repo, config)
    session.refresh()
    (repo / "pkg/core.py").write_text("def helper(x, y=1):\n    return x\n\n\ndef more(): ...\n")
    first = session.refresh(["pkg/core.py"])
    assert first.redone and first.changed == ("pkg/core.py",)
    assert_as_rebuilt(repo, config, scratch)

    (repo / "pkg/core.py").write_text("# moved down\n\ndef lehper(x):\n    return x\n")
    assert session.refresh(["pkg/core.py"]).redone.endswith("what rests on them resolved")
    assert_as_rebuilt(repo, config, scratch)
    assert session.refresh(["pkg/core.py"]).redone == ""

    (repo / "pkg/other.py").write_text("from pkg.core import lehper as helper\n\nhelper(2)\n")
    (repo / "notes.md").write_text("# About order\n\nSave the main order.\n")
    assert session.refresh(["pkg/other.py", "notes.md"]).added == ("notes.md", "pkg/other.py")
    assert_as_rebuilt(repo, config, scratch)

    (repo / "pkg/core.py").unlink()
    assert session.refresh(["pkg/core.py"]).removed == ("pkg/core.py",)
    assert_as_rebuilt(repo, config, scratch)

    (repo / "pkg/core.py").write_text("def helper(:\n")
    (repo / "notes.md").write_text("# About nothing\n")
    session.refresh(["pkg/", "notes.md"])
    assert_as_rebuilt(repo, config, scratch)

    (repo / "pyproject.toml").write_text('[project]\nname = "pkg"\n')
    (repo / "pkg").rename(repo / "moved")
    session.refresh()
    assert_as_rebuilt(repo, config, scratch)


def test_a_process_that_holds_the_graph_takes_in_each_edit(repo: Path, config: Config, tmp_path: Path) -> None:
    kept_up_to_date(repo, config, tmp_path / "scratch")


def test_the_same_without_vectors(repo: Path, config: Config, tmp_path: Path) -> None:
    kept_up_to_date(repo, replace(config, vectors=False), tmp_path / "scratch")


def test_a_generation_that_another_process_made_is_where_the_next_refresh_starts(
    repo: Path, config: Config, tmp_path: Path
) -> None:
    session = IncrementalSession(repo, config)
    session.refresh()
    (repo / "pkg/core.py").write_text("def helper(x, y=1):\n    return x\n")
    session.refresh(["pkg/core.py"])
    (repo / "pkg/app.py").write_text("def main(): ...\n")
    index_repository(repo, config)
    (repo / "pkg/core.py").write_text("def helper(): ...\n")
    assert session.refresh(["pkg/core.py"]).changed == ("pkg/core.py",)
    assert_as_rebuilt(repo, config, tmp_path / "scratch")
