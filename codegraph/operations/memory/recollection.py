"""Recall, and checks of it.

They explain why a memory was found or not, list stale ones, and record that one was verified.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.memory import write_validation
from codegraph.memory.anchors.anchor_state import is_stale
from codegraph.memory.memory_model import Filter
from codegraph.memory.recall.ranking_profile import FITTED
from codegraph.memory.recall.request import RecallRequest, RecallResult, scale_result
from codegraph.memory.recall.signals import Location
from codegraph.memory.times import parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers, requests
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import choose_namespaces, find_folder_namespace
from codegraph.operations.memory.recalling import locate_request, open_recaller
from codegraph.operations.memory.recalling import recall as recall_memories
from codegraph.operations.projection import project

if TYPE_CHECKING:
    from codegraph.memory.recall.explain import Share


def recall(context: Context, request: requests.RecallRequest) -> Answer[answers.RecallAnswer]:
    found = recall_memories(context, _build_request(context, request), follow_graph=True)
    hits = [_build_hit(result, found.weights) for result in found.scale_results()]
    answer = project(answers.RecallAnswer, found, query=request.query, searched=found.passing, hits=hits)
    return Answer(answer, None, found.warnings)


def _build_request(context: Context, request: requests.RecallRequest | requests.ExplainRequest) -> RecallRequest:
    wanted = Filter(
        choose_namespaces(context, request.namespace, request.every),
        request.kind,
        request.tag,
        since=parse_time(request.since, "--since") if request.since else 0,
        until=parse_time(request.until, "--until") if request.until else 0,
    )
    location = None if request.every else Location(find_folder_namespace(context.repo))
    limit = write_validation.check_integer(request.limit, "--limit", 1, 500)
    return RecallRequest(request.query, request.about, (), location, wanted, limit, profile=FITTED)


def _build_hit(result: RecallResult, weights: Mapping[str, float]) -> answers.HitRow:
    path = [f"{hop.source} {hop.via} {hop.target}" for hop in result.path]
    signals = _build_signals(result, weights)
    return project(answers.HitRow, result, score=round(result.score, 4), signals=signals, path=path)


def _build_signals(result: RecallResult, weights: Mapping[str, float]) -> list[answers.SignalRow]:
    parts = result.signals._asdict().items()
    return [answers.SignalRow(name, round(value, 4), round(weights[name], 4)) for name, value in parts]


def explain(context: Context, request: requests.ExplainRequest) -> Answer[answers.ExplainAnswer]:
    from codegraph.memory import notes
    from codegraph.memory.recall.explain import explain as explain_recall

    asked = locate_request(context, _build_request(context, request), follow_graph=True)
    with context.open_memory().read() as state:
        memory = notes.find(state, request.id, archived=True)
    with open_recaller(context.config) as kept:
        found = explain_recall(kept, asked, memory, judge_of(context))
        pool = kept.pool(asked, [memory.row])
    weights = pool.weights
    shown = scale_result(found.recalled, weights, pool.matches.level)
    told = {
        "memory": memory,
        "score": round(shown.score, 4),
        "signals": _build_signals(shown, weights),
        "words": found.found,
        "anchors": found.recalled.anchors,
        "factor": round(shown.factor, 4),
        "window": [_share(share, pool.matches.level) for share in found.window],
        "instead": shown.instead,
    }
    return Answer(project(answers.ExplainAnswer, found, **told))


def _share(share: Share, level: float) -> answers.ShareRow:
    """Return a share on the scale of the signal that is shown."""
    value = share.value * level if share.signal == "token_overlap" else share.value
    return answers.ShareRow(share.signal, share.name, round(value, 4), round(share.weight, 4))


def list_stale(context: Context, request: requests.StaleRequest) -> Answer[answers.StaleAnswer]:
    from codegraph.memory.anchors.anchor_updates import find_stale_memories, list_anchored

    wanted = Filter(choose_namespaces(context, request.namespace, request.every))
    with context.open_memory().read() as state:
        found = list_anchored(state, wanted)
    tree = judge_of(context)
    rows: list[answers.StaleRow] = []
    for check in find_stale_memories(found, tree):
        stale = next((report for report in check.anchors if is_stale([report])), None)
        since = tree.find_change(stale) if stale is not None else ""
        rows.append(project(answers.StaleRow, check, since=since))
    return Answer(answers.StaleAnswer(len(found), tuple(rows)))


def verify(context: Context, request: requests.VerifyRequest) -> Answer[answers.VerifyAnswer]:
    from codegraph.memory import notes
    from codegraph.memory.anchors.anchor_updates import verify as verify_memory
    from codegraph.operations.memory.anchoring import index_of

    tree = judge_of(context)
    index_of(context)  # brought up to date before the memory is locked
    with context.open_memory().write() as recording:
        memory = notes.find(recording.state, request.id)
        reports = verify_memory(recording, memory, tree, drop_gone=request.drop_gone)
        now = notes.find(recording.state, memory.id)
        return Answer(project(answers.VerifyAnswer, memory=now, anchors=reports, token=recording.operation))
