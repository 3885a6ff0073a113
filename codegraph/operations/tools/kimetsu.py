"""The toolset `kimetsu`: contexts whose use is cited, lessons, and figures about both, as its users know them."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.KIMETSU

TOOLS: tuple[Tool, ...] = (
    Tool(
        "kimetsu_brain_context", _SET, "Retrieve context",
        "Get what memory has on a task, as capsules with ids. Call it before broad work, and call cite_memory for "
        "each capsule that helps. When nothing is relevant it returns `skipped: true`.",
        "models:ContextInput", "models:ContextOutput", "loop:kimetsu_brain_context", Effect.WRITES, False,
        "memory learn context",
    ),
    Tool(
        "kimetsu_brain_record", _SET, "Record a lesson",
        "Record a concrete, reusable lesson after a problem that took effort. Near duplicates are merged. Below a "
        "confidence of 0.7 the lesson waits for a person. Contradictions are noted and block nothing.",
        "models:RecordInput", "models:RecordOutput", "loop:kimetsu_brain_record", Effect.WRITES, False,
        "memory learn record",
    ),
    Tool(
        "cite_memory", _SET, "Cite a memory",
        "Cite a memory that a context delivered in this run and that helped. The citation counts when the run ends.",
        "models:CiteInput", "models:CiteOutput", "loop:cite_memory", Effect.WRITES, twin="memory learn cite",
    ),
    Tool(
        "kimetsu_brain_memory_blame", _SET, "Memories of a run",
        "List the memories that a run was given: cited ones first, then the rest.",
        "models:BlameInput", "models:BlameOutput", "figures:kimetsu_brain_memory_blame", twin="memory learn blame",
    ),
    Tool(
        "kimetsu_brain_insights", _SET, "Insights",
        "Show whether memory helps, over the last runs: retrieval, skips, citations, proposals, usefulness, harvest, "
        "corpus and tokens.",
        "models:InsightsInput", "models:InsightsOutput", "figures:kimetsu_brain_insights", twin="memory learn insights",
    ),
    Tool(
        "kimetsu_brain_memory_conflicts", _SET, "Open conflicts",
        "List memories that are close in meaning and differ in text. It resolves nothing: a person does that on the "
        "command line.",
        "models:ConflictsInput", "models:ConflictsOutput", "figures:kimetsu_brain_memory_conflicts",
        twin="memory learn conflicts",
    ),
    Tool(
        "kimetsu_brain_status", _SET, "Status",
        "Count memories by kind, proposals, conflicts and runs, and show the settings of the learning loop.",
        "models:StatusInput", "models:StatusOutput", "figures:kimetsu_brain_status", twin="memory learn status",
    ),
)  # fmt: skip
