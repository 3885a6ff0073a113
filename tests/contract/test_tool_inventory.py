"""The inventory of tools: every entry can be loaded, has a twin, and is offered under a name of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import is_dataclass

import pytest

from codegraph.errors import ConfigError
from codegraph.operations.capabilities import BY_NAME
from codegraph.operations.tools.tool_spec import Effect, Tool, Toolset
from codegraph.operations.tools.tool_table import choose, find_tool, list_tools
from codegraph.server.adapter import get_input_type, get_output_type, load
from codegraph.server.json_schema import build_input_schema, build_output_schema


@pytest.mark.parametrize("tool", list_tools(), ids=lambda t: f"{t.toolset}.{t.name}")
def test_a_tool_names_things_that_exist(tool: Tool):
    assert is_dataclass(get_input_type(tool))
    for name in filter(None, (tool.handler, tool.prepare, tool.shape)):
        assert callable(load(tool, name))
    assert bool(tool.handler) is not bool(tool.operation)
    assert build_input_schema(get_input_type(tool))["additionalProperties"] is False
    assert build_output_schema(get_output_type(tool))["type"] == "object"
    assert tool.about.endswith(".") and tool.title


@pytest.mark.parametrize("tool", [t for t in list_tools() if t.twin], ids=lambda t: f"{t.toolset}.{t.name}")
def test_the_twin_of_a_tool_is_a_verb(tool: Tool):
    assert tool.twin in BY_NAME


@pytest.mark.parametrize("tool", [t for t in list_tools() if t.toolset is Toolset.DEFAULT], ids=lambda t: t.name)
def test_a_default_tool_takes_a_budget(tool: Tool):
    assert "max_tokens" in build_input_schema(get_input_type(tool))["properties"]


def spec(name: str, toolset: Toolset, effect: Effect = Effect.READS) -> Tool:
    return Tool(name, toolset, name, "Something.", "models:In", "models:Out", "handlers:run", effect)


KNOWN = (
    spec("code_search", Toolset.DEFAULT),
    spec("memory_write", Toolset.DEFAULT, Effect.WRITES),
    spec("remember", Toolset.ENGRAM, Effect.WRITES),
    spec("recall", Toolset.ENGRAM),
    spec("remember", Toolset.KRONROE, Effect.WRITES),
    spec("facts_about", Toolset.KRONROE),
)


def names(**chosen) -> list[str]:
    return [o.name for o in choose(**chosen, known=KNOWN)]


def test_the_default_toolset_is_served_unless_another_is_chosen():
    assert names() == ["code_search", "memory_write"]
    assert names(toolsets=("kronroe",)) == ["remember", "facts_about"]


def test_single_tools_join_the_chosen_toolsets_or_stand_alone():
    assert names(toolsets=("engram",), tools=("facts_about",)) == ["remember", "recall", "facts_about"]
    assert names(tools=("facts_about",)) == ["facts_about"]


def test_only_a_name_that_two_chosen_toolsets_share_gets_a_prefix():
    assert names(toolsets=("engram", "kronroe")) == ["engram_remember", "recall", "kronroe_remember", "facts_about"]
    assert "remember" not in names(toolsets=("all",))


def test_read_only_takes_away_what_writes():
    assert names(read_only=True) == ["code_search"]
    with pytest.raises(ConfigError, match="no tool is left"):
        names(tools=("memory_write",), read_only=True)


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(ConfigError) as unknown:
        names(tools=("facts_abuot",))
    assert "facts_about" in unknown.value.hint
    with pytest.raises(ConfigError) as toolset:
        names(toolsets=("kronro",))
    assert "kronroe" in toolset.value.hint


def test_a_single_tool_of_a_shared_name_must_say_which():
    with pytest.raises(ConfigError) as ambiguous:
        find_tool("remember", KNOWN)
    assert "engram_remember" in ambiguous.value.hint and "kronroe_remember" in ambiguous.value.hint
    assert find_tool("kronroe_remember", KNOWN).toolset is Toolset.KRONROE


def test_names_of_the_default_toolset_are_no_other_toolsets():
    others = {tool.name for tool in list_tools() if tool.toolset is not Toolset.DEFAULT}
    assert others.isdisjoint(tool.name for tool in list_tools(Toolset.DEFAULT))


def test_listing_the_tools_imports_no_server():
    code = (
        "import sys, codegraph.operations.tools.tool_table as inventory; inventory.list_tools(); "
        "sys.exit(any(m in sys.modules for m in ('mcp', 'pydantic', 'numpy')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
