"""The toolset `codemem`: its tools about memories. Those about code stand in `codemem`."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset


def _tool(
    name: str,
    title: str,
    about: str,
    module: str,
    effect: Effect = Effect.READS,
    *,
    idempotent: bool = True,
    twin: str = "",
) -> Tool:
    camel = "".join(part.capitalize() for part in name.split("_"))
    return Tool(
        name,
        Toolset.CODEMEM,
        title,
        about,
        f"memory_models:{camel}Input",
        f"memory_models:{camel}Output",
        f"{module}:{name}",
        effect,
        idempotent,
        twin,
    )


_WRITES, _DESTROYS = Effect.WRITES, Effect.DESTROYS

TOOLS: tuple[Tool, ...] = (
    _tool(
        "recall_memory",
        "Recall memories",
        "Recall memories that answer a question, best first. Each has the nine parts of its score, and what changed "
        "in the code it is about.",
        "recollection",
        twin="memory recall",
    ),
    _tool(
        "recall_with_expansion",
        "Recall with expansion",
        "Recall as recall_memory does, and add memories that the graph leads to from those, each with its path.",
        "recollection",
        twin="memory recall",
    ),
    _tool(
        "recall_with_impact",
        "Recall with impact",
        "Recall as recall_memory does, and add to each memory how central it is, the decisions it is linked to, the "
        "files it is about, and its number of edits.",
        "recollection",
        twin="memory recall",
    ),
    _tool(
        "store_memory",
        "Store a memory",
        "Store a decision, pattern, preference, style, habit, insight or context. The same text stored again is "
        "merged.",
        "memories",
        _WRITES,
        twin="memory add",
    ),
    _tool(
        "update_memory",
        "Update a memory",
        "Replace the content of a memory, and its importance if given. Earlier revisions stay readable.",
        "memories",
        _WRITES,
        idempotent=False,
        twin="memory update",
    ),
    _tool(
        "delete_memory",
        "Delete a memory",
        "Archive a memory, so that no recall returns it. The user can undo this.",
        "memories",
        _DESTROYS,
        twin="memory delete",
    ),
    _tool(
        "associate_memories",
        "Relate two memories",
        "Create a typed relationship between two memories or graph nodes.",
        "relations",
        _WRITES,
        twin="memory link",
    ),
    _tool(
        "refine_memory",
        "Refine a memory",
        "Store a better version of a memory as a new one that supersedes it, linked by an EVOLVED_INTO edge.",
        "memories",
        _WRITES,
        idempotent=False,
        twin="memory refine",
    ),
    _tool(
        "split_memory",
        "Split a memory",
        "Store the parts of a memory as separate memories, with PART_OF edges to the original, which stays.",
        "memories",
        _WRITES,
        twin="memory split",
    ),
    _tool(
        "merge_memories",
        "Merge memories",
        "Store one memory that sums up two or more others, with SUMMARIZES edges to them. The originals stay.",
        "memories",
        _WRITES,
        twin="memory merge",
    ),
    _tool(
        "codemem_metrics",
        "Metrics",
        "Show how long the tools of this server took: p50, p95 and p99 of each, in milliseconds.",
        "metrics",
        twin="memory metrics",
    ),
    _tool(
        "export_memories",
        "Export memories",
        "Return memories as a JSON array, with their ids, dates and graph edges.",
        "transfer",
        twin="memory export",
    ),
    _tool(
        "import_memories",
        "Import memories",
        "Store memories from a JSON array. Duplicates and items that cannot be stored are skipped and counted.",
        "transfer",
        _WRITES,
        twin="memory import",
    ),
    _tool(
        "list_namespaces",
        "List namespaces",
        "List all namespaces with the number of their memories.",
        "spaces",
        twin="memory namespace list",
    ),
    _tool(
        "namespace_stats",
        "Statistics of a namespace",
        "Show the count, average importance and confidence, types, tags and dates of one namespace.",
        "spaces",
        twin="memory namespace stats",
    ),
    _tool(
        "delete_namespace",
        "Delete a namespace",
        "Archive all memories of a namespace; `confirm` must be true. The user can undo this.",
        "spaces",
        _DESTROYS,
        twin="memory namespace delete",
    ),
    _tool(
        "consolidate_decay",
        "Decay",
        "Lower the importance of unused memories by 10 % for each full threshold period.",
        "consolidation",
        _WRITES,
        twin="memory consolidate",
    ),
    _tool(
        "consolidate_creative",
        "Creative links",
        "Link memories of different types that share tags.",
        "consolidation",
        _WRITES,
        twin="memory consolidate",
    ),
    _tool(
        "consolidate_cluster",
        "Merge near duplicates",
        "Find memories of one namespace and type that say the same, keep the best and archive the rest.",
        "consolidation",
        _DESTROYS,
        twin="memory consolidate",
    ),
    _tool(
        "consolidate_forget",
        "Forget",
        "Archive memories below an importance that were never used.",
        "consolidation",
        _DESTROYS,
        twin="memory consolidate",
    ),
    _tool(
        "consolidate_summarize",
        "Summarize",
        "Sum up each group of linked memories in one insight, with SUMMARIZES edges. Uses sentences of the memories; "
        "needs no model.",
        "consolidation",
        _WRITES,
        twin="memory consolidate",
    ),
    _tool(
        "consolidation_status",
        "Consolidation status",
        "Show when each consolidation cycle last ran, and how much it changed.",
        "consolidation",
        twin="memory consolidate",
    ),
    _tool(
        "get_decision_chain",
        "Decision chain",
        "List the decisions about a file or a topic in the order they were made, with how each led to the next.",
        "relations",
        twin="memory decisions",
    ),
    _tool(
        "detect_patterns",
        "Detect patterns",
        "Find repeated searches, file hotspots, decision chains and tool preferences across sessions.",
        "patterns",
        twin="memory patterns",
    ),
    _tool(
        "pattern_insights",
        "Pattern insights",
        "Return what detect_patterns finds as Markdown, for people.",
        "patterns",
        twin="memory patterns",
    ),
)
