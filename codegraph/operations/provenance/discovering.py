"""Edges from a new memory to those it has to do with: what would be asked when it matters finds them."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.errors import InvalidError, LanguageError
from codegraph.memory.model import Memory
from codegraph.memory.provenance.items import Found, connect, find_item, kref_in, summary_of, title_of
from codegraph.memory.provenance.steps import imply
from codegraph.memory.recall.request import RecallRequest
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.recalling import recaller
from codegraph.operations.provenance import answers as a
from codegraph.operations.provenance import requests as r
from codegraph.operations.provenance.place import language_of, scope, whole
from codegraph.store.memory.kref import edge_type, project_of

HITS = 3
"""Memories that one question may lead to."""


def discover_edges(context: Context, request: r.DiscoverRequest) -> Answer[a.DiscoverAnswer]:
    """Raises NotFoundError, InvalidError, LanguageError."""
    if not request.summary.strip():
        raise InvalidError("`summary` is empty", hint="say what the memory says")
    if not 0 <= request.min_score <= 1:
        raise InvalidError(f"`min_score` is {request.min_score}", hint="it must be from 0 to 1, such as 0.3")
    edge_type(request.edge_type)
    whole(request.max_edges, "max_edges", 0, 50)
    most = whole(request.max_queries, "max_queries", 1, 20)
    with context.memory(context.surface).read() as state:
        found = find_item(state, request.revision_kref, "revision_kref")
    queries = imply(language_of(context.config), request.summary, found.memory.body.tags, most)
    edges, token = _connect_best(
        context,
        found,
        queries.queries,
        spaces=request.space_paths,
        kind=request.edge_type,
        most=request.max_edges,
        least=request.min_score,
        method=queries.method,
    )
    return Answer(a.DiscoverAnswer(str(found.kref), edges, queries.queries, queries.method, token))


def discover_for(context: Context, memory: Memory, *, operation: str) -> tuple[tuple[a.DiscoveredEdge, ...], str]:
    """The same for a memory that was just stored, as part of the operation that stored it. A model that fails is no
    reason to do without."""
    text = f"{title_of(memory)}. {summary_of(memory, 1_500)}"
    try:
        queries = imply(language_of(context.config), text, memory.body.tags, 5)
    except LanguageError:
        queries = imply(None, text, memory.body.tags, 5)
    with context.memory(context.surface).read() as state:
        found = Found(memory, kref_in(state, memory))
    edges, _ = _connect_best(
        context, found, queries.queries, kind="REFERENCED", most=3, least=0.3, method=queries.method,
        operation=operation,
    )  # fmt: skip
    return edges, queries.method


def _connect_best(
    context: Context,
    found: Found,
    queries: Sequence[str],
    *,
    spaces: Sequence[str] = (),
    kind: str,
    most: int,
    least: float,
    method: str,
    operation: str = "",
) -> tuple[tuple[a.DiscoveredEdge, ...], str]:
    with context.memory(context.surface).read() as state:
        wanted = scope(context, state, spaces or (project_of(found.kref.space),))
        links = state.links_of([found.memory.id])
        known = {end for link in links for end in (link.source, link.target)} | {found.memory.id}
    best: dict[str, tuple[float, str, Memory]] = {}
    for query in queries:
        with recaller(context.config) as kept:
            results = kept.recall(RecallRequest(query, filter=wanted, limit=HITS + 1, depth=0, bridges=False)).results
        others = [one for one in results if one.memory.id not in known][:HITS]
        for one in others:
            if one.score >= least and one.score > best.get(one.memory.id, (0.0, "", one.memory))[0]:
                best[one.memory.id] = (one.score, query, one.memory)
    chosen = sorted(best.values(), key=lambda b: (-b[0], b[2].row))[:most]
    if not chosen:
        return (), ""
    made = []
    with context.memory(context.surface).write() as recording:
        recording.operation = operation or recording.operation  # one token takes back a write with its edges
        source = Found(found.memory, found.kref)
        for score, query, memory in chosen:
            now = recording.state.memory(memory.id)
            if now is None:
                continue
            target = Found(now, kref_in(recording.state, now))
            why = {"reason": query, "score": round(score, 4), "found_by": method}
            if connect(recording, source, target, kind, why):
                made.append(a.DiscoveredEdge(str(target.kref), edge_type(kind), round(score, 4), query))
        return tuple(made), recording.operation if made else ""
