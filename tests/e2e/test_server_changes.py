"""A server that hears of changes: whatever was done before a call is in its answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.client.client import Client
from support.gitrepo import GitRepo
from support.serving import talk, talk_over_stdio, text

from codegraph.indexing import tree_changes
from codegraph.indexing.pipeline import index_repository
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load
from codegraph.watch import stat_cache
from codegraph.watch.inotify import OVERFLOW, Inotify

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's interface is Linux's")


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "60")
    made = GitRepo.make(
        Path(os.path.realpath(tmp_path)) / "repo", {"a.py": "def first(): ...\n", ".gitignore": "*.log\nscratch/\n"}
    )
    index_repository(made.root, load(made.root))
    return made


class Asking:
    """A client that asks where a function is."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def place(self, name: str) -> str:
        """The file of a function, "" where none has that name."""
        result = await self.client.call_tool("code_symbol", {"symbol": name})
        said = text(result)
        assert "behind" not in said and "out of date" not in said, said
        return "" if result.is_error else said.partition(":")[0].rpartition(" ")[2]


async def work(client: Client, repo: GitRepo) -> None:
    """Change the tree in many ways, and ask at once after each."""
    ask = Asking(client)
    for _ in range(2):  # from the second comparison on, the kernel is listened to
        assert await ask.place("first") == "a.py"
    repo.write({"a.py": "def first(): ...\ndef edited(): ...\n"})
    assert await ask.place("edited") == "a.py"
    repo.write({"new/deep/er/b.py": "def nested(): ...\n"})
    assert await ask.place("nested") == "new/deep/er/b.py"
    repo.write({"new/deep/er/b.py": "def nested_again(): ...\n"})
    assert await ask.place("nested_again") == "new/deep/er/b.py" and not await ask.place("nested")
    (repo.root / "new/deep").rename(repo.root / "moved")
    assert await ask.place("nested_again") == "moved/er/b.py"
    repo.write({"moved/er/b.py": "def in_moved(): ...\n"})
    assert await ask.place("in_moved") == "moved/er/b.py"
    repo.commit({})
    repo.git("checkout", "-q", "-b", "other")
    repo.commit({"a.py": "def of_other(): ...\n", "moved/er/b.py": None})
    assert await ask.place("of_other") == "a.py" and not await ask.place("in_moved")
    repo.git("checkout", "-q", "main")
    assert await ask.place("in_moved") == "moved/er/b.py" and not await ask.place("of_other")
    repo.write({"scratch/c.py": "def ignored(): ...\n"})
    assert not await ask.place("ignored")
    repo.write({".gitignore": "*.log\n"})
    assert await ask.place("ignored") == "scratch/c.py"
    repo.write({"codegraph.toml": 'exclude = ["moved/"]\n'})
    assert not await ask.place("in_moved")
    (repo.root / "a.py").unlink()
    assert not await ask.place("edited")


def test_each_change_is_in_the_next_answer_of_a_process(repo: GitRepo):
    async def session(client: Client) -> None:
        await work(client, repo)

    talk_over_stdio(repo.root, session)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The roots of comparisons of whole trees, those with which listening begins included."""
    found: list[Path] = []
    whole, listing = tree_changes.look, stat_cache.scan
    monkeypatch.setattr(tree_changes, "look", lambda root, *rest: (found.append(root), whole(root, *rest))[1])
    monkeypatch.setattr(stat_cache, "scan", lambda root, *rest: (found.append(root), listing(root, *rest))[1])
    return found


def test_calls_without_a_change_and_after_an_edit_do_not_compare_the_tree(repo: GitRepo, compared: list[Path]):
    async def session(client: Client) -> None:
        ask = Asking(client)
        for _ in range(10):
            assert await ask.place("first") == "a.py"
        assert len(compared) == 2, "the first, and the one with which listening begins"
        repo.write({"a.py": "def edited(): ...\n", "noise.log": "x\n"})
        assert await ask.place("edited") == "a.py"
        after = len(compared)
        repo.write({"noise.log": "y\n"})
        assert await ask.place("edited") == "a.py"
        assert len(compared) == after, "a file that was found to be ignored is not looked at again"

    talk(Repositories(repo.root), session)


def test_an_overflow_of_the_queue_has_the_tree_compared(repo: GitRepo, monkeypatch: pytest.MonkeyPatch):
    overflowing = [False]
    read = Inotify._read

    def read_or_lose(self: Inotify, size: int):
        events = list(read(self, size))
        return iter([(-1, OVERFLOW, b"")] if overflowing[0] else events)

    monkeypatch.setattr(Inotify, "_read", read_or_lose)

    async def session(client: Client) -> None:
        ask = Asking(client)
        for _ in range(3):
            assert await ask.place("first") == "a.py"
        overflowing[0] = True
        repo.write({"late/b.py": "def unseen(): ...\n"})
        assert await ask.place("unseen") == "late/b.py"
        overflowing[0] = False
        repo.write({"late/b.py": "def seen(): ...\n"})
        assert await ask.place("seen") == "late/b.py"

    talk(Repositories(repo.root), session)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("read_mount_table", lambda: b"1 0 0:1 / / rw - fuse.sshfs host: rw\n"),
        ("read_mount_table", lambda: b""),
        ("_allow_watches", lambda: 0),
    ],
)
def test_a_tree_that_cannot_be_listened_to_is_compared(
    repo: GitRepo, compared: list[Path], monkeypatch: pytest.MonkeyPatch, name: str, instead: object
):
    monkeypatch.setattr(stat_cache, name, instead)

    async def session(client: Client) -> None:
        await work(client, repo)
        before = len(compared)
        for _ in range(3):
            await client.call_tool("code_symbol", {"symbol": "in_moved"})
        assert len(compared) >= before + 3

    talk(Repositories(repo.root), session)


def test_a_repository_in_the_tree_has_it_compared(repo: GitRepo):
    GitRepo.make(repo.root / "inner", {"i.py": "def inner(): ...\n"})

    async def session(client: Client) -> None:
        ask = Asking(client)
        for _ in range(3):
            assert not await ask.place("inner")
        repo.write({"a.py": "def edited(): ...\n"})
        assert await ask.place("edited") == "a.py"

    talk(Repositories(repo.root), session)


def test_one_server_listens_to_few_trees_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    trees = [GitRepo.make(tmp_path / f"tree{number}", {"a.py": "def first(): ...\n"}).root for number in range(6)]
    for tree in trees:
        index_repository(tree, load(tree))

    async def session(client: Client) -> None:
        before = _count_listening()
        for _ in range(2):
            for tree in trees:
                for _ in range(2):
                    assert not (await client.call_tool("code_symbol", {"symbol": "first", "repo": str(tree)})).is_error
        assert _count_listening() - before <= 4

    talk(Repositories(tmp_path, allowed=tuple(trees)), session)


def _count_listening() -> int:
    places = [os.readlink(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd") if _is_open(name)]
    return sum("inotify" in place for place in places)


def _is_open(name: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{name}")
