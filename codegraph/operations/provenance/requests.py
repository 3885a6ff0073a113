"""Requests about items.

Verbs and tools share them: their fields have the names that the tools' users know.
"""

from __future__ import annotations

from typing import Any

from codegraph.memory.memory_model import KINDS, MemoryKind, Vocabulary
from codegraph.memory.write_validation import MAX_CONTENT
from codegraph.operations.parameter import Request, argument, option
from codegraph.store.memory.kref import ENTRY, PROJECT

TYPES = tuple(str(kind) for kind in KINDS[Vocabulary.KUMIHO])
_RECORDED = (MemoryKind.ACTION, MemoryKind.ERROR, MemoryKind.CONVERSATION)
CAPTURES = tuple(kind for kind in TYPES if kind not in _RECORDED)
"""Types that an agent captures: all but those of what happened."""
STATUSES = ("done", "failed", "error", "blocked")
MODES = ("search", "first", "latest")
RECALL_MODES = ("full", "summarized")
DIRECTIONS = ("outgoing", "incoming", "both")
PROVIDERS = ("openai", "anthropic", "gemini")
MOST_RESULTS = 50
MOST_ITEMS = 100
LONGEST_OUTPUT = 262_144
"""Characters of the output of a run."""

_TEXT = "TEXT"


def _query(help: str = "a question, in natural language") -> Any:
    return argument(help, metavar="QUERY")


def _limit(default: int, most: int = MOST_RESULTS) -> Any:
    return option("at most this many", default=default, short="n", low=1, high=most)


def _declare_spaces() -> Any:
    return option("only in these spaces and below", default=(), metavar="SPACE,…")


def _declare_types() -> Any:
    return option("only these types", default=(), metavar="TYPE,…")


def _score(default: float = 0.0) -> Any:
    return option("nothing below this score", default=default, metavar="0..1", low=0, high=1)


def _declare_kref(help: str) -> Any:
    return argument(help, metavar="KREF")


def _declare_session() -> Any:
    return argument("the session", metavar="SESSION", longest=512)


class EngageRequest(Request):
    query: str = _query()
    limit: int = _limit(5)
    graph_augmented: bool = option("also what other wordings and the graph lead to", default=False)
    space_paths: tuple[str, ...] = _declare_spaces()
    memory_types: tuple[str, ...] = _declare_types()
    min_score: float = _score()
    recall_mode: str = option("title and summary, or all of the text", default="summarized", choices=RECALL_MODES)


class RetrieveRequest(Request):
    query: str = argument("words to look for; typing errors are forgiven", metavar="QUERY", default="")
    project: str = option("project to look in, when no space is named", default=PROJECT)
    space_paths: tuple[str, ...] = _declare_spaces()
    memory_types: tuple[str, ...] = _declare_types()
    keywords: tuple[str, ...] = option("more words", default=(), metavar="WORD,…")
    topics: tuple[str, ...] = option("topics, as they are tagged", default=(), metavar="WORD,…")
    bundle_names: tuple[str, ...] = option("only in these bundles", default=(), metavar="NAME,…")
    mode: str = option("by relevance, or by date", default="search", choices=MODES)
    memory_item_kind: str = option("only items of this kind", default=ENTRY)
    include_revision_metadata: bool = option("also in what revisions say of themselves", default=True)
    min_score: float = _score()
    limit: int = _limit(5, MOST_ITEMS)


class FulltextRequest(Request):
    query: str = _query("words to look for; typing errors are forgiven")
    context: str = option("only items whose kref begins so, such as CognitiveMemory/Skills", default="")
    kind: str = option("only items of this kind, such as conversation or bundle", default="")
    min_score: float = _score()
    limit: int = _limit(20, MOST_ITEMS)
    include_deprecated: bool = option("also what was deprecated", default=False)
    include_metadata: bool = option("show the metadata of each item", default=False)
    include_revision_metadata: bool = option("also search what revisions say of themselves", default=False)
    include_artifact_metadata: bool = option("also search the names of artifacts", default=False)


class SearchRequest(Request):
    context_filter: str = option("only items whose kref begins so", default="")
    name_filter: str = option("only items whose name or title holds this", default="")
    kind_filter: str = option("only items of this kind, or memories of this type", default="")
    limit: int = _limit(20, MOST_ITEMS)


class StoreRequest(Request):
    user_text: str = argument("what the user said", metavar=_TEXT, longest=MAX_CONTENT * 4)
    assistant_text: str = option("what the assistant said", default="", longest=MAX_CONTENT * 4)
    title: str = option("title; the first line unless given", default="")
    summary: str = option("what it says in few words", default="")
    memory_type: str = option("type of memory", default="summary", choices=TYPES)
    project: str = option("project of the space", default=PROJECT)
    space_path: str = option("the whole path of its space", default="")
    space_hint: str = option("a space below the project, when there is no path", default="")
    bundle_name: str = option("bundle it belongs to; its topic unless given", default="")
    tags: tuple[str, ...] = option("tags", default=(), metavar="TAG,…")
    source_revision_krefs: tuple[str, ...] = option("what it came from", default=(), metavar="KREF,…")
    edge_type: str = option("type of the edges to what it came from", default="DERIVED_FROM")
    stack_revisions: bool = option("a new revision of a similar item in its space", default=True)
    metadata: dict[str, object] | None = option("KEY=TEXT, several times", default=None, metavar=_TEXT)


