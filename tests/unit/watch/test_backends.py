"""Every backend notices every kind of change; none looks into ignored trees."""

from __future__ import annotations

import os
import shutil
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import InstallationError
from codegraph.scan.git import find_git_folder
from codegraph.settings.config import Config
from codegraph.watch.change_hints import INDEX_CHANGED, MOST_PATHS, Backend, BudgetError, ChangeHints
from codegraph.watch.listener import open_backend
from codegraph.watch.poll import Poll
from codegraph.watch.source import Source

linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's interface is Linux's")


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    files = {"src/a.py": "x = 1\n", "src/b.py": "x = 1\n", ".gitignore": "ignored/\n"}
    return GitRepo.make(Path(os.path.realpath(tmp_path)) / "repo", files)


@pytest.fixture(params=[pytest.param("inotify", marks=linux), "watchdog", "poll"])
def backend(repo: GitRepo, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Backend]:
    (repo.root / "ignored").mkdir()
    config = Config(tmp_path / "home")
    if request.param == "poll":
        opened: Backend = Poll(repo.root, config, find_git_folder(repo.root), shortest_s=0.01)
        opened._pause = 0.01  # type: ignore[attr-defined]
    else:
        opened, why = open_backend(repo.root, config, request.param)
        assert (opened.name, why) == (request.param, "")
    yield opened
    opened.close()


def seen_until(backend: Backend, *wanted: str) -> ChangeHints:
    """What was seen until all of `wanted`, or a folder around it, was."""
    seen = ChangeHints()
    until = time.monotonic() + 30
    while not all(path in seen.paths or _around(path, seen) for path in wanted):
        assert time.monotonic() < until, f"{wanted} not among {sorted(seen.paths)}"
        seen = seen.merge(backend.wait(0.5))
    return seen


def _around(path: str, seen: ChangeHints) -> bool:
    return any(folder.endswith("/") and path.startswith(folder) for folder in seen.paths)


def test_an_edit_in_place(repo: GitRepo, backend: Backend):
    (repo.root / "src/a.py").write_text("x = 2\n")
    seen_until(backend, "src/a.py")


def test_a_save_by_renaming_over(repo: GitRepo, backend: Backend):
    (repo.root / "src/.a.tmp").write_text("x = 2\n")
    (repo.root / "src/.a.tmp").replace(repo.root / "src/a.py")
    seen_until(backend, "src/a.py")


def test_a_new_file_a_deleted_one_and_a_renamed_one(repo: GitRepo, backend: Backend):
    (repo.root / "src/c.py").write_text("x = 3\n")
    (repo.root / "src/a.py").unlink()
    (repo.root / "src/b.py").rename(repo.root / "src/d.py")
    seen_until(backend, "src/c.py", "src/a.py", "src/b.py", "src/d.py")


def test_files_in_folders_that_are_new_themselves(repo: GitRepo, backend: Backend):
    (repo.root / "src/one/two").mkdir(parents=True)
    (repo.root / "src/one/two/deep.py").write_text("x = 1\n")
    seen_until(backend, "src/one/two/deep.py")
    (repo.root / "src/one/two/later.py").write_text("x = 1\n")
    seen_until(backend, "src/one/two/later.py")


def test_a_folder_that_moves_is_watched_where_it_went(repo: GitRepo, backend: Backend):
    (repo.root / "src").rename(repo.root / "lib")
    seen_until(backend, "src/a.py", "lib/a.py")
    (repo.root / "lib/a.py").write_text("x = 2\n")
    seen_until(backend, "lib/a.py")


def test_a_folder_that_is_removed(repo: GitRepo, backend: Backend):
    shutil.rmtree(repo.root / "src")
    seen_until(backend, "src/a.py", "src/b.py")


def test_a_new_index_of_git_is_noticed(repo: GitRepo, backend: Backend):
    (repo.root / "src/a.py").write_text("x = 2\n")
    repo.git("add", "-A")
    until = time.monotonic() + 30
    while backend.wait(0.5).lost != INDEX_CHANGED:
        assert time.monotonic() < until


