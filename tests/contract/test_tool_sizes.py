"""Limits on the tokens that the list of tools takes of a conversation."""

from __future__ import annotations

import json

from codegraph.operations.tools.tool_spec import Tool, Toolset
from codegraph.operations.tools.tool_table import choose
from codegraph.server.app import describe

MOST_CHARACTERS = 6_400
"""Of the names, descriptions and input schemas, which a model reads."""

MOST_BYTES = 7_900
CODE_BYTES = 4_400
"""The share of the tools about code, so that those of memory have room."""


def size(offered) -> int:
    return len(describe(offered).model_dump_json(by_alias=True, exclude_none=True).encode())


def test_names_descriptions_and_schemas_of_the_default_toolset_stay_small():
    listed = [describe(offered) for offered in choose()]
    assert len(listed) == 8
    schemas = [json.dumps(tool.input_schema, separators=(",", ":"), ensure_ascii=False) for tool in listed]
    said = [tool.name + (tool.description or "") for tool in listed]
    assert sum(map(len, (*schemas, *said))) <= MOST_CHARACTERS


def test_the_default_toolset_is_listed_in_a_bounded_number_of_bytes():
    assert sum(size(o) + 1 for o in choose()) + 100 <= MOST_BYTES


def test_the_code_tools_leave_room_for_memory():
    def of_code(tool: Tool) -> bool:
        return tool.toolset is Toolset.DEFAULT and tool.name.startswith("code_")

    assert sum(size(o) + 1 for o in choose() if of_code(o.tool)) <= CODE_BYTES
