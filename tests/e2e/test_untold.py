"""What a question names and no answer has is said in every vocabulary."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp_types import CallToolResult, TextContent
from support.serving import talk

from codegraph.cli.app import main
from codegraph.server.repositories import Repositories

TOLD = "Ada Quill owns the gateway and its certificates"


def notes(result: CallToolResult) -> str:
    """The texts of a reply behind the first, and its note."""
    told = [one.text for one in result.content[1:] if isinstance(one, TextContent)]
    return "; ".join((*told, str((result.structured_content or {}).get("note") or "")))


@pytest.mark.parametrize(
    ("toolset", "write", "ask"),
    [
        ("engram", ("remember", {"fact": TOLD, "kind": "project"}), "recall"),
        (
            "kumiho",
            ("kumiho_memory_reflect", {"session_id": "s", "response": "ok", "captures": [{"type": "fact", "title": "gateway", "content": TOLD}]}),
            "kumiho_memory_engage",
        ),
        ("kimetsu", ("kimetsu_brain_record", {"lesson": TOLD}), "kimetsu_brain_context"),
    ],
)  # fmt: skip
def test_what_nobody_told_is_named_beside_what_is_near(folder: Path, toolset, write, ask):
    async def session(client):
        tool, arguments = write
        assert not (await client.call_tool(tool, arguments)).is_error
        if toolset == "engram":
            assert main(["memory", "approve", "mem-0001", "-q"]) == 0
        told = await client.call_tool(ask, {"query": "Who owns the gateway?"})
        assert "no answer here has" not in notes(told)
        told = await client.call_tool(ask, {"query": "Who owns the gateway of Zephyr?"})
        assert "no answer here has `Zephyr`" in notes(told)

    talk(Repositories(folder), session, toolsets=(toolset,))
