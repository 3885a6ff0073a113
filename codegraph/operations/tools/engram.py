"""The toolset `engram`: facts about the user, staged by agents and promoted by a person."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.ENGRAM

TOOLS: tuple[Tool, ...] = (
    Tool(
        "remember", _SET, "Stage a fact",
        "Stage a durable fact about the user for review: one short sentence in the first person, such as `I prefer "
        "pnpm over npm`. It is not recalled until a person approves it.",
        "models:RememberInput", "models:RememberOutput", "facts:remember", Effect.WRITES, twin="memory queue",
    ),
    Tool(
        "recall", _SET, "Recall facts",
        "Recall approved facts about the user and this project, most relevant first. Without a query, the newest and "
        "most certain come first.",
        "models:RecallInput", "models:RecallOutput", "facts:recall", twin="memory recall",
    ),
)  # fmt: skip
