"""The tools served by default: few, one for each kind of question, each answering in one call."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

TOOLS: tuple[Tool, ...] = (
    Tool(
        "code_explore",
        Toolset.DEFAULT,
        "Explore code",
        "How does X work, how does A reach B: the symbols that matter with source, callers, callees, the path between "
        "two named ones, and the blast radius, in one call. Start here.",
        "models:ExploreInput",
        "models:ExploreOutput",
        "explore:explore",
        twin="explore",
    ),
    Tool(
        "code_search",
        Toolset.DEFAULT,
        "Search code",
        "Find code by a question, a name, a path, an error text or words, also in prose. Returns places, not source; "
        "then use code_symbol or code_explore. For an exact string, grep is fine.",
        "models:SearchInput",
        "models:SearchOutput",
        "search:search",
        twin="search",
    ),
    Tool(
        "code_symbol",
        Toolset.DEFAULT,
        "Show one symbol",
        "One symbol: signature, doc, source, direct callers and callees, each with how it is known. "
        "An unknown or ambiguous name answers with the candidates.",
        "models:SymbolInput",
        "models:SymbolOutput",
        "symbol:symbol",
        twin="symbol",
    ),
    Tool(
        "code_impact",
        Toolset.DEFAULT,
        "What depends on it",
        "What breaks if a symbol or file changes, or by what changed: dependents by distance, tests that reach it. "
        "Call it before editing.",
        "models:ImpactInput",
        "models:ImpactOutput",
        "impact:impact",
        twin="impact",
    ),
    Tool(
        "memory_recall",
        Toolset.DEFAULT,
        "Recall",
        "What people and agents decided or learned here, by question or by what it is about; says where the code has "
        "changed since. Ask it before you decide.",
        "models:MemoryRecallInput",
        "models:MemoryRecallOutput",
        "memory:memory_recall",
    ),
    Tool(
        "memory_write",
        Toolset.DEFAULT,
        "Remember",
        "Keep a decision, pattern, preference or insight for later sessions. Not for what the code itself says.",
        "models:MemoryWriteInput",
        "models:MemoryWriteOutput",
        "memory:memory_write",
        Effect.WRITES,
        twin="memory add",
    ),
)
