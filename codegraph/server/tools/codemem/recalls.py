"""Recalls: plain, expanded along the graph, and with the impact of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.kind_translation import expand_kind, translate_kind
from codegraph.memory.memory_model import AnchorKind, Filter, MemoryKind, Vocabulary
from codegraph.memory.recall.expansion import Hop
from codegraph.memory.recall.request import RecallRequest, RecallResult, Recollection
from codegraph.memory.recall.signals import Signals
from codegraph.memory.recall.strength import Strengths
from codegraph.operations.answers import Answer
from codegraph.operations.memory.memory_context import choose_namespaces
from codegraph.operations.memory.recalling import recall
from codegraph.server import columns
from codegraph.server.call import Call
from codegraph.store.memory.reader import Reader


def recall_memory(call: Call, request: Any) -> Answer[tuple[RecallResult, ...]]:
    found = _recall(call, request)
    return Answer(found.scale_results(), warnings=found.warnings)


def _recall(call: Call, request: Any) -> Recollection:
    """Recall memories.

    Raises InvalidError when neither a question nor a subject is given.
    """
    if not request.query.strip() and not request.about:
        raise InvalidError("`query` is empty", hint="ask a question, or name files or symbols in `about`")
    place, wanted = call.open_without_index(), getattr(request, "memory_type", None)
    kinds = expand_kind(wanted, Vocabulary.CODEMEM) if wanted else ()
    passing = Filter(choose_namespaces(place, request.namespace, request.namespace is None), kinds)
    depth = getattr(request, "expansion_depth", 1)
    asked = RecallRequest(request.query, request.about, filter=passing, limit=request.k, depth=depth)
    return recall(place, asked)


class Impact(NamedTuple):
    """Impact of a memory.

    `modification_count` counts edits of the memory; being read is no edit.
    """

    pagerank: float
    centrality: float
    connected_decisions: tuple[str, ...]
    dependent_files: tuple[str, ...]
    modification_count: int


class RecallImpact(NamedTuple):
    found: RecallResult
    impact: Impact


def recall_with_impact(call: Call, request: Any) -> Answer[tuple[RecallImpact, ...]]:
    found = _recall(call, request)
    with call.open_without_index().open_memory().read() as state:
        rows = tuple(RecallImpact(result, _find_impact(state, result)) for result in found.scale_results())
    return Answer(rows, warnings=found.warnings)


def _find_impact(state: Reader, result: RecallResult) -> Impact:
    """Return the code and memories connected to an answer, and its centrality."""
    memory = result.memory
    others = {end for link in state.list_links_of([memory.id]) for end in (link.source, link.target)} - {memory.id}
    decisions = [m.id for m in state.read_by_ids(sorted(others)).values() if m.body.kind == MemoryKind.DECISION]
    anchors = state.read_anchors([memory.row]).get(memory.row, ())
    files = [a.path or a.target for a in anchors if a.kind is not AnchorKind.COMMIT]
    files += [end.partition(":")[2].partition("::")[0] for end in sorted(others) if "::" in end]
    node = Strengths().find_node(state, memory.namespace, memory.id)
    return Impact(
        round(node.pagerank, 6) if node else 0.0,
        round(node.betweenness, 6) if node else 0.0,
        tuple(decisions),
        tuple(dict.fromkeys(files)),
        memory.revision - 1,
    )


def list_signals(signals: Signals) -> dict[str, float]:
    return {name: columns.round_off(value) for name, value in signals._asdict().items()}


def describe_path(path: Sequence[Hop]) -> str:
    return "; ".join(f"via {hop.via} from {hop.source}" for hop in path) or "direct"


def tell_kind(kind: MemoryKind) -> str:
    return translate_kind(kind, Vocabulary.CODEMEM)
