"""The toolset `kimetsu`: contexts whose use is cited, lessons, and figures about both, as its users know them."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.KIMETSU

TOOLS: tuple[Tool, ...] = (
    Tool(
        "kimetsu_brain_context", _SET, "Retrieve context",
        "What memory has on a task, as capsules with ids. Call it before broad work, and cite_memory for each capsule "
        "you lean on. Nothing relevant is `skipped: true`, at no cost.",
        "models:ContextInput", "models:ContextOutput", "loop:kimetsu_brain_context", Effect.WRITES, False,
        "learn context",
    ),
    Tool(
        "kimetsu_brain_record", _SET, "Record a lesson",
        "Record a concrete, reusable lesson after a problem that took effort. Near duplicates are merged; below a "
        "confidence of 0.7 it waits for a person. Contradictions are noted and block nothing.",
        "models:RecordInput", "models:RecordOutput", "loop:kimetsu_brain_record", Effect.WRITES, False, "learn record",
    ),
    Tool(
        "cite_memory", _SET, "Cite a memory",
        "Say that you lean on a memory that a context delivered in this run. It counts when the run ends.",
        "models:CiteInput", "models:CiteOutput", "loop:cite_memory", Effect.WRITES, twin="learn cite",
    ),
    Tool(
        "kimetsu_brain_memory_blame", _SET, "Memories of a run",
        "Which memories a run was given: cited ones first, then those that rode along.",
        "models:BlameInput", "models:BlameOutput", "figures:kimetsu_brain_memory_blame", twin="learn blame",
    ),
    Tool(
        "kimetsu_brain_insights", _SET, "Insights",
        "Whether memory helps, over the last runs: retrieval, skips, citations, proposals, usefulness, harvest, corpus "
        "and tokens.",
        "models:InsightsInput", "models:InsightsOutput", "figures:kimetsu_brain_insights", twin="learn insights",
    ),
    Tool(
        "kimetsu_brain_memory_conflicts", _SET, "Open conflicts",
        "Memories that are close in meaning and differ in text. Read-only: a person resolves them on the command line.",
        "models:ConflictsInput", "models:ConflictsOutput", "figures:kimetsu_brain_memory_conflicts",
        twin="learn conflicts",
    ),
    Tool(
        "kimetsu_brain_status", _SET, "Status",
        "Memories by kind, proposals, conflicts, runs, and the settings of the learning loop.",
        "models:StatusInput", "models:StatusOutput", "figures:kimetsu_brain_status", twin="learn status",
    ),
)  # fmt: skip
