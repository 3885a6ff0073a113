"""The toolset `kumiho` served in this process, and a client that checks what it gets."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import validate
from mcp import Client

from codegraph.operations.provenance.item_queries import GUARD
from codegraph.operations.tools.tool_table import choose, find_tool
from codegraph.server.app import make_server
from codegraph.server.call import build_structured_schema
from codegraph.server.repositories import Repositories
from codegraph.text.token_counts import bound_tokens

SKILLS = "CognitiveMemory/Skills"


class Tools:
    """Calls that must succeed give the value of the first text; `fails` gives what is said of one that must not."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.size = 0  # of the last answer's text, in tokens

    async def __call__(self, name: str, **arguments: Any) -> Any:
        reply = await self.client.call_tool(name, arguments)
        text = reply.content[0].text  # type: ignore[union-attr]
        assert not reply.is_error, (name, text)
        value = json.loads(text)
        self.size = bound_tokens(text)
        assert len(reply.content) == 1 and reply.structured_content is None
        validate(value, build_structured_schema(find_tool(name)))
        return value

    async def fails(self, name: str, **arguments: Any) -> str:
        reply = await self.client.call_tool(name, arguments)
        text = reply.content[0].text  # type: ignore[union-attr]
        assert reply.is_error, (name, text)
        return text


Session = Callable[[Tools], Awaitable[None]]


Talk = Callable[[Session], None]


def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Runs a session with a client; no model is configured, and nothing was asked before."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    for name in ("PROVIDER", "MODEL", "BASE_URL", "API_KEY"):
        monkeypatch.delenv(f"KUMIHO_LLM_{name}", raising=False)
    monkeypatch.delenv("KUMIHO_GRAPH_AUGMENTED_RECALL", raising=False)
    monkeypatch.setattr(GUARD, "_kept", {})
    folder = tmp_path / "project"
    folder.mkdir()

    def run(session: Session) -> None:
        async def main() -> None:
            with anyio.fail_after(120):
                async with Client(make_server(choose(("kumiho",)), Repositories(folder))) as client:
                    await session(Tools(client))

        anyio.run(main)

    return run


async def four_revisions(call: Tools) -> None:
    """The item that the documented example of reflect refers to."""
    for number in range(4):
        await call(
            "kumiho_memory_store",
            user_text=f"Transport of the operator-daemon channel, as of day {number}",
            title="transport",
            space_path="Revka/AgentPool",
        )


async def remember(call: Tools, *texts: str, **values: Any) -> list[str]:
    made = [await call("kumiho_memory_store", user_text=text, **values) for text in texts]
    return [one["kref"] for one in made]
