"""An indexed file that becomes something else is noticed, by questions and by whoever holds the graph."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo

from codegraph.cli.edge import main
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config, load


def link(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("b.py")


def dangling_link(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("nowhere.py")


def pipe(root: Path) -> None:
    (root / "a.py").unlink()
    os.mkfifo(root / "a.py")


def listening_socket(root: Path) -> None:
    (root / "a.py").unlink()
    here = Path.cwd()
    os.chdir(root)  # the path of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("a.py")
    finally:
        os.chdir(here)


def too_large(root: Path) -> None:
    (root / "a.py").write_text("# padding\n" * 700_000)


def binary(root: Path) -> None:
    (root / "a.py").write_bytes(b"\0\1\2" * 100)


def utf_16(root: Path) -> None:
    (root / "a.py").write_bytes("def alpha(): return 3\n".encode("utf-16"))


def minified(root: Path) -> None:
    (root / "a.py").write_text("a=1;" * 3000)


def folder(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    (root / "a.py/inner.py").write_text("def inner(): ...\n")


def nested_repository(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    GitRepo.make(root / "a.py", {"inner.py": "def inner(): ...\n"})


def ignored(root: Path) -> None:
    (root / ".codegraphignore").write_text("a.py\n")


def excluded(root: Path) -> None:
    (root / "codegraph.toml").write_text('exclude = ["a.py"]\n')


def untracked(root: Path) -> None:
    GitRepo(root).git("rm", "-q", "--cached", "a.py")
    (root / ".gitignore").write_text("a.py\n")


def closed(root: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    (root / "a.py").chmod(0)


def renamed_case(root: Path) -> None:
    (root / "a.py").rename(root / "A.py")


EDITS = (
    link, dangling_link, pipe, listening_socket, too_large, binary, utf_16, minified, folder, nested_repository,
    ignored, excluded, untracked, closed, renamed_case,
)  # fmt: skip


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    files = {
        "a.py": "def alpha():\n    return 1\n",
        "b.py": "from a import alpha\n\n\ndef beta():\n    return alpha()\n",
        "c.py": "from b import beta\n\n\ndef gamma():\n    return beta()\n",
    }
    return GitRepo.make(tmp_path / "repo", files).root


def config_of(root: Path, home: Path) -> Config:
    return load(root, env={"CODEGRAPH_HOME": str(home), "CODEGRAPH_VECTORS": "false"})


@pytest.mark.parametrize("edit", EDITS)
def test_a_question_sees_it(
    repo: Path, tmp_path: Path, edit: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):  # fmt: skip
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "60")  # on a busy machine, too
    assert main(["index", str(repo), "-q"]) == 0
    edit(repo)
    with Index.open(repo, config_of(repo, tmp_path / "home")) as index:
        assert not index.compute_freshness().fresh
    main(["callers", "gamma", "-C", str(repo)])
    capsys.readouterr()
    config = config_of(repo, tmp_path / "home")
    with Index.open(repo, config) as index:
        assert index.compute_freshness().fresh
    assert_as_rebuilt(repo, config, tmp_path / "other")


@pytest.mark.parametrize("hinted", [True, False])
@pytest.mark.parametrize("edit", EDITS)
def test_who_holds_the_graph_sees_it(repo: Path, tmp_path: Path, edit: Callable[[Path], None], hinted: bool):
    home = tmp_path / "home"
    session = IncrementalSession(repo, config_of(repo, home))
    session.refresh()
    (repo / "c.py").write_text((repo / "c.py").read_text() + "\n\ngamma()\n")
    session.refresh(["c.py"])  # holds the graph from now on
    edit(repo)
    session.config = config_of(repo, home)
    session.refresh(["a.py", "a.py/", "A.py", "codegraph.toml", ".codegraphignore", ".gitignore"] if hinted else None)
    assert_as_rebuilt(repo, config_of(repo, home), tmp_path / "other")


@pytest.mark.parametrize("edit", EDITS[:5])
def test_it_is_noticed_when_it_is_a_file_again(repo: Path, tmp_path: Path, edit: Callable[[Path], None]):
    config = config_of(repo, tmp_path / "home")
    index_repository(repo, config)
    before = (repo / "a.py").read_text()
    edit(repo)
    index_repository(repo, config)
    (repo / "a.py").unlink()
    (repo / "a.py").write_text(before)
    with Index.open(repo, config) as index:
        assert index.compute_freshness().changed == ("a.py",)
    index_repository(repo, config)
    assert_as_rebuilt(repo, config, tmp_path / "other")
