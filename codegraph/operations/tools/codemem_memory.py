"""Toolset `codemem`: its tools about memories.

Those about code are in `codemem`.
"""

from __future__ import annotations

from codegraph.operations.memory.capabilities import CAPABILITIES
from codegraph.operations.tools.tool_spec import (
    Argument,
    Column,
    Effect,
    Projection,
    Tool,
    Toolset,
    accept,
    bind_toolset,
    require,
)

_adapt = bind_toolset(Toolset.CODEMEM, CAPABILITIES, "memory ", only=True)


def _accept_type(default: str | None = None) -> Argument:
    return accept("memory_type", default=default, choices="memory.memory_model:CODEMEM_KINDS")


def _accept_k(default: int) -> Argument:
    return accept("k", "", int, default, low=1, high=500)


def _list_hit(place: str, *more: Column) -> Projection:
    """Return what is told of a memory that was found, which lies at `place`."""
    return (
        Column("id", f"{place}memory.id"),
        Column("content", f"{place}memory.body.content"),
        Column("memory_type", f"{place}memory.body.kind", by="recalls:tell_kind"),
        Column("importance", f"{place}memory.body.importance"),
        Column("score", f"{place}score", by="server.columns:round_off"),
        Column("score_breakdown", f"{place}signals", by="recalls:list_signals"),
        Column("tags", f"{place}memory.body.tags"),
        Column("namespace", f"{place}memory.namespace", by="server.columns:drop_empty_text"),
        Column("access_count", f"{place}memory.access_count"),
        *more,
        # Code under the memory that is not as it was: changed, moved (to `now`) or gone.
        Column("stale", f"{place}anchors", by="operations.provenance.item_rows:list_stale", optional=True),
    )


_DESTROYS, _WRITES = Effect.DESTROYS, Effect.WRITES
_NAME = "memory.write_validation:MAX_NAME"
_CONTENT = "memory.write_validation:MAX_CONTENT"
_UNDO = "the user can run `codegraph memory undo {token}`"
_UNDO_CYCLE = "{cycles.0.affected?}the user can run `codegraph memory undo {cycles.0.token}`"

ID = require("id", "id of the memory")
QUERY = require("query", "a question, in natural language")
NAMESPACE = accept("namespace", "only this namespace", longest=_NAME)
ABOUT = accept(
    "about", "files or symbols you are at: what is anchored near them ranks higher (`scope`)", str, (), several=True
)
IMPORTANCE = accept("importance", "", float, low=0, high=1)
DRY_RUN = Argument("dry_run", help="only say what would change")
DRY = Column("dry_run", argument="dry_run")
PATTERNS = Argument("namespace", help="only this namespace", longest=_NAME)
IMPACT = ("pagerank", "centrality", "connected_decisions", "dependent_files", "modification_count")


def _name_cycle(name: str) -> Column:
    return Column("cycle", value=name)


def _count_affected(name: str) -> Column:
    return Column(name, "cycles.0.affected")


def _accept_frequency(default: int | None = None) -> Argument:
    return Argument("min_frequency", help="", default=default, low=1, high=1_000_000)


DECISION: Projection = (
    *(Column(name, f"memory.{name}") for name in ("id", "content", "importance", "tags", "created_at", "status")),
    Column("connections", columns=("relationship", "source", "target")),
)

PATTERN: Projection = (
    Column("pattern_type", "type", kind=str),
    Column("description", ".", by="memory.tool_patterns:describe"),
    "subject",
    "frequency",
    "sessions",
    Column("confidence", by="server.columns:round_off"),
)

