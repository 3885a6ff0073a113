"""Recall, and what keeps it honest: why a memory was found or not, which are stale, vouching for one again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from codegraph.memory import checks
from codegraph.memory.anchors.state import AnchorReport
from codegraph.memory.model import Filter
from codegraph.memory.recall.profile import FITTED
from codegraph.memory.recall.request import Recalled, RecallRequest, scale_result
from codegraph.memory.recall.signals import Location
from codegraph.memory.times import parse_time, rfc3339
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers
from codegraph.operations.memory import requests as r
from codegraph.operations.memory.answers import memory_row
from codegraph.operations.memory.judging import LazyJudge, judge_of
from codegraph.operations.memory.place import choose_namespaces, namespace_of
from codegraph.operations.memory.recalling import (
    asked_about,
    find_nearby,
    recaller,
    served,
    take_premises,
    warned,
)

if TYPE_CHECKING:
    from codegraph.memory.recall.explain import Share


def recall(context: Context, request: r.RecallRequest) -> Answer[answers.RecallAnswer]:
    asked = _asked(context, request)
    tree = LazyJudge(context)
    with recaller(context.config) as kept:
        found = warned(context, kept.recall(asked, tree))
    rows = tuple(_hit(result, found.weights) for result in found.scale_results())
    unrecorded = served(context, [row.memory.id for row in rows], "cli")
    take_premises(context, found.results, tree, "cli")
    newest = tuple(map(memory_row, found.newest))
    return Answer(
        answers.RecallAnswer(request.query, found.passing, rows, newest), None, (*found.warnings, *unrecorded)
    )


def _asked(context: Context, request: r.RecallRequest | r.ExplainRequest) -> RecallRequest:
    wanted = Filter(
        choose_namespaces(context, request.namespace, request.every),
        request.kind,
        request.tag,
        since=parse_time(request.since, "--since") if request.since else 0,
        until=parse_time(request.until, "--until") if request.until else 0,
    )
    location = None if request.every else Location(namespace_of(context.repo))
    limit = checks.whole(request.limit, "--limit", 1, 500)
    about, nearby = asked_about(context, request.about), find_nearby(context, request.about)
    return RecallRequest(request.query, about, nearby, location, wanted, limit, profile=FITTED)


def _hit(result: Recalled, weights: Mapping[str, float]) -> answers.HitRow:
    return answers.HitRow(
        memory_row(result.memory),
        round(result.score, 4),
        tuple(
            answers.SignalRow(name, round(value, 4), round(weights[name], 4))
            for name, value in result.signals._asdict().items()
        ),
        tuple(source.value for source in result.sources),
        tuple(f"{hop.source} {hop.via} {hop.target}" for hop in result.path),
        tuple(map(_anchor, result.anchors)),
        tuple(answers.AmendingRow(one.id, rfc3339(one.at)) for one in result.amended_by),
    )


def _anchor(report: AnchorReport) -> answers.AnchorRow:
    anchor = report.anchor
    because = report.describe_premises()
    return answers.AnchorRow(
        anchor.kind.value, anchor.target, report.state.value, report.now, report.path, report.line, because
    )


def explain(context: Context, request: r.ExplainRequest) -> Answer[answers.ExplainAnswer]:
    from codegraph.memory import notes
    from codegraph.memory.recall.explain import explain as explain_recall

    asked = _asked(context, request)
    with context.memory("cli").read() as state:
        memory = notes.find(state, request.id, archived=True)
    with recaller(context.config) as kept:
        found = explain_recall(kept, asked, memory, judge_of(context))
        pool = kept.pool(asked, [memory.row])
    weights = pool.weights
    shown = scale_result(found.recalled, weights, pool.matches.level)
    parts = tuple(
        answers.SignalRow(name, round(value, 4), round(weights[name], 4))
        for name, value in shown.signals._asdict().items()
    )
    return Answer(
        answers.ExplainAnswer(
            memory_row(memory),
            found.verdict.value,
            found.detail,
            found.rank,
            round(shown.score, 4),
            parts,
            found.found,
            found.missing,
            tuple(map(_anchor, found.recalled.anchors)),
            round(shown.factor, 4),
            tuple(_share(share, pool.matches.level) for share in found.window),
            tuple(answers.AmendingRow(one.id, rfc3339(one.at)) for one in found.amended_by),
            found.amends,
            shown.instead,
        )
    )


def _share(share: Share, level: float) -> answers.ShareRow:
    """Return a share on the scale of the signal that is shown."""
    value = share.value * level if share.signal == "token_overlap" else share.value
    return answers.ShareRow(share.signal, share.name, round(value, 4), round(share.weight, 4))


def stale(context: Context, request: r.StaleRequest) -> Answer[answers.StaleAnswer]:
    from codegraph.memory.anchors.upkeep import anchored, stale_memories

    wanted = Filter(choose_namespaces(context, request.namespace, request.every))
    with context.memory("cli").read() as state:
        found = anchored(state, wanted)
    rows = tuple(
        answers.StaleRow(memory_row(check.memory), tuple(_anchor(report) for report in check.anchors))
        for check in stale_memories(found, judge_of(context))
    )
    return Answer(answers.StaleAnswer(len(found), rows))


def verify(context: Context, request: r.VerifyRequest) -> Answer[answers.VerifyAnswer]:
    from codegraph.memory import notes
    from codegraph.memory.anchors.upkeep import verify as verify_memory
    from codegraph.operations.memory.anchoring import index_of

    tree = judge_of(context)
    index_of(context)  # brought up to date before the memory is locked
    with context.memory("cli").write() as recording:
        memory = notes.find(recording.state, request.id)
        reports = verify_memory(recording, memory, tree, drop_gone=request.drop_gone)
        now = notes.find(recording.state, memory.id)
        return Answer(answers.VerifyAnswer(memory_row(now), tuple(map(_anchor, reports)), recording.operation))
