"""Toolset `kumiho`: memory with provenance.

It has tools for agents, and tools for an operator of agents.
"""

from __future__ import annotations

from codegraph.operations.provenance.capabilities import CAPABILITIES
from codegraph.operations.tools.tool_spec import Argument, Column, Effect, Projection, Tool, Toolset, bind_toolset

_adapt = bind_toolset(Toolset.KUMIHO, CAPABILITIES, "memory provenance ")


ENGAGED: Projection = (
    "context",
    "results",
    "source_krefs",
    "count",
    "recall_mode",
    Column("approx_tokens", kind=int),  # of the context
    Column("approx_payload_tokens", kind=int),  # of the whole reply
    "expansion",
    "deduplicated",
    "note",
)

RECALLED: Projection = (
    "results",
    "count",
    "recall_mode",
    "graph_augmented",
    Column("approx_payload_tokens", kind=int),
    "expansion",
    "deduplicated",
    "note",
)

WITHOUT_FLOOR = (("min_score", 0.0),)

STORED = (
    Argument("user_text", help="the user's side of what to store"),
    Argument("assistant_text", help="the assistant's side"),
    Argument("bundle_name", help="its topic unless given"),
    Argument("edge_type", help="of the edges to what it came from"),
    Argument("stack_revisions", help="a new revision of a similar item in its space, not a new item"),
    Argument("metadata", help="texts by key"),
    *(Argument(name, help="") for name in ("title", "summary", "memory_type", "project", "tags")),
)

REFLECTED = (Argument("captures", "capture", help="what is worth remembering of it; none of a trivial exchange"),)

# fmt: off
SIDECAR: tuple[Tool, ...] = (
    _adapt("engage", "kumiho_memory_engage", "Engage memory",
        "Check memory once before you answer: returns memories that fit a question, a `context` for the prompt, and "
        "`source_krefs` for the reflect that follows. Skip it when the answer is visible in the conversation.",
        projection=ENGAGED, shape="replies:measure"),
    _adapt("reflect", "kumiho_memory_reflect", "Reflect",
        "Keep what matters once after you answered: buffers the response, stores each capture as a memory, links it "
        "DERIVED_FROM the source_krefs of engage, and looks for related memories. A trivial exchange needs no "
        "captures.",
        Effect.WRITES, arguments=REFLECTED),
    _adapt("engage", "kumiho_memory_recall", "Recall",
        "Recall long-term memories by a question. Returns no context and no krefs for a reflect: for those use "
        "kumiho_memory_engage.",
        operation="provenance.item_queries:recall", projection=RECALLED, shape="replies:measure"),
    _adapt("retrieve", "kumiho_memory_retrieve", "Retrieve",
        "Find memories by words, ranked, tolerating typing errors. Falls back to bundles or plain text where words "
        "find nothing. Can also return the first or latest memory.",
        fixed=WITHOUT_FLOOR),
    _adapt("fulltext", "kumiho_fulltext_search", "Full-text search",
        "Find items and bundles by words, ranked, tolerating typing errors.",
        fixed=WITHOUT_FLOOR),
    _adapt("store", "kumiho_memory_store", "Store",
        "Store an entry in one call: its space, item, revision, artifact, bundle and edges. A similar item in the "
        "same space gets a new revision.",
        Effect.WRITES, arguments=STORED),
    _adapt("ingest", "kumiho_memory_ingest", "Ingest a message",
        "Buffer a user's message. Returns the working memory of the session and what is remembered about the "
        "message.",
        Effect.WRITES),
    _adapt("respond", "kumiho_memory_add_response", "Add a response",
        "Buffer the assistant's response in a session that ingest began.",
        Effect.WRITES),
    _adapt("execution", "kumiho_memory_store_execution", "Store an execution",
        "Store how a tool or command ran: as an `action` if it succeeded, otherwise as an `error`, with its output "
        "as artifacts.",
        Effect.WRITES),
    _adapt("consolidate", "kumiho_memory_consolidate", "Consolidate a session",
        "Redact and summarise the working memory of a session, store it as an item with a file, and clear it. Call "
        "it after about 20 exchanges, or at the end.",
        Effect.WRITES),
    _adapt("discover-edges", "kumiho_memory_discover_edges", "Discover edges",
        "Link a revision to related memories. They are found with questions that somebody may ask when the revision "
        "matters.",
        Effect.WRITES, idempotent=True),
    _adapt("dream", "kumiho_memory_dream_state", "Maintenance",
        "Maintain a project: assess what changed since the last run, then deprecate within bounds, tag, enrich and "
        "relate. With `dry_run` it only reports.",
        Effect.DESTROYS, idempotent=True),
    _adapt("resolve", "kumiho_resolve_kref", "Resolve a kref",
        "Return where the file of an artifact is, or that of the first artifact of a revision."),
    _adapt("edges", "kumiho_get_edges", "Edges",
        "List the edges of a revision, by direction and type."),
    _adapt("revision", "kumiho_get_revision_by_tag", "Revision by tag",
        "Return the revision of an item that a tag names, such as published or latest."),
    _adapt("deprecate", "kumiho_deprecate_item", "Deprecate an item",
        "Hide an item from searches. With `deprecated` false, show it again.",
        Effect.DESTROYS, idempotent=True),
)
# fmt: on

# fmt: off
OPERATOR: tuple[Tool, ...] = (
    _adapt("engage", "memory_engage", "Engage memory (operator)",
        "Check memory as kumiho_memory_engage does, within the score floor and the limit of the settings.",
        projection=ENGAGED, shape="replies:measure", prepare="replies:apply_settings"),
    _adapt("reflect", "memory_reflect", "Reflect (operator)",
        "Reflect as kumiho_memory_reflect does.",
        Effect.WRITES, arguments=REFLECTED),
    _adapt("retrieve", "memory_retrieve", "Semantic search (operator)",
        "Find memories by meaning, within the score floor and the limit of the settings; by date with mode first or "
        "latest.",
        prepare="replies:apply_settings"),
    _adapt("search", "memory_search", "Structured search (operator)",
        "Find items by their space, name and kind.",
        prepare="replies:apply_settings"),
    _adapt("fulltext", "memory_fulltext", "Full-text search (operator)",
        "Search as kumiho_fulltext_search does, within the limit of the settings.",
        fixed=WITHOUT_FLOOR, prepare="replies:apply_settings"),
    _adapt("item", "memory_get_item", "Get an item",
        "Return an item or bundle by its kref: text, revisions, artifacts, bundles."),
    _adapt("identify", "memory_resolve_kref", "Identifiers of a kref",
        "Return the parts of a kref, and the memory that it names."),
    _adapt("revision", "memory_get_revision_by_tag", "Revision by tag (operator)",
        "Return a revision as kumiho_get_revision_by_tag does."),
    _adapt("store", "memory_store", "Store (operator)",
        "Store an entry as kumiho_memory_store does.",
        Effect.WRITES, arguments=STORED),
    _adapt("graph", "memory_graph", "Memory graph",
        "Return items and edges, for drawing a graph."),
)
"""The same within the floor and the limit of the settings, and what only an operator looks up."""
# fmt: on

TOOLS = (*SIDECAR, *OPERATOR)
"""Tools of the toolset `kumiho`."""