@linux
def test_nothing_in_an_ignored_folder_is_seen(repo: GitRepo, tmp_path: Path):
    (repo.root / "ignored/deep").mkdir(parents=True)
    (repo.root / "node_modules/left").mkdir(parents=True)
    backend, _ = open_backend(repo.root, Config(tmp_path / "home"), "inotify")
    assert backend.watches == 2, "the root and src"
    (repo.root / "ignored/deep/x.py").write_text("x = 1\n")
    (repo.root / "node_modules/left/x.js").write_text("x\n")
    (repo.root / "src/a.py").write_text("x = 2\n")
    assert seen_until(backend, "src/a.py").paths == {"src/a.py"}
    backend.close()


@linux
def test_an_overflow_is_told_and_folders_made_meanwhile_are_watched(repo: GitRepo, tmp_path: Path):
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if limit > 20_000:
        pytest.skip(f"filling a queue of {limit} events takes too long")
    backend, _ = open_backend(repo.root, Config(tmp_path / "home"), "inotify")
    file = repo.root / "src/a.py"
    for _ in range(limit // 2 + 1_000):  # two events, one of each kind, are never made one by the kernel
        file.touch()
        os.close(os.open(file, os.O_WRONLY))
    (repo.root / "late").mkdir()
    seen = ChangeHints()
    while not seen.lost:
        seen = backend.wait(5)
    (repo.root / "late/x.py").write_text("x = 1\n")
    seen_until(backend, "late/x.py")
    backend.close()


@linux
def test_a_short_budget_is_polled_and_said(repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from codegraph.watch.inotify import Inotify

    def no_more(self: Inotify, path: bytes, mask: int) -> int:
        raise BudgetError("No space left on device: fs.inotify.max_user_watches is 8192")

    monkeypatch.setattr(Inotify, "_add", no_more)
    backend, why = open_backend(repo.root, Config(tmp_path / "home"), "auto")
    assert (backend.name, why) == ("poll", "No space left on device: fs.inotify.max_user_watches is 8192")


def test_watchdog_is_installed_on_every_platform():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [each for each in project["dependencies"] if each.startswith("watchdog")] == ["watchdog>=6,<8"]


@pytest.mark.parametrize(
    ("platform", "wanted", "name"),
    [
        pytest.param("linux", "auto", "inotify", marks=linux), ("darwin", "auto", "watchdog"),
        ("win32", "auto", "watchdog"), (sys.platform, "watchdog", "watchdog"),
    ],
)  # fmt: skip
def test_inotify_is_the_default_on_linux_and_watchdog_elsewhere(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    wanted: str,
    name: str,
):
    import codegraph.watch.native  # noqa: F401 - watchdog chooses by the platform it is imported on

    with monkeypatch.context() as patch:
        patch.setattr("codegraph.watch.listener.sys.platform", platform)
        backend, why = open_backend(repo.root, Config(tmp_path / "home"), wanted)
    backend.close()
    assert (backend.name, why) == (name, "")


def test_a_backend_that_is_asked_for_and_not_there_is_an_error(repo: GitRepo, tmp_path: Path, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchdog.observers", None)
    monkeypatch.delitem(sys.modules, "codegraph.watch.native", raising=False)
    with pytest.raises(InstallationError) as refused:
        open_backend(repo.root, Config(tmp_path / "home"), "watchdog")
    assert "watchdog" in refused.value.message and "reinstall codegraph" in refused.value.hint


def test_a_listener_that_has_no_such_backend_says_so(repo: GitRepo, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    hide_watchdog(tmp_path, monkeypatch)
    with pytest.raises(InstallationError, match="watchdog is not available"):
        Source(repo.root, "watchdog").start()


def hide_watchdog(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For processes that are started: a module of that name that cannot be imported."""
    (folder / "hidden").mkdir()
    (folder / "hidden/watchdog.py").write_text("raise ImportError(\"No module named 'watchdog'\")\n")
    monkeypatch.setenv("PYTHONPATH", str(folder / "hidden"))


def test_too_many_paths_become_a_reason_to_compare_everything():
    many = ChangeHints(frozenset(map(str, range(MOST_PATHS))))
    joined = many.merge(ChangeHints(frozenset(("one more",))))
    assert (joined.paths, joined.lost) == (frozenset(), "many files changed")
    assert ChangeHints(lost="overflow").merge(many).lost == "overflow"
