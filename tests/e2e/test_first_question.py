"""The first question about a repository of any size: indexing starts, and what is known meanwhile is told."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio.to_thread
import pytest
from mcp.client.client import Client
from support.gitrepo import GitRepo
from support.serving import talk_over_stdio, text
from support.waiting import wait_for

from codegraph.store.layout import get_index_folder
from codegraph.store.lock import is_locked, read_holder

FILES = 1_600
Session = Callable[[Client], Awaitable[None]]


def module(number: int) -> str:
    return f"from pkg.m{number // 2} import price_{number // 2}\n\n\ndef price_{number}(rows):\n    return price_{number // 2}(rows)\n"


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of more files than a call waits for. Whoever asks waits for nothing."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("CODEGRAPH_INDEX_WAIT_S", "0")
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    files = {f"pkg/m{number}.py": module(number) for number in range(1, FILES)}
    root = tmp_path / "prices"
    GitRepo.make(root, files | {"pkg/__init__.py": "", "pkg/m0.py": "def price_0(rows):\n    return rows\n"})
    return root


def ask(root: Path, session: Session) -> None:
    talk_over_stdio(root, session)


def generation(root: Path) -> int:
    return get_index_folder(root.parent / "home", root).get_current()


def lock_of(root: Path) -> Path:
    return get_index_folder(root.parent / "home", root).lock


def runs_of(root: Path) -> list[str]:
    """Return the commands of the processes that index `root`, without their workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if b"index" in words and os.fsencode(root) in words:
            found.append((process.name, parent))
    numbers = {number for number, _ in found}
    return [number for number, parent in found if parent not in numbers]


def test_a_large_repository_is_answered_from_its_text_while_it_is_indexed(large: Path):
    async def first(client: Client) -> None:
        for tool, arguments in (
            ("code_search", {"query": "where is price_1500 computed?"}),
            ("code_explore", {"query": "how does price_1500 work?"}),
            ("code_symbol", {"symbol": "price_1500"}),
            ("code_impact", {"symbol": "pkg.m1500.price_1500"}),
        ):
            answer = await client.call_tool(tool, arguments)
            said = text(answer)
            assert not answer.is_error, said
            assert said.startswith("prices · Not indexed yet: indexing has started (about "), said
            assert f"call {tool} again in about" in said and "text matches" in said
            assert "pkg/m1500.py:4  def price_1500(rows):" in said
            assert "called by" not in said and "dependents (" not in said
        nothing = await client.call_tool("code_symbol", {"symbol": "no_such_name"})
        assert "no line holds the name no_such_name; 1,601 of 1,601 files read" in text(nothing)
        code = await client.call_tool("code_impact", {"base": "HEAD"})
        assert not code.is_error and "call code_impact again" in text(code)

    ask(large, first)
    wait_for(lambda: generation(large), "the index that outlives its server")

    async def later(client: Client) -> None:
        told = text(await client.call_tool("code_symbol", {"symbol": "price_700"}))
        assert "prices · generation 1\n" in told and "pkg.m1400" in told.replace("/", ".") and "called by" in told

    ask(large, later)


def test_a_question_that_can_wait_gets_the_whole_answer_and_progress(large: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_INDEX_WAIT_S", "110")
    told: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append(done)

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_symbol", {"symbol": "price_700"}, progress_callback=progress)
        assert text(answer).startswith("prices · generation 1\n")

    ask(large, session)
    assert len(told) > 2 and told == sorted(told) and told[-1] == 100


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are looked at in /proc")
def test_two_servers_share_one_run(large: Path):
    async def session(client: Client) -> None:
        assert "indexing has started" in text(await client.call_tool("code_search", {"query": "price"}))
        wait_for(lambda: is_locked(lock_of(large)), "the run that was started")
        first = runs_of(large)

        async def other(second: Client) -> None:
            answer = await second.call_tool("code_search", {"query": "price"})
            assert "indexing has started" in text(answer) or "generation 1" in text(answer)

        await anyio.to_thread.run_sync(ask, large, other)
        assert set(runs_of(large)) <= set(first) and len(first) == 1

    ask(large, session)
    wait_for(lambda: generation(large), "the index")
    wait_for(lambda: not runs_of(large), "the end of the run")
    assert generation(large) == 1


def test_a_run_that_was_killed_is_started_again_by_the_next_question(large: Path):
    async def session(client: Client) -> None:
        await client.call_tool("code_search", {"query": "price"})
        wait_for(lambda: is_locked(lock_of(large)), "the run that was started")
        killed = read_holder(lock_of(large))
        assert killed is not None
        os.kill(killed.pid, signal.SIGKILL)
        wait_for(lambda: not is_locked(lock_of(large)), "the end of it")
        assert generation(large) == 0
        answer = await client.call_tool("code_search", {"query": "price"})
        assert not answer.is_error and "indexing has started" in text(answer)
        wait_for(lambda: generation(large), "the index of the second run")

    ask(large, session)


def test_a_long_refresh_runs_in_the_background_and_the_old_generation_answers(
    large: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CODEGRAPH_INDEX_WAIT_S", "110")

    async def session(client: Client) -> None:
        await client.call_tool("code_symbol", {"symbol": "price_700"})
        for number in range(1, 601):
            (large / f"pkg/m{number}.py").write_text(f"def price_{number}(rows):\n    return rows\n")
        answer = await client.call_tool("code_symbol", {"symbol": "price_700"})
        heading = text(answer).splitlines()[0]
        assert not answer.is_error and heading.startswith("prices · generation 1, ")
        assert "600 files behind" in heading and "a refresh is running, about " in heading
        assert "codegraph index" not in heading
        wait_for(lambda: generation(large) == 2, "the refresh")
        again = await client.call_tool("code_symbol", {"symbol": "price_700"})
        assert text(again).startswith("prices · generation 2\n")

    ask(large, session)


def test_what_is_remembered_before_there_is_an_index_is_kept_and_anchored_later(large: Path):
    note = {"content": "Prices are never rounded", "about": ["price_1500", "pkg/m3.py"]}

    async def session(client: Client) -> None:
        wrote = text(await client.call_tool("memory_write", note))
        assert wrote.startswith("remembered: ") and "about pkg/m3.py" in wrote.replace("file:", "")
        assert "not yet about price_1500" in wrote
        assert "never rounded" in text(await client.call_tool("memory_recall", {"query": "are prices rounded?"}))
        wait_for(lambda: generation(large), "the index")
        again = text(await client.call_tool("memory_write", note))
        assert "merged" in again and "about python:pkg/m1500.py::price_1500" in again
        unknown = text(await client.call_tool("memory_write", note | {"about": ["no_such_name"]}))
        assert "not anchored to `no_such_name`" in unknown and "not yet about" not in unknown

    ask(large, session)


def test_the_indexer_imports_nothing_of_the_repository(large: Path):
    for name in ("json", "codegraph", "sitecustomize"):
        (large / f"{name}.py").write_text(f"open({str(large.parent / 'ran')!r}, 'w').write(__name__)\n")

    async def session(client: Client) -> None:
        await client.call_tool("code_search", {"query": "price"})
        wait_for(lambda: generation(large), "the index")

    talk_over_stdio(large.parent, session, arguments=("--repo", str(large)))
    assert not (large.parent / "ran").exists()