# fmt: off
TOOLS: tuple[Tool, ...] = (
    _adapt("recall", "recall_memory", "Recall memories",
        "Recall memories that answer a question, best first. Each has the nine parts of its score, and what changed "
        "in the code it is about.",
        handler="recalls:recall_memory", arguments=(QUERY, _accept_k(10), _accept_type(), NAMESPACE, ABOUT),
        projection=_list_hit("")),
    _adapt("recall", "recall_with_expansion", "Recall with expansion",
        "Recall as recall_memory does, and add memories that the graph leads to from those, each with its path.",
        handler="recalls:recall_memory",
        arguments=(
            QUERY, _accept_k(5),
            accept("expansion_depth", "hops through the graph; 0 adds nothing", int, 1, low=0, high=5),
            NAMESPACE, ABOUT,
        ),
        projection=_list_hit("", Column("expansion_path", "path", by="recalls:describe_path"))),
    _adapt("recall", "recall_with_impact", "Recall with impact",
        "Recall as recall_memory does, and add to each memory how central it is, the decisions it is linked to, the "
        "files it is about, and its number of edits.",
        handler="recalls:recall_with_impact", arguments=(QUERY, _accept_k(10), NAMESPACE, ABOUT),
        projection=_list_hit("found.", Column("impact", columns=IMPACT))),
    _adapt("add", "store_memory", "Store a memory",
        "Store a decision, pattern, preference, style, habit, insight or context. The same text stored again is "
        "merged.",
        _WRITES, idempotent=True, handler="memories:store_memory",
        arguments=(
            require("content", "what to remember", longest=_CONTENT),
            _accept_type("context"),
            IMPORTANCE._replace(default=0.5),
            accept("tags", "searchable tags", str, (), several=True),
            NAMESPACE._replace(help="project scope, such as its folder; this repository unless given"),
            accept("links", "ids of graph nodes to relate it to", str, (), several=True),
        ),
        projection=(
            Column("id", "memory.id"),
            Column("status", "created", by="memories:tell_status"),  # duplicate: the text was there, they were merged
            Column("content_hash", "memory.content_hash"),
            Column("graph_node_created", "created"),
        )),
    _adapt("update", "update_memory", "Update a memory",
        "Replace the content of a memory, and its importance if given. Earlier revisions stay readable.",
        _WRITES, handler="memories:update_memory",
        arguments=(ID, require("content", "its new content", longest=_CONTENT), IMPORTANCE),
        projection=("id", Column("updated", value=True), "content_hash")),
    _adapt("delete", "delete_memory", "Delete a memory",
        "Archive a memory, so that no recall returns it. The user can undo this.",
        _DESTROYS, idempotent=True, arguments=("id",), note=f"archived, not gone: {_UNDO}",
        projection=(Column("id", "memory.id"), Column("deleted", value=True))),
    _adapt("link", "associate_memories", "Relate two memories",
        "Create a typed relationship between two memories or graph nodes.",
        _WRITES, idempotent=True, handler="memories:associate_memories",
        arguments=(
            require("source_id", "id of a memory or node"),
            require("target_id", "id of a memory or node"),
            require("relationship", choices="operations.memory.requests:RELATIONSHIPS"),
            accept("weight", "", float, 1.0, low=0),
        ),
        projection=(
            Column("id", ".", by="memories:name_link"),
            Column("source_id", "source"),
            Column("target_id", "target"),
            Column("relationship", "relationship", kind=str),
            "weight",
        )),
    _adapt("refine", "refine_memory", "Refine a memory",
        "Store a better version of a memory as a new one that supersedes it, linked by an EVOLVED_INTO edge.",
        _WRITES, handler="memories:refine_memory",
        arguments=(
            ID,
            accept("content", "the better text; what it was unless given", longest=_CONTENT),
            accept("tags", several=True),
            IMPORTANCE,
        ),
        projection=(
            Column("old_id", "sources.0"), Column("new_id", "made.0"), Column("relationship", value="EVOLVED_INTO"),
        )),
    _adapt("split", "split_memory", "Split a memory",
        "Store the parts of a memory as separate memories, with PART_OF edges to the original, which stays.",
        _WRITES, idempotent=True, handler="memories:split_memory",
        arguments=(
            ID,
            Argument("parts", help="at least two parts", required=True, several=True, items=(
                require("content", "text of the part", longest=_CONTENT),
                accept("tags", "those of the original unless given", str, (), several=True),
                IMPORTANCE._replace(help="that of the original unless given"),
            )),
        ),
        projection=(
            Column("source_id", "sources.0"), Column("parts", "made"), Column("relationship", value="PART_OF"),
        )),
    _adapt("merge", "merge_memories", "Merge memories",
        "Store one memory that sums up two or more others, with SUMMARIZES edges to them. The originals stay.",
        _WRITES, idempotent=True, handler="memories:merge_memories",
        arguments=(
            require("source_ids", "ids of at least two memories", several=True),
            require("content", "the text that sums them up", longest=_CONTENT),
            _accept_type("insight"),
            IMPORTANCE._replace(default=0.7),
            accept("tags", "beside those of the sources", str, (), several=True),
        ),
        projection=(
            Column("merged_id", "made.0"), Column("source_ids", "sources"), Column("relationship", value="SUMMARIZES"),
        )),
    _adapt("metrics", "codemem_metrics", "Metrics",
        "Show how long the tools of this server took: p50, p95 and p99 of each, in milliseconds.",
        handler="maintenance:measure_tools"),
    _adapt("export", "export_memories", "Export memories",
        "Return memories as a JSON array, with their ids, dates and graph edges.",
        handler="maintenance:export_memories",
        arguments=(NAMESPACE, _accept_type(), accept("limit", "", int, 100, low=1, high=10_000))),
    _adapt("import", "import_memories", "Import memories",
        "Store memories from a JSON array. Duplicates and items that cannot be stored are skipped and counted.",
        _WRITES, idempotent=True, handler="maintenance:import_memories",
        arguments=(
            require("memories", "objects with `content`, and memory_type, importance, confidence, tags, namespace, "
                "metadata if they have them", dict[str, object], several=True),
        ),
        projection=(
            "imported",
            Column("skipped", ".", by="maintenance:count_skipped"),
            "ids",
            "duplicates",
            Column("problems", "skipped", by="maintenance:list_problems"),
        )),
    _adapt("namespace list", "list_namespaces", "List namespaces",
        "List all namespaces with the number of their memories.",
        projection=(Column("namespaces", ".", by="maintenance:list_spaces"),)),
    _adapt("namespace stats", "namespace_stats", "Statistics of a namespace",
        "Show the count, average importance and confidence, types, tags and dates of one namespace.",
        handler="maintenance:count_namespace", arguments=(require("namespace", longest=_NAME),),
        projection=(
            Column("namespace", "namespace_name"),
            "count",
            Column("avg_importance", "average_importance", by="server.columns:round_off"),
            Column("avg_confidence", "average_confidence", by="server.columns:round_off"),
            Column("type_distribution", "by_kind", by="maintenance:tell_counts"),
            Column("tag_frequency", "tags", by="maintenance:tell_counts"),
            Column("oldest", by="server.columns:drop_empty_text"),
            Column("newest", by="server.columns:drop_empty_text"),
        )),
    _adapt("namespace delete", "delete_namespace", "Delete a namespace",
        "Archive all memories of a namespace; `confirm` must be true. The user can undo this.",
        _DESTROYS, idempotent=True, prepare="maintenance:check_confirmed",
        arguments=(
            Argument("namespace", help="", longest=_NAME),
            Argument("confirm", help="must be true", required=True),
        ),
        projection=(Column("deleted", "archived"), Column("namespace", "namespace_name")),
        note=f"{{archived?}}archived, not gone: {_UNDO}"),
    _adapt("consolidate", "consolidate_decay", "Decay",
        "Lower the importance of unused memories by 10 % for each full threshold period.",
        _WRITES, idempotent=True, fixed=(("cycle", "decay"),), prepare="maintenance:choose_algorithm", note=_UNDO_CYCLE,
        arguments=(
            Argument("threshold_days", help="days without use", low=0, high=36_500),
            Argument("algorithm", "power", "", "flat", choices=("flat", "power_law"), kind=str),
            DRY_RUN,
        ),
        projection=(
            _name_cycle("decay"), _count_affected("affected"), Column("threshold_days", argument="threshold_days"), DRY,
        )),
    _adapt("consolidate", "consolidate_creative", "Creative links",
        "Link memories of different types that share tags.",
        _WRITES, idempotent=True, fixed=(("cycle", "creative"),), prepare="maintenance:choose_algorithm",
        note=_UNDO_CYCLE,
        arguments=(
            Argument("algorithm", "neighbours", "", "tags", choices=("tags", "neighbors"), kind=str), DRY_RUN,
        ),
        projection=(
            _name_cycle("creative"), _count_affected("new_connections"), Column("algorithm", argument="algorithm"), DRY,
        )),
    _adapt("consolidate", "consolidate_cluster", "Merge near duplicates",
        "Find memories of one namespace and type that say the same, keep the best and archive the rest.",
        _DESTROYS, idempotent=True, fixed=(("cycle", "cluster"),), prepare="maintenance:choose_algorithm",
        note=_UNDO_CYCLE,
        arguments=(
            Argument("similarity_threshold", "similarity", "", low=0, high=1),
            Argument("algorithm", "by_hash", "", "cosine", choices=("cosine", "hash_prefix"), kind=str),
            DRY_RUN,
        ),
        projection=(
            _name_cycle("cluster"), _count_affected("merged"),
            Column("kept", "cycles.0", by="maintenance:count_kept"), DRY,
        )),
    _adapt("consolidate", "consolidate_forget", "Forget",
        "Archive memories below an importance that were never used.",
        _DESTROYS, idempotent=True, fixed=(("cycle", "forget"),), note=_UNDO_CYCLE,
        arguments=(Argument("importance_threshold", help="", low=0, high=1), DRY_RUN),
        projection=(
            _name_cycle("forget"), _count_affected("deleted"), Column("threshold", argument="importance_threshold"),
            DRY,
        )),
    _adapt("consolidate", "consolidate_summarize", "Summarize",
        "Sum up each group of linked memories in one insight, with SUMMARIZES edges. Uses sentences of the memories; "
        "needs no model.",
        _WRITES, idempotent=True, fixed=(("cycle", "summarize"),), note=_UNDO_CYCLE,
        arguments=(
            Argument("cluster_size", help="linked memories from which a summary is made", low=2, high=10_000), DRY_RUN,
        ),
        projection=(
            _name_cycle("summarize"), _count_affected("summarized"), Column("cluster_size", argument="cluster_size"),
            Column("ids", "cycles.0.written"), Column("method", value="extractive"), DRY,
        )),
    _adapt("consolidate", "consolidation_status", "Consolidation status",
        "Show when each consolidation cycle last ran, and how much it changed.",
        output="memory:ConsolidationStatusAnswer", fixed=(("cycle", "status"),),
        projection=(Column("cycles", by="maintenance:list_cycles"),)),
    _adapt("decisions", "get_decision_chain", "Decision chain",
        "List the decisions about a file or a topic in the order they were made, with how each led to the next.",
        fixed=(("every", True),), prepare="memories:check_asked",
        arguments=(
            Argument("file_path", "file", "decisions about this file"),
            Argument("topic", help="decisions about this topic"),
        ),
        projection=(
            Column("chain_length", "decisions", by="server.columns:count_rows"),
            Column("decisions", ".", DECISION, by="memories:connect"),
        )),
    _adapt("patterns", "detect_patterns", "Detect patterns",
        "Find repeated searches, file hotspots, decision chains and tool preferences across sessions.",
        arguments=(_accept_frequency(), PATTERNS), prepare="memories:look_everywhere",
        projection=(Column("count", "patterns", by="server.columns:count_rows"), Column("patterns", columns=PATTERN))),
    _adapt("patterns", "pattern_insights", "Pattern insights",
        "Return what detect_patterns finds as Markdown, for people.",
        arguments=(_accept_frequency(2), PATTERNS), prepare="memories:look_everywhere", fixed=(("insights", True),),
        projection=(Column("result", "markdown"),)),
)
# fmt: on
