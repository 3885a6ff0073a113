"""The toolset `kronroe`: facts with a subject, a predicate and an object, true for a time and believed for a time."""

from __future__ import annotations

from codegraph.operations.tools.spec import Effect, Tool, Toolset

_SET = Toolset.KRONROE

TOOLS: tuple[Tool, ...] = (
    Tool(
        "remember", _SET, "Remember a text",
        "Store a text word for word, and what it states. Say what it means in facts: subject, predicate, object, and "
        "valid_from and valid_to where it dates them. Without facts only closed forms are read: versions, ports, "
        "addresses, owners, employers, moves, due and expiry dates. Returns the ids of the text and of the facts.",
        "models:RememberInput", "models:RememberOutput", "writing:remember", Effect.WRITES, idempotent=False,
        twin="memory fact remember",
    ),
    Tool(
        "recall", _SET, "Recall facts",
        "Recall facts that answer a question, best first. Answers about the present unless the question or the "
        "temporal arguments name another time.",
        "models:RecallInput", "models:RecallOutput", "asking:recall", twin="memory fact recall",
    ),
    Tool(
        "recall_scored", _SET, "Recall facts with scores",
        "Recall as recall does, and show why each fact ranks where it does: the shares of words and vectors, and its "
        "confidence as stated and after age and source.",
        "models:RecallScoredInput", "models:RecallOutput", "asking:recall_scored", twin="memory fact recall",
    ),
    Tool(
        "assemble_context", _SET, "Assemble context",
        "Return the best facts for a query as text for a prompt, within max_tokens.",
        "models:AssembleContextInput", "models:AssembleContextOutput", "asking:assemble_context",
        twin="memory fact context",
    ),
    Tool(
        "facts_about", _SET, "Facts about an entity",
        "List everything that is true of an entity now. With as_of and known_at, list what was believed at one time "
        "to be true at another; with history, list all versions.",
        "models:FactsAboutInput", "models:AboutAnswer", "asking:facts_about", twin="memory fact about",
    ),
    Tool(
        "assert_fact", _SET, "Assert a fact",
        "Store a fact: subject, predicate, object. A value that contradicts another is stored too, and the "
        "contradiction is reported. For a new value of a known fact use correct_fact.",
        "models:AssertFactInput", "models:AssertFactOutput", "writing:assert_fact", Effect.WRITES, idempotent=False,
        twin="memory fact assert",
    ),
    Tool(
        "correct_fact", _SET, "Correct a fact",
        "Give a fact another value from now on. The old value ends and stays in history.",
        "models:CorrectFactInput", "models:CorrectFactOutput", "writing:correct_fact", Effect.WRITES,
        idempotent=False, twin="memory fact correct",
    ),
    Tool(
        "invalidate_fact", _SET, "End a fact",
        "End a fact: it is no longer true from now on. It stays in history.",
        "models:InvalidateFactInput", "models:InvalidateFactOutput", "writing:invalidate_fact", Effect.WRITES,
        twin="memory fact invalidate",
    ),
    Tool(
        "what_changed", _SET, "What changed",
        "List the new, ended and corrected facts of an entity since a time.",
        "models:WhatChangedInput", "models:ChangedAnswer", "asking:what_changed", twin="memory fact changed",
    ),
    Tool(
        "memory_health", _SET, "Health of an entity's facts",
        "List facts of low confidence, old facts that matter, and contradictions, with what to do about each.",
        "models:MemoryHealthInput", "models:HealthAnswer", "asking:memory_health", twin="memory fact health",
    ),
    Tool(
        "recall_for_task", _SET, "Recall for a task",
        "Recall what a task needs: key facts, which of them to be careful with, and what to check next. Call it "
        "before the task.",
        "models:RecallForTaskInput", "models:TaskAnswer", "asking:recall_for_task", twin="memory fact task",
    ),
)  # fmt: skip
