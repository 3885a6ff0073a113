"""What a conversation pays for having the tools listed."""

from __future__ import annotations

from codegraph.operations.tools.inventory import choose
from codegraph.operations.tools.spec import Tool, Toolset
from codegraph.server.app import describe

MOST_BYTES = 7_000
CODE_BYTES = 4_400
"""What the code tools may take of it, so that those of memory have room."""


def size(offered) -> int:
    return len(describe(offered).model_dump_json(by_alias=True, exclude_none=True).encode())


def test_the_default_toolset_is_listed_in_seven_thousand_bytes():
    assert sum(size(o) + 1 for o in choose()) + 100 <= MOST_BYTES


def test_the_code_tools_leave_room_for_memory():
    def of_code(tool: Tool) -> bool:
        return tool.toolset is Toolset.DEFAULT and tool.name.startswith("code_")

    assert sum(size(o) + 1 for o in choose() if of_code(o.tool)) <= CODE_BYTES
