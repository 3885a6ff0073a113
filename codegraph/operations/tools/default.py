"""Tools served by default.

They are few, one for each kind of question, each answering in one call.
"""

from __future__ import annotations

from codegraph.operations.tools.tool_spec import Effect, Tool, Toolset

TOOLS: tuple[Tool, ...] = (
    Tool(
        "code_explore",
        Toolset.DEFAULT,
        "Explore code",
        "Explain code in one call: the symbols that answer a question, with source, callers, callees, the path "
        "between two named symbols, and what depends on them. Start here for how something works or how A reaches B. "
        "It does not search prose or configuration: use code_search.",
        "models:ExploreInput",
        "models:ExploreOutput",
        "explore:explore",
        twin="explore",
    ),
    Tool(
        "code_search",
        Toolset.DEFAULT,
        "Search code",
        "Find code by a question, a name, a path, an error message or words, also in prose. Returns places, not "
        "source: follow with code_symbol or code_explore. For an exact string, grep is fine.",
        "models:SearchInput",
        "models:SearchOutput",
        "search:search",
        twin="search",
    ),
    Tool(
        "code_symbol",
        Toolset.DEFAULT,
        "Show one symbol",
        "Show one symbol: signature, documentation, source, direct callers and callees, each with how it is known. "
        "Use it when you know the name. An unknown or ambiguous name returns the candidates.",
        "models:SymbolInput",
        "models:SymbolOutput",
        "symbol:describe_named_symbol",
        twin="symbol",
    ),
    Tool(
        "code_impact",
        Toolset.DEFAULT,
        "What depends on it",
        "List what depends on a symbol or file, or on a change (a revision or a diff): dependents by distance, and "
        "the tests to run. Call it before you edit. It does not see calls from outside the repository.",
        "models:ImpactInput",
        "models:ImpactOutput",
        "impact:report_impact",
        twin="impact",
    ),
    Tool(
        "memory_recall",
        Toolset.DEFAULT,
        "Recall",
        "Recall what people and agents decided or learned here, by a question or by code. Says where that code has "
        "changed since. Ask it before you decide.",
        "models:MemoryRecallInput",
        "models:MemoryRecallOutput",
        "memory:recall_memories",
        twin="memory recall",
    ),
    Tool(
        "memory_write",
        Toolset.DEFAULT,
        "Remember",
        "Store a decision, pattern, preference or insight for later sessions, not what the code says. The reply names "
        "earlier memories that it changes or repeats.",
        "models:MemoryWriteInput",
        "models:MemoryWriteOutput",
        "memory:write_memory",
        Effect.WRITES,
        twin="memory add",
    ),
    Tool(
        "memory_feedback",
        Toolset.DEFAULT,
        "Say what helped",
        "After a task: which recalled memories you used and how it ended, so that useful ones rank higher. Also: "
        "which you checked and still hold.",
        "models:MemoryFeedbackInput",
        "models:MemoryFeedbackOutput",
        "feedback:record_feedback",
        Effect.WRITES,
        idempotent=False,
        twin="memory feedback",
    ),
    Tool(
        "memory_timeline",
        Toolset.DEFAULT,
        "What happened when",
        "List what was decided, changed, amended or replaced over time, newest last.",
        "models:MemoryTimelineInput",
        "models:MemoryTimelineOutput",
        "timeline:show_timeline",
        twin="memory timeline",
    ),
)
