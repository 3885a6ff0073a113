"""Files compared by a copy of the process: the same is found, and nothing that goes wrong there is lost."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from codegraph.errors import UnreadableError
from codegraph.indexing.tree_changes import look
from codegraph.operations import startup_overlap
from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process is copied on Linux only")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.setattr(startup_overlap, "WORTH_IT", 0)
    monkeypatch.setattr(startup_overlap, "_can_fork", lambda: True)
    return Config(tmp_path / "home")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "deep").mkdir(parents=True)
    for name in ("a.py", "deep/b.py", "c.txt", "ünal.py", "odd\nname.py"):
        (root / name).write_text("x = 1\n")
    (root / "large.py").write_text("x = 1\n" * 1_000_000)
    return root


def test_a_copy_finds_what_is_found_here(tree: Path, config: Config) -> None:
    known = {c.path: (c.size, c.mtime_ns) for c in scan(tree, config).candidates}
    (tree / "a.py").write_text("x = 22\n")
    (tree / "c.txt").unlink()
    (tree / "new.py").write_text("")
    loaded: list[int] = []
    found = startup_overlap.make_look(lambda: loaded.append(os.getpid()))(tree, config, known)
    assert found == look(tree, config, known)
    assert [c.path for c in found.candidates] == [
        "a.py",
        "new.py",
        "odd%0Aname.py",
    ]  # a name with an escape proves nothing
    assert found.gone == ["c.txt"]
    assert loaded == [os.getpid()]


def test_what_goes_wrong_in_the_copy_is_said_here(tmp_path: Path, config: Config) -> None:
    with pytest.raises(UnreadableError, match="does not exist"):
        startup_overlap.make_look(lambda: None)(tmp_path / "nothing", config, {"a.py": (1, 1)})


def test_what_goes_wrong_here_leaves_no_process(tree: Path, config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    copies: list[int] = []
    fork = os.fork

    def noted() -> int:
        copies.append(fork())
        return copies[-1]

    def broken() -> None:
        raise ImportError("no numpy")

    monkeypatch.setattr(os, "fork", noted)
    with pytest.raises(ImportError):
        startup_overlap.make_look(broken)(tree, config, {})
    with pytest.raises(ChildProcessError):
        os.waitpid(copies[0], os.WNOHANG)


def test_without_a_copy_the_files_are_looked_at_all_the_same(
    tree: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", none_left)
    assert startup_overlap.make_look(lambda: None)(tree, config, {}) == look(tree, config, {})
