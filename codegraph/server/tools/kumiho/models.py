"""Requests and answers of the toolset. Most are those of the operations; here is what only a tool has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from codegraph.operations.parameter import argument, option
from codegraph.operations.provenance.answers import (
    AddResponseAnswer,
    ConsolidateAnswer,
    DeprecateAnswer,
    DiscoverAnswer,
    DreamAnswer,
    EdgesAnswer,
    Expansion,
    GraphAnswer,
    IdentifiersAnswer,
    IngestAnswer,
    ItemAnswer,
    ItemsAnswer,
    ReflectAnswer,
    ResolveAnswer,
    Result,
    RetrieveAnswer,
    RevisionAnswer,
    StoreAnswer,
)
from codegraph.operations.provenance.requests import (
    MODES,
    MOST_ITEMS,
    AddResponseRequest,
    ConsolidateRequest,
    DeprecateRequest,
    DiscoverRequest,
    DreamRequest,
    EdgesRequest,
    EngageRequest,
    ExecutionRequest,
    FulltextRequest,
    GraphRequest,
    IngestRequest,
    KrefRequest,
    Reflection,
    RetrieveRequest,
    SearchRequest,
    Storing,
    TagRequest,
)
from codegraph.store.memory.kref import ENTRY, PROJECT


@dataclass(frozen=True, slots=True)
class OperatorRetrieve:
    query: str = argument("words to look for; typing errors are forgiven", default="")
    project: str = option("project to look in, when no space is named", default=PROJECT)
    space_paths: tuple[str, ...] = option("only in these spaces and below", default=())
    memory_types: tuple[str, ...] = option("only these types", default=())
    keywords: tuple[str, ...] = option("more words", default=())
    topics: tuple[str, ...] = option("topics, as they are tagged", default=())
    bundle_names: tuple[str, ...] = option("only in these bundles", default=())
    mode: str = option("by relevance, or by date", default="search", choices=MODES)
    memory_item_kind: str = option("only items of this kind", default=ENTRY)
    include_revision_metadata: bool = option("also in what revisions say of themselves", default=True)
    min_score: float = option("nothing below this score", default=0.0, low=0, high=1)
    limit: int = option("at most this many", default=5, low=1, high=MOST_ITEMS)


class EngageOutput(NamedTuple):
    context: str
    results: tuple[Result, ...]
    source_krefs: tuple[str, ...]
    count: int
    recall_mode: str
    approx_tokens: int  # of the context
    approx_payload_tokens: int  # of all of this answer
    expansion: Expansion | None = None
    deduplicated: bool | None = None
    note: str | None = None


class RecallOutput(NamedTuple):
    results: tuple[Result, ...]
    count: int
    recall_mode: str
    graph_augmented: bool
    approx_payload_tokens: int
    expansion: Expansion | None = None
    deduplicated: bool | None = None
    note: str | None = None


__all__ = [
    "AddResponseAnswer",
    "AddResponseRequest",
    "ConsolidateAnswer",
    "ConsolidateRequest",
    "DeprecateAnswer",
    "DeprecateRequest",
    "DiscoverAnswer",
    "DiscoverRequest",
    "DreamAnswer",
    "DreamRequest",
    "EdgesAnswer",
    "EdgesRequest",
    "EngageOutput",
    "EngageRequest",
    "ExecutionRequest",
    "FulltextRequest",
    "GraphAnswer",
    "GraphRequest",
    "IdentifiersAnswer",
    "IngestAnswer",
    "IngestRequest",
    "ItemAnswer",
    "ItemsAnswer",
    "KrefRequest",
    "OperatorRetrieve",
    "RecallOutput",
    "ReflectAnswer",
    "Reflection",
    "ResolveAnswer",
    "RetrieveAnswer",
    "RetrieveRequest",
    "RevisionAnswer",
    "SearchRequest",
    "StoreAnswer",
    "Storing",
    "TagRequest",
]
