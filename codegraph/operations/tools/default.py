"""The tools served by default: few, one for each kind of question, each answering in one call."""

from __future__ import annotations

from codegraph.operations.tools.spec import Tool, Toolset

TOOLS: tuple[Tool, ...] = (
    Tool(
        "code_search",
        Toolset.DEFAULT,
        "Search code",
        "Find code by meaning, name or words. Returns places, not source; then use code_symbol or code_explore. "
        "For an exact string in text, grep is fine.",
        "models:SearchInput",
        "models:SearchOutput",
        "search:search",
        twin="search",
    ),
)
