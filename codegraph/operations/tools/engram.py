"""Toolset `engram`: facts about the user.

A person approves them before they are recalled.
"""

from __future__ import annotations

from codegraph.operations.memory.capabilities import CAPABILITIES as MEMORY
from codegraph.operations.review.capabilities import CAPABILITIES as REVIEW
from codegraph.operations.tools.tool_spec import Column, Effect, Tool, Toolset, accept, bind_toolset, require

_adapt = bind_toolset(Toolset.ENGRAM, (*MEMORY, *REVIEW), "memory ")

# fmt: off
TOOLS: tuple[Tool, ...] = (
    _adapt("queue", "remember", "Stage a fact",
        "Stage a durable fact about the user for review: one short sentence in the first person, such as `I prefer "
        "pnpm over npm`. It is not recalled until a person approves it.",
        Effect.WRITES, idempotent=True, handler="facts:remember",
        arguments=(
            require("fact", "the fact, in the first person and from the user's perspective"),
            accept("kind", "preference, tooling, project, infra: of low risk; identity, fiscal, people, constraint, "
                "location, health: curated, always reviewed by a person", str, "preference",
                choices="memory.review.tiers:REVIEWED_KINDS"),
            accept("confidence", "how sure it is that the fact is true and lasts", float, 0.6, low=0, high=1),
        )),
    _adapt("recall", "recall", "Recall facts",
        "Recall approved facts about the user and this project, most relevant first. Without a query, the newest and "
        "most certain come first.",
        handler="facts:recall",
        arguments=(
            accept("query", "words to look for; all promoted facts unless given", str, ""),
            accept("limit", "at most this many", int, 20, low=1, high=500),
        ),
        projection=(
            Column("id", "name"), Column("fact", "memory.body.content"), "kind",
            Column("confidence", "memory.body.confidence"),
        )),
)
# fmt: on
