"""The toolset `engram` through a client of the protocol: every tool, every parameter, the documented examples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.serving import talk, text

from codegraph.cli.app import main
from codegraph.memory.review.tiers import CURATED, LOW_RISK
from codegraph.operations.tools.tool_spec import Toolset
from codegraph.operations.tools.tool_table import list_tools
from codegraph.server.repositories import Repositories

STAGED = re.compile(r"staged (mem-\d{4}): \[([a-z]+)\] (.+)")


class Agent:
    """Calls of a client: the first text of a reply, or what an error says; `user` is a person at the command line."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def remember(self, fact: str, **arguments: Any) -> str:
        result = await self.client.call_tool("remember", {"fact": fact, **arguments})
        assert not result.is_error, text(result)
        assert len(result.content) == 1 and result.structured_content is None
        return text(result)

    async def recall(self, **arguments: Any) -> list[dict[str, Any]]:
        result = await self.client.call_tool("recall", arguments)
        assert not result.is_error, text(result)
        found = json.loads(text(result))
        assert len(result.content) == 1 and result.structured_content is None
        return found

    async def facts(self, **arguments: Any) -> list[str]:
        return [found["fact"] for found in await self.recall(**arguments)]

    async def fails(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, text(result)
        return text(result)

    async def block(self) -> str:
        (contents,) = (await self.client.read_resource("memory://recall")).contents
        return contents.text  # type: ignore[union-attr]


@pytest.fixture
def served(folder: Path):
    def run(session, *toolsets: str) -> None:
        async def with_agent(client: Client) -> None:
            await session(Agent(client))

        talk(Repositories(folder), with_agent, toolsets=toolsets or ("engram",))

    return run


def user(*words: str) -> None:
    assert main(["memory", *words, "-q"]) == 0


def test_the_documented_examples_run(served):
    async def session(agent: Agent) -> None:
        for number in range(1, 17):
            await agent.remember(f"Filler fact number {number}")
        fact = await agent.remember("I prefer pnpm over npm", kind="tooling", confidence=0.9)
        assert fact == "staged mem-0017: [tooling] I prefer pnpm over npm"
        assert await agent.recall() == []
        user("approve", "mem-0017")
        await agent.remember("Node projects use Volta for version pinning", kind="tooling", confidence=0.8)
        user("approve", "mem-0018")
        both = [
            {"id": "mem-0017", "fact": "I prefer pnpm over npm", "kind": "tooling", "confidence": 0.9},
            {
                "id": "mem-0018",
                "fact": "Node projects use Volta for version pinning",
                "kind": "tooling",
                "confidence": 0.8,
            },
        ]
        (near,) = await agent.recall(query="package manager", limit=5)
        assert near.pop("note") and near == both[0]
        assert await agent.recall(query="pnpm or Volta?") == both
        assert sorted(await agent.recall(), key=lambda f: f["id"]) == both
        for fact in ("My production Postgres runs on port 5433", "I'm allergic to shellfish"):
            assert STAGED.fullmatch(await agent.remember(fact))

    served(session)


def test_kind_decides_the_tier_and_is_preference_unless_given(served, monkeypatch):
    monkeypatch.setenv("CODEGRAPH_AUTOPROMOTE", "true")

    async def session(agent: Agent) -> None:
        assert STAGED.fullmatch(await agent.remember("I like short answers"))[2] == "preference"
        for kind in sorted(LOW_RISK | CURATED):
            assert STAGED.fullmatch(await agent.remember(f"A word about {kind}", kind=kind))[2] == kind
        promoted = {found["kind"] for found in await agent.recall()}
        assert promoted == set(LOW_RISK)

    served(session)


def test_an_unknown_kind_is_refused_with_the_ten_there_are(served):
    async def session(agent: Agent) -> None:
        refused = await agent.fails("remember", fact="I collect stamps", kind="hobby")
        assert all(kind in refused for kind in LOW_RISK | CURATED)
        assert await agent.remember("I collect stamps") == "staged mem-0001: [preference] I collect stamps"

    served(session)


def test_settings_confine_what_is_promoted_and_wrong_ones_promote_nothing(served, monkeypatch):
    monkeypatch.setenv("CODEGRAPH_AUTOPROMOTE", "true")

    async def session(agent: Agent) -> None:
        monkeypatch.setenv("CODEGRAPH_KIND_ALLOWLIST", "infra")
        await agent.remember("I prefer pnpm", kind="tooling")
        await agent.remember("Redis listens on 6380", kind="infra")
        assert await agent.facts() == ["Redis listens on 6380"]
        monkeypatch.setenv("CODEGRAPH_KIND_ALLOWLIST", "infra,health")
        result = await agent.client.call_tool("remember", {"fact": "Kafka listens on 9092", "kind": "infra"})
        staged, note = text(result).splitlines()
        assert STAGED.fullmatch(staged) and "kind_allowlist" in note
        assert await agent.facts() == ["Redis listens on 6380"]

    served(session)


def test_confidence_is_kept_decides_the_order_and_has_bounds(served):
    async def session(agent: Agent) -> None:
        for number, arguments in enumerate(({"confidence": 1.0}, {}, {"confidence": 0.0}), 1):
            await agent.remember(f"Fact {number} of three", **arguments)
            user("approve", f"mem-{number:04d}")
        assert [found["confidence"] for found in await agent.recall()] == [1.0, 0.6, 0.0]
        for wrong in (1.01, -0.01, "high", True):
            assert "confidence" in await agent.fails("remember", fact="x", confidence=wrong)

    served(session)


def test_a_fact_is_required_text_of_some_length(served):
    async def session(agent: Agent) -> None:
        assert "fact" in await agent.fails("remember")
        assert "empty" in await agent.fails("remember", fact=" \n")
        assert "fact" in await agent.fails("remember", fact=7)
        assert "2000" in (await agent.fails("remember", fact="x" * 2001)).replace(",", "")
        assert STAGED.fullmatch(await agent.remember("x" * 2000))
        assert "credential" in await agent.fails("remember", fact="My token is ghp_" + "a1B2" * 9)
        assert await agent.remember("I like\nshort  answers") == "staged mem-0002: [preference] I like short answers"

    served(session)


def test_saying_it_again_is_the_same_fact(served):
    async def session(agent: Agent) -> None:
        first = await agent.remember("I prefer pnpm", kind="tooling")
        assert await agent.remember("I prefer pnpm", kind="tooling") == first
        user("approve", "mem-0001")
        assert await agent.remember("I prefer pnpm") == "known mem-0001: [tooling] I prefer pnpm"
        assert (await agent.remember("I like tabs")).startswith("staged mem-0002")

    served(session)


def test_what_the_user_rejected_is_not_staged_again(served):
    async def session(agent: Agent) -> None:
        await agent.remember("I prefer pnpm", kind="tooling")
        user("reject", "mem-0001")
        told = await agent.remember("I prefer pnpm", kind="tooling")
        assert told.startswith("refused mem-0001: [tooling] I prefer pnpm")
        assert "codegraph memory restore mem-0001" in told

    served(session)


def test_recall_leaves_out_what_waits_was_refused_forgotten_or_is_out_of_date(served):
    async def session(agent: Agent) -> None:
        for word in ("waiting", "refused", "forgotten", "stale", "promoted"):
            await agent.remember(f"The {word} editor is vim")
        user("reject", "mem-0002")
        for number in (3, 4, 5):
            user("approve", f"mem-{number:04d}")
        user("forget", "mem-0003")
        from codegraph.memory import notes
        from codegraph.memory.memory_engine import MemoryEngine
        from codegraph.memory.memory_model import MemoryStatus
        from codegraph.settings.config import load

        engine = MemoryEngine(load(Path.cwd()).home, actor="test")
        with engine.write() as recording:
            notes.set_status(recording, recording.state.resolve("mem-0004"), MemoryStatus.STALE)
        engine.close()
        for arguments in ({}, {"query": "editor vim"}, {"query": "waiting refused forgotten stale promoted"}):
            assert await agent.facts(**arguments) == ["The promoted editor is vim"], arguments
        assert "promoted" in await agent.block() and "waiting" not in await agent.block()

    served(session)


def test_a_query_ranks_by_shared_words_and_drops_what_shares_nothing(served):
    async def session(agent: Agent) -> None:
        facts = (
            "My production Postgres database listens on port 5433",
            "My Postgres backups run nightly",
            "I'm allergic to shellfish",
        )
        for number, fact in enumerate(facts, 1):
            await agent.remember(fact)
            user("approve", f"mem-{number:04d}")
        assert await agent.facts(query="postgres database port") == list(facts[:2])
        assert await agent.facts(query="quantum chromodynamics") == []
        assert await agent.facts(query="what food should I avoid") == [facts[2]]
        assert len(await agent.facts(query="  ")) == 3
        assert "query" in await agent.fails("recall", query=5)

    served(session)


def test_limit_is_twenty_unless_given(served):
    async def session(agent: Agent) -> None:
        for number in range(1, 23):
            await agent.remember(f"Fact {number:02d} is about topic{number}")
        user("approve", *(f"mem-{number:04d}" for number in range(1, 23)))
        assert len(await agent.recall()) == 20
        assert len(await agent.recall(limit=1)) == 1
        assert len(await agent.recall(limit=500)) == 22
        assert len(await agent.recall(query="fact about", limit=2)) == 2
        for wrong in (0, 501, -1, 2.5, "all"):
            assert "limit" in await agent.fails("recall", limit=wrong)

    served(session)


def test_the_resource_is_the_facts_grouped_by_kind(served):
    async def session(agent: Agent) -> None:
        assert "Nothing was promoted" in await agent.block()
        await agent.remember("I prefer pnpm over npm", kind="tooling")
        await agent.remember("My name is Dana", kind="identity")
        user("approve", "mem-0001", "mem-0002")
        block = await agent.block()
        assert block.index("### Tooling\n\n- I prefer pnpm over npm") < block.index("### Identity\n\n- My name is Dana")
        listed = {str(r.uri) for r in (await agent.client.list_resources()).resources}
        assert listed == {"codegraph://status", "memory://recall"}

    served(session)


def test_only_a_server_of_this_toolset_lists_the_resource(served):
    async def session(agent: Agent) -> None:
        listed = {str(r.uri) for r in (await agent.client.list_resources()).resources}
        assert "memory://recall" not in listed

    served(session, "default")


def test_no_tool_of_any_toolset_offers_a_verdict(served):
    verdicts = ("approve", "promote", "reject", "sync")
    names = [t.name for t in list_tools() if t.toolset is Toolset.ENGRAM]
    assert names == ["remember", "recall"]
    assert not [t.name for t in list_tools() if any(word in t.name for word in verdicts)]
    assert not [t.name for t in list_tools() if t.twin.removeprefix("memory ") in verdicts]


def test_what_agents_do_with_other_tools_promotes_nothing(served):
    async def session(agent: Agent) -> None:
        await agent.remember("I prefer pnpm over npm", kind="health")
        for tool, arguments in (
            ("store_memory", {"content": "I prefer pnpm over npm", "namespace": "user"}),
            ("update_memory", {"id": "mem-0001", "content": "I prefer pnpm"}),
            ("refine_memory", {"id": "mem-0001", "importance": 1.0}),
            ("consolidate_cluster", {}),
            (
                "import_memories",
                {
                    "memories": [
                        {
                            "content": "I'm vegan",
                            "memory_type": "health",
                            "vocabulary": "engram",
                            "status": "active",
                        }
                    ]
                },
            ),
        ):
            result = await agent.client.call_tool(tool, arguments)
            assert not result.is_error, text(result)
        assert await agent.facts() == []

    served(session, "engram", "codemem")


def test_facts_of_a_project_stay_in_it_and_those_of_the_user_go_along(served, folder, tmp_path):
    async def here(agent: Agent) -> None:
        await agent.remember("We use pnpm workspaces in this monorepo", kind="tooling")
        await agent.remember("I prefer dark themes")
        user("approve", "mem-0001", "mem-0002")
        assert len(await agent.facts()) == 2

    served(here)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    async def there(client: Client) -> None:
        assert await Agent(client).facts() == ["I prefer dark themes"]

    talk(Repositories(elsewhere), there, toolsets=("engram",))


def test_what_other_vocabularies_hold_is_recalled_as_one_of_the_ten_kinds(served):
    async def session(agent: Agent) -> None:
        await agent.client.call_tool(
            "store_memory", {"content": "We chose SQLite over Postgres", "memory_type": "decision"}
        )
        (found,) = await agent.recall(query="why SQLite?")
        assert (found["fact"], found["kind"]) == ("We chose SQLite over Postgres", "infra")
        await agent.remember("I prefer pnpm over npm", kind="tooling")
        user("approve", "mem-0001")
        assert (await agent.facts())[0] == "I prefer pnpm over npm"
        result = await agent.client.call_tool("recall_memory", {"query": "pnpm"})
        assert [hit["memory_type"] for hit in json.loads(text(result))][:1] == ["context"]

    served(session, "engram", "codemem")
