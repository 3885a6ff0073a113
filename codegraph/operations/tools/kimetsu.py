"""Toolset `kimetsu`: contexts whose use is cited, lessons, and figures about both.

The names are those that its users know.
"""

from __future__ import annotations

from codegraph.operations.learning.capabilities import CAPABILITIES
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

_adapt = bind_toolset(Toolset.KIMETSU, CAPABILITIES, "memory learn ")


_LONGEST = "memory.write_validation:MAX_NAME"
_RUN = "id of the run; the one opened last in this repository unless given"
OK = Column("ok", value=True)

CAPSULE: Projection = (
    Column("id", "memory.id"),
    Column("kind", "memory.body.kind", by="loop:tell_kind"),
    Column("content", "memory.body.content"),
    Column("score", by="server.columns:round_off"),
    Column("confidence", "memory.body.confidence", by="server.columns:round_off"),
    Column("usefulness", by="server.columns:round_off"),  # factor of its score from what runs said, 1 is neutral
    Column("tags", "memory.body.tags", by="server.columns:drop_empty_list", optional=True),
    Column("stale", by="server.columns:drop_empty_list", optional=True),  # code it speaks of that changed since
)

CONFLICT: Projection = (
    Column("conflict_id", "id"),
    "similarity",
    Column("new_memory_id", "newer"),
    Column("new_text", "newer_content"),
    Column("existing_memory_id", "existing"),
    Column("existing_text", "existing_content"),
    Column("detected_at", "found_at"),
)

BLAMED: Projection = (
    Column("memory_id", "memory"),
    "kind",
    Column("text", "content"),
    "cited",
    "reason",
    Column("deliveries", "delivered"),
    Column("usefulness_score", "standing.score"),
    Column("use_count", "standing.uses"),
    Column("last_useful_at", "standing.last_useful_at"),
)

ENDED: Projection = (
    Column("run_id", "run.id"),
    Column("outcome", "run.outcome"),
    Column("cited", "credits", by="loop:count_cited"),
    Column("passengers", "credits", by="loop:count_passengers"),  # delivered, not cited
)

GROUPS = ("retrieval", "skips", "citations", "proposals", "usefulness", "harvest", "corpus", "tokens")