class Capture(Request):
    type: str = option("", choices=CAPTURES)
    title: str = argument("short, with dates in full, such as `Chose gRPC on Mar 27`")
    content: str = argument("", longest=MAX_CONTENT)
    space_hint: str = option("space of this capture; wins over space_path", default="")
    tags: tuple[str, ...] = option("", default=())


class ReflectRequest(Request):
    session_id: str = _declare_session()
    response: str = argument("the answer that was given", metavar=_TEXT, longest=MAX_CONTENT)
    capture: tuple[Capture, ...] = option(
        'what is worth remembering, as JSON: {"type": "decision", "title": "…", "content": "…"}',
        default=(),
        metavar=_TEXT,
    )
    source_krefs: tuple[str, ...] = option("krefs from engage that it rests on", default=(), metavar="KREF,…")
    space_path: str = option("space of captures without a hint", default="")
    discover_edges: bool = option("look for related memories", default=True)


class IngestRequest(Request):
    user_id: str = argument("a stable name of the user", metavar="USER", longest=256)
    message: str = argument("what the user said", metavar=_TEXT, longest=MAX_CONTENT)
    session_id: str = option("session to go on with; a new one unless given", default="")
    context: str = option("context of the conversation, such as personal or work", default="personal")
    recall_limit: int = option("long-term memories at most", default=5, low=0, high=MOST_RESULTS)
    working_memory_limit: int = option("messages of the session at most", default=10, low=0, high=1000)


class AddResponseRequest(Request):
    session_id: str = _declare_session()
    response: str = argument("the answer that was given", metavar=_TEXT, longest=MAX_CONTENT)


class ExecutionRequest(Request):
    task: str = argument("what was run, such as `git push origin main`", metavar="TASK", longest=4_000)
    status: str = option("how it went", default="done", choices=STATUSES)
    exit_code: int | None = option("exit code of the process", default=None, low=-2_147_483_648, high=2_147_483_647)
    duration_ms: float | None = option("how long it took, in milliseconds", default=None, low=0)
    stdout: str = option("what it printed", default="", longest=LONGEST_OUTPUT)
    stderr: str = option("what it complained about", default="", longest=LONGEST_OUTPUT)
    tools: tuple[str, ...] = option("tools that were used", default=(), metavar="NAME,…")
    topics: tuple[str, ...] = option("topics, kept as tags", default=(), metavar="WORD,…")
    space_hint: str = option("space below the project", default="")


class ConsolidateRequest(Request):
    session_id: str = _declare_session()


class DiscoverRequest(Request):
    revision_kref: str = _declare_kref("the revision to find relations of")
    summary: str = argument("what it says, for the questions it would answer", metavar=_TEXT, longest=8_000)
    edge_type: str = option("type of the edges", default="REFERENCED")
    max_edges: int = option("edges at most", default=3, low=0, high=50)
    max_queries: int = option("questions at most", default=5, low=1, high=20)
    min_score: float = _score(0.3)
    space_paths: tuple[str, ...] = option(
        "look here; the revision's project unless given", default=(), metavar="SPACE,…"
    )


class DreamRequest(Request):
    project: str = option("project to look after", default=PROJECT)
    dry_run: bool = option("only say what would change", default=False)
    batch_size: int = option("memories a model sees at once", default=20, low=1, high=200)
    max_deprecation_ratio: float = option(
        "part of the assessed memories that may be deprecated", default=0.5, metavar="0.1..0.9", low=0.1, high=0.9
    )
    allow_published_deprecation: bool = option("also deprecate what is published", default=False)
    provider: str = option("a model other than the configured one", default="", choices=("", *PROVIDERS))
    model: str = option("model of the provider", default="")
    base_url: str = option("address of its service: on this machine, or the configured one", default="")
    api_key: str = option("its key; not stored", default="")


class KrefRequest(Request):
    kref: str = _declare_kref("kref of an item or a revision, or a memory's id")


class EdgesRequest(Request):
    revision_kref: str = _declare_kref("the revision")
    direction: str = option("which edges", default="both", choices=DIRECTIONS)
    edge_type: str = option("only edges of this type", default="")


class TagRequest(Request):
    item_kref: str = _declare_kref("the item")
    tag: str = option("tag of the revision", default="published")


class MoveTagRequest(Request):
    kref: str = _declare_kref("the revision that gets the tag; the latest of an item")
    tag: str = argument("the tag", metavar="TAG")
    remove: bool = option("take the tag away", default=False)


class AttachRequest(Request):
    kref: str = _declare_kref("the revision that the file belongs to")
    path: str = argument("a file; it stays where it is", metavar="PATH")
    name: str = option("its name there; the file's own unless given", default="")


class DeprecateRequest(Request):
    item_kref: str = _declare_kref("the item or bundle")
    deprecated: bool = option("hide it from searches; false shows it again", default=True)


class GraphRequest(Request):
    space_paths: tuple[str, ...] = _declare_spaces()
    limit: int = option("items at most, the newest", default=100, short="n", low=1, high=500)


class SpacesRequest(Request):
    pass
