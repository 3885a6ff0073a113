"""A session of an agent without hooks: write, amend, recall, say what helped, take back."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.client.client import Client
from support.serving import ERAS, talk, text

from codegraph.indexing.pipeline import index_repository
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import RunOutcome
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "store.py").write_text("class Store:\n    def save(self, row):\n        return row\n")
    index_repository(root, load(root))
    return root


class Agent:
    """Calls of one client that must succeed."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: object):
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, (tool, text(result))
        return result

    async def write(self, content: str, **more: object) -> dict:
        return (await self("memory_write", content=content, kind="decision", **more)).structured_content


EARLIER = "The deploy window is Friday afternoon"
LATER = "From now on the deploy window is Tuesday morning"


@pytest.mark.parametrize("era", ERAS)
def test_a_session_writes_amends_recalls_gives_feedback_and_takes_back(folder: Path, era: str):
    async def session(client: Client) -> None:
        agent = Agent(client)
        earlier = await agent.write(EARLIER)
        reply = await agent("memory_write", content=LATER, kind="decision")
        later = reply.structured_content
        assert [one["id"] for one in later["amends"]] == [earlier["id"]]
        assert f"amends {earlier['id']}" in text(reply) and "'Friday' → 'Tuesday'" in text(reply)
        assert f"supersedes={earlier['id']}" in text(reply)

        found = await agent("memory_recall", query="when is the deploy window?")
        assert [m["id"] for m in found.structured_content["memories"]] == [later["id"], earlier["id"]]
        assert found.structured_content["memories"][1]["amended_by"] == [later["id"]]
        assert f"by {later['id']}" in text(found)

        helped = await agent("memory_feedback", used=[later["id"]], outcome="worked", run="task-1")
        assert (helped.structured_content["run"], helped.structured_content["outcome"]) == ("task-1", "finished")
        assert helped.structured_content["others"] == 1

        undone = await agent("memory_write", undo=later["token"])
        assert undone.structured_content["restored"] > 0
        after = await agent("memory_recall", query="when is the deploy window?")
        assert [m["id"] for m in after.structured_content["memories"]] == [earlier["id"]]
        assert "amended" not in text(after)

    talk(Repositories(folder), session, structured=True, mode=era)
    engine = MemoryEngine(load(folder).home)
    with engine.read() as state:
        run = state.learning.find_run("task-1")
        standings = {state.resolve(id).body.content: s.score for id, s in state.learning.read_standings().items()}
    engine.close()
    assert run is not None and run.outcome is RunOutcome.FINISHED
    assert standings == {LATER: 1.0, EARLIER: 0.1}


def test_feedback_without_a_run_opens_one_for_what_was_delivered(folder: Path):
    async def session(client: Client) -> None:
        agent = Agent(client)
        used = await agent.write("Badges are printed on paper")
        await agent.write("Badges are checked at the door")
        await agent("memory_recall", query="badges")
        done = (await agent("memory_feedback", used=[used["id"]], outcome="failed", note="misled")).structured_content
        assert (done["outcome"], done["others"]) == ("failed", 1)
        again = (await agent("memory_feedback", used=[used["id"]], outcome="mixed")).structured_content
        assert again["run"] != done["run"] and again["others"] == 0

    talk(Repositories(folder), session, structured=True)
    engine = MemoryEngine(load(folder).home)
    with engine.read() as state:
        scores = sorted(standing.score for standing in state.learning.read_standings().values())
        assert not state.learning.find_open_run(find_folder_namespace(folder))
    engine.close()
    assert scores == [-1.0, -0.1]


def test_an_agent_takes_back_its_last_write_and_no_persons(folder: Path):
    async def session(client: Client) -> None:
        agent = Agent(client)
        nothing = await client.call_tool("memory_write", {"undo": "last"})
        assert nothing.is_error and "nothing was written" in text(nothing)
        await agent.write("Badges are printed on paper")
        wrong = await agent.write("Badges are printed on glass")
        await agent("memory_write", undo="last")
        found = await agent("memory_recall", query="badges printed")
        assert wrong["id"] not in [m["id"] for m in found.structured_content["memories"]]
        engine = MemoryEngine(load(folder).home, actor="cli")
        with engine.write() as recording:
            from codegraph.memory import notes

            notes.store(recording, notes.Draft("A person wrote this", namespace=find_folder_namespace(folder)))
            token = recording.operation
        engine.close()
        refused = await client.call_tool("memory_write", {"undo": token})
        assert refused.is_error and "was no tool's" in text(refused)
        both = await client.call_tool("memory_write", {"undo": "last", "content": "x"})
        assert both.is_error and "give it alone" in text(both)

    talk(Repositories(folder), session, structured=True)


