"""The three ways to recall: plain, expanded along the graph, and with what an answer touches."""

from __future__ import annotations

from codegraph.memory.anchors.state import REPORTED
from codegraph.memory.kinds import kinds_told_as, told_as
from codegraph.memory.model import AnchorKind, Filter, MemoryKind, Vocabulary
from codegraph.memory.recall.request import Recalled, RecallRequest, Recollection
from codegraph.memory.recall.strength import Strengths
from codegraph.operations.memory.recalling import recall
from codegraph.server.call import Call
from codegraph.server.reply import Exact, Json, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.place import memory_of
from codegraph.store.memory.reader import Reader


def _filter(namespace: str | None, memory_type: str | None = None) -> Filter:
    kinds = () if memory_type is None else kinds_told_as(memory_type, Vocabulary.CODEMEM)
    return Filter(() if namespace is None else (namespace,), kinds)


def _recall(call: Call, request: RecallRequest) -> Recollection:
    return recall(call.place(), request, actor="mcp")


def _hit(result: Recalled) -> dict[str, Json]:
    body = result.memory.body
    hit: dict[str, Json] = {
        "id": result.memory.id,
        "content": body.content,
        "memory_type": told_as(body.kind, Vocabulary.CODEMEM),
        "importance": body.importance,
        "score": round(result.score, 4),
        "score_breakdown": {name: round(value, 4) for name, value in result.signals._asdict().items()},
        "tags": list(body.tags),
        "namespace": result.memory.namespace or None,
        "access_count": result.memory.access_count,
    }
    changed: list[Json] = [
        {"anchor": report.anchor.target, "state": report.state.value, "now": report.now}
        for report in result.anchors
        if report.state in REPORTED
    ]
    if changed:
        hit["stale"] = changed
    return hit


def recall_memory(call: Call, request: m.RecallMemoryInput) -> Exact:
    wanted = _filter(request.namespace, request.memory_type)
    found = _recall(call, RecallRequest(request.query, request.about, filter=wanted, limit=request.k))
    return Exact(to_json([_hit(result) for result in found.scale_results()]), "; ".join(found.warnings))


def recall_with_expansion(call: Call, request: m.RecallWithExpansionInput) -> Exact:
    wanted = _filter(request.namespace)
    asked = RecallRequest(request.query, request.about, filter=wanted, limit=request.k, depth=request.expansion_depth)
    found = _recall(call, asked)
    return Exact(to_json([_hit(result) | {"expansion_path": _path(result)} for result in found.scale_results()]))


def _path(result: Recalled) -> str:
    if not result.path:
        return "direct"
    return "; ".join(f"via {hop.via} from {hop.source}" for hop in result.path)


def recall_with_impact(call: Call, request: m.RecallWithImpactInput) -> Exact:
    wanted = _filter(request.namespace)
    found = _recall(call, RecallRequest(request.query, request.about, filter=wanted, limit=request.k))
    with memory_of(call).read() as state:
        hits = [_hit(result) | {"impact": _impact(state, result)} for result in found.scale_results()]
    return Exact(to_json(hits))


def _impact(state: Reader, result: Recalled) -> dict[str, Json]:
    """What an answer touches: how central it is, the decisions linked with it, the files it speaks of, its edits."""
    memory = result.memory
    others = {end for link in state.links_of([memory.id]) for end in (link.source, link.target)} - {memory.id}
    decisions = [m.id for m in state.by_ids(sorted(others)).values() if m.body.kind == MemoryKind.DECISION]
    anchors = state.anchors([memory.row]).get(memory.row, ())
    files = [a.path or a.target for a in anchors if a.kind is not AnchorKind.COMMIT]
    files += [end.partition(":")[2].partition("::")[0] for end in sorted(others) if "::" in end]
    node = Strengths().node(state, memory.namespace, memory.id)
    return {
        "pagerank": round(node.pagerank, 6) if node else 0.0,
        "centrality": round(node.betweenness, 6) if node else 0.0,
        "connected_decisions": list(decisions),
        "dependent_files": list(dict.fromkeys(files)),
        "modification_count": memory.revision - 1,
    }