# fmt: off
TOOLS: tuple[Tool, ...] = (
    _adapt("context", "kimetsu_brain_context", "Retrieve context",
        "Get what memory has on a task, as capsules with ids. Call it before broad work, and call cite_memory for "
        "each capsule that helps. When nothing is relevant it returns `skipped: true`.",
        Effect.WRITES, handler="loop:serve_context",
        arguments=(
            require("query", "what the task is about, in a few words"),
            accept("stage", "stage of the task: kinds that help there rank higher", str, "",
                choices="memory.learning.context_selection:STAGES"),
            accept("budget_tokens", "tokens that the reply's text may take", int, 6_000, low=500, high=30_000),
            accept("min_score", "skip when the best capsule scores below", float, 0.15, low=0, high=1),
            accept("max_capsules", "", int, 3, low=1, high=20),
            accept("tags", "a capsule that holds one of these ranks higher", str, (), several=True),
            accept("prefer_roles", "kinds that rank higher", str, (), several=True),
            accept("run_id", f"{_RUN}; without any, or with an id of your own, one is started", str, "",
                longest=_LONGEST),
        ),
        projection=(
            OK,
            Column("skipped", "shown", by="server.columns:is_empty"),
            Column("run_id", "run"),
            Column("serving_id", "serving"),
            Column("stage", argument="stage"),
            Column("top_score", "chosen.top_score", by="server.columns:round_off"),
            Column("min_score", argument="min_score"),
            Column("budget_tokens", argument="budget_tokens"),
            Column("used_tokens", "tokens"),
            Column("capsule_count", "shown", by="server.columns:count_rows"),
            "excluded_count",
            Column("capsules", "shown", CAPSULE),
            Column("usage", ".", (Column("how_to_use", ".", by="loop:describe_use"),)),
        )),
    _adapt("record", "kimetsu_brain_record", "Record a lesson",
        "Record a concrete, reusable lesson after a problem that took effort. Near duplicates are merged. Below a "
        "confidence of 0.7 the lesson waits for a person. Contradictions are noted and block nothing.",
        Effect.WRITES, handler="loop:record",
        arguments=(
            accept("lesson", "the rule, concrete and actionable; may be left out with `outcome`", str, "",
                longest="memory.write_validation:MAX_CONTENT"),
            accept("tags", "domain words, such as rust or linker", str, (), several=True),
            accept("context", "what problem it was learned from", str, "",
                longest="memory.write_validation:MAX_CONTENT"),
            accept("confidence", "how sure you are that it generalises", float, 0.8, low=0, high=1),
            accept("kind", "", str, "fact", choices="server.tools.kimetsu.loop:RECORDED"),
            accept("run_id", _RUN, str, "", longest=_LONGEST),
            accept("outcome", "also end the run: what was cited in it earns or loses by how it went", str, "",
                choices=("finished", "failed")),
            accept("category", "why it failed; `Gate`, a verifier did, is no signal", str, "", longest=_LONGEST),
        ),
        projection=(
            OK,
            "result",
            Column("memory_id", "memory"),
            Column("proposal_id", "proposal"),
            Column("kind", argument="kind"),
            Column("lesson", argument="lesson", by="server.columns:strip_text"),
            Column("tags", argument="tags"),
            "similarity",
            Column("conflicts", "conflicts", CONFLICT),
            "usage",
            Column("run", "run", ENDED),
        )),
    _adapt("cite", "cite_memory", "Cite a memory",
        "Cite a memory that a context delivered in this run and that helped. The citation counts when the run ends.",
        Effect.WRITES, idempotent=True,
        arguments=(
            Argument("memory_id", "id", "id of a capsule", longest=_LONGEST),
            Argument("reason", help="what it helped with", longest=_LONGEST),
            Argument("run_id", "run", _RUN, longest=_LONGEST),
        ),
        projection=(OK, Column("run_id", "run"), Column("memory_id", "memory"), Column("citations", kind=int)),
        shape="loop:count_citations"),
    _adapt("blame", "kimetsu_brain_memory_blame", "Memories of a run",
        "List the memories that a run was given: cited ones first, then the rest.",
        arguments=(Argument("run_id", "run", longest=_LONGEST),),
        projection=(
            Column("run_id", "run.id"),
            *(Column(name, f"run.{name}") for name in ("outcome", "category", "started_at", "ended_at")),
            Column("cited", "cited", BLAMED),
            Column("passengers", "passengers", BLAMED),
        )),
    _adapt("insights", "kimetsu_brain_insights", "Insights",
        "Show whether memory helps, over the last runs: retrieval, skips, citations, proposals, usefulness, harvest, "
        "corpus and tokens.",
        only=True,
        arguments=(
            Argument("last_n_runs", help="window: so many last runs", low=1, high=10_000),
            Argument("since", help="window: since this time instead, such as 2026-03-01", longest=64),
            Argument("top", low=0, high=100),
        ),
        projection=(
            Column("runs", "figures.runs"),
            "since",
            *(Column(name, f"figures.{name}", kind=dict[str, object]) for name in GROUPS),
        )),
    _adapt("conflicts", "kimetsu_brain_memory_conflicts", "Open conflicts",
        "List memories that are close in meaning and differ in text. It resolves nothing: a person does that on the "
        "command line.",
        operation="learning.lessons:list_conflicts", only=True,
        arguments=(Argument("limit", help="", low=1, high=200),),
        projection=(
            Column("open", "total"),
            Column("conflicts", "conflicts", CONFLICT),
            Column("usage", value="The user resolves them: "
                "`codegraph memory learn conflicts --resolve ID kept_new | kept_existing | kept_both`."),
        )),
    _adapt("status", "kimetsu_brain_status", "Status",
        "Count memories by kind, proposals, conflicts and runs, and show the settings of the learning loop.",
        only=True,
        projection=(
            OK, "memories", "by_kind", "rated", "pending_proposals", "open_conflicts", "runs", "open_run",
            Column("floors", "floors", ("lexical", "semantic")), "decay_half_life_days", "encoder",
        )),
)
# fmt: on
