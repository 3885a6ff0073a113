"""Toolset `kronroe`: facts with a subject, a predicate and an object.

They are true for a time and believed for a time.
"""

from __future__ import annotations

from codegraph.operations.facts.capabilities import CAPABILITIES
from codegraph.operations.tools.tool_spec import Argument, Column, Effect, Tool, Toolset, accept, bind_toolset, require

_adapt = bind_toolset(Toolset.KRONROE, CAPABILITIES, "memory fact ")


_NAME = "memory.facts.parameter_validation:MAX_NAME"
_QUERY = "memory.facts.parameter_validation:MAX_QUERY"
_UNDO = "the user can run `codegraph memory undo {token}`"
_VALUE = "the value: a text, a number or a boolean"


def _accept_vector(help: str = "embedding of the query, of this server's encoder") -> Argument:
    return accept("query_embedding", help, float, several=True, most=16_384)


SINCE = accept("valid_from", "RFC 3339 time since when it is true; now unless given")
SUBJECT = Argument("entity", help="the entity", longest=_NAME)
PREDICATE = Argument("predicate", help="only facts of this predicate, such as works_at", longest=_NAME)
FACT = Argument("fact_id", "id", "id of the fact (kf_…)", longest=_NAME)
HYBRID = accept("use_hybrid", "also rank by query_embedding, which it needs", bool)
LIMIT = accept("limit", "", int, 10, low=1, high=200)
QUESTION = require("query", "the question, in natural language", longest=_QUERY)

RANKED = (
    accept("min_confidence", "only facts of at least this confidence", float, low=0, high=1),
    accept(
        "confidence_filter_mode",
        "which confidence min_confidence is compared with: as stated (base), or with age and source (effective)",
        choices="operations.facts.requests:MODES",
    ),
    accept("max_scored_rows", "score at most so many rows", int, low=1),
    _accept_vector(),
    HYBRID,
    accept(
        "temporal_intent",
        "which time is meant; read from the query unless given",
        choices="operations.facts.requests:INTENTS",
    ),
    accept(
        "temporal_operator",
        "how the query's time is meant; read from it unless given",
        choices="operations.facts.requests:OPERATORS",
    ),
)

STATED = (
    require("subject", "what the fact is about, such as gateway", longest=_NAME),
    require("predicate", "relation or property, such as listens_on", longest=_NAME),
    require("object", _VALUE, object),
    SINCE,
    accept("valid_to", "RFC 3339 time when it ceases to be true"),
    accept("confidence", "1.0 unless given", float, low=0, high=1),
    accept("source", "where it comes from, such as user_statement", longest=_NAME),
)

RECALLED = ("temporal_intent", "temporal_operator", "results")

