"""Maintenance cycles."""

from __future__ import annotations

from codegraph.embed.choose import encoder_of
from codegraph.memory.consolidate import cluster, fade, relate, summarize
from codegraph.memory.consolidate.plan import Planner, Report, run
from codegraph.memory.times import rfc3339
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem import memory_models as m
from codegraph.server.tools.codemem.place import memory_of


def _run(call: Call, planner: Planner, dry_run: bool) -> Report:
    return run(memory_of(call), planner, dry_run=dry_run)


def _note(report: Report) -> str:
    return f"the user can run `codegraph memory undo {report.token}`" if report.token and report.affected else ""


def consolidate_decay(call: Call, request: m.ConsolidateDecayInput) -> Exact:
    curve = fade.Curve.STEPS if request.algorithm == "flat" else fade.Curve.POWER
    report = _run(
        call,
        lambda state, now: fade.plan_decay(state, now, threshold_days=request.threshold_days, curve=curve),
        request.dry_run,
    )
    answer = m.ConsolidateDecayOutput("decay", report.affected, request.threshold_days, request.dry_run)
    return Exact(to_json(answer), _note(report))


def consolidate_creative(call: Call, request: m.ConsolidateCreativeInput) -> Exact:
    near = request.algorithm == "neighbors"
    encoder = encoder_of(call.place().config) if near else None
    theme = relate.Theme.NEIGHBOURS if near else relate.Theme.TAGS
    report = _run(
        call, lambda state, now: relate.plan_creative(state, now, theme=theme, encoder=encoder), request.dry_run
    )
    answer = m.ConsolidateCreativeOutput("creative", report.affected, request.algorithm, request.dry_run)
    return Exact(to_json(answer), _note(report))


def consolidate_cluster(call: Call, request: m.ConsolidateClusterInput) -> Exact:
    by_hash = request.algorithm == "hash_prefix"
    encoder = None if by_hash else encoder_of(call.place().config)
    report = _run(
        call,
        lambda state, now: cluster.plan_cluster(state, now, encoder=encoder, similarity=request.similarity_threshold),
        request.dry_run,
    )
    kept = report.plan.examined - report.affected
    return Exact(to_json(m.ConsolidateClusterOutput("cluster", report.affected, kept, request.dry_run)), _note(report))


def consolidate_forget(call: Call, request: m.ConsolidateForgetInput) -> Exact:
    threshold = request.importance_threshold
    report = _run(
        call, lambda state, now: fade.plan_forget(state, now, importance_threshold=threshold), request.dry_run
    )
    answer = m.ConsolidateForgetOutput("forget", report.affected, threshold, request.dry_run)
    return Exact(to_json(answer), _note(report))


def consolidate_summarize(call: Call, request: m.ConsolidateSummarizeInput) -> Exact:
    report = _run(
        call,
        lambda state, now: summarize.plan_summarize(state, now, cluster_size=request.cluster_size),
        request.dry_run,
    )
    answer = m.ConsolidateSummarizeOutput(
        "summarize", report.affected, request.cluster_size, report.written, "extractive", request.dry_run
    )
    return Exact(to_json(answer), _note(report))


def consolidation_status(call: Call, request: m.ConsolidationStatusInput) -> Exact:
    cycles: dict[str, m.CycleStatus] = {}
    with memory_of(call).read() as state:
        for row in sorted(state.cycles(), key=lambda row: row.at):
            cycles[row.cycle] = m.CycleStatus(rfc3339(row.at), row.affected)
    return Exact(to_json(m.ConsolidationStatusOutput(cycles)))
