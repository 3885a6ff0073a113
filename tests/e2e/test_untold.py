"""Notes on what a question names and no answer has, in every vocabulary."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp_types import CallToolResult
from support.serving import talk, text

from codegraph.cli.app import main
from codegraph.server.repositories import Repositories

TOLD = "Ada Quill owns the gateway and its certificates"


def note(result: CallToolResult) -> str:
    """Return the note in the value of a reply: of the object, or of the last one of a list."""
    value = json.loads(text(result))
    return str((value[-1] if isinstance(value, list) else value).get("note") or "")


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
        assert "no answer here has" not in note(told)
        told = await client.call_tool(ask, {"query": "Who owns the gateway of Zephyr?"})
        assert "no answer here has `Zephyr`" in note(told)

    talk(Repositories(folder), session, toolsets=(toolset,))
