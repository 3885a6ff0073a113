"""Questions of an agent, each answered in one call, with the network closed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client
from support.serving import ROOT, copy_sample, server_environment, talk, talk_over_stdio, text, tokens

from codegraph.operations.tools.tool_table import ServedTool, find_tool
from codegraph.query.index import Index
from codegraph.server.call import Call, run
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load


def test_one_call_answers_each_question_of_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """On a part of this project's own source, which is indexed by the first question."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    here, there = ROOT / "codegraph", tmp_path / "project" / "src" / "codegraph"
    for folder in ("store", "server", "revision", "scan", "query"):
        shutil.copytree(here / folder, there / folder, ignore=shutil.ignore_patterns("memory", "tools"))
    (there / "operations").mkdir()
    for source in (*here.glob("*.py"), *(here / "operations").glob("*.py")):
        shutil.copy(source, there / source.relative_to(here))

    async def session(client: Client) -> None:
        works = await client.call_tool("code_explore", {"query": "how does hold_writer_lock work?"})
        assert not works.is_error and tokens(works) <= 6_000
        for part in ("def hold_writer_lock(", "called by:", "calls:", "blast radius of hold_writer_lock"):
            assert part in text(works)

        reaches = await client.call_tool("code_explore", {"query": "how does Repositories.open reach Reader.open?"})
        assert not reaches.is_error and tokens(reaches) <= 6_000
        assert reaches.structured_content is not None
        assert reaches.structured_content["path"] == ["Context.index", "Index.open", "Reader.open"]
        assert reaches.structured_content["text"] == text(reaches)
        assert text(reaches).count("```python") >= 2, "symbols on the way are shown with source"

        breaks = await client.call_tool("code_impact", {"symbol": "IndexFolder.get_current"})
        assert not breaks.is_error and tokens(breaks) <= 6_000
        assert breaks.structured_content is not None and breaks.structured_content["dependents"] > 20
        assert "1 step away" in text(breaks) and "find_indexed_root" in text(breaks)

    talk_over_stdio(tmp_path / "project", session, arguments=("--structured",))


def test_names_that_mean_nothing_or_several_things_are_said_and_not_guessed(storefront: Path):
    def ask(query: str) -> str:
        offered = ServedTool("code_explore", find_tool("code_explore"))
        return run(offered, {"query": query}, Call(Repositories(storefront))).text

    assert "no symbol `Aplication.handle`" in ask("how does Aplication.handle work?")
    assert "names" in ask("what does `__init__` do?").splitlines()[1]


BLOCKED = """
import socket, sys
def refuse(*_, **__):
    raise AssertionError("the network was used")
socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.socket.bind = refuse
socket.create_connection = refuse
socket.getaddrinfo = refuse
from codegraph.cli.app import main
sys.exit(main(sys.argv[1:]))
"""


def without_network(program: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, cwd=cwd, env=server_environment(), capture_output=True, text=True)


def test_indexing_and_asking_use_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    shop = copy_sample("storefront", tmp_path / "shop")
    calls = (
        ("call", "code_explore", '{"query": "how does Application.handle work?"}'),
        ("call", "code_search", '{"query": "order"}'),
        ("call", "code_symbol", '{"symbol": "Application.handle"}'),
        ("call", "code_impact", '{"symbol": "Application.handle"}'),
    )
    for words in (("index", "."), *calls):
        done = without_network(BLOCKED, *words, cwd=shop)
        assert done.returncode == 0, done.stderr
    guard = BLOCKED.partition("from codegraph")[0] + "socket.create_connection(('127.0.0.1', 9))"
    assert "the network was used" in without_network(guard, cwd=shop).stderr


def test_a_call_that_is_given_up_stops_indexing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    shop = copy_sample("storefront", tmp_path / "shop")
    reached, ended = threading.Event(), threading.Event()
    real = Call.report_progress

    def slow(call: Call, stage: str, done: int, total: int) -> None:
        reached.set()
        call.cancelled.wait(30)
        try:
            real(call, stage, done, total)
        except BaseException:
            ended.set()
            raise

    monkeypatch.setattr(Call, "report_progress", slow)

    async def session(client: Client) -> None:
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "code_search", {"query": "order"})
                await anyio.to_thread.run_sync(reached.wait, 30)
                scope.cancel()
        await anyio.to_thread.run_sync(ended.wait, 30)
        assert ended.is_set(), "the thread that indexed was told to stop"

    talk(Repositories(shop), session, mode="legacy")
    with pytest.raises(Exception, match="not indexed"):
        Index.open(shop, load(shop))
