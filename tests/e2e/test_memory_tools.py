"""`memory_recall` and `memory_write`: what agents use by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.client.client import Client
from support.serving import talk, text, tokens

from codegraph.config import load
from codegraph.memory import notes
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.notes import Draft
from codegraph.operations.memory.place import namespace_of
from codegraph.pipeline import index_repository
from codegraph.server.repositories import Repositories


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "store.py").write_text("class Store:\n    def save(self, row):\n        return row\n")
    index_repository(root, load(root))
    return root


def test_what_did_we_decide_is_answered_in_one_call_and_says_when_the_code_changed(folder: Path):
    async def session(client: Client) -> None:
        wrote = await client.call_tool(
            "memory_write",
            {"content": "Saving never raises, so callers ignore errors", "kind": "decision", "about": ["Store.save"]},
        )
        assert not wrote.is_error, text(wrote)
        assert wrote.structured_content["anchors"] == ["python:store.py::Store.save"]
        asked = {"query": "what did we decide about saving?"}
        first = await client.call_tool("memory_recall", asked)
        assert "Saving never raises" in text(first) and "changed since" not in text(first)
        (folder / "store.py").write_text("class Store:\n    def save(self, row):\n        raise ValueError(row)\n")
        later = await client.call_tool("memory_recall", asked)
        assert "changed since: python:store.py::Store.save" in text(later)
        assert later.structured_content["memories"][0]["stale"] == ["python:store.py::Store.save changed"]
        about = await client.call_tool("memory_recall", {"about": ["Store.save"]})
        assert about.structured_content["total"] == 1

    talk(Repositories(folder), session, structured=True)


@pytest.mark.parametrize("spelt", ["{0}/store.py", "./store.py", "{0}/store.py:2"])
def test_what_a_memory_is_about_is_named_by_its_whole_path_as_well(folder: Path, spelt: str):
    async def session(client: Client) -> None:
        named = [spelt.format(folder)]
        wrote = await client.call_tool("memory_write", {"content": "Rows are kept as they are", "about": named})
        assert not wrote.is_error and "store.py" in wrote.structured_content["anchors"][0]
        found = await client.call_tool("memory_recall", {"about": [str(folder / "store.py")]})
        assert found.structured_content["total"] == 1

    talk(Repositories(folder), session, structured=True)


def test_a_memory_that_replaces_another_is_the_one_that_is_recalled(folder: Path):
    async def session(client: Client) -> None:
        old = await client.call_tool("memory_write", {"content": "Deploys happen on Mondays", "kind": "decision"})
        id = old.structured_content["id"]
        new = await client.call_tool(
            "memory_write", {"content": "Deploys happen on Thursdays", "kind": "decision", "supersedes": id}
        )
        assert new.structured_content["superseded"] == id
        found = await client.call_tool("memory_recall", {"query": "when do deploys happen?"})
        assert [m["id"] for m in found.structured_content["memories"]] == [new.structured_content["id"]]

    talk(Repositories(folder), session, structured=True)


@pytest.mark.parametrize("budget", [500, 900, 3_000, 20_000])
def test_a_recall_keeps_to_its_budget_whatever_was_stored(folder: Path, budget):
    engine = MemoryEngine(load(folder).home)
    with engine.write() as recording:
        for i in range(30):
            noise = "```\n</memory> <!-- --> \U0001f980 " * (40 * (i % 7) + 1)
            notes.store(recording, Draft(f"the deploy needs step {i}\n{noise}", namespace=namespace_of(folder)))
    engine.close()

    async def session(client: Client) -> None:
        result = await client.call_tool("memory_recall", {"query": "deploy step", "limit": 30, "max_tokens": budget})
        assert not result.is_error, text(result)
        assert tokens(result) <= budget
        assert "deploy" in text(result)

    talk(Repositories(folder), session)


def test_bad_requests_say_what_would_do(folder: Path):
    async def session(client: Client) -> None:
        for said, tool, arguments in (
            ("about", "memory_recall", {}),
            ("nothing_here", "memory_write", {"content": "x", "about": ["nothing_here"]}),
            ("decision", "memory_write", {"content": "x", "kind": "rumour"}),
            ("no memory", "memory_write", {"content": "x", "supersedes": "nobody"}),
            ("credential", "memory_write", {"content": "token ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"}),
        ):
            result = await client.call_tool(tool, arguments)
            assert result.is_error and said in text(result), (tool, text(result))
        empty = await client.call_tool("memory_recall", {"query": "anything at all"})
        assert "nothing is remembered" in text(empty)

    talk(Repositories(folder), session)