# fmt: off
TOOLS: tuple[Tool, ...] = (
    _adapt("remember", "remember", "Remember a text",
        "Store a text word for word, and what it states. Say what it means in facts: subject, predicate, object, and "
        "valid_from and valid_to where it dates them. Without facts only closed forms are read: versions, ports, "
        "addresses, owners, employers, moves, due and expiry dates. Returns the ids of the text and of the facts.",
        Effect.WRITES, handler="facts:remember", note=_UNDO,
        arguments=(
            require("text", "the text to keep; at most 32 KiB", longest="memory.facts.parameter_validation:MAX_TEXT"),
            accept("episode_id", "conversation or episode the facts belong to", str, "default", longest=_NAME),
            accept("idempotency_key", "the same key again stores nothing; not with query_embedding", longest=_NAME),
            _accept_vector("embedding of the text, of this server's encoder; not with idempotency_key"),
            Argument("facts", help="what the text states, as you understand it; without it only closed forms are "
                "read, such as versions, ports, owners, employers and due dates", items=STATED, several=True, most=64),
        ),
        projection=(
            Column("fact_ids", "facts", by="facts:list_ids"),  # the text itself first
            "facts", "contradictions", "created", Column("ended", optional=True),
        )),
    _adapt("recall", "recall", "Recall facts",
        "Recall facts that answer a question, best first. Answers about the present unless the question or the "
        "temporal arguments name another time.",
        handler="facts:recall", projection=RECALLED,
        arguments=(QUESTION, LIMIT, accept("include_scores", "what each channel adds", bool, False), *RANKED)),
    _adapt("recall", "recall_scored", "Recall facts with scores",
        "Recall as recall does, and show why each fact ranks where it does: the shares of words and vectors, and its "
        "confidence as stated and after age and source.",
        handler="facts:recall", arguments=(QUESTION, LIMIT, *RANKED), projection=RECALLED),
    _adapt("context", "assemble_context", "Assemble context",
        "Return the best facts for a query as text for a prompt, within max_tokens.",
        handler="facts:assemble_context",
        arguments=(
            require("query", "what the context is for", longest=_QUERY),
            require("max_tokens", "budget of the text", int, low=1),
            _accept_vector(),
        )),
    _adapt("about", "facts_about", "Facts about an entity",
        "List everything that is true of an entity now. With as_of and known_at, list what was believed at one time "
        "to be true at another; with history, list all versions.",
        only=True,
        arguments=(
            Argument("entity", help="name of the entity, such as alice", longest=_NAME),
            Argument("as_of", help="what is true at this time or commit; now unless given"),
            Argument("known_at", help="what was believed at this time or commit; now unless given"),
            "history",
        )),
    _adapt("assert", "assert_fact", "Assert a fact",
        "Store a fact: subject, predicate, object. A value that contradicts another is stored too, and the "
        "contradiction is reported. For a new value of a known fact use correct_fact.",
        Effect.WRITES, handler="facts:assert_fact", note=_UNDO,
        arguments=(
            require("subject", "the entity, such as alice", longest=_NAME),
            require("predicate", "relation or property, such as works_at", longest=_NAME),
            require("object", _VALUE, object),
            SINCE,
            accept("confidence", "1.0 unless given; not with idempotency_key", float, low=0, high=1),
            accept("source", "where it comes from, such as user_statement; not with idempotency_key", longest=_NAME),
            accept("idempotency_key", "the same key again stores nothing; not with confidence or source",
                longest=_NAME),
        ),
        projection=(Column("fact_id", "fact.fact_id"), "fact", "contradictions", "created")),
    _adapt("correct", "correct_fact", "Correct a fact",
        "Give a fact another value from now on. The old value ends and stays in history.",
        Effect.WRITES, handler="facts:correct_fact", note=_UNDO,
        arguments=(
            require("fact_id", "id of the fact (kf_…)", longest=_NAME),
            require("new_value", "the right value: a text, a number or a boolean", object),
        ),
        projection=(Column("fact_id", "new.fact_id"), "old", "new", "contradictions")),
    _adapt("invalidate", "invalidate_fact", "End a fact",
        "End a fact: it is no longer true from now on. It stays in history.",
        Effect.WRITES, idempotent=True, only=True, note=_UNDO, arguments=(FACT,),
        projection=(
            Column("fact_id", "fact.fact_id"),
            Column("invalidated", "token", by="server.columns:is_given"),  # False when it had ended already
            "fact",
        )),
    _adapt("changed", "what_changed", "What changed",
        "List the new, ended and corrected facts of an entity since a time.",
        only=True,
        arguments=(SUBJECT, Argument("since", help="RFC 3339 time, or a commit; only later changes are told"),
            PREDICATE)),
    _adapt("health", "memory_health", "Health of an entity's facts",
        "List facts of low confidence, old facts that matter, and contradictions, with what to do about each.",
        only=True,
        arguments=(
            SUBJECT,
            PREDICATE,
            Argument("low_confidence_threshold", "low_confidence", "facts below it are flagged", low=0, high=1),
            Argument("stale_after_days", "stale_after", "facts that matter are stale after so many days", low=0),
        )),
    _adapt("task", "recall_for_task", "Recall for a task",
        "Recall what a task needs: key facts, which of them to be careful with, and what to check next. Call it "
        "before the task.",
        handler="facts:recall_for_task",
        arguments=(
            require("task", "the task or decision to prepare", longest=_QUERY),
            accept("subject", "only facts about this entity", longest=_NAME),
            accept("now", "RFC 3339 time that staleness is judged at; now unless given"),
            accept("horizon_days", "look back so many days", int, 30, low=1),
            accept("limit", "at most so many key facts", int, 8, low=1, high=200),
            _accept_vector(),
            HYBRID,
            accept("max_tokens", "budget of the reply", int, 6_000, low=500, high=20_000),
        )),
)
# fmt: on