def test_an_agent_verifies_a_memory_whose_code_changed(folder: Path):
    async def session(client: Client) -> None:
        agent = Agent(client)
        wrote = await agent.write("Saving never raises", about=["Store.save"])
        (folder / "store.py").write_text("class Store:\n    def save(self, row):\n        return [row]\n")
        found = await agent("memory_recall", query="does saving raise?")
        assert found.structured_content["memories"][0]["stale"]
        await agent("memory_feedback", verified=[wrote["id"]])
        again = await agent("memory_recall", query="does saving raise?")
        assert not again.structured_content["memories"][0]["stale"]
        empty = await client.call_tool("memory_feedback", {})
        assert empty.is_error and "no feedback" in text(empty)

    talk(Repositories(folder), session, structured=True)


def test_the_timeline_tells_what_was_decided_and_changed_with_the_newest_last(folder: Path):
    async def session(client: Client) -> None:
        agent = Agent(client)
        empty = await agent("memory_timeline")
        assert "nothing was remembered" in text(empty)
        earlier = await agent.write(EARLIER)
        anchored = await agent.write("Saving never raises", about=["Store.save"])
        later = await agent.write(LATER)
        replaced = await agent.write("Badges are printed on glass")
        new = await agent.write("Badges are printed on paper", supersedes=replaced["id"])
        (folder / "store.py").write_text("class Store:\n    def save(self, row):\n        return [row]\n")
        told = (await agent("memory_timeline", since="today")).structured_content
        ids = [entry["id"] for entry in told["entries"]]
        assert ids == [earlier["id"], anchored["id"], later["id"], replaced["id"], new["id"]]
        first, second, third, fourth, last = told["entries"]
        assert first["amended"] and third["amends"] == [earlier["id"]]
        assert fourth["superseded"] and last["replaces"] == [replaced["id"]]
        assert second["stale"] == ["python:store.py::Store.save changed"]
        about = (await agent("memory_timeline", about=["Store.save"])).structured_content
        assert [entry["id"] for entry in about["entries"]] == [anchored["id"]]
        topic = (await agent("memory_timeline", about=["deploy window"])).structured_content
        assert [entry["id"] for entry in topic["entries"]] == [earlier["id"], later["id"]]
        everything = (await agent("memory_timeline", about=["."], limit=2)).structured_content
        assert (everything["total"], len(everything["entries"])) == (5, 2)
        wrong = await client.call_tool("memory_timeline", {"since": "whenever"})
        assert wrong.is_error and "`since` is no time" in text(wrong)

    talk(Repositories(folder), session, structured=True)


@pytest.mark.parametrize(
    "query",
    [
        "what did we decide today?",
        "recent decisions",
        "list all decisions",
        "what should I know about this project?",
    ],
)
def test_a_question_for_a_list_is_never_told_that_nothing_is_remembered(folder: Path, query: str):
    async def session(client: Client) -> None:
        agent = Agent(client)
        await agent.write(EARLIER)
        later = await agent.write(LATER)
        found = await agent("memory_recall", query=query, about=["."])
        assert found.structured_content["total"] == 2
        assert found.structured_content["memories"][0]["id"] == later["id"]

    talk(Repositories(folder), session, structured=True)


def test_facts_that_the_writer_reads_are_found_by_their_entity(folder: Path):
    async def session(client: Client) -> None:
        agent = Agent(client)
        wrote = await agent(
            "memory_write",
            content="Dana has approved deploys since March 2026",
            facts=[{"subject": "deploys", "predicate": "approved_by", "object": "Dana", "valid_from": "2026-03-01"}],
        )
        assert "fact: deploys approved_by Dana" in text(wrote)
        assert len(wrote.structured_content["facts"]) == 1
        bad = await client.call_tool(
            "memory_write", {"content": "x", "facts": [{"subject": " ", "predicate": "is", "object": 1}]}
        )
        assert bad.is_error and "facts[0].subject" in text(bad)

    talk(Repositories(folder), session, structured=True)
