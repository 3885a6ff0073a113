"""The toolset `kronroe`: facts with a subject, a predicate and an object, true for a time and believed for a time."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.KRONROE

TOOLS: tuple[Tool, ...] = (
    Tool(
        "remember", _SET, "Remember a text",
        "Keep a text word for word, together with the facts that can be read out of it: who works where, what uses "
        "what, versions, ports, decisions. Returns the ids of all of them.",
        "models:RememberInput", "models:RememberOutput", "writing:remember", Effect.WRITES, idempotent=False,
        twin="fact remember",
    ),
    Tool(
        "recall", _SET, "Recall facts",
        "Facts that answer a question, best first. About the present, unless the question's own words or the temporal "
        "arguments say otherwise.",
        "models:RecallInput", "models:RecallOutput", "asking:recall", twin="fact recall",
    ),
    Tool(
        "recall_scored", _SET, "Recall facts with scores",
        "As recall, each fact with what made its place: contributions of words and vectors, confidence as stated and "
        "with age and source.",
        "models:RecallScoredInput", "models:RecallOutput", "asking:recall_scored", twin="fact recall",
    ),
    Tool(
        "assemble_context", _SET, "Assemble context",
        "The best facts for a query as text for a prompt, at most max_tokens of it.",
        "models:AssembleContextInput", "models:AssembleContextOutput", "asking:assemble_context", twin="fact context",
    ),
    Tool(
        "facts_about", _SET, "Facts about an entity",
        "Everything that is true of an entity now; with as_of and known_at, what was believed at one time to be true "
        "at another; with history, all versions there are.",
        "models:FactsAboutInput", "models:AboutAnswer", "asking:facts_about", twin="fact about",
    ),
    Tool(
        "assert_fact", _SET, "Assert a fact",
        "State a fact: subject, predicate, object. A value that contradicts another one is stored, and the "
        "contradiction is told.",
        "models:AssertFactInput", "models:AssertFactOutput", "writing:assert_fact", Effect.WRITES, idempotent=False,
        twin="fact assert",
    ),
    Tool(
        "correct_fact", _SET, "Correct a fact",
        "Give a fact another value from now on. The old one ends and stays in history.",
        "models:CorrectFactInput", "models:CorrectFactOutput", "writing:correct_fact", Effect.WRITES,
        idempotent=False, twin="fact correct",
    ),
    Tool(
        "invalidate_fact", _SET, "End a fact",
        "A fact is no longer true from now on. It stays in history.",
        "models:InvalidateFactInput", "models:InvalidateFactOutput", "writing:invalidate_fact", Effect.WRITES,
        twin="fact invalidate",
    ),
    Tool(
        "what_changed", _SET, "What changed",
        "New, ended and corrected facts of an entity since a time.",
        "models:WhatChangedInput", "models:ChangedAnswer", "asking:what_changed", twin="fact changed",
    ),
    Tool(
        "memory_health", _SET, "Health of an entity's facts",
        "Facts of low confidence, old ones that matter, and contradictions, with what to do about them.",
        "models:MemoryHealthInput", "models:HealthAnswer", "asking:memory_health", twin="fact health",
    ),
    Tool(
        "recall_for_task", _SET, "Recall for a task",
        "What a task needs to know: key facts, which of them to be wary of, and what to check next.",
        "models:RecallForTaskInput", "models:TaskAnswer", "asking:recall_for_task", twin="fact task",
    ),
)  # fmt: skip
